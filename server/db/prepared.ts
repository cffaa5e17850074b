/**
 * Statements that are built and compiled once, however often they run: Kysely's building costs ten times what
 * SQLite takes for a row.
 */
import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import { runCompiled, sendCompiled } from './direct-connection.ts'
import type { Schema } from './schema.ts'

/**
 * Values of a statement that is kept for the next time, by its text: one with more has a text of its own for each number
 * of them, without end, and takes memory for each.
 */
export const mostKeptValues = 64

/** Stands for a value while the statement is built. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Where a value goes. */
export type Place<Values> = <Name extends keyof Values & string>(name: Name) => Values[Name]

export interface Prepared<Values, Row> {
  all(db: Kysely<Schema>, values: Values): Promise<Row[]>
  first(db: Kysely<Schema>, values: Values): Promise<Row | undefined>
  /** How many rows were written. */
  run(db: Kysely<Schema>, values: Values): Promise<number>
  /** Within a transaction, where nobody needs an answer (`sendCompiled`). */
  send(db: Kysely<Schema>, values: Values): Promise<void>
}

/**
 * `build` is called once an engine, with a place for each value: `place('id')`. Where the text of a statement
 * depends on a value (how many there are of something), it cannot be prepared.
 */
export function prepare<Values extends object, Row>(
  build: (db: Kysely<Schema>, place: Place<Values>) => Compilable<Row>,
): Prepared<Values, Row> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>()

  function compile(db: Kysely<Schema>): CompiledQuery<Row> {
    // One for each handle on a database, and shared by its transactions.
    const { adapter } = db.getExecutor()
    const known = compiled.get(adapter)
    if (known) return known
    // Kysely takes what it does not know for a value, whatever its type.
    const fresh = build(db, name => new Placeholder(name) as never).compile()
    compiled.set(adapter, fresh)
    return fresh
  }

  function fill(db: Kysely<Schema>, values: Values): CompiledQuery<Row> {
    const query = compile(db)
    const parameters = query.parameters.map(value =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    )
    return { ...query, parameters }
  }

  const execute = (db: Kysely<Schema>, values: Values) => runCompiled(db, fill(db, values))

  return {
    all: async (db, values) => (await execute(db, values)).rows,
    first: async (db, values) => (await execute(db, values)).rows[0],
    run: async (db, values) => Number((await execute(db, values)).numAffectedRows ?? 0n),
    send: (db, values) => sendCompiled(db, fill(db, values)),
  }
}
