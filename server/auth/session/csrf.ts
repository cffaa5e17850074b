/**
 * CSRF tokens: nonce.HMAC(secret, bind ! nonce), where `bind` is what the browser's HttpOnly cookies say, the
 * session's token or an anonymous id. Another site can neither read the token nor make one for that cookie.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Random } from '../../environment.ts'
import { createLatestUsed } from '../../latest-used.ts'
import { hashToken } from '../../tokens/hash-token.ts'

/** Literal in the contract: clients recognise it. */
export const csrfRefusal = 'ForbiddenError: invalid csrf token'

export interface Csrf {
  issue(bind: string): string
  accepts(token: string, bind: string): boolean
}

const nonceBytes = 16
const nonceLength = 22

/** A browser sends the same one along with all that it does. */
const signaturesKept = 1_000
/** As long as this server makes what binds it: whoever makes up a longer one gets no memory for it. */
const longestBind = 64

export function createCsrf(secret: string, random: Random): Csrf {
  const signatures = createLatestUsed<Buffer>(signaturesKept)

  const sign = (nonce: string, bind: string): Buffer =>
    createHmac('sha256', secret)
      .update(`csrf!${hashToken(bind)}!${nonce}`)
      .digest()

  return {
    issue(bind) {
      const nonce = Buffer.from(random(nonceBytes)).toString('base64url')
      return `${nonce}.${sign(nonce, bind).toString('base64url')}`
    },
    accepts(token, bind) {
      const [nonce, signature, ...more] = token.split('.')
      if (nonce?.length !== nonceLength || !signature || more.length > 0) return false
      const given = Buffer.from(signature, 'base64url')
      const key = nonce + bind
      const known = signatures.get(key)
      const wanted = known ?? sign(nonce, bind)
      const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted)
      if (isOurs && !known && bind.length <= longestBind) signatures.set(key, wanted)
      return isOurs
    },
  }
}
