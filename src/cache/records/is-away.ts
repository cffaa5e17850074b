import type { Offline } from '../../offline/offline.ts'
import { listCacheId, refsOf } from './cache-ids.ts'
import { seenRecords } from './reader.ts'

/**
 * Whether a full device let go of the list's items: it names some that are not there, and nobody told up to where it
 * is known. What is added meanwhile is there.
 */
export function isAway({ peek }: Pick<Offline, 'peek'>, listId: string): boolean {
  const seen = seenRecords({ peek })
  const named = refsOf(peek(listCacheId(listId))?.items).length
  return seen.revision(listId) === undefined && named > seen.itemIds(listId).length
}

/** What is said in place of the items, and of how many there are. */
export const away = {
  title: 'Not on this device',
  sentence:
    'This device had no room left and let go of this list’s items. They come back with the network; what you add is kept.',
}
