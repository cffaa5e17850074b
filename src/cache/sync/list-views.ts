/**
 * The lists and items as a person sees them, derived once after each change for all who show, search, count or
 * tell of them: no screen ever walks a whole list because one item was ticked, and Apollo is never asked for a
 * whole list at all.
 */
import type { Offline } from '../../offline/offline.ts'
import {
  idOf,
  isItemId,
  isListId,
  isTagId,
  itemCacheId,
  listCacheId,
  refsOf,
  rootCacheId,
} from '../records/cache-ids.ts'
import { type Reader, type ReadItem, seenRecords } from '../records/reader.ts'

/** Ids of rows, to be bought and in the trolley. */
export interface RowIds {
  readonly openIds: readonly string[]
  readonly doneIds: readonly string[]
}

export interface ListView extends RowIds {
  /** All of them in the list's order; the same array while items are only ticked and unticked. */
  readonly ids: readonly string[]
}

export interface ListCounts {
  readonly open: number
  readonly done: number
}

/** What one change was about. */
export interface Touched {
  /** Items that came, went or changed. */
  readonly itemIds: readonly string[]
  /** Lists that changed themselves, and those on which these items are or were. */
  readonly listIds: ReadonlySet<string>
  readonly tagIds: readonly string[]
}

/** `item` answers with the same object until something of it changed: all who hold it share one. */
export interface ListViews extends Reader {
  view(listId: string): ListView
  counts(listId: string): ListCounts
  /** Calls back when the view of this list changed; `undefined` for the ids of the lists. */
  subscribe(listId: string | undefined, listener: () => void): () => void
  /** Calls back after each change. */
  onTouched(listener: (touched: Touched) => void): () => void
  /** How often this list, or something on it, was touched. */
  touches(listId: string): number
  /** Listens to the account, as it does from the start, until what this answers with is called. */
  attend(): () => void
}

interface Model {
  readonly refs: unknown
  /** Where each item stands, from 0. */
  readonly places: ReadonlyMap<string, number>
  /** Whether it is done, by id, in the list's order. */
  readonly done: Map<string, boolean>
  readonly view: ListView
  readonly counts: ListCounts
}

/** Listens from now on: whoever makes it calls `attend`, and ends it. */
export function createListViews(offline: Pick<Offline, 'peek' | 'onChanged'>): ListViews {
  const seen = seenRecords(offline)
  const items = new Map<string, ReadItem | undefined>()
  /** As they lie in the records that a list was made from: to look them up once more takes as long as to make it. */
  const itemTags = new Map<string, unknown>()
  const models = new Map<string, Model>()
  const touches = new Map<string, number>()
  const touchListeners = new Set<(touched: Touched) => void>()
  const listeners = new Map<string | undefined, Set<() => void>>()
  let rootRefs: unknown
  let listIdsShown: readonly string[] = []

  /** What is known of an item counts, unless it is the one that changed: a row that moves asks for no other. */
  function build(listId: string, changedId?: string): Model {
    const before = models.get(listId)
    const refs = offline.peek(listCacheId(listId))?.items
    const done = new Map<string, boolean>()
    // By the names that lie there: to put 10,000 together anew takes as long as to read the records.
    for (const cacheId of refsOf(refs)) {
      const id = idOf(cacheId)
      const known = id === changedId ? undefined : before?.done.get(id)
      const item = known === undefined ? offline.peek(cacheId) : undefined
      if (item) itemTags.set(id, item.itemTags)
      if (known !== undefined || item) done.set(id, known ?? item?.purchased === true)
    }
    return finish(refs, done, before)
  }

  function model(listId: string): Model {
    const known = models.get(listId)
    if (known) return known
    const built = build(listId)
    models.set(listId, built)
    return built
  }

  function hear(changed: ReadonlySet<string>) {
    const cacheIds = [...changed]
    const itemIds = cacheIds.filter(isItemId).map(idOf)
    const tagIds = cacheIds.filter(isTagId).map(idOf)
    const listIds = new Set(cacheIds.filter(isListId).map(idOf))
    const moved = new Set<string>()
    for (const id of itemIds) touchItem(id, listIds, moved)
    // A tag's name shows on every item that carries it.
    if (tagIds.length > 0) items.clear()
    for (const id of listIds) {
      touchList(id, moved)
      touches.set(id, (touches.get(id) ?? 0) + 1)
    }
    for (const listener of [...touchListeners]) listener({ itemIds, listIds, tagIds })
    for (const listId of moved) tell(listId)
    const shown = listIdsShown
    if (readListIds() !== shown) tell(undefined)
  }
  let stop: (() => void) | undefined = offline.onChanged(hear)

  function touchItem(id: string, touched: Set<string>, moved: Set<string>) {
    const item = offline.peek(itemCacheId(id))
    const now = typeof item?.shoppingListId === 'string' ? item.shoppingListId : undefined
    if (now !== undefined) touched.add(now)
    items.delete(id)
    itemTags.delete(id)
    for (const [listId, known] of models) {
      const was = known.done.get(id)
      const is = listId === now ? item?.purchased === true : undefined
      if (was !== undefined) touched.add(listId)
      if (was === is) continue
      const isTick = was !== undefined && is !== undefined
      const next = isTick ? turn(known, id, is) : build(listId, id)
      models.set(listId, next)
      if (next.view !== known.view) moved.add(listId)
    }
  }

  function touchList(listId: string, moved: Set<string>) {
    const known = models.get(listId)
    if (!known || offline.peek(listCacheId(listId))?.items === known.refs) return
    const built = build(listId)
    models.set(listId, built)
    if (built.view !== known.view) moved.add(listId)
  }

  function readListIds(): readonly string[] {
    const refs = offline.peek(rootCacheId)?.getAllShoppingList
    const there = refIds(refs).filter(id => offline.peek(listCacheId(id)))
    if (refs !== rootRefs || there.length !== listIdsShown.length) {
      rootRefs = refs
      listIdsShown = same(there, listIdsShown)
    }
    return listIdsShown
  }

  function tell(listId: string | undefined) {
    for (const listener of [...(listeners.get(listId) ?? [])]) listener()
  }

  return {
    ...seen,
    item(id) {
      if (!items.has(id)) items.set(id, seen.item(id))
      return items.get(id)
    },
    itemTagRefs: id => (itemTags.has(id) ? refsOf(itemTags.get(id)) : seen.itemTagRefs(id)),
    listIds: readListIds,
    view: listId => model(listId).view,
    counts: listId => model(listId).counts,
    touches: listId => touches.get(listId) ?? 0,
    subscribe(listId, listener) {
      const own = listeners.get(listId) ?? new Set()
      listeners.set(listId, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size > 0) return
        listeners.delete(listId)
        if (listId !== undefined) models.delete(listId)
        itemTags.clear()
      }
    },
    attend() {
      if (stop === undefined) {
        // Nothing was heard meanwhile.
        items.clear()
        itemTags.clear()
        models.clear()
        stop = offline.onChanged(hear)
      }
      return () => {
        stop?.()
        stop = undefined
      }
    },
    onTouched(listener) {
      touchListeners.add(listener)
      return () => touchListeners.delete(listener)
    },
  }
}

