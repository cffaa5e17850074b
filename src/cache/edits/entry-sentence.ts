import type { ApolloCache } from '@apollo/client'
import { countTitle } from '../../../rules/validation-issue.ts'
import type { Entry, TrayEntry } from '../../offline/outbox/edit.ts'
import { editsByName } from './all-edits.ts'
import { type Deed, deedSentence, oldDeed, readDeed } from './deed.ts'

/** What a waiting or refused edit is called: "Tick Milk". */
export function entrySentence(cache: ApolloCache, entry: Entry | TrayEntry): string {
  if ('entries' in entry) {
    const [first, ...others] = entry.entries
    const sentence = entry.sentence ?? (first ? entrySentence(cache, first) : 'A change')
    return others.length > 0
      ? `${sentence}, and ${countTitle(others.length)} more that need it`
      : sentence
  }
  const deed = entryDeed(cache, entry)
  return deed ? deedSentence(deed) : 'A change of another version of Aisle'
}

/** As it was kept; if it was not, as its records are called now. */
function entryDeed(cache: ApolloCache, entry: Entry): Deed | undefined {
  if (entry.deed) return readDeed(entry.deed)
  if (entry.sentence !== undefined) return oldDeed(entry.sentence)
  return readDeed(editsByName.get(entry.name)?.deed(cache, entry.variables))
}
