/**
 * How each kind of call stands (spec section 4), by its name: the name of an edit ("tickItem"), of a query
 * ("changes"), or the last part of a path under /auth ("login"). Kept in memory alone: a page that was just
 * opened has called nothing yet.
 */
import { createReadable, type Readable, type Writable } from '../readable.ts'

export type CallState =
  | { readonly status: 'IDLE' | 'LOADING' | 'COMPLETED' }
  /** `note` is what a person is told: the server's message, else the default note. */
  | { readonly status: 'FAILED'; readonly note: string }

export interface CallStates {
  /** LOADING while at least one call of this name is under way, else how the last of them ended. */
  of(name: string): Readable<CallState>
  begin(name: string): Call
  /** All are IDLE again: the account was left, and what is still under way ends unheard. */
  clear(): void
}

/** One call; only the first of its ends counts. */
export interface Call {
  completed(): void
  failed(note: string): void
  /** It came to nothing and nobody waits for it any more: the state is what it was before. */
  withdrawn(): void
}

const idle: CallState = { status: 'IDLE' }
const loading: CallState = { status: 'LOADING' }
const completed: CallState = { status: 'COMPLETED' }

interface Kind {
  readonly state: Writable<CallState>
  readonly underWay: Set<Call>
  lastEnd: CallState
}

export function createCallStates(): CallStates {
  const kinds = new Map<string, Kind>()

  function kindOf(name: string): Kind {
    const known = kinds.get(name)
    if (known) return known
    const kind: Kind = { state: createReadable(idle), underWay: new Set(), lastEnd: idle }
    kinds.set(name, kind)
    return kind
  }

  return {
    of: name => kindOf(name).state,
    begin(name) {
      const kind = kindOf(name)
      function end(how?: CallState) {
        if (!kind.underWay.delete(call)) return
        if (how) kind.lastEnd = how
        if (kind.underWay.size === 0) kind.state.set(kind.lastEnd)
      }
      const call: Call = {
        completed: () => end(completed),
        failed: note => end({ status: 'FAILED', note }),
        withdrawn: () => end(),
      }
      kind.underWay.add(call)
      kind.state.set(loading)
      return call
    },
    clear() {
      for (const kind of kinds.values()) {
        kind.underWay.clear()
        kind.lastEnd = idle
        kind.state.set(idle)
      }
    },
  }
}
