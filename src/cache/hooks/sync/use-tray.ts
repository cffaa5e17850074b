import type { TrayEntry } from '../../../offline/outbox/edit.ts'
import { useReadable } from '../use-readable.ts'
import { useOffline } from './use-offline.tsx'

/** What could not be saved. */
export function useTray(): readonly TrayEntry[] {
  const { tray } = useOffline()
  return useReadable(tray)
}
