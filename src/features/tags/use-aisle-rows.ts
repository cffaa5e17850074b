import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useListViews } from '../../cache/hooks/use-offline.tsx'
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
  const views = useListViews()
  const [version, setVersion] = useState(0)
  const idle = !grouped || tags.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version reads anew.
  const { rows, tagIds } = useMemo(() => {
    const known = new Map<string, string | undefined>()
    if (idle) return { rows: ids, tagIds: known }
    const order = tags.map(tag => tag.id)
    const listTagIds = new Set(order)
    for (const id of ids) {
      known.set(id, firstTag(views.itemTagIds(id), listTagIds))
    }
    return { rows: aisleRows(ids, order, id => known.get(id)), tagIds: known }
  }, [views, ids, tags, idle, version])

  const changed = useEffectEvent((itemIds: readonly string[]) => {
    const listTagIds = new Set(tags.map(tag => tag.id))
    const moves = (id: string) =>
      tagIds.has(id) && firstTag(views.itemTagIds(id), listTagIds) !== tagIds.get(id)
    if (itemIds.some(moves)) setVersion(count => count + 1)
  })
  useEffect(
    () => (idle ? undefined : views.onTouched(({ itemIds }) => changed(itemIds))),
    [views, idle],
  )
  return rows
}
