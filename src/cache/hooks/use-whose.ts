import type { Offline } from '../../offline/offline.ts'
import { listCacheId } from '../records/cache-ids.ts'
import { peopleCacheId } from '../records/people.ts'
import { seenRecords } from '../records/reader.ts'
import { useDerived } from './use-derived.ts'

/** The owner's name of somebody else's list, where another list is named alike; else nothing. */
export function useWhose(listId: string): string {
  return useDerived(whose, listId)
}

function whose(offline: Pick<Offline, 'peek' | 'userId'>, listId: string): string {
  const view = seenRecords(offline)
  const list = view.list(listId)
  if (!list || list.userId === offline.userId) return ''
  const isNamesake = (id: string) =>
    // Straight from the record: a tick pays for this.
    id !== listId && offline.peek(listCacheId(id))?.name === list.name
  if (!view.listIds().some(isNamesake)) return ''
  const owner = offline.peek(peopleCacheId(listId))?.ownerName
  return typeof owner === 'string' ? owner : (list.sharedByName ?? '')
}
