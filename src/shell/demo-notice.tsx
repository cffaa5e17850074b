/** Says that nothing of this is real, to whoever tries Aisle without an account. */
import { X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../ui/form/icon-button.tsx'
import { useApp } from './app.tsx'

interface DemoNoticeProps {
  /** Where the account menu, too, leads out of the demo. */
  readonly canDismiss?: boolean
}

export function DemoNotice({ canDismiss = false }: DemoNoticeProps) {
  const { demo } = useApp()
  const [read, setRead] = useState(false)
  if (demo === undefined || read) return null
  return (
    <div className="aside-safe flex flex-none items-center gap-2 border-b border-line bg-tint py-1 text-sm">
      <p className="min-w-0 flex-1 py-1">
        A demo: what you change stays in this browser.{' '}
        {demo.leaveTo === undefined ? null : (
          // Another app than this one, as the browser sees it: no link of the router.
          <a href={demo.leaveTo} className="font-semibold text-link underline">
            Leave the demo
          </a>
        )}
      </p>
      {canDismiss ? (
        <IconButton label="Dismiss" className="text-quiet" onClick={() => setRead(true)}>
          <X aria-hidden size={18} />
        </IconButton>
      ) : null}
    </div>
  )
}
