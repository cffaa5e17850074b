/** The rows of people: found, made, proven. */

import type { ExpressionBuilder, Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import { daysBefore } from '../../rules/days.ts'
import { cleanEmail, emailKey } from '../../rules/people/email.ts'
import { newRole, type Role } from '../../rules/people/roles.ts'
import { cleanName } from '../../rules/text.ts'
import { lockOpenings } from '../changes/changes.ts'
import type { Database } from '../db/open.ts'
import type { Schema, UserTable } from '../db/schema.ts'
import { type Now, newId, type Random } from '../environment.ts'
import { type Purge, purgedAtOnce } from '../jobs/sweeper.ts'

export type User = Selectable<UserTable>

export interface NewUser {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone?: string | null | undefined
  /** Empty: without a password. */
  readonly passwordHash: string
}

export interface Users {
  byId(id: number, tx?: Kysely<Schema>): Promise<User | undefined>
  byEmail(email: string, tx?: Kysely<Schema>): Promise<User | undefined>
  /**
   * Makes an account with its preferences; undefined if the address is taken. Where `mustVerify`, it is
   * nobody's until its address is proven; else the first one is the administrator's.
   */
  insert(tx: Kysely<Schema>, fields: NewUser, mustVerify: boolean): Promise<User | undefined>
  /**
   * The address is proven. Where the account is opened by that, it gets what this sign-up wrote (`fields`), and is
   * the administrator's where it is the first.
   */
  prove(tx: Kysely<Schema>, user: User, fields?: Omit<NewUser, 'email'>): Promise<User>
  /** It is somebody's without a proof, and never free again: the administrator's where it is the first. */
  admit(tx: Kysely<Schema>, user: User): Promise<User>
  /** Gives it another address, proven or not; undefined if somebody has it. One that nobody proved is free. */
  changeEmail(
    tx: Kysely<Schema>,
    user: User,
    email: string,
    isProven: boolean,
  ): Promise<User | undefined>
}

/** What a person may know of themselves, and the desk of them, in the words of the contract. */
export function presentUser(user: User) {
  return {
    id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    phone: user.phone,
    role: user.role,
    createdAt: user.created_at,
  }
}

/** Whether nobody may sign in before the mailed link was followed. */
export function isUnproven(user: Pick<User, 'must_verify' | 'verified_at'>): boolean {
  return user.must_verify === 1 && user.verified_at === null
}

/** The contrary, for `where`. */
export function isProvenAccount({ eb, or }: ExpressionBuilder<Schema, 'user'>) {
  return or([eb('must_verify', '=', 0), eb('verified_at', 'is not', null)])
}

export function createUsers(db: Database, now: Now, random: Random): Users {
  /** The first account of an empty database is the administrator's; two first ones at once wait for each other. */
  async function firstIsAdmin(tx: Kysely<Schema>, ownId?: number): Promise<Role> {
    await lockOpenings(tx)
    const anybody = await tx
      .selectFrom('user')
      .select('id')
      .where(isProvenAccount)
      .$if(ownId !== undefined, query => query.where('id', '!=', ownId ?? 0))
      .limit(1)
      .executeTakeFirst()
    return anybody ? newRole : 'ADMIN'
  }

  const byEmail: Users['byEmail'] = (email, tx = db.query) =>
    tx.selectFrom('user').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()

  return {
    byId: (id, tx = db.query) =>
      tx.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst(),
    byEmail,

    async insert(tx, fields, mustVerify) {
      const at = now().toISOString()
      const user = await tx
        .insertInto('user')
        .values({
          email: cleanEmail(fields.email),
          email_key: emailKey(fields.email),
          ...personOf(fields),
          role: mustVerify ? newRole : await firstIsAdmin(tx),
          invite_id: Buffer.from(random(16)).toString('base64url'),
          must_verify: mustVerify ? 1 : 0,
          created_at: at,
          updated_at: at,
        })
        .onConflict(conflict => conflict.column('email_key').doNothing())
        .returningAll()
        .executeTakeFirst()
      if (!user) return undefined
      await tx
        .insertInto('user_config')
        .values({
          id: newId(now, random),
          user_id: user.id,
          shopping_list_confirm_delete: 0,
          item_confirm_delete: 0,
          created_at: at,
          updated_at: at,
        })
        .execute()
      return user
    },

    async prove(tx, user, fields) {
      const at = now().toISOString()
      const opens = isUnproven(user)
      const isFirst = opens && (await firstIsAdmin(tx, user.id)) === 'ADMIN'
      return tx
        .updateTable('user')
        .set({
          verified_at: user.verified_at ?? at,
          updated_at: at,
          ...(opens && fields && personOf(fields)),
          // Else it keeps its own, which it may have been given while it waited.
          ...(isFirst && { role: 'ADMIN' }),
        })
        .where('id', '=', user.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    },

    async admit(tx, user) {
      const isFirst = (await firstIsAdmin(tx, user.id)) === 'ADMIN'
      return tx
        .updateTable('user')
        .set({ must_verify: 0, updated_at: now().toISOString(), ...(isFirst && { role: 'ADMIN' }) })
        .where('id', '=', user.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    },

    async changeEmail(tx, user, email, isProven) {
      const holder = await byEmail(email, tx)
      if (holder && holder.id !== user.id) {
        if (!isUnproven(holder)) return undefined
        await tx
          .deleteFrom('user')
          .where('id', '=', holder.id)
          // Proven since it was looked at, it is somebody's: the address is taken, as the next look finds.
          .where('must_verify', '=', 1)
          .where('verified_at', 'is', null)
          .execute()
      }
      const at = now().toISOString()
      return tx
        .updateTable('user')
        .set({
          email: cleanEmail(email),
          email_key: emailKey(email),
          verified_at: isProven ? at : null,
          must_verify: 0,
          updated_at: at,
        })
        .where('id', '=', user.id)
        .returningAll()
        .executeTakeFirst()
    },
  }
}

function personOf(fields: Omit<NewUser, 'email'>) {
  return {
    first_name: cleanName(fields.firstName),
    last_name: cleanName(fields.lastName),
    phone: fields.phone?.trim() || null,
    password_hash: fields.passwordHash,
  }
}

/** So long an account waits at least that was signed up with and never proven. */
export const unprovenForDays = 7

/**
 * Forgets accounts that nobody ever proved or signed in to: their addresses are free again. Not while a link that
 * would open one works, or waits to be mailed: whoever signs up on the last day has seven days, too. The links stay,
 * bare, for as long as others do: whoever opens one is told that it is too old.
 */
export const purgeUnproven: Purge = (database, now) => {
  const oldest = daysBefore(now, unprovenForDays)
  return database.transaction(async tx => {
    const users = await tx
      .selectFrom('user')
      .select('id')
      // Asked of the row that is locked: one that is proven meanwhile stays.
      .where('must_verify', '=', 1)
      .where('verified_at', 'is', null)
      .where('created_at', '<', oldest)
      .where(
        sql<boolean>`not exists (
          select 1 from single_use_token as link where link.user_id = "user".id
            and link.purpose in ('verify', 'reset') and link.used_at is null
            and link.expires_at > ${now.toISOString()}
        )`,
      )
      .where(
        sql<boolean>`not exists (
          select 1 from job where job.user_id = "user".id and job.failed_at is null
        )`,
      )
      .limit(purgedAtOnce)
      .$call(database.forUpdate)
      .execute()
    const ids = users.map(({ id }) => id)
    if (ids.length === 0) return 0
    await tx
      .updateTable('single_use_token')
      .set({ user_id: null, payload: null })
      .where('user_id', 'in', ids)
      .where('purpose', 'in', ['verify', 'reset'])
      .execute()
    await tx.deleteFrom('user').where('id', 'in', ids).execute()
    return ids.length
  })
}
