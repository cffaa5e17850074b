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
  /** Without the pause: the page may be gone in a moment. */
  flush(): void
  /**
   * Makes it equal to the outbox, which first takes in what it lacks; for whoever begins to lead. False where the place
   * failed.
   */
  align(): Promise<boolean>
  stop(): void
}

export interface SecondCopyParts {
  readonly clock: Clock
  /** Absent where the browser has no such place. */
  readonly open: (() => Promise<OutboxStore>) | undefined
  /** What lies in the outbox; undefined where only the memory of this page is one. */
  readonly load: () => Promise<StoredOutbox> | undefined
  /** Stores what lies in the copy alone, in an outbox that lacks it. */
  readonly takeIn: (copied: StoredOutbox, isNew: boolean) => Promise<void>
  /** Whether the server has not answered this edit. */
  readonly waits: (id: string) => boolean
  /** Whether it was made in this tab: who else had it may have copied it. */
  readonly isOwn: (id: string) => boolean
  /** Whether it lies in the tray. */
  readonly isRefused: (id: string) => boolean
  /** Whether this tab is told what leaves the outbox. */
  readonly leads: () => boolean
  readonly onTrouble: (error: unknown) => void
}

/** With a good network the answer comes sooner: then nothing is written twice. */
const pauseMs = 150
/** A place that failed is left alone for so long. */
const againMs = 30_000

export function createSecondCopy(parts: SecondCopyParts): SecondCopy {
  const { clock, open, onTrouble } = parts
  const entries = createTable(parts.waits, parts.isOwn)
  // Whichever tab leads stores what was refused.
  const tray = createTable(parts.isRefused, () => false)
  let place: OutboxStore | undefined
  let working: Promise<unknown> = Promise.resolve()
  let copying: Promise<void> | undefined
  let failedAt: number | undefined
  let stopped = open === undefined

  const isLeftAlone = () => failedAt !== undefined && Math.abs(clock.now() - failedAt) < againMs

  /** One after the other. What a place did not take (false) goes with the next that it is asked to. */
  function inLine(work: (there: OutboxStore) => Promise<void>): Promise<boolean> {
    const done = working.then(async () => {
      if (stopped || !open) return true
      if (isLeftAlone()) return false
      try {
        place ??= await inTime(clock, open)
        // Left while it was opened.
        if (stopped) place.close()
        else await work(place)
        return true
      } catch (error) {
        if (!stopped) onTrouble(error)
        failedAt = clock.now()
        place?.close()
        place = undefined
        return stopped
      }
    })
    working = done
    return done
  }

  const loadKept = () => inTime(clock, async () => parts.load()).catch(onTrouble)

  function due() {
    const [ofEntries, ofTray] = [entries.due(), tray.due()]
    return ofEntries.size + ofTray.size > 0 ? { ofEntries, ofTray } : undefined
  }

  async function write(there: OutboxStore) {
    const told = due()
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
      if (copying || isLeftAlone() || !due()) return
      copying = new Promise(resolve => {
        clock.after(pauseMs, () => {
          copying = undefined
          if (!parts.leads()) entries.forget()
          if (due()) void inLine(write).then(() => resolve())
          else resolve()
        })
      })
    },
    copying: () => copying,
    flush() {
      if (due()) void inLine(write)
    },
    align: () =>
      inLine(async there => {
        // In this order: what lies there alone has gone from the outbox.
        const copied = await inTime(clock, there.load)
        let kept = await loadKept()
        if (kept?.lacksCopy) {
          const alone = {
            entries: without(copied.entries, kept.entries),
            tray: without(copied.tray, kept.tray),
          }
          await parts.takeIn(alone, there.isNew === true)
          kept = await loadKept()
        }
        // What could not be read of the copy is never deleted there.
        if (!kept || kept.lacksCopy) return
        // Frozen until now, perhaps: who leads by then removes of its own only what it has copied itself.
        if (!parts.leads()) return
        entries.align(copied.entries, kept.entries)
        tray.align(copied.tray, kept.tray)
        await write(there)
      }),
    stop() {
      stopped = true
      place?.close()
    },
  }
}

function without(all: readonly unknown[], others: readonly unknown[]): readonly StoredRecord[] {
  const known = new Set(others.filter(isStoredRecord).map(({ id }) => id))
  return all.filter(isStoredRecord).filter(({ id }) => !known.has(id))
}

/**
 * What one of its tables has to be told. `isWanted`: whether what was noted is still to be added. `isOwn`: whether no
 * other tab can have copied it.
 */
function createTable(isWanted: (id: string) => boolean, isOwn: (id: string) => boolean) {
  const changes = new Map<string, StoredRecord | undefined>()
  /** What lies there, or may. */
  const copied = new Set<string>()
  return {
    note(put: readonly StoredRecord[] = [], remove: readonly string[] = []) {
      for (const record of put) {
        changes.set(record.id, record)
        if (!isOwn(record.id)) copied.add(record.id)
      }
      for (const id of remove) {
        // What was never copied leaves nothing there; what this tab does not know another may have copied.
        if (changes.get(id) && !copied.has(id)) changes.delete(id)
        else changes.set(id, undefined)
      }
    },
    /** What is wanted no more, and was never copied. */
    forget() {
      for (const [id, record] of changes) if (record && !isWanted(id)) changes.delete(id)
    },
    due: (): TableChanges =>
      new Map([...changes].filter(([id, record]) => record === undefined || isWanted(id))),
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
