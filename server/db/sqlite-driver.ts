/**
 * Kysely on Node's own SQLite. One connection writes, others read, so that a question never waits behind a
 * transaction that is under way; WAL shows readers the last committed state.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  type TransactionSettings,
} from 'kysely'
import { createLatestUsed } from '../latest-used.ts'
import { mostKeptValues } from './prepared.ts'
import { sqliteCode } from './sqlite-code.ts'

/** How long a writer waits for another process, in ms, before it gives up. */
const busyLimit = 10_000
const statementsKept = 256

/** Makes the file where it is missing; throws where it is no database. */
export function createSqliteDriver(file: string): Driver {
  const writer = openFile(file, false)
  const reader = openFile(file, true)
  const idleSnapshots: Connection[] = []
  const queue = createQueue()

  async function inWriter<T>(work: () => T): Promise<T> {
    const release = await queue.enter()
    try {
      return await retryWhileBusy(work)
    } finally {
      release()
    }
  }

  class Lease implements DatabaseConnection {
    /** Set while a transaction is under way. */
    #bound: { readonly connection: Connection; readonly release: () => void } | undefined

    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (this.#bound) return this.#bound.connection.run(query)
      if (SelectQueryNode.is(query.query)) return reader.run(query)
      return inWriter(() => writer.run(query))
    }

    async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
      yield await this.executeQuery<R>(query)
    }

    async begin(settings: TransactionSettings): Promise<void> {
      if (settings.accessMode === 'read only') {
        const connection = idleSnapshots.pop() ?? openFile(file, true)
        connection.exec('begin')
        this.#bound = { connection, release: () => idleSnapshots.push(connection) }
        return
      }
      const release = await queue.enter()
      try {
        await retryWhileBusy(() => writer.exec('begin immediate'))
        this.#bound = { connection: writer, release }
      } catch (error) {
        release()
        throw error
      }
    }

    end(command: 'commit' | 'rollback'): void {
      const bound = this.#bound
      // SQLite rolls back by itself on some errors, a full disk for one.
      if (bound?.connection.isTransaction) bound.connection.exec(command)
    }

    release(): void {
      this.end('rollback')
      this.#bound?.release()
      this.#bound = undefined
    }
  }

  function leaseOf(connection: DatabaseConnection): Lease {
    if (connection instanceof Lease) return connection
    throw new TypeError('A connection of another driver.')
  }

  return {
    async init() {},
    acquireConnection: async () => new Lease(),
    beginTransaction: (connection, settings) => leaseOf(connection).begin(settings),
    commitTransaction: async connection => leaseOf(connection).end('commit'),
    rollbackTransaction: async connection => leaseOf(connection).end('rollback'),
    releaseConnection: async connection => leaseOf(connection).release(),
    async destroy() {
      const release = await queue.enter()
      for (const connection of [reader, ...idleSnapshots, writer]) connection.close()
      release()
    },
  }
}

interface Connection {
  run<R>(query: CompiledQuery): QueryResult<R>
  exec(sql: string): void
  readonly isTransaction: boolean
  close(): void
}

interface Statement {
  readonly statement: StatementSync
  /** Of the rows that it answers, none if it answers none. Asked once: SQLite describes them anew each time. */
  readonly columns: readonly string[]
}

function openFile(file: string, readOnly: boolean): Connection {
  const database = new DatabaseSync(file, { readOnly })
  database.exec(`pragma busy_timeout = ${readOnly ? 5_000 : busyLimit}`)
  if (!readOnly) {
    // Another one that opens or closes it at this moment holds it as a whole.
    database.exec('pragma journal_mode = wal')
    database.exec('pragma synchronous = full')
    // What was deleted is not left in the file to be read.
    database.exec('pragma secure_delete = on')
    database.exec('pragma foreign_keys = on')
    // What is in the log for good is copied into the database by the commit that fills it, in pages: at the usual
    // 1,000 one tick in a hundred waits for that, and the copying costs more than the ticks.
    database.exec('pragma wal_autocheckpoint = 4000')
    // From now on a synchronous wait would stop this process; a writer waits in `retryWhileBusy` instead.
    database.exec('pragma busy_timeout = 0')
  }
  const statements = createLatestUsed<Statement>(statementsKept)

  function prepare({ sql, parameters }: CompiledQuery): Statement {
    if (parameters.length > mostKeptValues) return prepareAnew(sql)
    const known = statements.get(sql)
    if (known) return known
    const fresh = prepareAnew(sql)
    statements.set(sql, fresh)
    return fresh
  }

  function prepareAnew(sql: string): Statement {
    const statement = database.prepare(sql)
    // Node's own rows have a hidden class each, which only a collection of the whole heap takes away again.
    statement.setReturnArrays(true)
    return { statement, columns: namesOf(statement) }
  }

  return {
    run<R>(query: CompiledQuery): QueryResult<R> {
      const { statement, columns } = prepare(query)
      const parameters = query.parameters as SQLInputValue[]
      if (columns.length > 0) {
        const answered: readonly unknown[] = statement.all(...parameters)
        const values = answered as readonly (readonly unknown[])[]
        // "select *" has more to tell once the table got a column, also from another process.
        const isStale = values[0] !== undefined && values[0].length !== columns.length
        const names = isStale ? namesOf(statement) : columns
        const rows = values.map(each => toRow<R>(names, each))
        return { rows, numAffectedRows: BigInt(rows.length) }
      }
      const { changes, lastInsertRowid } = statement.run(...parameters)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    },
    exec: sql => database.exec(sql),
    get isTransaction() {
      return database.isTransaction
    },
    close: () => database.close(),
  }
}

function namesOf(statement: StatementSync): readonly string[] {
  return statement.columns().map(({ name }) => name)
}

function toRow<R>(columns: readonly string[], values: readonly unknown[]): R {
  const row: Record<string, unknown> = {}
  for (let at = 0; at < columns.length; at += 1) row[columns[at] ?? ''] = values[at]
  return row as R
}

/** First come, first served. */
function createQueue() {
  let last: Promise<void> = Promise.resolve()
  return {
    async enter(): Promise<() => void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      const before = last
      last = promise
      await before
      return resolve
    },
  }
}

/** Another process, or another database handle of this one, may be writing: wait without blocking. */
async function retryWhileBusy<T>(work: () => T): Promise<T> {
  for (let waited = 0, pause = 1; ; waited += pause, pause = Math.min(pause * 2, 25)) {
    try {
      return work()
    } catch (error) {
      if (sqliteCode(error) !== sqliteBusy || waited > busyLimit) throw error
    }
    await sleep(pause)
  }
}

const sqliteBusy = 5
