/**
 * What the lists on this device tell of each name: ticked items, too, and of whichever list of this person. So a
 * fresh device suggests from the first moment, and nothing of it is stored. Read in slices when there is time;
 * afterwards a change costs what changed.
 */

import { type DatedUse, type Remembered, summarizeUses } from '../../../rules/items/suggestions.ts'
import { nameKey } from '../../../rules/names.ts'
import { createSlices, type Later } from '../../parts/in-slices.ts'

export interface ListUses {
  of(name: string): Remembered | undefined
  /** The same by `nameKey`. */
  ofKey(key: string): Remembered | undefined
  /** All names told of, by `nameKey`. */
  keys(): Iterable<string>
  /** Calls back with the `nameKey`s that may be told of otherwise now. */
  onChanged(listener: (keys: Iterable<string>) => void): () => void
  /** The items of these lists; what was known is not read again. */
  load(itemIds: readonly string[]): void
  /** Items that changed. */
  changed(itemIds: readonly string[]): void
  close(): void
}

export interface ListUsesParts {
  readonly readItem: (id: string) => DatedUse | undefined
  readonly later: Later
}

const sliceLength = 200

export function createListUses({ readItem, later }: ListUsesParts): ListUses {
  const items = new Map<string, DatedUse>()
  const idsByKey = new Map<string, Set<string>>()
  const known = new Map<string, Remembered>()
  const listeners = new Set<(keys: Iterable<string>) => void>()
  const slices = createSlices({ later, most: sliceLength, take })

  /** Answers with the names that may be told of otherwise now. */
  function put(id: string): readonly string[] {
    const before = items.get(id)
    const item = readItem(id)
    if (item) items.set(id, item)
    else items.delete(id)
    const keys = [before, item].map(each => each && nameKey(each.name))
    const [was, is] = keys
    if (was !== undefined && was !== is) {
      const ids = idsByKey.get(was)
      ids?.delete(id)
      if (ids?.size === 0) idsByKey.delete(was)
    }
    if (is !== undefined) idsByKey.set(is, (idsByKey.get(is) ?? new Set()).add(id))
    return keys.filter(key => key !== undefined)
  }

  function take(slice: readonly string[]) {
    const touched = new Set(slice.flatMap(put))
    for (const key of touched) {
      const ids = idsByKey.get(key) ?? []
      const told = summarizeUses([...ids].flatMap(id => items.get(id) ?? []))
      if (told) known.set(key, told)
      else known.delete(key)
    }
    for (const listener of listeners) listener(touched)
  }

  return {
    of: name => known.get(nameKey(name)),
    ofKey: key => known.get(key),
    keys: () => known.keys(),
    onChanged(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    load: itemIds => slices.add(itemIds.filter(id => !items.has(id))),
    changed: slices.add,
    close: slices.close,
  }
}
