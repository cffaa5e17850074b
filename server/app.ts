/** The whole server as one function from request to answer; no port needed. */
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { timeout } from 'hono/timeout'
import { maySeeHealth } from '../rules/people/roles.ts'
import { friendLetters } from './access/friend-letters.ts'
import { createAuth } from './auth/auth.ts'
import { createDeskUserRoutes } from './auth/routes/desk-user-routes.ts'
import { csrfRefusal } from './auth/session/csrf.ts'
import { loadSecret } from './auth/session/secret.ts'
import type { Database } from './db/open.ts'
import type { Now, Random } from './environment.ts'
import { createAttempts } from './gates/attempts.ts'
import { captchaProvider } from './gates/captcha-providers.ts'
import { createGraphql } from './graphql/http/handler.ts'
import { type Assets, type ForWho, loadAssets } from './http/assets.ts'
import { answersAtHand } from './http/at-hand.ts'
import { largeBody, limitBody, refuseLargeBody, smallBody } from './http/body-limit.ts'
import { compressJson } from './http/compression.ts'
import { crossOrigin } from './http/cross-origin.ts'
import { refuseInDowntime } from './http/downtime.ts'
import { firstLook } from './http/first-look.ts'
import { answerNothingHere, answerRefusal } from './http/http-refusal.ts'
import { createLargeBodies } from './http/large-bodies.ts'
import { createMetrics } from './http/metrics.ts'
import { limitPerAddress } from './http/per-address.ts'
import { publicSettings } from './http/public-settings.ts'
import { createRequestLog } from './http/request-log.ts'
import { securityHeaders } from './http/security-headers.ts'
import { createJobs, type Jobs } from './jobs/jobs.ts'
import { startSweeper } from './jobs/sweeper.ts'
import type { Log } from './log.ts'
import { feedbackLetters } from './mail/feedback-letters.ts'
import { createKeptMailRoutes } from './mail/kept-mail-routes.ts'
import { createKeptMails } from './mail/kept-mails.ts'
import { createMails } from './mail/mails.ts'
import { createSmtpTransport } from './mail/transport.ts'
import { handleNotices } from './notices/notices.ts'
import { createPushGuard, type PushGuard } from './notices/push-guard.ts'
import { createPushSender } from './notices/push-sender.ts'
import { loadVapidKeys } from './notices/vapid-keys.ts'
import { purges } from './purges.ts'
import type { Settings } from './settings.ts'
import { bearerOf, createApiTokens } from './tokens/api-tokens.ts'
import { createTokens } from './tokens/tokens.ts'

export interface AppParts {
  readonly db: Database
  readonly now: Now
  readonly random: Random
  readonly settings: Settings
  readonly log: Log
  /** The built browser app; read from `settings.buildDir` if it is absent. */
  readonly assets?: Assets
  /** The address that people type, for links in mails; PUBLIC_URL or this machine's if it is absent. */
  readonly origin?: () => string
  /** Where notices may be sent; the internet alone if it is absent. */
  readonly pushGuard?: PushGuard
  /** How many items the catch-up tells in one answer; about 5,000 if it is absent. */
  readonly itemsPerAnswer?: number
}

/** What is known of the connection that a request came by; nothing for requests from inside. */
export interface ConnectionInfo {
  readonly address?: string | undefined
  /** Calls back once the answer has left, or the connection is gone. */
  readonly whenSent?: (call: () => void) => void
}

export interface App {
  fetch(request: Request, connection?: ConnectionInfo): Promise<Response>
  /** Mails and other work after a commit: nothing of it is done before `start`, or unless told by `drain`. */
  readonly jobs: Pick<Jobs, 'start' | 'drain'>
  /** Ends what is still open, such as event streams; the database stays open. */
  close(): Promise<void>
}

const answerWithinMs = 30_000
/** How long what /.well-known/security.txt says may be believed: 30 days. */
const securityTextMs = 2_592_000_000

