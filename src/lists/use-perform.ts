import { useCallback } from 'react'
import { useOffline } from '../cache/use-offline.tsx'
import type { Edit, EditVariables } from '../offline/edit.ts'
import { useToasts } from '../ui/toasts.tsx'

/** Does an edit; says so where this device could not keep it. */
export function usePerform() {
  const offline = useOffline()
  const toasts = useToasts()
  return useCallback(
    <Variables extends EditVariables, Answer>(
      edit: Edit<Variables, Answer>,
      variables: Variables,
    ): void => {
      offline.perform(edit, variables).durable.catch(() =>
        toasts.show({
          text: 'This device could not keep your last change. It is lost when this page closes before it was sent. Make room on the device.',
        }),
      )
    },
    [offline, toasts],
  )
}
