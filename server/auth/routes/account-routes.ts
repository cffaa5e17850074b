/** What decides who gets into an account, by HTTP: each asks first that its person proved to be themselves. */
import type { Context, Hono } from 'hono'
import type { Database } from '../../db/open.ts'
import type { AccountProofs } from '../../gates/account-proof.ts'
import { type Attempts, allowances } from '../../gates/attempts.ts'
import { refuseStranger } from '../../http/http-refusal.ts'
import type { ChangeEmail } from '../contact/change-email.ts'
import { limitedByAddress, noOtherWay, type Outcome, type Visitor } from '../outcome.ts'
import type { OwnSessions } from '../session/own-session.ts'
import type { Sessions } from '../session/sessions.ts'
import type { Elsewhere } from '../sign-in/elsewhere.ts'
import type { Passkeys } from '../sign-in/passkeys.ts'
import type { SecondStep } from '../sign-in/second-step.ts'
import { waysInto } from '../sign-in/ways-in.ts'
import type { Users } from '../users.ts'
import type { BrowserCookies } from './browser.ts'
import type { ElsewhereWay } from './elsewhere-routes.ts'
import { readFields } from './fields.ts'

export interface AccountRouteParts {
  readonly db: Database
  readonly own: OwnSessions
  readonly users: Users
  readonly sessions: Sessions
  readonly proofs: AccountProofs
  readonly attempts: Pick<Attempts, 'take'>
  readonly changeEmail: ChangeEmail
  readonly passkeys: Passkeys
  readonly secondStep: SecondStep
  /** Another provider and the way through it, where one is configured. */
  readonly elsewhere: Elsewhere | undefined
  readonly way: ElsewhereWay | undefined
  readonly cookies: BrowserCookies
  /** The address at which the person's browser sees this app. */
  readonly originOf: (c: Context) => string
  readonly visitor: (c: Context) => Visitor
  readonly answer: (c: Context, outcome: Outcome) => Response
}

export function addAccountRoutes(routes: Hono, parts: AccountRouteParts): void {
  const { db, own, users, sessions, proofs, changeEmail, passkeys, secondStep } = parts
  const { attempts, elsewhere, way, visitor, answer } = parts

  routes.get('/auth/ways-in', async c => {
    const session = await own.of(c)
    const user = session && (await users.byId(session.viewer.id))
    if (!session || !user) return refuseStranger(c)
    const provider = elsewhere?.provider
    const ways = await waysInto(db.query, user, provider?.issuer)
    return c.json({
      success: true,
      password: ways.hasPassword,
      provider: provider ? { name: provider.name, since: ways.providerSince ?? null } : null,
      secondStep: user.second_step === 1,
      changingTo: (await changeEmail.waiting(user.id)) ?? null,
    })
  })

  routes.post('/auth/confirm', async c => {
    const session = await own.of(c)
    if (!session) return refuseStranger(c)
    const { password, response } = readFields(await c.req.text()) ?? {}
    if (typeof password === 'string' && password !== '') {
      const caller = { viewer: session.viewer, sessionHash: session.hash }
      const proof = await proofs.prove(caller, { current: password })
      if ('retryAfterSeconds' in proof) return answer(c, { kind: 'limited', ...proof })
      // Of an account that has gone since, no password is right.
      if (!proof.isRight && !(await own.of(c))) return refuseStranger(c)
      const message = 'Password is wrong. Write the one that you sign in with.'
      if (!proof.isRight) return answer(c, { kind: 'refused', field: 'password', message })
    } else if (response !== undefined) {
      const place = { bind: parts.cookies.bindOrBegin(c), origin: parts.originOf(c) }
      const issue = await passkeys.issueWith(place, response, session.viewer.id)
      if (issue) return answer(c, issue)
      await sessions.confirm(session.hash)
    } else {
      const message = 'Password is empty. Write the one that you sign in with.'
      return answer(c, { kind: 'refused', field: 'password', message })
    }
    return answer(c, { kind: 'done', message: 'It is you.' })
  })

  routes.post('/auth/change-email', async c => {
    const session = await own.confirmed(c)
    if (session instanceof Response) return session
    const email = readFields(await c.req.text())?.email
    const text = typeof email === 'string' ? email : ''
    return answer(c, await changeEmail.ask(session, text, visitor(c)))
  })

  routes.post('/auth/change-email/cancel', async c => {
    const session = await own.of(c)
    return session ? answer(c, await changeEmail.cancel(session)) : refuseStranger(c)
  })

  // Whoever opens the link may be signed in nowhere: its token is the proof.
  routes.post('/auth/verify-new-email', async c => {
    const token = readFields(await c.req.text())?.token
    const text = typeof token === 'string' ? token : ''
    return answer(c, await changeEmail.follow(text, visitor(c)))
  })

  routes.post('/auth/second-step', async c => {
    const session = await own.confirmed(c)
    if (session instanceof Response) return session
    const required = readFields(await c.req.text())?.required
    if (typeof required !== 'boolean') {
      const message = 'Say whether it is required: true or false.'
      return answer(c, { kind: 'refused', field: 'required', message })
    }
    if (!required) return answer(c, await secondStep.turnOff(session))
    const wait = await limitedByAddress(attempts, allowances.askForMailPerAddress, visitor(c))
    if (wait) return answer(c, wait)
    const done = await secondStep.turnOn(session)
    return 'kind' in done ? answer(c, done) : c.json({ success: true, ...done })
  })

  routes.post('/auth/provider/link', async c => {
    const session = await own.confirmed(c)
    if (session instanceof Response) return session
    if (!way) return answer(c, noOtherWay)
    const wait = await limitedByAddress(attempts, allowances.elsewherePerAddress, visitor(c))
    if (wait) return answer(c, wait)
    const url = await way.begin(c, { linkTo: session.viewer.id })
    return url === undefined
      ? answer(c, { kind: 'refused', message: 'The provider cannot be reached. Try again later.' })
      : c.json({ success: true, url: url.href })
  })

  routes.post('/auth/provider/unlink', async c => {
    const session = await own.confirmed(c)
    if (session instanceof Response) return session
    return answer(c, elsewhere ? await elsewhere.unlink(session) : noOtherWay)
  })
}
