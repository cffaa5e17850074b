/** Who hears of a change hears after its commit, and no answer waits for it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { announce } from '../../changes/announcements.ts'
import type { Moved } from '../../changes/changes.ts'
import type { Database } from '../../db/open.ts'
import { describeError, type Log } from '../../log.ts'
import { unite } from './batch.ts'

/** Less than anybody sees, and several ticks of a busy server. */
const betweenAnnouncementsMs = 5

export interface Announcing {
  /** Tells of what these transactions moved, as soon as what came before was told. */
  add(all: readonly Moved[]): void
  /** Resolves once all was told. */
  done(): Promise<void>
}

/**
 * What moves while others are told goes out together; and on PostgreSQL, where telling them is a transaction of
 * its own and wakes every process, what moves in the moment after. What cannot be told is logged: readers find it
 * when they next ask.
 */
export function createAnnouncing(database: Database, log: Log): Announcing {
  const unannounced: Moved[] = []
  let announcing: Promise<void> | undefined

  async function announceNext(): Promise<void> {
    while (unannounced.length > 0) {
      try {
        await announce(database, ...unannounced.splice(0))
      } catch (error) {
        log.error(describeError(error), 'an announcement failed')
      }
      if (database.engine === 'postgres') await sleep(betweenAnnouncementsMs)
    }
    // At once: nobody may find it while nothing is told any more.
    announcing = undefined
  }

  return {
    add(all) {
      unannounced.push(unite(all))
      announcing ??= announceNext()
    },
    async done() {
      await announcing
    },
  }
}
