/** The REST calls of spec section 7. */

import { type Context, Hono } from 'hono'
import type { Now } from '../../environment.ts'
import { waitInWords } from '../../gates/attempts.ts'
import { answerNothingHere, answerRefusal, refuseStranger } from '../../http/http-refusal.ts'
import { hashToken } from '../../tokens/hash-token.ts'
import type { Accounts } from '../accounts.ts'
import type { Contact } from '../contact/contact.ts'
import type { MailedLinks } from '../contact/mailed-links.ts'
import { noOtherWay, type Outcome, type Visitor } from '../outcome.ts'
import type { Csrf } from '../session/csrf.ts'
import type { VerifyCaptcha } from '../sign-in/captcha.ts'
import { presentUser, type User } from '../users.ts'
import { type AccountRouteParts, addAccountRoutes } from './account-routes.ts'
import { browserInWords } from './browser-words.ts'
import { type Fields, readFields, readTexts } from './fields.ts'
import { addPasskeyRoutes } from './passkey-routes.ts'

export interface AuthRouteParts extends Omit<AccountRouteParts, 'visitor' | 'answer'> {
  readonly now: Now
  readonly accounts: Accounts
  readonly links: MailedLinks
  readonly contact: Contact
  readonly csrf: Csrf
  readonly addressOf: (c: Context) => string | undefined
  readonly verifyCaptcha: VerifyCaptcha
  readonly provesAddresses: boolean
  /** What an address is called where nobody may read it. */
  readonly accountKey: (email: string) => string
}

/** What the log says of an account call: no address, no name. */
export interface LoggedOutcome {
  readonly outcome: Outcome['kind']
  readonly userId?: number
  readonly accountKey?: string
}

type Texts<Name extends string> = Readonly<Record<Name, string>>

