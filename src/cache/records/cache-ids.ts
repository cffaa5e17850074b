/**
 * How the contract's records are named in the cache, and how Apollo refers to them. What is kept beside them is named
 * where it is kept (`local-records.ts`, `people.ts`). The outbox knows one thing of it, that the id comes behind a colon
 * (`src/offline/outbox/touches.ts`): it names no record.
 */
import type { Reference } from '@apollo/client'

export function itemCacheId(id: string): string {
  return `Item:${id}`
}

export function listCacheId(id: string): string {
  return `ShoppingList:${id}`
}

export function tagCacheId(id: string): string {
  return `ItemTag:${id}`
}

export function userConfigCacheId(id: string): string {
  return `UserConfig:${id}`
}

export function savedFilterCacheId(id: string): string {
  return `SavedFilter:${id}`
}

export function friendCacheId(id: string): string {
  return `Friend:${id}`
}

export function feedbackCacheId(id: string): string {
  return `Feedback:${id}`
}

/** The root, where the lists, the units and the preferences hang. */
export const rootCacheId = 'ROOT_QUERY'

/** "Item:1" → "1". */
export function idOf(cacheId: string): string {
  return cacheId.slice(cacheId.indexOf(':') + 1)
}

export function isItemId(cacheId: string): boolean {
  return cacheId.startsWith('Item:')
}

export function isListId(cacheId: string): boolean {
  return cacheId.startsWith('ShoppingList:')
}

export function isTagId(cacheId: string): boolean {
  return cacheId.startsWith('ItemTag:')
}

/** Of a reference as Apollo hands it to a modifier: "Item:1". */
export function cacheIdOf({ __ref }: Reference): string {
  return __ref
}

/** Cache ids of the records that a field of a record refers to, as Apollo keeps them; none if it is not such a field. */
export function refsOf(field: unknown): readonly string[] {
  const cacheIds: string[] = []
  // By hand: asked of each of 10,000 items, `flatMap` takes ten times as long.
  for (const ref of Array.isArray(field) ? field : []) {
    const cacheId = refOf(ref)
    if (cacheId !== undefined) cacheIds.push(cacheId)
  }
  return cacheIds
}

/** The same of one of them. */
export function refOf(ref: unknown): string | undefined {
  const cacheId: unknown = Object(ref).__ref
  return typeof cacheId === 'string' ? cacheId : undefined
}

/** A list that was taken away, with its items, and somebody who is no friend any more, with their address. */
export function leavesNothing(cacheId: string): boolean {
  return isListId(cacheId) || cacheId.startsWith(friendCacheId(''))
}
