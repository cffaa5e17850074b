/**
 * Tokens that work once: for what was mailed, or for a browser that comes back. Only their SHA-256 is kept, so
 * that whoever reads a backup can use none.
 */
import { type Kysely, sql } from 'kysely'
import { limits } from '../../rules/limits.ts'
import { readPayload } from '../db/payload.ts'
import type { Schema } from '../db/schema.ts'
import type { Now, Random } from '../environment.ts'
import { purgeAfter } from '../jobs/sweeper.ts'
import { signWith } from '../sign-with.ts'
import { hashToken } from './hash-token.ts'

/** What a token may be for, and how many minutes it lives. */
export const tokenMinutes = {
  /** Proves the address that it was mailed to. */
  verify: 7 * 24 * 60,
  /** Sets a new password. */
  reset: 60,
  /** Lets an address in again that was locked out of an account; with a code. */
  unlock: 60,
  /** Proves the new address of an account. */
  'change-address': 24 * 60,
  /** Handed to the browser that comes back from OpenID Connect. */
  oauth: 5,
  /** A session of an account that was deleted: tells its browser so. */
  'account-gone': 180 * 24 * 60,
  /** No token: what was a personal invitation, so that nobody makes a link of it. */
  'invite-gone': 365 * 24 * 60,
  /** No token: the id of what was deleted (server/tokens/gone-ids.ts). */
  'id-gone': limits.traceDays * 24 * 60,
  /** Turns the second step off for whoever lost their passkeys: for good. */
  recovery: 100 * 365 * 24 * 60,
  /** What a passkey has to sign. */
  passkey: 5,
  /** The browser's way through OpenID Connect. */
  'sign-in': 10,
} as const

export type TokenPurpose = keyof typeof tokenMinutes

/** The kinds of letter that make a token as they are written. */
export const linkLetters = {
  verify: 'verify',
  reset: 'reset',
  unlock: 'lock-out',
  'change-address': 'change-email',
} as const satisfies Partial<Record<TokenPurpose, string>>

export interface TokenFields {
  readonly purpose: TokenPurpose
  readonly userId?: number
  /** JSON without secrets. */
  readonly payload?: Readonly<Record<string, unknown>>
  /** Instead of the purpose's own. */
  readonly minutes?: number
  /** What is handed out, instead of 43 letters: at least 112 random bits that a person can type. */
  readonly secret?: string
  /** Digits that have to be typed in besides. Kept as an HMAC by the token itself, which the database has not. */
  readonly code?: string
}

export interface Token {
  /** As the table has it. */
  readonly hash: string
  readonly userId: number | undefined
  readonly payload: Readonly<Record<string, unknown>>
  readonly createdAt: string
}

/** Why a token does not work: each has its own next step. */
export type TokenFault = 'unknown' | 'used' | 'revoked' | 'expired'

/** Five wrong ones, and no code opens the token any more. */
const codeTries = 5
export type CodeFault = 'wrong-code' | 'out-of-tries'

export interface Tokens {
  /** Makes one in a transaction; answers what is mailed, which is nowhere else. */
  issue(tx: Kysely<Schema>, fields: TokenFields): Promise<string>
  /** Looks without using it up. */
  find(tx: Kysely<Schema>, purpose: TokenPurpose, token: string): Promise<Token | TokenFault>
  /** Uses it up; of two at once one alone succeeds. */
  use(tx: Kysely<Schema>, purpose: TokenPurpose, token: string): Promise<Token | TokenFault>
  /** As `use`, for a token with a code: five tries in all, however many at once. */
  useWithCode(
    tx: Kysely<Schema>,
    purpose: TokenPurpose,
    token: string,
    code: string,
  ): Promise<Token | TokenFault | CodeFault>
  /** Nothing that was made for this purpose, or waits to be mailed, works for this person any more. */
  revoke(tx: Kysely<Schema>, purpose: TokenPurpose, userId: number): Promise<void>
}

