/** The REST calls of spec section 7, as far as they are built: csrftoken, signup, login, logout, status. */
import { type Context, Hono } from 'hono'
import { answerRefusal } from '../http-refusal.ts'
import type { Now } from '../surroundings.ts'
import type { Accounts, SignInOutcome, User, Visitor } from './accounts.ts'
import type { BrowserCookies } from './browser.ts'
import { browserInWords } from './browser-words.ts'
import type { Csrf } from './csrf.ts'
import { type Fields, readFields, readTexts } from './fields.ts'
import type { Sessions } from './sessions.ts'

export interface AuthRouteParts {
  readonly now: Now
  readonly accounts: Accounts
  readonly cookies: BrowserCookies
  readonly csrf: Csrf
  readonly sessions: Sessions
  readonly addressOf: (c: Context) => string | undefined
}

export function createAuthRoutes(parts: AuthRouteParts): Hono {
  const { now, accounts, cookies, csrf, sessions, addressOf } = parts
  const routes = new Hono()

  routes.get('/csrftoken', c => c.text(csrf.issue(cookies.bindOrBegin(c))))

  routes.post('/auth/signup', async c => {
    const fields = readFields(await c.req.text())
    if (!fields) return refuseBody(c)
    const names = ['firstName', 'lastName', 'email', 'phone', 'password'] as const
    const read = readTexts(fields, names)
    if ('complaint' in read) return answer(c, { kind: 'refused', ...read.complaint })
    return answer(c, await accounts.signUp(read.texts, visitor(c)))
  })

  routes.post('/auth/login', async c => {
    const fields = readFields(await c.req.text())
    if (!fields) return refuseBody(c)
    const read = readTexts(fields, ['username', 'password'] as const)
    if ('complaint' in read) return answer(c, { kind: 'refused', ...read.complaint })
    const { username, password } = read.texts
    return answer(c, await accounts.signIn(username, password, visitor(c)))
  })

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
    const user = session && (await accounts.userById(session.viewer.id))
    if (token === undefined || !session || !user) return c.json({ success: false })
    // The database's 180 days slide with every use; the cookie's must not run out before them.
    cookies.keepSession(c, token)
    return c.json({ success: true, user: publish(user), sessionEndsAt: session.endsAt })
  })

  routes.all('/auth/*', c =>
    answerRefusal(c, {
      status: 404,
      code: 'NOT_FOUND',
      message: 'There is nothing at this address.',
    }),
  )

  function visitor(c: Context): Visitor {
    return {
      address: addressOf(c),
      token: cookies.sessionToken(c.req.raw),
      browser: browserInWords(c.req.header('user-agent')),
    }
  }

  function answer(c: Context, outcome: SignInOutcome): Response {
    if (outcome.kind === 'limited') {
      const { retryAfterSeconds } = outcome
      const message = `Too many tries. Wait ${waitInWords(retryAfterSeconds)}, then try again.`
      return answerRefusal(c, { status: 429, code: 'RATE_LIMITED', message, retryAfterSeconds })
    }
    if (outcome.kind === 'refused') {
      const { message, field } = outcome
      return c.json({ success: false, message, ...(field && { field }) })
    }
    cookies.keepSession(c, outcome.session.token)
    return c.json({
      success: true,
      user: publish(outcome.user),
      sessionEndsAt: outcome.session.endsAt,
      message: 'You are signed in.',
    })
  }

  return routes
}

/** The `user` of the contract: what a person may know of themselves. */
function publish(user: User): Fields {
  return {
    id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    phone: user.phone,
    role: user.role,
    createdAt: user.created_at,
    inviteId: user.invite_id,
  }
}

function refuseBody(c: Context): Response {
  const message = 'The body of the request must be a JSON object.'
  return answerRefusal(c, { status: 400, code: 'BAD_INPUT', message })
}

function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
