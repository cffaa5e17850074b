/**
 * CSRF tokens: nonce.HMAC(secret, bind ! nonce), where `bind` is what the browser's HttpOnly cookies say, the
 * session's token or an anonymous id. Another site can neither read the token nor make one for that cookie.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Random } from '../environment.ts'
import { hashToken } from './sessions.ts'

/** Literal in the contract: clients recognise it. */
export const csrfRefusal = 'ForbiddenError: invalid csrf token'

export interface Csrf {
  issue(bind: string): string
  accepts(token: string, bind: string): boolean
}

export function createCsrf(secret: string, random: Random): Csrf {
  const sign = (nonce: string, bind: string): Buffer =>
    createHmac('sha256', secret)
      .update(`csrf!${hashToken(bind)}!${nonce}`)
      .digest()

  return {
    issue(bind) {
      const nonce = Buffer.from(random(16)).toString('base64url')
      return `${nonce}.${sign(nonce, bind).toString('base64url')}`
    },
    accepts(token, bind) {
      const [nonce, signature, ...more] = token.split('.')
      if (!nonce || !signature || more.length > 0) return false
      const given = Buffer.from(signature, 'base64url')
      const wanted = sign(nonce, bind)
      return given.length === wanted.length && timingSafeEqual(given, wanted)
    },
  }
}
