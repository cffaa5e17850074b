/**
 * Where a row goes that was dropped or sent somewhere: pure, over the rows as they stand on the screen,
 * headings among them, and the whole order of the list, which knows of rows that are not shown.
 */

import { isAisleKey } from '../../../rules/lists/aisle-rows.ts'
import type { Drop, RowStep } from '../../ui/gestures/row-drag.ts'

export interface Place {
  /** For `moveItem`; null is the first place. */
  readonly afterId: string | null
  /** The row above it on the screen, where it is not the first one there or of its aisle. */
  readonly above?: string
  /** The heading under which it stands then; undefined if there are none. */
  readonly aisle: string | undefined
}

/** Undefined where nothing would move. */
export function placeOfDrop(
  rows: readonly string[],
  allIds: readonly string[],
  { key, at, side }: Drop,
): Place | undefined {
  const others = rows.filter(row => row !== key)
  const found = others.indexOf(at)
  if (found < 0) return undefined
  // Nothing stands above the first heading.
  const index = side === 'after' || (found === 0 && isAisleKey(at)) ? found + 1 : found
  return placeAt(rows, others, allIds, key, index)
}

/**
 * One step, at the edge of its aisle into the next one; or to the end of its aisle. Undefined at the edge of
 * the list.
 */
export function placeOfStep(
  rows: readonly string[],
  allIds: readonly string[],
  key: string,
  to: RowStep,
): Place | undefined {
  const at = rows.indexOf(key)
  if (at < 0) return undefined
  let first = at
  while (first > 0 && !isAisleKey(rows[first - 1] ?? '')) first -= 1
  let last = at
  while (last < rows.length - 1 && !isAisleKey(rows[last + 1] ?? '')) last += 1
  const index = { up: at - 1, down: at + 1, top: first, bottom: last }[to]
  // Nothing stands above the first heading.
  const highest = isAisleKey(rows[0] ?? '') ? 1 : 0
  if (index < highest || index >= rows.length || index === at) return undefined
  const others = rows.filter(row => row !== key)
  return placeAt(rows, others, allIds, key, index)
}

/** `index` among the other rows. */
function placeAt(
  rows: readonly string[],
  others: readonly string[],
  allIds: readonly string[],
  key: string,
  index: number,
): Place | undefined {
  if (rows.indexOf(key) === index) return undefined
  const before = others[index - 1]
  const after = others[index]
  const aisle = others.slice(0, index).findLast(isAisleKey)
  if (before !== undefined && !isAisleKey(before)) return { afterId: before, above: before, aisle }
  if (after === undefined || isAisleKey(after)) {
    // Into an aisle that has no other row: the place in the list means nothing to it.
    return { afterId: beforeIn(allIds, key, key), aisle }
  }
  return { afterId: beforeIn(allIds, after, key), aisle }
}

/** Whoever stands before `id` in the list, `moving` apart. */
function beforeIn(allIds: readonly string[], id: string, moving: string): string | null {
  const before = allIds.slice(0, allIds.indexOf(id)).filter(other => other !== moving)
  return before.at(-1) ?? null
}
