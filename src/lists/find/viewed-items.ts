import { itemMatches } from '../../../rules/filters.ts'
import { type SortableItem, sortItems } from '../../../rules/sort.ts'
import { isRunningLow, type Stock } from '../../../rules/stock.ts'
import { type ItemView, isEverything } from './saved-filters.ts'

export type ViewableItem = SortableItem & Stock & { readonly id: string; readonly name: string }

export interface ListView {
  readonly openIds: readonly string[]
  readonly doneIds: readonly string[]
}

/** The rows that are wanted, in the wanted order; the view itself where everything is. */
export function viewedItems(
  view: ListView,
  wanted: ItemView,
  tagIds: readonly string[],
  read: (id: string) => ViewableItem | undefined,
): ListView {
  if (isEverything(wanted)) return view
  const viewed = (ids: readonly string[]) => {
    const items = ids.flatMap((id, order) => {
      const item = read(id)
      return item && matches(item, wanted) ? { ...item, order } : []
    })
    return sortItems(items, wanted.sort ?? 'own', tagIds).map(item => item.id)
  }
  return { openIds: viewed(view.openIds), doneIds: viewed(view.doneIds) }
}

function matches(item: ViewableItem, { purchased, tagId, low }: ItemView): boolean {
  return itemMatches(item, { purchased, tagId }) && (low !== true || isRunningLow(item))
}
