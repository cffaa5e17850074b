/**
 * The connection of a transaction that is under way, for statements that are compiled already: Kysely's way to it
 * makes an executor, three closures and ten promises for each, more than SQLite takes for the row.
 */
import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

const connections = new WeakMap<Kysely<Schema>, DatabaseConnection>()

/** For `transaction().execute(…)`: as `work`, with a short way to the connection until it ends. */
export function directly<T>(
  work: (tx: Transaction<Schema>) => Promise<T>,
): (tx: Transaction<Schema>) => Promise<T> {
  return async tx => {
    connections.set(tx, await tx.getExecutor().provideConnection(async connection => connection))
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
  return connections.get(db)?.executeQuery<Row>(query) ?? db.executeQuery(query)
}
