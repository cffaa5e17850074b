/**
 * Drains the outbox: oldest first, as many in one request as it carries, one request at a time, the
 * request-token of an edit the same on every try. Runs in the leading tab only. There is no state "being sent":
 * after a crash all that is stored waits again.
 */

import type { Clock } from '../clock.ts'
import type { Sendable } from '../outbox/answering.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { createPause } from '../pause.ts'
import { suspiciousMs } from '../tabs/leader.ts'
import { backoffMs } from './backoff.ts'
import { createBatchSize } from './batch-size.ts'
import type { ContactKeeper } from './contact.ts'
import { deadlineOf, withDeadline } from './deadline.ts'
import type { BatchedRequest, Batches, Network, Outage, Outcome, SendOptions } from './network.ts'
import { createSuspect, mostServerFailures } from './suspect.ts'

export interface SenderParts {
  readonly outbox: Outbox
  readonly network: Network
  readonly clock: Clock
  /** In [0, 1). */
  readonly random: () => number
  readonly contact: ContactKeeper
  readonly catchUp: Moments & { ask(): Promise<boolean>; retrying(): boolean }
  /** Whether this tab still leads; asked after an answer that took long enough to have been frozen. */
  readonly confirmLead: () => Promise<boolean>
  /** Gives the lead to another tab: nothing comes of sending here. */
  readonly resign: () => void
  /** Asks once whether the session is alive after all; true if it is. */
  readonly probe: () => Promise<boolean>
  /** The queue ran empty after something was sent: `truthMissing` if the base has not seen it all. */
  readonly onDrained: (truthMissing: boolean) => void
  readonly onTrouble: (error: unknown) => void
}

/** Counts the beginnings and ends of catch-ups, so that answers which crossed one are told apart. */
export interface Moments {
  moment(): number
  asking(): boolean
}

export interface Sender {
  /** There may be something to send. */
  kick(): void
  /**
   * Sends what is taken into an empty outbox in this very moment; whether it left. Not while an answer is taken in, nor
   * after a failure, behind which it is asked first whether this tab still leads.
   */
  sendAhead(next: Sendable): boolean
  /** Tries at once, back-off or not; resolves when the outbox is empty or a try failed. */
  sendNow(): Promise<void>
  /** A hint that the network is back: ends the pause, unless the server asked for it. */
  wake(): void
  draining(): boolean
  stop(): void
}

/** So many edits travel in one request at most. */
const mostTogether = 100
/** So often sending itself may break before another tab is given the lead. */
const mostBreaks = 5

interface Asked<Ending> {
  readonly outcome: Ending
  /** Nothing else was asked meanwhile. */
  readonly quiet: boolean
}

type Sent = Asked<Outcome<unknown>>
type Together = Awaited<ReturnType<Batches['send']>>

