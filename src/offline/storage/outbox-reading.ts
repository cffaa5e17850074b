/** Reading the outbox where the storage may fail or hang: the app starts and sends all the same. */
import type { Clock } from '../clock.ts'
import { inTime } from './in-time.ts'

export interface OutboxReading {
  /** Tries once; false if the storage failed or did not answer. Then it is tried again by itself. */
  read(): Promise<boolean>
  /** Before this tab sends: tries some times, since what waits there comes first. */
  readBeforeSending(isOver: () => boolean): Promise<void>
  /** False after a try that failed. */
  readable(): boolean
  stop(): void
}

export interface OutboxReadingParts {
  readonly clock: Clock
  readonly load: () => Promise<void>
  /** Called as it turns out that it can be read again, or no more. */
  readonly onReadable: (readable: boolean) => void
  readonly onTrouble: (error: unknown) => void
}

/** Then what is done now is sent, rather than nothing at all. */
const mostTries = 4
const pauseMs = 1_000
const againMs = 30_000

export function createOutboxReading(parts: OutboxReadingParts): OutboxReading {
  const { clock, load, onReadable, onTrouble } = parts
  let readable = true
  let stopped = false
  let cancel: (() => void) | undefined

  function tell(now: boolean) {
    if (now !== readable && !stopped) onReadable(now)
    readable = now
  }

  async function read() {
    cancel?.()
    cancel = undefined
    try {
      await inTime(clock, load)
      tell(true)
      return true
    } catch (error) {
      onTrouble(error)
      tell(false)
      if (!stopped) cancel ??= clock.after(againMs, read)
      return false
    }
  }

  return {
    read,
    async readBeforeSending(isOver) {
      for (let tries = 1; !isOver() && !(await read()) && tries < mostTries; tries++) {
        await new Promise<void>(resolve => clock.after(tries * pauseMs, resolve))
      }
    },
    readable: () => readable,
    stop() {
      stopped = true
      cancel?.()
    },
  }
}
