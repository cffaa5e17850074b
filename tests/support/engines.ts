/** Server tests run on SQLite always, and on PostgreSQL where it can be started; their names say on which. */
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseAddress, openDatabase } from '../../server/db/open.ts'
import { findPostgres, type PostgresCluster, startPostgres } from './postgres.ts'

export interface TestEngine {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** A place for one database; `migrated` where its tables may stand already. */
  newPlace(options?: { readonly migrated?: boolean }): Promise<TestPlace>
}

export interface TestPlace extends DatabaseAddress {
  remove(): void
}

export const sqlite: TestEngine = {
  name: 'SQLite',
  async newPlace() {
    return newFolder()
  },
}

/**
 * Runs the same tests on each engine. A missing PostgreSQL skips its half, and fails where it is required
 * (CI or AISLE_REQUIRE_POSTGRES).
 */
export function describeEachEngine(name: string, body: (engine: TestEngine) => void): void {
  describe(`${name} · SQLite`, () => body(sqlite))

  const programs = findPostgres()
  if (programs) {
    describe(`${name} · PostgreSQL`, () => body(createPostgresEngine(programs)))
  } else if (isPostgresRequired()) {
    test(`${name} · PostgreSQL`, () => {
      expect.fail('PostgreSQL is required here and was not found: install the package postgresql.')
    })
  } else {
    describe.skip(`${name} · PostgreSQL (not installed here)`, () => body(sqlite))
  }
}

export function isPostgresRequired(): boolean {
  const { CI, AISLE_REQUIRE_POSTGRES } = process.env
  return [CI, AISLE_REQUIRE_POSTGRES].some(value => value === 'true' || value === '1')
}

/** One cluster for the `describe` that it is made in. */
function createPostgresEngine(programs: string): TestEngine {
  let cluster: PostgresCluster | undefined
  let template: string | undefined

  beforeAll(async () => {
    cluster = await startPostgres(programs)
    const { name, url } = await cluster.createDatabase()
    const database = await openDatabase({ dataDir: '', databaseUrl: url })
    await database.close()
    template = name
  })
  afterAll(() => cluster?.stop())

  return {
    name: 'PostgreSQL',
    async newPlace({ migrated = true } = {}) {
      if (!cluster) throw new Error('The cluster starts with the first test.')
      const { url } = await cluster.createDatabase(migrated ? template : undefined)
      // Every server has a data folder, though nothing of the database lies in it.
      return { ...newFolder(), databaseUrl: url }
    },
  }
}

/** In memory where the machine has room there: thousands of commits need not reach a disk in a test. */
function newFolder(): TestPlace {
  const dataDir = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'aisle-'))
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

function memoryFolder(): string | undefined {
  try {
    accessSync('/dev/shm', constants.W_OK)
    const { bavail, bsize } = statfsSync('/dev/shm')
    // Containers often have 64 MB there, which a few large lists at once would fill.
    return bavail * bsize > 1e9 ? '/dev/shm' : undefined
  } catch {
    return undefined
  }
}
