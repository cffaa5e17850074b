/**
 * What people keep of each other, as it lies in the database; both accounts are locked by whoever writes. Whose records
 * change is told of it, and nobody else: each question that is repeated would wake all of their devices.
 */
import { type Kysely, type Selectable, sql } from 'kysely'
import { limits } from '../../rules/limits.ts'
import {
  checkFriendCount,
  checkTurnedDownCount,
  type FriendStatus,
  friendIdOf,
  isRefusal,
  requestIdOf,
} from '../../rules/people/friends.ts'
import { touchAccount, type Writer } from '../changes/changes.ts'
import { jsonKeys, keysIn, numbersIn } from '../db/json-rows.ts'
import type { FriendTable, Schema } from '../db/schema.ts'
import { refuse } from '../refusal.ts'

export type FriendRow = Readonly<Selectable<FriendTable>>

/** No account has this id. */
export const nobody = 0

export const noRow = { id: '', user_id: nobody }

/** What one person keeps of another. */
export interface Side {
  readonly known: FriendRow | undefined
  /** Requests to an address, which happens to be the other's. */
  readonly requests: readonly FriendRow[]
  readonly answer: FriendStatus | undefined
}

/** Moves an account, and says that its friends changed. Whoever does not exist is left out. */
export async function touchFriends(writer: Writer, userId: number): Promise<void> {
  await touchAccount(writer, userId, 'friends')
}

/** One of the person's own records, by its id or by the other's userId where that is known. */
export async function findFriend(
  db: Kysely<Schema>,
  userId: number,
  id: string,
): Promise<FriendRow | undefined> {
  const otherId = readUserId(id)
  return ofPerson(db, userId)
    .where(({ eb, and, or }) =>
      or([
        eb('id', '=', id),
        ...(otherId === undefined
          ? []
          : [and([eb('friend_user_id', '=', otherId), eb('is_known', '=', 1)])]),
      ]),
    )
    .executeTakeFirst()
}

