/** Entries of the outbox as they are stored: their order, and how older formats are read. */
import { compareText } from '../../../rules/compare-text.ts'
import { isRecord } from '../../../rules/is-record.ts'
import type { Entry, TrayEntry } from './edit.ts'

/** The format that this code writes. */
export const entryFormat = 1

/**
 * From each older format to the next one. A migration returns undefined for what cannot be carried over.
 * `tests/offline/recorded` holds queues of every released format; they are replayed in the tests.
 */
export type EntryMigrations = ReadonlyMap<number, (entry: StoredShape) => StoredShape | undefined>
const entryMigrations: EntryMigrations = new Map()

type StoredShape = Readonly<Record<string, unknown>>

/** `newer`: written by newer code, which may still be running in another tab: to be left alone. */
export type ReadEntry =
  | { readonly kind: 'entry'; readonly entry: Entry }
  | { readonly kind: 'newer'; readonly id: string }
  | { readonly kind: 'unreadable'; readonly id: string; readonly stored: unknown }

/** Reads what lies in the store, of whatever format. */
export function readEntry(
  stored: unknown,
  migrations: EntryMigrations = entryMigrations,
  wanted: number = entryFormat,
): ReadEntry {
  let shape = isRecord(stored) ? stored : undefined
  const id = recordId(stored)
  if (typeof shape?.format === 'number' && shape.format > wanted) return { kind: 'newer', id }
  while (shape && typeof shape.format === 'number' && shape.format < wanted) {
    shape = migrations.get(shape.format)?.(shape)
  }
  const entry = shape && toEntry(shape)
  return entry ? { kind: 'entry', entry } : { kind: 'unreadable', id, stored }
}

function toEntry(shape: StoredShape): Entry | undefined {
  const { id, key, name, at, attempts, variables } = shape
  if (typeof id !== 'string' || typeof key !== 'number' || typeof name !== 'string') return
  if (typeof at !== 'string' || !isRecord(variables)) return
  return {
    format: entryFormat,
    id,
    key,
    name,
    at,
    variables,
    attempts: typeof attempts === 'number' ? attempts : 0,
    ...(typeof shape.serverFailures === 'number' && { serverFailures: shape.serverFailures }),
    ...(typeof shape.lastCause === 'string' && { lastCause: shape.lastCause }),
    needs: toIds(shape.needs),
    creates: toIds(shape.creates),
    ...(isRecord(shape.deed) && { deed: shape.deed }),
    ...(typeof shape.sentence === 'string' && { sentence: shape.sentence }),
    ...(isRecord(shape.seen) && { seen: shape.seen }),
  }
}

/** Of an entry or a tray entry, whatever else is in it. */
export function recordId(stored: unknown): string {
  return isRecord(stored) && typeof stored.id === 'string' ? stored.id : 'unknown'
}

/** Tray entries are of the same format as the entries in them. */
export function readTrayEntry(stored: unknown): TrayEntry | undefined {
  if (!isRecord(stored) || typeof stored.id !== 'string' || !isRecord(stored.refusal)) return
  const { code, message, field, limit, reason } = stored.refusal
  const entries = Array.isArray(stored.entries) ? stored.entries : []
  return {
    id: stored.id,
    refusedAt: typeof stored.refusedAt === 'string' ? stored.refusedAt : '',
    refusal: {
      code: typeof code === 'string' ? code : 'UNKNOWN',
      message: typeof message === 'string' ? message : '',
      ...(typeof field === 'string' && { field }),
      ...(typeof limit === 'number' && { limit }),
      ...(typeof reason === 'string' && { reason }),
    },
    entries: entries.flatMap(entry => {
      const read = readEntry(entry)
      return read.kind === 'entry' ? [read.entry] : []
    }),
    ...(typeof stored.sentence === 'string' && { sentence: stored.sentence }),
  }
}

/** The order in which things were done; the same in every tab. */
export function compareEntries(a: Entry, b: Entry): number {
  return a.key - b.key || compareText(a.id, b.id)
}

/**
 * Keys that ascend over all tabs whatever the device's clock does: a hybrid logical clock.
 * Microseconds, so that a thousand edits of one millisecond keep their order.
 */
export function createKeys(now: () => number): { next(): number; seen(key: number): void } {
  let last = 0
  return {
    next() {
      last = Math.max(last + 1, now() * 1000)
      return last
    },
    seen(key) {
      last = Math.max(last, key)
    },
  }
}

function toIds(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(id => typeof id === 'string') : []
}
