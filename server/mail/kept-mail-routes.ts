/** Kept mails over HTTP, for an ADMIN; to everybody else there is nothing here. */
import { type Context, Hono } from 'hono'
import { mayReadKeptMails } from '../../rules/roles.ts'
import { answerNothingHere } from '../http/http-refusal.ts'
import type { Viewer } from '../viewer.ts'
import type { KeptMails } from './kept-mails.ts'

type CallerOf = (request: Request) => Promise<{ readonly viewer: Viewer } | undefined>

/** `GET /` answers `{success, mails: [{id, to, subject, at}]}`, `GET /:id` answers `{success, mail}` with its text. */
export function createKeptMailRoutes(kept: KeptMails, callerOf: CallerOf): Hono {
  const routes = new Hono()
  const mayRead = async (c: Context) => mayReadKeptMails((await callerOf(c.req.raw))?.viewer.role)

  routes.get('/', async c =>
    (await mayRead(c)) ? c.json({ success: true, mails: await kept.list() }) : answerNothingHere(c),
  )
  routes.get('/:id', async c => {
    const mail = (await mayRead(c)) ? await kept.read(c.req.param('id')) : undefined
    return mail ? c.json({ success: true, mail }) : answerNothingHere(c)
  })
  return routes
}
