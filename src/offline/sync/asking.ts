/** When the server is asked what changed: by the tab that leads, for all of them. */
import type { Clock } from '../clock.ts'
import type { RefreshOptions } from '../offline.ts'
import type { Readable } from '../readable.ts'
import type { TabMessage } from '../tabs/tabs.ts'
import type { Term } from './term.ts'

export interface Asking {
  /** True where the server answered, in this tab or through the one that leads. */
  refresh(options?: RefreshOptions): Promise<boolean>
  /** Asks the leading tab, which tells what this one does not know yet. */
  askLeader(): void
  /** What the server knows is in the base of this tab. */
  caughtUp(): void
  stop(): void
}

export interface AskingOptions {
  readonly clock: Clock
  readonly visible: Readable<boolean>
  /** This tab's time as the leader, while it is. */
  readonly term: () => Term | undefined
  /** What this tab's base knows. */
  readonly known: () => unknown
  /** The same, as if it knew nothing: everything comes anew. */
  readonly distrusted: () => unknown
  readonly post: (message: TabMessage) => void
}

/** While visible, what changed is asked for at least this often. */
const askEveryMs = 30_000
/** So long a follower waits for the leader's answer. */
const patienceMs = 20_000

export function createAsking(options: AskingOptions): Asking {
  const { clock, visible, term, known, distrusted, post } = options
  let waiters: (() => void)[] = []
  let callOff = () => {}

  const refresh: Asking['refresh'] = async ({ waitedFor = false, hard = false } = {}) => {
    const own = term()
    if (own) return own.catchUp.ask({ waitedFor, ...(hard && { known: distrusted() }) })
    post({ type: 'ask', known: hard ? distrusted() : known(), waitedFor })
    return new Promise<boolean>(resolve => {
      waiters.push(() => resolve(true))
      clock.after(patienceMs, () => resolve(false))
    })
  }

  const askWhileVisible = () => {
    callOff = clock.after(askEveryMs, () => {
      if (visible.get()) void refresh()
      askWhileVisible()
    })
  }
  askWhileVisible()

  return {
    refresh,
    askLeader: () => post({ type: 'ask', known: known(), waitedFor: false }),
    caughtUp() {
      const done = waiters
      waiters = []
      for (const waiter of done) waiter()
    },
    stop: () => callOff(),
  }
}
