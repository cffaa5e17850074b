import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { aisleRows, firstTag } from '../../../rules/lists/aisle-rows.ts'
import { useListViews } from '../../cache/hooks/sync/use-offline.tsx'
import { tagCacheId } from '../../cache/records/cache-ids.ts'

/**
 * The rows of `ids` with headings among them. Only a change of an item's own tags works it out anew, so a
 * tick of one of 10,000 costs what the new order of the ids costs anyway.
 */
export function useAisleRows(
  ids: readonly string[],
  tags: readonly { readonly id: string }[],
  grouped: boolean,
): readonly string[] {
  const views = useListViews()
  const [version, setVersion] = useState(0)
  const idle = !grouped || tags.length === 0
  // What was read of an item holds until its tags change: a row that moves asks for no other.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these reads anew.
  const tagIds = useMemo(() => new Map<string, string | undefined>(), [views, tags, idle, version])
  const rows = useMemo(() => {
    if (idle) return ids
    const listTags = byCacheId(tags)
    for (const id of ids) {
      if (!tagIds.has(id)) tagIds.set(id, firstTag(views.itemTagRefs(id), listTags))
    }
    return aisleRows(ids, [...listTags.values()], id => tagIds.get(id))
  }, [views, ids, tags, idle, tagIds])

  const changed = useEffectEvent((itemIds: readonly string[]) => {
    const listTags = byCacheId(tags)
    const moves = (id: string) =>
      tagIds.has(id) && firstTag(views.itemTagRefs(id), listTags) !== tagIds.get(id)
    if (itemIds.some(moves)) setVersion(count => count + 1)
  })
  useEffect(
    () => (idle ? undefined : views.onTouched(({ itemIds }) => changed(itemIds))),
    [views, idle],
  )
  return rows
}

function byCacheId(tags: readonly { readonly id: string }[]): ReadonlyMap<string, string> {
  return new Map(tags.map(({ id }) => [tagCacheId(id), id]))
}
