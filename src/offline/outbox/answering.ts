/** What becomes of waiting edits when the server has been asked: called by the leading tab alone. */

import type { Clock } from '../clock.ts'
import type { DerivedCache } from '../derived-cache.ts'
import type { StoreQueue } from '../storage/store-queue.ts'
import type { OutageCause } from '../sync/network.ts'
import type { Gone, TabMessage } from '../tabs/tabs.ts'
import type { EditVariables, Entry, NamedEdit, Refusal, TrayEntry } from './edit.ts'
import type { Held, HeldEdits } from './held-edits.ts'
import { findOvertaking, mayOvertake } from './overtaking.ts'
import type { SentUnread } from './sent-unread.ts'
import { marksOf } from './touches.ts'
import { restOf, type Tray, takenBy, toTrayEntry } from './tray.ts'

export interface Answering {
  /** The oldest edit that can be sent. */
  next(): Sendable | undefined
  /**
   * The oldest of them, in order: the first `most`, up to one that may not go yet. One that failed although the
   * server was there comes alone: it must not take others along.
   */
  nextOnes(most: number): readonly Sendable[]
  /** What becomes of several of them, as one change of what is shown. */
  together<T>(work: () => T): T
  /** Another that may be tried before this one, which fails again and again. */
  nextBeside(id: string): SendableBeside | undefined
  /** A try begins: from now on the edit may have left this device. */
  sending(id: string): void
  /** The first try came to nothing before it left this device. */
  notSent(id: string): void
  /**
   * Answered first-hand: the truth goes into the base, and the entry with it. Throws if the answer cannot be
   * read; nothing is let go then.
   */
  settle(id: string, answer: unknown): void
  /** Whether nothing that was answered before it, and is painted still, would cover it in the base. */
  isUncovered(id: string): boolean
  /** Answered, but the base may know better already: stays painted until a catch-up brings the truth. */
  answered(id: string, moment: number): void
  /** Ids of answered entries whose answer came before this moment. */
  answeredBefore(moment: number): readonly string[]
  /**
   * Writes what a catch-up brought and lets these entries go, in one breath; in followers too. Where writing
   * throws, none of them goes.
   */
  release(ids: readonly string[], write?: () => void): void
  /**
   * All of it goes to the tray; or `rest` alone, as an edit of its own, where the others were done, which is still to be
   * settled or answered.
   */
  refuse(id: string, refusal: Refusal, rest?: EditVariables): void
  /** `alone`: the server was there all the same, which speaks against this edit. */
  failed(id: string, cause: OutageCause, alone: boolean): Entry | undefined
  /** What failed was not this edit alone: nothing speaks against it any more. */
  clearSuspect(id: string): void
  /** Left the outbox, not the store: a follower remembers it until it leads, or hears that it was removed there. */
  forget(left: Gone): void
  /** Ids of what is to be removed from there: a tab that is opened now reads it as if it waited. */
  left(): readonly string[]
  /** To be removed from there once the base is persisted. */
  takeGone(): Gone
  /** It lies there no more: a tab that was opened meanwhile may have read it, and lets it go as well. */
  removed(gone: Gone): void
  /** The base was not persisted: it is taken again the next time. */
  keepGone(gone: Gone): void
  /** Cache ids of what first-hand answers told since `confirmed` was last called. */
  settled(): ReadonlySet<string>
  confirmed(): void
}

export interface Sendable {
  readonly entry: Entry
  readonly edit: NamedEdit
  /** Nobody can have sent it before: its answer is news. */
  readonly firstTry: boolean
}

export interface SendableBeside extends Sendable {
  /** Nothing else comes of it where the one that it overtakes is taken after it. */
  readonly independent: boolean
}

