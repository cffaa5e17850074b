/** Sign-up, sign-in and sign-out, without HTTP (spec section 7; docs/decisions/005). */
import type { Kysely, Transaction } from 'kysely'
import { checkEmail } from '../../rules/people/account.ts'
import { emailKey } from '../../rules/people/email.ts'
import { readRole } from '../../rules/people/roles.ts'
import { checkSignUp, type SignUp } from '../../rules/people/sign-up.ts'
import type { ValidationIssue } from '../../rules/validation-issue.ts'
import { announce, announceSignOut } from '../changes/announcements.ts'
import { createMoved, type Writer } from '../changes/changes.ts'
import type { Database } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import type { Now } from '../environment.ts'
import { type Attempts, allowances } from '../gates/attempts.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { letterNames } from '../mail/letter-names.ts'
import type { Mails } from '../mail/mails.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { type AccountHooks, type Invitation, noInvitation } from './account-hooks.ts'
import { accountJobs, type PendingSignUp } from './account-jobs.ts'
import { momentInWords } from './letters.ts'
import { limitedByAddress, type Outcome, refusedFor, type Visitor } from './outcome.ts'
import type { BegunSession, Sessions } from './session/sessions.ts'
import { checkNewPassword } from './sign-in/new-password.ts'
import type { Passwords } from './sign-in/passwords.ts'
import { type SecondStep, secondStepNeeded } from './sign-in/second-step.ts'
import { type PasswordTry, tryPassword } from './sign-in/sign-in-limits.ts'
import { lockUser } from './sign-in/ways-in.ts'
import { isUnproven, type User, type Users } from './users.ts'

export interface Accounts {
  /**
   * Makes an account. Where mail is configured the answer is the same whatever exists, and the mailed link opens it.
   * Else it signs in at once; an address that has an account is refused without a word about its owner, and with the
   * right password it is a sign-in, so that a lost answer can be asked for again; the invitation is followed then, too.
   */
  signUp(fields: SignUp, invitation: Invitation, visitor: Visitor): Promise<Outcome>
  /** Whether somebody may make an account: by an invitation alone, where sign-up is closed. */
  admits(db: Kysely<Schema>, invitation: Invitation): Promise<boolean>
  /** `recoveryCode` turns the second step off; empty if there is none. */
  signIn(
    username: string,
    password: string,
    visitor: Visitor,
    recoveryCode?: string,
  ): Promise<Outcome>
  signOut(token: string): Promise<void>
  /** Begins a session for who proved to be this person, and ends the one that the browser had. */
  beginSession(tx: Transaction<Schema>, user: User, visitor: Visitor): Promise<BegunSession>
  /** Says to the hooks that an account can be used from now on; the answer is to be announced after the commit. */
  open(tx: Kysely<Schema>, user: User, invitation: Invitation): Promise<Writer>
  /** Whether this was a session of an account that was deleted meanwhile. */
  isGone(token: string): Promise<boolean>
  /** Tells what hooks moved; after the commit. */
  announce(writer: Writer | undefined): Promise<void>
}

export interface AccountParts {
  readonly db: Database
  readonly now: Now
  readonly users: Users
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly attempts: Attempts
  readonly tokens: Tokens
  readonly jobs: Jobs
  readonly mails: Mails
  readonly hooks: AccountHooks
  readonly secondStep: SecondStep
  /** Whether a mail server is configured: only then can an address be proven. */
  readonly provesAddresses: boolean
  readonly signUp: 'open' | 'closed'
}

/** As they were typed; an empty code is none. */
interface Credentials {
  readonly email: string
  readonly password: string
  readonly recoveryCode: string
}

interface Entered {
  readonly outcome: Outcome
  /** Where an account was opened on the way. */
  readonly writer?: Writer | undefined
}

const wrongPassword = 'Email or password is wrong. Check both and try again.'
const addressTaken =
  'There is an account with this email already. Sign in with it, or use another email.'
const lookIntoMail =
  'Look into your mail: we sent you a link. Open it on this device, and you are signed in.'
const byInvitation =
  'New accounts are made by invitation here. Open the link of an invitation, or ask whoever runs this server.'
const useMailedLink = 'Or use the link in the mail that we sent to this address.'
const setNewPassword = 'Or set a new password with "Forgot password?".'
const wrongCode = 'Recovery code is wrong, or was used already. Type it as it was shown to you.'
const notVerified =
  'Your email is not verified yet. Open the link that we sent you, or let us send a new one.'

