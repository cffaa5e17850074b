/** What a person did on this device, and elsewhere as far as it was told, and how it is taken back. */

import { cleanName } from '../../../rules/text.ts'
import type { Offline, Performed } from '../../offline/offline.ts'
import type { EditVariables } from '../../offline/outbox/edit.ts'
import type { Readable } from '../../offline/readable.ts'
import type { NamedAppEdit } from '../edits/app-edit.ts'
import { type Deed, deedSentence } from '../edits/deed.ts'
import { idOf, isListId, listCacheId } from '../records/cache-ids.ts'
import { textOf } from '../records/edit-variables.ts'
import { accountUnit } from '../records/local-records.ts'
import { baseRecords, seenRecords } from '../records/reader.ts'
import { withItemBack } from './undo-came-back.ts'
import { doneLater } from './undo-done-later.ts'
import { fillGuards, isOver, resolveStep } from './undo-guard.ts'
import { createUndoLog } from './undo-log.ts'
import { renew, renewals, takenBackElsewhere } from './undo-renewal.ts'
import type { UndoRecord, UndoStep } from './undo-step.ts'
import type { UndoStorage } from './undo-storage.ts'
import { createUnsent } from './undo-unsent.ts'

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
  /** Whether nothing is left to take back of it: it was undone, here or elsewhere, or is again as it was. */
  isOver(record: UndoRecord): boolean
  undo(recordId: string): UndoOutcome
  /** A deleted item was made anew, as `backId`: what deleted it brings back the others alone. */
  cameBack(itemId: string, backId: string): void
  /** What the person did elsewhere, as the server told of it: from now on this device can take it back. */
  adopt(records: readonly UndoRecord[]): void
  /** Takes back the last thing of this device that still can be, of one list or of all; says once of each that it cannot. */
  undoLast(listId?: string): UndoOutcome
  /** Several edits as one thing: one record, one undo. Undefined where `work` performed none. */
  together(deed: Deed, work: (perform: Perform) => void): Performed | undefined
  /** Resolves when what was remembered on this device was read, with which it begins. */
  readonly read: Promise<void>
  /** Reads again what other tabs have written. */
  reload(): Promise<void>
  /** Resolves when the log is on the device. */
  settled(): Promise<void>
}

export type Perform = Offline['perform']

