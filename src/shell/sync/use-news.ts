import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { useTray } from '../../cache/hooks/sync/use-tray.ts'
import { useReadable } from '../../cache/hooks/use-readable.ts'
import { useApp } from '../app.tsx'

export interface News {
  /** A new version waits, for a word or for what the page holds. */
  readonly update: boolean
  /** What could not be saved, and the receipt of an absence. */
  readonly toLookAt: number
}

export function useNews(): News {
  const offline = useOffline()
  const { updates } = useApp()
  const receipt = useReadable(offline.receipt)
  const update = useReadable(updates.state) !== 'none'
  const refused = useTray().length
  return { update, toLookAt: refused + (receipt === undefined ? 0 : 1) }
}
