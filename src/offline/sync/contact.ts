/** What is known of the server, from every answer and every missing one; the same in all tabs. */
import type { Clock } from '../clock.ts'
import { createReadable, type Readable } from '../readable.ts'
import type { Contact } from '../tabs/tabs.ts'
import { type Outcome, serverCauses } from './network.ts'

export interface ContactKeeper {
  readonly state: Readable<Contact>
  /** Takes in how a call ended. */
  note(outcome: Outcome<unknown>): void
  set(contact: Partial<Contact>): void
}

export function createContact(clock: Clock, initial?: Partial<Contact>): ContactKeeper {
  const state = createReadable<Contact>({
    reachable: true,
    signedOut: false,
    lastContactAt: undefined,
    ...initial,
  })
  const set = (contact: Partial<Contact>) => state.set({ ...state.get(), ...contact })
  return {
    state,
    set,
    note(outcome) {
      if (outcome.kind === 'outage') {
        set({ reachable: serverCauses.has(outcome.cause) })
      } else if (outcome.kind === 'signed-out') {
        set({ reachable: true, signedOut: true })
      } else {
        set({ reachable: true, signedOut: false, lastContactAt: clock.now() })
      }
    },
  }
}
