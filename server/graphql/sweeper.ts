/** Forgets what nobody needs any more, an hour apart and a little at a time. */
import { purgeGone } from '../changes.ts'
import type { Database } from '../db/open.ts'
import { describeError, type Log } from '../log.ts'
import { purgeRequests } from '../once.ts'
import { purgeShareLinks } from '../share-links.ts'
import type { Now } from '../surroundings.ts'
import { purgeActivity } from './activity.ts'
import { purgeBin } from './bin.ts'
import { purgeSavedFilters } from './saved-filter.ts'

const hourMs = 60 * 60 * 1000

export interface Sweeper {
  /** Ends the timer and waits for what is under way. */
  close(): Promise<void>
}

export function startSweeper(database: Database, now: Now, log: Log): Sweeper {
  let sweeping: Promise<void> | undefined
  const timer = setInterval(() => {
    sweeping ??= sweep(database, now())
      .catch(error => log.error(describeError(error), 'sweeping failed'))
      .finally(() => {
        sweeping = undefined
      })
  }, hourMs)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await sweeping
    },
  }
}

async function sweep(database: Database, now: Date): Promise<void> {
  await purgeRequests(database, now)
  await purgeActivity(database, now)
  await purgeBin(database, now)
  await purgeSavedFilters(database, now)
  await purgeShareLinks(database, now)
  await purgeGone(database, now)
}
