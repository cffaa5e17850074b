/** By what an account can be entered: one of them always stays. */
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import type { FoundSession } from '../session/sessions.ts'
import type { User } from '../users.ts'

/** Who calls, and by which session. */
export type Owner = Pick<FoundSession, 'viewer' | 'hash'>

export interface WaysIn {
  readonly hasPassword: boolean
  readonly passkeys: number
  /** Since when the provider's sign-in leads here, ISO 8601; undefined if it does not. */
  readonly providerSince: string | undefined
}

/** `issuer` is the provider's by which people may sign in besides; undefined if there is none. */
export async function waysInto(
  tx: Kysely<Schema>,
  user: Pick<User, 'id' | 'password_hash'>,
  issuer: string | undefined,
): Promise<WaysIn> {
  const { passkeys } = await tx
    .selectFrom('passkey')
    .select(({ fn }) => fn.countAll<string>().as('passkeys'))
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  const identity = await tx
    .selectFrom('identity')
    .select('created_at')
    .where('user_id', '=', user.id)
    .where('issuer', '=', issuer ?? '')
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .executeTakeFirst()
  return {
    hasPassword: user.password_hash !== '',
    passkeys: Number(passkeys),
    providerSince: identity?.created_at,
  }
}

/** Two calls about the ways into one account come one after the other. */
export function lockUser(
  db: Database,
  tx: Transaction<Schema>,
  userId: number,
): Promise<User | undefined> {
  return tx
    .selectFrom('user')
    .selectAll()
    .where('id', '=', userId)
    .$call(db.forUpdate)
    .executeTakeFirst()
}

/**
 * As `lockUser`, for who came with a session; undefined where that has ended since it was looked at, by a new password
 * or by hand: nothing that it began is done then.
 */
export async function lockOwner(
  db: Database,
  tx: Transaction<Schema>,
  { viewer, hash }: Owner,
): Promise<User | undefined> {
  const user = await lockUser(db, tx, viewer.id)
  const session = await tx
    .selectFrom('session')
    .select('hash')
    .where('hash', '=', hash)
    .where('user_id', '=', viewer.id)
    .$call(db.forUpdate)
    .executeTakeFirst()
  return session && user
}
