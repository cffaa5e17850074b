/** Items made and changed as the server will: one or many, at a cost that grows with their number alone. */
import type { ApolloCache, Reference } from '@apollo/client'
import { fillOrders, moveEachAfter, type RowPlace } from '../../../rules/lists/order.ts'
import {
  type ItemChangeInput,
  ItemFieldsFragmentDoc,
  type ItemPlaceInput,
  type ItemTagInput,
  type NewItemInput,
} from '../../generated/operations.ts'
import { cacheIdOf, idOf, itemCacheId, listCacheId } from '../records/cache-ids.ts'
import { newContent, takeContent } from '../records/item-content.ts'
import { many } from '../records/many.ts'
import {
  appendItemIds,
  changeItemIds,
  lastItemId,
  readItem,
  readList,
  setFields,
  stampOf,
} from '../records/records.ts'
import { policies } from './policies.ts'
import { type TagsWish, wishedTagsOfEach } from './tag-wishes.ts'

/** The id is made here, so that it can be used before the server knows it. */
export type NewItem = NewItemInput & { readonly id: string }

/** GraphQL takes one tag where it takes several. */
type AsWritten<T extends object> = Omit<T, 'itemTags' | 'itemTagsBefore'> & {
  readonly itemTags?: GivenTags
  readonly itemTagsBefore?: GivenTags
}

type GivenTags = ItemTagInput | readonly ItemTagInput[] | null | undefined

/** At the end of the list; what is there already stays as it is. `at` is the moment, ISO 8601. */
export function addItems(
  cache: ApolloCache,
  listId: string,
  items: readonly AsWritten<NewItem>[],
  at: string,
): void {
  const list = readList(cache, listId)
  if (!list) return
  const fresh = items.filter(({ id }) => !readItem(cache, id))
  const last = readItem(cache, lastItemId(cache, listId) ?? '')
  const nextOrder = (last?.order ?? -1) + 1
  const stamp = stampOf(cache, at)
  for (const [index, item] of fresh.entries()) {
    cache.writeFragment({
      id: itemCacheId(item.id),
      fragment: ItemFieldsFragmentDoc,
      data: {
        __typename: 'Item',
        id: item.id,
        shoppingListId: listId,
        ...newContent(item),
        order: nextOrder + index,
        permission: list.permission,
        createdAt: at,
        ...stamp,
      },
    })
  }
  appendItemIds(
    cache,
    listId,
    fresh.map(({ id }) => id),
  )
  tagEach(
    cache,
    listId,
    fresh.flatMap(item => (many(item.itemTags).length > 0 ? { ...item, present: [] } : [])),
  )
}

/** Only the fields that are given; `null` clears. What is not there any more is left out. */
export function changeItems(
  cache: ApolloCache,
  changes: readonly AsWritten<ItemChangeInput>[],
  at: string | undefined,
): void {
  const tagged = new Map<string, Tagged[]>()
  const stamp = at === undefined ? {} : stampOf(cache, at)
  for (const change of changes) {
    setFields(cache, itemCacheId(change.id), { ...takeContent(change), ...stamp })
    const item = change.itemTags === undefined ? null : readItem(cache, change.id)
    if (!item) continue
    const ofList = tagged.get(item.shoppingListId) ?? []
    tagged.set(item.shoppingListId, ofList)
    ofList.push({ ...change, present: item.itemTags })
  }
  for (const [listId, ofList] of tagged) tagEach(cache, listId, ofList)
}

/** With the tags that it has until then. */
type Tagged = AsWritten<{ readonly id: string }> & Pick<TagsWish, 'present'>

function tagEach(cache: ApolloCache, listId: string, wishes: readonly Tagged[]): void {
  if (wishes.length === 0) return
  const listTags = readList(cache, listId)?.itemTags ?? []
  const tags = wishedTagsOfEach(
    cache,
    listId,
    listTags,
    wishes.map(({ itemTags, itemTagsBefore, present }) => ({
      inputs: many(itemTags),
      present,
      before: itemTagsBefore == null ? undefined : many(itemTagsBefore),
    })),
  )
  policies.tagItems(
    cache,
    listId,
    wishes.map(({ id }, at) => ({ itemId: id, tags: tags[at] ?? [] })),
  )
}

/** Where items are wanted; those without a wish are not named. */
export function placesOf(items: readonly ItemPlaceInput[]): readonly RowPlace[] {
  return items.flatMap(({ id, afterItemId }) =>
    afterItemId === undefined ? [] : [{ id, afterId: afterItemId }],
  )
}

/** Rows where they are wanted, as shown; orders are left to `orderAnew` or to the server. */
export function placeItems(cache: ApolloCache, listId: string, places: readonly RowPlace[]): void {
  if (places.length > 0) changeItemIds(cache, listId, ids => moveEachAfter(ids, places))
}

/** The prediction alone: orders of rows that were just put where they stand, as the server will give them. */
export function orderAnew(cache: ApolloCache, listId: string, put: ReadonlySet<string>): void {
  const rows: { readonly id: string; readonly order: number }[] = []
  cache.modify<Record<string, readonly Reference[]>>({
    id: listCacheId(listId),
    fields: {
      items: (refs, { canRead, readField }) => {
        for (const ref of refs) {
          if (canRead(ref))
            rows.push({ id: idOf(cacheIdOf(ref)), order: Number(readField('order', ref)) })
        }
        return refs
      },
    },
  })
  const orders = fillOrders(
    rows.map(({ id, order }) => ({ order: put.has(id) ? undefined : order })),
  )
  for (const [at, { id, order }] of rows.entries()) {
    if (orders[at] !== order) setFields(cache, itemCacheId(id), { order: orders[at] })
  }
}
