/** What is asked for by mail and done by the link in it: new passwords, proven addresses, unlocking. */
import { checkEmail } from '../../../rules/people/account.ts'
import { emailKey } from '../../../rules/people/email.ts'
import { announceSignOut } from '../../changes/announcements.ts'
import type { Writer } from '../../changes/changes.ts'
import type { Database } from '../../db/open.ts'
import type { Payload } from '../../db/payload.ts'
import type { Now } from '../../environment.ts'
import { type Attempts, allowances } from '../../gates/attempts.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { letterNames } from '../../mail/letter-names.ts'
import type { Mails } from '../../mail/mails.ts'
import { isPlainId } from '../../plain-id.ts'
import type { CodeFault, Token, TokenFault, Tokens } from '../../tokens/tokens.ts'
import { accountJobs, believedOf, invitationOf, lastPending, pendingIn } from '../account-jobs.ts'
import type { Accounts } from '../accounts.ts'
import { limitedByAddress, type Outcome, refusedFor, type Visitor } from '../outcome.ts'
import type { Sessions } from '../session/sessions.ts'
import { checkNewPassword } from '../sign-in/new-password.ts'
import type { Passwords } from '../sign-in/passwords.ts'
import { forgetTries } from '../sign-in/sign-in-limits.ts'
import { isUnproven, type Users } from '../users.ts'

export interface MailedLinks {
  /** The link carries the invitation on that led to the sign-in; empty if none did. */
  forgotPassword(email: string, inviteId: string, visitor: Visitor): Promise<Outcome>
  /** All sessions of the account end; where the link was mailed the address is proven, since it came there. */
  resetPassword(token: string, newPassword: string, visitor: Visitor): Promise<Outcome>
  resendVerification(email: string, visitor: Visitor): Promise<Outcome>
  /** Proves the address; signs in, unless somebody else is signed in on this browser. */
  verifyEmail(token: string, visitor: Visitor): Promise<Outcome>
  unlock(token: string, code: string, visitor: Visitor): Promise<Outcome>
  /** "yes" where the account exists. */
  checkAccount(email: string, visitor: Visitor): Promise<Outcome>
}

interface MailedLinkParts {
  readonly db: Database
  readonly users: Users
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly tokens: Tokens
  readonly attempts: Attempts
  readonly jobs: Jobs
  readonly mails: Mails
  readonly accounts: Accounts
  readonly provesAddresses: boolean
  readonly now: Now
}

const onItsWay =
  'If there is an account with this email, a mail with a link is on its way. Look into your mail, also where unwanted mail goes.'
const keptHere =
  'If there is an account with this email, its link was kept on the server, which sends no mail. Ask whoever runs this server for it.'

