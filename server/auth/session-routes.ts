/** Where a person is signed in, and the end of it (spec section 7): /auth/sessions. */
import { type Context, Hono } from 'hono'
import { announceSignOut } from '../changes.ts'
import type { Database } from '../db/open.ts'
import { answerRefusal } from '../http-refusal.ts'
import type { BrowserCookies } from './browser.ts'
import { readFields } from './fields.ts'
import { type FoundSession, hashToken, type Sessions } from './sessions.ts'

interface SessionRouteParts {
  readonly db: Database
  readonly sessions: Sessions
  readonly cookies: BrowserCookies
}

interface Own extends FoundSession {
  readonly hash: string
}

export function createSessionRoutes({ db, sessions, cookies }: SessionRouteParts): Hono {
  const routes = new Hono()

  async function own(c: Context): Promise<Own | undefined> {
    const token = cookies.sessionToken(c.req.raw)
    const found = token === undefined ? undefined : await sessions.find(token)
    return found && token !== undefined ? { ...found, hash: hashToken(token) } : undefined
  }

  routes.get('/', async c => {
    const session = await own(c)
    if (!session) return refuseStranger(c)
    const list = await sessions.list(session.viewer.id, session.hash)
    // This one first, whatever was used since.
    const ordered = [...list.filter(one => one.current), ...list.filter(one => !one.current)]
    return c.json({ success: true, sessions: ordered })
  })

  routes.post('/end', async c => {
    const session = await own(c)
    if (!session) return refuseStranger(c)
    const id = readFields(await c.req.text())?.id
    if (typeof id !== 'string') {
      return c.json({ success: false, field: 'id', message: 'Name the device by its id.' })
    }
    await db.transaction(tx => sessions.endOne(tx, session.viewer.id, id))
    await announceSignOut(db, [session.viewer.id])
    // Gone already is as good as gone now.
    return c.json({ success: true, message: 'Signed out there.' })
  })

  routes.post('/end-others', async c => {
    const session = await own(c)
    if (!session) return refuseStranger(c)
    const ended = await db.transaction(tx => sessions.endAll(tx, session.viewer.id, session.hash))
    await announceSignOut(db, [session.viewer.id])
    const where = ended === 1 ? 'on 1 other device' : `on ${ended} other devices`
    const message = ended === 0 ? 'You are signed in nowhere else.' : `Signed out ${where}.`
    return c.json({ success: true, message })
  })

  return routes
}

/** 401. */
export function refuseStranger(c: Context): Response {
  return answerRefusal(c, { status: 401, code: 'UNAUTHENTICATED', message: 'Sign in first.' })
}
