/**
 * Revisions (docs/decisions/004-revision-per-list.md): a list is the unit of order. Every write to
 * it or its items locks its row, raises its revision and stamps what it changed, so no reader can miss a late commit.
 * An account (places of lists, preferences, saved filters, friends, feedback, memberships) is another such unit.
 * Whoever needs several locks takes accounts before lists, each by ascending id, and before both what accounts are
 * opened under (`lockOpenings`).
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Asker, type Level, mayDoWithAll, mayEditListOf } from '../access/access.ts'
import { type Place, prepare } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'
import type { NotedActivity } from './noted-activity.ts'
import { WriteConflict } from './write-conflict.ts'

/** The unit id of an account where units are named, as in `changes` and `changed`. */
export const accountUnit = 'account'

/** What a mutation moved: told to everybody concerned once it is committed. */
export interface Moved {
  readonly lists: Map<string, number>
  readonly accounts: Map<number, number>
  /** Who can no longer see a list. */
  readonly lost: { readonly listId: string; readonly userId: number }[]
  /** Of whom sessions ended. */
  readonly signedOut: Set<number>
  /** Who entered a store with a list, or left it. */
  readonly shopping: Shopping[]
  /** What the history is told of it. */
  readonly activities: NotedActivity[]
  /** The lists as they were when they were locked. */
  readonly raised: Map<string, RaisedList>
  /** What left one list for another. */
  readonly carried: Carried[]
  /** Who has each list; of those alone whose people this did not touch. */
  readonly members: Map<string, readonly number[]>
}

export interface RaisedList {
  readonly name: string
  /** Its revision until then. */
  readonly before: number
  /** Whether anybody else on it wants notices, as far as `userIds` is known. */
  readonly isAwaited: boolean
  /** By whom it is owned; of one that is handed over, the new owner. */
  readonly ownerId: number
  /** Who has it; undefined where that may have changed while this waited for the list. */
  readonly userIds: readonly number[] | undefined
}

/** Ids of lists that were locked, and the bytes in which the items that moved are told. */
export interface Carried {
  readonly from: string
  readonly to: string
  readonly bytes: number
}

/** `revision` is the list's of that moment, which this does not move. */
export interface Shopping {
  readonly listId: string
  readonly revision: number
  readonly userId: number
  readonly isShopping: boolean
}

export interface Writer extends Asker {
  /** The moment of the operation, ISO 8601. */
  readonly now: string
  readonly moved: Moved
}

/** What stands on an item, and on a list itself, that is changed at this moment: when, and by whom. */
export function stampOf({ now, viewer }: Pick<Writer, 'now' | 'viewer'>) {
  return { updated_at: now, updated_by: viewer.id }
}

/** Nothing yet. */
export function createMoved(): Moved {
  return {
    lists: new Map(),
    accounts: new Map(),
    lost: [],
    signedOut: new Set(),
    shopping: [],
    activities: [],
    raised: new Map(),
    carried: [],
    members: new Map(),
  }
}

/** Adds what was moved after it: of each unit the last revision. */
export function addMoved(moved: Moved, after: Moved): void {
  for (const [id, revision] of after.lists) {
    moved.lists.set(id, revision)
    moved.members.delete(id)
  }
  for (const [id, userIds] of after.members) moved.members.set(id, userIds)
  for (const [id, revision] of after.accounts) moved.accounts.set(id, revision)
  moved.lost.push(...after.lost)
  for (const id of after.signedOut) moved.signedOut.add(id)
  moved.shopping.push(...after.shopping)
}

/** Locks the list until the commit and answers its new revision, to be stamped on what changes with it. */
export async function raiseRevision(writer: Writer, listId: string): Promise<number> {
  const row = await raiseOfList.first(writer.db, { listId, viewerId: writer.viewer.id })
  // Deleted since it was opened.
  if (!row) throw new WriteConflict()
  noteRaised(writer, row)
  return row.revision
}

/**
 * The same for the list on which the item is, if the person may edit it: then its id is answered. It needs no answer
 * of anything else, so that it can be asked along with what opens the item.
 */
export async function raiseRevisionOfItem(
  writer: Writer,
  itemId: string,
): Promise<string | undefined> {
  const row = await raiseOfItsList.first(writer.db, { itemId, viewerId: writer.viewer.id })
  if (row) noteRaised(writer, row)
  return row?.id
}

type Raised = NonNullable<Awaited<ReturnType<typeof raiseOfList.first>>>

function noteRaised({ moved }: Writer, row: Raised): void {
  const { id, revision, name, user_id: ownerId } = row
  moved.lists.set(id, revision)
  const before = moved.raised.get(id)?.before ?? revision - 1
  const userIds = row.user_ids?.split(',').map(Number)
  moved.raised.set(id, { name, before, isAwaited: row.is_awaited === 1, ownerId, userIds })
}

const raiseOfList = prepare((db, place: Place<{ listId: string; viewerId: number }>) =>
  raising(db, place('viewerId')).where('id', '=', place('listId')),
)

const raiseOfItsList = prepare((db, place: Place<{ itemId: string; viewerId: number }>) =>
  raising(db, place('viewerId'))
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('item').select('item.list_id').where('item.id', '=', place('itemId')),
    )
    .where(mayEditListOf('shopping_list.id', place('viewerId'))),
)

