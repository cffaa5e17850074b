import { allEdits } from '../../../src/cache/edits/all-edits.ts'
import { withTagsBefore } from '../../../src/cache/policies/with-tags-before.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { type UndoableOffline, withUndo } from '../../../src/cache/undo/undo.ts'
import { createMemoryUndoStorage } from '../memory-undo-storage.ts'
import type { Device } from './device.ts'

/** Opens a page of the device that remembers how to take back what is done through what it hands out. */
export async function openUndoable(
  device: Device,
  storage = createMemoryUndoStorage(),
): Promise<UndoableOffline> {
  return withUndo(withTagsBefore((await device.openPage()).offline), {
    storage,
    edits: new Map(allEdits.map(edit => [edit.name, edit])),
    newId,
    now: () => device.clock.now(),
  })
}
