/** Kept mails over HTTP, for an ADMIN; to everybody else who is signed in there is nothing here. */
import { type Context, Hono } from 'hono'
import { mayReadKeptMails } from '../../rules/roles.ts'
import { answerNothingHere, refuseStranger } from '../http/http-refusal.ts'
import type { Viewer } from '../viewer.ts'
import type { KeptMails } from './kept-mails.ts'

type CallerOf = (request: Request) => Promise<{ readonly viewer: Viewer } | undefined>

/** `GET /` answers `{success, mails: [{id, to, subject, at}]}`, `GET /:id` answers `{success, mail}` with its text. */
export function createKeptMailRoutes(kept: KeptMails, callerOf: CallerOf): Hono {
  const routes = new Hono()

  routes.get('/', async c => {
    const refusal = await refusalOf(c)
    return refusal ?? c.json({ success: true, mails: await kept.list() })
  })
  routes.get('/:id', async c => {
    const refusal = await refusalOf(c)
    if (refusal) return refusal
    const mail = await kept.read(c.req.param('id'))
    return mail ? c.json({ success: true, mail }) : answerNothingHere(c)
  })

  async function refusalOf(c: Context): Promise<Response | undefined> {
    const caller = await callerOf(c.req.raw)
    if (!caller) return refuseStranger(c)
    return mayReadKeptMails(caller.viewer.role) ? undefined : answerNothingHere(c)
  }

  return routes
}
