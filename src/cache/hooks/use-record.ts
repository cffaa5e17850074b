/** One record of the cache, read with one flat fragment; renders again only when that record changed. */

import type { TypedDocumentNode } from '@apollo/client'
import { useCallback, useSyncExternalStore } from 'react'
import { isTagId } from '../records/cache-ids.ts'
import { useOffline } from './use-offline.tsx'

export function useRecord<T>(
  cacheId: string,
  fragment: TypedDocumentNode<T, Record<string, never>>,
): T | undefined {
  const offline = useOffline()
  const subscribe = useCallback(
    (listener: () => void) =>
      offline.onChanged(changed => {
        if (changed.has(cacheId) || touchesTags(changed)) listener()
      }),
    [offline, cacheId],
  )
  // Apollo answers with the same object until something in it changed.
  const read = () =>
    offline.cache.readFragment({ id: cacheId, fragment, optimistic: true }) ?? undefined
  return useSyncExternalStore(subscribe, read) as T | undefined
}

/** A tag's name and colour show on every item that carries it. */
function touchesTags(changed: ReadonlySet<string>): boolean {
  for (const cacheId of changed) if (isTagId(cacheId)) return true
  return false
}
