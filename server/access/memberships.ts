/**
 * Who has which list (spec section 12). The accounts concerned are locked by whoever calls, before the lists: the
 * order of all locks. Where somebody leaves, the memberships of those whom they invited change too, under the lock of
 * the list alone.
 */
import type { Kysely } from 'kysely'
import type { Permission } from '../../rules/people/permissions.ts'
import { raiseRevisions, type Writer } from '../changes/changes.ts'
import type { Schema } from '../db/schema.ts'

export interface Joining {
  readonly id: string
  readonly listId: string
  readonly userId: number
  readonly permission: Permission
  /** What they might do before they left it. */
  readonly before?: Permission | undefined
  readonly sharedBy: number
  readonly byLink: boolean
}

/** Gives a person a list, at the end of theirs; also one that they had before. `revision` is the list's. */
export async function joinList(writer: Writer, joining: Joining, revision: number): Promise<void> {
  const membership = {
    permission: joining.permission,
    ord: await nextOrd(writer.db, joining.userId),
    favourite: 0,
    shared_by_user_id: joining.sharedBy,
    ended_at: null,
    joined_revision: revision,
    left_revision: null,
    left_by_self: 0,
    permission_revision: revision,
    previous_permission: joining.before ?? null,
    by_link: joining.byLink ? 1 : 0,
  }
  await writer.db
    .insertInto('membership')
    .values({
      ...membership,
      id: joining.id,
      list_id: joining.listId,
      user_id: joining.userId,
    })
    .onConflict(clash => clash.columns(['list_id', 'user_id']).doUpdateSet(membership))
    .execute()
}

/** The place behind all lists of a person, those in the bin included, of which each may come back to its own. */
export async function nextOrd(db: Kysely<Schema>, userId: number): Promise<number> {
  // Each is the end of an index, in whose order PostgreSQL wants it asked for: else it goes through all of them.
  const lastOf = (inBin: number) =>
    db
      .selectFrom('membership')
      .select('ord')
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .where('in_bin', '=', inBin)
      .orderBy('ended_at', 'desc')
      .orderBy('in_bin', 'desc')
      .orderBy('ord', 'desc')
      .limit(1)
  const { there, inBin } = await db
    .selectNoFrom([lastOf(0).as('there'), lastOf(1).as('inBin')])
    .executeTakeFirstOrThrow()
  return Math.max(there ?? -1, inBin ?? -1) + 1
}

/**
 * The rows stay: they explain to the people later why the list is not there. Who is left is not told of them.
 * `revision` is the list's; 0 of one that lies in the bin, null where they leave it there themselves. `bySelf` is that
 * they left, and nobody took the list from them.
 */
export function endMembership(
  writer: Writer,
  listId: string,
  userId: number,
  revision: number | null,
  { bySelf = false }: { readonly bySelf?: boolean } = {},
): Promise<void> {
  writer.moved.lost.push({ listId, userId })
  return endMemberships(writer, [listId], userId, revision, bySelf)
}

/** The same of some lists of one revision, of which no device is told. */
async function endMemberships(
  { db, now }: Writer,
  listIds: readonly string[],
  userId: number,
  revision: number | null,
  bySelf = false,
): Promise<void> {
  await db
    .updateTable('membership')
    .set({ ended_at: now, left_revision: revision, left_by_self: bySelf ? (revision ?? 0) : 0 })
    .where('list_id', 'in', listIds)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
  // Whom they invited has it from its owner now: who is not on it can neither give more of it nor take it away.
  await db
    .updateTable('membership')
    .set(({ selectFrom }) => ({
      shared_by_user_id: selectFrom('shopping_list')
        .select('user_id')
        .whereRef('shopping_list.id', '=', 'membership.list_id'),
    }))
    .where('list_id', 'in', listIds)
    .where('shared_by_user_id', '=', userId)
    .execute()
  await db
    .updateTable('item')
    // So told to everybody's devices; nobody is told of what lies in the bin.
    .set({ updated_by: null, ...(revision ? { revision } : {}) })
    .where('list_id', 'in', listIds)
    // As all are: it leads SQLite to the index that knows who changed what.
    .where('revision', '>=', 0)
    .where('updated_by', '=', userId)
    .execute()
  await db
    .updateTable('shopping_list')
    .set({ updated_by: null })
    .where('id', 'in', listIds)
    .where('updated_by', '=', userId)
    .execute()
}

/** Says that a list's own fields, people included, changed at this revision. */
export async function stampPeople({ db }: Writer, listId: string, revision: number): Promise<void> {
  await db
    .updateTable('shopping_list')
    .set({ self_revision: revision })
    .where('id', '=', listId)
    .execute()
}

/**
 * In the bin there may be thousands. Named one by one: of what comes out of a JSON text, PostgreSQL does not know how much
 * it is, and looked at all of the person's memberships for each.
 */
const listsAtOnce = 500

/** Ends what a person has of lists in the bin, of which nobody is told. Their account is locked. */
export async function endInBin(
  writer: Writer,
  listIds: readonly string[],
  userId: number,
): Promise<void> {
  for (let at = 0; at < listIds.length; at += listsAtOnce) {
    await endMemberships(writer, listIds.slice(at, at + listsAtOnce), userId, 0)
  }
}

/**
 * Ends every share that one of two people owns or has given to the other (spec section 12), in the bin, too. Both
 * accounts are locked.
 */
export async function endSharesBetween(writer: Writer, one: number, other: number): Promise<void> {
  const shares = await sharesBetween(writer.db, one, other)
  const present = shares.filter(({ deletedAt }) => deletedAt === null)
  const revisions = await raiseRevisions(
    writer,
    present.map(({ listId }) => listId),
  )
  for (const { listId, userId } of present) {
    await endMembership(writer, listId, userId, revisions.get(listId) ?? 0)
  }
  for (const userId of [one, other]) {
    const inBin = shares.filter(share => share.deletedAt !== null && share.userId === userId)
    await endInBin(
      writer,
      inBin.map(({ listId }) => listId),
      userId,
    )
  }
  for (const [listId, revision] of revisions) await stampPeople(writer, listId, revision)
}

function sharesBetween(db: Kysely<Schema>, one: number, other: number) {
  return db
    .selectFrom('membership')
    .innerJoin('shopping_list', 'shopping_list.id', 'membership.list_id')
    .where('membership.ended_at', 'is', null)
    .where('membership.user_id', 'in', [one, other])
    .whereRef('membership.user_id', '<>', 'shopping_list.user_id')
    .where(({ eb, or }) =>
      or([
        eb('shopping_list.user_id', 'in', [one, other]),
        eb('membership.shared_by_user_id', 'in', [one, other]),
      ]),
    )
    .select([
      'membership.list_id as listId',
      'membership.user_id as userId',
      'shopping_list.deleted_at as deletedAt',
    ])
    .execute()
}
