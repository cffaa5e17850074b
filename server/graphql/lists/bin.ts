/** The bin: what was deleted in the last 30 days, and how lists come back. */

import { type Kysely, type Selectable, sql } from 'kysely'
import { derivedId } from '../../../rules/derived-id.ts'
import { stillGone } from '../../../rules/items/still-gone.ts'
import { limits } from '../../../rules/limits.ts'
import { copyItems, copyTags } from '../../../rules/lists/copy.ts'
import { isPossibleId, openList } from '../../access/access.ts'
import { touchAccounts } from '../../changes/changes.ts'
import { noteActivity } from '../../changes/noted-activity.ts'
import { WriteConflict } from '../../changes/write-conflict.ts'
import { jsonRows } from '../../db/json-rows.ts'
import type { Database } from '../../db/open.ts'
import type { MembershipTable, Schema } from '../../db/schema.ts'
import { type Purge, purgedAtOnce } from '../../jobs/sweeper.ts'
import { conflict, notFound } from '../../refusal.ts'
import type { Context, Mutations, Queries } from '../engine/context.ts'
import { readNewId } from '../engine/input.ts'
import { parseContent } from '../items/deleted-item.ts'
import { itemContent } from '../items/item-record.ts'
import { readTags } from '../items/item-tag.ts'
import { findOwnList, insertList } from './new-list.ts'
import { presentOneList } from './shopping-list-record.ts'
import { insertItems, insertTags } from './whole-list.ts'

const dayMs = 24 * 60 * 60 * 1000
/** So that all of a long list can come back that was emptied by mistake. */
const itemsAtOnce = limits.itemsPerList

export const binQueries = {
  async deletedShoppingLists(_, _args, { db, now, viewer }) {
    const rows = await db
      .selectFrom('shopping_list')
      .leftJoin('item', 'item.list_id', 'shopping_list.id')
      .select(['shopping_list.id', 'shopping_list.name', 'shopping_list.deleted_at'])
      .select('shopping_list.list_type as listType')
      .select(({ fn }) => fn.count<number>('item.id').as('count'))
      .where('shopping_list.user_id', '=', viewer.id)
      .where('shopping_list.deleted_at', '>', oldestKept(now))
      .where('shopping_list.restored_as', 'is', null)
      .groupBy('shopping_list.id')
      .orderBy('shopping_list.deleted_at', 'desc')
      .orderBy('shopping_list.id')
      .execute()
    return rows.map(row => ({
      id: row.id,
      name: row.name,
      listType: row.listType,
      itemCount: Number(row.count),
      deletedAt: row.deleted_at ?? now,
      purgedAt: purgeMoment(row.deleted_at ?? now),
    }))
  },

  async deletedItems(_, { shoppingListId }, { db, now, ...context }) {
    const list = await openList({ ...context, db }, shoppingListId, 'VIEW')
    const present = await db
      .selectFrom('item')
      .select(['name', 'notes', 'unit_id as unitId'])
      .select(['quantity_in_stock as quantityInStock'])
      .select(['quantity_to_purchase as quantityToPurchase'])
      .where('list_id', '=', list.id)
      .execute()
    const rows = await shownInBin(db, list.id)
      .select(['item_id', 'gone_at', 'content'])
      .where('gone_at', '>', oldestKept(now))
      .execute()
    const kept = rows.flatMap(row => {
      const content = parseContent(row.content)
      return content ? [{ ...content, id: row.item_id, deletedAt: row.gone_at }] : []
    })
    const deleted = stillGone(kept, present)
    const names = await namesOf(
      db,
      deleted.map(({ userId }) => userId),
    )
    return deleted.map(({ userId, ...item }) => ({
      ...item,
      shoppingListId: list.id,
      deletedByName: names.get(userId) ?? null,
      purgedAt: purgeMoment(item.deletedAt),
    }))
  },
} satisfies Queries

/** What the bin shows of a list, and perhaps what is to be emptied next; the latest first. */
export function shownInBin(db: Kysely<Schema>, listId: string) {
  return db
    .selectFrom('item_gone')
    .where('item_gone.list_id', '=', listId)
    .where('item_gone.reason', '=', 'DELETED')
    .where('item_gone.content', 'is not', null)
    .orderBy('item_gone.gone_at', 'desc')
    .orderBy('item_gone.item_id')
    .limit(itemsAtOnce)
}

export const binMutations = {
  async restoreShoppingList(_, { id, newId }, context, info) {
    const backId = readNewId(context, 'newId', newId)
    const first = await findOwnList(context, backId)
    if (first) return presentOneList(context, first, info)
    await restoreList(context, id, backId)
    return presentOneList(context, await openList(context, backId, 'VIEW'), info)
  },
} satisfies Mutations

