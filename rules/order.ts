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

/**
 * One row moved behind another; `afterId` null is the first place. Nothing moves where `id` or `afterId`
 * is not there (any more): without its neighbour a place means nothing.
 */
export function moveAfter(ids: readonly string[], id: string, afterId: string | null): string[] {
  if (id === afterId || !ids.includes(id)) return [...ids]
  const others = ids.filter(other => other !== id)
  if (afterId === null) return [id, ...others]
  const place = others.indexOf(afterId)
  return place < 0 ? [...ids] : others.toSpliced(place + 1, 0, id)
}
