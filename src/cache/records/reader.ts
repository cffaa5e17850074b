/**
 * Records of items and lists with their types, straight from a store: a tick pays for this, so nothing goes
 * through a query. Of what is seen (`offline.peek`) and of the base (`cache.peekBase`) alike.
 */
import type { ApolloCache } from '@apollo/client'
import type { ListType } from '../../../rules/stock.ts'
import type { CacheRecord } from '../../offline/derived-cache.ts'
import { idOf, itemCacheId, listCacheId, refsOf, rootCacheId } from './cache-ids.ts'
import { type ItemContent, readContent } from './item-content.ts'

export interface ReadTag {
  readonly id: string
  readonly name: string
  readonly color: string
}

/** What a person writes of an item. */
export interface ReadItem extends Omit<ItemContent, 'itemTags'> {
  readonly id: string
  readonly shoppingListId: string
  readonly itemTags: readonly ReadTag[]
}

/** What a person writes of a list. */
export interface ReadList {
  readonly id: string
  readonly name: string
  readonly listType: ListType
  readonly favourite: boolean
  readonly notes: string | null
  readonly itemTags: readonly ReadTag[]
  /** Where it stands among the person's lists. */
  readonly order: number
}

export interface Reader {
  item(id: string): ReadItem | undefined
  list(id: string): ReadList | undefined
  /** The items of a list, in their order. */
  itemIds(listId: string): readonly string[]
  /** The lists, in the person's order. */
  listIds(): readonly string[]
}

type Peek = (cacheId: string) => CacheRecord | undefined

/** What a person sees: the base with the waiting edits on top. */
export function seenRecords(offline: { readonly peek: Peek }): Reader {
  return createReader(cacheId => offline.peek(cacheId))
}

/** The same through a cache, as edits are handed it: the app's own tells single records. */
export function seenIn(cache: ApolloCache): Reader {
  return createReader(cacheId =>
    canPeek(cache) ? cache.peek(cacheId) : Object(cache.extract(true))[cacheId],
  )
}

function canPeek(cache: object): cache is { readonly peek: Peek } {
  return 'peek' in cache
}

function createReader(peek: Peek): Reader {
  const tags = (record: CacheRecord): readonly ReadTag[] =>
    refsOf(record.itemTags).flatMap(ref => {
      const tag = peek(ref)
      const id = tag?.id
      return typeof id === 'string'
        ? { id, name: textIn(tag?.name), color: textIn(tag?.color) }
        : []
    })
  const isThere = (ref: string) => typeof peek(ref)?.id === 'string'

  return {
    item(id) {
      const record = peek(itemCacheId(id))
      const shoppingListId = record?.shoppingListId
      if (!record || typeof shoppingListId !== 'string') return undefined
      return { id, shoppingListId, ...readContent(record), itemTags: tags(record) }
    },
    list(id) {
      const record = peek(listCacheId(id))
      const name = record?.name
      if (!record || typeof name !== 'string') return undefined
      return {
        id,
        name,
        listType: record.listType === 'STOCK' ? 'STOCK' : 'SIMPLE',
        favourite: record.favourite === true,
        notes: typeof record.notes === 'string' ? record.notes : null,
        itemTags: tags(record),
        order: typeof record.order === 'number' ? record.order : 0,
      }
    },
    itemIds: listId =>
      refsOf(peek(listCacheId(listId))?.items)
        .filter(isThere)
        .map(idOf),
    listIds: () => refsOf(peek(rootCacheId)?.getAllShoppingList).filter(isThere).map(idOf),
  }
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
