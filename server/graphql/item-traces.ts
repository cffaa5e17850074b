/** What a mutation that writes single items found and left, for its history (`activity.ts`, `activity-undo.ts`). */
import type { ItemRow } from '../access.ts'

export interface ItemTraces {
  /** As they were, by id. */
  readonly before: ReadonlyMap<string, ItemRow>
  /** All that were written, as they are now, by id; empty where the mutation does not note its items. */
  readonly after: ReadonlyMap<string, ItemRow>
  found(row: ItemRow): void
  wrote(row: ItemRow): void
}

export function createItemTraces(): ItemTraces {
  const before = new Map<string, ItemRow>()
  const after = new Map<string, ItemRow>()
  return {
    before,
    after,
    found: row => void before.set(row.id, row),
    wrote: row => void after.set(row.id, row),
  }
}
