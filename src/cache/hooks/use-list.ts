import {
  type ShoppingListFieldsFragment,
  ShoppingListFieldsFragmentDoc,
} from '../../generated/operations.ts'
import { listCacheId } from '../records/cache-ids.ts'
import { useRecord } from './use-record.ts'

/** The list as it is seen now, without its items; undefined if it is not there (any more). */
export function useList(id: string): ShoppingListFieldsFragment | undefined {
  return useRecord(listCacheId(id), ShoppingListFieldsFragmentDoc)
}
