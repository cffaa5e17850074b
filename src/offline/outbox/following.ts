/** What this tab learns of edits that it did not make: from the store, and from the other tabs. */
import type { Clock } from '../clock.ts'
import type { DerivedCache } from '../derived-cache.ts'
import { isStoredRecord } from '../storage/outbox-changes.ts'
import type { StoredOutbox } from '../storage/outbox-store.ts'
import type { StoreQueue } from '../storage/store-queue.ts'
import { sortStored } from '../storage/stored-outbox.ts'
import type { TabMessage } from '../tabs/tabs.ts'
import type { Answering } from './answering.ts'
import type { Entry, NamedEdit, Refusal, TrayEntry } from './edit.ts'
import { readEntry, readTrayEntry } from './entry.ts'
import { covers } from './fold.ts'
import type { HeldEdits } from './held-edits.ts'
import { putBefore, type SentUnread } from './sent-unread.ts'
import { type Tray, takenBy } from './tray.ts'

export interface Following {
  /**
   * Reads the store: what lies there and is not known joins, what is known as stored and lies there no
   * more goes. `alone` where no other tab runs that could know more edits than this one.
   */
  load(options: { readonly alone: boolean }): Promise<void>
  /**
   * Stores what the second copy alone had, but what has left this tab for good, in an outbox that was made anew; the
   * next reading knows it. Answers with how many they are; rejects where the storage would not take them.
   */
  takeIn(copied: StoredOutbox): Promise<number>
  /** What was refused in another tab and never found in the store is this one's to be kept: that tab may be gone. */
  keepTray(): void
  hear(message: TabMessage): void
  /**
   * What the other tabs said for a while is not known here, nor will be: until the next catch-up, what has left the store
   * stays painted as answered.
   */
  missed(): void
  /** The base has been told all that changed. */
  caughtUp(): void
}

export interface FollowingParts {
  readonly cache: DerivedCache
  readonly edits: ReadonlyMap<string, NamedEdit>
  readonly held: HeldEdits
  readonly tray: Tray
  readonly sentUnread: SentUnread
  readonly queue: StoreQueue
  readonly clock: Clock
  readonly onAnswered: (id: string) => void
  readonly onRefused: (refused: TrayEntry) => void
  readonly onSendable: () => void
  readonly post: (message: TabMessage) => void
  readonly knowEachOther: boolean
  readonly answering: Pick<
    Answering,
    'forget' | 'left' | 'takeGone' | 'keepGone' | 'refuse' | 'together'
  >
  readonly onTrouble: (error: unknown) => void
}

/** Announced by another tab and not stored for so long: whether it ever will be is asked of the store. */
const ghostMs = 10_000

/** Found where something was sent already that was done after it. */
const overtaken: Refusal = {
  code: 'OVERTAKEN',
  message:
    'You changed the same again before this could be read on your device, so it was not sent.',
}

