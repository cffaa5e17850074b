/** Invitations as the contract has them: one's own, and links that share a list. */

import { openList } from '../../access.ts'
import { touchAccount } from '../../changes.ts'
import type { ShareLink } from '../../generated/schema.ts'
import { acceptInviteInTransaction, deadInvite, findInvite } from '../../invites.ts'
import { noteOfEachList } from '../../noted-activity.ts'
import { badInput, conflict, Refusal } from '../../refusal.ts'
import { hashInvite } from '../../share-links.ts'
import type { Context, Mutations, Queries } from '../engine/context.ts'
import { presentLists, presentOneList } from '../lists/shopping-list-record.ts'
import { presentFriend } from './friend-record.ts'

const dayMs = 24 * 60 * 60 * 1000
const linkDays = 7
const linksPerList = 20

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
    return createLink(context, wanted)
  },

  async endShareLinks(_, { shoppingListId }, context, info) {
    const list = await openList(context, shoppingListId, 'ADMIN')
    await context.db.deleteFrom('share_link').where('list_id', '=', list.id).execute()
    return presentOneList(context, list, info)
  },

  async acceptInvite(_, { inviteId }, context, info) {
    const accepted = await acceptInviteInTransaction(context, inviteId)
    if (!accepted) throw new Refusal('NOT_FOUND', deadInvite)
    noteOfEachList(context, { kind: 'LIST_JOINED' })
    const { friend, listId } = accepted
    const list = listId === undefined ? undefined : await openList(context, listId, 'VIEW')
    const [shoppingList = null] = await presentLists(context, list ? [list] : [], info, [
      'shoppingList',
    ])
    return { friend: await presentFriend(context.db, friend), shoppingList }
  },

  async renewInviteId(_, _args, context) {
    await touchAccount(context, context.viewer.id)
    const inviteId = newInviteId(context)
    await context.db
      .updateTable('user')
      .set({ invite_id: inviteId })
      .where('id', '=', context.viewer.id)
      .execute()
    return inviteId
  },
} satisfies Mutations

async function createLink(
  context: Context,
  wanted: Pick<ShareLink, 'inviteId' | 'shoppingListId' | 'permission'>,
): Promise<ShareLink> {
  const { db, now, viewer } = context
  const { inviteId, shoppingListId, permission } = wanted
  const hash = hashInvite(inviteId)
  const expiresAt = new Date(Date.parse(now) + linkDays * dayMs).toISOString()
  const inserted = await db
    .insertInto('share_link')
    .values({
      hash,
      list_id: shoppingListId,
      user_id: viewer.id,
      permission,
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
    if (!first) throw conflict('This inviteId is already used. Make a new one.')
    return { ...wanted, expiresAt: first.expires_at }
  }
  const links = await db
    .selectFrom('share_link')
    .select('hash')
    .where('list_id', '=', shoppingListId)
    .orderBy('created_at', 'desc')
    .orderBy('hash')
    .execute()
  const surplus = links.map(link => link.hash).filter(one => one !== hash)
  for (const old of surplus.slice(linksPerList - 1)) {
    await db.deleteFrom('share_link').where('hash', '=', old).execute()
  }
  return { ...wanted, expiresAt }
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
