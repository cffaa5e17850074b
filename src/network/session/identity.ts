/** Which browser, which tab and which person a request comes from (spec sections 3 and 7). */
import type { KeyValue } from '../key-value.ts'

export interface Identity {
  /** Random, made on first use, kept by the browser. */
  readonly userToken: string
  /** Random, prefixed `id_`, kept by the browser. */
  readonly browserId: string
  /** Random, kept by the tab. */
  readonly tabId: string
  /** The person who last signed in here; outlives signing out. */
  knownUserId(): number | undefined
  rememberUserId(userId: number): void
}

interface IdentityParts {
  /** localStorage. */
  readonly persistent: KeyValue
  /** sessionStorage. */
  readonly perTab: KeyValue
  readonly randomId: () => string
}

export function createIdentity({ persistent, perTab, randomId }: IdentityParts): Identity {
  return {
    userToken: rememberedOr(persistent, 'aisle.user-token', randomId),
    browserId: rememberedOr(persistent, 'aisle.browser-id', () => `id_${randomId()}`),
    tabId: rememberedOr(perTab, 'aisle.tab-id', randomId),
    knownUserId() {
      const stored = Number(persistent.get('aisle.known-user-id'))
      return Number.isSafeInteger(stored) && stored > 0 ? stored : undefined
    },
    rememberUserId: userId => persistent.set('aisle.known-user-id', String(userId)),
  }
}

function rememberedOr(storage: KeyValue, key: string, make: () => string): string {
  const stored = storage.get(key)
  // Damaged, it may be what no header can carry: then no request would leave this browser any more.
  if (stored !== undefined && /^[\w-]+$/.test(stored)) return stored
  const made = make()
  storage.set(key, made)
  return made
}
