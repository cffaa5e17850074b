/** How often something may be tried: counted in the database, so that it holds for all processes together. */
import { type Kysely, sql } from 'kysely'
import { counted } from '../../rules/validation-issue.ts'
import type { Database } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import type { Now } from '../environment.ts'
import { signWith } from '../sign-with.ts'

export interface Allowance {
  /** What is limited; part of the key. */
  readonly name: string
  readonly tries: number
  readonly perMinutes: number
}

/**
 * Guessing a password must be hopeless, a household behind one address must never notice, and nobody may lock
 * somebody else out. What is counted per account counts until a success.
 */
export const allowances = {
  /** A browser that was signed in to the account before: what others try does not touch it. */
  signInPerBrowser: { name: 'sign-in-browser', tries: 10, perMinutes: 15 },
  /** One network address at one account. */
  signInPerAccount: { name: 'sign-in-account', tries: 10, perMinutes: 15 },
  /** All addresses at one account, known browsers left out: somebody with a thousand addresses tries no more. */
  signInOverall: { name: 'sign-in-overall', tries: 100, perMinutes: 60 },
  signInPerAddress: { name: 'sign-in-address', tries: 100, perMinutes: 15 },
  /** A password that is asked for again of somebody who is signed in: a stolen session locks no other out. */
  proofPerSession: { name: 'proof-session', tries: 10, perMinutes: 15 },
  /** All sessions of one account. */
  proofOverall: { name: 'proof-overall', tries: 100, perMinutes: 60 },
  /** What passkeys have to sign, asked for. */
  passkeyPerAddress: { name: 'passkey-address', tries: 100, perMinutes: 15 },
  /** Ways through another provider, begun by nobody who is signed in, and to link one. */
  elsewherePerAddress: { name: 'elsewhere-address', tries: 100, perMinutes: 15 },
  signUpPerAddress: { name: 'sign-up-address', tries: 60, perMinutes: 60 },
  /** Sign-ups with one email, all but the first of which only bring mails. */
  signUpPerEmail: { name: 'sign-up-email', tries: 5, perMinutes: 60 },
  /** Links that were forgotten, lost or sent anew, and new recovery codes, each of which is told of by mail. */
  askForMailPerAddress: { name: 'ask-for-mail-address', tries: 30, perMinutes: 60 },
  /** Following links from mails. */
  tokenPerAddress: { name: 'token-address', tries: 60, perMinutes: 60 },
  /** It says outright whether an account exists. */
  checkAccountPerAddress: { name: 'check-account-address', tries: 10, perMinutes: 60 },
  /** Looking at invitations before one signs in. */
  invitePerAddress: { name: 'invite-address', tries: 60, perMinutes: 15 },
  /** Nobody's mailbox is filled by what others ask for. */
  mailPerAddress: { name: 'mail-address', tries: 3, perMinutes: 60 },
  /** Links that set a password, apart from those: who is locked out waits for no mail but such as brings one, too. */
  resetPerAddress: { name: 'reset-address', tries: 3, perMinutes: 60 },
  /** What warns an owner waits for nothing that strangers can ask for. */
  warningPerAddress: { name: 'warning-address', tries: 10, perMinutes: 60 },
  /** Apart from those: who signs in again and again keeps no other warning waiting. */
  newDevicePerAddress: { name: 'new-device-address', tries: 10, perMinutes: 60 },
  /** Requests for friendship by mail, which go to strangers under a name of one's choice: a family and its friends. */
  askFriendsPerHour: { name: 'ask-friends-hour', tries: 30, perMinutes: 60 },
  askFriendsPerDay: { name: 'ask-friends-day', tries: 100, perMinutes: 1440 },
  /** Requests, answers, withdrawals and invitations that are accepted: each may be heard on all devices of somebody who did not ask for it. */
  friendChanges: { name: 'friend-change', tries: 300, perMinutes: 60 },
  /** API tokens, each of which is told of by mail: as many as may wait, and ten leave in an hour. */
  apiTokens: { name: 'api-token', tries: 20, perMinutes: 120 },
  /** Messages from people without an account. */
  contactPerAddress: { name: 'contact-address', tries: 5, perMinutes: 60 },
  /** All of them together: with a thousand addresses one fills the desk no further. */
  contactOverall: { name: 'contact-overall', tries: 200, perMinutes: 1440 },
} as const satisfies Record<string, Allowance>

