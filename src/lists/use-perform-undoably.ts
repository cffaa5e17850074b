import { useCallback } from 'react'
import { performUndoably } from '../cache/undo.ts'
import { useOffline } from '../cache/use-offline.tsx'
import type { Edit, EditVariables } from '../offline/edit.ts'
import { useTellDone } from './use-tell-done.ts'

/** Does an edit and offers to take it back, under a title. */
export function usePerformUndoably() {
  const offline = useOffline()
  const tellDone = useTellDone()
  return useCallback(
    <Variables extends EditVariables, Answer>(
      edit: Edit<Variables, Answer>,
      variables: Variables,
      title: string,
      text: string,
    ): void => tellDone(performUndoably(offline, edit, variables), { title, text }),
    [offline, tellDone],
  )
}
