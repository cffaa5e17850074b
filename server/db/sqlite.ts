import { existsSync } from 'node:fs'
import { chmod, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely'
import { giveToOwnerOf } from '../give-to-owner-of.ts'
import { makeFolder } from '../make-folder.ts'
import type { Database, NotificationListener } from './database.ts'
import { storedEpoch } from './epoch.ts'
import { createGroupCommit } from './group-commit.ts'
import type { Schema } from './schema.ts'
import { createSqliteDriver } from './sqlite-driver.ts'
import { createSqliteMark } from './sqlite-mark.ts'

export const sqliteFileName = 'aisle.db'

/** The default: one file in the data folder, every acknowledged write on the disk. */
export async function openSqlite(dataDir: string): Promise<Database> {
  await makeFolder(dataDir)
  const file = join(dataDir, sqliteFileName)
  await keepToOwner(dataDir, file)
  const driver = createSqliteDriver(file)
  const query = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new ManyConnectionsAdapter(),
      createDriver: () => driver,
      createIntrospector: db => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
  const listeners = new Set<NotificationListener>()
  const mark = createSqliteMark({ dataDir, file, query })
  let isMarked = false
  return {
    engine: 'sqlite',
    query,
    transaction: createGroupCommit(query),
    snapshot: work => query.transaction().setAccessMode('read only').execute(work),
    forUpdate: select => select,
    async notify(...payloads) {
      for (const payload of payloads) {
        for (const listener of [...listeners]) listener.onNotify(payload)
      }
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    epoch: storedEpoch,
    async mark() {
      await (isMarked ? mark.renew() : mark.begin())
      isMarked = true
    },
    async close() {
      listeners.clear()
      // A disk that is full keeps nobody from stopping.
      if (isMarked) await mark.renew().catch(() => {})
      // Kysely destroys a driver only after its first use.
      await sql`select 1`.execute(query)
      await query.destroy()
    },
  }
}

/** SQLite would make it readable for everybody on the machine; its two companions take after it. */
async function keepToOwner(dataDir: string, file: string): Promise<void> {
  const isNew = !existsSync(file)
  await (await open(file, 'a', 0o600)).close()
  if (isNew) giveToOwnerOf(dataDir, file)
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    const { mode } = await stat(name).catch(() => ({ mode: 0 }))
    // Loose from a copy, or from an earlier version. Who does not own it could not tighten it, and goes on.
    if (mode & 0o077) await chmod(name, 0o600).catch(() => {})
  }
}

/** Kysely would let one query through at a time; the driver here knows better. */
class ManyConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}
