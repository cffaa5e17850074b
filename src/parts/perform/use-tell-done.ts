import { useCallback } from 'react'
import type { UndoOutcome } from '../../cache/undo/undo-history.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { useTellUnpersisted } from './use-tell-unpersisted.ts'

interface Done {
  readonly durable: Promise<void>
  /** Undefined if it cannot be taken back. */
  readonly undo: (() => UndoOutcome) | undefined
}

interface Words {
  /** One sentence: “2 items tagged”. */
  readonly text: string
  readonly type?: 'info' | 'success'
}

/** Says what was done and offers to take it back; of what could be taken back only in part it says why. */
export function useTellDone(): (done: Done, words: Words) => void {
  const toasts = useToasts()
  const tellUnpersisted = useTellUnpersisted()
  return useCallback(
    ({ durable, undo }, { text, type = 'info' }) => {
      tellUnpersisted(durable)
      function handleUndo() {
        const outcome = undo?.()
        if (outcome === undefined || outcome.kind === 'undone') return
        toasts.show({ type: 'info', text: outcome.sentence })
      }
      toasts.show({
        type,
        text,
        ...(undo && { action: { label: 'Undo', onPress: handleUndo } }),
      })
    },
    [toasts, tellUnpersisted],
  )
}
