import type { UndoRecord } from '../../src/cache/undo/undo-step.ts'
import type { UndoStorage } from '../../src/cache/undo/undo-storage.ts'

export function createMemoryUndoStorage(): UndoStorage {
  const records = new Map<string, UndoRecord>()
  return {
    load: async () => [...records.values()],
    async put(record) {
      records.set(record.id, record)
    },
    async remove(ids) {
      for (const id of ids) records.delete(id)
    },
    leave() {},
    async destroy() {
      records.clear()
    },
  }
}
