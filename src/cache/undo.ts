/**
 * Undo that outlives the toast: an `Offline` that remembers how to take back what is performed through it.
 * Taking back means performing further edits, so it works without a network like everything else.
 */
import { derivedId } from '../../rules/copy.ts'
import type { Edit, EditVariables, NamedEdit } from '../offline/edit.ts'
import type { Offline, Performed } from '../offline/offline.ts'
import type { Readable } from '../offline/readable.ts'
import { fillGuards, type IsMine, renew, renewals, resolveStep } from './undo-guard.ts'
import { inverseOf } from './undo-inverse.ts'
import { createUndoLog, type UndoLog } from './undo-log.ts'
import type { UndoRecord, UndoStep } from './undo-step.ts'
import type { UndoStorage } from './undo-storage.ts'
import { isSameValue } from './undo-values.ts'
import { createUndoView } from './undo-view.ts'

export interface UndoOutcome {
  /** `partly` where somebody changed a part of it since; `nothing` where all of it, or it was undone before. */
  readonly kind: 'undone' | 'partly' | 'nothing'
  /** For the person: what was taken back, and what stays and why. */
  readonly sentence: string
}

export interface UndoHistory {
  /** What the person did to a list on this device, newest first, at most 50. */
  of(listId: string): readonly UndoRecord[]
  /** The same of all lists and of the account. */
  all(): readonly UndoRecord[]
  /** Counts the changes of the log. */
  readonly version: Readable<number>
  undo(recordId: string): UndoOutcome
  /** Takes back the last thing that still can be, of one list or of all. */
  undoLast(listId?: string): UndoOutcome
  /** Several edits as one thing: one record, one undo. Undefined where `work` performed none. */
  together(sentence: string, work: (perform: Perform) => void): Performed | undefined
  /** Reads again what other tabs have written. */
  reload(): Promise<void>
  /** Resolves when the log is on the device. */
  settled(): Promise<void>
}

export type Perform = Offline['perform']

export interface UndoableOffline extends Offline {
  readonly history: UndoHistory
}

