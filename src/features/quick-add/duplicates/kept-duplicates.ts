/** Duplicates that the person wants to keep apart; asked once, remembered on this device. */
import { createReadable, type Readable } from '../../../offline/readable.ts'
import { type DeviceStorage, keptDuplicatesKey } from '../device-storage.ts'

export interface KeptDuplicates {
  readonly kept: Readable<ReadonlySet<string>>
  keep(ids: readonly string[]): void
}

/** Older answers go: their items are long bought. */
const keptLimit = 200

export function createKeptDuplicates(storage: DeviceStorage, userId: number): KeptDuplicates {
  const kept = createReadable<ReadonlySet<string>>(new Set())
  const key = keptDuplicatesKey(userId)
  const loaded = storage.getItem(key).then(
    stored => {
      const texts = Array.isArray(stored) ? stored.filter(entry => typeof entry === 'string') : []
      kept.set(new Set([...texts, ...kept.get()]))
    },
    () => undefined,
  )
  return {
    kept,
    keep(ids) {
      kept.set(new Set([...kept.get(), duplicatesKey(ids)].slice(-keptLimit)))
      loaded.then(() => storage.setItem(key, [...kept.get()])).catch(() => undefined)
    },
  }
}

/** The same rows in any order; one more of the name is a new question. */
export function duplicatesKey(ids: readonly string[]): string {
  return ids.toSorted().join(' ')
}
