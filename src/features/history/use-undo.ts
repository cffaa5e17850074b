import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { historyOf } from '../../cache/undo/undo.ts'
import { recordOfActivity } from '../../cache/undo/undo-elsewhere.ts'
import type { UndoHistory } from '../../cache/undo/undo-history.ts'
import type { UndoRecord } from '../../cache/undo/undo-step.ts'
import type { ActivityFieldsFragment } from '../../generated/operations.ts'

/** What this person did on this device; undefined if the account was opened without undo. */
function useUndoHistory(): UndoHistory | undefined {
  return historyOf(useOffline())
}

/** One's own changes of a list that this device knows how to take back, newest first. */
export function useUndoRecords(listId: string): readonly UndoRecord[] {
  const history = useUndoHistory()
  const subscribe = useCallback(
    (listener: () => void) => history?.version.subscribe(listener) ?? (() => {}),
    [history],
  )
  // Another tab may have done something since this one read the log.
  useEffect(() => void history?.reload(), [history])
  const read = () => history?.of(listId) ?? none
  return useSyncExternalStore(subscribe, read, read)
}

const none: readonly UndoRecord[] = []

/** Whether nothing is left to take back of a record. */
export function useIsOver(): (record: UndoRecord) => boolean {
  const history = useUndoHistory()
  return record => history?.isOver(record) ?? true
}

/** Lets this device take back what the server tells that the person did on another one. */
export function useAdopt(userId: number): (told: readonly ActivityFieldsFragment[]) => void {
  const history = useUndoHistory()
  return useCallback(
    told => {
      const mine = told.filter(activity => activity.userId === userId)
      history?.adopt(mine.flatMap(activity => recordOfActivity(activity) ?? []))
    },
    [history, userId],
  )
}

/** Takes one change back, and answers whether anything was; `tell` hears what came of it. */
export function useUndo(tell: (sentence: string) => void): (recordId: string) => boolean {
  const history = useUndoHistory()
  return recordId => {
    const outcome = history?.undo(recordId)
    if (outcome) tell(outcome.sentence)
    return outcome !== undefined && outcome.kind !== 'nothing'
  }
}
