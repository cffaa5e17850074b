/** Who has a list, and what they may do (spec section 12): whole wanted sets, and a new owner. */

import type { Kysely, Selectable } from 'kysely'
import { nameKey } from '../../../rules/names.ts'
import {
  checkPeopleCount,
  type MergedShares,
  mergeShares,
  mergeSharesOf,
  type Share,
  type ShareWish,
} from '../../../rules/people/sharing.ts'
import type { ValidationIssue } from '../../../rules/validation-issue.ts'
import { type OpenedList, openList } from '../../access/access.ts'
import { friendsAmong, hasBlockedAmong } from '../../access/friends-of-account.ts'
import { endMembership, joinList } from '../../access/memberships.ts'
import { lockAccounts, raiseRevision, touchAccounts, type Writer } from '../../changes/changes.ts'
import { noteActivity } from '../../changes/noted-activity.ts'
import { WriteConflict } from '../../changes/write-conflict.ts'
import type { MembershipTable, Schema } from '../../db/schema.ts'
import type { ShoppingListFriendInput } from '../../generated/schema.ts'
import { badInput, forbidden, refuse } from '../../refusal.ts'
import type { Context, Mutations } from '../engine/context.ts'
import { checkRoomForList, freeName } from './new-list.ts'
import { presentOneList } from './shopping-list-record.ts'

export const sharingMutations = {
  async handOverShoppingList(_, { id, userId }, context, info) {
    const { viewer } = context
    await openList(context, id, 'OWNER')
    if (userId === viewer.id) {
      throw badInput({ field: 'userId', message: 'This list is yours already.' })
    }
    await checkMember(context, id, userId)
    await lockAccounts(context, [viewer.id, userId])
    const revision = await raiseRevision(context, id)
    const list = await openList(context, id, 'OWNER')
    await checkMember(context, id, userId)
    await checkRoomOf(context, userId)
    await touchAccounts(context, [viewer.id, userId])
    await giveList(context, list, userId, revision)
    noteActivity(context, { listId: id, kind: 'LIST_HANDED_OVER' })
    return presentOneList(context, await openList(context, id, 'VIEW'), info)
  },
} satisfies Mutations

/** Makes somebody who has the list its owner; both accounts and the list, at `revision`, are locked. */
export async function giveList(
  writer: Writer & Partial<Pick<Context, 'charge'>>,
  list: { readonly id: string; readonly name: string; readonly userId: number },
  userId: number,
  revision: number,
): Promise<void> {
  const { db, now, viewer, moved } = writer
  const raised = moved.raised.get(list.id)
  if (raised) moved.raised.set(list.id, { ...raised, ownerId: userId })
  const name = await freeName(writer, userId, list.name, list.id)
  await db
    .updateTable('shopping_list')
    .set({
      user_id: userId,
      name,
      name_key: nameKey(name),
      self_revision: revision,
      updated_at: now,
      // Nobody else hands it over: with the end of an account nobody does.
      updated_by: viewer.id === list.userId ? viewer.id : null,
    })
    .where('id', '=', list.id)
    .execute()
  for (const [memberId, sharedBy] of [
    [userId, null],
    [list.userId, userId],
  ] as const) {
    await db
      .updateTable('membership')
      .set({
        permission: 'ADMIN',
        shared_by_user_id: sharedBy,
        permission_revision: revision,
        previous_permission: null,
      })
      .where('list_id', '=', list.id)
      .where('user_id', '=', memberId)
      .execute()
  }
}

/** As a call asks for it. */
export interface WantedShares {
  /** Of whom the set speaks; undefined: of all. */
  readonly changedFriendIds: readonly number[] | undefined
  readonly knownRevision: number | undefined
}

/** What a wish would do, found before anything is locked. */
export interface SharePlan extends WantedShares {
  /** All but what was wished for the owner. */
  readonly wishes: readonly ShareWish[]
  /** Whose accounts it moves, ascending: they are locked before the list. */
  readonly accounts: readonly number[]
}

/**
 * Refuses what cannot be meant: one person twice, one of whom the set does not speak, the owner, somebody who is no
 * friend of the caller, or whom a block parted from the owner. Who became the owner after `knownRevision` is passed over: they have all that could be wished
 * for them.
 */
export async function planShares(
  context: Context,
  list: OpenedList,
  inputs: readonly ShoppingListFriendInput[],
  wanted: WantedShares,
): Promise<SharePlan> {
  const { changedFriendIds, knownRevision } = wanted
  const named = inputs.map(({ friendId, permission }) => ({ friendId, permission }))
  if (new Set(named.map(({ friendId }) => friendId)).size < named.length) {
    throw badInput({ field: 'shoppingListFriends', message: 'Name each person once.' })
  }
  if (changedFriendIds && named.some(({ friendId }) => !changedFriendIds.includes(friendId))) {
    throw badInput({
      field: 'changedFriendIds',
      message: 'Name everybody whom shoppingListFriends names.',
    })
  }
  const wishes = named.filter(({ friendId }) => friendId !== list.userId)
  if (wishes.length < named.length && !(await isNewOwner(context, list, knownRevision))) {
    throw forbidden('The owner always has the list. Ask them to hand it over.')
  }
  const merged = await mergeNow(context, list, { ...wanted, wishes })
  await checkJoining(context, list, merged.joined)
  return { ...wanted, wishes, accounts: accountsOf(merged) }
}

