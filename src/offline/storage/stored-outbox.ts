/** What was found in the store, sorted into what can be sent, what can only be shown, and what to leave alone. */
import type { Entry, NamedEdit, TrayEntry } from '../outbox/edit.ts'
import { readEntry, readTrayEntry } from '../outbox/entry.ts'
import type { OutboxChanges, StoredOutbox } from './outbox-store.ts'

export interface SortedOutbox {
  readonly entries: readonly Entry[]
  readonly tray: readonly TrayEntry[]
  /** What the store must be told: entries that went to the tray. */
  readonly changes: OutboxChanges | undefined
}

/**
 * Entries that this code cannot read or does not know: left untouched while another tab runs, whose code
 * may be newer; with nobody else there they go to the tray, whole, so that the rest proceeds.
 */
export function sortStored(
  stored: StoredOutbox,
  edits: ReadonlyMap<string, NamedEdit>,
  alone: boolean,
  now: number,
): SortedOutbox {
  const entries: Entry[] = []
  const strangers: { readonly id: string; readonly raw: unknown }[] = []
  for (const raw of stored.entries) {
    const read = readEntry(raw)
    if (read.kind === 'entry' && (edits.has(read.entry.name) || !alone)) entries.push(read.entry)
    else if (alone) strangers.push({ id: read.kind === 'entry' ? read.entry.id : read.id, raw })
  }
  const putTray = strangers.map(({ id, raw }) => ({
    id,
    refusal: {
      code: 'UNKNOWN_EDIT',
      message:
        'This change was made by another version of Aisle, which this one does not understand.',
    },
    // As it lay there: a version that understands it finds it whole.
    entries: [raw],
    refusedAt: new Date(now).toISOString(),
  }))
  const tray = [...stored.tray, ...putTray].flatMap(one => readTrayEntry(one) ?? [])
  const remove = strangers.map(one => one.id)
  return { entries, tray, changes: remove.length > 0 ? { remove, putTray } : undefined }
}
