import { useEffect, useMemo } from 'react'
import { useListIds } from '../../cache/hooks/use-list-ids.ts'
import { useOffline } from '../../cache/hooks/use-offline.tsx'
import { itemCacheId } from '../../cache/records/cache-ids.ts'
import { seenRecords } from '../../cache/records/reader.ts'
import { whenIdle } from '../../ui/loading/when-idle.ts'
import { createListUses, type ListUses } from './list-uses.ts'

/** Of all lists of the open account, kept current for as long as it is mounted; nothing draws anew because of it. */
export function useListUses(): ListUses {
  const offline = useOffline()
  const listIds = useListIds()
  const reading = useMemo(() => seenRecords(offline), [offline])
  const told = useMemo(
    () =>
      createListUses({
        readItem(id) {
          const item = reading.item(id)
          const updatedAt = offline.peek(itemCacheId(id))?.updatedAt
          if (!item || !reading.list(item.shoppingListId)) return undefined
          const { name, quantityToPurchase: quantity, unitId, itemTags } = item
          const tags = itemTags.map(tag => ({ name: tag.name, color: tag.color }))
          const at = Date.parse(String(updatedAt)) || 0
          return { name, quantity, unitId, tags, itemId: id, at }
        },
        later: whenIdle,
      }),
    [offline, reading],
  )
  useEffect(() => {
    const stop = offline.onChanged(cacheIds => told.changed(cacheIds))
    return () => {
      stop()
      told.close()
    }
  }, [offline, told])
  useEffect(
    () => whenIdle(() => told.load(listIds.flatMap(id => reading.itemIds(id)))),
    [told, reading, listIds],
  )
  return told
}
