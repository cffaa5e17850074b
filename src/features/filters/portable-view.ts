/**
 * A view as it is saved under a name, and told in words: it means the same on every list, so that its tag goes
 * by name. The text is this app's own, but any version of it may have written it.
 */
import { nameKey } from '../../../rules/names.ts'
import { type ItemView, type ListsView, parsed, readItemView, readListsView } from './views.ts'

/** What a list has that a view may ask for. */
export interface ViewedList {
  readonly tags: readonly { readonly id: string; readonly name: string }[]
  /** STOCK lists know what is running low. */
  readonly stock: boolean
}

/** Equal views are equal texts. */
export function writePortableItems(view: ItemView, { tags }: ViewedList): string {
  const { tagId, ...rest } = readItemView(view)
  const tag = tags.find(({ id }) => id === tagId)?.name
  return JSON.stringify({ v: 1, ...rest, ...(tag !== undefined && { tag }) })
}

/** The view on one list, or why it cannot be had there. */
export function readPortableItems(
  text: string,
  { tags, stock }: ViewedList,
): { readonly view: ItemView } | { readonly issue: string } {
  const { view, tag } = readPortable(text)
  if (view.low === true && !stock) return { issue: 'Only stock lists know what is running low.' }
  if (tag === undefined) return { view }
  const tagId = tags.find(({ name }) => nameKey(name) === nameKey(tag))?.id
  if (tagId === undefined) return { issue: `This list has no tag “${tag}”.` }
  return { view: { ...view, tagId } }
}

export function writePortableLists(view: ListsView): string {
  const { favourite, sort } = view
  return JSON.stringify({ v: 1, ...(favourite && { favourite }), ...(sort && { sort }) })
}

export function readPortableLists(text: string): ListsView {
  return readListsView(text)
}

export function wordsOfItems(text: string): string {
  const { view, tag } = readPortable(text)
  return told([
    view.purchased === undefined ? undefined : view.purchased ? 'In the trolley' : 'To buy',
    tag === undefined ? undefined : `Tag ${tag}`,
    view.low && 'Running low',
    view.sort && sortWords[view.sort],
    view.grouped === false && 'Not grouped by tag',
  ])
}

export function wordsOfLists(text: string): string {
  const { favourite, sort } = readPortableLists(text)
  return told([favourite && 'Favourites only', sort && sortWords[sort]])
}

const sortWords = { name: 'By name', tag: 'By tag', changed: 'Last changed first' } as const

function told(parts: readonly (string | false | undefined)[]): string {
  return parts.filter(part => typeof part === 'string').join(' · ') || 'All, in its own order'
}

function readPortable(text: string) {
  const { tag, tagId: _, ...rest } = parsed(text)
  return { view: readItemView(rest), ...(typeof tag === 'string' && { tag }) }
}
