/** Server tests run on SQLite always, and on PostgreSQL where it can be started; their names say on which. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { DatabaseAddress } from '../../../server/db/open.ts'
import { quickFolder } from '../quick-folder.ts'
import { findPostgres, joinPostgres, type PostgresDatabases } from './postgres.ts'
import { askForPostgres } from './postgres-for-all.ts'

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
  describeOnPostgres(name, body)
}

/** For what only PostgreSQL can do, or both together. */
export function describeOnPostgres(name: string, body: (engine: TestEngine) => void): void {
  if (findPostgres() !== undefined) {
    describe(`${name} · PostgreSQL`, () => body(createPostgresEngine()))
  } else if (isPostgresRequired()) {
    test(`${name} · PostgreSQL`, () => {
      expect.fail('PostgreSQL is required here and was not found: install the package postgresql.')
    })
  } else {
    // biome-ignore lint/suspicious/noSkippedTests: what is left out for want of it is counted, and named at the end.
    describe.skip(`${name} · PostgreSQL (not installed here)`, () => body(sqlite))
  }
}

export function isPostgresRequired(): boolean {
  const { CI, AISLE_REQUIRE_POSTGRES } = process.env
  return [CI, AISLE_REQUIRE_POSTGRES].some(value => value === 'true' || value === '1')
}

/** Databases of its own for the `describe` that it is made in, on the one cluster of the whole run. */
function createPostgresEngine(): TestEngine {
  let databases: PostgresDatabases | undefined
  let template: string | undefined

  beforeAll(async () => {
    const cluster = await askForPostgres(inject('postgresForAll'))
    databases = joinPostgres(cluster.folder)
    template = cluster.template
  })
  // Each one that goes makes PostgreSQL write down what all the others hold, which a slow disk takes its time for.
  afterAll(() => databases?.drop(), 180_000)

  return {
    name: 'PostgreSQL',
    async newPlace({ migrated = true } = {}) {
      if (!databases) throw new Error('PostgreSQL is there from the first test on.')
      const { url } = await databases.create(migrated ? template : undefined)
      // Every server has a data folder, though nothing of the database lies in it.
      return { ...newFolder(), databaseUrl: url }
    },
  }
}

function newFolder(): TestPlace {
  const dataDir = mkdtempSync(join(quickFolder(), 'aisle-'))
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }) }
}
