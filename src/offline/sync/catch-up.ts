/**
 * Asks the server what changed since the base was last told, and writes the answer into the base. Runs in
 * the leading tab, one question at a time, so that the base hears the server's word in its order.
 *
 * A question and an edit may cross on the way. Each beginning and end of a question is a moment: an answer to
 * an edit goes straight into the base only where no question was under way meanwhile; otherwise the edit
 * stays painted until a question asked after its answer has brought the truth.
 */
import type { DocumentNode } from '@apollo/client'
import type { AfterPaint } from '../after-paint.ts'
import type { Clock } from '../clock.ts'
import type { DerivedCache } from '../derived-cache.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { createPause } from '../pause.ts'
import { suspiciousMs } from '../tabs/leader.ts'
import type { TabMessage } from '../tabs/tabs.ts'
import { backoffMs } from './backoff.ts'
import type { Call, CallStates } from './call-states.ts'
import type { ContactKeeper } from './contact.ts'
import { withDeadline } from './deadline.ts'
import { type Hint, type Network, type Outcome, serverCauses } from './network.ts'
import type { Moments } from './sender.ts'
import { endCall, failureNote, operationName } from './track-calls.ts'

/** What is asked and how the answer is written: the part that knows what the product keeps. */
export interface Pull {
  readonly document: DocumentNode
  /** What a person is told where asking fails without a message. */
  readonly note: string
  /** What the base knows; plain JSON, asked of a base that may be empty. */
  known(cache: DerivedCache): unknown
  /** As if none of it were known: all that is there comes anew, or as gone. */
  everythingUnknown(cache: DerivedCache): unknown
  /** What is known by whoever knew `known` and heard this answer. */
  learned(known: unknown, answer: unknown): unknown
  variables(known: unknown): object
  /** Writes one answer into the base. */
  apply(cache: DerivedCache, answer: unknown): void
  /** Whether an answer to `known` leaves no gap after what this base knows. */
  fits(cache: DerivedCache, known: unknown): boolean
  /** Whether the answer to `asked`, which is under way, can say nothing older than what was `brought`. */
  agrees(cache: DerivedCache, asked: unknown, brought: Brought): boolean
  /** The less knowing of the two, unit by unit. */
  older(a: unknown, b: unknown): unknown
  /** Whether the answer was cut and more is to be asked for. */
  more(answer: unknown): boolean
  /** Whether the base already knows what a hint tells. */
  knows(cache: DerivedCache, hint: Hint): boolean
  /** What a hint brings, as an answer to a question; undefined if it brings nothing. */
  brought(hint: Hint): Brought | undefined
  /** Whether it brings all of these records, and nothing but what the base has already, to the letter. */
  confirms(cache: DerivedCache, hint: Hint, cacheIds: ReadonlySet<string>): boolean
}

interface Brought {
  /** Of whom it could be the answer to. */
  readonly known: unknown
  readonly answer: unknown
}

export interface CatchUpParts {
  readonly cache: DerivedCache
  readonly outbox: Outbox
  readonly network: Network
  readonly pull: Pull
  readonly clock: Clock
  readonly random: () => number
  readonly newId: () => string
  readonly contact: ContactKeeper
  readonly calls: CallStates
  readonly post: (message: TabMessage) => void
  readonly confirmLead: () => Promise<boolean>
  readonly afterPaint: AfterPaint
  readonly onTrouble: (error: unknown) => void
  /** Called after each question that was answered to its end; `recovered` where the one before it was not. */
  readonly onCaughtUp: (recovered: boolean) => void
}

export interface CatchUp extends Moments {
  /** True where the server answered. Asked again at the end where something was missed meanwhile. */
  ask(options?: AskOptions): Promise<boolean>
  /**
   * Writes what a hint brings into the base, as if it had been asked for. False where it must be asked for:
   * the base does not know what came before, or a question is under way whose answer may be older. With `early`
   * it is taken meanwhile where the question knew all that came before: its answer tells the same, or nothing of it.
   */
  take(hint: Hint, early?: boolean): boolean
  /** Whether it asks again by itself, since nobody answered. */
  retrying(): boolean
  stop(): void
}

interface AskOptions {
  readonly waitedFor?: boolean
  /**
   * Whether the session is alive again, or for a person who is not to be led away from here: asked also where the server
   * wanted a sign-in, or a pause, or the browser says that there is no network.
   */
  readonly probing?: boolean
  /** What is known to whoever asks, where that may be less than what this tab knows. */
  readonly known?: unknown
}

/** After weeks away an answer is large, and a phone with one bar slow: silence is the network's to notice. */
const pullDeadlineMs = 125_000
/** A stream that opens asks anyway: by itself a question waits a second and more from its first failure on. */
const patience = 2
/** Guards against a server that says "more" for ever: 500 lists of 200 items come in far fewer. */
const mostPages = 2_000

