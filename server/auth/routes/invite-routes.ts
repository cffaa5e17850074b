/** Who invites by a link, for whoever is not signed in: a first name and the list's name, nothing else. */
import { type Context, Hono } from 'hono'
import { deadInvite, findInvite } from '../../access/invites.ts'
import type { Database } from '../../db/open.ts'
import type { Now } from '../../environment.ts'
import { type Attempts, allowances } from '../../gates/attempts.ts'
import { answerRefusal } from '../../http/http-refusal.ts'

interface InviteRouteParts {
  readonly db: Database
  readonly now: Now
  readonly attempts: Attempts
  readonly addressOf: (c: Context) => string | undefined
}

export function createInviteRoutes({ db, now, attempts, addressOf }: InviteRouteParts): Hono {
  const routes = new Hono()
  routes.get('/auth/invite/:inviteId', async c => {
    const address = addressOf(c)
    const wait = address && (await attempts.take(allowances.invitePerAddress, address))
    if (wait) {
      const message = 'Too many invitations were looked at. Wait a while, then try again.'
      return answerRefusal(c, {
        status: 429,
        code: 'RATE_LIMITED',
        message,
        retryAfterSeconds: wait,
      })
    }
    const invite = await findInvite(db.query, c.req.param('inviteId'), now().toISOString())
    if (!invite) return c.json({ success: false, message: deadInvite })
    const { firstName, link } = invite
    return c.json({
      success: true,
      firstName,
      ...(link && { listName: link.listName, permission: link.permission }),
    })
  })
  return routes
}
