/** Rows of items as the contract shows them. */
import type { Unit } from '../../../rules/items/units.ts'
import type { ItemRow, ItemsList, OpenedList } from '../../access/access.ts'
import type { Item, ItemTag } from '../../generated/schema.ts'
import type { Context } from '../engine/context.ts'
import { readTagsFor, type TagsByList, tagsOfItem } from './item-tag.ts'

/** `tags` holds the tags of every list concerned, `lists` what the person may do there. */
export function presentItems(
  context: Context,
  rows: readonly ItemRow[],
  lists: ReadonlyMap<string, Pick<OpenedList, 'permission'>>,
  tags: TagsByList,
): Item[] {
  return rows.flatMap(row => {
    const list = lists.get(row.list_id)
    if (!list) return []
    return {
      id: row.id,
      shoppingListId: row.list_id,
      ...itemContent(row, tags.get(row.list_id) ?? []),
      unit: unitOf(context, row.unit_id),
      order: row.ord,
      permission: list.permission,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      updatedBy: row.updated_by,
    }
  })
}

function unitOf({ units }: Context, unitId: string | null): Unit | null {
  return unitId === null ? null : (units.find(({ id }) => id === unitId) ?? null)
}

/** What a person writes of an item: shown, kept in the bin and with the history, copied. */
export type ItemContent = Omit<
  Item,
  | '__typename'
  | 'id'
  | 'shoppingListId'
  | 'unit'
  | 'order'
  | 'permission'
  | 'createdAt'
  | 'updatedAt'
  | 'updatedBy'
>

/** `listTags` are the tags of its list; none if those of items are not wanted. */
export function itemContent(row: ItemRow, listTags: readonly ItemTag[]) {
  return {
    name: row.name,
    purchased: row.purchased === 1,
    notes: row.notes,
    unitId: row.unit_id,
    quantityInStock: row.quantity_in_stock,
    quantityToPurchase: row.quantity_to_purchase,
    itemTags: tagsOfItem(row.tags, listTags),
  } satisfies { readonly [Field in keyof ItemContent]-?: ItemContent[Field] }
}

/** One item; reads its list's tags only where it has any and they were not read before. */
export async function presentItem(
  context: Context,
  row: ItemRow,
  list: ItemsList,
  known?: TagsByList,
): Promise<Item> {
  const tags = known ?? (await readTagsFor(context.db, row)) ?? new Map()
  const [item] = presentItems(context, [row], new Map([[list.id, list]]), tags)
  if (!item) throw new Error('An item was presented without its list.')
  return item
}

/** Every item of these lists, list by list in their order. */
export function readItemRows({ db }: Context, listIds: readonly string[]): Promise<ItemRow[]> {
  if (listIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('item')
    .selectAll()
    .where('list_id', 'in', listIds)
    .orderBy('list_id')
    .orderBy('ord')
    .orderBy('id')
    .execute()
}

/** As `presentItems` takes them. */
export function listsById(lists: readonly OpenedList[]): ReadonlyMap<string, OpenedList> {
  return new Map(lists.map(list => [list.id, list]))
}
