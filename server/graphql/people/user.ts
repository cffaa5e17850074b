/** A person's own account (spec section 3, User): what is shown of it, and its name, password and end. */
import type { Kysely } from 'kysely'
import { checkPersonName, checkPhone } from '../../../rules/people/account.ts'
import { mayManageUsers, maySeeAnyUser, readRole } from '../../../rules/people/roles.ts'
import { cleanName } from '../../../rules/text.ts'
import { noteDeed } from '../../access/audit.ts'
import { friendsAmong, lockFriends, tellFriends } from '../../access/friends-of-account.ts'
import { stampPeople } from '../../access/memberships.ts'
import { lockAccounts, raiseRevisions } from '../../changes/changes.ts'
import type { Schema } from '../../db/schema.ts'
import { isProven } from '../../gates/account-proof.ts'
import type { MutationUpdateUserBasicsArgs, User } from '../../generated/schema.ts'
import { letterNames } from '../../mail/letter-names.ts'
import { badInput, notFound, refuse } from '../../refusal.ts'
import { revokeTokens } from '../../tokens/tokens.ts'
import { rowsPerAccount } from '../documents/document-rows.ts'
import type { Context, Mutations, Queries } from '../engine/context.ts'
import { cannotBeCleared } from '../engine/input.ts'
import { accountDeleted, deleteAccount } from './delete-account.ts'
import { standingRole } from './standing-role.ts'

export const userQueries = {
  async getUserById(_, { id }, { db, viewer }) {
    const user = await findUser(db, id)
    if (!user) return null
    if (id === viewer.id || maySeeAnyUser(viewer.role)) return user
    const friends = await friendsAmong(db, viewer.id, [id])
    return friends.has(id) ? { ...user, role: null } : null
  },
} satisfies Queries

export const userMutations = {
  async updateUserBasics(_, args, context) {
    const { db, now, viewer } = context
    if (args.id !== viewer.id) throw notFound()
    const changes = readChanges(args)
    // Before it is known what the name is, which another device may be changing, and before the own account is locked,
    // which has its place among those of friends.
    const isOfName = changes.first_name !== undefined || changes.last_name !== undefined
    const locked = isOfName ? await lockFriends(db, viewer.id) : 0
    const before = await openOneself(context, args.id)
    const { first_name = before.firstName, last_name = before.lastName } = changes
    if (first_name !== before.firstName || last_name !== before.lastName) await tellName(context)
    // Who is told pays for those who are; who says the same again had them locked all the same.
    else context.charge(locked * rowsPerAccount)
    await db
      .updateTable('user')
      .set({ ...changes, updated_at: now })
      .where('id', '=', args.id)
      .execute()
    return openOneself(context, args.id)
  },

  async updateUserPassword(_, { id }, context) {
    const { db, now, proof, sessionHash, mails, moved } = context
    const user = await openOneself(context, id)
    if (!proof) throw new Error('A password came without its proof.')
    if (!isProven(proof)) {
      throw badInput({ field: 'currentPassword', message: wrong(proof.hasPassword) })
    }
    refuse(proof.issue)
    if (proof.newHash === undefined) throw new Error('A new password came without its hash.')
    await lockAccounts(context, [id])
    if (!(await standingRole(context, proof.passwordHash))) {
      throw badInput({ field: 'currentPassword', message: wrong(proof.hasPassword) })
    }
    await db
      .updateTable('user')
      .set({ password_hash: proof.newHash, updated_at: now })
      .where('id', '=', id)
      .execute()
    await db
      .deleteFrom('session')
      .where('user_id', '=', id)
      .where('hash', '!=', sessionHash)
      .execute()
    await revokeTokens(db, 'reset', id, now)
    // It signs in without a password: it ends as the sessions do.
    await revokeTokens(db, 'verify', id, now)
    // Whoever wanted another address may have been somebody else.
    await revokeTokens(db, 'change-address', id, now)
    await mails.queue(db, { letter: letterNames.passwordChanged, to: user.email, userId: id })
    moved.signedOut.add(id)
    return user
  },

  async deleteUser(_, { id, handOver }, context) {
    const { db, now, viewer, proof, mails } = context
    const isOwn = id === viewer.id
    const user = isOwn || mayManageUsers(viewer.role) ? await findUser(db, id) : undefined
    if (!user) throw notFound()
    if (!proof) throw new Error('A deletion came without its proof.')
    if (!isProven(proof)) {
      throw badInput({ field: 'password', message: wrong(proof.hasPassword) })
    }
    const gone = await deleteAccount(context, id, {
      heirs: handOver === true ? context.sums.measureHeirs(db) : undefined,
      async whenLocked() {
        const role = await standingRole(context, proof.passwordHash)
        if (!role) throw badInput({ field: 'password', message: wrong(proof.hasPassword) })
        // Of two who take each other's account, or role, one stays.
        if (!isOwn && !mayManageUsers(role)) throw notFound()
      },
    })
    if (gone.verified_at !== null || !context.provesAddresses) {
      await mails.queue(db, accountDeleted(gone, now))
    }
    if (!isOwn) await noteDeed(context, { action: 'deleteUser', subject: `user ${id}` })
    return user
  },
} satisfies Mutations