/** Whether the list was handed over after `knownRevision`. */
async function isNewOwner(
  { db }: Context,
  list: OpenedList,
  knownRevision: number | undefined,
): Promise<boolean> {
  const owner = await db
    .selectFrom('membership')
    .select('permission_revision')
    .where('list_id', '=', list.id)
    .where('user_id', '=', list.userId)
    .executeTakeFirst()
  return (
    owner !== undefined && (knownRevision ?? Number.POSITIVE_INFINITY) < owner.permission_revision
  )
}

/** Does it: the list is locked at `revision`, the accounts are, too. */
export async function setShares(
  context: Context,
  list: OpenedList,
  plan: SharePlan,
  revision: number,
): Promise<void> {
  const merged = await mergeNow(context, list, plan)
  // Somebody else changed the set between the look and the lock.
  const locked = new Set(plan.accounts)
  if (accountsOf(merged).some(id => !locked.has(id))) throw new WriteConflict()
  // Friends a moment ago, perhaps.
  await checkJoining(context, list, merged.joined)
  for (const { friendId, permission } of merged.joined) {
    await joinList(
      context,
      {
        id: context.newId(),
        listId: list.id,
        userId: friendId,
        permission,
        sharedBy: context.viewer.id,
        byLink: false,
      },
      revision,
    )
  }
  for (const { friendId, permission } of merged.changed) {
    await context.db
      .updateTable('membership')
      .set(({ ref }) => ({
        permission,
        permission_revision: revision,
        previous_permission: ref('permission'),
      }))
      .where('list_id', '=', list.id)
      .where('user_id', '=', friendId)
      .execute()
  }
  for (const friendId of merged.left) await endMembership(context, list.id, friendId, revision)
  const present = (await readShares(context, list)).filter(({ left }) => left === null)
  refuse(checkPeopleCount(present.length))
}

async function mergeNow(
  context: Context,
  list: OpenedList,
  { wishes, changedFriendIds, knownRevision }: Omit<SharePlan, 'accounts'>,
): Promise<MergedShares> {
  const shares = await readShares(context, list)
  const own = shares.find(share => share.friendId === context.viewer.id && share.left === null)
  const isNamed = wishes.some(({ friendId }) => friendId === context.viewer.id)
  const wanted = own && !isNamed ? [...wishes, own] : wishes
  return changedFriendIds
    ? mergeSharesOf(changedFriendIds, shares, wanted, knownRevision)
    : mergeShares(shares, wanted, knownRevision)
}

function accountsOf({ joined, changed, left }: MergedShares): number[] {
  const ids = [...joined, ...changed].map(({ friendId }) => friendId)
  return [...ids, ...left].sort((a, b) => a - b)
}

/** Everybody but the owner who has the list or had it. */
async function readShares({ db }: Context, list: OpenedList): Promise<Share[]> {
  const rows = await db
    .selectFrom('membership')
    .selectAll()
    .where('list_id', '=', list.id)
    .where('user_id', '<>', list.userId)
    .orderBy('id')
    .execute()
  return rows.map(toShare)
}

function toShare(row: Selectable<MembershipTable>): Share {
  return {
    friendId: row.user_id,
    permission: row.permission,
    // Whoever handed it over is among the others since then, however long they have had it.
    joined: row.previous_permission === null ? row.permission_revision : row.joined_revision,
    // Whoever left before revisions of leaving were kept left long ago.
    left: row.ended_at === null ? null : (row.left_revision ?? 0),
    changed: row.permission_revision,
    before: row.previous_permission,
  }
}

/**
 * The same sentence for a stranger and for whoever does not exist. Nor does an administrator bring together again whom
 * a block parted from the owner; which of the two blocked is theirs to tell.
 */
async function checkJoining(
  { db, viewer }: Context,
  list: OpenedList,
  joining: readonly ShareWish[],
): Promise<void> {
  const ids = joining.map(({ friendId }) => friendId)
  const friends = await friendsAmong(db, viewer.id, ids)
  const refuseWith = (message: string) => badInput({ field: 'shoppingListFriends', message })
  if (!ids.every(id => friends.has(id))) {
    throw refuseWith('A list can be shared with your friends only, once both of you have accepted.')
  }
  if (await hasBlockedAmong(db, list.userId, ids)) {
    throw refuseWith('This list cannot be shared with one of these people. Ask its owner.')
  }
}

async function checkMember({ db }: Context, listId: string, userId: number): Promise<void> {
  const member = await db
    .selectFrom('membership')
    .select('id')
    .where('list_id', '=', listId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (member) return
  const message = 'Only somebody with whom the list is shared can become its owner.'
  throw badInput({ field: 'userId', message })
}

async function checkRoomOf({ db }: Context, userId: number): Promise<void> {
  const issue = await issueOfCapacity(db, userId)
  if (issue) throw badInput(issue)
}

/** Whether somebody else can own one list more. */
export async function issueOfCapacity(
  db: Kysely<Schema>,
  userId: number,
): Promise<ValidationIssue | undefined> {
  const issue = await checkRoomForList(db, userId)
  if (!issue) return undefined
  const message = `They have ${issue.limit} lists already, which is the most that one person can keep.`
  return { ...issue, field: 'userId', message }
}
