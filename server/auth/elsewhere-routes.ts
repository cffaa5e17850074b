/** The browser's way to the provider and back: GET /auth/oauth and its return. */
import { type Context, Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { describeError, type Log } from '../log.ts'
import type { BrowserCookies } from './browser.ts'
import type { Elsewhere, ElsewhereFailure } from './elsewhere.ts'

interface ElsewhereRouteParts {
  readonly elsewhere: Elsewhere
  readonly cookies: BrowserCookies
  readonly isSecure: (request: Request) => boolean
  /** The address that people type. */
  readonly origin: () => string
  readonly log: Log
}

/** Ties the way back to the browser that set out. */
const cookieName = 'aisle-elsewhere'
const minutes = 10

export function createElsewhereRoutes(parts: ElsewhereRouteParts): Hono {
  const { elsewhere, cookies, isSecure, origin, log } = parts
  const routes = new Hono()
  const redirectUri = () => `${origin()}/auth/oauth/callback`

  /** In the fragment, which no server and no log sees. */
  const toLogin = (c: Context, fields: Readonly<Record<string, string>>, next?: string) => {
    const search = next === undefined ? '' : `?next=${encodeURIComponent(next)}`
    return c.redirect(`/login${search}#${new URLSearchParams(fields)}`)
  }

  const refuse = (c: Context, failure: ElsewhereFailure) => toLogin(c, { failure })

  function fail(c: Context, error: unknown, failure: ElsewhereFailure): Response {
    log.warn(describeError(error), 'sign-in elsewhere failed')
    return refuse(c, failure)
  }

  routes.get('/', async c => {
    try {
      const next = c.req.query('next')
      const isPath = next !== undefined && /^\/(?![/\\])/.test(next)
      const token = await elsewhere.begin(isPath ? next.slice(0, 500) : undefined)
      const url = await elsewhere.provider.authorizationUrl(token, redirectUri())
      setCookie(c, cookieName, token, {
        httpOnly: true,
        sameSite: 'Lax',
        secure: isSecure(c.req.raw),
        path: '/auth/oauth',
        maxAge: minutes * 60,
      })
      return c.redirect(url.href)
    } catch (error) {
      return fail(c, error, 'unreachable')
    }
  })

  routes.get('/callback', async c => {
    const token = getCookie(c, cookieName)
    deleteCookie(c, cookieName, { path: '/auth/oauth' })
    if (token === undefined || token !== c.req.query('state')) {
      return refuse(c, 'too-old')
    }
    if (c.req.query('error') !== undefined) {
      return refuse(c, 'refused')
    }
    try {
      const returned = new URL(redirectUri())
      returned.search = new URL(c.req.url).search
      const found = await elsewhere.finish(token, returned, cookies.bindOrBegin(c))
      return typeof found === 'string'
        ? refuse(c, found)
        : toLogin(c, { 'oauth-token': found.token }, found.next)
    } catch (error) {
      return fail(c, error, 'refused')
    }
  })

  return routes
}
