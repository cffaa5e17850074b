/** What this tab does on the word of another: each message of tabs.ts, by its kind. */

import type { DerivedCache } from '../derived-cache.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Cut, TabMessage } from '../tabs/tabs.ts'
import type { Asking } from './asking.ts'
import type { Beside } from './beside.ts'
import type { Pull } from './catch-up.ts'
import type { ContactKeeper } from './contact.ts'
import type { Leadership } from './leadership.ts'
import type { Space } from './space.ts'

export interface HearingParts {
  readonly cache: DerivedCache
  readonly pull: Pull
  readonly outbox: Outbox
  readonly asking: Pick<Asking, 'askLeader'>
  readonly contact: ContactKeeper
  readonly space: Space
  readonly beside: Beside
  /** A follower wants to know all that is told beside the records. */
  readonly onAsked: () => void
  readonly onCut: (cut: Cut) => void
  /** Nothing is asked before somebody signed in, or a pause is over: a follower that is new does not know why. */
  readonly onUnasked: () => void
  /** Where this tab leads. */
  readonly leadership: () => Leadership | undefined
  readonly onCaughtUp: () => void
  readonly onWiped: () => void
}

export function createHearing(parts: HearingParts): (message: TabMessage) => void {
  const { cache, pull, outbox, asking, contact, space, beside } = parts
  /** The base has heard of the server since it was read: an answer of before may be older than what it knows. */
  let isTold = false
  return message => {
    const leadership = parts.leadership()
    isTold ||= tells.has(message.type)
    if (message.type === 'caught-up') {
      if (!pull.fits(cache, message.known)) return asking.askLeader()
      outbox.release(message.dropped, () => pull.apply(cache, message.answer))
      if (message.last) parts.onCaughtUp()
    } else if (message.type === 'brought') {
      // From a tab that does not know yet that it leads no more.
      if (leadership || pull.knows(cache, message.hint)) return
      const brought = pull.brought(message.hint)
      if (!brought || !pull.fits(cache, brought.known)) return asking.askLeader()
      outbox.release([], () => pull.apply(cache, brought.answer))
    } else if (message.type === 'contact') {
      // Who leads knows for itself: two that both believe it would tell each other for ever.
      if (!leadership) contact.set(message.contact)
    } else if (message.type === 'beside') {
      if (!leadership) beside.replace(message.units)
    } else if (message.type === 'cut') {
      // Also where this tab does not know yet that it leads no more.
      parts.onCut(message)
    } else if (message.type === 'ask') {
      // Who asks may have been opened since.
      if (leadership) parts.onAsked()
      const before = contact.state.get()
      // Whoever waits for it waits in another tab: this one must not be led away.
      void leadership?.catchUp
        .ask({ known: message.known, probing: message.waitedFor })
        .then(answered => {
          if (!answered && contact.state.get() === before) parts.onUnasked()
        })
    } else if (message.type === 'send-now') void leadership?.sender.sendNow()
    else if (message.type === 'wake') leadership?.wake()
    else if (message.type === 'resume') {
      // Told to all by whoever signed in: told on, it would go round for ever.
      contact.set({ signedOut: false })
      leadership?.wake()
    } else if (message.type === 'wiped') parts.onWiped()
    else {
      space.hear(message)
      const isOld = message.type === 'removed' && (isTold || leadership)
      outbox.hear(
        isOld ? { ...message, gone: message.gone.map(([id]) => [id, undefined]) } : message,
      )
    }
  }
}

const tells: ReadonlySet<TabMessage['type']> = new Set(['caught-up', 'brought', 'settled'])
