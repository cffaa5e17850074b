/** What a browser keeps for the server: the session's token, and an id for whoever has none yet. */
import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import type { Random } from '../../environment.ts'
import { signWith } from '../../sign-with.ts'
import { sessionDays } from '../session/sessions.ts'

/** A family's browser knows them all. */
const accountsPerBrowser = 6
const browserDays = 400

export interface BrowserCookies {
  sessionToken(request: Request): string | undefined
  keepSession(c: Context, token: string): void
  dropSession(c: Context): void
  /** The browser's own key, where it was signed in to this account before. */
  knownBrowser(request: Request, userId: number): string | undefined
  /** Keeps that it was signed in to this account. */
  rememberBrowser(c: Context, userId: number): void
  /** What a CSRF token is bound to; undefined if the browser has shown nothing. */
  bind(request: Request): string | undefined
  /** The same, and makes an anonymous id if there is nothing. */
  bindOrBegin(c: Context): string
}

/** `isSecure` says whether the person's browser speaks https, whatever the proxy speaks to us. */
export function createBrowserCookies(
  isSecure: (request: Request) => boolean,
  random: Random,
  secret: string,
): BrowserCookies {
  // Behind https, no other host of the domain and no plain-text attacker can set a `__Host-` cookie.
  const nameOf = (request: Request, name: string): string =>
    isSecure(request) ? `__Host-${name}` : name
  function read(request: Request, name: string): string | undefined {
    const fullName = nameOf(request, name)
    return parse(request.headers.get('cookie') ?? '', fullName)[fullName] || undefined
  }
  function write(c: Context, name: string, value: string, days: number): void {
    setCookie(c, nameOf(c.req.raw, name), value, {
      httpOnly: true,
      sameSite: 'Lax',
      secure: isSecure(c.req.raw),
      path: '/',
      maxAge: days * 86_400,
    })
  }
  const session = 'aisle-session'
  const visitor = 'aisle-visitor'
  const browser = 'aisle-browser'
  // Says that a browser was signed in to an account, without a word in the database: nonce.HMAC(account, nonce).
  const sign = (nonce: string, userId: number): string =>
    signWith(secret, `browser!${userId}!${nonce}`)
  const entries = (request: Request): string[] =>
    (read(request, browser) ?? '').split('~').filter(Boolean)
  function nonceIn(entry: string, userId: number): string | undefined {
    const [nonce = '', signature = ''] = entry.split('.')
    const wanted = Buffer.from(sign(nonce, userId))
    const given = Buffer.from(signature)
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? nonce : undefined
  }
  const knownBrowser = (request: Request, userId: number): string | undefined =>
    entries(request)
      .slice(0, accountsPerBrowser)
      .flatMap(entry => nonceIn(entry, userId) ?? [])[0]
  // A session that ended still binds: its browser must hear 401, not that its CSRF token is wrong.
  const bind = (request: Request): string | undefined =>
    read(request, session) ?? read(request, visitor)

  return {
    sessionToken: request => read(request, session),
    keepSession: (c, token) => write(c, session, token, sessionDays),
    dropSession: c => write(c, session, '', 0),
    knownBrowser,
    rememberBrowser(c, userId) {
      if (knownBrowser(c.req.raw, userId) !== undefined) return
      const nonce = Buffer.from(random(16)).toString('base64url')
      const others = entries(c.req.raw).slice(0, accountsPerBrowser - 1)
      write(c, browser, [`${nonce}.${sign(nonce, userId)}`, ...others].join('~'), browserDays)
    },
    bind,
    bindOrBegin(c) {
      const known = bind(c.req.raw)
      if (known !== undefined) return known
      const made = Buffer.from(random(16)).toString('base64url')
      write(c, visitor, made, sessionDays)
      return made
    },
  }
}
