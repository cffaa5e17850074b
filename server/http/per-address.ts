/**
 * So that nobody takes all connections from one place, and be it by sending a form a byte at a time: a proxy hands on
 * as many requests as one browser begins.
 */
import type { Context, MiddlewareHandler } from 'hono'

const tooMany = 'Too much is asked for from this network address at once. Try again in 1 s.'

interface PerAddressParts {
  /** Requests of one network address that may be under way, event streams included. */
  readonly most: number
  /** Undefined where nobody is to be counted. */
  readonly addressOf: (c: Context) => string | undefined
}

/** More of one network address than `most` at once are told to try again. A request is under way until its answer has left. */
export function limitPerAddress({ most, addressOf }: PerAddressParts): MiddlewareHandler {
  const underWay = new Map<string, number>()
  /** What a page asks for itself (at-hand.ts) comes by its connection, and is a part of it. */
  const counted = new WeakSet<object>()

  function enter(address: string): () => void {
    underWay.set(address, (underWay.get(address) ?? 0) + 1)
    return () => {
      const left = (underWay.get(address) ?? 1) - 1
      if (left > 0) underWay.set(address, left)
      else underWay.delete(address)
    }
  }

  return async (c, next) => {
    const address = addressOf(c)
    if (address === undefined || counted.has(c.env)) return next()
    if ((underWay.get(address) ?? 0) >= most) {
      c.header('Retry-After', '1')
      const errors = [{ message: tooMany, extensions: { code: 'RATE_LIMITED' } }]
      // Without `success: false`: of /auth/status it would say that nobody is signed in.
      return c.json({ message: tooMany, errors }, 429)
    }
    counted.add(c.env)
    const leave = enter(address)
    if (!c.env.whenSent) return next().finally(leave)
    c.env.whenSent(leave)
    return next()
  }
}
