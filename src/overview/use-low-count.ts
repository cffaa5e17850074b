import { useMemo } from 'react'
import { isRunningLow } from '../../rules/items/stock.ts'
import { useListViews } from '../cache/hooks/sync/use-offline.tsx'
import { useTouches } from '../cache/hooks/use-list-views.ts'

/** How many items of a STOCK list are running low; undefined for other lists. */
export function useLowCount(listId: string, isStock: boolean): number | undefined {
  const views = useListViews()
  const touches = useTouches(isStock ? listId : undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each touch may have changed a quantity.
  return useMemo(() => {
    if (!isStock) return undefined
    const items = views.view(listId).ids.flatMap(id => views.item(id) ?? [])
    return items.filter(isRunningLow).length
  }, [views, listId, isStock, touches])
}
