/** Passkeys by HTTP: /auth/passkeys and /auth/passkey/…. */
import type { Context, Hono } from 'hono'
import { refuseStranger } from '../../http/http-refusal.ts'
import { limited, type Outcome, type Visitor } from '../outcome.ts'
import type { OwnSessions } from '../session/own-session.ts'
import type { Passkeys } from '../sign-in/passkeys.ts'
import type { BrowserCookies } from './browser.ts'
import { readFields } from './fields.ts'

interface PasskeyRouteParts {
  readonly passkeys: Passkeys
  readonly own: OwnSessions
  readonly cookies: BrowserCookies
  readonly originOf: (c: Context) => string
  readonly visitor: (c: Context) => Visitor
  readonly answer: (c: Context, outcome: Outcome) => Response
}

export function addPasskeyRoutes(routes: Hono, parts: PasskeyRouteParts): void {
  const { passkeys, own, cookies, originOf, visitor, answer } = parts

  const place = (c: Context) => ({ bind: cookies.bindOrBegin(c), origin: originOf(c) })

  /** Undefined where there are tries left. */
  async function wait(c: Context): Promise<Response | undefined> {
    const outcome = limited(await passkeys.takeTry(visitor(c).address))
    return outcome && answer(c, outcome)
  }

  routes.get('/auth/passkeys', async c => {
    const owner = await own.of(c)
    if (!owner) return refuseStranger(c)
    return c.json({ success: true, passkeys: await passkeys.list(owner.viewer.id) })
  })

  routes.post('/auth/passkey/register-options', async c => {
    const owner = await own.confirmed(c)
    if (owner instanceof Response) return owner
    const refusal = await wait(c)
    if (refusal) return refusal
    const options = await passkeys.registerOptions(owner, place(c))
    return options ? c.json({ success: true, options }) : refuseStranger(c)
  })

  routes.post('/auth/passkey/register', async c => {
    const owner = await own.confirmed(c)
    if (owner instanceof Response) return owner
    const { response, name } = readFields(await c.req.text()) ?? {}
    return answer(c, await passkeys.register(owner, place(c), response, name))
  })

  routes.post('/auth/passkey/remove', async c => {
    const owner = await own.confirmed(c)
    if (owner instanceof Response) return owner
    return answer(c, await passkeys.remove(owner, readFields(await c.req.text())?.id))
  })

  routes.post('/auth/passkey/options', async c => {
    const options = async () => ({ success: true, options: await passkeys.options(place(c)) })
    return (await wait(c)) ?? c.json(await options())
  })

  routes.post('/auth/passkey/sign-in', async c => {
    const response = readFields(await c.req.text())?.response
    return answer(c, await passkeys.signIn(place(c), response, visitor(c)))
  })
}