/** What is to be waited, in whole minutes, beyond an hour in whole hours: "2 minutes", "24 hours". */
export function waitInWords(seconds: number): string {
  return seconds > 3_600
    ? counted(Math.ceil(seconds / 3_600), 'hour')
    : counted(Math.ceil(seconds / 60), 'minute')
}

export interface Attempts {
  /**
   * Counts one try; answers with the seconds to wait where it was one too many. Within a transaction (`tx`) it counts
   * only what is committed: what was done, not what was tried.
   */
  take(allowance: Allowance, subject: string, tx?: Kysely<Schema>): Promise<number | undefined>
  /** Answers with the seconds to wait where no try is left, and counts nothing. */
  wait(allowance: Allowance, subject: string): Promise<number | undefined>
  /** A success: what was tried before is forgotten. */
  forget(allowance: Allowance, subject: string, tx?: Kysely<Schema>): Promise<void>
  /** A success where others may go on trying: this one try is not counted. */
  giveBack(allowance: Allowance, subject: string): Promise<void>
  /** As the table has it, for `forgetKeys`: names nobody. */
  keyOf(allowance: Allowance, subject: string): string
  forgetKeys(keys: readonly string[]): Promise<void>
  /** All that was tried under "group|…" subjects. */
  forgetGroup(allowance: Allowance, group: string, tx?: Kysely<Schema>): Promise<void>
}

export function createAttempts(db: Database, now: Now, secret: string): Attempts {
  const mask = (text: string): string => signWith(secret, text)
  /** Neither an e-mail address nor a network address is readable in the table; "group|rest" can be found by group. */
  const keyOf = (allowance: Allowance, subject: string): string =>
    [allowance.name, ...subject.split('|').map(mask)].join(':')

  return {
    keyOf,
    async forgetKeys(keys) {
      if (keys.length > 0) await db.query.deleteFrom('attempt').where('key', 'in', keys).execute()
    },
    async forgetGroup(allowance, group, tx = db.query) {
      const start = keyOf(allowance, group)
      await tx
        .deleteFrom('attempt')
        .where('key', '>=', `${start}:`)
        .where('key', '<', `${start};`)
        .execute()
    },
    async giveBack(allowance, subject) {
      await db.query
        .updateTable('attempt')
        .set({ count: sql`count - 1` })
        .where('key', '=', keyOf(allowance, subject))
        .where('count', '>', 0)
        .execute()
    },
    async take(allowance, subject, tx = db.query) {
      const at = now()
      const next = new Date(at.getTime() + allowance.perMinutes * 60_000).toISOString()
      const isOver = sql<boolean>`attempt.window_ends_at <= ${at.toISOString()}`
      // Counted before the password is looked at, in one statement: a hundred tries at once are a hundred tries.
      const row = await tx
        .insertInto('attempt')
        .values({ key: keyOf(allowance, subject), count: 1, window_ends_at: next })
        .onConflict(conflict =>
          conflict.column('key').doUpdateSet({
            count: sql`case when ${isOver} then 1 else attempt.count + 1 end`,
            window_ends_at: sql`case when ${isOver} then ${next} else attempt.window_ends_at end`,
          }),
        )
        .returning(['count', 'window_ends_at'])
        .executeTakeFirstOrThrow()
      if (row.count <= allowance.tries) return undefined
      return secondsUntil(row.window_ends_at, at)
    },
    async wait(allowance, subject) {
      const at = now()
      const row = await db.query
        .selectFrom('attempt')
        .select(['count', 'window_ends_at'])
        .where('key', '=', keyOf(allowance, subject))
        .where('window_ends_at', '>', at.toISOString())
        .executeTakeFirst()
      return row && row.count >= allowance.tries ? secondsUntil(row.window_ends_at, at) : undefined
    },
    async forget(allowance, subject, tx = db.query) {
      await tx.deleteFrom('attempt').where('key', '=', keyOf(allowance, subject)).execute()
    },
  }
}

function secondsUntil(moment: string, at: Date): number {
  return Math.max(1, Math.ceil((Date.parse(moment) - at.getTime()) / 1000))
}
