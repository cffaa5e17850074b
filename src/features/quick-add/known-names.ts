/**
 * All names that this person is known to use, from what was added here and what their lists tell, ready to be
 * asked with every key. Taken in slice by slice when there is time; afterwards a change costs what changed.
 */
import { createSuggestionIndex } from '../../../rules/items/suggestion-index.ts'
import {
  type History,
  mergeRemembered,
  type Remembered,
  type SuggestOptions,
} from '../../../rules/items/suggestions.ts'
import type { Readable } from '../../offline/readable.ts'
import type { ListUses } from './list-uses.ts'

export interface KnownNames {
  suggest(typed: string, options: SuggestOptions): readonly Remembered[]
  /** Follows history and lists from now on; answers with what ends it. */
  follow(): () => void
}

export interface KnownNamesParts {
  readonly history: Readable<History>
  readonly told: Pick<ListUses, 'ofKey' | 'keys' | 'onChanged'>
  /** Runs later, when there is time; answers with what calls it off. */
  readonly later: (work: () => void) => () => void
}

const sliceLength = 200
/** So few are taken in before the next answer, so that what was just done is known at once. */
const atOnce = 50

export function createKnownNames({ history, told, later }: KnownNamesParts): KnownNames {
  const index = createSuggestionIndex()
  const waiting = new Set<string>()
  let seen: History = new Map()
  let cancel: (() => void) | undefined

  function takeIn(most: number) {
    for (const key of [...waiting].slice(0, most)) {
      waiting.delete(key)
      const [own, there] = [history.get().get(key), told.ofKey(key)]
      index.set(key, own && there ? mergeRemembered(own, there) : (own ?? there))
    }
  }

  function work() {
    cancel = undefined
    takeIn(sliceLength)
    wake()
  }

  function wake() {
    if (waiting.size > 0) cancel ??= later(work)
  }

  function followHistory() {
    const before = seen
    seen = history.get()
    for (const [key, entry] of seen) if (before.get(key) !== entry) waiting.add(key)
    for (const key of before.keys()) if (!seen.has(key)) waiting.add(key)
    wake()
  }

  function followLists(keys: Iterable<string>) {
    for (const key of keys) waiting.add(key)
    wake()
  }

  return {
    suggest(typed, options) {
      if (waiting.size <= atOnce) takeIn(atOnce)
      return index.suggest(typed, options)
    },
    follow() {
      const stops = [history.subscribe(followHistory), told.onChanged(followLists)]
      followHistory()
      followLists(told.keys())
      return () => {
        for (const stop of stops) stop()
        cancel?.()
        cancel = undefined
      }
    },
  }
}
