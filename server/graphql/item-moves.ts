/** Items that change their place: within a list, or from one list to another. */
import { sql } from 'kysely'
import { checkItemCount } from '../../rules/counts.ts'
import { fillOrders, moveEachAfter } from '../../rules/order.ts'
import type { ItemRow } from '../access.ts'
import type { ItemPlaceInput, ItemTag } from '../generated/schema.ts'
import { refuse } from '../refusal.ts'
import type { Context } from './context.ts'
import { inChunks } from './item-batch.ts'
import { newMembers, readTags, tagsOfItem } from './item-tag.ts'
import { joinTags } from './list-tags.ts'

export interface Place {
  readonly id: string
  readonly ord: number
}

/** Ids and orders of a list's items, first to last. */
export function readPlaces({ db }: Context, listId: string): Promise<Place[]> {
  return db
    .selectFrom('item')
    .select(['id', 'ord'])
    .where('list_id', '=', listId)
    .orderBy('ord')
    .orderBy('id')
    .execute()
}

/** How many items a list has, and the order of the next one. */
export async function readEnd(
  { db }: Context,
  listId: string,
): Promise<{ readonly count: number; readonly nextOrd: number }> {
  const { count, last } = await db
    .selectFrom('item')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('ord').as('last')])
    .where('list_id', '=', listId)
    .executeTakeFirstOrThrow()
  return { count, nextOrd: (last ?? -1) + 1 }
}

/** Writes what changed of an order, many rows in one statement, and stamps `revision` on them. */
export async function writePlaces(
  { db }: Context,
  places: readonly Place[],
  revision: number,
): Promise<void> {
  for (let start = 0; start < places.length; start += rowsAtOnce) {
    const rows = places
      .slice(start, start + rowsAtOnce)
      .map(({ id, ord }) => sql`(cast(${id} as text), cast(${ord} as integer))`)
    await sql`
      with place (id, ord) as (values ${sql.join(rows)})
      update item set ord = place.ord, revision = ${revision}
      from place where item.id = place.id
    `.execute(db)
  }
}

const rowsAtOnce = 500

/** Puts those of the rows that are on this list where they are wanted; it is locked and raised already. */
export async function placeRows(
  context: Context,
  list: { readonly id: string; readonly revision: number },
  places: readonly ItemPlaceInput[],
): Promise<void> {
  if (places.length === 0) return
  const present = await readPlaces(context, list.id)
  const ordsById = new Map(present.map(({ id, ord }) => [id, ord]))
  const own = places.flatMap(({ id, afterItemId }) =>
    ordsById.has(id) ? [{ id, afterId: afterItemId ?? null }] : [],
  )
  if (own.length === 0) return
  const placed = new Set(own.map(({ id }) => id))
  const ids = moveEachAfter([...ordsById.keys()], own)
  const orders = fillOrders(
    ids.map(id => ({ order: placed.has(id) ? undefined : ordsById.get(id) })),
  )
  const moved = ids.flatMap((id, at) => {
    const ord = orders[at] ?? 0
    return ordsById.get(id) === ord ? [] : [{ id, ord }]
  })
  await writePlaces(context, moved, list.revision)
}

/**
 * Moves items to the end of another list, in the order given; both lists are locked and raised already.
 * Their tags are merged there by name (spec section 4). Answers with the rows as they are now.
 */
export async function moveToList(
  context: Context,
  items: readonly ItemRow[],
  from: { readonly id: string; readonly revision: number },
  to: { readonly id: string; readonly revision: number },
): Promise<ItemRow[]> {
  if (items.length === 0) return []
  const { db, now } = context
  const end = await readEnd(context, to.id)
  refuse(checkItemCount(end.count + items.length))
  const sourceTags = (await readTags(db, [from.id])).get(from.id) ?? []
  const tagIds = await tagIdsThere(context, items, sourceTags, to)
  const moved: ItemRow[] = []
  for (const [index, item] of items.entries()) {
    const ids = tagsOfItem(item.tags, sourceTags).flatMap(tag => tagIds.get(tag.id) ?? [])
    const row: ItemRow = {
      ...item,
      list_id: to.id,
      ord: end.nextOrd + index,
      tags: newMembers(ids, to.revision),
      revision: to.revision,
      updated_at: now,
    }
    await db.updateTable('item').set(row).where('id', '=', item.id).execute()
    moved.push(row)
  }
  const ids = items.map(item => item.id)
  await markGone(context, from, ids, 'MOVED')
  for (const some of inChunks(ids)) {
    await db
      .deleteFrom('item_gone')
      .where('list_id', '=', to.id)
      .where('item_id', 'in', some)
      .execute()
  }
  return moved
}

/** Remembers that items left a list, for readers who still know them. */
export async function markGone(
  { db, now }: Context,
  list: { readonly id: string; readonly revision: number },
  itemIds: readonly string[],
  reason: 'DELETED' | 'MOVED',
): Promise<void> {
  for (let start = 0; start < itemIds.length; start += rowsAtOnce) {
    const rows = itemIds.slice(start, start + rowsAtOnce).map(id => ({
      list_id: list.id,
      item_id: id,
      revision: list.revision,
      reason,
      gone_at: now,
    }))
    await db
      .insertInto('item_gone')
      .values(rows)
      .onConflict(clash =>
        clash.columns(['list_id', 'item_id']).doUpdateSet(({ ref }) => ({
          revision: ref('excluded.revision'),
          reason: ref('excluded.reason'),
          gone_at: ref('excluded.gone_at'),
        })),
      )
      .execute()
  }
}

/** For each tag that the items carry: the tag of the same name in the other list, made where it lacks. */
async function tagIdsThere(
  context: Context,
  items: readonly ItemRow[],
  sourceTags: readonly ItemTag[],
  to: { readonly id: string; readonly revision: number },
): Promise<ReadonlyMap<string, string>> {
  const used = new Set(items.flatMap(item => tagsOfItem(item.tags, sourceTags).map(tag => tag.id)))
  const tags = sourceTags.filter(tag => used.has(tag.id))
  const ids = await joinTags(
    context,
    to.id,
    to.revision,
    tags.map(({ name, color }) => ({ name, color })),
  )
  return new Map(tags.flatMap((tag, index) => (ids[index] ? [[tag.id, ids[index]]] : [])))
}
