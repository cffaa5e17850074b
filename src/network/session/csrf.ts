/**
 * The CSRF token of this tab: fetched when there is none, kept in session storage, discarded when the server
 * says "ForbiddenError: invalid csrf token" (spec sections 7, 8 and 10.4).
 */

import { AnswerFault } from '../data/outcome.ts'
import type { KeyValue } from '../key-value.ts'

export interface Csrf {
  /** The token to send, where one is kept. */
  known(): string | undefined
  /** The same, fetched where there is none; throws what the last of the tries met. */
  token(signal: AbortSignal): Promise<string>
  discard(): void
}

interface CsrfParts {
  /** GET /csrftoken with the common headers. */
  readonly ask: (signal: AbortSignal) => Promise<Response>
  /** sessionStorage. */
  readonly perTab: KeyValue
}

const tries = 5
const key = 'aisle.csrf-token'
/** A captive portal answers with a page; a token is one short word. */
const tokenShape = /^[\w.~+/=:|-]{8,512}$/

export function createCsrf({ ask, perTab }: CsrfParts): Csrf {
  let asking: Promise<string> | undefined

  async function fetchToken(signal: AbortSignal): Promise<string> {
    let failure: unknown
    for (let attempt = 0; attempt < tries && !signal.aborted; attempt += 1) {
      try {
        const response = await ask(signal)
        const text = (await response.text()).trim()
        if (response.ok && tokenShape.test(text)) {
          perTab.set(key, text)
          return text
        }
        failure = new AnswerFault(response, undefined)
        // Asking again at once would only prolong what the server asked to wait for.
        if (response.status === 429 || response.status === 503) break
      } catch (thrown) {
        failure = thrown
      }
    }
    throw failure ?? signal.reason
  }

  const known = () => perTab.get(key)

  return {
    known,
    async token(signal) {
      const kept = known()
      if (kept !== undefined) return kept
      asking ??= fetchToken(signal).finally(() => {
        asking = undefined
      })
      return asking
    },
    discard: () => perTab.remove(key),
  }
}
