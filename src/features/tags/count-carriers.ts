import type { Reader } from '../../cache/records/reader.ts'

/** How many of these items carry each tag, by its cache id. */
export function countCarriers(
  views: Pick<Reader, 'itemTagRefs'>,
  itemIds: readonly string[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const tag of itemIds.flatMap(id => views.itemTagRefs(id))) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  return counts
}