export function createFollowing(parts: FollowingParts): Following {
  const { cache, edits, held, tray, sentUnread, queue, clock, answering } = parts
  const { replacedBy } = held
  /** Refused edits that lay in the store: only they are gone where it has them no more, not what a full device never took. */
  const keptTray = new Set<string>()
  let isBehind = false
  /** Left the store behind the back of this tab: the base may not have the truth of it. */
  const unheard = new Set<string>()

  function keepsInView(id: string): boolean {
    const one = isBehind && held.get(id)
    if (!one) return false
    unheard.add(id)
    held.markAnswered(one, 0)
    return true
  }

  /**
   * Until all was read once, what is found is older than whatever was done since this page began, unless there are tabs
   * of which it hears nothing.
   */
  function take(fresh: readonly Entry[], lost: readonly string[], alone: boolean): void {
    const isOlder = !sentUnread.isReadAll() && (alone || held.leads())
    const done = isOlder && parts.knowEachOther ? held.all().map(one => one.entry) : []
    const placed = putBefore(fresh, done)
    const found = placed.map(entry => held.hold(entry, { stored: true }))
    const late = isOlder ? found.filter(sentUnread.isOvertaken) : []
    answering.together(() => {
      held.change({ add: found, remove: lost })
      for (const { entry } of late) if (held.get(entry.id)) answering.refuse(entry.id, overtaken)
    })
    const put = placed === fresh ? [] : placed.filter(({ id }) => held.get(id))
    if (put.length > 0) queue.write({ put }, { sparing: true }).catch(() => {})
  }

  const load: Following['load'] = async ({ alone }) => {
    const before = new Set(held.all().map(one => one.entry.id))
    const stored = await queue.load()
    const sorted = sortStored(stored, edits, alone, clock.now())
    // The memory of this page says nothing of what lies on the device.
    const tells = queue.keeps()
    const found = new Set(sorted.entries.map(entry => entry.id))
    // Stored once and gone: another tab saw it answered. Never stored by the tab that announced it: that
    // tab died before it could, so it was never said to be saved.
    const left = held
      .all()
      .filter(
        ({ entry: { id }, own, stored }) =>
          tells && before.has(id) && (stored || !(own || stored === false)) && !found.has(id),
      )
      .map(one => one.entry.id)
    const refusedToo = new Set(sorted.tray.flatMap(takenBy))
    // What the second copy alone has comes back as it was.
    const lost = held.together(() =>
      left.filter(id => stored.lacksCopy || refusedToo.has(id) || !keepsInView(id)),
    )
    for (const id of lost) for (const earlier of replacedBy.get(id) ?? []) held.forgive(earlier)
    const fresh = sorted.entries.filter(({ id }) => !held.get(id) && !held.hasDeparted(id))
    take(fresh, lost, alone)
    // An outbox that was made anew may lack what the second copy has.
    if (tells && !stored.lacksCopy) sentUnread.readAll()
    for (const id of lost) held.forgive(id)
    // Stored by a tab that died before it could say so.
    for (const one of held.all()) {
      if (!one.own && !one.stored && found.has(one.entry.id)) held.markStored(one, true)
    }
    const refused = new Set(sorted.tray.map(one => one.id))
    tray.change(
      sorted.tray.filter(one => !tray.hasDeparted(one.id)),
      [...keptTray].filter(id => !refused.has(id)),
    )
    if (tells) for (const id of refused) keptTray.add(id)
    // Let go by a tab that did not come to remove it, or is about to.
    const owed = new Set([
      ...answering.left(),
      ...held.withReplaced(
        tray.entries.get().flatMap(one => (refused.has(one.id) ? [] : takenBy(one))),
      ),
    ])
    const spent = [...found].filter(id => held.isSpent(id) && !owed.has(id))
    answering.forget(spent.map(id => [id, undefined]))
    parts.onSendable()
    if (sorted.changes) await queue.write(sorted.changes).catch(() => {})
  }

  /** Until the store could be read: what is not found out holds up what must not arrive before it. */
  const look = (): void =>
    void load({ alone: false }).catch(error => {
      if (queue.closed()) return
      parts.onTrouble(error)
      clock.after(ghostMs, look)
    })

  function settle(id: string, answer: unknown) {
    const one = held.get(id)
    if (!one) return
    // Whoever leads next, and finds what was done before it, must know.
    sentUnread.sent(one)
    parts.onAnswered(id)
    const write = () => {
      try {
        one.edit?.settle(cache, answer, one.entry.variables)
      } catch (error) {
        // From a tab with other code: the next catch-up brings what it changed.
        parts.onTrouble(error)
      }
    }
    held.change({ remove: [id] }, write, true)
  }

  return {
    load,
    async takeIn(copied) {
      const put = copied.entries.filter(isStoredRecord).filter(({ id }) => !held.hasDeparted(id))
      const putTray = copied.tray.filter(isStoredRecord).filter(({ id }) => !tray.hasDeparted(id))
      await queue.write({ put, putTray, takesCopy: true })
      const ids = [...put, ...putTray].map(({ id }) => id)
      // A tab that does not know one of them reads what lies there.
      if (ids.length > 0) parts.post({ type: 'stored', ids })
      return ids.length
    },
    keepTray() {
      for (const { id } of tray.entries.get()) if (!keptTray.has(id)) tray.markKept(id, false)
    },
    hear(message) {
      if (message.type === 'added') {
        held.replace(message.entry.id, message.replaces)
        const entry = readHeard(message.entry)
        if (!entry) return held.change({ remove: message.replaces })
        const one = held.hold(entry)
        held.change({ add: [one], remove: message.replaces, covers: covers(one.edit) })
        clock.after(ghostMs, () => {
          if (one.stored === undefined && held.get(one.entry.id) === one) look()
        })
      } else if (message.type === 'unkept') {
        const entry = readHeard(message.entry)
        if (!entry || held.hasDeparted(entry.id)) return
        const one = held.get(entry.id)
        if (!one) {
          // Opened since it was added, this tab has read what it took the place of.
          const remove = held.replace(entry.id, message.replaces ?? [])
          held.change({ add: [held.hold(entry, { stored: false })], remove })
        } else if (!one.stored) held.markStored(one, false)
        parts.onSendable()
      } else if (message.type === 'stored') {
        for (const id of message.ids) replacedBy.delete(id)
        if (!message.ids.every(id => held.get(id))) look()
        for (const one of message.ids.flatMap(id => held.get(id) ?? [])) held.markStored(one, true)
        parts.onSendable()
      } else if (message.type === 'dropped') {
        const remove = message.ids.filter(id => !held.hasDeparted(id))
        if (remove.length > 0) held.change({ remove })
      } else if (message.type === 'settled') {
        settle(message.id, message.answer)
        answering.forget([[message.id, message.answer]])
      } else if (message.type === 'removed') {
        const removed = new Set(message.gone.map(([id]) => id))
        answering.keepGone(answering.takeGone().filter(([id]) => !removed.has(id)))
        const untold = message.gone.filter(([id]) => !held.hasDeparted(id))
        for (const [id, answer] of untold) {
          if (answer !== undefined) settle(id, answer)
          // Read this moment perhaps, and not held yet.
          if (!held.hasDeparted(id) && !keepsInView(id)) held.change({ remove: [id] })
        }
      } else if (message.type === 'answered') {
        const one = held.get(message.id)
        if (!one) return
        sentUnread.sent(one)
        parts.onAnswered(message.id)
        held.markAnswered(one, 0)
      } else if (message.type === 'failed') {
        const entry = readHeard(message.entry)
        const one = entry && held.get(entry.id)
        if (!one) return
        held.replaceEntry(one, entry)
        // Its answer may have been lost.
        sentUnread.sent(one)
      } else if (message.type === 'tray') {
        const refused = message.put.flatMap(one => one.entries.map(entry => entry.id))
        const put = message.put.flatMap(one => readTrayEntry(one) ?? [])
        for (const one of put) parts.onRefused(one)
        const owed = tray.unkept().flatMap(({ id }) => (message.remove.includes(id) ? [id] : []))
        // What it took the place of lies on the disk still.
        if (owed.length > 0) queue.write({ removeTray: owed }).catch(() => {})
        for (const id of refused) sentUnread.notDone(id)
        held.change({ remove: refused })
        tray.change(put, message.remove)
      }
    },
    missed() {
      isBehind = true
    },
    caughtUp() {
      isBehind = false
      if (unheard.size > 0) held.change({ remove: [...unheard] })
      for (const id of unheard) held.forgive(id)
      unheard.clear()
    },
  }
}

/** Of newer code, it stays on the disk for that tab: this one would send a part of it and delete the whole. */
function readHeard(heard: Entry): Entry | undefined {
  const read = readEntry(heard)
  return read.kind === 'entry' ? read.entry : undefined
}
