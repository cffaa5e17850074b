/** One that is, or was, in a set: when it joined, and when it left; null while it is in. Revisions, not times. */
export interface Member {
  readonly id: string
  readonly joined: number
  readonly left: number | null
}

export interface MergedSet {
  /** The whole set afterwards: what was wanted and may be there, in the wanted order, then what stayed. */
  readonly ids: string[]
  /** Those that were not in the set before. */
  readonly joined: string[]
  /** Those that were. */
  readonly left: string[]
}

/**
 * A whole wanted set laid over the present one (`knownRevision`, spec section 11): the set on which the wish
 * was based is the one at `knownRevision`, so what joined after it stays though it is not wanted, and what
 * left after it stays gone though it is. Without a known revision the wish is the whole truth.
 *
 * `current` holds members that left, too, for as long as somebody may still know them. Ids wanted twice
 * count once. Pure: stamping `joined` and `left` is the caller's.
 */
export function mergeWholeSet(
  current: readonly Member[],
  wanted: readonly string[],
  knownRevision: number | undefined,
): MergedSet {
  const known = knownRevision ?? Number.POSITIVE_INFINITY
  const members = new Map(current.map(member => [member.id, member]))
  const wish = new Set(wanted)

  const wantedIds = [...wish].filter(id => {
    const left = members.get(id)?.left ?? null
    return left === null || left <= known
  })
  const unseen = current.filter(({ id, joined, left }) => {
    return left === null && !wish.has(id) && joined > known
  })
  const ids = [...wantedIds, ...unseen.map(member => member.id)]

  const inSet = new Set(ids)
  return {
    ids,
    joined: ids.filter(id => members.get(id)?.left !== null),
    left: current.filter(({ id, left }) => left === null && !inSet.has(id)).map(({ id }) => id),
  }
}