export async function createApp(parts: AppParts): Promise<App> {
  const { db, settings, log } = parts
  const captcha = settings.captcha && captchaProvider[settings.captcha.provider]
  const connectTo = [
    ...(settings.apiEnv === '' ? [] : [settings.apiEnv]),
    ...(settings.analyticsUrl === undefined ? [] : [new URL(settings.analyticsUrl).origin]),
  ]
  const allowed = [...(captcha?.sources ?? []), ...connectTo]
  const assets = parts.assets ?? (await loadAssets(settings.buildDir, settings.publicUrl, allowed))
  const secret = await loadSecret(db, parts.random, settings.secret)
  const attempts = createAttempts(db, parts.now, secret)
  const jobs = createJobs(parts)
  const kept = createKeptMails(join(settings.dataDir, 'mail'))
  const transport = settings.smtpUrl ? createSmtpTransport(settings.smtpUrl) : kept
  const origin = parts.origin ?? (() => settings.publicUrl ?? `http://localhost:${settings.port}`)
  const mails = createMails({
    ...parts,
    attempts,
    jobs,
    transport,
    from: settings.mailFrom,
    origin,
  })
  for (const letter of friendLetters) mails.write(letter)
  const tokens = createTokens(parts.now, parts.random)
  const auth = createAuth({ ...parts, origin, secret, attempts, tokens, jobs, mails })
  for (const letter of feedbackLetters) mails.write(letter)
  const keys = await loadVapidKeys(db)
  const pushGuard = parts.pushGuard ?? createPushGuard()
  const sender = createPushSender(keys, () => pushSubject(settings), pushGuard)
  handleNotices({ db, now: parts.now, jobs, sender })
  const push = { publicKey: keys.publicKey, allows: pushGuard.allows }
  const graphql = createGraphql({ ...parts, jobs, mails, attempts, push, proofs: auth.proofs })
  const metrics =
    settings.metricsToken === undefined
      ? undefined
      : createMetrics(settings.metricsToken, { streams: graphql.streams, jobs: jobs.state })
  const apiTokens = createApiTokens(db, parts.now)
  const sweeper = startSweeper({
    database: db,
    now: parts.now,
    log,
    purges: [...purges, (_, moment) => kept.purge(moment)],
  })
  const requestLog = createRequestLog(log, metrics)
  const app = new Hono<{ Bindings: ConnectionInfo; Variables: { requestId: string } }>()

  app.use(requestLog.write)
  app.use(
    securityHeaders({
      ...assets,
      isSecure: c => auth.isSecure(c.req.raw),
      captcha,
      connectTo,
    }),
  )
  const cors = crossOrigin(settings.publicUrl, settings.apiEnv)
  if (cors) app.use(cors)
  // Without a word of the proxy all come from where it is.
  if (settings.trustProxy > 0) {
    app.use(limitPerAddress({ most: settings.maxConnections / 2, addressOf: auth.addressOf }))
  }
  app.onError(requestLog.answerError)

  app.get('/healthz', async c => {
    // Built as a question, which no writer holds up.
    await db.query.selectNoFrom(({ lit }) => lit(1).as('one')).execute()
    if (c.req.query('detail') === undefined) return c.text('ok')
    const caller = await auth.callerOf(c.req.raw)
    if (!maySeeHealth(caller?.viewer.role)) return c.text('ok')
    return c.json({ database: 'ok', jobs: await jobs.state() })
  })
  if (metrics) app.get('/metrics', noStore, metrics.answer)
  app.get('/settings.json', noStore, c => c.json(publicSettings(settings)))

  const admit = createLargeBodies(findCaller)
  for (const path of ['/csrftoken', '/auth/*', '/graphql']) {
    const most = path === '/graphql' ? largeBody : smallBody
    app.use(path, noStore)
    if (settings.downtime) app.use(path, refuseInDowntime)
    app.use(path, limitBody({ most, refuse: c => refuseLargeBody(c, most), admit }))
    app.use(path, requireCsrfToken)
    app.use(path, readBody)
    app.use(path, timeout(answerWithinMs))
    app.use(path, compressJson)
  }
  const { callerOf, originOf } = auth
  app.route('/auth/mail', createKeptMailRoutes({ ...parts, kept, origin, callerOf, originOf }))
  app.route('/auth/users', createDeskUserRoutes({ ...parts, attempts, tokens, callerOf, originOf }))
  app.route('/', auth.routes)
  app.all('/graphql', async c => {
    // All of it first: a request that is held back must not outlive its session.
    const body = c.req.method === 'POST' ? await c.req.text() : ''
    return graphql.handle(c.req.raw, body, () => findCaller(c.req.raw), c.env?.whenSent)
  })

  // RFC 9116; how to reach whoever runs this server.
  app.get('/.well-known/security.txt', c => {
    const origin = settings.publicUrl ?? new URL(c.req.url).origin
    const expires = new Date(parts.now().getTime() + securityTextMs).toISOString()
    return c.text(`Contact: ${origin}/contact\nExpires: ${expires}\nPreferred-Languages: en\n`)
  })
  app.all('/v1/*', answerNothingHere)
  // Its worker answers beneath that address alone, and a page beside it would wait for it for ever.
  app.get('/demo', c => c.redirect('/demo/'))
  app.get('*', async c => (await assets.serve(c, () => atHandFor(c))) ?? answerNothingHere(c))
  app.notFound(answerNothingHere)

  /** Whose session a data call carries, or whose API token. */
  function findCaller(request: Request) {
    const bearer = bearerOf(request)
    return bearer === undefined ? auth.callerOf(request) : apiTokens.find(bearer)
  }

  /** Only where the page and what it asks have one address, and for who is signed in. */
  async function atHandFor(c: Context): Promise<ForWho | undefined> {
    if (settings.apiEnv !== '' || !(await auth.callerOf(c.req.raw))) return undefined
    const parts = assets.firstLook
    const ask = (request: Request) => app.fetch(request, c.env)
    const { html, told } = await answersAtHand(c, ask, parts?.dataCalls ?? [])
    return { html, look: parts && firstLook(parts, told, new URL(c.req.url)) }
  }

  async function requireCsrfToken(
    c: Context,
    next: () => Promise<void>,
  ): Promise<Response | undefined> {
    const changesNothing = ['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)
    // No browser adds a token by itself, and beside one its cookies count for nothing.
    const isScript = c.req.path === '/graphql' && bearerOf(c.req.raw) !== undefined
    if (isScript || (changesNothing && c.req.path !== '/auth/logout') || auth.hasCsrfToken(c)) {
      await next()
      return undefined
    }
    return answerRefusal(c, { status: 403, message: csrfRefusal })
  }

  return {
    fetch: async (request, connection = {}) => app.fetch(request, connection),
    jobs,
    async close() {
      await Promise.all([graphql.close(), sweeper.close(), jobs.close()])
      transport.close()
    },
  }
}

/** How a push service reaches whoever runs this server. */
function pushSubject({ publicUrl, mailFrom }: Settings): string {
  if (publicUrl?.startsWith('https:')) return publicUrl
  return `mailto:${/<([^>]*)>/.exec(mailFrom)?.[1] ?? mailFrom}`
}

async function noStore(c: Context, next: () => Promise<void>): Promise<void> {
  await next()
  c.res.headers.set('Cache-Control', 'no-store')
}

/** Before the time of the answer begins: over a weak line a large edit is on its way for minutes (server/process/http-server.ts). */
async function readBody(c: Context, next: () => Promise<void>): Promise<void> {
  if (c.req.method === 'POST') await c.req.text()
  await next()
}
