/** Accounts as an ADMIN sees and mends them from the desk; to everybody else who is signed in there is nothing here. */
import { type Context, Hono } from 'hono'
import { sql } from 'kysely'
import { mayManageUsers } from '../../../rules/people/roles.ts'
import { readUserId } from '../../access/friend-rows.ts'
import { checkSearched, containsText } from '../../db/contains-text.ts'
import { answerNothingHere, refuseStranger } from '../../http/http-refusal.ts'
import type { Viewer } from '../../viewer.ts'
import { createDeskDeeds, type DeskDeedParts, refused } from '../desk-deeds.ts'
import { createSessions } from '../session/sessions.ts'
import { presentUser, type User } from '../users.ts'

/** Who asks, and by which session, as the table has it. */
interface Caller {
  readonly viewer: Viewer
  readonly sessionHash: string
}

interface DeskUserParts extends Omit<DeskDeedParts, 'sessions'> {
  readonly callerOf: (request: Request) => Promise<Caller | undefined>
  /** The address that people type; where no setting says it, the one that the administrator's browser came by. */
  readonly originOf: (c: Context) => string
}

/** So many come at once. */
const pageLength = 50

/**
 * `GET /?text=…&after=ID` answers `{success, users}`, by id; `POST /:id/role {role}`, `/:id/unlock`,
 * `/:id/end-sessions` answer `{success}`, `/:id/reset-link` also `link`, which sets a new password once.
 */
export function createDeskUserRoutes(parts: DeskUserParts): Hono {
  const { db, now, random, callerOf, originOf } = parts
  const deeds = createDeskDeeds({ ...parts, sessions: createSessions(db, now, random) })
  const routes = new Hono()

  routes.get('/', async c => {
    const caller = await admitted(c)
    if (caller instanceof Response) return caller
    const text = (c.req.query('text') ?? '').trim()
    const last = c.req.query('after') ?? '0'
    const after = last === '0' ? 0 : readUserId(last)
    const issue = checkSearched(text)
    if (issue) return c.json(refused(issue.field, issue.message))
    if (after === undefined) return c.json(refused('after', 'After must be the id of an account.'))
    const rows = await db.query
      .selectFrom('user')
      .selectAll()
      .where('id', '>', after)
      .$if(text !== '', query =>
        query.where(({ or }) =>
          or([
            containsText(db.query, sql.ref('email_key'), text),
            containsText(db.query, sql`first_name || ' ' || last_name`, text),
          ]),
        ),
      )
      .orderBy('id')
      .limit(pageLength)
      .execute()
    return c.json({ success: true, users: rows.map(presentToDesk) })
  })

  routes.post('/:id/:deed', async c => {
    const caller = await admitted(c)
    if (caller instanceof Response) return caller
    const answer = await deeds.perform(c.req.param('deed'), {
      caller: { viewer: caller.viewer, hash: caller.sessionHash },
      // Nobody has this number.
      userId: readUserId(c.req.param('id')) ?? 0,
      body: await c.req.json().catch(() => undefined),
      origin: originOf(c),
    })
    return answer ? c.json(answer) : answerNothingHere(c)
  })

  async function admitted(c: Context): Promise<Caller | Response> {
    // A request that is held back must not outlive its session.
    await c.req.text()
    const caller = await callerOf(c.req.raw)
    if (!caller) return refuseStranger(c)
    return mayManageUsers(caller.viewer.role) ? caller : answerNothingHere(c)
  }

  return routes
}

function presentToDesk(user: User) {
  return {
    ...presentUser(user),
    verified: user.verified_at !== null,
  }
}
