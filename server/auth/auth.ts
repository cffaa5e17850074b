/** Puts the parts of the account calls together, and answers who asks. */
import type { Context, Hono } from 'hono'
import type { Attempts } from '../attempts.ts'
import { clientAddress } from '../client-address.ts'
import type { Database } from '../db/open.ts'
import type { Settings } from '../settings.ts'
import type { Now, Random } from '../surroundings.ts'
import type { Viewer } from '../viewer.ts'
import { createAccounts } from './accounts.ts'
import { createBrowserCookies } from './browser.ts'
import { createCsrf } from './csrf.ts'
import { createPasswords } from './passwords.ts'
import { createAuthRoutes } from './routes.ts'
import { createSessions, hashToken } from './sessions.ts'

interface AuthParts {
  readonly db: Database
  readonly now: Now
  readonly random: Random
  readonly settings: Settings
  /** Signs what browsers keep. */
  readonly secret: string
  readonly attempts: Attempts
}

export interface Caller {
  readonly viewer: Viewer
  /** As in the session table: what is open for this caller ends with the session. */
  readonly sessionHash: string
}

export interface Auth {
  readonly routes: Hono
  /** Whose session the request carries. */
  callerOf(request: Request): Promise<Caller | undefined>
  hasCsrfToken(c: Context): boolean
  /** Whether the person's browser speaks https. */
  isSecure(request: Request): boolean
}

export function createAuth({ db, now, random, settings, secret, attempts }: AuthParts): Auth {
  const sessions = createSessions(db, now, random)
  const csrf = createCsrf(secret, random)
  const cookies = createBrowserCookies(isSecure, random)
  const accounts = createAccounts({
    db,
    now,
    random,
    sessions,
    passwords: createPasswords(),
    attempts,
  })

  function isSecure(request: Request): boolean {
    if (settings.publicUrl?.startsWith('https:')) return true
    const scheme = request.headers.get('x-forwarded-proto')
    if (settings.trustProxy > 0 && scheme !== null) return scheme.split(',')[0]?.trim() === 'https'
    return request.url.startsWith('https:')
  }

  async function callerOf(request: Request): Promise<Caller | undefined> {
    const token = cookies.sessionToken(request)
    if (token === undefined) return undefined
    const session = await sessions.find(token)
    return session && { viewer: session.viewer, sessionHash: hashToken(token) }
  }

  function addressOf(c: Context): string | undefined {
    return clientAddress({
      peer: c.env?.address,
      forwardedFor: c.req.header('x-forwarded-for'),
      trustProxy: settings.trustProxy,
    })
  }

  return {
    routes: createAuthRoutes({ now, accounts, cookies, csrf, sessions, addressOf }),
    callerOf,
    hasCsrfToken(c) {
      const bind = cookies.bind(c.req.raw)
      const token = c.req.header('x-csrf-token')
      return bind !== undefined && token !== undefined && csrf.accepts(token, bind)
    },
    isSecure,
  }
}
