import { moveEachAfter } from './lists/order.ts'

/** One that is, or was, in a set: when it joined, and when it left; null while it is in. Revisions, not times. */
export interface Member {
  readonly id: string
  readonly joined: number
  readonly left: number | null
}

export interface MergedSet {
  /** The whole set afterwards, in its order. */
  readonly ids: string[]
  /** Those that were not in the set before. */
  readonly joined: string[]
  /** Those that were. */
  readonly left: string[]
}

/**
 * A whole wanted set laid over the present one, where `base` is the set that was seen when it was chosen: a merge of
 * three (spec section 11). What was given then joins behind what it was put behind, what was taken off then leaves, and
 * whatever else others did since stands. Where the others were put in another order, that one counts, and what is not
 * wanted stands behind. Ids wanted twice count once.
 */
export function mergeIds(
  current: readonly string[],
  wanted: readonly string[],
  base: readonly string[],
): string[] {
  const [there, seen, wish] = [new Set(current), new Set(base), new Set(wanted)]
  const chosen = [...wish].filter(id => there.has(id) || !seen.has(id))
  const stays = current.filter(id => wish.has(id) || !seen.has(id))
  const others = [...seen].filter(id => wish.has(id))
  const isInOrder = [...wish].filter(id => seen.has(id)).every((id, at) => id === others[at])
  if (!isInOrder) return [...new Set([...chosen, ...stays])]
  const given = chosen.flatMap((id, at) =>
    seen.has(id) ? [] : [{ id, afterId: chosen[at - 1] ?? null }],
  )
  return moveEachAfter([...new Set([...stays, ...chosen])], given)
}

/**
 * The same where `current` holds members that left, too, for as long as somebody may still know them; and who joins and
 * who leaves by it. Pure: stamping `joined` and `left` is the caller's.
 */
export function mergeWholeSet(
  current: readonly Member[],
  wanted: readonly string[],
  base: readonly string[],
): MergedSet {
  const present = current.flatMap(({ id, left }) => (left === null ? id : []))
  const ids = mergeIds(present, wanted, base)
  const [before, after] = [new Set(present), new Set(ids)]
  return {
    ids,
    joined: ids.filter(id => !before.has(id)),
    left: present.filter(id => !after.has(id)),
  }
}

/**
 * The set as it was at `knownRevision`, for a wish that tells its base so; without one the present set, which makes the
 * wish the whole truth.
 */
export function setAt(current: readonly Member[], knownRevision: number | undefined): string[] {
  const known = knownRevision ?? Number.POSITIVE_INFINITY
  return current.flatMap(({ id, joined, left }) =>
    (left === null ? joined <= known : left > known) ? id : [],
  )
}
