/**
 * Room on a full device. The cache on the disk is the leading tab's: it alone gives up what can be fetched
 * again, since it goes on writing where it stopped; the others ask it to.
 */
import type { Clock } from '../clock.ts'
import type { HowMuchSpace, TabMessage } from '../tabs/tabs.ts'

export interface Space {
  /** Resolves when room was made, or (false) nobody could make it. */
  make(howMuch: HowMuchSpace): Promise<boolean>
  /** A person looked at this record: it stays longest. */
  opened(cacheId: string): void
  /** What people opened in all tabs, as far as this one was told; the latest last. */
  lastOpened(): readonly string[]
  hear(message: TabMessage): void
  /** This tab leads from now on: what it asked another for it does itself. */
  led(): void
}

export interface SpaceParts {
  readonly clock: Clock
  readonly leads: () => boolean
  /** Gives up what can be fetched again; what was opened last stays longest. */
  readonly give: (howMuch: HowMuchSpace) => Promise<boolean>
  /** A person looked at something, and this tab leads. */
  readonly onOpened: () => void
  readonly post: (message: TabMessage) => void
  readonly onTrouble: (error: unknown) => void
}

/** Longer than it takes until this tab leads where the leading one is frozen. */
const timeoutMs = 6_000

export function createSpace(parts: SpaceParts): Space {
  const { clock, leads, give, post } = parts
  /** Cache ids, the latest last; those of other tabs, too. */
  const looked = new Set<string>()
  let waiters: ((isMade: boolean) => void)[] = []

  function goOn(isMade: boolean) {
    const waiting = waiters
    waiters = []
    for (const waiter of waiting) waiter(isMade)
  }

  function remember(cacheId: string) {
    looked.delete(cacheId)
    looked.add(cacheId)
  }

  function open(cacheId: string) {
    remember(cacheId)
    if (leads()) parts.onOpened()
  }

  async function ask(howMuch: HowMuchSpace): Promise<boolean> {
    const answer = Promise.withResolvers<boolean>()
    waiters.push(answer.resolve)
    const cancel = clock.after(timeoutMs, () => answer.resolve(false))
    post({ type: 'make-room', howMuch, opened: [...looked] })
    const isMade = await answer.promise
    cancel()
    return isMade
  }

  return {
    async make(howMuch) {
      const isMade = !leads() && (await ask(howMuch))
      return leads() ? give(howMuch) : isMade
    },
    opened(cacheId) {
      open(cacheId)
      post({ type: 'opened', cacheId })
    },
    lastOpened: () => [...looked],
    hear(message) {
      if (message.type === 'opened') open(message.cacheId)
      // A tab of an older version tells only of what it made.
      if (message.type === 'room-made') goOn(message.isMade ?? true)
      if (message.type !== 'make-room' || !leads()) return
      for (const id of message.opened) remember(id)
      give(message.howMuch)
        .then(isMade => post({ type: 'room-made', isMade }))
        .catch(parts.onTrouble)
    },
    // Whoever waited gives by itself now.
    led: () => goOn(true),
  }
}
