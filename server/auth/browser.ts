/** What a browser keeps for the server: the session's token, and an id for whoever has none yet. */
import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import type { Random } from '../surroundings.ts'
import { sessionDays } from './sessions.ts'

export interface BrowserCookies {
  sessionToken(request: Request): string | undefined
  keepSession(c: Context, token: string): void
  dropSession(c: Context): void
  /** What a CSRF token is bound to; undefined where the browser has shown nothing. */
  bind(request: Request): string | undefined
  /** The same, and makes an anonymous id where there is nothing. */
  bindOrBegin(c: Context): string
}

/** `isSecure` says whether the person's browser speaks https, whatever the proxy speaks to us. */
export function createBrowserCookies(
  isSecure: (request: Request) => boolean,
  random: Random,
): BrowserCookies {
  // Behind https, no other host of the domain and no plain-text attacker can set a `__Host-` cookie.
  const nameOf = (request: Request, name: string): string =>
    isSecure(request) ? `__Host-${name}` : name
  const read = (request: Request, name: string): string | undefined => {
    const fullName = nameOf(request, name)
    return parse(request.headers.get('cookie') ?? '', fullName)[fullName] || undefined
  }
  const write = (c: Context, name: string, value: string, days: number): void => {
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
  // A session that ended still binds: its browser must hear 401, not that its CSRF token is wrong.
  const bind = (request: Request): string | undefined =>
    read(request, session) ?? read(request, visitor)

  return {
    sessionToken: request => read(request, session),
    keepSession: (c, token) => write(c, session, token, sessionDays),
    dropSession: c => write(c, session, '', 0),
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
