/**
 * Which rows stand where. A row that was ticked or unticked stays in its place for a moment, so that nothing
 * jumps beneath the finger; `kept-rows.ts` folds it away.
 */

import type { RowIds } from '../../cache/sync/list-views.ts'

/**
 * `shown` as it is on the screen, `view` as it is in the data: the new screen, with as little moved as can be.
 * Answers with `view` itself where every row stands where the data has it.
 */
export function followView(shown: RowIds, view: RowIds): RowIds {
  if (shown === view) return shown
  const inOpen = new Set(view.openIds)
  const inDone = new Set(view.doneIds)
  const lingersOpen = shown.openIds.filter(id => inDone.has(id))
  const lingersDone = shown.doneIds.filter(id => inOpen.has(id))
  if (lingersOpen.length === 0 && lingersDone.length === 0) return view
  return {
    openIds: keepPlaces(shown.openIds, without(view.openIds, lingersDone), lingersOpen),
    doneIds: keepPlaces(shown.doneIds, without(view.doneIds, lingersOpen), lingersDone),
  }
}

/** The ids with the lingering ones behind whoever stood before them. */
function keepPlaces(
  before: readonly string[],
  ids: readonly string[],
  lingering: readonly string[],
): readonly string[] {
  if (lingering.length === 0) return ids
  const stays = new Set(ids)
  const lingers = new Set(lingering)
  const behind = new Map<string | undefined, string[]>()
  let anchor: string | undefined
  for (const id of before) {
    if (lingers.has(id)) behind.set(anchor, [...(behind.get(anchor) ?? []), id])
    else if (stays.has(id)) anchor = id
  }
  return [undefined, ...ids].flatMap(id => [
    ...(id === undefined ? [] : [id]),
    ...(behind.get(id) ?? []),
  ])
}

function without(ids: readonly string[], gone: readonly string[]): readonly string[] {
  if (gone.length === 0) return ids
  const drop = new Set(gone)
  return ids.filter(id => !drop.has(id))
}
