import { compareText } from '../compare-text.ts'

export type ItemSort = 'own' | 'name' | 'tag' | 'changed'

export interface SortableItem {
  readonly name: string
  readonly order: number
  readonly itemTags: readonly { readonly id: string }[]
  /** ISO 8601 in UTC, so that text order is time order. */
  readonly updatedAt: string
}

/**
 * Items in the order that the person chose: their own, by name (numbers by value), by their first tag in
 * the order of `tagIds`, as they stand in aisles (untagged last), or the last changed first. What is equal keeps
 * the own order.
 */
export function sortItems<T extends SortableItem>(
  items: readonly T[],
  by: ItemSort,
  tagIds: readonly string[] = [],
): T[] {
  const compare = comparers[by](tagIds)
  return items.toSorted((a, b) => compare(a, b) || a.order - b.order)
}

/** As a dictionary has them, letter case last; the same for units, lists, items and people. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b)
}

/** Spec section 4: units are kept sorted by name. */
export function sortByName<T extends { readonly name: string }>(named: readonly T[]): T[] {
  return named.toSorted((a, b) => compareNames(a.name, b.name))
}

type Compare = (a: SortableItem, b: SortableItem) => number

const comparers: Readonly<Record<ItemSort, (tagIds: readonly string[]) => Compare>> = {
  own: () => () => 0,
  name: () => (a, b) => compareNames(a.name, b.name),
  tag: tagIds => {
    const places = new Map(tagIds.map((id, place) => [id, place]))
    const placeOf = ({ itemTags }: SortableItem) =>
      places.get(itemTags.find(({ id }) => places.has(id))?.id ?? '') ?? places.size
    return (a, b) => placeOf(a) - placeOf(b)
  },
  changed: () => (a, b) => compareText(b.updatedAt, a.updatedAt),
}

const collator = new Intl.Collator('en', { numeric: true })
