/**
 * Hints of one's own edits. While an edit is under way or its answer unconfirmed, what a hint brings may be older
 * than what is shown, so none is taken. Where one tells of all that was answered just what the base has already,
 * it is this device's own: taking it moves the cursor alone, and nothing has to be asked.
 */
import type { DerivedCache } from '../derived-cache.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { CatchUp, Pull } from './catch-up.ts'
import type { Hint } from './network.ts'

export interface OwnHints {
  /** Kept until it may be taken; of many the latest alone. */
  keep(hint: Hint): void
  /**
   * True where what is kept confirms every answer since the last question, and what others did meanwhile was taken, too:
   * nothing has to be asked.
   */
  confirm(): boolean
  /** A question was answered: nothing of before says anything any more. */
  clear(): void
}

export interface OwnHintsParts {
  readonly cache: DerivedCache
  readonly pull: Pull
  readonly outbox: Pick<Outbox, 'settled' | 'confirmed'>
  readonly take: CatchUp['take']
}

/** More edits than one are answered by one question. */
const mostKept = 10

export function createOwnHints({ cache, pull, outbox, take }: OwnHintsParts): OwnHints {
  let kept: Hint[] = []

  function clear() {
    kept = []
    outbox.confirmed()
  }

  return {
    keep(hint) {
      kept = [...kept, hint].slice(-mostKept)
    },
    confirm() {
      const settled = outbox.settled()
      const own = kept.find(hint => pull.confirms(cache, hint, settled))
      if (settled.size === 0 || !own || !take(own)) return false
      const all = kept
      clear()
      return all.every(hint => pull.knows(cache, hint) || take(hint))
    },
    clear,
  }
}
