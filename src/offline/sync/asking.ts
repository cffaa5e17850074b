/** When the server is asked what changed: by the tab that leads, for all of them. */
import type { Clock } from '../clock.ts'
import type { RefreshOptions } from '../offline.ts'
import { createPause } from '../pause.ts'
import type { Readable } from '../readable.ts'
import type { Contact, TabMessage } from '../tabs/tabs.ts'
import type { Leadership } from './leadership.ts'

export interface Asking {
  /** True where the server answered, in this tab or through the one that leads. */
  refresh(options?: RefreshOptions): Promise<boolean>
  /** Asks the leading tab, which tells what this one does not know yet. */
  askLeader(): void
  /** What the server knows is in the base of this tab. */
  caughtUp(): void
  stop(): void
}

export interface AskingParts {
  readonly clock: Clock
  readonly visible: Readable<boolean>
  /** This tab's time as the leader, while it is. */
  readonly leadership: () => Leadership | undefined
  /** What this tab's base knows. */
  readonly known: () => unknown
  /** The same, as if it knew nothing: everything comes anew. */
  readonly everythingUnknown: () => unknown
  readonly post: (message: TabMessage) => void
  /** What is known of the server; a follower's is told by the tab that leads. */
  readonly contact: Readable<Contact>
  /** A person of this tab waits for what another tab asked, and the server wants a sign-in. */
  readonly onSignedOut: () => void
}

/** While visible, what changed is asked for at least this often. */
const askEveryMs = 30_000
/** And this often while nobody answers: no browser tells that a bar of signal carries something again. */
const knockEveryMs = 2_500
/** So long a follower waits for the leader's answer. */
const timeoutMs = 20_000

export function createAsking(parts: AskingParts): Asking {
  const { clock, visible, contact, leadership, known, everythingUnknown, onSignedOut, post } = parts
  const pause = createPause(clock)
  let waiters: ((answered: boolean) => void)[] = []
  let cancel = () => {}

  const refresh: Asking['refresh'] = async ({
    waitedFor = false,
    anyway = false,
    hard = false,
  } = {}) => {
    const own = leadership()
    const unknown = hard ? everythingUnknown() : undefined
    if (own) return own.catchUp.ask({ waitedFor, probing: anyway, known: unknown })
    post({ type: 'ask', known: unknown ?? known(), waitedFor: waitedFor || anyway })
    const before = contact.get().trouble?.at
    return new Promise<boolean>(resolve => {
      const cancelTimeout = clock.after(timeoutMs, () => end(false))
      const endWatching = contact.subscribe(() => {
        const { reachable, signedOut, trouble } = contact.get()
        if (signedOut && waitedFor) onSignedOut()
        if (signedOut || !reachable || (trouble && trouble.at !== before)) end(false)
      })
      function end(answered: boolean) {
        cancelTimeout()
        endWatching()
        waiters = waiters.filter(waiter => waiter !== end)
        resolve(answered)
      }
      waiters.push(end)
    })
  }

  function askWhileVisible() {
    cancel = clock.after(knockEveryMs, () => {
      if (!contact.get().reachable || pause.left() === 0) {
        pause.begin(askEveryMs)
        if (visible.get()) void refresh()
      }
      askWhileVisible()
    })
  }
  pause.begin(askEveryMs)
  askWhileVisible()

  return {
    refresh,
    askLeader: () => post({ type: 'ask', known: known(), waitedFor: false }),
    caughtUp() {
      const done = waiters
      waiters = []
      for (const waiter of done) waiter(true)
    },
    stop: () => cancel(),
  }
}
