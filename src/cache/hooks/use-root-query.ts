/** A small query of the cache; renders again when its answer changed. */
import type { TypedDocumentNode } from '@apollo/client'
import { useSyncExternalStore } from 'react'
import { useOffline } from './sync/use-offline.tsx'
import { useRootChanges } from './use-root-changes.ts'

/** `type` is what the query answers with: "Friend". */
export function useRootQuery<T, Variables extends object = Record<string, never>>(
  query: TypedDocumentNode<T, Variables>,
  type: string,
  ...[variables]: Record<string, never> extends Variables ? [] : [Variables]
): T | undefined {
  const offline = useOffline()
  const read = () =>
    offline.cache.readQuery({ query, ...(variables && { variables }), optimistic: true }) ??
    undefined
  return useSyncExternalStore(useRootChanges(type), read, read) as T | undefined
}
