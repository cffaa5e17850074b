/**
 * What the store did not take, each change as a whole: what was to go for something else goes only together with that.
 * What is answered, folded or discarded meanwhile takes its part out by a change of its own.
 */
import { mergeChanges } from './outbox-changes.ts'
import type { OutboxChanges } from './outbox-store.ts'

export interface OwedChanges {
  /** What is to be written before these, with them: what is owed of the same records, and all that only goes. */
  dueWith(changes: readonly OutboxChanges[]): readonly OutboxChanges[]
  /** They were written, with what was due. */
  written(changes: readonly OutboxChanges[]): void
  /** The store took neither this one nor what was due with it. */
  refused(changes: OutboxChanges): void
}

export function createOwedChanges(): OwedChanges {
  /** Each record belongs to one at most. */
  const byRecord = new Map<string, OutboxChanges>()
  const onlyGoing = new Set<OutboxChanges>()

  function meeting(changes: OutboxChanges): readonly OutboxChanges[] {
    return [...new Set(recordsOf(changes).flatMap(record => byRecord.get(record) ?? []))]
  }

  function forget(changes: OutboxChanges): void {
    for (const record of recordsOf(changes)) byRecord.delete(record)
    onlyGoing.delete(changes)
  }

  function dueWith(changes: readonly OutboxChanges[]): readonly OutboxChanges[] {
    return [...new Set([...onlyGoing, ...changes.flatMap(meeting)])]
  }

  return {
    dueWith,
    written(changes) {
      for (const due of dueWith(changes)) forget(due)
    },
    refused(changes) {
      const met = meeting(changes)
      for (const one of met) forget(one)
      const owed = mergeChanges([...met, changes])
      for (const record of recordsOf(owed)) byRecord.set(record, owed)
      if ([...(owed.put ?? []), ...(owed.putTray ?? [])].length === 0) onlyGoing.add(owed)
    },
  }
}

function recordsOf({ put, remove, putTray, removeTray }: OutboxChanges): readonly string[] {
  return [
    ...[...(put ?? []).map(({ id }) => id), ...(remove ?? [])].map(id => `entry ${id}`),
    ...[...(putTray ?? []).map(({ id }) => id), ...(removeTray ?? [])].map(id => `tray ${id}`),
  ]
}