export function createAccounts(parts: AccountParts): Accounts {
  const { db, now, users, passwords, sessions, attempts, jobs, mails, hooks } = parts

  async function signUp(
    fields: SignUp,
    invitation: Invitation,
    visitor: Visitor,
  ): Promise<Outcome> {
    const issue =
      checkSignUp(fields) ?? (await checkNewPassword('password', fields.password, fields.email))
    if (issue) return refusedFor(issue)
    const wait = await limitedByAddress(attempts, allowances.signUpPerAddress, visitor)
    if (wait) return wait
    if (!(await admits(db.query, invitation))) {
      return { kind: 'refused', reason: 'CLOSED', message: byInvitation }
    }
    return parts.provesAddresses
      ? signUpByMail(fields, invitation, visitor)
      : signUpAtOnce(fields, invitation, visitor)
  }

  async function admits(db: Kysely<Schema>, invitation: Invitation): Promise<boolean> {
    return parts.signUp === 'open' || hooks.isInvited(db, invitation)
  }

  async function signUpByMail(
    fields: SignUp,
    invitation: Invitation,
    { bind }: Visitor,
  ): Promise<Outcome> {
    const { firstName, lastName, email, phone } = fields
    const passwordHash = await passwords.hash(fields.password)
    const pending: PendingSignUp = {
      ...{ firstName, lastName, email, phone: phone ?? null, passwordHash },
      ...{ ...invitation, bind },
    }
    const wait = await attempts.take(allowances.signUpPerEmail, emailKey(email))
    if (wait === undefined) {
      await jobs.add(db.query, { kind: accountJobs.signUp, payload: { ...pending } })
      jobs.wake()
    }
    return { kind: 'done', message: lookIntoMail }
  }

  async function signUpAtOnce(
    fields: SignUp,
    invitation: Invitation,
    visitor: Visitor,
  ): Promise<Outcome> {
    const known = await users.byEmail(fields.email)
    if (known) return signInInstead(known, fields.password, invitation, visitor)
    const passwordHash = await passwords.hash(fields.password)
    const made = await db.transaction(async tx => {
      const user = await users.insert(tx, { ...fields, passwordHash }, false)
      if (!user) return undefined
      await mails.queue(tx, { letter: letterNames.verify, to: user.email, userId: user.id })
      const writer = await open(tx, user, invitation)
      return { user, writer, session: await beginSession(tx, user, visitor) }
    })
    if (made) {
      jobs.wake()
      await announceMoved(made.writer)
      return { kind: 'signed-in', user: made.user, session: made.session }
    }
    // Somebody signed up with the same address in the meantime.
    const existing = await users.byEmail(fields.email)
    return existing
      ? signInInstead(existing, fields.password, invitation, visitor)
      : { kind: 'refused', field: 'email', message: addressTaken }
  }

  async function signIn(
    username: string,
    password: string,
    visitor: Visitor,
    recoveryCode = '',
  ): Promise<Outcome> {
    const issue = checkEmail('username', username) ?? checkGiven(password)
    if (issue) return refusedFor(issue)
    const wait = await limitedByAddress(attempts, allowances.signInPerAddress, visitor)
    if (wait) return wait
    const user = await users.byEmail(username)
    const refusal: Outcome = { kind: 'refused', message: wrongPassword }
    return verify(user, { email: username, password, recoveryCode }, noInvitation, visitor, refusal)
  }

  function signInInstead(
    user: User,
    password: string,
    invitation: Invitation,
    visitor: Visitor,
  ): Promise<Outcome> {
    const refusal: Outcome = { kind: 'refused', field: 'email', message: addressTaken }
    const credentials = { email: user.email, password, recoveryCode: '' }
    return verify(user, credentials, invitation, visitor, refusal)
  }

  /** `refusal` is what a wrong password is answered. */
  async function verify(
    user: User | undefined,
    { email, password, recoveryCode }: Credentials,
    invitation: Invitation,
    visitor: Visitor,
    refusal: Outcome,
  ): Promise<Outcome> {
    const attempt = await tryPassword(attempts, visitor, email, user)
    if (attempt.wait !== undefined) {
      const insteadOf = attempt.isKnownBrowser ? setNewPassword : useMailedLink
      const instead = parts.provesAddresses ? insteadOf : undefined
      return { kind: 'limited', retryAfterSeconds: attempt.wait, ...(instead && { instead }) }
    }
    const matched = await passwords.matches(user?.password_hash, password)
    if (!user || !matched) {
      await tellOfLockOut(attempt, email)
      return refusal
    }
    if (user.second_step === 1 && recoveryCode !== '') {
      const isRight = await db.transaction(async tx => {
        const current = await lockUnchanged(tx, user)
        return current !== undefined && parts.secondStep.recover(tx, current, recoveryCode)
      })
      if (!isRight) {
        // Counted like a wrong password.
        await tellOfLockOut(attempt, email)
        return { kind: 'refused', field: 'recoveryCode', message: wrongCode }
      }
    }
    await attempt.succeeded()
    if (user.second_step === 1 && recoveryCode === '') return secondStepNeeded
    if (parts.provesAddresses && isUnproven(user)) {
      return { kind: 'refused', reason: 'UNVERIFIED', message: notVerified }
    }
    const done = await db.transaction(async (tx): Promise<Entered> => {
      await hooks.lockInvited(tx, user.id, invitation)
      const current = await lockUnchanged(tx, user)
      return current ? enter(tx, current, invitation, visitor) : { outcome: refusal }
    })
    jobs.wake()
    await announceMoved(done.writer)
    return done.outcome
  }

  /** Whose password was right, as they are under their lock. */
  async function enter(
    tx: Transaction<Schema>,
    user: User,
    invitation: Invitation,
    visitor: Visitor,
  ): Promise<Entered> {
    if (user.second_step === 1) return { outcome: secondStepNeeded }
    if (visitor.keyFor(user.id) === undefined) await tellOfNewDevice(tx, user, visitor)
    // Signed up with while a mail server was configured, which is gone: no link opens it any more.
    const isOpening = isUnproven(user)
    const admitted = isOpening ? await users.admit(tx, user) : user
    const writer =
      isOpening || invitation.addFriend ? await open(tx, admitted, invitation) : undefined
    const session = await beginSession(tx, admitted, visitor)
    return { outcome: { kind: 'signed-in', user: admitted, session }, writer }
  }

  /** After a wrong try: the last one brings a mail. */
  async function tellOfLockOut(attempt: PasswordTry, email: string): Promise<void> {
    const keys = await attempt.failed()
    if (!keys) return
    const payload = { email, keys }
    await jobs.add(db.query, { kind: accountJobs.lockOut, payload, key: keys.join(' ') })
    jobs.wake()
  }

  /** Undefined where the password is another by now: looking at one takes a while, in which its person may set it. */
  async function lockUnchanged(tx: Transaction<Schema>, user: User): Promise<User | undefined> {
    const current = await lockUser(db, tx, user.id)
    return current?.password_hash === user.password_hash ? current : undefined
  }

  async function tellOfNewDevice(tx: Kysely<Schema>, user: User, visitor: Visitor): Promise<void> {
    const at = momentInWords(now().toISOString())
    await mails.queue(tx, {
      letter: letterNames.newDevice,
      to: user.email,
      userId: user.id,
      data: { browser: visitor.browser ?? 'an unknown browser', at },
    })
  }

  async function beginSession(
    tx: Transaction<Schema>,
    user: User,
    visitor: Visitor,
  ): Promise<BegunSession> {
    if (visitor.token !== undefined) await sessions.end(tx, visitor.token)
    return sessions.begin(tx, user.id, visitor.browser)
  }

  async function open(tx: Kysely<Schema>, user: User, invitation: Invitation): Promise<Writer> {
    const viewer = { id: user.id, role: readRole(user.role) }
    const writer: Writer = { viewer, db: tx, now: now().toISOString(), moved: createMoved() }
    await hooks.onAccountOpened(writer, invitation)
    return writer
  }

  async function announceMoved(writer: Writer | undefined): Promise<void> {
    if (writer) await announce(db, writer.moved)
  }

  return {
    signUp,
    admits,
    signIn,
    async signOut(token) {
      const userId = await sessions.leave(token)
      if (userId !== undefined) await announceSignOut(db, [userId])
    },
    beginSession,
    async isGone(token) {
      return typeof (await parts.tokens.find(db.query, 'account-gone', token)) !== 'string'
    },
    open,
    announce: announceMoved,
  }
}

function checkGiven(password: string): ValidationIssue | undefined {
  const message = 'Password is empty. Write your password.'
  return password === '' ? { field: 'password', message } : undefined
}
