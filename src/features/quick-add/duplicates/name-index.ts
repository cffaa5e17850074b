/**
 * The names on one list, kept up to date item by item: which name is there already, and which is there
 * twice. Built in slices so that a large list never holds up a tap; afterwards a change costs what changed.
 */

import { nameKey } from '../../../../rules/names.ts'
import type { ReadItem } from '../../../cache/records/reader.ts'
import { createReadable, type Readable } from '../../../offline/readable.ts'
import { createSlices, type Later } from '../../../parts/in-slices.ts'

/** The fields that finding by name needs, and what is done with the item that was found. */
export type NamedItem = Pick<
  ReadItem,
  'id' | 'shoppingListId' | 'name' | 'purchased' | 'quantityToPurchase' | 'unitId' | 'order'
>

/** Ids of unticked items of one name, two or more, in the order of the list. */
type DuplicateGroup = readonly string[]

export interface NameIndex {
  readonly duplicates: Readable<readonly DuplicateGroup[]>
  /** The item of this name, an unticked one first. */
  find(name: string): NamedItem | undefined
  /** Takes in the rest of the list at once. */
  lookThrough(): void
  /** The present ids of the list; what was known is not read again. */
  load(ids: readonly string[]): void
  /** Items that changed. */
  changed(ids: readonly string[]): void
  close(): void
}

export interface NameIndexParts {
  readonly listId: string
  readonly readItem: (id: string) => NamedItem | undefined
  readonly later: Later
}

const sliceLength = 200

export function createNameIndex({ listId, readItem, later }: NameIndexParts): NameIndex {
  const items = new Map<string, NamedItem>()
  const idsByKey = new Map<string, Set<string>>()
  const groups = new Map<string, DuplicateGroup>()
  const duplicates = createReadable<readonly DuplicateGroup[]>([])
  let untold = false
  const slices = createSlices({ later, most: sliceLength, take: takeIn })

  /** Answers whether what is there twice may be another now. A name is judged once, however many bear it. */
  function putAll(ids: readonly string[]): boolean {
    return [...new Set(ids.flatMap(put))].map(judge).includes(true)
  }

  /** Answers with the names to be judged. */
  function put(id: string): readonly string[] {
    const before = items.get(id)
    const read = readItem(id)
    const item = read?.shoppingListId === listId ? read : undefined
    if (before === item) return []
    if (before) take(before)
    if (item) {
      items.set(id, item)
      const key = nameKey(item.name)
      const ids = idsByKey.get(key) ?? new Set()
      idsByKey.set(key, ids.add(id))
    } else items.delete(id)
    // What is ticked and was ticked stands in no group.
    if (before?.purchased !== false && item?.purchased !== false) return []
    return [before, item].flatMap(each => (each ? [nameKey(each.name)] : []))
  }

  function take(item: NamedItem) {
    const key = nameKey(item.name)
    const ids = idsByKey.get(key)
    ids?.delete(item.id)
    if (ids?.size === 0) idsByKey.delete(key)
  }

  /** Whether this name has to do with duplicates, before or now. */
  function judge(key: string): boolean {
    const was = groups.has(key)
    const ids = openIds(key)
    if (ids.length > 1)
      groups.set(
        key,
        ids.sort((a, b) => placeOf(a) - placeOf(b)),
      )
    else groups.delete(key)
    return was || groups.has(key)
  }

  function placeOf(id = ''): number {
    return items.get(id)?.order ?? 0
  }

  function openIds(key: string): string[] {
    return [...(idsByKey.get(key) ?? [])].filter(id => items.get(id)?.purchased === false)
  }

  function publish() {
    untold = false
    duplicates.set([...groups.values()].sort((a, b) => placeOf(a[0]) - placeOf(b[0])))
  }

  function takeIn(slice: readonly string[]) {
    if (putAll(slice)) untold = true
    // Told once it is whole: of a large list each slice may have a name that is there twice.
    if (untold && slices.left() === 0) publish()
  }

  return {
    duplicates,
    find(name) {
      const found = [...(idsByKey.get(nameKey(name)) ?? [])].map(id => items.get(id))
      return found.find(item => item?.purchased === false) ?? found[0]
    },
    lookThrough: () => slices.takeNow(),
    load(ids) {
      const present = new Set(ids)
      const gone = [...items.keys()].filter(id => !present.has(id))
      if (putAll(gone)) publish()
      slices.replace(ids.filter(id => !items.has(id)))
    },
    changed(ids) {
      if (putAll(ids)) publish()
    },
    close: slices.close,
  }
}
