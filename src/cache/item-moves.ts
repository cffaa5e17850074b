/** Items that go from one list to the end of another, with their tags by name (spec section 4). */
import type { ApolloCache } from '@apollo/client'
import { itemCacheId } from './cache-ids.ts'
import { policies } from './policies.ts'
import {
  appendItemId,
  changeItemIds,
  lastItemId,
  readItem,
  readList,
  setFields,
  setTagIds,
} from './records.ts'
import { wishedTags } from './tag-wishes.ts'

/** `toId` may be unknown here: then the items leave, and come with the catch-up. */
export function moveItemsTo(
  cache: ApolloCache,
  ids: readonly string[],
  fromId: string,
  toId: string,
): void {
  const going = ids.flatMap(id => {
    const item = readItem(cache, id)
    return item?.shoppingListId === fromId ? [item] : []
  })
  const gone = new Set(going.map(item => item.id))
  changeItemIds(cache, fromId, current => current.filter(id => !gone.has(id)))
  for (const item of going) {
    const to = readList(cache, toId)
    const last = readItem(cache, lastItemId(cache, toId) ?? '')
    setFields(cache, itemCacheId(item.id), {
      shoppingListId: toId,
      order: (last?.order ?? -1) + 1,
      permission: to?.permission,
    })
    appendItemId(cache, toId, item.id)
    setTagIds(cache, itemCacheId(item.id), [])
    // By name: a tag belongs to one list.
    const names = item.itemTags.map(({ name, color }) => ({ name, color }))
    const tags = wishedTags(toId, to?.itemTags ?? [], names)
    if (tags.length > 0) policies.tagItem(cache, toId, item.id, tags)
  }
}
