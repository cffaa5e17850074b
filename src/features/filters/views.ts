/**
 * What is kept in the preferences as text: which items a person wants to see of each list, in which order,
 * and which lists on the overview (spec section 3, UserConfig). Written by any version of this app, or by
 * hand: what cannot be read is no filter.
 */
import { isRecord } from '../../../rules/is-record.ts'
import { jsonIn } from '../../../rules/json-in.ts'
import { limits } from '../../../rules/limits.ts'
import type { ItemSort } from '../../../rules/lists/sort.ts'
import { lengthOf } from '../../../rules/text.ts'

export interface ItemView {
  /** Only what is in the trolley, or only what is not. */
  readonly purchased?: boolean
  readonly tagId?: string
  /** Only what is running low, on STOCK lists. */
  readonly low?: boolean
  readonly sort?: Exclude<ItemSort, 'own'>
  /** False where the rows shall not stand under their tags. */
  readonly grouped?: false
}

export interface ListsView {
  readonly favourite?: boolean
  readonly sort?: 'name'
}

/** Everything, in its own order. */
export const everything: ItemView & ListsView = {}

/** The view without what narrows or sorts it. */
export function withAllItems({ grouped }: ItemView): ItemView {
  return grouped === false ? { grouped } : everything
}

export function readItemViews(text: string | null | undefined): ReadonlyMap<string, ItemView> {
  const lists = shapeOf(parsed(text).lists)
  return new Map(Object.entries(lists).map(([id, view]) => [id, readItemView(view)]))
}

/** The views with one changed; the ones set longest ago go where the text would grow past its limit. */
export function writeItemView(
  text: string | null | undefined,
  listId: string,
  view: ItemView,
): string | null {
  const views = new Map(readItemViews(text))
  views.delete(listId)
  if (!isEverything(view)) views.set(listId, view)
  for (;;) {
    if (views.size === 0) return null
    const written = JSON.stringify({ v: 1, lists: Object.fromEntries(views) })
    if (lengthOf(written) <= limits.filters) return written
    for (const [oldest] of [...views].slice(0, 1)) views.delete(oldest)
  }
}

export function readListsView(text: string | null | undefined): ListsView {
  const { favourite, sort } = parsed(text)
  return {
    ...(favourite === true && { favourite }),
    ...(sort === 'name' && { sort }),
  }
}

export function writeListsView(view: ListsView): string | null {
  return isEverything(view) ? null : JSON.stringify({ v: 1, ...view })
}

function isEverything(view: ItemView | ListsView): boolean {
  return Object.keys(view).length === 0
}

/** Whether other rows are shown than all, or in another order than their own. */
export function narrowsOrSorts({ grouped: _, ...view }: ItemView): boolean {
  return !isEverything(view)
}

/**
 * The view without what this list cannot be asked for (any more): a tag that it has not, and what is running low
 * where no stock is kept. Nobody could see why rows are missing. The same object where nothing is left out.
 */
export function possibleView(
  view: ItemView,
  tags: readonly { readonly id: string }[],
  stock: boolean,
): ItemView {
  const { tagId, low, ...rest } = view
  const hasTag = tagId === undefined || tags.some(({ id }) => id === tagId)
  if (hasTag && (stock || low !== true)) return view
  return { ...rest, ...(hasTag && tagId !== undefined && { tagId }), ...(stock && low && { low }) }
}

export function readItemView(value: unknown): ItemView {
  const { purchased, tagId, low, sort, grouped } = shapeOf(value)
  return {
    ...(grouped === false && { grouped }),
    ...(typeof purchased === 'boolean' && { purchased }),
    ...(typeof tagId === 'string' && { tagId }),
    ...(low === true && { low }),
    ...((sort === 'name' || sort === 'tag' || sort === 'changed') && { sort }),
  }
}

/** What a text of the preferences holds; nothing if it is no JSON object. */
export function parsed(text: string | null | undefined): Readonly<Record<string, unknown>> {
  return shapeOf(jsonIn(text))
}

function shapeOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}