/** One item from the open to the done or back, the others untouched: `model.done` goes on in the new one. */
function turn(model: Model, id: string, isDone: boolean): Model {
  const { ids, openIds, doneIds } = model.view
  const { places } = model
  model.done.set(id, isDone)
  const view = isDone
    ? { ids, openIds: leave(openIds, id, places), doneIds: join(doneIds, id, places) }
    : { ids, openIds: join(openIds, id, places), doneIds: leave(doneIds, id, places) }
  return { ...model, view, counts: { open: view.openIds.length, done: view.doneIds.length } }
}

function leave(ids: readonly string[], id: string, places: ReadonlyMap<string, number>) {
  return ids.toSpliced(placeAmong(ids, id, places), 1)
}

function join(ids: readonly string[], id: string, places: ReadonlyMap<string, number>) {
  return ids.toSpliced(placeAmong(ids, id, places), 0, id)
}

/** Where `id` stands, or would stand, among ids that are sorted by their places. */
function placeAmong(
  ids: readonly string[],
  id: string,
  places: ReadonlyMap<string, number>,
): number {
  const placeOf = (one: string | undefined) => places.get(one ?? '') ?? Number.POSITIVE_INFINITY
  const wanted = placeOf(id)
  let from = 0
  let to = ids.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (placeOf(ids[middle]) < wanted) from = middle + 1
    else to = middle
  }
  return from
}

/** Arrays that did not change stay the same objects, so that who shows them does not render again. */
function finish(refs: unknown, done: Map<string, boolean>, before: Model | undefined): Model {
  const kept = before?.view
  const ofOpen: string[] = []
  const ofDone: string[] = []
  for (const [id, isDone] of done) (isDone ? ofDone : ofOpen).push(id)
  const ids = same([...done.keys()], kept?.ids)
  const openIds = same(ofOpen, kept?.openIds)
  const doneIds = same(ofDone, kept?.doneIds)
  const isSame = kept?.ids === ids && kept.openIds === openIds && kept.doneIds === doneIds
  const { open, done: doneBefore } = before?.counts ?? {}
  return {
    refs,
    places: kept?.ids === ids && before ? before.places : placesOf(ids),
    done,
    view: isSame ? kept : { ids, openIds, doneIds },
    counts:
      before && open === openIds.length && doneBefore === doneIds.length
        ? before.counts
        : { open: openIds.length, done: doneIds.length },
  }
}

function placesOf(ids: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const id of ids) places.set(id, places.size)
  return places
}

function same(ids: readonly string[], before: readonly string[] | undefined): readonly string[] {
  return before && sameIds(ids, before) ? before : ids
}

function refIds(refs: unknown): readonly string[] {
  return refsOf(refs).map(idOf)
}

function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, at) => id === b[at])
}
