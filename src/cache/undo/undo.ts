/**
 * Undo that outlives the toast: an `Offline` that remembers how to take back what is performed through it.
 * Taking back means performing further edits, so it works without a network like everything else.
 */

import type { Offline, Performed } from '../../offline/offline.ts'
import type { Edit, EditVariables } from '../../offline/outbox/edit.ts'
import type { Deed } from '../edits/deed.ts'
import {
  createRecorder,
  type Perform,
  type UndoHistory,
  type UndoOutcome,
  type UndoParts,
} from './undo-history.ts'

export interface UndoableOffline extends Offline {
  readonly history: UndoHistory
}

/** Hand the answer out in place of `offline`: screens go on calling `perform`. `wipe` removes the log, too. */
export function withUndo(offline: Offline, parts: UndoParts): UndoableOffline {
  const recorder = createRecorder(offline, parts)
  // Another tab's sign-out, too.
  void offline.left.then(recorder.leave)
  return {
    ...offline,
    perform: recorder.perform,
    history: recorder.history,
    async close() {
      await recorder.close()
      await offline.close()
    },
    leave() {
      recorder.leave()
      offline.leave()
    },
    async wipe() {
      await Promise.all([recorder.destroy(), offline.wipe()])
    },
  }
}

/** The one call for screens that offer "Undo" at once: performs, and hands back what takes it back. */
export function performUndoably<Variables extends EditVariables, Answer>(
  offline: Offline,
  edit: Edit<Variables, Answer>,
  variables: Variables,
): Performed & { readonly undo: (() => UndoOutcome) | undefined } {
  const performed = offline.perform(edit, variables)
  const history = historyOf(offline)
  const undoable = history?.all()[0]?.id === performed.id
  return {
    ...performed,
    undo: history && undoable ? () => history.undo(performed.id) : undefined,
  }
}

/** Several edits as one thing to take back. `undo` is undefined if nothing can be. */
export function performTogether(
  offline: Offline,
  deed: Deed,
  work: (perform: Perform) => void,
): { readonly durable: Promise<void>; readonly undo: (() => UndoOutcome) | undefined } {
  const history = historyOf(offline)
  if (!history) {
    const all: Promise<void>[] = []
    work((edit, variables) => {
      const performed = offline.perform(edit, variables)
      all.push(performed.durable)
      return performed
    })
    return { durable: Promise.all(all).then(() => undefined), undo: undefined }
  }
  const performed = history.together(deed, work)
  const record = history.all().find(({ tokens }) => tokens.includes(performed?.id ?? ''))
  return {
    durable: performed?.durable ?? Promise.resolve(),
    undo: record && (() => history.undo(record.id)),
  }
}

/** The history of an `Offline` made by `withUndo`. */
export function historyOf(offline: Offline): UndoHistory | undefined {
  return isUndoable(offline) ? offline.history : undefined
}

function isUndoable(offline: Offline): offline is UndoableOffline {
  return 'history' in offline
}