/** The deleted id stays dead: the list comes back as a new one with all that it had, at the owner's old place. */
async function restoreList(context: Context, id: string, backId: string): Promise<void> {
  const { db, now, viewer } = context
  const own = isPossibleId(id) ? await findDeleted(context, id) : undefined
  // Asked before anybody's account is touched.
  if (!own) throw await whyNotThere(context, id, backId)
  // Their lists get one more; accounts are locked before lists, by ascending id.
  await touchAccounts(
    context,
    (await membersOf(context, id)).map(member => member.user_id),
  )
  // Again, now that nobody can leave it any more.
  const members = await membersOf(context, id)
  const list = await db
    .updateTable('shopping_list')
    .set({ restored_as: backId })
    .where('id', '=', id)
    .where('user_id', '=', viewer.id)
    .where('deleted_at', '>', oldestKept(now))
    .where('restored_as', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!list) throw await whyNotThere(context, id, backId)

  const place = members.find(member => member.user_id === viewer.id)
  const revision = await insertList(context, {
    id: backId,
    name: list.name,
    listType: list.list_type,
    notes: list.notes,
    favourite: place?.favourite === 1,
  })
  const tags = (await readTags(db, [id])).get(id) ?? []
  const rows = await db
    .selectFrom('item')
    .selectAll()
    .where('list_id', '=', id)
    .orderBy('ord')
    .orderBy('id')
    .execute()
  const items = rows.map(row => ({
    id: row.id,
    shoppingListId: id,
    ...itemContent(row, tags),
  }))
  await insertTags(context, backId, copyTags(tags, backId), revision)
  await insertItems(context, copyItems(items, backId), revision)
  if (place) await placeAgain(context, backId, place)
  // With those who had left it, or were put off it: links to it go on, and give them nothing back.
  const all = await db.selectFrom('membership').selectAll().where('list_id', '=', id).execute()
  const others = all.filter(member => member.user_id !== viewer.id)
  if (others.length > 0) {
    await db
      .insertInto('membership')
      .values(others.map(other => ({ ...other, id: context.newId(), list_id: backId })))
      .execute()
  }
  await keepHistory(context, list, backId)
  await keepBin(context, id, backId)
  await db.updateTable('share_link').set({ list_id: backId }).where('list_id', '=', id).execute()
  await openFirstAgain(context, id, backId, members)
  noteActivity(context, { listId: backId, kind: 'LIST_RESTORED' })
}

/** A deleted list of the person's own that can still come back. */
function findDeleted({ db, now, viewer }: Context, id: string) {
  return db
    .selectFrom('shopping_list')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', viewer.id)
    .where('deleted_at', '>', oldestKept(now))
    .where('restored_as', 'is', null)
    .executeTakeFirst()
}

function membersOf({ db }: Context, listId: string) {
  return db
    .selectFrom('membership')
    .selectAll()
    .where('list_id', '=', listId)
    .where('ended_at', 'is', null)
    .execute()
}

/** The history goes on where it ended, so the revisions, which order it, go on too. */
async function keepHistory(
  { db, moved }: Context,
  list: { readonly id: string; readonly revision: number },
  backId: string,
): Promise<void> {
  const revision = list.revision + 1
  await db.updateTable('shopping_list').set({ revision }).where('id', '=', backId).execute()
  await db.updateTable('activity').set({ list_id: backId }).where('list_id', '=', list.id).execute()
  moved.lists.set(backId, revision)
}

/** The bin of its items, whose 30 days go on; under new ids, as what is on the list: the old ones stay dead with it. */
async function keepBin({ db }: Context, id: string, backId: string): Promise<void> {
  const shown = await shownInBin(db, id).select('item_id').execute()
  const renamed = jsonRows(
    shown,
    row => row.item_id,
    row => ({ id: derivedId(backId, row.item_id) }),
  )
  await sql`
    with renamed as materialized (select key, value from json_each(${renamed}))
    insert into item_gone (list_id, item_id, revision, reason, gone_at, content)
    select cast(${backId} as text), renamed.value ->> 'id', revision, reason, gone_at, content
    from renamed join item_gone on item_gone.item_id = renamed.key and item_gone.list_id = ${id}
  `.execute(db)
  // Nothing is kept twice.
  await db
    .updateTable('item_gone')
    .set({ content: null })
    .where('list_id', '=', id)
    .where('content', 'is not', null)
    .execute()
}

