/** Things of the account that can be ended one by one: devices, passkeys, tokens. */
import { type ReactNode, useId, useState } from 'react'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { Button } from '../ui/form/button.tsx'
import { PlainList } from '../ui/plain-list.tsx'

interface OwnRowsProps {
  readonly label: string
  readonly children: readonly ReactNode[]
}

/** Nothing if it is empty. */
export function OwnRows({ label, children }: OwnRowsProps) {
  return children.length === 0 ? null : (
    <PlainList aria-label={label} className="flex flex-col divide-y divide-line">
      {children}
    </PlainList>
  )
}

interface OwnRowProps {
  readonly title: string
  readonly about: string
  /** What the button says. */
  readonly action: string
  /** Whom its end touches: what nothing brings back is asked about first. */
  readonly touches?: string
  readonly onEnd: () => void
  /** In the place of the button; `describedBy` names the row. */
  readonly end?: (describedBy: string) => ReactNode
}

export function OwnRow({ title, about, action, touches, onEnd, end }: OwnRowProps) {
  const id = useId()
  const [asking, setAsking] = useState(false)
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 py-1">
      <div id={id} className="min-w-[min(9rem,100%)] flex-1">
        <p className="wrap-anywhere">{title}</p>
        <p className="text-sm text-quiet">{about}</p>
      </div>
      {end?.(id) ?? (
        <Button
          aria-describedby={id}
          onClick={touches === undefined ? onEnd : () => setAsking(true)}
        >
          {action}
        </Button>
      )}
      <ConfirmDialog
        title={`${action} “${title}”?`}
        action={action}
        open={asking}
        onConfirm={onEnd}
        onClose={() => setAsking(false)}
      >
        {touches}
      </ConfirmDialog>
    </li>
  )
}
