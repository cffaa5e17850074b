/**
 * What account calls do after their answer. The answer says the same in the same time whatever exists, since it is
 * only here that an account is looked for.
 */
import type { Kysely } from 'kysely'
import type { Database } from '../db/open.ts'
import { type Payload, readPayload } from '../db/payload.ts'
import type { Schema } from '../db/schema.ts'
import type { JobHandler, JobRun, Jobs } from '../jobs/jobs.ts'
import { letterNames } from '../mail/letter-names.ts'
import type { Mails } from '../mail/mails.ts'
import { waitingLetters } from '../tokens/tokens.ts'
import type { Invitation } from './account-hooks.ts'
import { isUnproven, type NewUser, type User, type Users } from './users.ts'

export const accountJobs = {
  signUp: 'sign-up',
  forgot: 'forgot-password',
  resend: 'resend-verification',
  lockOut: 'lock-out',
  /** As its letter, so that both go where the change is revoked. */
  changeEmail: letterNames.changeEmail,
} as const

/** A sign-up that waits for its mailed link; the link opens the account with exactly this. */
export interface PendingSignUp extends NewUser {
  readonly inviteId: string
  readonly addFriend: boolean
  /** The browser that signed up, as `bind` of a visitor. */
  readonly bind: string | undefined
}

interface AccountJobParts {
  readonly db: Database
  readonly users: Users
  readonly mails: Mails
  readonly jobs: Pick<Jobs, 'handle' | 'wake'>
}

export function handleAccountJobs({ db, users, mails, jobs }: AccountJobParts): void {
  function handle(
    kind: string,
    work: (tx: Kysely<Schema>, payload: Payload, run: JobRun) => Promise<void>,
  ) {
    const handler: JobHandler = {
      kind,
      async run(run) {
        await db.transaction(async tx => {
          // Taken away first: whoever takes it back meanwhile waits for this, or this does nothing.
          if (await run.finish(tx)) await work(tx, run.payload, run)
        })
        return undefined
      },
    }
    jobs.handle(handler)
  }

  const sendReset = (tx: Kysely<Schema>, user: User, data: Payload = {}) =>
    mails.queue(tx, {
      letter: letterNames.reset,
      to: user.email,
      userId: user.id,
      data,
      key: `${letterNames.reset}:${user.id}`,
    })

  const tellHolder = (tx: Kysely<Schema>, holder: User) =>
    mails.queue(tx, {
      letter: letterNames.addressInUse,
      to: holder.email,
      userId: holder.id,
      key: `${letterNames.addressInUse}:${holder.id}`,
    })

  handle(accountJobs.signUp, async (tx, payload) => {
    const pending = readPending(payload)
    const known = await users.byEmail(pending.email, tx)
    if (known && !isUnproven(known)) {
      return tellHolder(tx, known)
    }
    const user = known ?? (await users.insert(tx, pending, true))
    if (!user) throw new Error('The address was taken meanwhile.')
    if (known) {
      // Two people may have typed it: no password is believed that no link of its own sign-up proved. Where all came
      // from one browser, whose answer may have been lost, its newest stands.
      const isSame = isFrom(pending.bind, pendingIn(await lastPending(tx, known)))
      const password_hash = isSame ? pending.passwordHash : ''
      const { numUpdatedRows } = await tx
        .updateTable('user')
        .set({ password_hash })
        .where('id', '=', known.id)
        // Proven since it was looked at, it keeps the password that its link brought.
        .where('must_verify', '=', 1)
        .where('verified_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return tellHolder(tx, known)
    }
    return mails.queue(tx, {
      letter: letterNames.verify,
      to: user.email,
      userId: user.id,
      data: { pending },
    })
  })

  handle(accountJobs.forgot, async (tx, { email, ...invitation }) => {
    const user = await users.byEmail(String(email), tx)
    if (user) await sendReset(tx, user, invitation)
  })

  handle(accountJobs.resend, async (tx, { email }) => {
    const user = await users.byEmail(String(email), tx)
    if (!user) return
    // Signed up with twice: a new password proves the address and says whose the account is.
    if (user.password_hash === '') return sendReset(tx, user)
    // The answer of a link that worked may have been lost: nobody waits for a mail in vain.
    if (user.verified_at !== null) return tellHolder(tx, user)
    await mails.queue(tx, {
      letter: letterNames.verify,
      to: user.email,
      userId: user.id,
      data: await lastPending(tx, user),
      key: `${letterNames.verify}:${user.id}`,
    })
  })

  handle(accountJobs.lockOut, async (tx, { email, keys }) => {
    const user = await users.byEmail(String(email), tx)
    if (!user || isUnproven(user)) return
    // One letter unlocks all: in the place of the one that waits, which may be on its way without these.
    const waiting = await waitingLetters(tx, letterNames.lockOut, user.id)
    const ids = waiting.map(({ id }) => id)
    if (ids.length > 0) await tx.deleteFrom('job').where('id', 'in', ids).execute()
    const locked = [keys, ...waiting.map(({ data }) => Object(data).keys)].flatMap(textsIn)
    await mails.queue(tx, {
      letter: letterNames.lockOut,
      to: user.email,
      userId: user.id,
      data: { keys: [...new Set(locked)].slice(0, keysAtMost) },
      key: `${letterNames.lockOut}:${user.id}`,
    })
  })

  handle(accountJobs.changeEmail, async (tx, payload) => {
    const user = await users.byId(Number(payload.userId), tx)
    if (!user) return
    const email = String(payload.email)
    const holder = await users.byEmail(email, tx)
    if (holder && holder.id !== user.id && !isUnproven(holder)) {
      await tellHolder(tx, holder)
    } else {
      const data = { email }
      await mails.queue(tx, { letter: letterNames.changeEmail, to: email, userId: user.id, data })
    }
    await mails.queue(tx, {
      letter: letterNames.emailChanging,
      to: user.email,
      userId: user.id,
      data: { email },
    })
  })
}

/** More than may be locked at a time: a hundred wrong passwords an hour, ten from an address. */
const keysAtMost = 20

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}

