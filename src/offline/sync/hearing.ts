/** What this tab does on the word of another: each message of tabs.ts, by its kind. */

import type { DerivedCache } from '../derived-cache.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { TabMessage } from '../tabs/tabs.ts'
import type { Asking } from './asking.ts'
import type { Pull } from './catch-up.ts'
import type { ContactKeeper } from './contact.ts'
import type { Room } from './room.ts'
import type { Term } from './term.ts'

export interface HearingOptions {
  readonly cache: DerivedCache
  readonly pull: Pull
  readonly outbox: Outbox
  readonly asking: Pick<Asking, 'askLeader'>
  readonly contact: ContactKeeper
  readonly room: Room
  /** Where this tab leads. */
  readonly term: () => Term | undefined
  readonly onCaughtUp: () => void
  readonly onResume: () => void
  readonly onWiped: () => void
}

export function createHearing(options: HearingOptions): (message: TabMessage) => void {
  const { cache, pull, outbox, asking, contact, room } = options
  return message => {
    const term = options.term()
    if (message.type === 'caught-up') {
      if (!pull.fits(cache, message.known)) return asking.askLeader()
      outbox.release(message.dropped, () => pull.apply(cache, message.answer))
      if (message.last) options.onCaughtUp()
    } else if (message.type === 'brought') {
      // From a tab that does not know yet that it leads no more.
      if (term || pull.knows(cache, message.hint)) return
      const brought = pull.brought(message.hint)
      if (!brought || !pull.fits(cache, brought.known)) return asking.askLeader()
      outbox.release([], () => pull.apply(cache, brought.answer))
    } else if (message.type === 'contact') contact.set(message.contact)
    else if (message.type === 'ask')
      // Whoever waits for it waits in another tab: this one must not be led away.
      void term?.catchUp.ask({ known: message.known, knocking: message.waitedFor })
    else if (message.type === 'send-now') void term?.sender.sendNow()
    else if (message.type === 'wake') term?.wake()
    else if (message.type === 'resume') options.onResume()
    else if (message.type === 'wiped') options.onWiped()
    else {
      room.hear(message)
      outbox.hear(message)
    }
  }
}
