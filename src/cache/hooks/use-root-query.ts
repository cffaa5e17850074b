/** A small query of the cache; renders again when its answer changed. */
import type { TypedDocumentNode } from '@apollo/client'
import { useCallback, useSyncExternalStore } from 'react'
import { rootCacheId } from '../records/cache-ids.ts'
import { useOffline } from './use-offline.tsx'

/** `type` is what the query answers with: "Unit". A change of anything else is not looked at. */
export function useRootQuery<T, Variables extends object = Record<string, never>>(
  query: TypedDocumentNode<T, Variables>,
  type: string,
  ...[variables]: Record<string, never> extends Variables ? [] : [Variables]
): T | undefined {
  const offline = useOffline()
  const subscribe = useCallback(
    (listener: () => void) =>
      offline.onChanged(changed => {
        for (const cacheId of changed) {
          if (cacheId === rootCacheId || cacheId.startsWith(`${type}:`)) return listener()
        }
      }),
    [offline, type],
  )
  const read = () =>
    offline.cache.readQuery({ query, ...(variables && { variables }), optimistic: true }) ??
    undefined
  return useSyncExternalStore(subscribe, read, read) as T | undefined
}
