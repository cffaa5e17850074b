/** Items that change their place: within a list, or from one list to another. */

import { sql } from 'kysely'
import { checkItemCount } from '../../../rules/counts.ts'
import { fillOrders, moveEachAfter } from '../../../rules/lists/order.ts'
import type { ItemRow } from '../../access/access.ts'
import { stampOf } from '../../changes/changes.ts'
import { noteActivity } from '../../changes/noted-activity.ts'
import { toldItemOf } from '../../changes/told-bytes.ts'
import { jsonKeys, jsonRows } from '../../db/json-rows.ts'
import { type Place as PlaceFor, prepare } from '../../db/prepared.ts'
import type { ItemPlaceInput, ItemTag } from '../../generated/schema.ts'
import { refuse } from '../../refusal.ts'
import type { Context } from '../engine/context.ts'
import { joinTags } from '../lists/list-tags.ts'
import { parseMembers, readTags, tagsOfItem } from './item-tag.ts'

export interface Place {
  readonly id: string
  readonly ord: number
}

/** So many places cost as much as one item that is answered. */
const placesPerRow = 40

/** Ids and orders of a list's items, first to last. How many they are is known only now, and is paid for. */
export async function readPlaces({ db, charge }: Context, listId: string): Promise<Place[]> {
  const places = await db
    .selectFrom('item')
    .select(['id', 'ord'])
    .where('list_id', '=', listId)
    .orderBy('ord')
    .orderBy('id')
    .execute()
  charge(places.length / placesPerRow)
  return places
}

/** How many items a list has, and the order of the next one. */
export async function readEnd(
  { db }: Context,
  listId: string,
): Promise<{ readonly count: number; readonly nextOrd: number }> {
  const end = await findEnd.first(db, { listId })
  return { count: end?.count ?? 0, nextOrd: (end?.last ?? -1) + 1 }
}

const findEnd = prepare((db, place: PlaceFor<{ listId: string }>) =>
  db
    .selectFrom('item')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('ord').as('last')])
    .where('list_id', '=', place('listId')),
)

/** Writes what changed of an order, many rows in one statement, and stamps `revision` on them. */
export async function writePlaces(
  { db }: Context,
  places: readonly Place[],
  revision: number,
): Promise<void> {
  if (places.length === 0) return
  const rows = jsonRows(
    places,
    place => place.id,
    ({ ord }) => ({ ord }),
  )
  await sql`
    with place as materialized (select key, value from json_each(${rows}))
    update item set ord = cast(place.value ->> 'ord' as integer), revision = ${revision}
    from place where item.id = place.key
  `.execute(db)
}

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
    afterItemId !== undefined && ordsById.has(id) ? [{ id, afterId: afterItemId }] : [],
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

/** From one list to another, both at one revision (`lockForMove`). */
interface Move {
  readonly from: string
  readonly to: string
  readonly revision: number
}

/**
 * Moves items to the end of another list, in the order given. Their tags are merged there by name (spec section 4).
 * Answers with the rows as they are now. Refuses where they do not fit, though `leaving` items are about to leave that
 * list.
 */
export async function moveToList(
  context: Context,
  items: readonly ItemRow[],
  { from, to, revision }: Move,
  leaving = 0,
): Promise<ItemRow[]> {
  if (items.length === 0) return []
  const { db, now, viewer } = context
  const end = await readEnd(context, to)
  refuse(checkItemCount(end.count + items.length - leaving))
  const sourceTags = (await readTags(db, [from])).get(from) ?? []
  const tagIds = await tagIdsThere(context, items, sourceTags, { id: to, revision })
  const moved: ItemRow[] = []
  let bytes = 0
  for (const [index, item] of items.entries()) {
    bytes += toldItemOf(item, tagsOfItem(item.tags, sourceTags))
    const members = parseMembers(item.tags).flatMap(({ id, joined, left }) => {
      const there = left === null ? tagIds.get(id) : undefined
      return there === undefined ? [] : [{ id: there, joined, left }]
    })
    const row: ItemRow = {
      ...item,
      list_id: to,
      ord: end.nextOrd + index,
      tags: JSON.stringify(members),
      revision,
      ...stampOf(context),
    }
    moved.push(row)
  }
  const rows = jsonRows(
    moved,
    row => row.id,
    ({ ord, tags }) => ({ ord, tags }),
  )
  await sql`
    with fresh as materialized (select key, value from json_each(${rows}))
    update item set list_id = ${to}, ord = cast(fresh.value ->> 'ord' as integer),
      tags = fresh.value ->> 'tags', revision = ${revision}, updated_at = ${now},
      updated_by = ${viewer.id}
    from fresh where item.id = fresh.key
  `.execute(db)
  context.moved.carried.push({ from, to, bytes })
  const ids = items.map(item => item.id)
  await markGone(context, { id: from, revision }, ids, 'MOVED')
  await sql`
    delete from item_gone
    where list_id = ${to} and item_id in (select fresh.key from json_each(${rows}) as fresh)
  `.execute(db)
  return moved
}

/** Tells of items that left one list for another; of each list first what left it. */
export function noteMoves(
  context: Context,
  moves: readonly {
    readonly rows: readonly ItemRow[]
    readonly from: string
    readonly to: string
  }[],
): void {
  const told = moves.flatMap(({ rows, from, to }) =>
    rows.length === 0 ? [] : { names: rows.map(row => row.name), from, to },
  )
  for (const { names, from } of told) {
    noteActivity(context, { listId: from, kind: 'ITEM_MOVED_OUT', names })
  }
  for (const { names, to } of told) {
    noteActivity(context, { listId: to, kind: 'ITEM_MOVED_IN', names })
  }
}

/** Remembers that items left a list, for readers who still know them. */
export async function markGone(
  { db, now }: Pick<Context, 'db' | 'now'>,
  list: { readonly id: string; readonly revision: number },
  itemIds: readonly string[],
  reason: 'DELETED' | 'MOVED',
): Promise<void> {
  if (itemIds.length === 0) return
  const rows = jsonKeys(itemIds)
  // A join would begin with "on": "where true" keeps the parsers apart.
  await sql`
    insert into item_gone (list_id, item_id, revision, reason, gone_at)
    select cast(${list.id} as text), gone.key, cast(${list.revision} as integer),
      cast(${reason} as text), cast(${now} as text)
    from json_each(${rows}) as gone where true
    on conflict (list_id, item_id) do update
    set revision = excluded.revision, reason = excluded.reason, gone_at = excluded.gone_at
  `.execute(db)
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