function wrong(hasPassword: boolean): string {
  return hasPassword
    ? 'Password is wrong. Write the one that you sign in with.'
    : 'You have no password here. Sign out, sign in again, and do this within ten minutes.'
}

/** Nobody else's is changed here, and nobody learns who exists. */
async function openOneself({ db, viewer }: Context, id: number): Promise<User> {
  const user = id === viewer.id ? await findUser(db, id) : undefined
  if (!user) throw notFound()
  return user
}

/** Anybody's account with address and role: what of it the caller may see is for whoever calls. */
export async function findUser(db: Kysely<Schema>, id: number): Promise<User | undefined> {
  const row = await db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()
  return (
    row && {
      id: row.id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      phone: row.phone,
      createdAt: row.created_at,
      role: readRole(row.role),
    }
  )
}

/** The columns that the given arguments are for; absent stays absent, null clears the phone. */
function readChanges({ firstName, lastName, phone }: MutationUpdateUserBasicsArgs) {
  if (firstName === null) throw cannotBeCleared('firstName')
  if (lastName === null) throw cannotBeCleared('lastName')
  if (firstName !== undefined) refuse(checkPersonName('firstName', firstName))
  // Many people have one name alone.
  if (lastName?.trim()) refuse(checkPersonName('lastName', lastName))
  refuse(checkPhone(phone ?? ''))
  return {
    ...(firstName !== undefined && { first_name: cleanName(firstName) }),
    ...(lastName !== undefined && { last_name: cleanName(lastName) }),
    ...(phone !== undefined && { phone: phone?.trim() || null }),
  }
}

/** Friends, who are locked, see the new name, and so do all who share a list with the person. */
async function tellName(context: Context): Promise<void> {
  const { db, viewer } = context
  await tellFriends(context, viewer.id)
  const shared = await db
    .selectFrom('membership as own')
    .innerJoin('shopping_list', 'shopping_list.id', 'own.list_id')
    .innerJoin('membership as other', 'other.list_id', 'own.list_id')
    .where('own.user_id', '=', viewer.id)
    .where('own.ended_at', 'is', null)
    .where('own.in_bin', '=', 0)
    .where('shopping_list.deleted_at', 'is', null)
    .where('other.user_id', '<>', viewer.id)
    .where('other.ended_at', 'is', null)
    .select('own.list_id as id')
    .distinct()
    .execute()
  const revisions = await raiseRevisions(
    context,
    shared.map(({ id }) => id),
  )
  for (const [listId, revision] of revisions) await stampPeople(context, listId, revision)
}
