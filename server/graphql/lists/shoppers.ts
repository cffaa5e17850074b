/** Who is in a store with which list, as this process was told: in memory alone, and only for a while. */
import type { Now } from '../../environment.ts'

/** Whoever still shops says so every minute. */
const lastsMs = 90_000
/** With so many lists at once: of each, whoever begins to listen is told. */
const listsPerUser = 20

export interface Shoppers {
  /**
   * What was told of a person, when the list was at this revision; answers whether that is news. With more than twenty
   * lists they shop with the latest, and `expire` answers the others.
   */
  note(listId: string, userId: number, isShopping: boolean, revision: number): boolean
  /**
   * Whether anybody shops, and the list's people changed up to this revision since they were told who does. Says so
   * once: whoever asks tells them.
   */
  isUntold(listId: string, selfRevision: number): boolean
  /** The ids of the people who are in a store with the list. */
  of(listId: string): readonly number[]
  /** The lists with which anybody but this person is in a store. */
  listIdsOfOthers(userId: number): readonly string[]
  /** Forgets whoever was not heard of for 90 s, or shops with too many, and answers who that was. */
  expire(): readonly { readonly listId: string; readonly userId: number }[]
}

interface Shopped {
  /** By person, until when, in ms since 1970. */
  readonly untilByUser: Map<number, number>
  /** All who have had the list since then were told who shops. */
  toldRevision: number
}

export function createShoppers(now: Now): Shoppers {
  const shoppedById = new Map<string, Shopped>()

  function forget(listId: string, userId: number): boolean {
    const untilByUser = shoppedById.get(listId)?.untilByUser
    const wasThere = untilByUser?.delete(userId) ?? false
    if (untilByUser?.size === 0) shoppedById.delete(listId)
    return wasThere
  }

  /** The one that they told of longest ago is over. */
  function endSurplus(userId: number): void {
    const until = ({ untilByUser }: Shopped) => untilByUser.get(userId) ?? 0
    const own = [...shoppedById.values()].filter(shopped => until(shopped) > 0)
    if (own.length <= listsPerUser) return
    const [oldest] = own.sort((one, other) => until(one) - until(other))
    oldest?.untilByUser.set(userId, 0)
  }

  return {
    note(listId, userId, isShopping, revision) {
      if (!isShopping) return forget(listId, userId)
      const shopped = shoppedById.get(listId) ?? { untilByUser: new Map(), toldRevision: revision }
      const before = shopped.untilByUser.get(userId)
      shopped.untilByUser.set(userId, now().getTime() + lastsMs)
      shoppedById.set(listId, shopped)
      // Also where it was one too many itself, and nobody was told yet that it is over.
      if (!before) endSurplus(userId)
      return before === undefined
    },
    isUntold(listId, selfRevision) {
      const shopped = shoppedById.get(listId)
      if (!shopped || shopped.toldRevision >= selfRevision) return false
      shopped.toldRevision = selfRevision
      return true
    },
    of: listId => [...(shoppedById.get(listId)?.untilByUser.keys() ?? [])],
    listIdsOfOthers: userId =>
      [...shoppedById].flatMap(([listId, { untilByUser }]) =>
        [...untilByUser.keys()].some(id => id !== userId) ? [listId] : [],
      ),
    expire() {
      const at = now().getTime()
      // One that lies further ahead is of a clock that was set back since.
      const isOver = (until: number) => until < at || until > at + lastsMs
      const silent = [...shoppedById].flatMap(([listId, { untilByUser }]) =>
        [...untilByUser].flatMap(([userId, until]) => (isOver(until) ? [{ listId, userId }] : [])),
      )
      for (const { listId, userId } of silent) forget(listId, userId)
      return silent
    },
  }
}
