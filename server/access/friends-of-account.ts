/** Friends of one account: who they are, and what becomes of them when it comes, goes or gets another name. */
import type { Kysely } from 'kysely'
import { limits } from '../../rules/limits.ts'
import { areFriends } from '../../rules/people/friends.ts'
import { lockAccounts, lockOpenings, touchAccounts, type Writer } from '../changes/changes.ts'
import { numbersIn } from '../db/json-rows.ts'
import type { Schema } from '../db/schema.ts'
import { findCounterparts, ofPerson } from './friend-rows.ts'
import { deliverRequest } from './friendship.ts'
import { endSharesBetween } from './memberships.ts'

/** Those of `otherIds` who are the person's friends: both have accepted. */
export async function friendsAmong(
  db: Kysely<Schema>,
  userId: number,
  otherIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (otherIds.length === 0) return new Set()
  const rows = await ofPerson(db, userId)
    .where('friend_user_id', 'in', numbersIn(otherIds))
    .where('is_known', '=', 1)
    .execute()
  return new Set(
    rows
      .filter(row => areFriends({ mine: row.my_status, theirs: row.friend_status }))
      .flatMap(row => row.friend_user_id ?? []),
  )
}

/** Whether one of them and the person blocked the other. */
export async function hasBlockedAmong(
  db: Kysely<Schema>,
  userId: number,
  otherIds: readonly number[],
): Promise<boolean> {
  if (otherIds.length === 0) return false
  const row = await db
    .selectFrom('friend')
    .select('id')
    .where('my_status', '=', 'BLOCKED')
    .where(({ eb, and, or }) =>
      or([
        and([eb('user_id', '=', userId), eb('friend_user_id', 'in', numbersIn(otherIds))]),
        and([eb('user_id', 'in', numbersIn(otherIds)), eb('friend_user_id', '=', userId)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Requests that were sent to an address before it had an account reach it now. Locks the accounts of those who sent
 * them, and `hostId`, by whose invitation the account is opened.
 */
export async function deliverRequests(
  writer: Writer,
  user: { readonly id: number; readonly email_key: string },
  hostId = user.id,
): Promise<void> {
  await lockOpenings(writer.db)
  const find = () =>
    writer.db
      .selectFrom('friend')
      .select(['id', 'user_id'])
      .where('email_key', '=', user.email_key)
      .where('is_known', '=', 0)
      .where('friend_user_id', 'is', null)
      .where('my_status', '=', 'ACCEPTED')
      .where('user_id', '<>', user.id)
      .orderBy('user_id')
      .limit(limits.friends)
      .execute()
  const askers = (await find()).map(row => row.user_id)
  await lockAccounts(writer, [user.id, hostId, ...askers])
  // Again, now that they are locked: whoever went took along what they had asked.
  const rows = await find()
  for (const row of rows) await deliverRequest(writer, row, user.id)
}

/**
 * Before an account goes: its friendships end on both sides, and every share between. What others asked of its
 * address stays with them as a request that nobody answers. Call it in the transaction that deletes the account.
 */
export async function endFriendshipsOf(writer: Writer, userId: number): Promise<void> {
  const { db } = writer
  const others = await findCounterparts(db, userId)
  await lockAccounts(writer, [userId, ...others])
  for (const otherId of [...others].sort((a, b) => a - b)) {
    await touchAccounts(writer, [userId, otherId], 'friends')
    await endSharesBetween(writer, userId, otherId)
  }
  await db.deleteFrom('friend').where('user_id', '=', userId).execute()
  await db
    .deleteFrom('friend')
    .where('friend_user_id', '=', userId)
    .where('is_known', '=', 1)
    .execute()
  await db
    .updateTable('friend')
    .set({ friend_user_id: null, friend_status: 'INVITED' })
    .where('friend_user_id', '=', userId)
    .execute()
}

/** Says to everybody who is told the person's name that it is another now, and to the person's own devices. */
export async function tellFriends(writer: Writer, userId: number): Promise<void> {
  await touchAccounts(writer, await toldOf(writer.db, userId), 'friends')
}

/**
 * Locks all whom `tellFriends` tells: before the own account alone is locked, or two friends who change theirs wait for
 * each other, and before it looks whom there is to tell, or who becomes a friend in between is not told. Answers with how
 * many accounts that are.
 */
export async function lockFriends(db: Kysely<Schema>, userId: number): Promise<number> {
  const told = await toldOf(db, userId)
  await lockAccounts({ db }, told)
  return told.length
}

/** The person, and everybody who knows them as a person. */
async function toldOf(db: Kysely<Schema>, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('friend')
    .select('user_id')
    .where('friend_user_id', '=', userId)
    .where('is_known', '=', 1)
    .execute()
  return [userId, ...rows.map(row => row.user_id)]
}
