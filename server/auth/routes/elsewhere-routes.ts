/** The browser's way to the provider and back: GET /auth/oauth and its return. */
import { type Context, Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { isOwnPath } from '../../../rules/own-path.ts'
import { type Attempts, allowances } from '../../gates/attempts.ts'
import { describeError, type Log } from '../../log.ts'
import { limitedByAddress } from '../outcome.ts'
import type { OwnSessions } from '../session/own-session.ts'
import type { Elsewhere, ElsewhereFailure, WayThrough } from '../sign-in/elsewhere.ts'
import type { BrowserCookies } from './browser.ts'

interface ElsewhereRouteParts {
  readonly elsewhere: Elsewhere
  readonly attempts: Pick<Attempts, 'take'>
  readonly addressOf: (c: Context) => string | undefined
  readonly own: OwnSessions
  readonly cookies: BrowserCookies
  readonly isSecure: (request: Request) => boolean
  /** Where the app is: empty if it is here; another address where a static host serves it. */
  readonly appOrigin: () => string
  /** Where the provider finds this server. */
  readonly apiOrigin: () => string
  readonly log: Log
}

export interface ElsewhereWay {
  readonly routes: Hono
  /** Where the browser has to go now; undefined if the provider cannot be reached. */
  begin(c: Context, way: WayThrough): Promise<URL | undefined>
}

/** Ties the way back to the browser that set out. */
const cookieName = 'aisle-elsewhere'
const minutes = 10

export function createElsewhereRoutes(parts: ElsewhereRouteParts): ElsewhereWay {
  const { elsewhere, own, cookies, isSecure, appOrigin, apiOrigin, log } = parts
  const { attempts, addressOf } = parts
  const routes = new Hono()
  const redirectUri = () => `${apiOrigin()}/auth/oauth/callback`

  /** In the fragment, which no server and no log sees. */
  const toApp = (c: Context, path: string, fields: Readonly<Record<string, string>>) =>
    c.redirect(`${appOrigin()}${path}#${new URLSearchParams(fields)}`)

  /** The page that signs in leads on whoever is signed in, before they have read why. */
  const tellFailure = (c: Context, failure: ElsewhereFailure, isKnown: boolean) =>
    toApp(c, isKnown ? '/product/account' : '/login', { failure })

  /** Behind https no other host of the domain can set it, and so sign in whoever it likes. */
  const ofThisHost = (c: Context): { prefix?: 'host'; secure?: true; path: string } =>
    isSecure(c.req.raw) ? { prefix: 'host', secure: true, path: '/' } : { path: '/auth/oauth' }

  async function begin(c: Context, way: WayThrough): Promise<URL | undefined> {
    try {
      const token = await elsewhere.begin(way)
      const url = await elsewhere.provider.authorizationUrl(token, redirectUri())
      setCookie(c, cookieName, token, {
        httpOnly: true,
        sameSite: 'Lax',
        maxAge: minutes * 60,
        ...ofThisHost(c),
      })
      return url
    } catch (error) {
      log.warn(describeError(error), 'sign-in elsewhere failed')
      return undefined
    }
  }

  routes.get('/', async c => {
    const visitor = { address: addressOf(c) }
    const failTo = async (failure: ElsewhereFailure) =>
      tellFailure(c, failure, (await own.of(c)) !== undefined)
    if (await limitedByAddress(attempts, allowances.elsewherePerAddress, visitor)) {
      return failTo('too-many')
    }
    const next = c.req.query('next')
    const url = await begin(c, { next: isOwnPath(next) ? next.slice(0, 500) : undefined })
    return url ? c.redirect(url.href) : failTo('unreachable')
  })

  routes.get('/callback', async c => {
    const token = getCookie(c, cookieName, ofThisHost(c).prefix)
    deleteCookie(c, cookieName, ofThisHost(c))
    const present = await own.of(c)
    const links = token !== undefined && (await elsewhere.links(token))
    const refuse = (failure: ElsewhereFailure) =>
      tellFailure(c, failure, links || present !== undefined)
    if (token === undefined || elsewhere.provider.stateOf(token) !== c.req.query('state')) {
      return refuse('too-old')
    }
    if (c.req.query('error') !== undefined) return refuse('refused')
    try {
      const returned = new URL(redirectUri())
      returned.search = new URL(c.req.url).search
      const found = await elsewhere.finish(token, returned, cookies.bindOrBegin(c), present)
      if (found === 'linked') return toApp(c, '/product/account', { linked: 'yes' })
      if (typeof found === 'string') return refuse(found)
      const search = found.next === undefined ? '' : `?next=${encodeURIComponent(found.next)}`
      return toApp(c, `/login${search}`, { 'oauth-token': found.token })
    } catch (error) {
      log.warn(describeError(error), 'sign-in elsewhere failed')
      return refuse('refused')
    }
  })

  return { routes, begin }
}
