/** One quiet word in the connection line for what may be looked at; nothing of it ever pushes the rows. */
import { useOffline } from '../cache/hooks/use-offline.tsx'
import { useTray } from '../cache/hooks/use-tray.ts'
import { useApp } from './app.tsx'
import { useFrame } from './product-frame.tsx'
import { useReadable } from './use-readable.ts'

export interface News {
  /** A new version waits. */
  readonly update: boolean
  /** What could not be saved, and the receipt of an absence. */
  readonly toLookAt: number
}

export function useNews(): News {
  const offline = useOffline()
  const { updates } = useApp()
  const receipt = useReadable(offline.receipt)
  const update = useReadable(updates.updateReady)
  const refused = useTray().length
  return { update, toLookAt: refused + (receipt === undefined ? 0 : 1) }
}

export function NewsPill() {
  const { update, toLookAt } = useNews()
  const { showTray } = useFrame()
  if (!update && toLookAt === 0) return null
  return (
    <button
      type="button"
      className="relative z-1 -my-1 min-h-12 max-w-full text-left text-link"
      onClick={showTray}
    >
      <span className="inline-block max-w-full rounded-2xl border border-line bg-surface px-2.5 py-1 font-semibold">
        {[update ? '1 update' : '', toLookAt > 0 ? `${toLookAt} to look at` : '']
          .filter(Boolean)
          .join(' · ')}
      </span>
    </button>
  )
}
