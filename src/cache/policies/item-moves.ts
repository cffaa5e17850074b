/** Items that go from one list to the end of another, with their tags by name (spec section 4). */
import type { ApolloCache } from '@apollo/client'
import type {
  ItemFieldsFragment,
  ItemTagFieldsFragment,
  ShoppingListFieldsFragment,
} from '../../generated/operations.ts'
import { itemCacheId } from '../records/cache-ids.ts'
import {
  appendItemIds,
  dropItemIds,
  lastItemId,
  readItem,
  readList,
  setFields,
  setTagIds,
  stampOf,
} from '../records/records.ts'
import { policies } from './policies.ts'
import { wishedTagsOfEach } from './tag-wishes.ts'

/** `toId` may be unknown here: then the items leave, and come with the catch-up. */
export function moveItemsTo(
  cache: ApolloCache,
  ids: readonly string[],
  fromId: string,
  toId: string,
  at: string,
): void {
  const going = ids.flatMap(id => {
    const item = readItem(cache, id)
    return item?.shoppingListId === fromId ? [item] : []
  })
  const to = readList(cache, toId)
  const last = readItem(cache, lastItemId(cache, toId) ?? '')
  const tagsThere = tagsByNameThere(cache, going, fromId, to)
  dropItemIds(
    cache,
    fromId,
    going.map(item => item.id),
  )
  const stamp = stampOf(cache, at)
  for (const [place, item] of going.entries()) {
    setFields(cache, itemCacheId(item.id), {
      shoppingListId: toId,
      order: (last?.order ?? -1) + 1 + place,
      permission: to?.permission,
      ...stamp,
    })
    setTagIds(cache, itemCacheId(item.id), [])
  }
  appendItemIds(
    cache,
    toId,
    going.map(item => item.id),
  )
  policies.tagItems(
    cache,
    toId,
    going.flatMap(item => {
      const tags = item.itemTags.flatMap(tag => tagsThere.get(tag.id) ?? [])
      return tags.length > 0 ? [{ itemId: item.id, tags }] : []
    }),
    [...tagsThere.values()],
  )
}

/** For each tag that the items carry: the tag of the same name in the other list, new where it lacks. */
function tagsByNameThere(
  cache: ApolloCache,
  items: readonly ItemFieldsFragment[],
  fromId: string,
  to: ShoppingListFieldsFragment | null,
): ReadonlyMap<string, ItemTagFieldsFragment> {
  const used = new Set(items.flatMap(item => item.itemTags.map(tag => tag.id)))
  if (!to || used.size === 0) return new Map()
  // In the order of the list that they leave: in that order they join the other.
  const tags = (readList(cache, fromId)?.itemTags ?? []).filter(tag => used.has(tag.id))
  const names = tags.map(({ name, color }) => ({ inputs: [{ name, color }], present: [] }))
  const there = wishedTagsOfEach(cache, to.id, to.itemTags, names)
  return new Map(tags.flatMap((tag, at) => (there[at] ?? []).map(other => [tag.id, other])))
}