/** The same of many at once, by what each of them is called by in `ids`. */
export async function findFriends(
  db: Kysely<Schema>,
  userId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FriendRow>> {
  const otherIds = ids.flatMap(id => readUserId(id) ?? [])
  const rows = await ofPerson(db, userId)
    .where(({ eb, and, or }) =>
      or([
        eb('id', 'in', keysIn(jsonKeys(ids))),
        and([eb('friend_user_id', 'in', numbersIn(otherIds)), eb('is_known', '=', 1)]),
      ]),
    )
    .execute()
  const known = rows.filter(row => row.is_known === 1)
  return new Map([
    ...known.map(row => [String(row.friend_user_id), row] as const),
    ...rows.map(row => [row.id, row] as const),
  ])
}

/** A userId written as an id; undefined if it is none. */
export function readUserId(id: string): number | undefined {
  return /^[1-9]\d{0,9}$/.test(id) && Number(id) < 2 ** 31 ? Number(id) : undefined
}

/** The person's records of somebody, and what they answer them. */
export async function sideOf(db: Kysely<Schema>, userId: number, otherId: number): Promise<Side> {
  const rows = await ofPerson(db, userId)
    .where('friend_user_id', '=', otherId)
    .orderBy('id')
    .execute()
  const known = rows.find(row => row.is_known === 1)
  const requests = rows.filter(row => row.is_known === 0)
  // Of several addresses that were one person's a no to one of them is a no.
  const asked = requests.find(({ my_status }) => isRefusal(my_status)) ?? requests[0]
  return { known, requests, answer: known?.my_status ?? asked?.my_status }
}

/** All records of a person's own. */
export function ofPerson(db: Kysely<Schema>, userId: number) {
  return db.selectFrom('friend').selectAll().where('user_id', '=', userId)
}

/** Whoever has a record of the person, or is in one of theirs. */
export async function findCounterparts(
  db: Kysely<Schema>,
  userId: number,
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('friend')
    .select(['user_id', 'friend_user_id'])
    .where(({ eb, or }) => or([eb('user_id', '=', userId), eb('friend_user_id', '=', userId)]))
    .execute()
  return new Set(
    rows.flatMap(row => [row.user_id, row.friend_user_id ?? userId]).filter(id => id !== userId),
  )
}

/** The person's request to an address, and its id; a record that became a known person's is none any more. */
export async function findRequest(db: Kysely<Schema>, userId: number, key: string) {
  for (let count = 0; ; count += 1) {
    const id = requestIdOf(userId, key, count)
    const before = await findFriend(db, userId, id)
    if (before?.is_known !== 1) return { id, before }
  }
}

/** A record of somebody who is known; the answers of both are still to be said. */
export function newRow({ now }: Writer, userId: number, otherId: number) {
  return {
    id: friendIdOf(userId, otherId),
    user_id: userId,
    friend_user_id: otherId,
    is_known: 1,
    is_told: 1,
    email: null,
    email_key: null,
    created_at: now,
    updated_at: now,
  }
}

/** Writes a record, whether it is there or not. */
export async function putRow(writer: Writer, row: FriendRow): Promise<FriendRow> {
  const { id, user_id, created_at, ...changing } = row
  await touchFriends(writer, user_id)
  return writer.db
    .insertInto('friend')
    .values(row)
    .onConflict(clash => clash.column('id').doUpdateSet(changing))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What these records show of the other's answer. */
export async function setShown(
  writer: Writer,
  rows: readonly FriendRow[],
  answer: FriendStatus,
): Promise<void> {
  for (const { id, user_id, friend_status } of rows) {
    if (friend_status === answer) continue
    await writer.db
      .updateTable('friend')
      .set({ friend_status: answer, updated_at: writer.now })
      .where('id', '=', id)
      .execute()
    await touchFriends(writer, user_id)
  }
}

/** Forgets a record; of `noRow` by the same statements, whose time would tell whether anybody was reached. */
export async function dropRow(
  writer: Writer,
  { id, user_id }: Pick<FriendRow, 'id' | 'user_id'>,
): Promise<void> {
  await writer.db.deleteFrom('friend').where('id', '=', id).execute()
  await touchFriends(writer, user_id)
}

/**
 * Puts a request before a person, where they exist, have room and have not seen it yet. Whoever accepted the asker
 * before goes on being shown what that one answered then.
 */
export async function invite(writer: Writer, userId: number, askerId: number): Promise<void> {
  const { db, now } = writer
  const { numAffectedRows = 0n } = await sql`
    insert into friend (id, user_id, friend_user_id, is_known, is_told, my_status, friend_status,
      created_at, updated_at)
    select cast(${friendIdOf(userId, askerId)} as text), "user".id, cast(${askerId} as integer), 1, 1,
      'INVITED', 'ACCEPTED', cast(${now} as text), cast(${now} as text)
    from "user" where "user".id = ${userId} and (
      select count(*) from friend where friend.user_id = ${userId} and friend.my_status = 'INVITED'
    ) < ${limits.friends}
    on conflict (id) do update set friend_status = 'ACCEPTED', is_told = 1, updated_at = ${now}
      where friend.my_status <> 'ACCEPTED' and (friend.friend_status <> 'ACCEPTED' or friend.is_told = 0)
  `.execute(db)
  // One statement in any case: its time would tell whether anybody was reached.
  await touchFriends(writer, numAffectedRows > 0n ? userId : nobody)
}

/** Each answer has its own number, so that all of a person's records have one; what is changed within one is free. */
export async function refusePastCount(
  db: Kysely<Schema>,
  { user_id, my_status }: FriendRow,
  answer: FriendStatus,
): Promise<void> {
  if (isRefusal(answer) && !isRefusal(my_status)) {
    const count = await countAnswered(db, user_id, ['REJECTED', 'BLOCKED'])
    refuse(checkTurnedDownCount('firendStatus', count + 1))
  }
  if (answer === 'ACCEPTED' && my_status !== 'ACCEPTED') {
    refuse(checkFriendCount((await countAccepted(db, user_id)) + 1))
  }
}

/** Friends, and requests of one's own. */
export function countAccepted(db: Kysely<Schema>, userId: number): Promise<number> {
  return countAnswered(db, userId, ['ACCEPTED'])
}

async function countAnswered(
  db: Kysely<Schema>,
  userId: number,
  answers: readonly FriendStatus[],
): Promise<number> {
  const { count } = await db
    .selectFrom('friend')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('my_status', 'in', answers)
    .executeTakeFirstOrThrow()
  return Number(count)
}
