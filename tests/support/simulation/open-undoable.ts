import { editsByName } from '../../../src/cache/edits/all-edits.ts'
import { withTagsBefore } from '../../../src/cache/policies/with-tags-before.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { type UndoableOffline, withUndo } from '../../../src/cache/undo/undo.ts'
import type { Offline } from '../../../src/offline/offline.ts'
import { createMemoryUndoStorage } from '../memory-undo-storage.ts'
import type { Device, Page } from './device.ts'
import type { Ledger } from './ledger.ts'

/** Opens a page of the device that remembers how to take back what is done through what it hands out. */
export async function openUndoable(
  device: Device,
  storage = createMemoryUndoStorage(),
): Promise<UndoableOffline> {
  return undoable((await device.openPage()).offline, device, storage)
}

/** The same ledger, where what is done can be taken back: through each page, also what an earlier one of its device did. */
export function withUndoables(ledger: Ledger): Ledger {
  const storages = new Map<Device, ReturnType<typeof createMemoryUndoStorage>>()
  const known = new WeakMap<Page, UndoableOffline>()
  return {
    ...ledger,
    get saved() {
      return ledger.saved
    },
    at(device) {
      const { page } = device
      const storage = storages.get(device) ?? createMemoryUndoStorage()
      storages.set(device, storage)
      const offline = known.get(page) ?? undoable(ledger.at(device), device, storage)
      known.set(page, offline)
      return offline
    },
  }
}

function undoable(
  offline: Offline,
  { clock }: Device,
  storage: ReturnType<typeof createMemoryUndoStorage>,
): UndoableOffline {
  return withUndo(withTagsBefore(offline), {
    storage,
    edits: editsByName,
    newId,
    now: () => clock.now(),
  })
}
