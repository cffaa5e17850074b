/**
 * The connection of a transaction that is under way, for statements that are compiled already: Kysely's way to it
 * makes an executor, three closures and ten promises for each, more than SQLite takes for the row.
 */
import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

interface Direct {
  readonly connection: DatabaseConnection
  /** Whether statements may follow each other unanswered, and a failure of any of them fails the commit. */
  readonly isPipelining: boolean
}

const connections = new WeakMap<Kysely<Schema>, Direct>()

/** For `transaction().execute(…)`: as `work`, with a short way to the connection until it ends. */
export function directly<T>(
  work: (tx: Transaction<Schema>) => Promise<T>,
  { isPipelining = false } = {},
): (tx: Transaction<Schema>) => Promise<T> {
  return async tx => {
    const connection = await tx.getExecutor().provideConnection(async own => own)
    connections.set(tx, { connection, isPipelining })
    try {
      return await work(tx)
    } finally {
      connections.delete(tx)
    }
  }
}

/** As `db.executeQuery`. */
export function runCompiled<Row>(
  db: Kysely<Schema>,
  query: CompiledQuery<Row>,
): Promise<QueryResult<Row>> {
  return connections.get(db)?.connection.executeQuery<Row>(query) ?? db.executeQuery(query)
}

/**
 * The same, whose answer nobody needs: where that is possible, it is not waited for. What fails fails what is asked
 * next, the commit at the latest.
 */
export async function sendCompiled(db: Kysely<Schema>, query: CompiledQuery): Promise<void> {
  const answer = runCompiled(db, query)
  if (connections.get(db)?.isPipelining) answer.catch(() => {})
  else await answer
}
