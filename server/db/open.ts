/** Opens the database: SQLite in the data folder, or PostgreSQL by its address; the rest does not see which. */
import type { Database } from './database.ts'
import { migrate, migrateNew } from './migrate.ts'
import { openSqlite } from './sqlite.ts'

export type { Database, Engine, NotificationListener } from './database.ts'

export interface DatabaseAddress {
  /** Folder of the SQLite file; made when it is missing. */
  readonly dataDir: string
  /** postgres://…; SQLite if it is absent. */
  readonly databaseUrl?: string | undefined
  /** The moment that migrations are stamped with. */
  readonly now?: () => Date
}

/** Opens, and brings the tables up to date; refuses a database newer than this code. */
export function openDatabase(address: DatabaseAddress): Promise<Database> {
  return open(address, migrate)
}

/** For a command that runs beside the server: refuses a database older than this code, too. */
export function openBesideServer(address: DatabaseAddress): Promise<Database> {
  return open(address, migrateNew)
}

async function open(
  address: DatabaseAddress,
  prepare: (database: Database, now: () => Date) => Promise<void>,
): Promise<Database> {
  const database = address.databaseUrl
    ? await (await import('./postgres.ts')).openPostgres(address.databaseUrl)
    : await openSqlite(address.dataDir)
  try {
    await prepare(database, address.now ?? (() => new Date()))
    await database.mark()
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}
