import { type Mergeable, mergeItems } from '../../../../rules/items/merge.ts'
import type { Unit } from '../../../../rules/items/units.ts'

export interface MergePlan<T> {
  /** As it was. */
  readonly before: T
  /** As it will be. */
  readonly after: T
  /** Taken in, to be deleted. */
  readonly gone: readonly T[]
}

/** The first item that can take in others, with all that it can; undefined if none can. */
export function planMerge<T extends Mergeable>(
  items: readonly T[],
  units: readonly Unit[],
): MergePlan<T> | undefined {
  for (const before of items) {
    let after = before
    const gone: T[] = []
    for (const other of items) {
      const merged = other === before ? undefined : mergeItems(after, other, units)
      if (!merged) continue
      after = merged
      gone.push(other)
    }
    if (gone.length > 0) return { before, after, gone }
  }
  return undefined
}
