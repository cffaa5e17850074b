/** Links that make a friend and share one list in one step. Only hashes of their tokens are kept. */
import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Permission } from '../rules/permissions.ts'
import type { Schema } from './db/schema.ts'
import { purgeAfter } from './sweeper.ts'

export interface ShareLink {
  readonly hash: string
  readonly listId: string
  readonly listName: string
  /** Who invites: still an administrator of the list. */
  readonly userId: number
  readonly permission: Permission
  readonly expiresAt: string
}

export function hashInvite(inviteId: string): string {
  return createHash('sha256').update(inviteId).digest('hex')
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
    .where('share_link.hash', '=', hashInvite(inviteId))
    .where('share_link.expires_at', '>', now)
    .where('shopping_list.deleted_at', 'is', null)
    .where('membership.ended_at', 'is', null)
    .where('membership.permission', '=', 'ADMIN')
    .select([
      'share_link.hash',
      'share_link.list_id as listId',
      'shopping_list.name as listName',
      'share_link.user_id as userId',
      'share_link.expires_at as expiresAt',
    ])
    .select(({ ref }) => ref('share_link.permission').$castTo<Permission>().as('permission'))
    .executeTakeFirst()
}

/** Forgets links that expired. */
export const purgeShareLinks = purgeAfter(0, 'share_link', { key: 'hash', moment: 'expires_at' })
