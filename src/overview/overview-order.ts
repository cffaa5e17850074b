import { compareNames } from '../../rules/lists/sort.ts'
import type { ListsView } from '../features/filters/views.ts'

export interface Orderable {
  readonly id: string
  readonly name: string
  readonly favourite: boolean
}

/** Favourites first, each half in the person's order or by name; `lists` come in the person's order. */
export function overviewOrder<T extends Orderable>(lists: readonly T[], view: ListsView): T[] {
  const wanted = view.favourite === true ? lists.filter(list => list.favourite) : lists
  function half(favourite: boolean) {
    const ofHalf = wanted.filter(list => list.favourite === favourite)
    return view.sort === 'name' ? ofHalf.toSorted((a, b) => compareNames(a.name, b.name)) : ofHalf
  }
  return [...half(true), ...half(false)]
}
