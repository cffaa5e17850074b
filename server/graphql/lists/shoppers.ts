/** Who is in a store with which list, as this process was told: in memory alone, and only for a while. */
import type { Now } from '../../environment.ts'

/** Whoever still shops says so every minute. */
const lastsMs = 90_000

export interface Shoppers {
  /** What was told of a person; answers whether that is news. */
  note(listId: string, userId: number, isShopping: boolean): boolean
  /** The ids of the people who are in a store with the list. */
  of(listId: string): readonly number[]
  /** The lists with which anybody is in a store. */
  listIds(): readonly string[]
  /** Forgets whoever was not heard of for 90 s, and answers who that was. */
  expire(): readonly { readonly listId: string; readonly userId: number }[]
}

export function createShoppers(now: Now): Shoppers {
  /** By list and person, until when, in ms since 1970. */
  const untilByList = new Map<string, Map<number, number>>()

  function forget(listId: string, userId: number): boolean {
    const untilByUser = untilByList.get(listId)
    const wasThere = untilByUser?.delete(userId) ?? false
    if (untilByUser?.size === 0) untilByList.delete(listId)
    return wasThere
  }

  return {
    note(listId, userId, isShopping) {
      if (!isShopping) return forget(listId, userId)
      const untilByUser = untilByList.get(listId) ?? new Map<number, number>()
      const isNews = !untilByUser.has(userId)
      untilByList.set(listId, untilByUser.set(userId, now().getTime() + lastsMs))
      return isNews
    },
    of: listId => [...(untilByList.get(listId)?.keys() ?? [])],
    listIds: () => [...untilByList.keys()],
    expire() {
      const at = now().getTime()
      const silent = [...untilByList].flatMap(([listId, untilByUser]) =>
        [...untilByUser].flatMap(([userId, until]) => (until < at ? [{ listId, userId }] : [])),
      )
      for (const { listId, userId } of silent) forget(listId, userId)
      return silent
    },
  }
}
