/**
 * The edits that the server has not answered, as one tab knows them. What lies in the store is the truth
 * that survives; this is its image in memory, painted through the one derived layer. Joins the parts: what
 * is held, what was refused, what the person does, what the server answers, what other tabs say.
 */

import type { AfterPaint } from '../after-paint.ts'
import type { Clock } from '../clock.ts'
import type { DerivedCache } from '../derived-cache.ts'
import type { SyncState } from '../offline.ts'
import type { Readable } from '../readable.ts'
import type { StoreQueue } from '../storage/store-queue.ts'
import type { CallStates } from '../sync/call-states.ts'
import type { TabMessage } from '../tabs/tabs.ts'
import { type Answering, createAnswering, type Sendable } from './answering.ts'
import type { Entry, NamedEdit, TrayEntry } from './edit.ts'
import { createEditCalls } from './edit-calls.ts'
import { createKeys } from './entry.ts'
import { createFollowing, type Following } from './following.ts'
import { createHeldEdits } from './held-edits.ts'
import { createMarks, type Marks } from './marks.ts'
import { createPerforming, type Performing } from './performing.ts'
import { createSentUnread } from './sent-unread.ts'
import { createTray } from './tray.ts'

export interface OutboxParts {
  readonly cache: DerivedCache
  readonly edits: ReadonlyMap<string, NamedEdit>
  readonly queue: StoreQueue
  /** Resolves when what was written lies in the second place, too; undefined where there is nothing to wait for. */
  readonly copying: () => Promise<void> | undefined
  readonly clock: Clock
  readonly calls: CallStates
  /** Request-tokens. */
  readonly newId: () => string
  readonly post: (message: TabMessage) => void
  /** Whether each tab hears what the others do. */
  readonly knowEachOther: boolean
  readonly afterPaint: AfterPaint
  /** Called when something is there for `takeGone`. */
  readonly onGone: () => void
  /** Called for each of one's own edits that the server took, and that it refused. */
  readonly onAnswered: () => void
  readonly onRefused: () => void
  /** Called when there is something new to send. */
  readonly onSendable: () => void
  /** Sends what is taken in this very moment, where nothing waits; whether it left. */
  readonly sendAhead: (next: Sendable) => boolean
  /** Runs what a catch-up brought, so that it is told apart from what one did oneself. */
  readonly catchingUp: (work: () => void) => void
  readonly onTrouble: (error: unknown) => void
}

export interface Outbox extends Performing, Following, Answering {
  /** What the server has not answered, oldest first. */
  readonly waiting: Readable<readonly Entry[]>
  /** Whether this edit is not answered. */
  waits(id: string): boolean
  /** Whether this edit was made in this tab. */
  isOwn(id: string): boolean
  readonly counts: Readable<Pick<SyncState, 'waiting' | 'saving'>>
  /** How many of them are not in the store, yet or at all. */
  unpersisted(): number
  readonly tray: Readable<readonly TrayEntry[]>
  /** How many of it the store would not take. */
  unkeptInTray(): number
  readonly marks: Marks
  /** From now on this tab alone sends; what already waits may have been sent by another. */
  lead(leading: boolean): void
  leads(): boolean
}

export function createOutbox(parts: OutboxParts): Outbox {
  const { cache, edits, clock } = parts
  const keys = createKeys(() => clock.now())
  const marks = createMarks()
  const calls = createEditCalls(parts.calls)
  const held = createHeldEdits({ cache, edits, marks, calls, onKey: keys.seen })
  const tray = createTray(edits, marks)
  const shared = {
    ...parts,
    held,
    tray,
    sentUnread: createSentUnread(parts.knowEachOther),
    nextKey: keys.next,
    onAnswered(id: string) {
      calls.completed(id)
      parts.onAnswered()
    },
    onRefused(refused: TrayEntry) {
      calls.refused(refused)
      parts.onRefused()
    },
  }
  const performing = createPerforming(shared)
  const answering = createAnswering({ ...shared, onUnkept: performing.storeLater })
  const following = createFollowing({ ...shared, answering })
  return {
    waiting: held.waiting,
    waits(id) {
      const one = held.get(id)
      return one !== undefined && one.answeredAt === undefined
    },
    isOwn: id => held.get(id)?.own === true,
    counts: held.counts,
    unpersisted: () =>
      held.all().filter(one => one.stored !== true && one.answeredAt === undefined).length,
    tray: tray.entries,
    unkeptInTray: () => tray.unkept().length,
    marks,
    lead(leading) {
      held.lead(leading)
      if (!leading) return
      // What the one before did not come to remove, and what it did not come to store.
      answering.forget([])
      following.keepTray()
      performing.storeUnpersisted()
    },
    leads: held.leads,
    ...performing,
    ...following,
    ...answering,
  }
}