export function createCatchUp(parts: CatchUpParts): CatchUp {
  const { cache, outbox, network, pull, clock, contact, post } = parts
  let moment = 0
  let running: Promise<boolean> | undefined
  /** What was said to be known by the question that is under way. */
  let asked: unknown
  let again: Promise<boolean> | undefined
  let wanted: AskOptions = {}
  let stopped = false
  let failures = 0
  /** The server asked for it: only whoever waits for the answer asks before. */
  const askedPause = createPause(clock)
  /** While it is to be asked again after a failure. */
  let cancel: (() => void) | undefined

  async function run(asking: AskOptions): Promise<boolean> {
    const started = ++moment
    const call = parts.calls.begin(operationName(pull.document))
    try {
      return await runCall(call, started, asking)
    } catch (error) {
      call.failed(pull.note)
      throw error
    }
  }

  async function runCall(call: Call, started: number, asking: AskOptions): Promise<boolean> {
    const theirs = asking.known
    let known = theirs === undefined ? pull.known(cache) : pull.older(pull.known(cache), theirs)
    for (let page = 0; page < mostPages; page++) {
      const outcome = await question(known, asking)
      if (outcome === undefined) {
        call.withdrawn()
        return false
      }
      if (outcome.kind !== 'answer') {
        endCall(call, outcome, pull.note)
        return false
      }
      const answer = outcome.data
      // What this version cannot read throws, and is asked again like what was not answered.
      const last = !pull.more(answer)
      const dropped = last ? outbox.answeredBefore(started) : []
      outbox.release(dropped, () => pull.apply(cache, answer))
      // What another tab reads in the store, and the server had told of before, goes there with the truth of it.
      post({ type: 'caught-up', known, answer, dropped: last ? outbox.left() : [], last })
      if (last) break
      known = pull.learned(known, answer)
    }
    call.completed()
    return true
  }

  /** Undefined where this tab has no say any more. */
  async function question(
    known: unknown,
    { waitedFor = false, probing = false }: AskOptions,
  ): Promise<Outcome<unknown> | undefined> {
    const askedAt = clock.now()
    asked = known
    const outcome = await withDeadline(
      clock,
      signal =>
        network.send(pull.document, pull.variables(known), {
          note: pull.note,
          requestToken: parts.newId(),
          signal,
          waitedFor,
          anyway: probing,
        }),
      pullDeadlineMs,
    )
    if (clock.now() - askedAt > suspiciousMs && !(await parts.confirmLead())) return undefined
    if (stopped) return undefined
    if (
      outcome.kind === 'refused' ||
      (outcome.kind === 'outage' && serverCauses.has(outcome.cause))
    )
      failed(failureNote(outcome, pull.note))
    contact.note(outcome)
    if (outcome.kind !== 'answer' && outcome.kind !== 'signed-out') {
      askLater(outcome.kind === 'outage' ? outcome.retryAfterMs : undefined)
    }
    return outcome
  }

  const failed = (note: string) => contact.set({ trouble: { note, at: clock.now() } })

  function askLater(retryAfterMs?: number) {
    failures++
    const pause = backoffMs(failures + patience, parts.random(), {
      server: false,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    })
    if (retryAfterMs !== undefined) askedPause.begin(pause)
    askAfter(pause)
  }

  function askAfter(ms: number) {
    cancel?.()
    cancel = clock.after(ms, () => {
      cancel = undefined
      void ask(takeWanted())
    })
  }

  /** Whatever threw: it is asked again like what was not answered. */
  function gaveUp(error: unknown): false {
    parts.onTrouble(error)
    if (stopped) return false
    failed(pull.note)
    askLater()
    return false
  }

  function takeWanted(): AskOptions {
    const asking = wanted
    wanted = {}
    return asking
  }

  const both = (a: AskOptions, b: AskOptions): AskOptions => ({
    waitedFor: (a.waitedFor ?? false) || (b.waitedFor ?? false),
    probing: (a.probing ?? false) || (b.probing ?? false),
    known:
      a.known === undefined || b.known === undefined
        ? (a.known ?? b.known)
        : pull.older(a.known, b.known),
  })

  const ask: CatchUp['ask'] = async ({ waitedFor = false, probing = false, known } = {}) => {
    if (stopped || (contact.state.get().signedOut && !waitedFor && !probing)) return false
    const left = askedPause.left()
    if (!running && !waitedFor && !probing && left > 0) {
      wanted = both(wanted, { known })
      askAfter(left)
      return false
    }
    if (running) {
      // What is under way may have been answered before what made us ask.
      wanted = both(wanted, { waitedFor, probing, known })
      again ??= running.then(() => {
        again = undefined
        return ask(takeWanted())
      })
      return again
    }
    cancel?.()
    cancel = undefined
    askedPause.end()
    running = run({ waitedFor, probing, known }).catch(gaveUp)
    const answered = await running
    running = undefined
    moment++
    if (stopped || !answered) return false
    const recovered = failures > 0
    failures = 0
    if (contact.state.get().trouble) contact.set({ trouble: undefined })
    try {
      parts.onCaughtUp(recovered)
    } catch (error) {
      parts.onTrouble(error)
    }
    return true
  }

  const take: CatchUp['take'] = (hint, early = false) => {
    const brought = pull.brought(hint)
    if (stopped || !brought || !pull.fits(cache, brought.known)) return false
    if (running && !(early && pull.agrees(cache, asked, brought))) return false
    try {
      outbox.release([], () => pull.apply(cache, brought.answer))
    } catch (error) {
      parts.onTrouble(error)
      return false
    }
    moment++
    post({ type: 'brought', hint })
    // Unless something else was heard of the server until then.
    const before = contact.state.get()
    parts.afterPaint.run(() => {
      if (contact.state.get() === before) contact.note({ kind: 'answer', data: brought.answer })
    })
    return true
  }

  return {
    ask,
    take,
    moment: () => moment,
    asking: () => running !== undefined,
    retrying: () => cancel !== undefined,
    stop() {
      stopped = true
      cancel?.()
    },
  }
}
