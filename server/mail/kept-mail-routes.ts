/** Kept mails over HTTP, for an ADMIN; to everybody else who is signed in there is nothing here. */
import { type Context, Hono } from 'hono'
import { emailKey } from '../../rules/people/email.ts'
import { mayReadKeptMails } from '../../rules/people/roles.ts'
import { noteDeed } from '../access/audit.ts'
import type { Database } from '../db/open.ts'
import { type Now, newId, type Random } from '../environment.ts'
import { answerNothingHere, refuseStranger } from '../http/http-refusal.ts'
import type { Viewer } from '../viewer.ts'
import type { KeptMails } from './kept-mails.ts'

interface KeptMailParts {
  readonly kept: KeptMails
  readonly db: Database
  readonly now: Now
  readonly random: Random
  readonly callerOf: (request: Request) => Promise<{ readonly viewer: Viewer } | undefined>
  /** With which the links of mails begin. */
  readonly origin: () => string
  /** The address that people type; where no setting says it, the one that the administrator's browser came by. */
  readonly originOf: (c: Context) => string
}

/**
 * `GET /` answers `{success, mails: [{id, to, subject, at}]}`, `GET /:id` answers `{success, mail}` with its text, and
 * writes down who read it: a link in it may open somebody's account.
 */
export function createKeptMailRoutes(parts: KeptMailParts): Hono {
  const { kept, db, now, random, callerOf, origin, originOf } = parts
  const routes = new Hono()

  routes.get('/', async c => {
    const viewer = await admitted(c)
    if (viewer instanceof Response) return viewer
    return c.json({ success: true, mails: await kept.list() })
  })
  routes.get('/:id', async c => {
    const viewer = await admitted(c)
    if (viewer instanceof Response) return viewer
    const found = await kept.read(c.req.param('id'))
    if (!found) return answerNothingHere(c)
    const { origin: before = origin(), ...mail } = found
    const holder = await db.query
      .selectFrom('user')
      .select('id')
      .where('email_key', '=', emailKey(mail.to))
      .executeTakeFirst()
    const doer = { db: db.query, viewer, now: now().toISOString(), newId: () => newId(now, random) }
    const subject = holder ? `user ${holder.id}` : 'nobody here'
    await noteDeed(doer, { action: 'readMail', subject, detail: `mail ${mail.id}` })
    // Where no setting said the address, links begin with that of this machine alone: on no other do they lead here.
    const text = mail.text.replaceAll(`${before}/`, `${originOf(c)}/`)
    return c.json({ success: true, mail: { ...mail, text } })
  })

  async function admitted(c: Context): Promise<Viewer | Response> {
    const caller = await callerOf(c.req.raw)
    if (!caller) return refuseStranger(c)
    return mayReadKeptMails(caller.viewer.role) ? caller.viewer : answerNothingHere(c)
  }

  return routes
}
