/**
 * A whole wanted order laid over the present one (spec sections 4 and 10.8): what is named
 * comes first, in that order; unknown ids are ignored, an id named twice counts once; what is not named
 * follows in its old order. The place of an id in the answer is its new `order`.
 */
export function reorder(current: readonly string[], wanted: readonly string[]): string[] {
  const known = new Set(current)
  const named = new Set(wanted.filter(id => known.has(id)))
  return [...named, ...current.filter(id => !named.has(id))]
}

/** Where a row shall stand: behind another, or first. */
export interface RowPlace {
  readonly id: string
  readonly afterId: string | null
}

/** Several rows moved one after the other, each as by `moveAfter`; costs rows plus moves. */
export function moveEachAfter(ids: readonly string[], places: readonly RowPlace[]): string[] {
  // A ring of neighbours through null, which stands before the first and behind the last.
  const next = new Map<string | null, string | null>()
  const previous = new Map<string | null, string | null>()
  function join(a: string | null, b: string | null) {
    next.set(a, b)
    previous.set(b, a)
  }
  for (const [at, id] of ids.entries()) join(ids[at - 1] ?? null, id)
  join(ids.at(-1) ?? null, null)
  for (const { id, afterId } of places) {
    if (id === afterId || !next.has(id) || !next.has(afterId)) continue
    join(previous.get(id) ?? null, next.get(id) ?? null)
    const behind = next.get(afterId) ?? null
    join(afterId, id)
    join(id, behind)
  }
  const order: string[] = []
  for (let id = next.get(null) ?? null; id !== null; id = next.get(id) ?? null) order.push(id)
  return order
}

/**
 * Orders, ascending, for rows in their wanted sequence, `order` undefined for those that were just put
 * there: these take gaps, as deletions leave them, and if there is none the rows behind move up, as few
 * as can be.
 */
export function fillOrders(rows: readonly { readonly order: number | undefined }[]): number[] {
  let last = -1
  return rows.map(({ order }) => {
    last = Math.max(last + 1, order ?? 0)
    return last
  })
}

/**
 * One row moved behind another; `afterId` null is the first place. Nothing moves where `id` or `afterId`
 * is not there (any more), or no `afterId` is given: without its neighbour a place means nothing.
 */
export function moveAfter(
  ids: readonly string[],
  id: string,
  afterId: string | null = id,
): string[] {
  if (id === afterId || !ids.includes(id)) return [...ids]
  const others = ids.filter(other => other !== id)
  if (afterId === null) return [id, ...others]
  const place = others.indexOf(afterId)
  return place < 0 ? [...ids] : others.toSpliced(place + 1, 0, id)
}

/**
 * The `order` of one row that now stands at `position` (from 0) among the others of its list, and those of
 * its neighbours, from `first` to `last` by position, that move by one step to make room: as few as can be.
 * Orders that were indices still are after a move upwards; downwards the end may stand one further instead,
 * where fewer rows are behind the row than it went past (docs/decisions/004-revision-per-list.md).
 *
 * `orderAt` tells the order of the other at a position, ascending; undefined behind the last. It is asked for
 * no more than the neighbours that are shifted, and one beyond them on each side.
 */
export function placeBetween(
  position: number,
  orderAt: (position: number) => number | undefined,
): { readonly order: number; readonly shift?: Shift } {
  const before = position === 0 ? -1 : (orderAt(position - 1) ?? -1)
  const after = orderAt(position) ?? Number.POSITIVE_INFINITY
  if (after - before > 1) return { order: before + 1 }
  // Neighbours without a gap between them must move together: the shorter row of them, upwards where equal.
  for (let length = 1; ; length += 1) {
    const last = position + length - 1
    if (orderAt(last + 1) !== after + length) {
      return { order: after, shift: { first: position, last, by: 1 } }
    }
    const first = position - length
    const lowest = before - length + 1
    if (lowest <= 0 || first < 0) continue
    if (first === 0 || orderAt(first - 1) !== lowest - 1) {
      return { order: before, shift: { first, last: position - 1, by: -1 } }
    }
  }
}

export interface Shift {
  readonly first: number
  readonly last: number
  readonly by: 1 | -1
}
