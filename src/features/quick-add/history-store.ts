/**
 * What this person added before, on this device alone: it is never sent, and `wipeHabits` leaves nothing
 * of it when they sign out.
 */

import {
  forgetUse,
  type History,
  type Remembered,
  refreshUse,
  rememberUse,
  type Use,
} from '../../../rules/items/suggestions.ts'
import { nameKey } from '../../../rules/names.ts'
import { createReadable, type Readable } from '../../offline/readable.ts'
import { type DeviceStorage, historyKey } from './device-storage.ts'

export interface HistoryStore {
  readonly history: Readable<History>
  /** `at` is ms since 1970. */
  remember(use: Use, at: number): void
  /** An item that was added earlier has other tags, unit or quantity now. */
  refresh(use: Use): void
  /** Suggests it no more, whatever the lists tell. Answers with what remembers it again. */
  forget(name: string): () => void
  /** Resolves when all of it is stored, or the storage would not take it. */
  settled(): Promise<void>
}

type Change = (history: History) => History

/**
 * Starts empty and fills when the storage has answered; what was done meanwhile is laid on top. Another tab
 * may write too, so each write reads first. A storage that fails costs the suggestions, nothing else.
 */
export function createHistoryStore(storage: DeviceStorage, userId: number): HistoryStore {
  const history = createReadable<History>(new Map())
  const key = historyKey(userId)
  let waiting: readonly Change[] = []
  let writing: Promise<void> = storage.getItem(key).then(
    stored => {
      history.set(applied(readHistory(stored)))
    },
    () => undefined,
  )

  function applied(base: History): History {
    return waiting.reduce((next, change) => change(next), base)
  }

  function change(next: Change) {
    waiting = [...waiting, next]
    history.set(next(history.get()))
    if (waiting.length === 1) writing = writing.then(write, write)
  }

  async function write(): Promise<void> {
    try {
      const base = applied(readHistory(await storage.getItem(key)))
      waiting = []
      await storage.setItem(key, [...base.values()])
      history.set(applied(base))
    } catch {
      waiting = []
    }
  }

  return {
    history,
    remember: (use, at) => change(before => rememberUse(before, use, at)),
    refresh(use) {
      if (refreshUse(history.get(), use) !== history.get())
        change(before => refreshUse(before, use))
    },
    forget(name) {
      const key = nameKey(name)
      const entry = history.get().get(key)
      change(before => forgetUse(before, name))
      return () =>
        change(before => {
          const next = new Map(before)
          // Without one the lists alone had told of it.
          if (entry) next.set(key, entry)
          else next.delete(key)
          return next
        })
    },
    settled: () => writing,
  }
}

/** Storage is a border: what does not look like a history is left out. */
function readHistory(stored: unknown): History {
  if (!Array.isArray(stored)) return new Map()
  return new Map(stored.filter(isRemembered).map(entry => [nameKey(entry.name), entry] as const))
}

function isRemembered(value: unknown): value is Remembered {
  const entry = value as Partial<Remembered> | null
  return (
    typeof entry?.name === 'string' &&
    typeof entry.weight === 'number' &&
    typeof entry.at === 'number' &&
    typeof entry.itemId === 'string' &&
    (entry.quantity === null || typeof entry.quantity === 'number') &&
    (entry.unitId === null || typeof entry.unitId === 'string') &&
    Array.isArray(entry.tags)
  )
}