export function createMailedLinks(parts: MailedLinkParts): MailedLinks {
  const { db, users, passwords, sessions, tokens, attempts, jobs, mails, accounts } = parts

  async function askByMail(
    kind: string,
    email: string,
    visitor: Visitor,
    more: Payload = {},
  ): Promise<Outcome> {
    const issue = checkEmail('email', email)
    if (issue) return refusedFor(issue)
    const wait = await limitedByAddress(attempts, allowances.askForMailPerAddress, visitor)
    if (wait) return wait
    const key = `${kind}:${emailKey(email)}`
    await jobs.add(db.query, { kind, payload: { email, ...more }, key })
    jobs.wake()
    return { kind: 'done', message: parts.provesAddresses ? onItsWay : keptHere }
  }

  return {
    forgotPassword: (email, inviteId, visitor) =>
      askByMail(accountJobs.forgot, email, visitor, isPlainId(inviteId) ? { inviteId } : {}),
    resendVerification: (email, visitor) => askByMail(accountJobs.resend, email, visitor),

    async resetPassword(token, newPassword, visitor) {
      const wait = await limitedByAddress(attempts, allowances.tokenPerAddress, visitor)
      if (wait) return wait
      const found = await tokens.find(db.query, 'reset', token)
      const owner =
        typeof found === 'string' ? undefined : found.userId && (await users.byId(found.userId))
      if (!owner) return refuseToken(typeof found === 'string' ? found : 'unknown', 'reset')
      const issue = await checkNewPassword('newPassword', newPassword, owner.email)
      if (issue) return refusedFor(issue)
      const passwordHash = await passwords.hash(newPassword)
      // One that an administrator was shown, and handed over as they liked, came to no address.
      const isMailed =
        parts.provesAddresses && typeof found !== 'string' && found.payload.isMailed === true
      const done = await db.transaction(async tx => {
        const used = await tokens.use(tx, 'reset', token)
        const user = typeof used === 'string' ? undefined : await users.byId(owner.id, tx)
        if (!user) return typeof used === 'string' ? used : 'unknown'
        const opens = isUnproven(user)
        const pending = opens ? pendingIn(await lastPending(tx, user)) : undefined
        await tx
          .updateTable('user')
          .set({ password_hash: passwordHash, updated_at: parts.now().toISOString() })
          .where('id', '=', user.id)
          .execute()
        const proven = isMailed
          ? await users.prove(tx, user)
          : opens && parts.provesAddresses
            ? await users.admit(tx, user)
            : user
        await tokens.revoke(tx, 'reset', user.id)
        // Whoever wanted another address may have been somebody else.
        await tokens.revoke(tx, 'change-address', user.id)
        // It signs in without a password: it ends as the sessions do.
        await tokens.revoke(tx, 'verify', user.id)
        await sessions.endAll(tx, user.id)
        await mails.queue(tx, {
          letter: letterNames.passwordChanged,
          to: user.email,
          userId: user.id,
        })
        // Without mail nobody proves anything: an account that was made at the terminal begins with this.
        const mayBegin = parts.provesAddresses ? isMailed && user.verified_at === null : !opens
        return mayBegin ? await accounts.open(tx, proven, invitationOf(pending)) : undefined
      })
      if (typeof done === 'string') return refuseToken(done, 'reset')
      await forgetTries(attempts, owner.email)
      jobs.wake()
      await announceSignOut(db, [owner.id])
      await accounts.announce(done)
      return { kind: 'done', message: 'Your new password is set. Sign in with it.' }
    },

    async verifyEmail(token, visitor) {
      const wait = await limitedByAddress(attempts, allowances.tokenPerAddress, visitor)
      if (wait) return wait
      const present = visitor.token === undefined ? undefined : await sessions.find(visitor.token)
      const done = await db.transaction(async tx => {
        const used = await tokens.use(tx, 'verify', token)
        if (typeof used === 'string') return used
        const user = used.userId === undefined ? undefined : await users.byId(used.userId, tx)
        if (!user) return 'unknown'
        const pending = believedOf(pendingIn(used.payload), user, visitor.bind)
        const opens = isUnproven(user)
        // Without a sign-up of its own the link opens the account with what the only sign-up wrote.
        const proven = await users.prove(tx, user, pending)
        await tokens.revoke(tx, 'verify', user.id)
        // Also where it was used before: an address that nobody proved is reached by no request of a friend.
        const writer: Writer | undefined =
          user.verified_at === null
            ? await accounts.open(tx, proven, invitationOf(opens ? pending : undefined))
            : undefined
        // Whoever is signed in here has lists and changes here: they stay who they are.
        const isSomebodyElse = present !== undefined && present.viewer.id !== user.id
        const session =
          isSomebodyElse || proven.second_step === 1
            ? undefined
            : await accounts.beginSession(tx, proven, visitor)
        return { user: proven, session, writer, isBare: opens && proven.password_hash === '' }
      })
      if (typeof done === 'string') return refuseToken(done, 'verify')
      await accounts.announce(done.writer)
      const way = done.session ? 'in your account settings' : 'with "Forgot password?"'
      const said = done.isBare
        ? ({
            message: `Email verified. Your account has no password yet: set one ${way}.`,
            reason: 'NO_PASSWORD',
          } as const)
        : { message: 'Email verified.' }
      return done.session
        ? { kind: 'signed-in', user: done.user, session: done.session, ...said }
        : { kind: 'done', ...said }
    },

    async unlock(token, code, visitor) {
      const wait = await limitedByAddress(attempts, allowances.tokenPerAddress, visitor)
      if (wait) return wait
      const digits = code.replace(/[\s-]/g, '')
      if (!/^\d{6}$/.test(digits)) {
        const message = 'Code is not complete. Type the 6 digits from the mail.'
        return { kind: 'refused', field: 'otp', message }
      }
      // Its count must stand whatever comes of it.
      const used: Token | TokenFault | CodeFault = await db.transaction(tx =>
        tokens.useWithCode(tx, 'unlock', token, digits),
      )
      if (used === 'wrong-code') {
        const message = 'Code is wrong. Type the 6 digits from the newest mail.'
        return { kind: 'refused', field: 'otp', reason: 'WRONG_CODE', message }
      }
      if (used === 'out-of-tries') {
        const message = `The code was wrong five times, so this link works no more. ${nextSteps.unlock}`
        return { kind: 'refused', reason: 'USED', message }
      }
      if (typeof used === 'string') return refuseToken(used, 'unlock')
      const { keys } = used.payload
      await attempts.forgetKeys(Array.isArray(keys) ? keys.map(String) : [])
      return { kind: 'done', message: 'Unlocked. Sign in with your password.' }
    },

    async checkAccount(email, visitor) {
      const issue = checkEmail('email', email)
      if (issue) return refusedFor(issue)
      const wait = await limitedByAddress(attempts, allowances.checkAccountPerAddress, visitor)
      if (wait) return wait
      const user = await users.byEmail(email)
      const exists = user !== undefined && !(parts.provesAddresses && isUnproven(user))
      return { kind: 'done', message: exists ? 'yes' : 'no' }
    },
  }
}

