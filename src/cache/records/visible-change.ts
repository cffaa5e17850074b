/** What the receipt after an absence tells: items and lists, where others changed something that a person sees. */
import type { CacheRecord } from '../../offline/derived-cache.ts'
import { plainFields } from './item-content.ts'

const seenFields: Readonly<Record<string, readonly string[]>> = {
  Item: ['shoppingListId', ...plainFields],
  ShoppingList: ['name', 'listType', 'notes', 'permission'],
}

/** `userId` is the person's, whose changes on another device are no news; of what is gone nobody knows by whom. */
export function isVisibleChange(
  userId: number,
  cacheId: string,
  was: CacheRecord | undefined,
  is: CacheRecord | undefined,
): boolean {
  const fields = seenFields[cacheId.slice(0, cacheId.indexOf(':'))]
  if (!fields || is?.updatedBy === userId) return false
  return !was || !is || fields.some(field => was[field] !== is[field])
}
