import { youAndOthers } from '../../../rules/people/sharing.ts'
import { type Peek, seenRecords } from '../../cache/records/reader.ts'

/** Behind what was deleted of a list: " for you and 2 others"; nothing where nobody else has it. */
export function forWhom(offline: { readonly peek: Peek }, listId: string): string {
  const others = seenRecords(offline).people(listId).length
  return others === 0 ? '' : ` for ${youAndOthers(others)}`
}
