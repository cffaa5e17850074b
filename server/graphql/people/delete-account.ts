/** The end of an account: nothing of the person stays, and everybody who shared something is told. */
import { type Kysely, sql } from 'kysely'
import { findCounterparts } from '../../access/friend-rows.ts'
import { endFriendshipsOf } from '../../access/friends-of-account.ts'
import { rememberItemsOfLists, rememberPeopleOfLists } from '../../access/gone-lists.ts'
import { endInBin, endMembership, stampPeople } from '../../access/memberships.ts'
import { rememberInvitesOf } from '../../access/share-links.ts'
import { lockAccounts, raiseRevision, raiseRevisions, type Writer } from '../../changes/changes.ts'
import { forgetAnswers } from '../../changes/once.ts'
import type { Schema } from '../../db/schema.ts'
import { letterNames } from '../../mail/letter-names.ts'
import type { NewMail } from '../../mail/mails.ts'
import { notFound } from '../../refusal.ts'
import { createBreathing } from '../engine/breathing.ts'
import { giveList, issueOfCapacity } from '../lists/sharing.ts'
import type { Heirs } from './account-sums.ts'
import { forgetPersonInAnswers } from './forget-person.ts'

interface Deletion {
  /** Lists on which somebody else is ADMIN become theirs, where they have room; absent where nobody gets any. */
  readonly heirs?: Heirs | undefined
  /** Throws if it is not to be, now that neither account changes any more: that of who asks, and the one that goes. */
  readonly whenLocked?: () => Promise<void>
}

/** What is known of an account that is gone, for the last letter to its person. */
export interface GoneAccount {
  readonly email: string
  /** Null where nobody has proven the address. */
  readonly verified_at: string | null
}

/** Tells its person, in the transaction that deleted it. It names no account, or it would go with that. */
export function accountDeleted({ email }: GoneAccount, at: string): NewMail {
  return { letter: letterNames.accountDeleted, to: email, data: { at } }
}

/**
 * Deletes the account with its lists, memberships, friends, stored answers and feedback, and takes its name and
 * address out of the answers that are stored for others. In the transaction of who calls; what it moved is to be
 * announced after the commit. Lists of others lose the person and keep their items.
 */
