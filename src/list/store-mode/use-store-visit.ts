import { useEffect, useState } from 'react'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import type { KeyValue } from '../../network/key-value.ts'
import { createStoreVisit, type StoreVisit } from './store-visit.ts'

/** Mount with the list's id as key. What is discarded was hidden before: it goes on from that moment. */
export function useStoreVisit(memory: Pick<KeyValue, 'get' | 'set'>, listId: string): StoreVisit {
  const { userId } = useOffline()
  const [visit] = useState(() => createStoreVisit(memory, userId, listId, Date.now))
  useEffect(() => {
    document.addEventListener('visibilitychange', visit.prolong)
    return () => document.removeEventListener('visibilitychange', visit.prolong)
  }, [visit])
  return visit
}