type LinkKind = 'reset' | 'verify' | 'unlock' | 'change'

const nextSteps: Readonly<Record<LinkKind, string>> = {
  reset: 'Ask for a new link with "Forgot password?".',
  // An account that nobody proved is gone after a week, and no link can be sent.
  verify:
    'If you cannot sign in, let us send a new link, or sign up again if you did so more than a week ago.',
  change: 'Ask for a new one in your account settings.',
  unlock: 'Wait until you may try again, or set a new password with "Forgot password?".',
}

/** Where no answer came it may have done its work: who asked for one link after the other would wait in vain. */
const afterUse: Readonly<Record<LinkKind, string>> = {
  verify: 'If you cannot sign in, let us send a new link.',
  reset: 'Sign in with your new password, or ask for a new link with "Forgot password?".',
  change:
    'Sign in with the new email, or ask for a new link in your account settings if they still show the old one.',
  unlock: 'Sign in; if you still cannot, set a new password with "Forgot password?".',
}

/** Each fault of a link with its own next step. */
export function refuseToken(fault: TokenFault, kind: LinkKind): Outcome {
  const next = nextSteps[kind]
  if (fault === 'revoked' && kind === 'change') {
    const message = `This link does not work any more: the change was called off, or asked for anew. It left your email as it was. ${next}`
    return { kind: 'refused', reason: 'USED', message }
  }
  if (fault === 'used' || fault === 'revoked') {
    const message = `This link was used already. ${afterUse[kind]}`
    return { kind: 'refused', reason: 'USED', message }
  }
  if (fault === 'expired') {
    return { kind: 'refused', reason: 'EXPIRED', message: `This link is too old. ${next}` }
  }
  const message = `This link is not complete, or it was never sent. Open it again from the mail. ${next}`
  return { kind: 'refused', reason: 'UNKNOWN', message }
}