export async function deleteAccount(
  writer: Writer,
  userId: number,
  { heirs, whenLocked }: Deletion = {},
): Promise<GoneAccount> {
  const { db, moved } = writer
  const others = await peopleAround(db, userId)
  await lockAccounts(writer, [writer.viewer.id, userId, ...others])
  await whenLocked?.()
  const user = await db
    .selectFrom('user')
    .select(['id', 'email', 'first_name', 'last_name', 'invite_id', 'verified_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
  // Somebody else was faster.
  if (!user) throw notFound()
  await rememberInvitesOf(db, user, writer.now)
  const lists = await listsOf(db, userId)
  await holdLists(db, lists)
  if (heirs) await handOverLists(writer, userId, heirs)
  // Before the friendships end: whoever has a list by one loses it with them.
  const shared = await rememberPeopleOfLists(db, userId, writer.now)
  // Before the friendships end: whom the person invited has each list from its owner by then, and keeps it.
  await leaveLists(writer, userId)
  await endFriendshipsOf(writer, userId)
  await dropInSlices(writer, userId, shared)
  const own = await dropLists(writer, userId)
  await forgetAnswers(
    db,
    lists.map(({ id }) => id),
  )
  await forgetPersonInAnswers(db, { person: user, others, now: writer.now })
  await rememberSessions(writer, userId)
  await db.deleteFrom('user').where('id', '=', userId).execute()
  for (const id of own) moved.lists.delete(id)
  moved.accounts.delete(userId)
  moved.signedOut.add(userId)
  return user
}

/** Friends, whoever has something to do with being one, and everybody on a list of the person's. */
async function peopleAround(db: Kysely<Schema>, userId: number): Promise<number[]> {
  const friends = await findCounterparts(db, userId)
  const members = await db
    .selectFrom('membership as own')
    .innerJoin('membership as other', 'other.list_id', 'own.list_id')
    .where('own.user_id', '=', userId)
    .select('other.user_id')
    .distinct()
    .execute()
  const ids = new Set([...friends, ...members.map(row => row.user_id)])
  ids.delete(userId)
  return [...ids]
}

/** All that the person has or had, whose stored answers may name them. */
function listsOf(db: Kysely<Schema>, userId: number) {
  return db
    .selectFrom('membership')
    .innerJoin('shopping_list', 'shopping_list.id', 'membership.list_id')
    .select(['shopping_list.id', 'shopping_list.deleted_at'])
    .where('membership.user_id', '=', userId)
    .execute()
}

/**
 * By ascending id, before any is handed over, left or dropped: a batch that has one of them may wait for the next. Not
 * those in the bin, of which there may be thousands: nobody writes there but who holds an account that is locked here.
 */
async function holdLists(
  db: Kysely<Schema>,
  lists: readonly { readonly id: string; readonly deleted_at: string | null }[],
): Promise<void> {
  const ids = lists.flatMap(({ id, deleted_at }) => (deleted_at === null ? [id] : []))
  for (const id of ids.sort()) {
    await db
      .updateTable('shopping_list')
      .set({ revision: sql`revision` })
      .where('id', '=', id)
      .execute()
  }
}

/** To the ADMIN who has had each list the longest and has room for it. */
async function handOverLists(writer: Writer, userId: number, heirs: Heirs): Promise<void> {
  const { db } = writer
  const candidates = await db
    .selectFrom('shopping_list')
    .innerJoin('membership', 'membership.list_id', 'shopping_list.id')
    .where('shopping_list.user_id', '=', userId)
    .where('shopping_list.deleted_at', 'is', null)
    .where('membership.user_id', '<>', userId)
    .where('membership.permission', '=', 'ADMIN')
    .where('membership.ended_at', 'is', null)
    .orderBy('shopping_list.id')
    .orderBy('membership.joined_revision')
    .orderBy('membership.user_id')
    .select(['shopping_list.id', 'shopping_list.name', 'membership.user_id as heirId'])
    .execute()
  const given = new Set<string>()
  for (const { id, name, heirId } of candidates) {
    if (given.has(id) || (await issueOfCapacity(db, heirId))) continue
    if (!(await heirs.take(heirId, id))) continue
    given.add(id)
    const revision = await raiseRevision(writer, id)
    await giveList(writer, { id, name, userId }, heirId, revision)
  }
}

/** So that each browser that was signed in is told why it no longer is: by the hash of its cookie, and no name. */
async function rememberSessions({ db, now }: Writer, userId: number): Promise<void> {
  // However many there are: a script may have signed in every few minutes for half a year.
  await sql`
    insert into single_use_token (hash, purpose, created_at, expires_at)
    select hash, 'account-gone', ${now}, expires_at from session where user_id = ${userId}
  `.execute(db)
}

/** Also those in the bin: who was invited there has them from their owner, too, once they come back. */
async function leaveLists(writer: Writer, userId: number): Promise<void> {
  const rows = await writer.db
    .selectFrom('membership')
    .innerJoin('shopping_list', 'shopping_list.id', 'membership.list_id')
    .where('membership.user_id', '=', userId)
    .where('membership.ended_at', 'is', null)
    .where('shopping_list.user_id', '<>', userId)
    .select(['shopping_list.id', 'shopping_list.deleted_at'])
    .execute()
  const present = rows.filter(({ deleted_at }) => deleted_at === null).map(({ id }) => id)
  const revisions = await raiseRevisions(writer, present)
  for (const [id, revision] of revisions) {
    await endMembership(writer, id, userId, revision)
    await stampPeople(writer, id, revision)
  }
  const inBin = rows.filter(({ deleted_at }) => deleted_at !== null).map(({ id }) => id)
  await endInBin(writer, inBin, userId)
}

/** Lists that nobody took over go for everybody; whoever had one is told that it is no longer there. */
async function dropLists({ db, moved }: Writer, userId: number): Promise<string[]> {
  const members = await db
    .selectFrom('shopping_list')
    .innerJoin('membership', 'membership.list_id', 'shopping_list.id')
    .where('shopping_list.user_id', '=', userId)
    .where('membership.user_id', '<>', userId)
    .where('membership.ended_at', 'is', null)
    .select(['membership.list_id as listId', 'membership.user_id as userId'])
    .execute()
  moved.lost.push(...members)
  const dropped = await db
    .deleteFrom('shopping_list')
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  return dropped.map(({ id }) => id)
}

/**
 * The most of what goes with an account, and the whole of what is on its own lists, in slices: one statement stops the
 * process of SQLite until it has its end. Whoever only asks is answered between two of them.
 */
async function dropInSlices(
  { db, now }: Writer,
  userId: number,
  shared: ReadonlySet<string>,
): Promise<void> {
  const breathe = createBreathing()
  const onOwnLists = sql`list_id in (select id from shopping_list where user_id = ${userId})`
  for (const [table, columns, whose, told] of [
    ['request', ['user_id', 'token'], sql`user_id = ${userId}`, sql`user_id`],
    ['activity', ['id'], onOwnLists, sql`id`],
    ['item_gone', ['list_id', 'item_id'], onOwnLists, sql`list_id, item_id, reason`],
    ['item', ['id'], onOwnLists, sql`list_id, id as item_id`],
  ] as const) {
    const key = sql.join(columns.map(column => sql.ref(column)))
    for (let dropped = droppedAtOnce; dropped >= droppedAtOnce; ) {
      const { rows } = await sql<DroppedRow>`
        delete from ${sql.table(table)} where (${key}) in
          (select ${key} from ${sql.table(table)} where ${whose} limit ${droppedAtOnce})
        returning ${told}
      `.execute(db)
      dropped = rows.length
      const items = rows.flatMap(({ list_id: listId, item_id: id, reason }) =>
        listId && id && shared.has(listId) && reason !== 'MOVED' ? { id, listId } : [],
      )
      await rememberItemsOfLists(db, items, now)
      await breathe()
    }
  }
}

/** Of an item, or of one that left its list: which it was. */
interface DroppedRow {
  readonly list_id?: string
  readonly item_id?: string
  readonly reason?: string
}

/** More than most accounts have of anything; SQLite takes some milliseconds for them. */
const droppedAtOnce = 1_000
