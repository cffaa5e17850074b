/** What the receipt after an absence tells: items and lists, where something changed that a person sees. */
import type { CacheRecord } from '../../offline/derived-cache.ts'
import { plainFields } from './item-content.ts'

const seenFields: Readonly<Record<string, readonly string[]>> = {
  Item: ['shoppingListId', ...plainFields],
  ShoppingList: ['name', 'listType', 'notes', 'permission'],
}

export function isVisibleChange(
  cacheId: string,
  was: CacheRecord | undefined,
  is: CacheRecord | undefined,
): boolean {
  const fields = seenFields[cacheId.slice(0, cacheId.indexOf(':'))]
  if (!fields) return false
  return !was || !is || fields.some(field => was[field] !== is[field])
}
