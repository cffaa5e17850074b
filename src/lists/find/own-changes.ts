/** Remembers which changes the server stamped for this person, so that they are not told of them as news. */
import type { Offline } from '../../offline/offline.ts'
import type { LookedAt } from './looked-at.ts'

/**
 * From now on, in every tab. To be called before anything is drawn, so that no news is told of what settles
 * in the same breath. A change of somebody else that comes with one's own, of the same item, counts as seen.
 */
export function watchOwnChanges(
  offline: Pick<Offline, 'mark' | 'onMarked' | 'onChanged' | 'peek' | 'waiting'>,
  lookedAt: Pick<LookedAt, 'setOwn'>,
): void {
  /** By cache id: the device's time of the change, until the server's own takes its place. */
  const painted = new Map<string, string>()
  /** Of these the server has answered, and it is not told yet what became of the record. */
  const answered = new Set<string>()

  function settle(cacheIds: Iterable<string>) {
    for (const cacheId of cacheIds) {
      const mark = offline.mark(cacheId)
      if (mark === 'saving' || mark === 'waiting') continue
      const { updatedAt, shoppingListId } = offline.peek(cacheId) ?? {}
      const isPainted = updatedAt === painted.get(cacheId)
      // Refused: what stands there now is not one's own.
      if (mark === undefined && typeof updatedAt === 'string' && typeof shoppingListId === 'string')
        lookedAt.setOwn(shoppingListId, cacheId.slice(itemPrefix.length), updatedAt)
      if (mark === undefined && isPainted) answered.add(cacheId)
      else {
        painted.delete(cacheId)
        answered.delete(cacheId)
      }
    }
  }

  offline.onMarked(cacheIds => {
    const moments = new Set(offline.waiting.get().map(entry => entry.at))
    for (const cacheId of cacheIds) {
      if (!cacheId.startsWith(itemPrefix)) continue
      const at = offline.peek(cacheId)?.updatedAt
      if (typeof at === 'string' && moments.has(at)) painted.set(cacheId, at)
    }
    // The marks go before the record changes, and a refusal is marked after: both are of this task.
    if (painted.size > 0) queueMicrotask(() => settle(painted.keys()))
  })
  offline.onChanged(cacheIds => {
    if (answered.size > 0) settle([...answered].filter(cacheId => cacheIds.has(cacheId)))
  })
}

const itemPrefix = 'Item:'
