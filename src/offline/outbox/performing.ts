/** What a person does: painted, stored, told to the other tabs; and what they do with what was refused. */
import type { AfterPaint } from '../after-paint.ts'
import type { Clock } from '../clock.ts'
import type { DerivedCache } from '../derived-cache.ts'
import type { Performed } from '../offline.ts'
import type { StoredOutbox } from '../storage/outbox-store.ts'
import type { StoreQueue, WriteOptions } from '../storage/store-queue.ts'
import type { TabMessage } from '../tabs/tabs.ts'
import type { Sendable } from './answering.ts'
import type { EditVariables, Entry, NamedEdit, TrayEntry } from './edit.ts'
import { entryFormat, recordId } from './entry.ts'
import { covers, planFold } from './fold.ts'
import type { Held, HeldEdits } from './held-edits.ts'
import type { SentUnread } from './sent-unread.ts'
import { createsOf, needsOf } from './touches.ts'
import { type Tray, takenBy } from './tray.ts'

export interface Performing {
  /** `insteadOf`: ids of the tray that leave the disk in the same write. */
  perform(edit: NamedEdit, variables: EditVariables, insteadOf?: readonly string[]): Performed
  /** As if nobody had done it: of an edit that nothing waits for, and only if it is certain not to have left this device. */
  withdraw(id: string): boolean
  /** From the tray: new edits with new tokens. Refuses what this version does not know. */
  tryAgain(trayId: string): Promise<void>
  discard(trayId: string): Promise<void>
  /** Tries once more to store what the device would not take. */
  storeUnpersisted(): void
  /** The same, in a while. */
  storeLater(): void
  /** How many the device would not take, unanswered or refused, but for those that are tried again this moment. */
  unkept(): number
  /** The account is left: no more tries. */
  stopStoring(): void
  /**
   * Stores what `there` lacks, after the store may have lost it or was opened late, and leaves alone what lies
   * there: another tab's word, or newer code's. What it does not take is known as not kept.
   */
  storeAgain(there: StoredOutbox): Promise<void>
  /** What was dropped here, to a tab that may have heard nothing for a while: it finds nothing of that on the disk. */
  tellDropped(): void
}

export interface PerformingParts {
  readonly cache: DerivedCache
  readonly edits: ReadonlyMap<string, NamedEdit>
  readonly held: HeldEdits
  readonly tray: Tray
  readonly sentUnread: SentUnread
  readonly queue: StoreQueue
  readonly copying: () => Promise<void> | undefined
  readonly clock: Clock
  /** Request-tokens. */
  readonly newId: () => string
  readonly nextKey: () => number
  readonly post: (message: TabMessage) => void
  readonly afterPaint: AfterPaint
  readonly knowEachOther: boolean
  /** Called when there is something new to send. */
  readonly onSendable: () => void
  /** Sends what is taken in this very moment, where nothing waits; whether it left. */
  readonly sendAhead: (next: Sendable) => boolean
}

/**
 * A full device has room again when something else is deleted, which nobody tells. Sooner than the lists come back that
 * left it (eviction.ts): they would take the room.
 */
const storeUnpersistedEveryMs = 25_000

/** Of what was dropped, to tell who comes back: more than anybody takes back while another tab is put aside. */
const mostDropped = 1_000

