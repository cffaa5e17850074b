/**
 * Where the base lies on the device: a snapshot, and a journal of what changed since, line by line. What
 * cannot be read is dropped; the server has it all. Reports trouble instead of throwing, because
 * apollo3-cache-persist throws into nowhere.
 */
import { isRecord } from '../../../rules/is-record.ts'
import { jsonIn } from '../../../rules/json-in.ts'
import type { CacheRecord } from '../derived-cache.ts'
import { isQuota } from '../storage/is-quota.ts'
import { applyChanges, type JournalChanges } from './journal.ts'

/** localforage, or a map in tests. */
export interface KeyValueStore {
  getItem(key: string): Promise<unknown>
  setItem(key: string, value: string): Promise<unknown>
  removeItem(key: string): Promise<void>
  /** All of it in one pass. */
  entries(): Promise<readonly (readonly [key: string, value: unknown])[]>
  clear(): Promise<void>
}

export type BaseRecords = Readonly<Record<string, CacheRecord | undefined>>

export interface CacheStorage {
  /**
   * The base as it was last written; undefined if there is none or nothing can be made of it. Rejects where it
   * could not be read now: it may be there all the same. `alone` where no other tab writes meanwhile: then what
   * means nothing any more is removed, and the next write goes on behind it.
   */
  read(alone: boolean): Promise<BaseRecords | undefined>
  /** What differs from what was last read or written; whatever of that fails, the next write is a snapshot. */
  write(changes: JournalChanges): Promise<boolean>
  writeSnapshot(records: BaseRecords): Promise<boolean>
  /** Whether what failed last did so for want of room. */
  isFull(): boolean
  /** Whether the journal has grown so long that a snapshot is due. */
  snapshotDue(): boolean
  /** Whether what this tab wrote last still lies there. */
  isThere(): Promise<boolean>
  /** What lies there is not what this tab wrote: the next write is a snapshot. */
  startAfresh(): void
  clear(): Promise<void>
}

interface Snapshot {
  readonly generation: string
  readonly records: Record<string, CacheRecord | undefined>
}

/** Reading 250 lines costs a few milliseconds at start; a snapshot of 1,000 items costs 400 kB of writing. */
const mostLines = 250
const mostJournalChars = 2_000_000

export function createCacheStorage(
  store: KeyValueStore,
  onTrouble: (error: unknown) => void,
  newGeneration: () => string,
): CacheStorage {
  let generation: string | undefined
  let lines = 0
  let chars = 0
  let full = false

  async function guard(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      // Half of it may be there: the next write starts a new generation.
      generation = undefined
      full = isQuota(error)
      onTrouble(error)
      return false
    }
  }

  const writeSnapshot = (records: BaseRecords) =>
    guard(async () => {
      const next = newGeneration()
      await store.setItem('snapshot', JSON.stringify({ generation: next, records }))
      // The snapshot names its generation: lines of older ones mean nothing from here on.
      const old = generation
      const oldLines = lines
      generation = next
      lines = 0
      chars = 0
      if (old) {
        for (let line = 0; line < oldLines; line++) await store.removeItem(lineKey(old, line))
      }
    })

  return {
    async read(alone) {
      const all = new Map(await store.entries())
      try {
        const snapshot = toSnapshot(all.get('snapshot'))
        if (!snapshot) {
          if (alone && all.size > 0) await store.clear().catch(onTrouble)
          return undefined
        }
        const current = `journal ${snapshot.generation} `
        const journal = [...all.keys()].filter(key => key.startsWith('journal '))
        const ownLines = journal.filter(key => key.startsWith(current)).length
        // Left behind when a snapshot was written and the page was closed before they were removed.
        for (const key of alone ? journal : []) {
          if (!key.startsWith(current)) await store.removeItem(key).catch(onTrouble)
        }
        const { records } = snapshot
        let line = 0
        for (; ; line++) {
          const changes = toChanges(all.get(lineKey(snapshot.generation, line)))
          if (!changes) break
          applyChanges(records, changes)
        }
        // A line that cannot be read, or stray ones behind a gap: what came before stands, and is as good
        // as an older visit; the next write starts afresh.
        const torn = ownLines > line
        generation = torn || !alone ? undefined : snapshot.generation
        if (torn)
          onTrouble(new Error('The journal of the cache is torn; its end is fetched again.'))
        lines = line
        return records
      } catch (error) {
        onTrouble(error)
        return undefined
      }
    },

    write: changes =>
      guard(async () => {
        if (!generation) throw new Error('A snapshot comes first.')
        if (Object.keys(changes).length === 0) return
        const text = JSON.stringify(changes)
        await store.setItem(lineKey(generation, lines), text)
        lines++
        chars += text.length
      }),

    writeSnapshot,
    isFull: () => full,
    async isThere() {
      const snapshot = await store.getItem('snapshot').catch(onTrouble)
      return String(snapshot).startsWith(`{"generation":"${generation}"`)
    },
    startAfresh() {
      generation = undefined
    },
    snapshotDue: () => generation === undefined || lines >= mostLines || chars > mostJournalChars,
    async clear() {
      generation = undefined
      await guard(() => store.clear())
    },
  }
}

function lineKey(generation: string, line: number): string {
  return `journal ${generation} ${line}`
}

function toSnapshot(stored: unknown): Snapshot | undefined {
  const parsed = parse(stored)
  if (typeof parsed?.generation !== 'string') return
  if (typeof parsed.records !== 'object' || parsed.records === null) return
  return parsed as unknown as Snapshot
}

function toChanges(stored: unknown): JournalChanges | undefined {
  return parse(stored) as JournalChanges | undefined
}

function parse(stored: unknown): Readonly<Record<string, unknown>> | undefined {
  const value = typeof stored === 'string' ? jsonIn(stored) : undefined
  return isRecord(value) ? value : undefined
}