export function createAuthRoutes(parts: AuthRouteParts): Hono {
  const { now, users, accounts, links, contact, cookies, csrf, sessions, addressOf } = parts
  const routes = new Hono()

  /** A call that takes texts; `guarded` ones ask the captcha first. */
  function post<Name extends string>(
    path: string,
    names: readonly Name[],
    work: (texts: Texts<Name>, visitor: Visitor, fields: Fields) => Promise<Outcome>,
    { guarded = true }: { readonly guarded?: boolean } = {},
  ): void {
    routes.post(path, async c => {
      const fields = readFields(await c.req.text())
      if (!fields) return refuseBody(c)
      const read = readTexts(fields, [...names, 'recaptcha'])
      if ('issue' in read) return answer(c, { kind: 'refused', ...read.issue })
      const refusal = guarded
        ? await parts.verifyCaptcha(read.texts.recaptcha, addressOf(c))
        : undefined
      if (refusal !== undefined) {
        return answer(c, { kind: 'refused', field: 'recaptcha', message: refusal })
      }
      const outcome = await work(read.texts, visitor(c), fields)
      tellLog(c, outcome, fields)
      return answer(c, outcome)
    })
  }

  /** What came of it, and whose account it was about: the person's id, or the key that tries are counted by. */
  function tellLog(c: Context, outcome: Outcome, { username, email }: Fields): void {
    const about = [username, email].find(text => typeof text === 'string' && text !== '')
    const line: LoggedOutcome = {
      outcome: outcome.kind,
      ...(outcome.kind === 'signed-in'
        ? { userId: outcome.user.id }
        : about !== undefined && { accountKey: parts.accountKey(String(about)) }),
    }
    c.set('outcome', line)
  }

  routes.get('/csrftoken', c => c.text(csrf.issue(cookies.bindOrBegin(c))))

  post(
    '/auth/signup',
    ['firstName', 'lastName', 'email', 'phone', 'password', 'inviteId'],
    ({ inviteId, ...person }, from, { addFriend }) =>
      accounts.signUp(
        person,
        { inviteId, addFriend: addFriend === true || addFriend === 'true' },
        from,
      ),
  )
  post(
    '/auth/login',
    ['username', 'password', 'recoveryCode'],
    ({ username, password, recoveryCode }, from) =>
      accounts.signIn(username, password, from, recoveryCode),
  )
  post('/auth/forgot-password', ['email', 'inviteId'], ({ email, inviteId }, from) =>
    links.forgotPassword(email, inviteId, from),
  )
  // Nobody guesses a mailed token: it shows as much as a captcha would.
  post(
    '/auth/reset-password',
    ['token', 'newPassword'],
    ({ token, newPassword }, from) => links.resetPassword(token, newPassword, from),
    { guarded: false },
  )
  post(
    '/auth/verify-user',
    ['token', 'verifyEmailToken', 'verifyPhoneToken'],
    async ({ token, verifyEmailToken, verifyPhoneToken }, from) => {
      // `token` is the older name of `verifyEmailToken`.
      const byMail = verifyEmailToken || token
      if (byMail !== '' || verifyPhoneToken === '') return links.verifyEmail(byMail, from)
      const message =
        'Phone numbers cannot be verified here: this server sends no SMS. Nothing depends on it.'
      return { kind: 'refused', field: 'verifyPhoneToken', message }
    },
    { guarded: false },
  )
  post(
    '/auth/resend-verification-email',
    ['email'],
    ({ email }, from) => links.resendVerification(email, from),
    { guarded: false },
  )
  post(
    '/auth/unlock-account',
    ['token', 'otp'],
    ({ token, otp }, from) => links.unlock(token, otp, from),
    { guarded: false },
  )
  post('/auth/check-account', ['email'], ({ email }, from) => links.checkAccount(email, from))
  post('/auth/contact', ['name', 'email', 'feedback'], contact)

  routes.get('/auth/oauthUser', async c => {
    const token = c.req.header('oauth-token')
    if (parts.elsewhere === undefined || !token) {
      return answer(c, noOtherWay)
    }
    const outcome = await parts.elsewhere.enter(token, cookies.bind(c.req.raw), visitor(c))
    tellLog(c, outcome, {})
    return answer(c, outcome)
  })

  const more = {
    ...parts,
    visitor,
    answer(c: Context, outcome: Outcome) {
      tellLog(c, outcome, {})
      return answer(c, outcome)
    },
  }
  addPasskeyRoutes(routes, more)
  addAccountRoutes(routes, more)

  // Twice is as good as once: a browser repeats it until it was heard.
  routes.get('/auth/logout', async c => {
    const token = cookies.sessionToken(c.req.raw)
    if (token !== undefined) await accounts.signOut(token)
    cookies.dropSession(c)
    // What the browser's own cache and its pages kept for going back still show. Not "storage": it would take
    // the outboxes, the app for use without a network and what other accounts keep here; the app wipes its
    // own. Not "cookies": they go with those of every neighbour under the same domain.
    c.header('Clear-Site-Data', '"cache"')
    return c.json({ success: true, time: now().toISOString(), message: 'You are signed out.' })
  })

  routes.get('/auth/status', async c => {
    const token = cookies.sessionToken(c.req.raw)
    const session = token === undefined ? undefined : await sessions.find(token)
    const user = session && (await users.byId(session.viewer.id))
    if (token === undefined || !session || !user) {
      const isGone = token !== undefined && (await accounts.isGone(token))
      return c.json({ success: false, ...(isGone && { reason: 'DELETED' }) })
    }
    // The database's 180 days slide with every use; the cookie's must not run out before them.
    cookies.keepSession(c, token)
    return c.json({ success: true, ...about(user), sessionEndsAt: session.endsAt })
  })

  routes.all('/auth/*', answerNothingHere)

  function visitor(c: Context): Visitor {
    const bind = cookies.bind(c.req.raw)
    return {
      address: addressOf(c),
      token: cookies.sessionToken(c.req.raw),
      bind: bind === undefined ? undefined : hashToken(bind),
      browser: browserInWords(c.req.header('user-agent')),
      keyFor: userId => cookies.knownBrowser(c.req.raw, userId),
    }
  }

  /** Who it is, and whether they should be asked to prove their address. */
  function about(user: User): Fields {
    const asks = parts.provesAddresses && user.verified_at === null
    return { user: publish(user), ...(asks && { askToVerifyEmail: true }) }
  }

  function answer(c: Context, outcome: Outcome): Response {
    switch (outcome.kind) {
      case 'limited': {
        const { retryAfterSeconds, instead } = outcome
        const wait = `Too many tries. Wait ${waitInWords(retryAfterSeconds)}, then try again.`
        const message = instead === undefined ? wait : `${wait} ${instead}`
        return answerRefusal(c, { status: 429, code: 'RATE_LIMITED', message, retryAfterSeconds })
      }
      case 'refused': {
        const { message, field, reason } = outcome
        return c.json({
          success: false,
          message,
          ...(field && { field }),
          ...(reason && { reason }),
        })
      }
      case 'stranger':
        return refuseStranger(c)
      case 'done': {
        const { message, reason } = outcome
        return c.json({ success: true, message, ...(reason && { reason }) })
      }
      case 'signed-in': {
        const { user, session, message = 'You are signed in.', reason } = outcome
        cookies.keepSession(c, session.token)
        cookies.rememberBrowser(c, user.id)
        return c.json({
          success: true,
          ...about(user),
          sessionEndsAt: session.endsAt,
          message,
          ...(reason && { reason }),
        })
      }
    }
  }

  return routes
}

/** The `user` of the contract: what a person may know of themselves. */
function publish(user: User): Fields {
  return {
    ...presentUser(user),
    inviteId: user.invite_id,
  }
}

function refuseBody(c: Context): Response {
  const message = 'The body of the request must be a JSON object.'
  return answerRefusal(c, { status: 400, code: 'BAD_INPUT', field: 'body', message })
}