export function createSender(parts: SenderParts): Sender {
  const { outbox, network, clock, contact, catchUp } = parts
  let running: Promise<void> | undefined
  let stopped = false
  let failures = 0
  const pause = createPause(clock)
  let pauseAskedFor = false
  /** When the last try failed, if it did; the pause after it may be none. */
  let postponedAt: number | undefined
  const suspect = createSuspect({ contact, outbox, clock })
  /** How often sending itself broke, without an answer taken in between. */
  let breaks = 0
  /** A person pressed "Send now": the browser's word that there is no network does not count. */
  let askedFor = false
  let size = createBatchSize(network.batches ? mostTogether : 1)
  let cancel = () => {}

  async function drain(ahead?: Sendable) {
    let sent = false
    try {
      sent = await sendAll(ahead)
    } catch (error) {
      // Whatever threw: nothing may stay unsent because of it.
      parts.onTrouble(error)
      breaks++
      failures++
      postpone({ kind: 'outage', cause: 'unreachable' })
    }
    suspect.forget()
    running = undefined
    if (stopped) return
    if (breaks >= mostBreaks) parts.resign()
    else if (outbox.next() && (postponedAt !== undefined || pause.left() > 0)) schedule()
    else if (sent) parts.onDrained(outbox.answeredBefore(Number.POSITIVE_INFINITY).length > 0)
  }

  /** Returns whether anything was sent; `ahead` is the first of it. */
  async function sendAll(ahead?: Sendable): Promise<boolean> {
    let sent = false
    let first = ahead
    const failedAt = postponedAt ?? clock.now()
    postponedAt = undefined
    // Frozen in the pause after it, another may have sent what waited, or its person let it go.
    if (clock.now() - failedAt > suspiciousMs && !(await parts.confirmLead())) return false
    while (!stopped && !contact.state.get().signedOut && pause.left() === 0) {
      const [next, ...more] = first ? [first] : outbox.nextOnes(size.next())
      first = undefined
      if (!next) break
      const together = more.length > 0 ? fitting([next, ...more]) : []
      if (together.length > 1) {
        const went = await sendTogether(together)
        if (!went) break
        sent = true
        if (!takeTogether(together, went)) break
        continue
      }
      const outcome = await send(next)
      if (!outcome) break
      sent = true
      contact.note(outcome.outcome)
      if (!take(next, outcome) && !(await tryBeside(next, outcome.outcome))) break
    }
    return sent
  }

  /** How one request with these ended; undefined where this tab may make nothing of it any more. */
  async function asked<Ending>(
    some: readonly Sendable[],
    carried: object,
    ask: (how: Pick<SendOptions, 'signal' | 'anyway'>) => Promise<Ending>,
  ): Promise<Asked<Ending | Outage> | undefined> {
    const moment = catchUp.moment()
    const quiet = !catchUp.asking()
    const startedAt = clock.now()
    for (const { entry } of some) outbox.sending(entry.id)
    const outcome = await withDeadline(
      clock,
      signal => ask({ signal, ...(askedFor && { anyway: true }) }),
      deadlineOf(carried),
    )
    if (clock.now() - startedAt > suspiciousMs && !(await parts.confirmLead())) return
    if (stopped) return
    return { outcome, quiet: quiet && catchUp.moment() === moment }
  }

  function send(sendable: Sendable): Promise<Sent | undefined> {
    const { entry, edit } = sendable
    const { note } = edit
    return asked([sendable], entry.variables, how =>
      network.send(edit.document, entry.variables, { note, requestToken: entry.id, ...how }),
    )
  }

  /** Returns whether to go on with the next one. */
  function take(sendable: Sendable, sent: Sent): boolean {
    const { outcome } = sent
    if (outcome.kind === 'signed-out') return false
    if (outcome.kind === 'outage') return takeOutage(sendable, outcome)
    try {
      takeAnswer(sendable, sent)
    } catch (error) {
      return takeBreak(sendable, error)
    }
    failures = 0
    breaks = 0
    size.took(1)
    return true
  }

  /** As many of them as one request carries. */
  const fitting = (some: readonly Sendable[]): readonly Sendable[] =>
    some.slice(0, network.batches?.fitting(toRequests(some)) ?? 1)

  function sendTogether(some: readonly Sendable[]): Promise<Asked<Together> | undefined> {
    const requests = toRequests(some)
    return asked(
      some,
      requests,
      how => network.batches?.send(requests, how) ?? Promise.reject(new Error('None.')),
    )
  }

  /** Returns whether to go on. What was not answered by itself goes singly the next time. */
  function takeTogether(
    some: readonly Sendable[],
    { outcome: outcomes, quiet }: Asked<Together>,
  ): boolean {
    if ('kind' in outcomes) {
      // The server takes no batches.
      if (outcomes.kind === 'refused') {
        size = createBatchSize(1)
        return true
      }
      contact.note(outcomes)
      if (outcomes.kind === 'outage' && outcomes.cause === 'offline') {
        for (const { entry, firstTry } of some) if (firstTry) outbox.notSent(entry.id)
      } else size.failed(some.length)
      const [first] = some
      if (outcomes.kind === 'signed-out' || !first) return false
      if (outcomes.cause !== 'offline') outbox.failed(first.entry.id, outcomes.cause, false)
      failures++
      postpone(outcomes)
      return false
    }
    contact.note({ kind: 'answer', data: undefined })
    let taken = 0
    return outbox.together(() => {
      for (const [at, sendable] of some.entries()) {
        const outcome = endingOf(outcomes, at)
        if (!outcome) break
        if (outcome.kind === 'outage' || outcome.kind === 'signed-out') contact.note(outcome)
        if (!take(sendable, { outcome, quiet })) {
          size.failed(some.length)
          return false
        }
        taken++
      }
      size.took(taken)
      return true
    })
  }

  function takeAnswer({ entry, edit, firstTry }: Sendable, { outcome, quiet }: Sent) {
    if (outcome.kind === 'refused') outbox.refuse(entry.id, outcome.refusal)
    else if (outcome.kind === 'answer') {
      const refusal = edit.refusal?.(outcome.data, entry.variables)
      const rest = refusal && edit.rest?.(outcome.data, entry.variables)
      if (refusal) outbox.refuse(entry.id, refusal, rest)
      if (refusal && !rest) return
      // The base cannot know more than this answer.
      const firstHand = firstTry && quiet
      if (firstHand && !edit.settledByCatchUp && outbox.isUncovered(entry.id)) {
        outbox.settle(entry.id, outcome.data)
      } else outbox.answered(entry.id, catchUp.moment())
    }
  }

  /** The server answered, and the answer could not be taken in: tried again, and put aside in the end. */
  function takeBreak({ entry }: Sendable, error: unknown): boolean {
    parts.onTrouble(error)
    const failed = outbox.failed(entry.id, 'server', true)
    if (!failed) return true
    failures++
    if ((failed.serverFailures ?? 0) >= mostServerFailures) {
      failures = 0
      const message = 'The answer of the server to this change could not be taken in.'
      outbox.refuse(entry.id, { code: 'INTERNAL', message })
      return true
    }
    postpone({ kind: 'outage', cause: 'server' })
    return false
  }

  function takeOutage({ entry, firstTry }: Sendable, outcome: Outage): boolean {
    // Nothing was sent, so that nothing was tried.
    if (outcome.cause === 'offline') {
      if (firstTry) outbox.notSent(entry.id)
      failures++
      postpone(outcome)
      return false
    }
    if (!contact.state.get().reachable) size.foundNobody()
    if (suspect.failed(entry, outcome)) {
      failures = 0
      return true
    }
    failures++
    postpone(outcome)
    // Whether the server is there at all: tells a fault of this edit from an outage.
    const asks = failures > 2 && outcome.cause !== 'server' && !pauseAskedFor
    if (asks && !catchUp.retrying()) void catchUp.ask()
    return false
  }

  /** Whether the suspect is to blame shows another one. Returns whether to go on. */
  async function tryBeside({ entry }: Sendable, outcome: Outcome<unknown>): Promise<boolean> {
    if (outcome.kind !== 'outage' || pauseAskedFor) return false
    const beside = suspect.beside(entry)
    const sent = beside && (await send(beside))
    if (!beside || !sent) return false
    contact.note(sent.outcome)
    if (sent.outcome.kind === 'outage') {
      outbox.failed(beside.entry.id, sent.outcome.cause, false)
      outbox.clearSuspect(entry.id)
      postpone(sent.outcome)
      return false
    }
    if (!take(beside, sent)) return false
    pause.end()
    postponedAt = undefined
    suspect.blame(entry, beside, outcome)
    return true
  }

  function postpone(outcome: Outage) {
    const { retryAfterMs } = outcome
    pauseAskedFor = retryAfterMs !== undefined
    postponedAt = clock.now()
    const ms = backoffMs(failures, parts.random(), {
      // Others wait behind this edit, until it is plain that the server fails with all of them.
      server: outcome.cause === 'server' && failures <= mostServerFailures,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    })
    pause.begin(ms)
  }

  function schedule() {
    cancel()
    cancel = clock.after(pause.left(), kick)
  }

  function kick() {
    if (stopped || running) return
    if (pause.left() > 0) schedule()
    else if (outbox.next() && !contact.state.get().signedOut) running = drain()
  }

  function endPause() {
    pause.end()
    cancel()
    kick()
  }

  return {
    kick,
    sendAhead(next) {
      const waits = running !== undefined || postponedAt !== undefined
      if (waits || contact.state.get().signedOut) return false
      running = drain(next)
      return true
    },
    async sendNow() {
      if (contact.state.get().signedOut && !(await parts.probe())) return
      await running
      failures = Math.min(failures, 1)
      askedFor = true
      endPause()
      await running
      askedFor = false
    },
    wake() {
      if (pauseAskedFor && pause.left() > 0) return
      failures = Math.min(failures, 1)
      endPause()
    },
    draining: () => running !== undefined,
    stop() {
      stopped = true
      cancel()
    },
  }
}

/**
 * How one of them ended. A server that went on behind what it cannot read, as those of before did, leaves that no second
 * try: it would overtake what was done after it.
 */
function endingOf(outcomes: readonly Outcome<unknown>[], at: number): Outcome<unknown> | undefined {
  const outcome = outcomes[at]
  if (outcome?.kind !== 'outage') return outcome
  if (!outcomes.slice(at).some(({ kind }) => kind === 'answer')) return outcome
  return { kind: 'refused', refusal: { code: 'BAD_INPUT', message: outcome.message ?? '' } }
}

/** What needs something that an earlier one of them creates is not to be run where that one is refused. */
function toRequests(some: readonly Sendable[]): readonly BatchedRequest[] {
  const creators = new Map<string, string>()
  return some.map(({ entry, edit }) => {
    const needed = entry.needs.flatMap(id => creators.get(id) ?? [])
    for (const id of entry.creates) creators.set(id, entry.id)
    return {
      document: edit.document,
      variables: entry.variables,
      note: edit.note,
      requestToken: entry.id,
      dependsOn: [...new Set(needed)],
    }
  })
}
