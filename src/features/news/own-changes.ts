/** Remembers which moments the server stamped for this person's changes, so that they are not told of them as news. */
import { isItemId, refsOf } from '../../cache/records/cache-ids.ts'
import { plainFields } from '../../cache/records/item-content.ts'
import type { Offline } from '../../offline/offline.ts'
import type { LookedAt } from './looked-at.ts'

type ItemRecord = Readonly<Record<string, unknown>>

/**
 * From now on, in every tab. To be called before anything is drawn, so that no news is told of what settles
 * in the same breath. What one did is painted before the server stamps it: an item of one's own edit, or of a
 * list that one's edit changed as a whole, which gets another time and nothing else has been stamped for it.
 * Where somebody else changed it meanwhile, more differs, and it is news.
 */
export function watchOwnChanges(
  offline: Pick<Offline, 'onMarked' | 'onChanged' | 'peek'>,
  lookedAt: Pick<LookedAt, 'setOwn'>,
): void {
  /** By cache id, what is to be stamped, as it is shown. */
  const awaited = new Map<string, ItemRecord>()
  const expectStamp = (cacheId: string) => {
    const item = offline.peek(cacheId)
    if (item) awaited.set(cacheId, item)
  }

  offline.onMarked(cacheIds => {
    for (const cacheId of cacheIds) {
      // Also when the mark goes: it goes before the record changes, and what was painted is there by then.
      if (isItemId(cacheId)) expectStamp(cacheId)
      else for (const ref of refsOf(offline.peek(cacheId)?.items)) expectStamp(ref)
    }
  })

  offline.onChanged(cacheIds => {
    if (awaited.size === 0) return
    const own = new Map<string, Set<string>>()
    for (const cacheId of cacheIds) {
      const before = awaited.get(cacheId)
      const now = before && offline.peek(cacheId)
      if (!now) continue
      const { updatedAt, shoppingListId } = now
      if (typeof updatedAt !== 'string' || typeof shoppingListId !== 'string') continue
      if (before.updatedAt === updatedAt || !isSameContent(before, now)) {
        awaited.set(cacheId, now)
        continue
      }
      own.set(shoppingListId, (own.get(shoppingListId) ?? new Set()).add(updatedAt))
      awaited.delete(cacheId)
    }
    for (const [listId, moments] of own) lookedAt.setOwn(listId, [...moments])
  })
}

/** What a person sees of an item, its place aside, which nobody is told of. */
const content = ['shoppingListId', ...plainFields] as const

function isSameContent(a: ItemRecord, b: ItemRecord): boolean {
  if (content.some(field => a[field] !== b[field])) return false
  return refsOf(a.itemTags).join() === refsOf(b.itemTags).join()
}
