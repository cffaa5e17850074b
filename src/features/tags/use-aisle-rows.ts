import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useOffline } from '../../cache/hooks/use-offline.tsx'
import { idOf, isItemId, itemCacheId, refsOf } from '../../cache/records/cache-ids.ts'
import { aisleRows, firstTag } from './aisle-rows.ts'

/**
 * The rows of `ids` with headings among them. Only a change of an item's own tags works it out anew, so a
 * tick of one of 10,000 costs what the new order of the ids costs anyway.
 */
export function useAisleRows(
  ids: readonly string[],
  tags: readonly { readonly id: string }[],
  grouped: boolean,
): readonly string[] {
  const offline = useOffline()
  const [version, setVersion] = useState(0)
  const idle = !grouped || tags.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version reads anew.
  const { rows, tagIds } = useMemo(() => {
    const known = new Map<string, string | undefined>()
    if (idle) return { rows: ids, tagIds: known }
    const order = tags.map(tag => tag.id)
    const listTagIds = new Set(order)
    for (const id of ids) {
      known.set(id, firstTag(tagIdsOf(offline.peek(itemCacheId(id))?.itemTags), listTagIds))
    }
    return { rows: aisleRows(ids, order, id => known.get(id)), tagIds: known }
  }, [offline, ids, tags, idle, version])

  const changed = useEffectEvent((cacheIds: ReadonlySet<string>) => {
    const listTagIds = new Set(tags.map(tag => tag.id))
    for (const cacheId of cacheIds) {
      if (!isItemId(cacheId)) continue
      const id = idOf(cacheId)
      if (!tagIds.has(id)) continue
      if (firstTag(tagIdsOf(offline.peek(cacheId)?.itemTags), listTagIds) === tagIds.get(id))
        continue
      setVersion(count => count + 1)
      return
    }
  })
  useEffect(() => (idle ? undefined : offline.onChanged(ids => changed(ids))), [offline, idle])
  return rows
}

/** `refs` as they lie in the cache. */
function tagIdsOf(refs: unknown): readonly string[] {
  return refsOf(refs).map(idOf)
}
