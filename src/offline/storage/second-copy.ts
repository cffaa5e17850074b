/**
 * What waits and what was refused lies in a second place, too: a browser that was killed may find its database damaged,
 * and delete it with all that was kept there (docs/decisions/035-kept-twice.md).
 */
import type { Clock } from '../clock.ts'
import { inTime } from './in-time.ts'
import { isStoredRecord, type TableChanges, toChanges } from './outbox-changes.ts'
import type { OutboxChanges, OutboxStore, StoredOutbox, StoredRecord } from './outbox-store.ts'

export interface SecondCopy {
  /** Told of all that was written to the outbox. */
  note(changes: OutboxChanges): void
  /** Resolves when what was noted lies there, or cannot; undefined where nothing is to be copied. */
  copying(): Promise<void> | undefined
  /** Makes it equal to what `load` finds in the outbox; for the tab that leads. */
  align(load: () => Promise<StoredOutbox>): Promise<void>
  stop(): void
}

export interface SecondCopyParts {
  readonly clock: Clock
  /** Absent where the browser has no such place. */
  readonly open: (() => Promise<OutboxStore>) | undefined
  /** Whether the server has not answered this edit. */
  readonly waits: (id: string) => boolean
  readonly onTrouble: (error: unknown) => void
}

/** With a good network the answer comes sooner: then nothing is written twice. */
const pauseMs = 150

export function createSecondCopy(options: SecondCopyParts): SecondCopy {
  const { clock, open, waits, onTrouble } = options
  const entries = createTable()
  const tray = createTable()
  let place: OutboxStore | undefined
  let working = Promise.resolve()
  let copying: Promise<void> | undefined
  let stopped = open === undefined

  const stop = () => {
    stopped = true
    place?.close()
  }

  /** One after the other. What fails is given up until the next page, which makes both equal. */
  const inLine = (work: (there: OutboxStore) => Promise<void>): Promise<void> => {
    working = working.then(async () => {
      if (stopped || !open) return
      try {
        place ??= await inTime(clock, open)
        // Left while it was opened.
        if (stopped) return place.close()
        await work(place)
      } catch (error) {
        if (!stopped) onTrouble(error)
        stop()
      }
    })
    return working
  }

  const due = (isDue: (id: string) => boolean) => {
    const [ofEntries, ofTray] = [entries.due(isDue), tray.due(() => true)]
    return ofEntries.size + ofTray.size > 0 ? { ofEntries, ofTray } : undefined
  }

  const write = async (there: OutboxStore, isDue: (id: string) => boolean) => {
    const told = due(isDue)
    if (!told) return
    entries.writing(told.ofEntries)
    tray.writing(told.ofTray)
    await inTime(clock, () => there.write(toChanges(told.ofEntries, told.ofTray)))
    entries.written(told.ofEntries)
    tray.written(told.ofTray)
  }

  return {
    note({ put, remove, putTray, removeTray }) {
      if (stopped) return
      entries.note(put, remove)
      tray.note(putTray, removeTray)
      if (copying || !due(waits)) return
      copying = new Promise(resolve => {
        clock.after(pauseMs, () => {
          copying = undefined
          if (due(waits)) void inLine(there => write(there, waits)).then(resolve)
          else resolve()
        })
      })
    },
    copying: () => copying,
    align: load =>
      inLine(async there => {
        // In this order: what lies there alone has gone from the outbox.
        const copied = await inTime(clock, there.load)
        const kept = await load()
        entries.align(copied.entries, kept.entries)
        tray.align(copied.tray, kept.tray)
        await write(there, () => true)
      }),
    stop,
  }
}

/** What one of its tables has to be told. */
function createTable() {
  const changes = new Map<string, StoredRecord | undefined>()
  /** What lies there, or may. */
  const copied = new Set<string>()
  return {
    note(put: readonly StoredRecord[] = [], remove: readonly string[] = []) {
      for (const record of put) changes.set(record.id, record)
      for (const id of remove) {
        // What was never copied leaves nothing there; what this tab does not know another may have copied.
        if (changes.get(id) && !copied.has(id)) changes.delete(id)
        else changes.set(id, undefined)
      }
    },
    /** What is to go, and what is to be added as long as `isDue` says so. */
    due: (isDue: (id: string) => boolean): TableChanges =>
      new Map([...changes].filter(([id, record]) => record === undefined || isDue(id))),
    writing(told: TableChanges) {
      for (const [id, record] of told) if (record) copied.add(id)
    },
    written(told: TableChanges) {
      for (const [id, record] of told) {
        if (!record) copied.delete(id)
        // Not what was noted since.
        if (changes.get(id) === record) changes.delete(id)
      }
    },
    /** Notes how `there` differs from what is kept. */
    align(there: readonly unknown[], kept: readonly unknown[]) {
      const lacking = new Map(kept.filter(isStoredRecord).map(record => [record.id, record]))
      for (const { id } of there.filter(isStoredRecord)) {
        copied.add(id)
        if (!lacking.delete(id) && !changes.has(id)) changes.set(id, undefined)
      }
      for (const [id, record] of lacking) if (!changes.has(id)) changes.set(id, record)
    },
  }
}
