/** What goes first when the device is full: the items of lists that were not opened lately. */
import type { BaseRecords } from '../../offline/base/cache-storage.ts'
import { idOf } from '../records/cache-ids.ts'
import { cursorCacheId } from '../records/local-records.ts'

/** So many lists that a person opened last keep their items, whatever happens. */
const keptLists = 5

/** Ids of items, and of the cursors that would say they are there: such a list comes whole next time. */
export function evictableLists(records: BaseRecords, opened: readonly string[]): readonly string[] {
  const kept = new Set(opened.slice(-keptLists).map(idOf))
  const evictable: string[] = []
  for (const [cacheId, record] of Object.entries(records)) {
    if (record?.__typename === 'Item' && !kept.has(String(record.shoppingListId)))
      evictable.push(cacheId)
    if (record?.__typename === 'ShoppingList' && !kept.has(String(record.id))) {
      evictable.push(cursorCacheId(String(record.id)))
    }
  }
  return evictable
}
