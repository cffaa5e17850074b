/** A small query of the cache; renders again when its answer changed. */
import type { TypedDocumentNode } from '@apollo/client'
import { useCallback, useSyncExternalStore } from 'react'
import { useOffline } from './use-offline.tsx'

export function useRootQuery<T>(query: TypedDocumentNode<T, Record<string, never>>): T | undefined {
  const offline = useOffline()
  const subscribe = useCallback((listener: () => void) => offline.onChanged(listener), [offline])
  const read = () => offline.cache.readQuery({ query, optimistic: true }) ?? undefined
  return useSyncExternalStore(subscribe, read) as T | undefined
}
