/** Invitations as the contract has them: one's own, and links that share a list. */

import { daysBefore } from '../../../rules/days.ts'
import { openList } from '../../access/access.ts'
import {
  acceptInviteInTransaction,
  deadInvite,
  findInvite,
  ownInvite,
} from '../../access/invites.ts'
import { isPersonal, rememberRenewed } from '../../access/share-links.ts'
import { touchAccount } from '../../changes/changes.ts'
import type { ShareLink } from '../../generated/schema.ts'
import { badInput, conflict, Refusal } from '../../refusal.ts'
import { hashToken } from '../../tokens/hash-token.ts'
import type { Context, Mutations, Queries } from '../engine/context.ts'
import { presentLists, presentOneList } from '../lists/shopping-list-record.ts'
import { countChange } from './friend.ts'
import { presentFriend } from './friend-record.ts'

const linkDays = 7
const linksPerList = 20
/** With those that ended, of which only the newest are still sent around. */
const rowsPerList = 100

export const inviteQueries = {
  async getFriendByInviteId(_, { inviteId }, { db, now }) {
    const invite = await findInvite(db, inviteId, now)
    if (!invite) return null
    const { userId, firstName, lastName } = invite
    return { userId, firstName, lastName, email: null }
  },
} satisfies Queries

export const inviteMutations = {
  async createShareLink(_, { shoppingListId, permission, inviteId }, context) {
    const list = await openList(context, shoppingListId, 'ADMIN')
    const wanted = {
      shoppingListId: list.id,
      permission,
      inviteId: readInviteId(context, inviteId),
    }
    return createLink(context, wanted, list.revision)
  },

  async endShareLinks(_, { shoppingListId }, context, info) {
    const list = await openList(context, shoppingListId, 'ADMIN')
    // They stay where they are, so that nobody makes a link of their own of what is still sent around.
    await context.db
      .updateTable('share_link')
      .set({ expires_at: context.now })
      .where('list_id', '=', list.id)
      .where('expires_at', '>', context.now)
      .execute()
    return presentOneList(context, list, info)
  },

  async acceptInvite(_, { inviteId }, context, info) {
    await countChange(context, 'inviteId')
    const accepted = await acceptInviteInTransaction(context, inviteId)
    if (!accepted) {
      const invite = await findInvite(context.db, inviteId, context.now)
      const isOwn = invite?.userId === context.viewer.id
      throw new Refusal('NOT_FOUND', isOwn ? ownInvite : deadInvite)
    }
    const { friend, listId } = accepted
    const list = listId === undefined ? undefined : await openList(context, listId, 'VIEW')
    const [shoppingList = null] = await presentLists(context, list ? [list] : [], info, [
      'shoppingList',
    ])
    return { friend: await presentFriend(context.db, friend), shoppingList }
  },

  async renewInviteId(_, _args, context) {
    const { db, now, viewer } = context
    await touchAccount(context, viewer.id)
    const before = await db
      .selectFrom('user')
      .select('invite_id')
      .where('id', '=', viewer.id)
      .executeTakeFirstOrThrow()
    await rememberRenewed(db, { inviteId: before.invite_id, userId: viewer.id, now })
    const inviteId = newInviteId(context)
    await db.updateTable('user').set({ invite_id: inviteId }).where('id', '=', viewer.id).execute()
    return inviteId
  },
} satisfies Mutations

async function createLink(
  context: Context,
  wanted: Pick<ShareLink, 'inviteId' | 'shoppingListId' | 'permission'>,
  listRevision: number,
): Promise<ShareLink> {
  const { db, now, viewer } = context
  const { inviteId, shoppingListId, permission } = wanted
  if (await isPersonal(db, inviteId)) throw idIsTaken()
  const hash = hashToken(inviteId)
  const expiresAt = daysBefore(Date.parse(now), -linkDays)
  const inserted = await db
    .insertInto('share_link')
    .values({
      hash,
      list_id: shoppingListId,
      user_id: viewer.id,
      permission,
      list_revision: listRevision,
      created_at: now,
      expires_at: expiresAt,
    })
    .onConflict(clash => clash.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst()
  if (!inserted) {
    const first = await db
      .selectFrom('share_link')
      .selectAll()
      .where('hash', '=', hash)
      .where('list_id', '=', shoppingListId)
      .where('user_id', '=', viewer.id)
      .where('permission', '=', permission)
      .executeTakeFirst()
    if (!first) throw idIsTaken()
    return { ...wanted, expiresAt: first.expires_at }
  }
  await endSurplus(context, shoppingListId, hash)
  return { ...wanted, expiresAt }
}

async function endSurplus(
  { db, now }: Context,
  shoppingListId: string,
  newest: string,
): Promise<void> {
  const links = await db
    .selectFrom('share_link')
    .select(['hash', 'expires_at'])
    .where('list_id', '=', shoppingListId)
    .where('hash', '<>', newest)
    .orderBy('created_at', 'desc')
    .orderBy('hash')
    .execute()
  const working = links.filter(link => link.expires_at > now)
  for (const { hash } of working.slice(linksPerList - 1)) {
    await db.updateTable('share_link').set({ expires_at: now }).where('hash', '=', hash).execute()
  }
  for (const { hash } of links.slice(rowsPerList - 1)) {
    await db.deleteFrom('share_link').where('hash', '=', hash).execute()
  }
}

function idIsTaken(): Refusal {
  return conflict('This inviteId is already used. Make a new one.')
}

function readInviteId(context: Context, given: string | null | undefined): string {
  if (given === null || given === undefined) return newInviteId(context)
  if (/^[\w-]{22,100}$/.test(given)) return given
  throw badInput({
    field: 'inviteId',
    message: 'The inviteId is 22 to 100 letters, digits, - and _ that nobody can guess.',
    limit: 100,
  })
}

function newInviteId({ secretBytes }: Context): string {
  return Buffer.from(secretBytes(16)).toString('base64url')
}
