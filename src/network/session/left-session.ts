/**
 * A sign-out that did not reach the server leaves a marker, and the next contact ends that session before it
 * does anything else (spec section 10.3): nobody stays signed in who said they leave.
 */
import type { KeyValue } from '../key-value.ts'

export interface LeftSession {
  /** Remembers that the session on the server is to end. */
  mark(): void
  /** Ends it where one is marked, else undefined; throws if the server cannot be reached yet. */
  settle(signal: AbortSignal): Promise<void> | undefined
}

interface LeftSessionParts {
  /** localStorage. */
  readonly persistent: KeyValue
  /** GET /auth/logout; resolves once the server has answered that the session is over. */
  readonly endSession: (signal: AbortSignal) => Promise<void>
}

const key = 'aisle.end-session'

export function createLeftSession({ persistent, endSession }: LeftSessionParts): LeftSession {
  let ending: Promise<void> | undefined

  async function end(signal: AbortSignal): Promise<void> {
    await endSession(signal)
    persistent.remove(key)
  }

  return {
    mark: () => persistent.set(key, 'yes'),
    settle(signal) {
      if (persistent.get(key) === undefined) return undefined
      ending ??= end(signal).finally(() => {
        ending = undefined
      })
      return ending
    },
  }
}
