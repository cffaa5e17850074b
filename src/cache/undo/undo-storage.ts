/** Where the undo log lies on the device: one store per person, one key per record. */
import { deleteDB } from 'idb'
import { isRecord } from '../../../rules/is-record.ts'
import { oldDeed, readDeed } from '../edits/deed.ts'
import { sortRecords, type UndoRecord, type UndoStep } from './undo-step.ts'

export interface UndoStorage {
  load(): Promise<readonly UndoRecord[]>
  put(record: UndoRecord): Promise<void>
  remove(ids: readonly string[]): Promise<void>
  /** At once: nothing is opened or written any more, since all of it is being removed. */
  leave(): void
  /** Leaves nothing behind. */
  destroy(): Promise<void>
}

/** What is used of a localforage instance; its name holds the user id. */
export interface Forage {
  setItem(key: string, value: unknown): Promise<unknown>
  removeItem(key: string): Promise<void>
  iterate(visit: (value: unknown) => void): Promise<unknown>
  dropInstance(): Promise<void>
}

/**
 * `open` is called with the first use, so that its code may load after the first paint; `later` runs what can
 * wait until what was done, or opened, is painted.
 */
export function createForageUndoStorage(
  open: () => Promise<Forage>,
  later: (work: () => void) => void = work => work(),
): UndoStorage {
  let opened: Promise<Forage> | undefined
  let isLeft = false
  async function forage() {
    if (isLeft) throw new Error('The account is closed.')
    opened ??= open()
    // Its code is asked for again: it may only have been on a bad line.
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }
  return {
    async load() {
      const records: UndoRecord[] = []
      await new Promise<void>(resolve => later(resolve))
      await (await forage()).iterate(value => {
        const record = readRecord(value)
        if (record) records.push(record)
      })
      return sortRecords(records)
    },
    async put(record) {
      await new Promise<void>(resolve => later(resolve))
      await (await forage()).setItem(record.id, record)
    },
    async remove(ids) {
      for (const id of ids) await (await forage()).removeItem(id)
    },
    leave() {
      isLeft = true
    },
    async destroy() {
      await (await forage()).dropInstance()
    },
  }
}

/** The browser's own, one database per person. */
export function openUndoStorage(userId: number, later?: (work: () => void) => void): UndoStorage {
  return createForageUndoStorage(async () => {
    const { default: localforage } = await import('localforage')
    const name = `aisle-undo-${userId}`
    const store = localforage.createInstance({ name, storeName: 'undo' })
    return {
      setItem: (key, value) => store.setItem(key, value),
      removeItem: key => store.removeItem(key),
      iterate: visit => store.iterate(visit),
      // By the name of the database: without it only the store goes, and an empty database stays behind. localforage
      // trips over one that this page is just opening, or dropping for another reason.
      dropInstance: () => localforage.dropInstance({ name }).catch(() => deleteDB(name)),
    }
  }, later)
}

/** The releases up to 0.3.0 kept a sentence in place of the deed. */
function readRecord(value: unknown): UndoRecord | undefined {
  const { sentence, ...record } = Object(value)
  const kept = typeof sentence === 'string' ? { ...record, deed: oldDeed(sentence) } : value
  return isUndoRecord(kept) ? kept : undefined
}

/** What another version of this code wrote is not read: the history starts anew, nothing else is lost. */
function isUndoRecord(value: unknown): value is UndoRecord {
  if (!isRecord(value) || value.format !== 1) return false
  return (
    typeof value.id === 'string' &&
    typeof value.listId === 'string' &&
    typeof value.at === 'string' &&
    (value.place === undefined || typeof value.place === 'string') &&
    isRecord(value.deed) &&
    readDeed(value.deed) !== undefined &&
    Array.isArray(value.tokens) &&
    Array.isArray(value.steps) &&
    value.steps.every(isUndoStep)
  )
}

function isUndoStep(value: unknown): value is UndoStep {
  return isRecord(value) && typeof value.name === 'string' && isRecord(value.variables)
}
