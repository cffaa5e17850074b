/** How a deleted list comes back. */
import { type Selectable, sql } from 'kysely'
import { derivedId } from '../../../rules/derived-id.ts'
import { copyItems, copyTags } from '../../../rules/lists/copy.ts'
import { isPossibleId } from '../../access/access.ts'
import { touchAccounts } from '../../changes/changes.ts'
import { noteActivity } from '../../changes/noted-activity.ts'
import { WriteConflict } from '../../changes/write-conflict.ts'
import { jsonRows } from '../../db/json-rows.ts'
import type { MembershipTable, ShoppingListTable } from '../../db/schema.ts'
import { conflict, notFound } from '../../refusal.ts'
import type { Context } from '../engine/context.ts'
import { itemContent } from '../items/item-record.ts'
import { readTags } from '../items/item-tag.ts'
import { renameItemsInHistory } from './activity-undo.ts'
import { insertList } from './new-list.ts'
import { oldestKept, shownInBin } from './shown-in-bin.ts'
import { insertItems, insertTags } from './whole-list.ts'

/** The deleted id stays dead: the list comes back as a new one with all that it had, at the owner's old place. */
export async function restoreList(context: Context, id: string, backId: string): Promise<void> {
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
  const waiting = await whoWaitedForNews(context, list)
  const asTold = (member: Selectable<MembershipTable>) =>
    waiting.has(member.user_id) ? member : { ...member, noticed_revision: list.revision }
  if (place) await placeAgain(context, backId, asTold(place))
  // With those who had left it, or were put off it: links to it go on, and give them nothing back.
  const all = await db.selectFrom('membership').selectAll().where('list_id', '=', id).execute()
  const others = all.filter(member => member.user_id !== viewer.id)
  if (others.length > 0) {
    await db
      .insertInto('membership')
      .values(
        others.map(other => ({
          ...asTold(other),
          ...{ id: context.newId(), list_id: backId, in_bin: 0 },
        })),
      )
      .execute()
  }
  await keepHistory(context, list, backId)
  await keepBin(context, id, backId)
  await renameItemsInHistory(context.db, backId)
  await db.updateTable('share_link').set({ list_id: backId }).where('list_id', '=', id).execute()
  await openFirstAgain(context, id, backId, members)
  noteActivity(context, { listId: backId, kind: 'LIST_RESTORED' })
}

/** What was done before is news to those alone who had asked for notices before the list was deleted. */
async function whoWaitedForNews(
  { db }: Context,
  { id, deleted_at }: Selectable<ShoppingListTable>,
): Promise<ReadonlySet<number>> {
  const askers = await db
    .selectFrom('push_subscription')
    .innerJoin('membership', 'membership.user_id', 'push_subscription.user_id')
    .where('membership.list_id', '=', id)
    .where('push_subscription.created_at', '<=', deleted_at ?? '')
    .select('membership.user_id')
    .execute()
  return new Set(askers.map(row => row.user_id))
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
