import { useCallback } from 'react'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { performUndoably } from '../../cache/undo/undo.ts'
import type { Edit, EditVariables } from '../../offline/outbox/edit.ts'
import { useTellDone } from './use-tell-done.ts'

/** Does an edit, says so in a sentence, which may look at what came of it, and offers to take it back. */
export function usePerformUndoably() {
  const offline = useOffline()
  const tellDone = useTellDone()
  return useCallback(
    <Variables extends EditVariables, Answer>(
      edit: Edit<Variables, Answer>,
      variables: Variables,
      sentence: string | (() => string),
    ): void => {
      const performed = performUndoably(offline, edit, variables)
      tellDone(performed, { text: typeof sentence === 'string' ? sentence : sentence() })
    },
    [offline, tellDone],
  )
}
