/** Filters that a person saved under a name (spec section 3, UserConfig): for the overview or for lists. */
import { compareText } from '../compare-text.ts'
import { nameKey, uniqueName } from '../names.ts'
import { compareNames } from './sort.ts'

/** What a filter chooses among. */
export type SavedFilterKind = 'LISTS' | 'ITEMS'

export interface NamedFilter {
  readonly id: string
  readonly kind: SavedFilterKind
  readonly name: string
}

/** Those of items before those of lists, each by name; the same on every device. */
export function sortFilters<T extends NamedFilter>(filters: readonly T[]): T[] {
  return filters.toSorted(
    (a, b) =>
      compareText(a.kind, b.kind) || compareNames(a.name, b.name) || compareText(a.id, b.id),
  )
}

/** The wanted name, made unique among the other filters of its kind (spec section 5). */
export function filterName(wanted: NamedFilter, all: readonly NamedFilter[]): string {
  return uniqueName(
    wanted.name,
    all.flatMap(({ id, kind, name }) => (kind === wanted.kind && id !== wanted.id ? name : [])),
  )
}

/** The one that is called so, letter case aside. */
export function filterCalled<T extends NamedFilter>(
  name: string,
  kind: SavedFilterKind,
  all: readonly T[],
): T | undefined {
  const key = nameKey(name)
  return all.find(filter => filter.kind === kind && nameKey(filter.name) === key)
}
