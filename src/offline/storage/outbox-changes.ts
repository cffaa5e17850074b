/** Changes of the outbox by id: each table as a map from what is to lie there, or undefined where it is to go. */
import { isRecord } from '../../../rules/is-record.ts'
import type { OutboxChanges, StoredRecord } from './outbox-store.ts'

export type TableChanges = ReadonlyMap<string, StoredRecord | undefined>

/** The later word about an id wins, as it would in two transactions. */
export function mergeChanges(all: readonly OutboxChanges[]): OutboxChanges {
  const entries = new Map<string, StoredRecord | undefined>()
  const tray = new Map<string, StoredRecord | undefined>()
  for (const { put, remove, putTray, removeTray } of all) {
    for (const record of put ?? []) entries.set(record.id, record)
    for (const id of remove ?? []) entries.set(id, undefined)
    for (const record of putTray ?? []) tray.set(record.id, record)
    for (const id of removeTray ?? []) tray.set(id, undefined)
  }
  const takesCopy = all.some(changes => changes.takesCopy)
  return { ...toChanges(entries, tray), ...(takesCopy && { takesCopy }) }
}

export function toChanges(entries: TableChanges, tray: TableChanges): OutboxChanges {
  return { ...split(entries, 'put', 'remove'), ...split(tray, 'putTray', 'removeTray') }
}

/** What was found in a store, of whatever format: each has its id, or could not lie there. */
export function isStoredRecord(found: unknown): found is StoredRecord {
  return isRecord(found) && typeof found.id === 'string'
}

function split(
  records: TableChanges,
  put: 'put' | 'putTray',
  remove: 'remove' | 'removeTray',
): OutboxChanges {
  return {
    [put]: [...records.values()].filter(record => record !== undefined),
    [remove]: [...records].flatMap(([id, record]) => (record ? [] : [id])),
  }
}
