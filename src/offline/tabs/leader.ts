/**
 * Which tab leads. The lock passes on by itself when its holder is closed or crashes; a frozen one keeps it,
 * so a visible tab that hears no answer to its pings takes the lock away.
 */
import type { Clock } from '../clock.ts'
import type { Readable } from '../readable.ts'
import type { HeldLock, LockMode, Tabs } from './tabs.ts'

export interface LeaderParts {
  readonly tabs: Tabs
  readonly clock: Clock
  readonly visible: Readable<boolean>
  readonly onLead: () => void
  readonly onDeposed: () => void
  readonly onTrouble: (error: unknown) => void
}

export interface Leader {
  /** Takes the lead at once where nobody has it; otherwise stands in line. True where it leads. */
  start(): Promise<boolean>
  leads(): boolean
  /**
   * Whether the lead is still ours; asked after a pause in which this tab may have been frozen. If that cannot
   * be found out, it is given away.
   */
  confirm(): Promise<boolean>
  /** Gives the lead to the next in line, since nothing comes of it here; stands in line again. */
  resign(): void
  close(): void
}

/** A pause in which this tab may have been frozen and lost the lead. */
export const suspiciousMs = 3_000
const pingEveryMs = 1500
/** Two pings unanswered: with the third the lock is taken, within 5 s of the leader's last sign. */
const silenceMs = 3200

export function createLeader(parts: LeaderParts): Leader {
  const { tabs, clock, visible, onLead, onDeposed } = parts
  let held: HeldLock | undefined
  let waiting: AbortController | undefined
  let closed = false
  let heardAt = 0
  let pingedAt = 0
  let cancel = () => {}

  function lead(lock: HeldLock) {
    if (closed) return lock.release()
    held = lock
    waiting?.abort()
    waiting = undefined
    cancel()
    onLead()
  }

  function depose() {
    if (!held) return
    held = undefined
    onDeposed()
    standInLine()
  }

  function resign() {
    const lock = held
    depose()
    lock?.release()
  }

  async function acquire(mode: LockMode, signal?: AbortSignal) {
    const lock = await tabs.lock(mode, { onLost: depose, ...(signal && { signal }) })
    if (!lock) return false
    lead(lock)
    return true
  }

  function standInLine() {
    if (closed) return
    waiting = new AbortController()
    void acquire('wait', waiting.signal)
    heardAt = clock.now()
    ping()
  }

  function ping() {
    cancel()
    if (closed || held) return
    if (visible.get()) {
      // Our own timers stood still (sleep, freeze), or the clock was set: that silence says nothing about the leader.
      if (Math.abs(clock.now() - pingedAt) > 2 * pingEveryMs) heardAt = clock.now()
      pingedAt = clock.now()
      if (clock.now() - heardAt > silenceMs) {
        heardAt = clock.now()
        void acquire('steal')
      }
      tabs.post({ type: 'ping' })
    }
    cancel = clock.after(pingEveryMs, ping)
  }

  const endListening = tabs.listen(message => {
    if (message.type === 'ping' && held) tabs.post({ type: 'pong' })
    if (message.type === 'pong') heardAt = clock.now()
  })
  const endWatching = visible.subscribe(() => {
    if (held || !visible.get()) return
    heardAt = clock.now()
    ping()
  })

  return {
    async start() {
      if (await acquire('if-free')) return true
      standInLine()
      return false
    },
    leads: () => held !== undefined,
    async confirm() {
      const asked = held
      try {
        if (asked && !(await asked.stillHeld()) && held === asked) depose()
      } catch (error) {
        parts.onTrouble(error)
        if (held === asked) resign()
      }
      return held !== undefined
    },
    resign,
    close() {
      closed = true
      cancel()
      endListening()
      endWatching()
      waiting?.abort()
      held?.release()
      held = undefined
    },
  }
}
