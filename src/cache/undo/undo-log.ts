/** The last 50 changes of one's own per list, on this device. */
import { limits } from '../../../rules/limits.ts'
import { createReadable, type Readable } from '../../offline/readable.ts'
import type { UndoRecord } from './undo-step.ts'
import type { UndoStorage } from './undo-storage.ts'

export interface UndoLog {
  /** Newest first; the same array as long as nothing changed. */
  of(listId: string): readonly UndoRecord[]
  /** All of them, newest first. */
  all(): readonly UndoRecord[]
  find(id: string): UndoRecord | undefined
  add(record: UndoRecord): void
  /** What was done on other devices, among the rest by its time; what is known already is left out. */
  adopt(records: readonly UndoRecord[]): void
  /** Each record after the change; undefined removes it. */
  change(change: (record: UndoRecord) => UndoRecord | undefined): void
  /** Counts the changes. */
  readonly version: Readable<number>
  /** Reads again what lies in the storage: another tab may have written there. */
  reload(): Promise<void>
  /** Resolves when all that was written is on the device. */
  settled(): Promise<void>
  destroy(): Promise<void>
}

/** Undo is a comfort: where the storage fails, the log lives in memory and nobody is bothered. */
export function createUndoLog(storage: UndoStorage): UndoLog {
  const version = createReadable(0)
  let records: readonly UndoRecord[] = []
  let byList = new Map<string, readonly UndoRecord[]>()
  let writing: Promise<unknown> = Promise.resolve()

  const set = (next: readonly UndoRecord[]) => {
    records = next
    byList = new Map()
    version.set(version.get() + 1)
  }
  const write = (work: () => Promise<unknown>) => {
    writing = writing.then(work).catch(() => undefined)
  }

  return {
    version,
    of(listId) {
      const known = byList.get(listId)
      if (known) return known
      const found = records.filter(record => record.listId === listId).reverse()
      byList.set(listId, found)
      return found
    },
    all: () => records.toReversed(),
    find: id => records.find(record => record.id === id),
    add(record) {
      const same = records.filter(other => other.listId === record.listId)
      const tooMany = new Set(same.slice(0, Math.max(0, same.length + 1 - limits.undo)))
      set([...records.filter(other => !tooMany.has(other)), record])
      write(() => storage.put(record))
      if (tooMany.size > 0) write(() => storage.remove([...tooMany].map(({ id }) => id)))
    },
    adopt(told) {
      const known = new Set(
        records.flatMap(({ tokens, undoTokens = [] }) => [...tokens, ...undoTokens]),
      )
      const fresh = told.filter(({ tokens }) => !tokens.some(token => known.has(token)))
      const lists = new Set(fresh.map(({ listId }) => listId))
      const sorted = [...records, ...fresh].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
      const kept = new Set(
        [...lists].flatMap(id => sorted.filter(({ listId }) => listId === id).slice(-limits.undo)),
      )
      const next = sorted.filter(record => !lists.has(record.listId) || kept.has(record))
      const added = fresh.filter(record => kept.has(record))
      if (added.length === 0) return
      const gone = records.filter(record => !next.includes(record))
      set(next)
      for (const record of added) write(() => storage.put(record))
      if (gone.length > 0) write(() => storage.remove(gone.map(({ id }) => id)))
    },
    change(change) {
      const next: UndoRecord[] = []
      for (const record of records) {
        const changed = change(record)
        if (changed === undefined) write(() => storage.remove([record.id]))
        else {
          next.push(changed)
          if (changed !== record) write(() => storage.put(changed))
        }
      }
      if (next.length !== records.length || next.some((record, i) => record !== records[i]))
        set(next)
    },
    async reload() {
      for (;;) {
        const written = writing
        await written
        const loaded = await storage.load().catch(() => undefined)
        if (!loaded) return
        // What was done while the storage was read is not in it: read again.
        if (writing === written) return set(loaded)
      }
    },
    async settled() {
      await writing
    },
    async destroy() {
      await writing
      set([])
      await storage.destroy()
    },
  }
}
