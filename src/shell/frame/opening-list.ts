import { listCacheId } from '../../cache/records/cache-ids.ts'
import { readRootRecords } from '../../cache/records/plain-records.ts'
import { UserConfigFieldsFragmentDoc } from '../../generated/operations.ts'
import type { Offline } from '../../offline/offline.ts'
import type { LastList } from './last-list.ts'

/**
 * The list that a page opens where its address names none, `ofPage` before others if it is still there; undefined
 * where that is the first one.
 */
export function readOpeningList(
  { userId, peek }: Pick<Offline, 'userId' | 'peek'>,
  lastList: Pick<LastList, 'get'>,
  ofPage?: string,
): string | undefined {
  const configs = readRootRecords(peek, 'getByFilterUserConfig', UserConfigFieldsFragmentDoc)
  const wanted = [ofPage, configs?.[0]?.shoppingListId, lastList.get(userId)]
  return wanted.find(id => id && peek(listCacheId(id))) ?? undefined
}
