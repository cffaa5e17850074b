import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { aisleRows, firstTag } from '../../../rules/aisle-rows.ts'
import { useListViews } from '../../cache/hooks/use-offline.tsx'

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
    const order = tags.map(tag => tag.id)
    const listTagIds = new Set(order)
    for (const id of ids) {
      if (!tagIds.has(id)) tagIds.set(id, firstTag(views.itemTagIds(id), listTagIds))
    }
    return aisleRows(ids, order, id => tagIds.get(id))
  }, [views, ids, tags, idle, tagIds])

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