/** The sign-up whose password stands, as a link carries it or a letter that waits: its invitation travels on. */
export async function lastPending(tx: Kysely<Schema>, user: User): Promise<Payload> {
  const links = await tx
    .selectFrom('single_use_token')
    .select('payload')
    .where('user_id', '=', user.id)
    .where('purpose', '=', 'verify')
    .execute()
  const letters = await waitingLetters(tx, letterNames.verify, user.id)
  const pending = [
    ...links.map(({ payload }) => pendingIn(readPayload(payload))),
    ...letters.map(({ data }) => pendingIn(Object(data))),
  ].find(one => one?.passwordHash === user.password_hash)
  return pending ? { pending } : {}
}

/** The sign-up that a token or a job carries; undefined if it carries none. */
export function pendingIn(payload: Payload): PendingSignUp | undefined {
  return payload.pending ? readPending(Object(payload.pending)) : undefined
}

function isFrom(bind: string | undefined, pending: PendingSignUp | undefined): boolean {
  return bind !== undefined && pending?.bind === bind
}

/**
 * What of a sign-up its link may open the account with. The letters of two sign-ups look alike, and one may be a
 * stranger's: where several browsers signed up, each alone brings its password and invitation. Of one browser alone
 * they stand on whatever device the link is opened; of its passwords the newest, which its person knows.
 */
export function believedOf(
  pending: PendingSignUp | undefined,
  user: Pick<User, 'password_hash'>,
  bind: string | undefined,
): PendingSignUp | undefined {
  if (pending && user.password_hash !== '') {
    return { ...pending, passwordHash: user.password_hash }
  }
  if (!pending || isFrom(bind, pending)) return pending
  return { ...pending, passwordHash: '', inviteId: '', addFriend: false }
}

/** What the sign-up that is opened now brought along. */
export function invitationOf(pending: PendingSignUp | undefined): Invitation {
  return { inviteId: pending?.inviteId ?? '', addFriend: pending?.addFriend ?? false }
}

function readPending(payload: Payload): PendingSignUp {
  const text = (name: string) => String(payload[name] ?? '')
  return {
    email: text('email'),
    firstName: text('firstName'),
    lastName: text('lastName'),
    phone: text('phone'),
    passwordHash: text('passwordHash'),
    inviteId: text('inviteId'),
    addFriend: payload.addFriend === true,
    bind: typeof payload.bind === 'string' ? payload.bind : undefined,
  }
}
