/** Puts the parts of the account calls together, and answers who asks. */
import type { Context, Hono } from 'hono'
import { emailKey } from '../../rules/people/email.ts'
import type { Database } from '../db/open.ts'
import { type Now, newId, type Random } from '../environment.ts'
import type { AccountProofs } from '../gates/account-proof.ts'
import { type Attempts, allowances } from '../gates/attempts.ts'
import { clientAddress } from '../http/client-address.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import type { Mails } from '../mail/mails.ts'
import type { Settings } from '../settings.ts'
import type { Tokens } from '../tokens/tokens.ts'
import type { Viewer } from '../viewer.ts'
import { handleAccountJobs } from './account-jobs.ts'
import { createAccountProofs } from './account-proofs.ts'
import { createAccounts } from './accounts.ts'
import { createChangeEmail } from './contact/change-email.ts'
import { createContact } from './contact/contact.ts'
import { createMailedLinks } from './contact/mailed-links.ts'
import { createFriendHooks } from './friend-hooks.ts'
import { accountLetters } from './letters.ts'
import { createBrowserCookies } from './routes/browser.ts'
import { createElsewhereRoutes } from './routes/elsewhere-routes.ts'
import { createInviteRoutes } from './routes/invite-routes.ts'
import { createAuthRoutes } from './routes/routes.ts'
import { createSessionRoutes } from './routes/session-routes.ts'
import { createCsrf } from './session/csrf.ts'
import { createOwnSessions } from './session/own-session.ts'
import { createSessions } from './session/sessions.ts'
import { createCaptcha, withoutCaptcha } from './sign-in/captcha.ts'
import { createElsewhere } from './sign-in/elsewhere.ts'
import { createOidcProvider } from './sign-in/oidc-provider.ts'
import { createPasskeys } from './sign-in/passkeys.ts'
import { createPasswords } from './sign-in/passwords.ts'
import { createSecondStep } from './sign-in/second-step.ts'
import { createUsers } from './users.ts'

interface AuthParts {
  readonly db: Database
  readonly now: Now
  readonly random: Random
  readonly settings: Settings
  /** Signs what browsers keep. */
  readonly secret: string
  readonly attempts: Attempts
  readonly tokens: Tokens
  readonly jobs: Jobs
  readonly mails: Mails
  /** The address that people type. */
  readonly origin: () => string
  readonly log: Log
}

export interface Caller {
  readonly viewer: Viewer
  /** As in the session table: what is open for this caller ends with the session. */
  readonly sessionHash: string
}

export interface Auth {
  readonly routes: Hono
  readonly proofs: AccountProofs
  /** Whose session the request carries. */
  callerOf(request: Request): Promise<Caller | undefined>
  hasCsrfToken(c: Context): boolean
  /** Whether the person's browser speaks https. */
  isSecure(request: Request): boolean
  /** The address that people type, without a slash at its end: the setting, or where this request came. */
  originOf(c: Context): string
  /** The network address that asks, as limits count it; undefined for requests from inside. */
  addressOf(c: Context): string | undefined
}

export function createAuth(parts: AuthParts): Auth {
  const { db, now, random, settings, secret, attempts, tokens, jobs, mails } = parts
  const sessions = createSessions(db, now, random)
  const csrf = createCsrf(secret, random)
  const cookies = createBrowserCookies(isSecure, random, secret)
  const users = createUsers(db, now, random)
  const shared = {
    ...{ db, now, users, sessions, attempts, tokens, jobs, mails },
    passwords: createPasswords(),
    provesAddresses: settings.smtpUrl !== undefined,
  }
  const own = createOwnSessions({ sessions, cookies })
  const secondStep = createSecondStep({ ...shared, random })
  const proofs = createAccountProofs(shared)
  const accounts = createAccounts({
    ...shared,
    secondStep,
    hooks: createFriendHooks({ now, newId: () => newId(now, random), jobs }),
    signUp: settings.signUp,
  })
  const links = createMailedLinks({ ...shared, accounts })
  for (const letter of accountLetters({ tokens, users })) mails.write(letter)
  handleAccountJobs({ db, users, mails, jobs })

  function isSecure(request: Request): boolean {
    if (settings.publicUrl?.startsWith('https:')) return true
    const scheme = request.headers.get('x-forwarded-proto')
    if (settings.trustProxy > 0 && scheme !== null) return scheme.split(',')[0]?.trim() === 'https'
    return request.url.startsWith('https:')
  }

  function originOf(c: Context): string {
    const { host } = new URL(c.req.url)
    return settings.publicUrl ?? `${isSecure(c.req.raw) ? 'https' : 'http'}://${host}`
  }

  async function callerOf(request: Request): Promise<Caller | undefined> {
    const token = cookies.sessionToken(request)
    if (token === undefined) return undefined
    const session = await sessions.find(token)
    return session && { viewer: session.viewer, sessionHash: session.hash }
  }

  function addressOf(c: Context): string | undefined {
    return clientAddress({
      peer: c.env?.address,
      forwardedFor: c.req.header('x-forwarded-for'),
      trustProxy: settings.trustProxy,
    })
  }

  const routes = createInviteRoutes({ db, now, attempts, addressOf })
  const elsewhere =
    settings.oidc &&
    createElsewhere({
      ...shared,
      accounts,
      provider: createOidcProvider(settings.oidc),
    })
  const { origin, log } = parts
  const way =
    elsewhere &&
    createElsewhereRoutes({
      ...{ elsewhere, own, cookies, isSecure, log, attempts, addressOf },
      appOrigin: () => (settings.apiEnv === '' ? '' : origin()),
      apiOrigin: () => settings.apiEnv || origin(),
    })
  if (way) routes.route('/auth/oauth', way.routes)
  routes.route('/auth/sessions', createSessionRoutes({ db, sessions, own, tokens }))
  routes.route(
    '/',
    createAuthRoutes({
      ...shared,
      accounts,
      links,
      ...{ elsewhere, way, own, proofs, secondStep },
      changeEmail: createChangeEmail({ ...shared, accounts }),
      passkeys: createPasskeys({
        ...shared,
        random,
        accounts,
        issuer: settings.oidc?.issuer,
      }),
      originOf,
      contact: createContact({ db, now, attempts }),
      cookies,
      csrf,
      addressOf,
      verifyCaptcha: settings.captcha ? createCaptcha(settings.captcha) : withoutCaptcha,
      accountKey: email => attempts.keyOf(allowances.signInPerAccount, emailKey(email)),
    }),
  )
  return {
    routes,
    proofs,
    callerOf,
    hasCsrfToken(c) {
      const bind = cookies.bind(c.req.raw)
      const token = c.req.header('x-csrf-token')
      return bind !== undefined && token !== undefined && csrf.accepts(token, bind)
    },
    isSecure,
    originOf,
    addressOf,
  }
}
