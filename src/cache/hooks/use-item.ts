import {
  type ItemFieldsFragment,
  ItemFieldsFragmentDoc,
  type ItemRowFieldsFragment,
  ItemRowFieldsFragmentDoc,
} from '../../generated/operations.ts'
import { itemCacheId } from '../records/cache-ids.ts'
import { useRecord } from './use-record.ts'

/** The item as it is seen now; undefined if it is not there (any more). */
export function useItem(id: string): ItemFieldsFragment | undefined {
  return useRecord(itemCacheId(id), ItemFieldsFragmentDoc)
}

/** The same, of which only what a row shows: it does not draw again because of a new moment or place. */
export function useItemRow(id: string): ItemRowFieldsFragment | undefined {
  return useRecord(itemCacheId(id), ItemRowFieldsFragmentDoc)
}
