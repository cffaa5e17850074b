/**
 * Records of items and lists with their types, straight from a store: a tick pays for this, so nothing goes
 * through a query. Of what is seen (`offline.peek`) and of the base (`cache.peekBase`) alike.
 */
import type { ApolloCache } from '@apollo/client'
import type { ListType } from '../../../rules/items/stock.ts'
import { type MaybePermission, permissions } from '../../../rules/people/permissions.ts'
import type { CacheRecord, DerivedCache } from '../../offline/derived-cache.ts'
import { idOf, itemCacheId, listCacheId, refsOf, rootCacheId, tagCacheId } from './cache-ids.ts'
import { type ItemContent, readContent } from './item-content.ts'
import { cursorCacheId } from './local-records.ts'
import { type Person, peopleCacheId } from './people.ts'

export interface ReadTag {
  readonly id: string
  readonly name: string
  readonly color: string
}

/** When it was made and last changed, ISO 8601 (the device's clock while it waits), and by whom. */
export interface ItemStamp {
  readonly createdAt: string
  readonly updatedAt: string
  /** The userId of who changed it; null where nobody knows. */
  readonly updatedBy: number | null
}

/** What a person writes of an item, and what is told of it besides. */
export interface ReadItem extends Omit<ItemContent, 'itemTags'>, ItemStamp {
  readonly id: string
  readonly shoppingListId: string
  readonly itemTags: readonly ReadTag[]
  /** Its place in the list. */
  readonly order: number
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
  readonly updatedAt: string
  /** Whose it is. */
  readonly userId: number
  /** Null of a list of one's own. */
  readonly sharedByName: string | null
  readonly permission: MaybePermission
}

export interface Reader {
  item(id: string): ReadItem | undefined
  /** The same without the rest of it: for thousands that matters. */
  itemStamp(id: string): ItemStamp | undefined
  /** Cache ids of its tags, as they lie there: for thousands that matters, too. */
  itemTagRefs(id: string): readonly string[]
  tag(id: string): ReadTag | undefined
  list(id: string): ReadList | undefined
  /** The items of a list, in their order. */
  itemIds(listId: string): readonly string[]
  /** The lists, in the person's order. */
  listIds(): readonly string[]
  /** Everybody who has a list but its owner; none if that was never told. */
  people(listId: string): readonly Person[]
  /** Up to where the server told of a list or of the account; undefined if it never did. */
  revision(unit: string): number | undefined
}

/** A record as it lies in a store; undefined if it is not there (any more). */
export type Peek = (cacheId: string) => CacheRecord | undefined

/** What a person sees: the base with the waiting edits on top. */
export function seenRecords(offline: { readonly peek: Peek }): Reader {
  return createReader(cacheId => offline.peek(cacheId))
}

/** What the server said of it, without the edits that wait: the app's own cache tells single records. */
export function baseRecords(cache: ApolloCache): Reader {
  return createReader(cacheId =>
    canPeekBase(cache) ? cache.peekBase(cacheId) : Object(cache.extract())[cacheId],
  )
}

/** What is seen through a cache, as edits are handed it: the app's own tells single records. */
export function seenIn(cache: ApolloCache): Reader {
  return createReader(cacheId =>
    canPeek(cache) ? cache.peek(cacheId) : Object(cache.extract(true))[cacheId],
  )
}

function canPeekBase(cache: object): cache is Pick<DerivedCache, 'peekBase'> {
  return 'peekBase' in cache
}

function canPeek(cache: object): cache is { readonly peek: Peek } {
  return 'peek' in cache
}

export function createReader(peek: Peek): Reader {
  function tag(cacheId: string): ReadTag | undefined {
    const { id, name, color } = peek(cacheId) ?? {}
    return typeof id === 'string' ? { id, name: textIn(name), color: textIn(color) } : undefined
  }
  const tags = (record: CacheRecord) => refsOf(record.itemTags).flatMap(ref => tag(ref) ?? [])
  const isThere = (ref: string) => typeof peek(ref)?.id === 'string'

  return {
    item(id) {
      const record = peek(itemCacheId(id))
      const shoppingListId = record?.shoppingListId
      if (!record || typeof shoppingListId !== 'string') return undefined
      return {
        id,
        shoppingListId,
        ...readContent(record),
        itemTags: tags(record),
        order: numberIn(record.order),
        ...stampIn(record),
      }
    },
    itemStamp(id) {
      const record = peek(itemCacheId(id))
      return record && stampIn(record)
    },
    itemTagRefs: id => refsOf(peek(itemCacheId(id))?.itemTags),
    tag: id => tag(tagCacheId(id)),
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
        order: numberIn(record.order),
        updatedAt: textIn(record.updatedAt),
        userId: numberIn(record.userId),
        sharedByName: typeof record.sharedByName === 'string' ? record.sharedByName : null,
        permission: permissions.find(level => level === record.permission),
      }
    },
    itemIds: listId =>
      refsOf(peek(listCacheId(listId))?.items)
        .filter(isThere)
        .map(idOf),
    listIds: () => refsOf(peek(rootCacheId)?.getAllShoppingList).filter(isThere).map(idOf),
    people: listId => (peek(peopleCacheId(listId))?.people ?? []) as readonly Person[],
    revision(unit) {
      const known = peek(cursorCacheId(unit))?.revision
      return typeof known === 'number' ? known : undefined
    },
  }
}

function stampIn({ createdAt, updatedAt, updatedBy }: CacheRecord): ItemStamp {
  return {
    createdAt: textIn(createdAt),
    updatedAt: textIn(updatedAt),
    updatedBy: typeof updatedBy === 'number' ? updatedBy : null,
  }
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function numberIn(value: unknown): number {
  return typeof value === 'number' ? value : 0
}
