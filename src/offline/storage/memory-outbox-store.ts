/** The outbox where the browser gives no storage: works as the other, until the page is closed. */
import type { OutboxStore, StoredRecord } from './outbox-store.ts'

export function createMemoryOutboxStore(): OutboxStore {
  const entries = new Map<string, StoredRecord>()
  const tray = new Map<string, StoredRecord>()
  return {
    load: async () => ({ entries: [...entries.values()], tray: [...tray.values()] }),
    async write({ put, remove, putTray, removeTray }) {
      for (const entry of put ?? []) entries.set(entry.id, entry)
      for (const id of remove ?? []) entries.delete(id)
      for (const entry of putTray ?? []) tray.set(entry.id, entry)
      for (const id of removeTray ?? []) tray.delete(id)
    },
    close() {},
  }
}
