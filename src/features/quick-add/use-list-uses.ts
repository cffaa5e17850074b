import { useEffect, useMemo } from 'react'
import { useListViews } from '../../cache/hooks/sync/use-offline.tsx'
import { useListIds } from '../../cache/hooks/use-list-views.ts'
import { whenIdle } from '../../ui/loading/when-idle.ts'
import { createListUses, type ListUses } from './list-uses.ts'
import { useTouchedItems } from './use-touched-items.ts'

/** Of all lists of the open account, kept current for as long as it is mounted; nothing draws anew because of it. */
export function useListUses(): ListUses {
  const views = useListViews()
  const listIds = useListIds()
  const told = useMemo(
    () =>
      createListUses({
        readItem(id) {
          const item = views.item(id)
          if (!item || !views.list(item.shoppingListId)) return undefined
          const { name, quantityToPurchase: quantity, unitId, itemTags, updatedAt } = item
          const tags = itemTags.map(tag => ({ name: tag.name, color: tag.color }))
          const at = Date.parse(updatedAt) || 0
          return { name, quantity, unitId, tags, itemId: id, at }
        },
        later: whenIdle,
      }),
    [views],
  )
  useTouchedItems(told)
  useEffect(
    () => whenIdle(() => told.load(listIds.flatMap(id => views.itemIds(id)))),
    [told, views, listIds],
  )
  return told
}
