/**
 * So that one account cannot stop the server for others: how much of it may run at once, and how much in a time.
 * Each process counts for itself.
 */
import { dayMs } from '../../rules/days.ts'
import type { Now } from '../environment.ts'
import { waitInWords } from './attempts.ts'

export interface GateLimits {
  /** Operations a second that an account can keep up. */
  readonly perSecond: number
  /** So many more in one go: what a phone sends that was away for weeks. */
  readonly burst: number
  /** Rows that an account may write in a day of UTC: `rowsAtOnce` at least, or one operation is too much for ever. */
  readonly rowsPerDay: number
}

/** Of one operation: the largest list, changed and answered, three times. An answer of so many holds the process for a second. */
export const rowsAtOnce = 30_000

/** As many run side by side; more wait for their turn. */
const atOnce = 4
/** No person makes a longer queue: what comes beyond it is refused. */
const waitingAtOnce = 200
/** A document of so many rows counts as one more operation. */
const rowsPerOperation = 50
/** Accounts of which something is remembered; one that is at rest is as good as forgotten. */
const accountsKept = 10_000

/** Seconds until it is worth another try. */
export interface Refused {
  /** Instead of the sentence about an account that asks for too much. */
  readonly message?: string
  readonly retryAfterSeconds: number
}

export interface Turn {
  /** Whether others were before: what was known of who asks may be otherwise by now. */
  readonly hasWaited: boolean
  /** Gives it back. */
  readonly leave: () => void
}

export interface AccountGate {
  /** Waits for a turn; throws where whoever asks leaves before it comes. */
  enter(userId: number, request: Pick<Request, 'signal'>): Promise<Turn | Refused>
  /** Counts what an operation costs beyond being one: rows that are read or written, and those written by day. */
  charge(userId: number, cost: Cost): Refused | undefined
}

export interface Cost {
  readonly rows: number
  readonly written: number
  /** Whether it is done already: then it counts, and the next one is refused. */
  readonly isDone?: boolean
}

interface Account {
  tokens: number
  /** When `tokens` was right, in ms. */
  at: number
  running: number
  readonly waiting: (() => void)[]
  day: number
  written: number
}

export function createAccountGate(now: Now, limits: GateLimits): AccountGate {
  const accounts = new Map<number, Account>()

  function accountOf(userId: number): Account {
    const at = now().getTime()
    const day = Math.floor(at / dayMs)
    const known = accounts.get(userId)
    if (!known) {
      if (accounts.size >= accountsKept) forgetResting()
      const fresh = { tokens: limits.burst, at, running: 0, waiting: [], day, written: 0 }
      accounts.set(userId, fresh)
      return fresh
    }
    // A clock that was set back gives nothing, and takes nothing.
    const passed = Math.max(0, at - known.at)
    known.tokens = Math.min(limits.burst, known.tokens + (passed / 1000) * limits.perSecond)
    known.at = at
    if (known.day !== day) {
      known.day = day
      known.written = 0
    }
    return known
  }

  function forgetResting(): void {
    for (const userId of [...accounts.keys()]) {
      const { tokens, running, written } = accountOf(userId)
      if (tokens >= limits.burst && running === 0 && written === 0) accounts.delete(userId)
    }
  }

  function notYet({ tokens }: Account): Refused {
    return { retryAfterSeconds: Math.max(1, Math.ceil((1 - tokens) / limits.perSecond)) }
  }

  return {
    async enter(userId, request) {
      const account = accountOf(userId)
      if (account.tokens <= 0) return notYet(account)
      if (account.waiting.length >= waitingAtOnce) return { retryAfterSeconds: 1 }
      account.tokens -= 1
      const hasWaited = account.running >= atOnce
      // Whoever leaves hands the turn over.
      if (hasWaited) await waitIn(account.waiting, request.signal)
      else account.running += 1
      let isLeft = false
      function leave(): void {
        if (isLeft) return
        isLeft = true
        const next = account.waiting.shift()
        if (next) next()
        else account.running -= 1
      }
      // Those before may have spent what was there when it came, and took one.
      if (hasWaited && accountOf(userId).tokens <= -1) {
        leave()
        return notYet(account)
      }
      return { hasWaited, leave }
    },

    charge(userId, { rows, written, isDone = false }) {
      const account = accountOf(userId)
      account.tokens -= rows / rowsPerOperation
      if (!isDone && written > 0 && account.written + written > limits.rowsPerDay) {
        const over = (account.day + 1) * dayMs - account.at
        const retryAfterSeconds = Math.max(1, Math.ceil(over / 1000))
        const wait = waitInWords(retryAfterSeconds)
        const message = `This account wrote as much as it may in one day. Try again in ${wait}.`
        return { message, retryAfterSeconds }
      }
      account.written += written
      return undefined
    },
  }
}

function waitIn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  const turn = Promise.withResolvers<void>()
  function giveUp(): void {
    const place = waiting.indexOf(turn.resolve)
    if (place < 0) return
    waiting.splice(place, 1)
    turn.reject(new Error('Left before its turn.'))
  }
  waiting.push(turn.resolve)
  if (signal.aborted) giveUp()
  else signal.addEventListener('abort', giveUp)
  return turn.promise
}
