/** Where a person is signed in, and the end of it (spec section 7): /auth/sessions. */

import { Hono } from 'hono'
import { counted } from '../../../rules/validation-issue.ts'
import { announceSignOut } from '../../changes/announcements.ts'
import type { Database } from '../../db/open.ts'
import { refuseStranger } from '../../http/http-refusal.ts'
import type { Tokens } from '../../tokens/tokens.ts'
import { askedChange } from '../contact/change-email.ts'
import type { OwnSessions } from '../session/own-session.ts'
import type { Sessions } from '../session/sessions.ts'
import { readFields } from './fields.ts'

interface SessionRouteParts {
  readonly db: Database
  readonly sessions: Sessions
  readonly own: OwnSessions
  readonly tokens: Tokens
}

export function createSessionRoutes({ db, sessions, own, tokens }: SessionRouteParts): Hono {
  const routes = new Hono()

  routes.get('/', async c => {
    const session = await own.of(c)
    if (!session) return refuseStranger(c)
    const list = await sessions.list(session.viewer.id, session.hash)
    // This one first, whatever was used since.
    const ordered = [...list.filter(one => one.current), ...list.filter(one => !one.current)]
    return c.json({ success: true, sessions: ordered })
  })

  routes.post('/end', async c => {
    const session = await own.of(c)
    if (!session) return refuseStranger(c)
    const id = readFields(await c.req.text())?.id
    if (typeof id !== 'string') {
      return c.json({ success: false, field: 'id', message: 'Name the device by its id.' })
    }
    await db.transaction(async tx => {
      const ended = await sessions.endOne(tx, session.viewer.id, id)
      if (ended === undefined) return
      // What a thief asked for goes with the thief; what others asked for stays.
      const asked = await askedChange(tx, session.viewer.id)
      if (asked !== undefined && asked.session === ended)
        await tokens.revoke(tx, 'change-address', session.viewer.id)
    })
    await announceSignOut(db, [session.viewer.id])
    // Gone already is as good as gone now.
    return c.json({ success: true, message: 'Signed out there.' })
  })

  routes.post('/end-others', async c => {
    const session = await own.of(c)
    if (!session) return refuseStranger(c)
    const ended = await db.transaction(async tx => {
      const ended = await sessions.endAll(tx, session.viewer.id, session.hash)
      // Only now: whoever of them was just asking has been waited for.
      const asked = await askedChange(tx, session.viewer.id)
      if (asked?.session !== session.hash)
        await tokens.revoke(tx, 'change-address', session.viewer.id)
      return ended
    })
    await announceSignOut(db, [session.viewer.id])
    const where = `on ${counted(ended, 'other device')}`
    const message = ended === 0 ? 'You are signed in nowhere else.' : `Signed out ${where}.`
    return c.json({ success: true, message })
  })

  return routes
}
