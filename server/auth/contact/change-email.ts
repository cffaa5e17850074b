/** Another address for an account: proven by the link that is mailed there, and told to the one of before. */
import type { Kysely } from 'kysely'
import { checkNewEmail } from '../../../rules/people/account.ts'
import { cleanEmail } from '../../../rules/people/email.ts'
import { lockFriends, tellFriends } from '../../access/friends-of-account.ts'
import { lockOpenings, type Writer } from '../../changes/changes.ts'
import type { Database } from '../../db/open.ts'
import { readPayload } from '../../db/payload.ts'
import type { Schema } from '../../db/schema.ts'
import type { Now } from '../../environment.ts'
import { type Attempts, allowances } from '../../gates/attempts.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { letterNames } from '../../mail/letter-names.ts'
import type { Mails } from '../../mail/mails.ts'
import { type Tokens, tokenMinutes } from '../../tokens/tokens.ts'
import { noInvitation } from '../account-hooks.ts'
import { accountJobs } from '../account-jobs.ts'
import type { Accounts } from '../accounts.ts'
import { limitedByAddress, type Outcome, refusedFor, type Visitor } from '../outcome.ts'
import { forgetTries } from '../sign-in/sign-in-limits.ts'
import { lockOwner, type Owner } from '../sign-in/ways-in.ts'
import type { User, Users } from '../users.ts'
import { refuseToken } from './mailed-links.ts'

export interface ChangeEmail {
  /**
   * For somebody who proved to be themselves. Where mail is configured the answer is the same whether anybody has the
   * address, and nothing changes before its link was followed; else it changes at once, and a taken one is refused.
   */
  ask(owner: Owner, email: string, visitor: Visitor): Promise<Outcome>
  /** The mailed link was opened, on whatever device. Signs nobody in. */
  follow(token: string, visitor: Visitor): Promise<Outcome>
  /** The address whose link is waited for; undefined if none is. */
  waiting(userId: number): Promise<string | undefined>
  /** The link that waits works no more. From any device, and without a proof: nobody gets in by it. */
  cancel(owner: Owner): Promise<Outcome>
}

interface ChangeEmailParts {
  readonly db: Database
  readonly now: Now
  readonly users: Users
  readonly tokens: Tokens
  readonly attempts: Attempts
  readonly jobs: Jobs
  readonly mails: Mails
  readonly accounts: Accounts
  readonly provesAddresses: boolean
}

const purpose = 'change-address'
/** As long as the link works, which may be mailed an hour after it was asked for. */
const askedMinutes = tokenMinutes[purpose] + 60
const taken = 'There is an account with this email already. Use another one.'

