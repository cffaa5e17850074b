import { type Role, readRole } from '../../../rules/people/roles.ts'
import type { Context } from '../engine/context.ts'

/**
 * The caller's role at this moment of the transaction, for whoever waited since it was looked at; undefined where
 * their session has ended, or where their password is another one than this. It stays where their account is locked.
 */
export async function standingRole(
  { db, viewer, sessionHash }: Pick<Context, 'db' | 'viewer' | 'sessionHash'>,
  passwordHash?: string,
): Promise<Role | undefined> {
  const standing = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select('user.role')
    .where('session.hash', '=', sessionHash)
    .where('user.id', '=', viewer.id)
    .$if(passwordHash !== undefined, query =>
      query.where('user.password_hash', '=', passwordHash ?? ''),
    )
    .executeTakeFirst()
  return standing && readRole(standing.role)
}
