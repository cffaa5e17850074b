/** What a server asks its database, on either engine, and how that goes about it. */
import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { vi } from 'vitest'
import type { Database } from '../../../server/db/database.ts'

export interface Asked {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Every statement that reads like `pattern` from now on, with its values, until `vi.restoreAllMocks`. */
export function watchStatements(pattern: RegExp): Asked[] {
  const asked: Asked[] = []
  function note(text: string, values: readonly unknown[]) {
    if (pattern.test(text)) asked.push({ text, values })
  }
  const memory = new DatabaseSync(':memory:')
  const statement = Object.getPrototypeOf(memory.prepare('select 1'))
  memory.close()
  const all = statement.all
  vi.spyOn(statement, 'all').mockImplementation(function (this: { sourceSQL: string }, ...values) {
    note(this.sourceSQL, values)
    return all.apply(this, values)
  })
  const query = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [given, values] = args
    note(String(Object(given).text ?? given), Object(given).values ?? values ?? [])
    return Reflect.apply(query, this, args)
  })
  return asked
}

/** How the engine goes about it, in its own words. */
export async function planOf(db: Database, { text, values }: Asked): Promise<string> {
  const explain = db.engine === 'sqlite' ? 'explain query plan' : 'explain (analyze, timing off)'
  const { rows } = await db.query.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...values]))
  return rows.map(row => String(Object(row).detail ?? Object(row)['QUERY PLAN'])).join('\n')
}
