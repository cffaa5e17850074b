import { type ItemFieldsFragment, ItemFieldsFragmentDoc } from '../../generated/operations.ts'
import { itemCacheId } from '../records/cache-ids.ts'
import { useRecord } from './use-record.ts'

/** The item as it is seen now; undefined where it is not there (any more). */
export function useItem(id: string): ItemFieldsFragment | undefined {
  return useRecord(itemCacheId(id), ItemFieldsFragmentDoc)
}
