/**
 * Links that make a friend and share one list in one step. Only hashes of their tokens are kept. Devices choose the
 * tokens, so one that was somebody's is nobody else's later: whoever still has it could let it lead to themselves.
 */
import { type Kysely, sql } from 'kysely'
import { limits } from '../../rules/limits.ts'
import type { Permission } from '../../rules/people/permissions.ts'
import type { Schema } from '../db/schema.ts'
import { purgeAfter } from '../jobs/sweeper.ts'
import { hashToken } from '../tokens/hash-token.ts'
import { tokenMinutes } from '../tokens/tokens.ts'

export interface ShareLink {
  readonly hash: string
  readonly listId: string
  readonly listName: string
  /** Whose list it is. */
  readonly ownerId: number
  /** Who invites: still an administrator of the list. */
  readonly userId: number
  readonly permission: Permission
  /** The list's, when it was made. */
  readonly listRevision: number
  /** ISO 8601. */
  readonly createdAt: string
  readonly expiresAt: string
}

/** The link, where it works: not expired, its list there, and whoever made it may still share it. */
export async function findShareLink(
  db: Kysely<Schema>,
  inviteId: string,
  now: string,
): Promise<ShareLink | undefined> {
  return db
    .selectFrom('share_link')
    .innerJoin('shopping_list', 'shopping_list.id', 'share_link.list_id')
    .innerJoin('membership', join =>
      join
        .onRef('membership.list_id', '=', 'share_link.list_id')
        .onRef('membership.user_id', '=', 'share_link.user_id'),
    )
    .where('share_link.hash', '=', hashToken(inviteId))
    .where('share_link.expires_at', '>', now)
    .where('shopping_list.deleted_at', 'is', null)
    .where('membership.ended_at', 'is', null)
    .where('membership.permission', '=', 'ADMIN')
    .select([
      'share_link.hash',
      'share_link.list_id as listId',
      'shopping_list.name as listName',
      'shopping_list.user_id as ownerId',
      'share_link.user_id as userId',
      'share_link.list_revision as listRevision',
      'share_link.created_at as createdAt',
      'share_link.expires_at as expiresAt',
    ])
    .select(({ ref }) => ref('share_link.permission').$castTo<Permission>().as('permission'))
    .executeTakeFirst()
}

/** Whether nobody has ended it since. */
export async function isAsFound(
  db: Kysely<Schema>,
  { hash, expiresAt }: Pick<ShareLink, 'hash' | 'expiresAt'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('share_link')
    .select('expires_at')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row?.expires_at === expiresAt
}

/** Whether it is somebody's own invitation, or was one. */
export async function isPersonal(db: Kysely<Schema>, inviteId: string): Promise<boolean> {
  const own = await db
    .selectFrom('user')
    .select('id')
    .where('invite_id', '=', inviteId)
    .executeTakeFirst()
  if (own) return true
  const gone = await db
    .selectFrom('single_use_token')
    .select('hash')
    .where('hash', '=', hashToken(inviteId))
    .where('purpose', '=', gonePurpose)
    .executeTakeFirst()
  return gone !== undefined
}

/** Kept beside tokens, though it is none: see `isPersonal`. */
export const gonePurpose = 'invite-gone'
/** Of one person; the newest are the ones that anybody may still open. */
const goneKept = 20

/**
 * Keeps that it was somebody's own: of an invitation that was renewed, by its hash, for a year, also beyond the end of
 * the account; of one person the newest.
 */
export async function rememberRenewed(
  db: Kysely<Schema>,
  { inviteId, userId, now }: { inviteId: string; userId: number; now: string },
): Promise<void> {
  await remember(db, inviteId, { userId, now })
  const gone = await db
    .selectFrom('single_use_token')
    .select('hash')
    .where('user_id', '=', userId)
    .where('purpose', '=', gonePurpose)
    .orderBy('created_at', 'desc')
    .orderBy('hash')
    .execute()
  for (const { hash } of gone.slice(goneKept)) {
    await db.deleteFrom('single_use_token').where('hash', '=', hash).execute()
  }
}

/**
 * The same of an account that ends, before its rows go: of its invitations, and of the links by it and to its
 * lists. Hashes, and no name.
 */
export async function rememberInvitesOf(
  db: Kysely<Schema>,
  { id, invite_id }: { readonly id: number; readonly invite_id: string },
  now: string,
): Promise<void> {
  await remember(db, invite_id, { userId: null, now })
  await db
    .updateTable('single_use_token')
    .set({ user_id: null })
    .where('user_id', '=', id)
    .where('purpose', '=', gonePurpose)
    .execute()
  await sql`
    insert into single_use_token (hash, purpose, created_at, expires_at)
    select hash, ${gonePurpose}, ${now}, ${goneUntil(now)} from share_link
    where user_id = ${id} or list_id in (select id from shopping_list where user_id = ${id})
    on conflict (hash) do nothing
  `.execute(db)
}

async function remember(
  db: Kysely<Schema>,
  inviteId: string,
  { userId, now }: { readonly userId: number | null; readonly now: string },
): Promise<void> {
  await db
    .insertInto('single_use_token')
    .values({
      ...{ hash: hashToken(inviteId), purpose: gonePurpose, user_id: userId, payload: null },
      ...{ created_at: now, expires_at: goneUntil(now), used_at: null },
    })
    // A link of before that was named alike may have gone first.
    .onConflict(clash => clash.column('hash').doNothing())
    .execute()
}

/** Until when it is remembered; both are ISO 8601. */
export function goneUntil(now: string): string {
  return new Date(Date.parse(now) + tokenMinutes[gonePurpose] * 60_000).toISOString()
}

/** Forgets links 90 days after they ended: as long as any id that is gone, theirs stays dead. */
export const purgeShareLinks = purgeAfter(limits.traceDays, 'share_link', {
  key: 'hash',
  moment: 'expires_at',
})
