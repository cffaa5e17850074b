/**
 * The few things that undo reads of what is visible, straight from the records: a tick pays for this, so
 * nothing goes through a query.
 */
import type { ListType } from '../../../rules/stock.ts'
import type { CacheRecord } from '../../offline/derived-cache.ts'
import { idOf, itemCacheId, listCacheId, rootCacheId } from '../records/cache-ids.ts'

export interface UndoTag {
  readonly id: string
  readonly name: string
  readonly color: string
}

/** What a person writes of an item. */
export interface UndoItem {
  readonly id: string
  readonly shoppingListId: string
  readonly name: string
  readonly purchased: boolean
  readonly notes: string | null
  readonly itemTags: readonly UndoTag[]
  readonly unitId: string | null
  readonly quantityInStock: number
  readonly quantityToPurchase: number | null
}

/** What a person writes of a list. */
export interface UndoList {
  readonly id: string
  readonly name: string
  readonly listType: ListType
  readonly favourite: boolean
  readonly notes: string | null
  readonly itemTags: readonly UndoTag[]
  /** Where it stands among the person's lists. */
  readonly order: number
}

export interface UndoView {
  item(id: string): UndoItem | undefined
  list(id: string): UndoList | undefined
  /** The items of a list, in their order. */
  itemIds(listId: string): readonly string[]
  /** The lists, in the person's order. */
  listIds(): readonly string[]
}

export type Peek = (cacheId: string) => CacheRecord | undefined

export function createUndoView(peek: Peek): UndoView {
  const tags = (record: CacheRecord): readonly UndoTag[] =>
    refsOf(record.itemTags).flatMap(ref => {
      const tag = peek(ref)
      const id = textOf(tag?.id)
      return id === null
        ? []
        : { id, name: textOf(tag?.name) ?? '', color: textOf(tag?.color) ?? '' }
    })
  const isThere = (ref: string) => typeof peek(ref)?.id === 'string'

  return {
    item(id) {
      const record = peek(itemCacheId(id))
      const shoppingListId = textOf(record?.shoppingListId)
      if (!record || shoppingListId === null) return undefined
      return {
        id,
        shoppingListId,
        name: textOf(record.name) ?? '',
        purchased: record.purchased === true,
        notes: textOf(record.notes),
        itemTags: tags(record),
        unitId: textOf(record.unitId),
        quantityInStock: numberOf(record.quantityInStock) ?? 0,
        quantityToPurchase: numberOf(record.quantityToPurchase),
      }
    },
    list(id) {
      const record = peek(listCacheId(id))
      const name = textOf(record?.name)
      if (!record || name === null) return undefined
      return {
        id,
        name,
        listType: record.listType === 'STOCK' ? 'STOCK' : 'SIMPLE',
        favourite: record.favourite === true,
        notes: textOf(record.notes),
        itemTags: tags(record),
        order: numberOf(record.order) ?? 0,
      }
    },
    itemIds: listId =>
      refsOf(peek(listCacheId(listId))?.items)
        .filter(isThere)
        .map(idOf),
    listIds: () => refsOf(peek(rootCacheId)?.getAllShoppingList).filter(isThere).map(idOf),
  }
}

/** Cache ids of the records that a field refers to. */
function refsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.flatMap(ref => {
    const cacheId: unknown =
      typeof ref === 'object' && ref !== null ? Reflect.get(ref, '__ref') : undefined
    return typeof cacheId === 'string' ? cacheId : []
  })
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
