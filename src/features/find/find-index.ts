/**
 * The names, notes and tags of everything on the device, folded beforehand, so that a key costs one pass of `includes`.
 * Kept up to date record by record; built in slices, so that opening the search never holds up a tap.
 */

import { compareNames } from '../../../rules/lists/sort.ts'
import { foldMarks } from '../../../rules/names.ts'
import type { ListViews, Touched } from '../../cache/sync/list-views.ts'
import { createSlices, type Later } from '../../parts/in-slices.ts'

export interface FoundItem {
  readonly kind: 'item'
  readonly id: string
  readonly listId: string
  readonly name: string
  readonly listName: string
  readonly purchased: boolean
}

export interface FoundList {
  readonly kind: 'list'
  readonly id: string
  readonly name: string
}

export type Found = FoundItem | FoundList

export interface FindIndex {
  /** Reads the items of these lists; what was known of others is forgotten. */
  load(listIds: readonly string[]): void
  changed(touched: Touched): void
  /** Best first, at most `limit`; nothing for an empty text. */
  search(text: string, limit: number): readonly Found[]
  /** False while slices are still to be read. */
  complete(): boolean
  close(): void
}

export interface FindIndexParts {
  readonly views: Pick<ListViews, 'item' | 'list' | 'tag' | 'itemIds'>
  readonly later: Later
  /** A slice was read, or something that is shown may have changed. */
  readonly onProgress: () => void
}

interface Known {
  readonly name: string
  /** Folded. */
  readonly key: string
  readonly notes: string
  readonly notesKey: string
  readonly tagIds: readonly string[]
  readonly listId: string
  readonly purchased: boolean
}

const sliceLength = 500

export function createFindIndex({ views, later, onProgress }: FindIndexParts): FindIndex {
  const items = new Map<string, Known>()
  const lists = new Map<string, Known>()
  /** Folded names of tags, by id. */
  const tags = new Map<string, string>()
  let wanted: ReadonlySet<string> = new Set()
  const slices = createSlices({
    later,
    most: sliceLength,
    take(ids: readonly string[]) {
      ids.forEach(putItem)
      onProgress()
    },
  })

  function putList(id: string) {
    const name = wanted.has(id) ? views.list(id)?.name : undefined
    if (name === undefined) return void lists.delete(id)
    lists.set(id, { name, key: foldMarks(name), ...plain, listId: id })
  }

  function putItem(id: string) {
    const item = views.item(id)
    if (!item) return void items.delete(id)
    const { name, shoppingListId: listId, purchased, itemTags } = item
    const known = items.get(id)
    const key = known?.name === name ? known.key : foldMarks(name)
    const notes = item.notes ?? ''
    const notesKey = known?.notes === notes ? known.notesKey : foldMarks(notes)
    for (const tag of itemTags) if (!tags.has(tag.id)) tags.set(tag.id, foldMarks(tag.name))
    const tagIds = itemTags.map(tag => tag.id)
    items.set(id, { name, key, notes, notesKey, tagIds, listId, purchased })
  }

  function putTag(id: string) {
    const tag = views.tag(id)
    if (tag) tags.set(id, foldMarks(tag.name))
    else tags.delete(id)
  }

  return {
    load(listIds) {
      wanted = new Set(listIds)
      for (const id of [...lists.keys(), ...listIds]) putList(id)
      for (const [id, item] of items) if (!wanted.has(item.listId)) items.delete(id)
      const present = listIds.flatMap(views.itemIds)
      slices.replace(present.filter(id => !items.has(id)))
    },
    changed({ itemIds, listIds, tagIds }) {
      itemIds.forEach(putItem)
      listIds.forEach(putList)
      tagIds.forEach(putTag)
      onProgress()
    },
    search(text, limit) {
      const part = foldMarks(text).trim()
      if (part === '') return []
      const tagged = new Set([...tags].flatMap(([id, key]) => (key.includes(part) ? [id] : [])))
      return [
        ...best(lists, part, tagged, limit).map(toFoundList),
        ...best(items, part, tagged, limit).flatMap(toFoundItem),
      ]
        .sort((a, b) => a.rank - b.rank || compareNames(a.found.name, b.found.name))
        .slice(0, limit)
        .map(({ found }) => found)
    },
    complete: () => slices.left() === 0,
    close: slices.close,
  }

  function toFoundList({ id, known, rank }: Hit): { readonly rank: number; readonly found: Found } {
    return { rank: rank - listsFirst, found: { kind: 'list', id, name: known.name } }
  }

  function toFoundItem({ id, known, rank }: Hit) {
    const { listId, name, purchased } = known
    const list = lists.get(listId)
    // Of a list that went, items may be left over for a moment.
    if (!list) return []
    const found: Found = { kind: 'item', id, listId, name, listName: list.name, purchased }
    return [{ rank: rank + (purchased ? boughtLast : 0), found }]
  }
}

interface Hit {
  readonly id: string
  readonly known: Known
  /** 0 the whole name, 1 its start, 2 the start of a word, 3 anywhere in it, 4 its notes or tags. */
  readonly rank: number
}

const listsFirst = 0.5
const boughtLast = 0.25
const plain = { notes: '', notesKey: '', tagIds: [], purchased: false }

/** The best of each rank: one pass, in which most are not better than the worst that is kept. */
function best(
  all: ReadonlyMap<string, Known>,
  part: string,
  tagged: ReadonlySet<string>,
  limit: number,
): Hit[] {
  const byRank: Hit[][] = [[], [], [], [], []]
  for (const [id, known] of all) {
    const rank = rankOf(known, part, tagged)
    const hits = rank === undefined ? undefined : byRank[rank]
    if (rank !== undefined && hits) keep(hits, { id, known, rank }, limit)
  }
  return byRank.flat()
}

function keep(hits: Hit[], hit: Hit, limit: number): void {
  const worst = hits.at(-1)
  if (hits.length >= limit && worst && !precedes(hit, worst)) return
  const place = hits.findIndex(other => precedes(hit, other))
  hits.splice(place < 0 ? hits.length : place, 0, hit)
  if (hits.length > limit) hits.pop()
}

function precedes({ known: a }: Hit, { known: b }: Hit): boolean {
  return a.purchased === b.purchased ? a.key < b.key : b.purchased
}

function rankOf(
  { key, notesKey, tagIds }: Known,
  part: string,
  tagged: ReadonlySet<string>,
): number | undefined {
  const at = key.indexOf(part)
  if (at === 0) return key.length === part.length ? 0 : 1
  if (at > 0) return key.includes(` ${part}`) ? 2 : 3
  return notesKey.includes(part) || tagIds.some(id => tagged.has(id)) ? 4 : undefined
}
