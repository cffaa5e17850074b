import { useMemo } from 'react'
import { isRunningLow } from '../../rules/stock.ts'
import { useListView } from '../cache/hooks/use-list-view.ts'
import { useOffline } from '../cache/hooks/use-offline.tsx'
import { itemCacheId } from '../cache/records/cache-ids.ts'

/**
 * How many items of a STOCK list are running low; undefined for other lists. `touches` tells of a change of one
 * of its items.
 */
export function useLowCount(listId: string, isStock: boolean, touches: number): number | undefined {
  const offline = useOffline()
  const { ids } = useListView(listId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each touch may have changed a quantity.
  return useMemo(() => {
    if (!isStock) return undefined
    return ids.filter(id => {
      const { quantityInStock, quantityToPurchase } = offline.peek(itemCacheId(id)) ?? {}
      return (
        typeof quantityInStock === 'number' &&
        typeof quantityToPurchase === 'number' &&
        isRunningLow({ quantityInStock, quantityToPurchase })
      )
    }).length
  }, [offline, ids, isStock, touches])
}
