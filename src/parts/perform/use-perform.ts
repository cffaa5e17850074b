import { useCallback } from 'react'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import type { Edit, EditVariables } from '../../offline/outbox/edit.ts'
import { useTellUnpersisted } from './use-tell-unpersisted.ts'

/** Does an edit, whose id it answers; says so where this device could not keep it. */
export function usePerform() {
  const offline = useOffline()
  const tellUnpersisted = useTellUnpersisted()
  return useCallback(
    <Variables extends EditVariables, Answer>(
      edit: Edit<Variables, Answer>,
      variables: Variables,
    ): string => {
      const { id, durable } = offline.perform(edit, variables)
      tellUnpersisted(durable)
      return id
    },
    [offline, tellUnpersisted],
  )
}
