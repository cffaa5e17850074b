import { listCacheId } from '../cache/records/cache-ids.ts'
import { seenRecords } from '../cache/records/reader.ts'
import type { Offline } from '../offline/offline.ts'

/**
 * Whether a full device let go of the list's items: it names some, and nobody told up to where it is known, as of none
 * that was made here and waits.
 */
export function isAway(
  { peek, waiting }: Pick<Offline, 'peek' | 'waiting'>,
  listId: string,
): boolean {
  const items = peek(listCacheId(listId))?.items
  return (
    Array.isArray(items) &&
    items.length > 0 &&
    seenRecords({ peek }).revision(listId) === undefined &&
    !waiting.get().some(entry => entry.creates.includes(listId))
  )
}
