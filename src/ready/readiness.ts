/** What has to hold before a shop without a signal, as sentences (pure). */
import { dayMs } from '../../rules/days.ts'
import { counted } from '../../rules/validation-issue.ts'
import type { SyncState } from '../offline/offline.ts'
import type { ShellState } from '../offline/worker/shell-check.ts'

export interface Readiness {
  /** Undefined while the answer is not there yet. */
  readonly ready: boolean | undefined
  readonly sentence: string
}

/** Older lists are asked for again before one leaves the house. */
const freshMs = 3_600_000
/** Fewer days are no holiday. */
const enoughDays = 7

/** `asOf` is `caughtUpAt` in words; `now` in ms since 1970. */
export function listsReadiness(
  { caughtUpAt, signedOut, initialised, isCut, takesNoLists, storage }: SyncState,
  asOf: string,
  now: number,
): Readiness {
  if (caughtUpAt === undefined) return missing('They have not been fetched yet.')
  if (signedOut) return missing(`As of ${asOf}. Sign in to see what is new.`)
  if (takesNoLists) return missing('There is no room for them on this device: make room.')
  if (isCut) {
    const help = storage === 'memory-only' ? '' : ' Open those that you need: they stay.'
    return missing(`Not all of them are kept on this device.${help}`)
  }
  if (initialised && isCut === undefined) return looking
  // Or ahead: the clock was set back since.
  if (Math.abs(now - caughtUpAt) > freshMs) {
    return missing(`As of ${asOf}. Others may have changed something since.`)
  }
  return { ready: true, sentence: `As of ${asOf}.` }
}

/** A title is no promise: it says what is. */
export function waitingTitle({ waiting }: Pick<SyncState, 'waiting'>): string {
  if (waiting === 0) return 'Nothing waits'
  return `${counted(waiting, 'change')} ${waiting === 1 ? 'waits' : 'wait'}`
}

/** `refused` changes lie in the tray. */
export function waitingReadiness({ waiting, storage }: SyncState, refused: number): Readiness {
  if (waiting === 0 && refused > 0) {
    const changes = counted(refused, 'change')
    return { ready: true, sentence: `${changes} could not be saved: see “to look at” above.` }
  }
  if (waiting === 0) return { ready: true, sentence: 'All that you did has reached the server.' }
  if (storage !== 'durable') {
    const them = waiting === 1 ? 'it' : 'them'
    return missing(
      `${waitingTitle({ waiting })} to be sent, and this device does not keep ${them}.`,
    )
  }
  const what = `${counted(waiting, 'change')} ${waiting === 1 ? 'is' : 'are'} saved on this device`
  return missing(`${what} and ${waiting === 1 ? 'waits' : 'wait'} to be sent.`)
}

/** `endsAt` in ms since 1970, as the server last said. */
export function sessionReadiness(
  signedOut: boolean,
  endsAt: number | undefined,
  now: number,
): Readiness {
  if (signedOut || (endsAt !== undefined && endsAt <= now)) {
    return missing('Your sign-in has ended. What you do is kept, and sent once you sign in.')
  }
  if (endsAt === undefined) return missing('The server has not said yet for how long.')
  const days = Math.floor((endsAt - now) / dayMs)
  const span = days === 1 ? '1 more day' : `${days} more days`
  if (days >= enoughDays) return { ready: true, sentence: `For ${span}.` }
  return missing(days === 0 ? 'For less than a day.' : `For ${span} only.`)
}

export function storageReadiness(
  { storage, takesNoLists }: SyncState,
  isLasting: boolean | undefined,
): Readiness {
  if (storage === 'memory-only') {
    return missing('This browser keeps nothing after the page is closed.')
  }
  if (storage === 'full' || takesNoLists) return missing('The storage of this device is full.')
  if (isLasting === undefined) return looking
  if (isLasting) return { ready: true, sentence: 'The browser has promised to keep them.' }
  return missing('The browser may drop them when space runs short.')
}

const missingShells = {
  unsupported: 'This browser cannot open it without a network.',
  insecure: 'Without https, browsers do not open it without a network.',
  incomplete: 'Parts of it are still on the server.',
  demo: 'A demo opens with a network alone.',
} as const

export function appReadiness(shell: ShellState | undefined): Readiness {
  if (shell === undefined) return looking
  if (shell === 'complete') return { ready: true, sentence: 'It opens without a network.' }
  return missing(missingShells[shell])
}

const looking: Readiness = { ready: undefined, sentence: 'Looking…' }

function missing(sentence: string): Readiness {
  return { ready: false, sentence }
}