export function createPerforming(parts: PerformingParts): Performing {
  const { cache, edits, held, tray, queue, clock, newId, post, afterPaint } = parts

  const storing = new Set<Held>()
  let isStoringAgain = false
  let keeping: TrayEntry | undefined
  let stopped = false
  let cancel: (() => void) | undefined
  const dropped: string[] = []

  function store(
    one: Held,
    remove: readonly string[],
    removeTray: readonly string[] = [],
    options?: WriteOptions,
  ): Promise<void> {
    storing.add(one)
    one.free = true
    // It leaves while the disk works: where the page dies before it is stored, the server has it.
    queueMicrotask(parts.onSendable)
    return queue.write({ put: [one.entry], remove, removeTray }, options).then(
      () => {
        const isLate = one.stored === false
        storing.delete(one)
        held.replacedBy.delete(one.entry.id)
        one.stored = true
        // Answered meanwhile, from memory, or refused with what it needs: nobody else removes what came after that.
        if ((isLate || !held.leads()) && !held.get(one.entry.id)) {
          return void queue.write({ remove: [one.entry.id] }).catch(() => {})
        }
        if (held.get(one.entry.id)) {
          // Taken by the memory of this page alone, it is gone with this page.
          if (queue.keeps()) post({ type: 'stored', ids: [one.entry.id] })
          else post({ type: 'unkept', entry: one.entry, replaces: remove })
        }
        sayStored(one)
        // It takes writes again: perhaps also what it would not take before.
        void storeRefused(true)
      },
      (error: unknown) => {
        storing.delete(one)
        held.markStored(one, false)
        storeLater()
        const { entry } = one
        if (held.get(entry.id)) post({ type: 'unkept', entry, replaces: remove })
        // Not safe on this device: all the more reason to send it while the page lives.
        parts.onSendable()
        throw error
      },
    )
  }

  /** Once a kill cannot cost it, whatever the browser does to its database. */
  function sayStored(one: Held) {
    one.stored = true
    const copying = parts.copying()
    if (copying) void copying.then(() => one.stored === true && held.markStored(one, true))
    else held.markStored(one, true)
  }

  function storeUnpersisted() {
    cancel?.()
    cancel = undefined
    void storeRefused()
  }

  /**
   * One after the other: what fits is stored, whatever does not. The first of those that do not makes room, unless it is
   * `sparing`.
   */
  async function storeRefused(sparing = false): Promise<void> {
    const [refused, refusedTray] = [refusedByDisk(), tray.unkept()]
    if (isStoringAgain || refused.length + refusedTray.length === 0) return
    isStoringAgain = true
    let options: WriteOptions = { again: true, sparing }
    function spare() {
      options = { again: true, sparing: true }
    }
    for (const one of refused) {
      const remove = held.replacedBy.get(one.entry.id) ?? []
      if (isRefusedByDisk(one)) await store(one, remove, [], options).catch(spare)
    }
    for (const one of refusedTray) {
      if (!tray.unkept().includes(one)) continue
      // What was refused in a tab that is gone lies there still.
      const remove = held.withReplaced(takenBy(one))
      keeping = one
      const written = queue.write({ remove, putTray: [one] }, options)
      await written.then(() => tray.markKept(one.id, true), spare)
      keeping = undefined
    }
    isStoringAgain = false
    if (refusedByDisk().length + tray.unkept().length > 0) storeLater()
  }

  function storeLater() {
    if (!stopped) cancel ??= clock.after(storeUnpersistedEveryMs, storeUnpersisted)
  }

  /** And neither answered, folded nor refused by the server. */
  const isRefusedByDisk = (one: Held) =>
    one.stored === false &&
    one.answeredAt === undefined &&
    held.get(one.entry.id) === one &&
    !storing.has(one)

  const refusedByDisk = () => held.all().filter(isRefusedByDisk)

  /** `held.waiting` tells of what is taken in once those were told of it who follow the lists, and may do something. */
  const nothingWaits = () => held.all().every(one => one.answeredAt !== undefined)

  function makeEntry(edit: NamedEdit, variables: EditVariables): Entry {
    const seen = edit.seen?.(variables, cache)
    return {
      format: entryFormat,
      id: newId(),
      key: parts.nextKey(),
      name: edit.name,
      at: new Date(clock.now()).toISOString(),
      variables,
      attempts: 0,
      needs: needsOf(edit, variables, cache),
      creates: createsOf(edit, variables),
      deed: edit.deed(cache, variables),
      ...(seen && { seen }),
    }
  }

  /** Behind what stores them, and tells of them. */
  function drop(ids: readonly string[]): Promise<void> {
    held.change({ remove: ids })
    dropped.push(...ids)
    dropped.splice(0, dropped.length - mostDropped)
    return new Promise<void>((resolve, reject) =>
      afterPaint.run(() => {
        post({ type: 'dropped', ids })
        queue.write({ remove: ids }).then(resolve, reject)
      }),
    )
  }

  return {
    perform(edit, given, insteadOf) {
      // What cannot be stored is refused here, before it could spoil the transaction of others.
      const variables = structuredClone(given)
      const foldable = edit.fold !== undefined || edit.touches(variables).removes !== undefined
      // Where tabs do not know each other, another one may have sent what lies in the outbox.
      const plan =
        foldable && parts.knowEachOther && held.leads()
          ? planFold(held.all(), edit, variables)
          : { replaces: [], variables }
      if (plan.variables === undefined) return { id: newId(), durable: drop(plan.replaces) }
      const one = held.hold(makeEntry(edit, plan.variables), { own: true })
      // Done behind a frame, it is stored in the same breath: it leaves before what follows from it is worked out.
      const next = { entry: one.entry, edit, firstTry: true }
      if (afterPaint.isPainted() && nothingWaits() && parts.sendAhead(next)) {
        one.neverSent = false
        parts.sentUnread.sent(one)
      }
      const replaces = held.replace(one.entry.id, plan.replaces)
      held.change({ add: [one], remove: plan.replaces, covers: covers(edit) })
      const durable = new Promise<void>((resolve, reject) =>
        afterPaint.run(() => {
          store(one, replaces, insteadOf).then(resolve, reject)
          post({ type: 'added', entry: one.entry, replaces })
        }),
      )
      return { id: one.entry.id, durable }
    },

    withdraw(id) {
      const one = held.get(id)
      if (!one?.neverSent || !(one.own || one.stored) || !held.leads()) return false
      // What the disk refused no other tab has read.
      if (!parts.knowEachOther && one.stored !== false) return false
      drop(held.withReplaced([id])).catch(() => {})
      return true
    },

    async tryAgain(trayId) {
      const found = tray.entries.get().find(one => one.id === trayId)
      const again = found?.entries.flatMap(before => {
        const edit = edits.get(before.name)
        return edit ? [{ edit, before }] : []
      })
      if (!found || !again || again.length < Math.max(found.entries.length, 1)) {
        throw new Error(
          'This change was made by another version of Aisle and cannot be tried again.',
        )
      }
      tray.change([], [trayId])
      post({ type: 'tray', put: [], remove: [trayId] })
      const written = again.map(({ edit, before }) => {
        const one = held.hold(asSeenBefore(makeEntry(edit, before.variables), before), {
          own: true,
        })
        // A full device may have it in the outbox still.
        const replaces = held.replace(one.entry.id, [before.id])
        held.change({ add: [one] })
        post({ type: 'added', entry: one.entry, replaces })
        return store(one, replaces, [trayId])
      })
      await Promise.all(written)
    },

    async discard(trayId) {
      tray.change([], [trayId])
      post({ type: 'tray', put: [], remove: [trayId] })
      await queue.write({ removeTray: [trayId] })
    },

    storeUnpersisted,
    storeLater,
    unkept: () => refusedByDisk().length + tray.unkept().filter(one => one !== keeping).length,
    stopStoring() {
      stopped = true
      cancel?.()
    },

    async storeAgain(there) {
      const [ids, trayIds] = [there.entries, there.tray].map(all => new Set(all.map(recordId)))
      const lacking = held.all().filter(one => (one.stored || one.own) && !ids?.has(one.entry.id))
      for (const one of lacking) held.markStored(one, undefined)
      const lackingTray = tray.entries.get().filter(one => !trayIds?.has(one.id))
      try {
        await queue.write({
          put: lacking.map(one => one.entry),
          // Answered while the store was not there; a follower leaves that to the tab that sends.
          remove: held.leads() ? [...(ids ?? [])].filter(held.hasDeparted) : [],
          putTray: lackingTray,
          removeTray: [...(trayIds ?? [])].filter(tray.hasDeparted),
        })
        for (const one of lacking) sayStored(one)
        post({ type: 'stored', ids: lacking.map(one => one.entry.id) })
      } catch {
        for (const one of lacking) held.markStored(one, false)
        for (const { id } of lackingTray) tray.markKept(id, false)
        storeLater()
      }
    },

    tellDropped() {
      if (dropped.length > 0) post({ type: 'dropped', ids: dropped })
    },
  }
}

/** It keeps its words, and of what is gone from this device the content, as when the edit was first done. */
function asSeenBefore(again: Entry, { seen, deed, sentence }: Entry): Entry {
  const whole = {
    ...again,
    ...(seen && { seen: again.seen ? withAllSeen(again.seen, seen) : seen }),
  }
  if (deed) return { ...whole, deed }
  if (sentence === undefined || again.seen !== undefined) return whole
  const { deed: _, ...unnamed } = whole
  return { ...unnamed, sentence }
}

/** Of several records those that are gone meanwhile, too. */
function withAllSeen(again: EditVariables, before: EditVariables): EditVariables {
  if (!Array.isArray(again.items) || !Array.isArray(before.items)) return again
  const there = new Set(again.items.map(recordId))
  const gone = before.items.filter(one => !there.has(recordId(one)))
  return { ...again, items: [...again.items, ...gone] }
}
