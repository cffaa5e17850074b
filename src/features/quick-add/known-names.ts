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
import { createSlices, type Later } from '../../parts/in-slices.ts'
import type { ListUses } from './list-uses.ts'

export interface KnownNames {
  suggest(typed: string, options: SuggestOptions): readonly Remembered[]
  /** Follows history and lists from now on; answers with what ends it. */
  follow(): () => void
}

export interface KnownNamesParts {
  readonly history: Readable<History>
  readonly told: Pick<ListUses, 'ofKey' | 'keys' | 'onChanged'>
  readonly later: Later
}

const sliceLength = 200
/** So few are taken in before the next answer, so that what was just done is known at once. */
const atOnce = 50

export function createKnownNames({ history, told, later }: KnownNamesParts): KnownNames {
  const index = createSuggestionIndex()
  const slices = createSlices({ later, most: sliceLength, take })
  let seen: History = new Map()

  function take(keys: readonly string[]) {
    for (const key of keys) {
      const [own, there] = [history.get().get(key), told.ofKey(key)]
      index.set(key, own && there ? mergeRemembered(own, there) : (own ?? there))
    }
  }

  function followHistory() {
    const before = seen
    seen = history.get()
    slices.add([...seen].flatMap(([key, entry]) => (before.get(key) === entry ? [] : [key])))
    slices.add([...before.keys()].filter(key => !seen.has(key)))
  }

  return {
    suggest(typed, options) {
      if (slices.left() <= atOnce) slices.takeNow(atOnce)
      return index.suggest(typed, options)
    },
    follow() {
      const stops = [history.subscribe(followHistory), told.onChanged(slices.add)]
      followHistory()
      slices.add(told.keys())
      return () => {
        for (const stop of stops) stop()
        slices.close()
      }
    },
  }
}
