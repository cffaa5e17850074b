import { isRunningLow, type Stock } from '../../../rules/items/stock.ts'
import { type SortableItem, sortItems } from '../../../rules/lists/sort.ts'
import type { RowIds } from '../../cache/sync/list-views.ts'
import { type ItemView, narrowsOrSorts } from './views.ts'

export type ViewableItem = SortableItem & Stock & { readonly id: string; readonly name: string }

/** The rows that are wanted, in the wanted order; the view itself where everything is. */
export function viewedItems(
  view: RowIds,
  wanted: ItemView,
  tagIds: readonly string[],
  read: (id: string) => ViewableItem | undefined,
): RowIds {
  if (!narrowsOrSorts(wanted)) return view
  function viewed(ids: readonly string[]) {
    const items = ids.flatMap((id, order) => {
      const item = read(id)
      return item && matches(item, wanted) ? { ...item, order } : []
    })
    return sortItems(items, wanted.sort ?? 'own', tagIds).map(item => item.id)
  }
  // By where a row stands, not by its tick: one that was just ticked stays for a moment.
  return {
    openIds: wanted.purchased === true ? none : viewed(view.openIds),
    doneIds: wanted.purchased === false ? none : viewed(view.doneIds),
  }
}

const none: readonly string[] = []

function matches(item: ViewableItem, { tagId, low }: ItemView): boolean {
  const hasTag = tagId === undefined || item.itemTags.some(tag => tag.id === tagId)
  return hasTag && (low !== true || isRunningLow(item))
}

/** While a finger is at work: who is still there stays in the place it had, who is new comes last. */
export function steadyView(before: RowIds, view: RowIds, viewed: RowIds): RowIds {
  return {
    openIds: steadyIds(before.openIds, view.openIds, viewed.openIds),
    doneIds: steadyIds(before.doneIds, view.doneIds, viewed.doneIds),
  }
}

function steadyIds(
  before: readonly string[],
  present: readonly string[],
  viewed: readonly string[],
): readonly string[] {
  const there = new Set(present)
  const kept = before.filter(id => there.has(id))
  const known = new Set(kept)
  const next = [...kept, ...viewed.filter(id => !known.has(id))]
  return next.length === before.length && next.every((id, at) => id === before[at]) ? before : next
}