export function createTokens(now: Now, random: Random): Tokens {
  const select = (tx: Kysely<Schema>, purpose: TokenPurpose, token: string) =>
    tx
      .selectFrom('single_use_token')
      .selectAll()
      .where('hash', '=', hashToken(token))
      .where('purpose', '=', purpose)
      .executeTakeFirst()

  async function find(tx: Kysely<Schema>, purpose: TokenPurpose, token: string) {
    const row = await select(tx, purpose, token)
    if (!row) return 'unknown'
    if (row.used_at !== null) return row.used_at < row.expires_at ? 'used' : 'revoked'
    if (row.expires_at <= now().toISOString()) return 'expired'
    return {
      hash: row.hash,
      userId: row.user_id ?? undefined,
      payload: readPayload(row.payload),
      createdAt: row.created_at,
    }
  }

  async function use(tx: Kysely<Schema>, purpose: TokenPurpose, token: string) {
    const found = await find(tx, purpose, token)
    if (typeof found === 'string') return found
    const { numUpdatedRows } = await tx
      .updateTable('single_use_token')
      // What it carried is handed over and not kept.
      .set({ used_at: now().toISOString(), payload: null })
      .where('hash', '=', found.hash)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows === 1n ? found : 'used'
  }

  return {
    async issue(tx, fields) {
      const { purpose, userId, code, minutes = tokenMinutes[purpose] } = fields
      const token = fields.secret ?? Buffer.from(random(32)).toString('base64url')
      const at = now()
      const payload =
        code === undefined ? fields.payload : { ...fields.payload, code: signWith(token, code) }
      await tx
        .insertInto('single_use_token')
        .values({
          hash: hashToken(token),
          purpose,
          user_id: userId ?? null,
          payload: payload ? JSON.stringify(payload) : null,
          created_at: at.toISOString(),
          expires_at: new Date(at.getTime() + minutes * 60_000).toISOString(),
          used_at: null,
        })
        .execute()
      return token
    },
    find,
    use,
    async useWithCode(tx, purpose, token, code) {
      const found = await find(tx, purpose, token)
      if (typeof found === 'string') return found
      // Counted before it is compared: a hundred tries at once are a hundred tries.
      const counted = await tx
        .updateTable('single_use_token')
        .set({ wrong_codes: sql`wrong_codes + 1` })
        .where('hash', '=', found.hash)
        .where('wrong_codes', '<', codeTries)
        .returning('wrong_codes')
        .executeTakeFirst()
      if (!counted) return 'out-of-tries'
      if (signWith(token, code) === found.payload.code) return use(tx, purpose, token)
      return counted.wrong_codes < codeTries ? 'wrong-code' : 'out-of-tries'
    },
    revoke: (tx, purpose, userId) => revokeTokens(tx, purpose, userId, now().toISOString()),
  }
}

/** `revoke` of `Tokens`, for who has the moment alone. */
export async function revokeTokens(
  tx: Kysely<Schema>,
  purpose: TokenPurpose,
  userId: number,
  at: string,
): Promise<void> {
  // First the letters: one that is being written is waited for, and its token is there to be revoked.
  await forgetLetters(tx, purpose, userId)
  await tx
    .updateTable('single_use_token')
    // What is used up has not expired: by this alone the two are told apart.
    .set({ used_at: at, expires_at: at, payload: null })
    .where('purpose', '=', purpose)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

/** Also those that failed for good: they can be tried again. */
async function forgetLetters(
  tx: Kysely<Schema>,
  purpose: TokenPurpose,
  userId: number,
): Promise<void> {
  const letters: Partial<Record<TokenPurpose, string>> = linkLetters
  const letter = letters[purpose]
  if (letter === undefined) return
  // The work that would queue the letter goes by its name.
  const ofPerson = tx.deleteFrom('job').where('user_id', '=', userId)
  await ofPerson.where('kind', '=', letter).execute()
  const ids = (await waitingLetters(tx, letter, userId)).map(({ id }) => id)
  if (ids.length > 0) await ofPerson.where('id', 'in', ids).execute()
}

/** The letters of one kind to a person that were not sent, with what they are to be written of. */
export async function waitingLetters(
  tx: Kysely<Schema>,
  letter: string,
  userId: number,
): Promise<readonly { readonly id: string; readonly data: unknown }[]> {
  const mails = await tx
    .selectFrom('job')
    .select(['id', 'payload'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'mail')
    .execute()
  return mails.flatMap(({ id, payload }) => {
    const mail = readPayload(payload)
    return mail.letter === letter ? [{ id, data: mail.data }] : []
  })
}

/** Forgets tokens that ended 30 days ago; until then whoever follows an old link is told what is wrong with it. */
export const purgeTokens = purgeAfter(30, 'single_use_token', {
  key: 'hash',
  moment: 'expires_at',
})

/**
 * The same of those that were used or revoked, however long they were made for: a recovery code is for good, and each new
 * one ends the one before.
 */
export const purgeUsedTokens = purgeAfter(30, 'single_use_token', {
  key: 'hash',
  moment: 'used_at',
})
