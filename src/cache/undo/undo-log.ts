/** The last changes of one's own, on this device, as many as undo-bounds.ts allows. */
import { createReadable, type Readable } from '../../offline/readable.ts'
import { createUndoBounds, isOldAt } from './undo-bounds.ts'
import { sortRecords, type UndoRecord } from './undo-step.ts'
import type { UndoStorage } from './undo-storage.ts'

export interface UndoLog {
  /** Newest first; the same array as long as nothing changed. */
  of(listId: string): readonly UndoRecord[]
  /** All of them, newest first. */
  all(): readonly UndoRecord[]
  find(id: string): UndoRecord | undefined
  add(record: UndoRecord): void
  /** What was done on other devices, newest first, goes among the rest by its time; what is known already is left out. */
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

/**
 * Undo is a comfort: if the storage fails, the log lives in memory and nobody is bothered. `now` in ms since
 * 1970.
 */
export function createUndoLog(storage: UndoStorage, now: () => number): UndoLog {
  const bounds = createUndoBounds()
  const version = createReadable(0)
  let records: readonly UndoRecord[] = []
  let byList = new Map<string, readonly UndoRecord[]>()
  /** By their ids, as they are: the storage would not take them. */
  const unkept = new Map<string, UndoRecord>()
  let writing: Promise<unknown> = Promise.resolve()

  function set(next: readonly UndoRecord[]) {
    records = next
    byList = new Map()
    version.set(version.get() + 1)
  }
  /** What is too much goes from the device, too. */
  function setWithin(next: readonly UndoRecord[]) {
    const before = records
    const kept = bounds.keep(next, now())
    set(kept)
    if (kept === next) return
    const stays = new Set(kept)
    const gone = before.filter(record => !stays.has(record)).map(({ id }) => id)
    if (gone.length > 0) remove(gone)
  }
  function write(work: () => Promise<unknown>) {
    writing = writing.then(work).catch(() => undefined)
  }
  function put(record: UndoRecord) {
    write(async () => {
      unkept.set(record.id, record)
      await storage.put(record)
      unkept.delete(record.id)
    })
  }
  function remove(ids: readonly string[]) {
    write(() => {
      for (const id of ids) unkept.delete(id)
      return storage.remove(ids)
    })
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
    add(added) {
      const record = behind(
        added,
        records.findLast(one => !one.elsewhere),
      )
      setWithin([...records, record])
      put(record)
    },
    adopt(told) {
      const known = new Set(
        records.flatMap(({ tokens, undoTokens = [] }) => [...tokens, ...undoTokens]),
      )
      const isOld = isOldAt(now())
      const fresh = told.filter(
        record => !isOld(record) && !record.tokens.some(token => known.has(token)),
      )
      const sorted = sortRecords([...records, ...fresh.toReversed()])
      const kept = new Set(bounds.keep(sorted, now()))
      const added = fresh.filter(record => kept.has(record))
      if (added.length === 0) return
      setWithin(sorted)
      for (const record of added) put(record)
    },
    change(change) {
      const next: UndoRecord[] = []
      for (const record of records) {
        const changed = change(record)
        if (changed === undefined) remove([record.id])
        else {
          next.push(changed)
          if (changed !== record) put(changed)
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
        if (writing !== written) continue
        records = sortRecords([...loaded.filter(({ id }) => !unkept.has(id)), ...unkept.values()])
        return setWithin(records)
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

/** What a person does last is last, whatever the clock says. */
function behind(record: UndoRecord, last: UndoRecord | undefined): UndoRecord {
  const lastPlace = last && (last.place ?? last.at)
  if (lastPlace === undefined || record.at > lastPlace) return record
  return { ...record, place: new Date(Date.parse(lastPlace) + 1).toISOString() }
}
