import { useCallback } from 'react'
import { useOffline } from '../cache/hooks/use-offline.tsx'
import type { Edit, EditVariables } from '../offline/outbox/edit.ts'
import { useTellUnkept } from './use-tell-unkept.ts'

/** Does an edit; says so where this device could not keep it. */
export function usePerform() {
  const offline = useOffline()
  const tellUnkept = useTellUnkept()
  return useCallback(
    <Variables extends EditVariables, Answer>(
      edit: Edit<Variables, Answer>,
      variables: Variables,
    ): void => tellUnkept(offline.perform(edit, variables).durable),
    [offline, tellUnkept],
  )
}
