import { useCallback } from 'react'
import { performUndoably } from '../cache/undo.ts'
import { useOffline } from '../cache/use-offline.tsx'
import type { Edit, EditVariables } from '../offline/edit.ts'
import { useToasts } from '../ui/toasts.tsx'

/** Does an edit and offers to take it back, under a title; without one it is done silently. */
export function usePerformUndoably() {
  const offline = useOffline()
  const toasts = useToasts()
  return useCallback(
    <Variables extends EditVariables, Answer>(
      edit: Edit<Variables, Answer>,
      variables: Variables,
      title: string | undefined,
      text: string,
    ): void => {
      const { durable, undo } = performUndoably(offline, edit, variables)
      durable.catch(() =>
        toasts.show({
          text: 'This device could not keep your last change. It is lost when this page closes before it was sent. Make room on the device.',
        }),
      )
      if (title === undefined) return
      const handleUndo = () => {
        const outcome = undo?.()
        if (outcome === undefined || outcome.kind === 'undone') return
        toasts.show({ type: 'info', title: 'UNDONE IN PART', text: outcome.sentence })
      }
      toasts.show({
        type: 'info',
        title,
        text,
        ...(undo && { action: { label: 'Undo', onPress: handleUndo } }),
      })
    },
    [offline, toasts],
  )
}
