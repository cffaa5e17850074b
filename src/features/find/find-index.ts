/**
 * The names, notes and tags of everything on the device, folded beforehand, so that a key costs one pass of `includes`.
 * Kept up to date record by record; built in slices, so that opening the search never holds up a tap.
 */

import { foldMarks } from '../../../rules/names.ts'
import { compareNames } from '../../../rules/sort.ts'
import {
  idOf,
  isItemId,
  isListId,
  isTagId,
  itemCacheId,
  listCacheId,
  refsOf,
  tagCacheId,
} from '../../cache/records/cache-ids.ts'

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

/** A record as it lies in the cache; undefined if it is not there (any more). */
export type ReadRecord = (cacheId: string) => Readonly<Record<string, unknown>> | undefined

export interface FindIndex {
  /** Reads the items of these lists; what was known of others is forgotten. */
  load(listIds: readonly string[]): void
  /** Cache ids that changed. */
  changed(cacheIds: ReadonlySet<string>): void
  /** Best first, at most `limit`; nothing for an empty text. */
  search(text: string, limit: number): readonly Found[]
  /** False while slices are still to be read. */
  complete(): boolean
  close(): void
}

export interface FindIndexParts {
  readonly read: ReadRecord
  /** Runs later, when there is time; answers with what calls it off. */
  readonly later: (work: () => void) => () => void
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

export function createFindIndex({ read, later, onProgress }: FindIndexParts): FindIndex {
  const items = new Map<string, Known>()
  const lists = new Map<string, Known>()
  /** Folded names of tags, by id. */
  const tags = new Map<string, string>()
  let wanted: ReadonlySet<string> = new Set()
  let waiting: string[] = []
  let cancel: (() => void) | undefined

  function putList(id: string) {
    const list = wanted.has(id) ? read(listCacheId(id)) : undefined
    if (typeof list?.name !== 'string') return void lists.delete(id)
    lists.set(id, { name: list.name, key: foldMarks(list.name), ...plain, listId: id })
  }

  function putItem(id: string) {
    const item = read(itemCacheId(id))
    const { name, shoppingListId: listId, purchased, notes: written, itemTags } = item ?? {}
    if (typeof name !== 'string' || typeof listId !== 'string') return void items.delete(id)
    const known = items.get(id)
    const key = known?.name === name ? known.key : foldMarks(name)
    const notes = typeof written === 'string' ? written : ''
    const notesKey = known?.notes === notes ? known.notesKey : foldMarks(notes)
    const tagIds = refsOf(itemTags).map(idOf)
    for (const tagId of tagIds) if (!tags.has(tagId)) putTag(tagId)
    items.set(id, { name, key, notes, notesKey, tagIds, listId, purchased: purchased === true })
  }

  function putTag(id: string) {
    const name = read(tagCacheId(id))?.name
    if (typeof name === 'string') tags.set(id, foldMarks(name))
    else tags.delete(id)
  }

  function work() {
    cancel = undefined
    for (const id of waiting.splice(0, sliceLength)) putItem(id)
    if (waiting.length > 0) cancel = later(work)
    onProgress()
  }

  return {
    load(listIds) {
      wanted = new Set(listIds)
      for (const id of [...lists.keys(), ...listIds]) putList(id)
      for (const [id, item] of items) if (!wanted.has(item.listId)) items.delete(id)
      const present = listIds.flatMap(id => refsOf(read(listCacheId(id))?.items).map(idOf))
      waiting = present.filter(id => !items.has(id))
      if (waiting.length > 0) cancel ??= later(work)
    },
    changed(cacheIds) {
      for (const cacheId of cacheIds) {
        if (isItemId(cacheId)) putItem(idOf(cacheId))
        else if (isListId(cacheId)) putList(idOf(cacheId))
        else if (isTagId(cacheId)) putTag(idOf(cacheId))
      }
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
    complete: () => waiting.length === 0,
    close() {
      cancel?.()
      cancel = undefined
      waiting = []
    },
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