export function createChangeEmail(parts: ChangeEmailParts): ChangeEmail {
  const { db, now, users, tokens, attempts, jobs, mails, accounts, provesAddresses } = parts

  /** Undefined where the address is somebody else's. */
  async function change(tx: Kysely<Schema>, user: User, email: string) {
    const changed = await users.changeEmail(tx, user, email, provesAddresses)
    if (!changed) return undefined
    // Whatever was mailed to the address of before opens nothing any more.
    for (const purpose of ['verify', 'reset', 'unlock', 'change-address'] as const) {
      await tokens.revoke(tx, purpose, user.id)
    }
    await mails.queue(tx, {
      letter: letterNames.emailChanged,
      to: user.email,
      userId: user.id,
      data: { email: changed.email },
    })
    const writer: Writer = await accounts.open(tx, changed, noInvitation)
    await tellFriends(writer, user.id)
    return writer
  }

  async function afterwards(writer: Writer, before: User): Promise<void> {
    await forgetTries(attempts, before.email)
    jobs.wake()
    await accounts.announce(writer)
  }

  return {
    async ask(owner, email, visitor) {
      const userId = owner.viewer.id
      const issue = checkNewEmail(email)
      if (issue) return refusedFor(issue)
      const user = await users.byId(userId)
      if (!user) return { kind: 'stranger' }
      if (cleanEmail(email) === user.email) {
        return { kind: 'refused', field: 'email', message: 'This is your email already.' }
      }
      const wait = await limitedByAddress(attempts, allowances.askForMailPerAddress, visitor)
      if (wait) return wait
      if (provesAddresses) {
        const isTheirs = await db.transaction(async tx => {
          if (!(await lockOwner(db, tx, owner))) return false
          // The newest alone counts.
          await tokens.revoke(tx, purpose, userId)
          const to = cleanEmail(email)
          const asked = { session: owner.hash, email: to }
          await tokens.issue(tx, { purpose, userId, payload: asked, minutes: askedMinutes })
          const payload = { userId, email: to }
          await jobs.add(tx, { kind: accountJobs.changeEmail, payload, userId })
          return true
        })
        if (!isTheirs) return { kind: 'stranger' }
        jobs.wake()
        const message = `Look into the mail of ${cleanEmail(email)}: open the link there, and it is your email. Until then nothing changes.`
        return { kind: 'done', message }
      }
      const writer = await db.transaction(async tx => {
        await lockOpenings(tx)
        await lockFriends(tx, userId)
        const locked = await lockOwner(db, tx, owner)
        return locked ? change(tx, locked, email) : 'stranger'
      })
      if (writer === 'stranger') return { kind: 'stranger' }
      if (!writer) return { kind: 'refused', field: 'email', message: taken }
      await afterwards(writer, user)
      return { kind: 'done', message: `Your email is ${cleanEmail(email)} now.` }
    },

    async follow(token, visitor) {
      const wait = await limitedByAddress(attempts, allowances.tokenPerAddress, visitor)
      if (wait) return wait
      const done = await db.transaction(async tx => {
        const used = await tokens.use(tx, 'change-address', token)
        if (typeof used === 'string') return used
        await lockOpenings(tx)
        if (used.userId !== undefined) await lockFriends(tx, used.userId)
        const user = used.userId === undefined ? undefined : await users.byId(used.userId, tx)
        if (!user) return 'unknown'
        const writer = await change(tx, user, String(used.payload.email))
        if (!writer) await tokens.revoke(tx, purpose, user.id)
        return { user, writer }
      })
      if (typeof done === 'string') return refuseToken(done, 'change')
      if (!done.writer) return { kind: 'refused', reason: 'TAKEN', message: taken }
      await afterwards(done.writer, done.user)
      return { kind: 'done', message: 'Your email is changed. Sign in with it from now on.' }
    },

    async waiting(userId) {
      const asked = await askedChange(db.query, userId)
      return asked && asked.until > now().toISOString() ? asked.email : undefined
    },

    async cancel(owner) {
      const user = await db.transaction(async tx => {
        const locked = await lockOwner(db, tx, owner)
        if (locked) await tokens.revoke(tx, purpose, locked.id)
        return locked
      })
      return user
        ? { kind: 'done', message: `Your email stays ${user.email}.` }
        : { kind: 'stranger' }
    },
  }
}

/** A change of address that waits for its link. */
interface AskedChange {
  /** The hash of the session that asked. */
  readonly session: string
  readonly email: string | undefined
  /** ISO 8601. */
  readonly until: string
}

/**
 * Undefined if none waits, or nobody knows. It is kept as a token that nobody was handed: it goes with the links, and is
 * there before the first was mailed.
 */
export async function askedChange(
  tx: Kysely<Schema>,
  userId: number,
): Promise<AskedChange | undefined> {
  const rows = await tx
    .selectFrom('single_use_token')
    .select(['payload', 'expires_at'])
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
  for (const row of rows) {
    const { session, email } = readPayload(row.payload)
    if (typeof session !== 'string') continue
    return { session, email: typeof email === 'string' ? email : undefined, until: row.expires_at }
  }
  return undefined
}
