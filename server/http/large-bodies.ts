/**
 * So that nobody fills the memory by sending: what is large is taken from who is signed in, a few at a time. A body
 * may be on its way for minutes, and lies in memory as it comes.
 */
import type { Context } from 'hono'
import type { Viewer } from '../viewer.ts'
import { answerRefusal, refuseStranger } from './http-refusal.ts'

/** Of one account: its devices send one each. */
const atOnce = 8

/** For `limitBody`. `findCaller` tells whose the request is. */
export function createLargeBodies(
  findCaller: (request: Request) => Promise<{ readonly viewer: Viewer } | undefined>,
): (c: Context) => Promise<Response | (() => void)> {
  const under = new Map<number, number>()

  return async c => {
    const caller = await findCaller(c.req.raw)
    if (!caller) return refuseStranger(c)
    const { id } = caller.viewer
    const count = under.get(id) ?? 0
    if (count >= atOnce) {
      return answerRefusal(c, {
        status: 429,
        code: 'RATE_LIMITED',
        message: 'This account sends too much at once. Try again in 1 s.',
        retryAfterSeconds: 1,
      })
    }
    under.set(id, count + 1)
    return () => {
      const left = (under.get(id) ?? 1) - 1
      if (left > 0) under.set(id, left)
      else under.delete(id)
    }
  }
}
