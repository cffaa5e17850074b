/** The latest of a list's history, kept with the list, so that it can be read without a network. */
import { useCallback } from 'react'
import { useOffline } from '../../cache/hooks/use-offline.tsx'
import { useRecord } from '../../cache/hooks/use-record.ts'
import { historyCacheId, historyFields } from '../../cache/records/local-records.ts'
import type { ActivityFieldsFragment } from '../../generated/operations.ts'

export interface HistoryOnDevice {
  readonly activities: readonly ActivityFieldsFragment[]
  readonly keep: (activities: readonly ActivityFieldsFragment[]) => void
}

/** What is undone there is told by the device's own log: a kept activity carries no values. */
export function useKeptHistory(listId: string): HistoryOnDevice {
  const offline = useOffline()
  const cacheId = historyCacheId(listId)
  const activities = useRecord(cacheId, historyFields)?.activities ?? nothing
  const keep = useCallback(
    (told: readonly ActivityFieldsFragment[]) => {
      const plain = told.map(activity => ({ ...activity, undo: null }))
      if (JSON.stringify(offline.peek(cacheId)?.activities) === JSON.stringify(plain)) return
      offline.cache.writeFragment({
        id: cacheId,
        fragment: historyFields,
        data: { __typename: 'KeptHistory', id: listId, activities: plain },
      })
    },
    [offline, cacheId, listId],
  )
  return { activities, keep }
}

const nothing: readonly ActivityFieldsFragment[] = []
