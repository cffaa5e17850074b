/** One line a request in the log, one more where something was thrown, and what is answered then. */
import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { routePath } from 'hono/route'
import { describeError, type Log } from '../log.ts'
import { internalSentence } from '../refusal.ts'
import { answerRefusal } from './http-refusal.ts'
import type { Metrics } from './metrics.ts'

/** As servers write it in their logs: whoever asked was gone before there was an answer. */
const clientLeft = 499

export interface RequestLog {
  /** A middleware: gives the request the id that its answer names, and counts it once it was answered. */
  write(c: Context, next: () => Promise<void>): Promise<void>
  /** What was thrown, as an answer that tells nothing of it: 504 if it took too long, else 500. */
  answerError(error: unknown, c: Context): Response
}

/** `metrics` is absent where nobody asks for them. */
export function createRequestLog(log: Log, metrics: Metrics | undefined): RequestLog {
  return {
    async write(c, next) {
      const requestId = randomUUID()
      c.set('requestId', requestId)
      const started = performance.now()
      await next()
      c.res.headers.set('X-Request-Id', requestId)
      const { status } = c.res
      const route = routePath(c)
      metrics?.count(route, status)
      const line = {
        requestId,
        method: c.req.method,
        route,
        status,
        ms: Math.round(performance.now() - started),
        // Whether a sign-in failed, and of which account.
        ...c.get('outcome'),
      }
      if (status >= 500) log.error(line, 'answered')
      else log.info(line, 'answered')
    },
    answerError(error, c) {
      const isTimeout = error instanceof HTTPException && error.status === 504
      const line = { requestId: c.get('requestId'), ...describeError(error) }
      if (c.req.raw.signal.aborted) {
        log.info(line, 'left before the answer')
        return new Response(null, { status: clientLeft })
      }
      log.error(line, 'failed')
      return answerRefusal(c, {
        status: isTimeout ? 504 : 500,
        code: 'INTERNAL',
        message: isTimeout ? 'The server took too long. Try again later.' : internalSentence,
      })
    },
  }
}