export interface AnsweringParts {
  readonly cache: DerivedCache
  readonly held: HeldEdits
  readonly tray: Tray
  readonly sentUnread: SentUnread
  readonly queue: StoreQueue
  readonly clock: Clock
  readonly post: (message: TabMessage) => void
  /** Called when something is there for `takeGone`. */
  readonly onGone: () => void
  /** Called for each of one's own edits that the server took, and that it refused. */
  readonly onAnswered: (id: string) => void
  readonly onRefused: (refused: TrayEntry) => void
  /** Called when the disk would not take what was refused. */
  readonly onUnkept: () => void
  /** Runs what a catch-up brought, so that it is told apart from what one did oneself. */
  readonly catchingUp: (work: () => void) => void
  readonly onTrouble: (error: unknown) => void
}

export function createAnswering(parts: AnsweringParts): Answering {
  const { cache, held, tray, sentUnread, queue, clock, post } = parts
  let gone: Gone = []
  const settled = new Set<string>()

  const forget: Answering['forget'] = left => {
    gone = [...gone, ...left]
    if (gone.length > 0 && held.leads()) parts.onGone()
  }

  function keep(one: Held, entry: Entry) {
    held.replaceEntry(one, entry)
    post({ type: 'failed', entry })
    // How often it was tried is worth no list.
    if (one.stored) queue.write({ put: [entry] }, { sparing: true }).catch(() => {})
  }

  /**
   * What it took the place of lies on the disk until it is there itself, which it need not be any more: the next start
   * would send that over it. It waits for no base, which may not fit either.
   */
  async function removeReplaced(one: Held) {
    if (one.stored) return
    await queue.idle()
    if (!one.stored) await queue.write({ remove: held.withReplaced([one.entry.id]) })
  }

  /** What the tray says beside the content: without it the content goes there all the same. */
  function attempt<T>(work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      parts.onTrouble(error)
      return undefined
    }
  }

  /**
   * Up to one that must not arrive before what another tab is still storing; without what needs something that only a
   * newer version of the app can make.
   */
  function sendable(): readonly Held[] {
    const found: Held[] = []
    const beingStored: Held[] = []
    const unmade = new Set<string>()
    for (const one of held.all()) {
      if (one.answeredAt !== undefined) continue
      const { needs, creates } = one.entry
      if (!one.edit || (unmade.size > 0 && needs.some(id => unmade.has(id)))) {
        for (const id of creates) unmade.add(id)
        continue
      }
      if (!one.own && one.stored === undefined) beingStored.push(one)
      else if (!beingStored.every(other => mayOvertake(one, other))) break
      else found.push(one)
    }
    return found
  }

  return {
    next: () => toSendable(sendable()[0]),

    nextOnes(most) {
      const found: Sendable[] = []
      for (const one of sendable()) {
        const next = toSendable(one)
        const isSuspect = (one.entry.serverFailures ?? 0) > 0
        if (!next || found.length === most || (isSuspect && found.length > 0)) break
        found.push(next)
        if (isSuspect) break
      }
      return found
    },

    together: work => cache.transaction(() => held.together(work), true),

    nextBeside(id) {
      const suspect = held.get(id)
      const all = sendable()
      // Neither may overtake what is not safe yet.
      const unsafe = all.findIndex(one => one.stored === undefined)
      const later = all.slice(0, unsafe < 0 ? all.length : unsafe).filter(one => one !== suspect)
      const overtaking = suspect && findOvertaking(suspect, later)
      const found = toSendable(overtaking?.one)
      return overtaking && found && { ...found, independent: overtaking.independent }
    },

    sending(id) {
      const one = held.get(id)
      if (!one) return
      one.neverSent = false
      sentUnread.sent(one)
    },

    notSent(id) {
      const one = held.get(id)
      if (one) one.neverSent = true
      sentUnread.notDone(id)
    },

    isUncovered(id) {
      const one = held.get(id)
      return one !== undefined && held.answered().every(earlier => mayOvertake(one, earlier))
    },

    settle(id, answer) {
      const one = held.get(id)
      if (!one) return
      cache.transaction(() => {
        // Throws if the answer cannot be read: then the entry stays.
        cache.batch({
          optimistic: false,
          update: () => one.edit?.settle(cache, answer, one.entry.variables),
        })
        held.change({ remove: [id] }, undefined, true)
      }, true)
      for (const cacheId of marksOf(one.edit, one.entry.variables)) settled.add(cacheId)
      parts.onAnswered(id)
      forget([[id, answer]])
      post({ type: 'settled', id, answer })
      removeReplaced(one).catch(() => {})
    },

    answered(id, moment) {
      const one = held.get(id)
      if (!one) return
      parts.onAnswered(id)
      held.markAnswered(one, moment)
      post({ type: 'answered', id })
      removeReplaced(one).catch(() => {})
    },

    answeredBefore: moment =>
      held
        .answered()
        .flatMap(({ entry, answeredAt }) =>
          answeredAt !== undefined && answeredAt < moment ? [entry.id] : [],
        ),

    release(ids, write) {
      const fresh = ids.filter(id => !held.hasDeparted(id))
      parts.catchingUp(() =>
        cache.transaction(() => {
          if (write) cache.batch({ optimistic: false, update: write })
          if (ids.length > 0) held.change({ remove: ids })
        }),
      )
      if (fresh.length > 0) forget(fresh.map(id => [id, undefined]))
    },

    refuse(id, refusal, rest) {
      const one = held.get(id)
      if (!one) return
      const unanswered = held
        .all()
        .flatMap(({ entry, answeredAt }) => (answeredAt === undefined ? [entry] : []))
      const deed = rest && attempt(() => one.edit?.deed(cache, rest))
      const seen = attempt(
        () =>
          one.entry.seen &&
          one.edit?.seenOnceRefused?.(
            one.entry.seen,
            refusal,
            new Set(
              held.all().flatMap(({ edit, entry }) => edit?.touches(entry.variables).removes ?? []),
            ),
          ),
      )
      const entry = {
        ...one.entry,
        ...(rest && { id: restOf(one.entry.id), variables: rest }),
        ...(deed !== undefined && { deed }),
        ...(seen && { seen }),
      }
      const refused = toTrayEntry(entry, unanswered, refusal, clock.now())
      parts.onRefused(refused)
      if (!rest) sentUnread.notDone(id)
      // The whole, of which the others were done, stays in view until that is written or told.
      held.change({ remove: refused.entries.map(entry => entry.id) })
      tray.change([refused], [])
      post({ type: 'tray', put: [refused], remove: [] })
      queue.write({ remove: takenBy(refused), putTray: [refused] }).catch(() => {
        tray.markKept(refused.id, false)
        parts.onUnkept()
      })
    },

    failed(id, cause, alone) {
      const one = held.get(id)
      if (!one) return
      const serverFailures = (one.entry.serverFailures ?? 0) + (alone ? 1 : 0)
      keep(one, {
        ...one.entry,
        attempts: one.entry.attempts + 1,
        lastCause: cause,
        ...(serverFailures > 0 && { serverFailures }),
      })
      return one.entry
    },

    clearSuspect(id) {
      const one = held.get(id)
      if (!one) return
      const { serverFailures, ...entry } = one.entry
      keep(one, entry)
    },

    forget,
    left: () => gone.map(([id]) => id),
    takeGone() {
      const taken = gone
      gone = []
      return taken
    },

    removed: left => post({ type: 'removed', gone: left }),

    settled: () => settled,
    confirmed: () => settled.clear(),

    keepGone(left) {
      gone = [...left, ...gone]
    },
  }
}

function toSendable(one: Held | undefined): Sendable | undefined {
  // One's own edits go in order: the next waits until this one may go.
  if (!one || !(one.own ? one.free : one.stored !== undefined)) return
  return one.edit && { entry: one.entry, edit: one.edit, firstTry: one.neverSent }
}