export interface UndoParts {
  readonly storage: UndoStorage
  /** Every edit by its name, `restoreShoppingList` included. */
  readonly edits: ReadonlyMap<string, NamedAppEdit>
  readonly newId: () => string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export interface Recorder {
  readonly history: UndoHistory
  /** Performs, and remembers how it is taken back. */
  readonly perform: Perform
  /** Stops listening; resolves when the log is on the device. */
  close(): Promise<void>
  /** Stops listening at once, and writes nothing more. */
  leave(): void
  /** Stops listening and leaves nothing on the device. */
  destroy(): Promise<void>
}

/** What was remembered on this device is read in the background; until then `undoLast` knows nothing of it. */
export function createRecorder(offline: Offline, parts: UndoParts): Recorder {
  const log = createUndoLog(parts.storage, parts.now)
  const view = seenRecords(offline)
  const unsent = createUnsent(offline, view)
  /** Told once, what others changed since does not stand before all that was done earlier. */
  const stuck = new Set<string>()
  /** Ids of lists that went while this tab looked on. */
  const went = new Set<string>()
  let isLoaded = false
  let isStart = true
  const read = reload()

  function performing(note: (step: Noted) => void): Perform {
    return (edit, variables, insteadOf) => {
      const known = parts.edits.get(edit.name)
      const inverse = known?.inverse?.(variables, view, parts.newId)
      const deed = inverse && known?.deed(offline.cache, variables)
      const before = offline.waiting.get()
      const performed = offline.perform(edit, variables, insteadOf)
      unsent.note(performed.id, before)
      if (inverse && deed && inverse.steps.length > 0) {
        const isWaiting = offline.waiting.get().some(({ id }) => id === performed.id)
        const steps = fillGuards((!isWaiting && inverse.neverSent) || inverse.steps, view)
        note({ listId: inverse.listId, steps, deed, performed })
      }
      return performed
    }
  }
  function remember(noted: readonly Noted[], deed?: Deed) {
    const [first] = noted
    if (!first) return
    log.add({
      format: 1,
      id: first.performed.id,
      listId: first.listId,
      at: new Date(parts.now()).toISOString(),
      deed: deed ?? first.deed,
      // What was done last is taken back first.
      steps: noted
        .toReversed()
        .flatMap(({ steps, performed: { id: token } }) => steps.map(step => ({ ...step, token }))),
      tokens: noted.map(({ performed }) => performed.id),
    })
  }

  function undo(recordId: string): UndoOutcome {
    const record = log.find(recordId)
    if (!record || record.undoneAt !== undefined) return nothingLeft
    const isMine = doneLater(log.all(), record)
    const standsWhole = () =>
      record.steps.every(step => !resolveStep(step, view, isMine).kept?.length)
    const steps = unsent.withdraw(record, standsWhole) ? [] : record.steps
    const kept: string[] = []
    const undoTokens: string[] = []
    const renewed = new Map<string, string>()
    const called: string[] = []
    for (const step of steps) {
      const resolved = resolveStep(step, view, isMine)
      kept.push(...(resolved.kept ?? []))
      const edit = resolved.edit && parts.edits.get(resolved.edit.name)
      if (!resolved.edit || !edit) continue
      const { id } = offline.perform(edit, resolved.edit.variables)
      undoTokens.push(id)
      called.push(...calledOtherwise(resolved.edit.variables))
      for (const [old, anew] of renewals(step, log.all())) renewed.set(old, anew)
    }
    if (steps.length > 0 && undoTokens.length === 0)
      return kept.length > 0 ? nothing(told(kept)) : nothingLeft
    const undoneAt = new Date(parts.now()).toISOString()
    log.change(other => {
      if (other.id === record.id) return { ...other, undoneAt, undoTokens }
      return renewed.size > 0 ? renew(other, renewed) : other
    })
    const sentence = [`Undone: ${deedSentence(record.deed)}.`, ...called, told(kept)]
      .join(' ')
      .trim()
    return { kind: kept.length > 0 ? 'partly' : 'undone', sentence }
  }

  /** Another list may have its name by now. */
  function calledOtherwise(variables: EditVariables): readonly string[] {
    const list = view.list(textOf(variables, 'newId') || textOf(variables, 'id'))
    const wanted = cleanName(textOf({ ...variables, ...Object(variables.shown) }, 'name'))
    return !list || wanted === '' || list.name === wanted
      ? []
      : [`The name was taken: it is called “${list.name}” now.`]
  }

  function isOverNow(record: UndoRecord): boolean {
    if (record.undoneAt !== undefined) return true
    const isMine = doneLater(log.all(), record)
    return record.steps.every(step => isOver(step, view, isMine))
  }

  async function reload() {
    await log.reload()
    isLoaded = true
    dropRefused()
    dropGone()
  }

  /** What the server refused was never done: its steps go, the tray has it. */
  function dropRefused() {
    const refused = new Set(
      offline.tray.get().flatMap(({ id, entries }) => [id, ...entries.map(entry => entry.id)]),
    )
    const isRefused = (token: string) => refused.has(token)
    log.change(record =>
      record.tokens.some(isRefused) ? withoutRefused(record, isRefused) : record,
    )
  }

  /** Of a list that was taken away nothing can be undone; one that the person deleted themselves can be brought back. */
  function dropGone() {
    const { initialised, storage } = offline.sync.get()
    // Before the server has told of all lists, and the device what waits, one that is not there may come yet.
    if (!isLoaded || !initialised || storage === 'memory-only') return
    const base = baseRecords(offline.cache)
    const renewable = new Set(
      log.all().flatMap(({ steps }) => steps.flatMap(({ renews = {} }) => Object.keys(renews))),
    )
    const isGone = (listId: string) =>
      listId !== accountUnit &&
      // Later on, of a list that another tab made this one may not have heard yet.
      (isStart || went.has(listId)) &&
      !renewable.has(listId) &&
      offline.peek(listCacheId(listId)) === undefined &&
      base.list(listId) === undefined
    log.change(record => (isGone(record.listId) ? undefined : record))
    isStart = false
  }
  const ends = [
    offline.tray.subscribe(dropRefused),
    offline.sync.subscribe(() => isStart && dropGone()),
    offline.onChanged(ids => {
      const lists = [...ids].filter(id => isListId(id) && offline.peek(id) === undefined)
      for (const cacheId of lists) went.add(idOf(cacheId))
      // Once what deleted it is remembered, be it by another tab.
      if (lists.length > 0) queueMicrotask(reload)
    }),
  ]
  function endWatching() {
    for (const end of ends) end()
  }

  const history: UndoHistory = {
    of: log.of,
    all: log.all,
    version: log.version,
    read,
    reload,
    settled: log.settled,
    isOver: isOverNow,
    undo,
    cameBack(itemId, backId) {
      const at = new Date(parts.now()).toISOString()
      log.change(record => withItemBack(record, itemId, backId, at))
    },
    adopt(told) {
      const undoneAt = new Date(parts.now()).toISOString()
      for (const { deletionId, renewed } of takenBackElsewhere(log.all(), told)) {
        log.change(record =>
          record.id === deletionId ? { ...record, undoneAt } : renew(record, renewed),
        )
      }
      log.adopt(told)
    },
    undoLast(listId) {
      const records = listId === undefined ? log.all() : log.of(listId)
      for (const { id, undoneAt, elsewhere } of records) {
        if (undoneAt !== undefined || elsewhere || stuck.has(id)) continue
        const outcome = undo(id)
        if (outcome === nothingLeft) continue
        if (outcome.kind === 'nothing') stuck.add(id)
        return outcome
      }
      return nothingLeft
    },
    together(deed, work) {
      const noted: Noted[] = []
      const all: Performed[] = []
      const perform = performing(step => noted.push(step))
      work((edit, variables) => {
        const performed = perform(edit, variables)
        all.push(performed)
        return performed
      })
      remember(noted, deed)
      // What has no inverse stands in no record: the id is one that finds it.
      const first = noted[0]?.performed ?? all[0]
      return (
        first && {
          id: first.id,
          durable: Promise.all(all.map(({ durable }) => durable)).then(() => undefined),
        }
      )
    },
  }

  return {
    history,
    perform: performing(step => remember([step])),
    async close() {
      endWatching()
      await log.settled()
    },
    leave() {
      endWatching()
      parts.storage.leave()
    },
    async destroy() {
      endWatching()
      await log.destroy()
    },
  }
}

interface Noted {
  readonly listId: string
  readonly steps: readonly UndoStep[]
  readonly deed: Deed
  readonly performed: Performed
}

/** What the server took all the same of several edits; undefined where nothing, or where an older record does not say. */
function withoutRefused(
  record: UndoRecord,
  isRefused: (token: string) => boolean,
): UndoRecord | undefined {
  const steps = record.steps.filter(({ token }) => token !== undefined && !isRefused(token))
  if (steps.length === 0) return undefined
  return { ...record, steps, tokens: record.tokens.filter(token => !isRefused(token)) }
}

function told(all: readonly string[]): string {
  const [first, ...others] = new Set(all)
  if (first === undefined || others.length === 0) return first ?? ''
  return `${first} ${others.length} more ${others.length === 1 ? 'was' : 'were'} changed since, too.`
}

const nothingLeft = nothing('There is nothing left to undo.')

function nothing(sentence: string): UndoOutcome {
  return { kind: 'nothing', sentence }
}
