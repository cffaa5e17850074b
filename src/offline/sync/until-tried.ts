/** For a tab that does not lead: waits until the one that leads has tried to send what waits. */
import type { Clock } from '../clock.ts'
import type { Entry } from '../outbox/edit.ts'
import type { Readable } from '../readable.ts'
import type { Contact } from '../tabs/tabs.ts'

export interface UntilTriedParts {
  readonly clock: Clock
  /** What waits, as the leading tab tells of it. */
  readonly waiting: Readable<readonly Entry[]>
  readonly contact: Readable<Contact>
}

/** A try ends within its deadline, however slow the network; then it is plain that nobody leads. */
const timeoutMs = 30_000

/** Of a try that failed the connection is told first, and right behind it why. */
const whyMs = 100

/** Resolves when nothing waits any more or a try failed; at the latest after half a minute. */
export function untilTried({ clock, waiting, contact }: UntilTriedParts): Promise<void> {
  if (waiting.get().length === 0) return Promise.resolve()
  const before = new Map(waiting.get().map(({ id, attempts }) => [id, attempts]))
  const hasFailed = () =>
    waiting.get().some(({ id, attempts }) => attempts > (before.get(id) ?? attempts))
  return new Promise(resolve => {
    const endings = [
      clock.after(timeoutMs, () => end()),
      waiting.subscribe(() => {
        if (waiting.get().length === 0 || hasFailed()) end()
      }),
      contact.subscribe(() => {
        const { reachable, signedOut } = contact.get()
        if (signedOut) end()
        else if (!reachable) endings.push(clock.after(whyMs, end))
      }),
    ]
    function end() {
      for (const ending of endings) ending()
      resolve()
    }
  })
}
