import type { ApolloCache } from '@apollo/client'
import type { Entry, TrayEntry } from '../../offline/outbox/edit.ts'
import { allEdits } from './all-edits.ts'

/** What a waiting or refused edit is called: "Tick Milk". */
export function entrySentence(cache: ApolloCache, entry: Entry | TrayEntry): string {
  if ('entries' in entry) {
    const [first, ...others] = entry.entries
    const sentence = entry.sentence ?? (first ? entrySentence(cache, first) : 'A change')
    return others.length > 0 ? `${sentence}, and ${others.length} more that need it` : sentence
  }
  if (entry.sentence !== undefined) return entry.sentence
  const edit = allEdits.find(({ name }) => name === entry.name)
  return edit?.sentence(cache, entry.variables) ?? 'A change of another version of Aisle'
}
