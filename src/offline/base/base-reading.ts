/**
 * Reading the base where the storage may fail or hang: the app starts all the same. What lies there is neither shown
 * nor lost then: it is read later, and nothing is written over it until the server has told all that it has.
 */
import type { Clock } from '../clock.ts'
import type { DerivedCache } from '../derived-cache.ts'
import type { CacheStorage } from './cache-storage.ts'
import type { Persistence } from './persistence.ts'

export interface BaseReading {
  /** Once, before anything is rendered: what was stored, with what an empty base must hold. `alone` as for `Persistence`. */
  restore(alone: boolean): Promise<void>
  /** Another tab may have stored meanwhile what this one never heard: nothing is written over it before `caughtUp`. */
  missed(): void
  /** Whether what lies there may be newer than the base. */
  isBehind(): boolean
  /** The base has been told all that the server has. */
  caughtUp(): void
  stop(): void
}

export interface BaseReadingParts {
  readonly cache: DerivedCache
  readonly storage: Pick<CacheStorage, 'read'>
  readonly persistence: Pick<Persistence, 'restore' | 'mayNotWrite' | 'mayWrite'>
  readonly clock: Clock
  readonly seed: (cache: DerivedCache) => void
  readonly onTrouble: (error: unknown) => void
}

const firstPauseMs = 1_000
const longestPauseMs = 60_000

export function createBaseReading(parts: BaseReadingParts): BaseReading {
  const { cache, storage, persistence, clock } = parts
  let isMissing = false
  /** The base has heard something that is not in what lies there. */
  let hasHeard = false
  let cancel = () => {}

  const seed = () => cache.transaction(() => parts.seed(cache))

  function finish() {
    isMissing = false
    cancel()
    persistence.mayWrite()
  }

  function readLater(pauseMs: number) {
    cancel = clock.after(pauseMs, async () => {
      try {
        const records = await storage.read(false)
        if (!isMissing) return
        // Without a network nothing else brings it; with one, the next catch-up does.
        if (records && hasHeard) return
        if (records) cache.restore(records)
        seed()
        finish()
      } catch {
        if (isMissing) readLater(Math.min(pauseMs * 2, longestPauseMs))
      }
    })
  }

  return {
    async restore(alone) {
      const error = await persistence.restore(alone)
      seed()
      if (error === undefined) return
      parts.onTrouble(error)
      isMissing = true
      const endListening = cache.onBaseChanged(() => {
        hasHeard = true
        endListening()
      })
      readLater(firstPauseMs)
    },
    missed() {
      isMissing = true
      persistence.mayNotWrite()
    },
    isBehind: () => isMissing,
    caughtUp() {
      if (isMissing) finish()
    },
    stop() {
      isMissing = false
      cancel()
    },
  }
}
