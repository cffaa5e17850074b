/**
 * The edit that fails again and again although the server is there. It counts as refused, so that the others go on, only
 * once the server took another in its place: where that one fails too, it is an outage, and all stay.
 */

import type { Clock } from '../clock.ts'
import type { SendableBeside } from '../outbox/answering.ts'
import type { Entry } from '../outbox/edit.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { ContactKeeper } from './contact.ts'
import type { Outage } from './network.ts'

export interface Suspect {
  /** This edit failed; true where that showed that it is to blame: it lies in the tray, and the others go on. */
  failed(entry: Entry, outcome: Outage): boolean
  /** Another to try before this one, if it is the suspect: whether the server takes that shows which of both it is. */
  beside(entry: Entry): SendableBeside | undefined
  /**
   * The server took the other one: the suspect is tried once more, or goes to the tray at once where the two must keep
   * their order.
   */
  blame(entry: Entry, beside: SendableBeside, outcome: Outage): void
  /** What was taken so far shows nothing about the tries to come. */
  forget(): void
}

export interface SuspectParts {
  readonly contact: ContactKeeper
  readonly outbox: Pick<Outbox, 'failed' | 'nextBeside' | 'refuse'>
  readonly clock: Clock
}

/** An edit that failed so often although the server was there is suspected. */
export const mostServerFailures = 10

export function createSuspect({ contact, outbox, clock }: SuspectParts): Suspect {
  let lastFailure: { readonly id: string; readonly at: number } | undefined
  let suspect: string | undefined
  /** The server took another edit between two failures of this one. */
  let blamed: string | undefined

  /** The server failed with it, or answered something else since it last failed. */
  const failedAlone = (entry: Entry, { cause }: Outage): boolean =>
    cause === 'server' ||
    (lastFailure?.id === entry.id &&
      (contact.state.get().lastContactAt ?? Number.NEGATIVE_INFINITY) >= lastFailure.at)

  const putAside = (entry: Entry, { cause }: Outage) =>
    outbox.refuse(entry.id, {
      code: 'INTERNAL',
      message:
        cause === 'server'
          ? `The server failed ${mostServerFailures} times with this change.`
          : `This change got no answer ${mostServerFailures} times, and others did.`,
    })

  return {
    failed(entry, outcome) {
      const failed = outbox.failed(entry.id, outcome.cause, failedAlone(entry, outcome))
      lastFailure = { id: entry.id, at: clock.now() }
      suspect = (failed?.serverFailures ?? 0) >= mostServerFailures ? entry.id : undefined
      const isToBlame = suspect !== undefined && blamed === suspect
      if (isToBlame) putAside(entry, outcome)
      return isToBlame
    },
    beside: ({ id }) => (suspect === id ? outbox.nextBeside(id) : undefined),
    blame(entry, beside, outcome) {
      if (beside.independent) blamed = entry.id
      else putAside(entry, outcome)
    },
    forget() {
      blamed = undefined
    },
  }
}
