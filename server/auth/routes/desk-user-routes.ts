/** Accounts as an ADMIN sees and mends them from the desk; to everybody else who is signed in there is nothing here. */
import { type Context, Hono } from 'hono'
import { sql } from 'kysely'
import { isAdmin, mayManageUsers, roles } from '../../../rules/roles.ts'
import { checkText } from '../../../rules/text.ts'
import type { Attempts } from '../../attempts.ts'
import { noteDeed } from '../../audit.ts'
import { announceSignOut } from '../../changes.ts'
import { containsText, searchedLength } from '../../db/contains-text.ts'
import type { Database } from '../../db/open.ts'
import { type Now, newId, type Random } from '../../environment.ts'
import { answerNothingHere, refuseStranger } from '../../http/http-refusal.ts'
import type { Tokens } from '../../tokens.ts'
import type { Viewer } from '../../viewer.ts'
import { createSessions } from '../sessions.ts'
import { forgetTries } from '../sign-in-limits.ts'
import { createUsers, presentUser, type User } from '../users.ts'

interface DeskUserParts {
  readonly db: Database
  readonly now: Now
  readonly random: Random
  readonly attempts: Attempts
  readonly tokens: Tokens
  readonly callerOf: (request: Request) => Promise<{ readonly viewer: Viewer } | undefined>
  /** The address that people type. */
  readonly origin: () => string
}

/** So many come at once. */
const pageLength = 50

/**
 * `GET /?text=…&after=ID` answers `{success, users}`, by id; `POST /:id/role {role}`, `/:id/unlock`,
 * `/:id/end-sessions` answer `{success}`, `/:id/reset-link` also `link`, which sets a new password once.
 */
export function createDeskUserRoutes(parts: DeskUserParts): Hono {
  const { db, now, random, attempts, tokens, callerOf, origin } = parts
  const users = createUsers(db, now, random)
  const sessions = createSessions(db, now, random)
  const routes = new Hono()

  routes.get('/', async c => {
    const viewer = await admitted(c)
    if (viewer instanceof Response) return viewer
    const text = (c.req.query('text') ?? '').trim()
    const after = Number(c.req.query('after') ?? 0)
    if (checkText('text', text, searchedLength) || !Number.isSafeInteger(after)) {
      return c.json({ success: false, message: `Search for at most ${searchedLength} characters.` })
    }
    const rows = await db.query
      .selectFrom('user')
      .selectAll()
      .where('id', '>', after)
      .$if(text !== '', query =>
        query.where(({ or }) =>
          or([
            containsText(sql.ref('email_key'), text),
            containsText(sql`first_name || ' ' || last_name`, text),
          ]),
        ),
      )
      .orderBy('id')
      .limit(pageLength)
      .execute()
    return c.json({ success: true, users: rows.map(presentToDesk) })
  })

  routes.post('/:id/:deed', async c => {
    const viewer = await admitted(c)
    if (viewer instanceof Response) return viewer
    const user = await users.byId(Number(c.req.param('id')) || 0)
    if (!user) return answerNothingHere(c)
    const deed = c.req.param('deed')
    if (deed === 'role') return changeRole(c, viewer, user)
    if (deed === 'unlock') {
      await forgetTries(attempts, user.email)
      await note(viewer, 'unlockUser', user)
      return c.json({ success: true })
    }
    if (deed === 'end-sessions') {
      await db.transaction(async tx => {
        await tokens.revoke(tx, 'change-address', user.id)
        await sessions.endAll(tx, user.id)
      })
      await announceSignOut(db, [user.id])
      await note(viewer, 'endSessions', user)
      return c.json({ success: true })
    }
    if (deed === 'reset-link') {
      const token = await db.transaction(tx =>
        tokens.issue(tx, { purpose: 'reset', userId: user.id }),
      )
      await note(viewer, 'resetLink', user)
      return c.json({ success: true, link: `${origin()}/reset-password?token=${token}` })
    }
    return answerNothingHere(c)
  })

  async function changeRole(c: Context, viewer: Viewer, user: User): Promise<Response> {
    const body: unknown = await c.req.json().catch(() => undefined)
    const role = roles.find(one => one === Object(body).role)
    if (!role) {
      return c.json({
        success: false,
        field: 'role',
        message: `A role is one of ${roles.join(', ')}.`,
      })
    }
    if (user.id === viewer.id && !isAdmin(role)) {
      return c.json({
        success: false,
        field: 'role',
        message: 'You cannot take the role ADMIN from yourself: another administrator can.',
      })
    }
    await db.query
      .updateTable('user')
      .set({ role, updated_at: now().toISOString() })
      .where('id', '=', user.id)
      .execute()
    await note(viewer, 'updateRole', user, `role ${role}`)
    return c.json({ success: true })
  }

  async function admitted(c: Context): Promise<Viewer | Response> {
    // A request that is held back must not outlive its session.
    await c.req.text()
    const caller = await callerOf(c.req.raw)
    if (!caller) return refuseStranger(c)
    return mayManageUsers(caller.viewer.role) ? caller.viewer : answerNothingHere(c)
  }

  function note(viewer: Viewer, action: string, { id }: User, detail?: string): Promise<void> {
    const doer = {
      db: db.query,
      viewer,
      now: now().toISOString(),
      newId: () => newId(now, random),
    }
    return noteDeed(doer, { action, subject: `user ${id}`, ...(detail && { detail }) })
  }

  return routes
}

function presentToDesk(user: User) {
  return {
    ...presentUser(user),
    verified: user.verified_at !== null,
  }
}
