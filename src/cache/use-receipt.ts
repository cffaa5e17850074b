import { useSyncExternalStore } from 'react'
import type { Receipt } from '../offline/offline.ts'
import { useOffline } from './use-offline.tsx'

/** What happened while this device was away, until it is dismissed. */
export function useReceipt(): Receipt | undefined {
  const { receipt } = useOffline()
  return useSyncExternalStore(receipt.subscribe, receipt.get)
}
