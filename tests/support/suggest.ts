import { createSuggestionIndex } from '../../rules/items/suggestion-index.ts'
import type { History, Remembered, SuggestOptions } from '../../rules/items/suggestions.ts'

/** What is suggested where a history is all that is known. */
export function suggest(history: History, typed: string, options: SuggestOptions): Remembered[] {
  const index = createSuggestionIndex()
  for (const [key, entry] of history) index.set(key, entry)
  return index.suggest(typed, options)
}
