/** Two transactions at once, in an order of one's choice. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestServer } from './server.ts'

/** Something else that holds a row, or on SQLite the writer, until `release`, which commits it. */
export async function holdRows(
  server: TestServer,
  work: (tx: TestServer['db']['query']) => Promise<void>,
) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: isHeld } = Promise.withResolvers<void>()
  const ended = server.db.transaction(async tx => {
    await work(tx)
    isHeld()
    await released
  })
  await held
  return {
    async release() {
      release()
      await ended
    },
  }
}

/** At once on SQLite, where nobody can see it. */
export async function untilSomebodyWaits({ db }: TestServer, count = 1): Promise<void> {
  if (db.engine === 'sqlite') return
  await expect
    .poll(async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()
      `.execute(db.query)
      return rows[0]?.count
    })
    .toBeGreaterThanOrEqual(count)
}
