import type { TypedDocumentNode } from '@apollo/client'
import { useMemo, useSyncExternalStore } from 'react'
import { readRootRecords } from '../records/plain-records.ts'
import { steady } from './steady.ts'
import { useOffline } from './sync/use-offline.tsx'
import { useRootChanges } from './use-root-changes.ts'

/**
 * The records that a field of the root names, in the server's order; undefined until it was heard once. `type` is
 * what the field answers with: "Unit".
 */
export function useRootRecords<T>(
  field: string,
  type: string,
  fragment: TypedDocumentNode<T, Record<string, never>>,
): readonly T[] | undefined {
  const { peek } = useOffline()
  const read = useMemo(
    () => steady(() => readRootRecords(peek, field, fragment)),
    [peek, field, fragment],
  )
  return useSyncExternalStore(useRootChanges(type), read, read)
}