export interface UndoParts {
  readonly storage: UndoStorage
  /** Every edit by its name, `restoreShoppingList` included. */
  readonly edits: ReadonlyMap<string, NamedEdit>
  readonly newId: () => string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * Hand the answer out in place of `offline`: screens go on calling `perform`. What was remembered on this
 * device is read in the background; `wipe` removes it.
 */
export function withUndo(offline: Offline, parts: UndoParts): UndoableOffline {
  const log = createUndoLog(parts.storage)
  const view = createUndoView(cacheId => offline.peek(cacheId))
  void log.reload()

  const performing = (note: (step: Noted) => void): Perform => {
    return (edit, variables) => {
      const inverse = inverseOf(edit.name, variables, view, parts.newId)
      const sentence = inverse ? edit.sentence(offline.cache, variables) : ''
      const performed = offline.perform(edit, variables)
      if (inverse) {
        const isWaiting = offline.waiting.get().some(({ id }) => id === performed.id)
        const steps = fillGuards((!isWaiting && inverse.neverSent) || inverse.steps, view)
        note({ listId: inverse.listId, steps, sentence, performed })
      }
      return performed
    }
  }
  const remember = (noted: readonly Noted[], sentence?: string) => {
    const [first] = noted
    if (!first) return
    log.add({
      format: 1,
      id: first.performed.id,
      listId: first.listId,
      at: new Date(parts.now()).toISOString(),
      sentence: sentence ?? first.sentence,
      // What was done last is taken back first.
      steps: noted.toReversed().flatMap(({ steps }) => steps),
      tokens: noted.map(({ performed }) => performed.id),
    })
  }

  const undo = (recordId: string): UndoOutcome => {
    const record = log.find(recordId)
    if (!record || record.undoneAt !== undefined) return nothing('There is nothing left to undo.')
    const isMine = laterValues(log, record)
    const kept: string[] = []
    let done = 0
    const renewed = new Map<string, string>()
    for (const step of record.steps) {
      const resolved = resolveStep(step, view, isMine)
      if (resolved.kept !== undefined) kept.push(resolved.kept)
      const edit = resolved.edit && parts.edits.get(resolved.edit.name)
      if (!resolved.edit || !edit) continue
      offline.perform(edit, resolved.edit.variables)
      done += 1
      for (const [old, id] of renewals(step, derivedId)) renewed.set(old, id)
    }
    if (done === 0) return nothing(kept.length > 0 ? told(kept) : 'There is nothing left to undo.')
    const undoneAt = new Date(parts.now()).toISOString()
    log.change(other => {
      if (other.id === record.id) return { ...other, undoneAt }
      return renewed.size > 0 && mentions(other, renewed) ? renew(other, renewed) : other
    })
    const sentence = [`Undone: ${record.sentence}.`, told(kept)].join(' ').trim()
    return { kind: kept.length > 0 ? 'partly' : 'undone', sentence }
  }

  // What the server refused was never done: its record goes, the tray has it.
  const endWatching = offline.tray.subscribe(() => {
    const refused = new Set(
      offline.tray.get().flatMap(({ id, entries }) => [id, ...entries.map(entry => entry.id)]),
    )
    log.change(record => (record.tokens.some(token => refused.has(token)) ? undefined : record))
  })

  const history: UndoHistory = {
    of: log.of,
    all: log.all,
    version: log.version,
    reload: log.reload,
    settled: log.settled,
    undo,
    undoLast(listId) {
      const records = listId === undefined ? log.all() : log.of(listId)
      const last = records.find(record => record.undoneAt === undefined)
      return last ? undo(last.id) : nothing('There is nothing left to undo.')
    },
    together(sentence, work) {
      const noted: Noted[] = []
      const all: Performed[] = []
      const perform = performing(step => noted.push(step))
      work((edit, variables) => {
        const performed = perform(edit, variables)
        all.push(performed)
        return performed
      })
      remember(noted, sentence)
      const [first] = all
      return (
        first && {
          id: first.id,
          durable: Promise.all(all.map(({ durable }) => durable)).then(() => undefined),
        }
      )
    },
  }

  return {
    userId: offline.userId,
    cache: offline.cache,
    peek: cacheId => offline.peek(cacheId),
    receipt: offline.receipt,
    dismissReceipt: () => offline.dismissReceipt(),
    opened: cacheId => offline.opened(cacheId),
    sync: offline.sync,
    waiting: offline.waiting,
    tray: offline.tray,
    onChanged: listener => offline.onChanged(listener),
    mark: cacheId => offline.mark(cacheId),
    onMarked: listener => offline.onMarked(listener),
    tryAgain: trayId => offline.tryAgain(trayId),
    discard: trayId => offline.discard(trayId),
    sendNow: () => offline.sendNow(),
    refresh: options => offline.refresh(options),
    resume: () => offline.resume(),
    perform: performing(step => remember([step])),
    history,
    async close() {
      endWatching()
      await log.settled()
      await offline.close()
    },
    async wipe() {
      endWatching()
      await Promise.all([log.destroy(), offline.wipe()])
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

/** Several edits as one thing to take back. `undo` is undefined where nothing can be. */
export function performTogether(
  offline: Offline,
  sentence: string,
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
  const performed = history.together(sentence, work)
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

interface Noted {
  readonly listId: string
  readonly steps: readonly UndoStep[]
  readonly sentence: string
  readonly performed: Performed
}

/** What the person themselves put into a field after the given record. */
function laterValues(log: UndoLog, record: UndoRecord): IsMine {
  const all = log.all()
  const later = all.slice(0, all.indexOf(record))
  const guards = later.flatMap(({ steps }) => steps.flatMap(({ guard }) => guard ?? []))
  return (cacheId, field, value) =>
    guards.some(
      guard =>
        guard.cacheId === cacheId &&
        field in guard.mine &&
        isSameValue(cacheId, value, guard.mine[field]),
    )
}

function mentions(record: UndoRecord, renewed: ReadonlyMap<string, string>): boolean {
  const text = JSON.stringify(record)
  return [...renewed.keys()].some(id => text.includes(id))
}

function told(kept: readonly string[]): string {
  const [first] = kept
  if (first === undefined || kept.length === 1) return first ?? ''
  return `${first} ${kept.length - 1} more ${kept.length === 2 ? 'was' : 'were'} changed since, too.`
}

function nothing(sentence: string): UndoOutcome {
  return { kind: 'nothing', sentence }
}
