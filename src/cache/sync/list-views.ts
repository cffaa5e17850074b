/**
 * Which items of a list are open and which done, kept as they change: no screen ever walks a whole list
 * because one item was ticked, and Apollo is never asked for a whole list at all.
 */
import type { Offline } from '../../offline/offline.ts'
import {
  idOf,
  isItemId,
  isListId,
  itemCacheId,
  listCacheId,
  refsOf,
  rootCacheId,
} from '../records/cache-ids.ts'

export interface ListView {
  /** All of them in the list's order; the same array while items are only ticked and unticked. */
  readonly ids: readonly string[]
  readonly openIds: readonly string[]
  readonly doneIds: readonly string[]
}

export interface ListCounts {
  readonly open: number
  readonly done: number
}

export interface ListViews {
  listIds(): readonly string[]
  view(listId: string): ListView
  counts(listId: string): ListCounts
  /** Calls back when the view of this list changed; `undefined` for the ids of the lists. */
  subscribe(listId: string | undefined, listener: () => void): () => void
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

export function createListViews(offline: Offline): ListViews {
  const models = new Map<string, Model>()
  const listeners = new Map<string | undefined, Set<() => void>>()
  let rootRefs: unknown
  let listIds: readonly string[] = []
  let unfollow: (() => void) | undefined

  const build = (listId: string): Model => {
    const refs = offline.peek(listCacheId(listId))?.items
    const done = new Map<string, boolean>()
    for (const id of refIds(refs)) {
      const item = offline.peek(itemCacheId(id))
      if (item) done.set(id, item.purchased === true)
    }
    return finish(refs, done, models.get(listId))
  }

  const model = (listId: string): Model => {
    const known = models.get(listId)
    // Unwatched models are not kept up to date.
    if (known && unfollow) return known
    const built = build(listId)
    models.set(listId, built)
    return built
  }

  const follow = () => {
    models.clear()
    return offline.onChanged(changed => {
      const touched = new Set<string>()
      for (const cacheId of changed) {
        if (isItemId(cacheId)) touchItem(idOf(cacheId), touched)
        else if (isListId(cacheId)) touchList(idOf(cacheId), touched)
      }
      for (const listId of touched) tell(listId)
      const listIdsNow = readListIds()
      if (listIdsNow !== listIds) {
        listIds = listIdsNow
        tell(undefined)
      }
    })
  }

  const touchItem = (id: string, touched: Set<string>) => {
    const item = offline.peek(itemCacheId(id))
    const now = typeof item?.shoppingListId === 'string' ? item.shoppingListId : undefined
    for (const [listId, known] of models) {
      const was = known.done.get(id)
      const is = listId === now ? item?.purchased === true : undefined
      if (was === is) continue
      const isTick = was !== undefined && is !== undefined
      const next = isTick ? turn(known, id, is) : build(listId)
      models.set(listId, next)
      if (next.view !== known.view) touched.add(listId)
    }
  }

  const touchList = (listId: string, touched: Set<string>) => {
    const known = models.get(listId)
    if (!known || offline.peek(listCacheId(listId))?.items === known.refs) return
    const built = build(listId)
    models.set(listId, built)
    if (built.view !== known.view) touched.add(listId)
  }

  const readListIds = (): readonly string[] => {
    const refs = offline.peek(rootCacheId)?.getAllShoppingList
    const there = refIds(refs).filter(id => offline.peek(listCacheId(id)))
    if (refs === rootRefs && there.length === listIds.length) return listIds
    rootRefs = refs
    return sameIds(there, listIds) ? listIds : there
  }

  const tell = (listId: string | undefined) => {
    for (const listener of [...(listeners.get(listId) ?? [])]) listener()
  }

  return {
    listIds() {
      listIds = readListIds()
      return listIds
    },
    view: listId => model(listId).view,
    counts: listId => model(listId).counts,
    subscribe(listId, listener) {
      unfollow ??= follow()
      const own = listeners.get(listId) ?? new Set()
      listeners.set(listId, own)
      own.add(listener)
      return () => {
        own.delete(listener)
        if (own.size > 0) return
        listeners.delete(listId)
        if (listId !== undefined) models.delete(listId)
        if (listeners.size > 0) return
        unfollow?.()
        unfollow = undefined
      }
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
  const ids = same([...done.keys()], kept?.ids)
  const openIds = same(
    ids.filter(id => !done.get(id)),
    kept?.openIds,
  )
  const doneIds = same(
    ids.filter(id => done.get(id)),
    kept?.doneIds,
  )
  const isSame = kept?.ids === ids && kept.openIds === openIds && kept.doneIds === doneIds
  const { open, done: doneBefore } = before?.counts ?? {}
  return {
    refs,
    places: kept?.ids === ids && before ? before.places : new Map(ids.map((id, at) => [id, at])),
    done,
    view: isSame ? kept : { ids, openIds, doneIds },
    counts:
      before && open === openIds.length && doneBefore === doneIds.length
        ? before.counts
        : { open: openIds.length, done: doneIds.length },
  }
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