/** For whoever chose the list as the one that opens first; their accounts are locked. */
async function openFirstAgain(
  context: Context,
  id: string,
  backId: string,
  members: readonly { readonly user_id: number }[],
): Promise<void> {
  const chosen = await context.db
    .updateTable('user_config')
    .set({ shopping_list_id: backId, updated_at: context.now })
    .where('shopping_list_id', '=', id)
    .where(
      'user_id',
      'in',
      members.map(member => member.user_id),
    )
    .returning('user_id')
    .execute()
  await touchAccounts(
    context,
    chosen.map(row => row.user_id),
    'preferences',
  )
}

/**
 * Orders may repeat and have gaps: the old one puts the list back between its neighbours. It stays as silent as it
 * was, and since its history goes on, nothing of that is told again.
 */
async function placeAgain(
  { db, viewer }: Context,
  listId: string,
  place: Selectable<MembershipTable>,
): Promise<void> {
  const { ord, notices, noticed_revision, joined_revision } = place
  await db
    .updateTable('membership')
    .set({ ord, notices, noticed_revision, joined_revision })
    .where('list_id', '=', listId)
    .where('user_id', '=', viewer.id)
    .execute()
}

async function whyNotThere({ db, viewer }: Context, id: string, backId: string) {
  const list = await db
    .selectFrom('shopping_list')
    .select(['deleted_at', 'restored_as'])
    .where('id', '=', id)
    .where('user_id', '=', viewer.id)
    .executeTakeFirst()
  if (!list) return notFound()
  if (list.deleted_at === null) return conflict('This list was not deleted.')
  if (list.restored_as === backId) return new WriteConflict()
  if (list.restored_as !== null) return conflict('This list was brought back already.')
  return notFound('LIST_DELETED')
}

async function namesOf(
  db: Context['db'],
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('user')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', [...new Set(userIds)])
    .execute()
  return new Map(rows.map(row => [row.id, `${row.first_name} ${row.last_name}`.trim()]))
}

function oldestKept(now: string): string {
  return new Date(Date.parse(now) - limits.binDays * dayMs).toISOString()
}

function purgeMoment(deletedAt: string): string {
  return new Date(Date.parse(deletedAt) + limits.binDays * dayMs).toISOString()
}

/** Empties what was deleted more than 30 days ago; the bare traces stay, so that their ids stay dead. */
export const purgeBin: Purge = async (database, now) => {
  const oldest = oldestKept(now.toISOString())
  const { numAffectedRows: emptied = 0n } = await sql`
    update item_gone set content = null where (list_id, item_id) in
      (select list_id, item_id from item_gone
       where gone_at <= ${oldest} and content is not null limit ${purgedAtOnce})
  `.execute(database.query)
  if (emptied > 0n) return Number(emptied)
  const list = await database.query
    .selectFrom('shopping_list')
    .select('id')
    .where('deleted_at', '<=', oldest)
    .where('name', '<>', '')
    .executeTakeFirst()
  if (!list) return 0
  const purged = await emptyList(database, list.id)
  if (purged > 0) return purged
  await database.query
    .updateTable('shopping_list')
    .set({ name: '', name_key: '', notes: null })
    .where('id', '=', list.id)
    .execute()
  return 1
}

/** One slice of what is on a deleted list. */
async function emptyList({ query }: Database, id: string): Promise<number> {
  let purged = 0
  for (const table of ['item', 'activity', 'item_tag'] as const) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where list_id = ${id} and id in
        (select id from ${sql.table(table)} where list_id = ${id} limit ${purgedAtOnce})
    `.execute(query)
    purged += Number(numAffectedRows)
  }
  return purged
}

/** As long as a request for it may be repeated, its id stays dead. */
const deadForMs = 90 * dayMs

/** Forgets lists that were emptied, with their traces, 90 days after they were deleted. */
export const purgeEmptiedLists: Purge = async (database, now) => {
  const list = await database.query
    .selectFrom('shopping_list')
    .select('id')
    .where('deleted_at', '<', new Date(now.getTime() - deadForMs).toISOString())
    .where('name', '=', '')
    .executeTakeFirst()
  if (!list) return 0
  const { numAffectedRows: traces = 0n } = await sql`
    delete from item_gone where list_id = ${list.id} and item_id in
      (select item_id from item_gone where list_id = ${list.id} limit ${purgedAtOnce})
  `.execute(database.query)
  if (traces > 0n) return Number(traces)
  await database.query.deleteFrom('shopping_list').where('id', '=', list.id).execute()
  return 1
}
