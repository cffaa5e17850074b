/** One record of the cache, read with one flat fragment; renders again only when that record changed. */

import type { TypedDocumentNode } from '@apollo/client'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { isTagId } from '../records/cache-ids.ts'
import { readRecord } from '../records/plain-records.ts'
import { steady } from './steady.ts'
import { useOffline } from './sync/use-offline.tsx'

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
  const read = useMemo(
    // What the server answers is another object, and mostly what was predicted.
    () => steady(() => readRecord(offline.peek, cacheId, fragment)),
    [offline, cacheId, fragment],
  )
  return useSyncExternalStore(subscribe, read, read)
}

/** A tag's name and colour show on every item that carries it. */
function touchesTags(changed: ReadonlySet<string>): boolean {
  for (const cacheId of changed) if (isTagId(cacheId)) return true
  return false
}
