/** One tab's time as the leader: it sends, asks, listens and persists, until it is deposed or closed. */

import type { AfterPaint } from '../after-paint.ts'
import type { DerivedCache } from '../derived-cache.ts'
import type { OfflineParts } from '../environment.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Leader } from '../tabs/leader.ts'
import type { TabMessage } from '../tabs/tabs.ts'
import type { Beside } from './beside.ts'
import { type CatchUp, createCatchUp } from './catch-up.ts'
import type { ContactKeeper } from './contact.ts'
import { createLive } from './live.ts'
import { createOwnHints } from './own-hints.ts'
import { createSender, type Sender } from './sender.ts'

export interface Leadership {
  readonly sender: Sender
  readonly catchUp: CatchUp
  /** The network may be back, or the session. */
  wake(): void
  end(): void
}

export interface LeadershipParts {
  readonly cache: DerivedCache
  readonly outbox: Outbox
  readonly contact: ContactKeeper
  readonly post: (message: TabMessage) => void
  readonly lead: Pick<Leader, 'confirm' | 'resign'>
  readonly onCaughtUp: () => void
  readonly beside: Beside
  readonly afterPaint: AfterPaint
}

/** One's own edits make hints too: while they flow, one question answers many. */
const ownHintsPauseMs = 400
/**
 * Where the server answers again for so long, the stream does not wait for the end of its own pause, which may be
 * half a minute. On a network that comes and goes faster it would only be opened in vain.
 */
const steadyMs = 1_500
/** So many streams in a row have come to nothing before it is asked whether there is a network. */
const fewestFailures = 3

export function beginLeadership(offline: OfflineParts, parts: LeadershipParts): Leadership {
  const { network, clock, random, newId, pull, calls, onTrouble } = offline
  const { cache, outbox, contact, post, lead, onCaughtUp, beside, afterPaint } = parts
  const confirmLead = lead.confirm
  let askLater: (() => void) | undefined
  /** The base holds answers to edits that no question has confirmed: what a hint brings may be older. */
  let unconfirmed = false

  const catchUp = createCatchUp({
    cache,
    outbox,
    network,
    pull,
    clock,
    random,
    newId,
    contact,
    calls,
    post,
    confirmLead,
    afterPaint,
    onTrouble,
    onCaughtUp(recovered) {
      if (!sender.draining()) {
        unconfirmed = false
        ownHints.clear()
      }
      onCaughtUp()
      if (recovered) sender.wake()
    },
  })
  async function probe() {
    const alive = await catchUp.ask({ probing: true })
    if (alive) live.wake()
    return alive
  }
  const sender = createSender({
    outbox,
    network,
    clock,
    random,
    contact,
    catchUp,
    confirmLead,
    resign: lead.resign,
    probe,
    onTrouble,
    onDrained: truthMissing => {
      unconfirmed = true
      if (truthMissing) void catchUp.ask()
      else askUnlessConfirmed()
    },
  })

  const ownHints = createOwnHints({ cache, pull, outbox, take: catchUp.take })

  function askUnlessConfirmed() {
    if (sender.draining() || outbox.next() || !ownHints.confirm()) return askSoon()
    unconfirmed = false
    askLater?.()
    askLater = undefined
  }

  function askSoon() {
    askLater ??= clock.after(ownHintsPauseMs, () => {
      askLater = undefined
      if (sender.draining()) askSoon()
      else void catchUp.ask()
    })
  }

  const live = createLive({
    network,
    clock,
    random,
    onOpen() {
      contact.set({ reachable: true })
      sender.wake()
      void catchUp.ask()
    },
    onHint(hint) {
      if (hint.beside !== undefined) return beside.hear(hint.id, hint.beside)
      // Nobody tells what becomes of it from now on, nor once it is seen again that it ended meanwhile.
      if (hint.revision === null) beside.forget(hint.id)
      if (pull.knows(cache, hint)) return
      if (sender.draining() || outbox.next() || askLater) {
        ownHints.keep(hint)
        askUnlessConfirmed()
      } else if (unconfirmed || !catchUp.take(hint, true)) void catchUp.ask()
    },
    onSignedOut: () => contact.set({ signedOut: true }),
    onEnd(failures) {
      beside.forget()
      // Nothing waits that would tell whether anybody is there at all.
      if (failures >= fewestFailures && contact.state.get().reachable) void catchUp.ask()
    },
  })
  // What another tab's stream told ended with it.
  beside.forget()
  post({ type: 'beside', units: [] })
  live.open()

  function isWell() {
    const { reachable, signedOut } = contact.state.get()
    return reachable && !signedOut
  }
  // The session may be alive after all, as an answer shows that a person waited for.
  function goOn() {
    live.wake()
    sender.kick()
  }
  let wasWell = isWell()
  let cancelGoingOn = () => {}
  const endWatching = contact.state.subscribe(() => {
    if (isWell() === wasWell) return
    wasWell = !wasWell
    cancelGoingOn()
    if (wasWell) cancelGoingOn = clock.after(steadyMs, goOn)
  })

  return {
    sender,
    catchUp,
    wake() {
      if (contact.state.get().signedOut) {
        void probe().then(alive => alive && sender.wake())
        return
      }
      sender.wake()
      live.wake()
      void catchUp.ask()
    },
    end() {
      askLater?.()
      endWatching()
      cancelGoingOn()
      sender.stop()
      catchUp.stop()
      live.close()
      beside.forget()
    },
  }
}
