/** The latest of a list's history, kept with the list, so that it can be read without a network. */
import { useCallback } from 'react'
import { sameJson } from '../../../rules/same-json.ts'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { useRecord } from '../../cache/hooks/use-record.ts'
import { historyCacheId, historyFields } from '../../cache/records/local-records.ts'
import type { ActivityFieldsFragment } from '../../generated/operations.ts'

/** What is undone there is told by the device's own log: a kept activity carries no values. */
export function useKeptHistory(listId: string) {
  const offline = useOffline()
  const cacheId = historyCacheId(listId)
  const activities = useRecord(cacheId, historyFields)?.activities ?? nothing
  const keep = useCallback(
    (told: readonly ActivityFieldsFragment[]) => {
      const plain = told.map(activity => ({ ...activity, undo: null }))
      const kept = { id: cacheId, fragment: historyFields }
      const known = offline.cache.readFragment({ ...kept, optimistic: true })
      if (sameJson(known?.activities, plain)) return
      offline.cache.writeFragment({
        ...kept,
        data: { __typename: 'KeptHistory', id: listId, activities: plain },
      })
    },
    [offline, cacheId, listId],
  )
  return { activities, keep }
}

const nothing: readonly ActivityFieldsFragment[] = []
