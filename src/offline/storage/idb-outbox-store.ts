/**
 * The outbox in IndexedDB. localforage cannot ask for strict durability, and a browser's default survives a
 * killed browser but not a dying battery: hence `idb`.
 */
import { type DBSchema, deleteDB, type IDBPDatabase, openDB, wrap } from 'idb'
import { createCreationMarker } from './creation-marker.ts'
import { isStoredRecord } from './outbox-changes.ts'
import type { OutboxChanges, OutboxStore, StoredOutbox, StoredRecord } from './outbox-store.ts'

interface Tables extends DBSchema {
  entries: { key: string; value: StoredRecord }
  tray: { key: string; value: StoredRecord }
  /** Only where one was made anew without the second copy: has a record until what lies there was taken in. */
  unread: { key: string; value: true }
}

/** Raised only when the tables change; what lies in them carries its own format. */
const tablesVersion = 1

/**
 * `onLost`: the browser closed the database behind our back (storage cleared). `copied` tells what a database that is
 * made anew begins with; if it rejects, the database begins empty and knows what it lacks.
 */
export async function openIdbOutboxStore(
  name: string,
  onLost: () => void,
  copied?: () => Promise<StoredOutbox | undefined>,
): Promise<OutboxStore> {
  let isNew = false
  let isAsked = copied === undefined
  let isUnread = false
  let begin: StoredOutbox | undefined
  let database: IDBPDatabase<Tables>
  const made = createCreationMarker(name)
  // Asked first: of two tabs that make it together, the first sets it while the other reads the copy.
  const wasMade = made.isSet()
  const open = () =>
    openDB<Tables>(name, tablesVersion, {
      upgrade(db, oldVersion, _version, tx) {
        isNew = oldVersion === 0
        if (!isAsked) {
          tx.done.catch(() => {})
          return tx.abort()
        }
        makeTables(db)
        // Here and not in localStorage, which a kill may set back: the next page would empty the copy.
        if (isUnread) void db.createObjectStore('unread').put(true, 'copy')
        // With the tables or not at all: an empty one would be taken for one that everything has left.
        const changes = {
          put: begin?.entries.filter(isStoredRecord) ?? [],
          putTray: begin?.tray.filter(isStoredRecord) ?? [],
        }
        request(changes, tx.objectStore('entries'), tx.objectStore('tray'), [])
      },
      // For who removes it, or opens a newer version: not told as lost, which would open it at once, and make it anew.
      blocking: () => database.close(),
      terminated: onLost,
    })

  try {
    database = await open()
  } catch (error) {
    if (isAsked || !isNew) throw error
    try {
      begin = await copied?.()
    } catch {
      isUnread = true
    }
    isAsked = true
    database = await open()
  }

  const replacesLost = isNew && wasMade
  made.set()
  // Who forgot all that pages keep, and had nothing that waited, misses nothing.
  const isRescued =
    begin !== undefined && (replacesLost || begin.entries.length + begin.tray.length > 0)

  return { ...storeIn(database, 'strict'), replacesLost, isRescued }
}

/** The second copy: with the operating system when it resolves, which outlives the browser. */
export async function openIdbCopy(databases: IDBFactory, name: string): Promise<OutboxStore> {
  let isNew = false
  const opening = databases.open(name, tablesVersion)
  opening.onupgradeneeded = () => {
    isNew = true
    makeTables(opening.result)
  }
  const database = (await wrap(opening)) as IDBPDatabase<Tables>
  database.onversionchange = () => database.close()
  return { ...storeIn(database, 'relaxed'), isNew }
}

function makeTables(database: {
  createObjectStore(name: 'entries' | 'tray', options: IDBObjectStoreParameters): unknown
}): void {
  database.createObjectStore('entries', { keyPath: 'id' })
  database.createObjectStore('tray', { keyPath: 'id' })
}

function storeIn(database: IDBPDatabase<Tables>, durability: 'strict' | 'relaxed'): OutboxStore {
  const mayLack = database.objectStoreNames.contains('unread')
  const tables: ('entries' | 'tray' | 'unread')[] = ['entries', 'tray']
  if (mayLack) tables.push('unread')
  return {
    async load() {
      const tx = database.transaction(tables)
      const [entries, tray, unread] = await Promise.all([
        tx.objectStore('entries').getAll(),
        tx.objectStore('tray').getAll(),
        mayLack ? tx.objectStore('unread').count() : 0,
      ])
      return { entries, tray, ...(unread > 0 && { lacksCopy: true }) }
    },
    async write(changes) {
      const tx = database.transaction(tables, 'readwrite', { durability })
      const writes: Promise<unknown>[] = [tx.done]
      try {
        request(changes, tx.objectStore('entries'), tx.objectStore('tray'), writes)
        if (changes.takesCopy && mayLack) writes.push(tx.objectStore('unread').clear())
        // Requests succeed before the transaction does: only its end means that all of it is on the disk.
        await Promise.all(writes)
      } catch (error) {
        abort(tx)
        await Promise.allSettled(writes)
        throw error
      }
    },
    close: () => database.close(),
  }
}

/** Open or not; waits for whoever else has it open. */
export async function deleteIdbOutboxStore(name: string): Promise<void> {
  await deleteDB(name)
  // After it: an opening that was under way had set it.
  createCreationMarker(name).remove()
}

interface Table {
  put(record: StoredRecord): Promise<unknown>
  delete(id: string): Promise<unknown>
}

function request(
  changes: OutboxChanges,
  entries: Table,
  tray: Table,
  writes: Promise<unknown>[],
): void {
  for (const entry of changes.put ?? []) writes.push(entries.put(entry))
  for (const id of changes.remove ?? []) writes.push(entries.delete(id))
  for (const entry of changes.putTray ?? []) writes.push(tray.put(entry))
  for (const id of changes.removeTray ?? []) writes.push(tray.delete(id))
}

/** What was asked for before the fault must not be committed by itself. */
function abort(tx: { abort(): void }): void {
  try {
    tx.abort()
  } catch {
    // It ended by itself already.
  }
}