/**
 * On PostgreSQL one that waited for the row goes on with what others had made of this row alone: who has the list it
 * would still tell as it was before. The revision that it sees beside its own then lags behind, and it tells nothing.
 */
function raising(db: Kysely<Schema>, viewerId: number) {
  const own = sql.ref<string>('shopping_list.id')
  const seen = sql`(select seen.revision from shopping_list seen where seen.id = ${own})`
  return (
    db
      .updateTable('shopping_list')
      .set({ revision: sql`revision + 1` })
      // Written so that no index fits but that of the id, which PostgreSQL does not choose for sure.
      .where(sql<boolean>`coalesce(deleted_at, '') = ''`)
      .returning(['id', 'revision', 'name', 'user_id', isAwaited(own, viewerId)])
      .returning(
        sql<string | null>`case when ${seen} >= revision - 1 then (
          select string_agg(cast(user_id as text), ',') from membership
          where list_id = ${own} and ended_at is null) end`.as('user_ids'),
      )
  )
}

/** 1 where anybody else on the list wants notices, asked along: mostly nobody does. */
export function isAwaited(listId: string | RawBuilder<string>, viewerId: number) {
  return sql<number>`case when exists (
    select 1 from membership
    join push_subscription on push_subscription.user_id = membership.user_id
    where membership.list_id = ${listId} and membership.user_id <> ${viewerId}
  ) then 1 else 0 end`.as('is_awaited')
}

/** Several lists, locked by ascending id, so that two writers never wait for each other. */
export async function raiseRevisions(
  writer: Writer,
  listIds: Iterable<string>,
): Promise<Map<string, number>> {
  const revisions = new Map<string, number>()
  for (const id of [...new Set(listIds)].sort()) revisions.set(id, await raiseRevision(writer, id))
  return revisions
}

/**
 * As `raiseRevisions`, for what the person who asks was admitted to before: whoever took the permission away in
 * between held the lock, so it is asked for again under it. What is refused by now starts from the beginning.
 */
export async function lockLists(
  writer: Writer,
  listIds: Iterable<string>,
  level: Level,
): Promise<Map<string, number>> {
  const revisions = await raiseRevisions(writer, listIds)
  if (!(await mayDoWithAll(writer, [...revisions.keys()], level))) throw new WriteConflict()
  return revisions
}

/** The same for one list; answers its new revision. */
export async function lockList(writer: Writer, listId: string, level: Level): Promise<number> {
  return (await lockLists(writer, [listId], level)).get(listId) ?? 0
}

/**
 * The same for two lists between which items move; both come to the higher of their two new revisions. An item says of
 * each tag at which revision it came: where it goes to, that is compared with what is known of the list that it left.
 */
export async function lockForMove(
  writer: Writer,
  listIds: readonly [string, string],
): Promise<number> {
  const raised = await lockLists(writer, listIds, 'EDIT')
  const revision = Math.max(...raised.values())
  for (const [id, own] of raised) {
    if (own === revision) continue
    await writer.db.updateTable('shopping_list').set({ revision }).where('id', '=', id).execute()
    writer.moved.lists.set(id, revision)
  }
  return revision
}

/** What of an account is told whole where any of it changed. */
export type AccountPart = 'preferences' | 'filters' | 'friends' | 'feedback'

/**
 * Locks the account until the commit and raises its revision, which it answers and stamps on the part that
 * changes with it; 0 if nobody has this account.
 */
export async function touchAccount(
  { db, moved }: Writer,
  userId: number,
  part?: AccountPart,
): Promise<number> {
  const next = sql<number>`revision + 1`
  const row = await db
    .updateTable('user')
    .set({ revision: next, ...(part && { [`${part}_revision`]: next }) })
    .where('id', '=', userId)
    .returning('revision')
    .executeTakeFirst()
  if (row) moved.accounts.set(userId, row.revision)
  return row?.revision ?? 0
}

/** As `touchAccount`, for several, in the order of locks. */
export async function touchAccounts(
  writer: Writer,
  userIds: Iterable<number>,
  part?: AccountPart,
): Promise<void> {
  const ids = [...new Set(userIds)].sort((a, b) => a - b)
  for (const id of ids) await touchAccount(writer, id, part)
}

/**
 * Locks accounts without moving them: names of lists are unique per account. An update of nothing, since
 * SELECT FOR UPDATE would wait for every transaction that merely refers to the account.
 */
export async function lockAccounts(
  { db }: Pick<Asker, 'db'>,
  userIds: readonly number[],
): Promise<void> {
  for (const id of [...new Set(userIds)].sort((a, b) => a - b)) {
    await db.updateTable('user').set({ revision: sql`revision` }).where('id', '=', id).execute()
  }
}

/**
 * Until the commit nobody else opens an account, or asks whoever has an address: of two at once the second finds what
 * the first did.
 */
export async function lockOpenings(db: Kysely<Schema>): Promise<void> {
  await db
    .insertInto('setting')
    .values({ key: 'sign-up-lock', value: '' })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value: '' }))
    .execute()
}
