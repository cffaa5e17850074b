/**
 * What a transaction asks PostgreSQL without waiting for the answer before travels together: all that is asked in one
 * turn of the process leaves in one packet, and what begins a transaction with what it asks first.
 */
import { nextTick } from 'node:process'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { beginning } from './described-query.ts'

/**
 * PostgreSQL's codes for what follows a failure within a transaction, the undoing of a savepoint that it kept from
 * being made included: they say nothing of the failure itself.
 */
const afterFailure: ReadonlySet<unknown> = new Set(['25P02', '3B001'])

/** A client for a pool, to be made with `pipeline: true`. */
export class PipeliningClient extends pg.Client {
  /** What went wrong first in the transaction that is under way. */
  #failure: unknown
  #isHeldBack = false

  constructor(config?: pg.ClientConfig) {
    super(config)
    // A connection that breaks while nothing is asked of it would end the process: what is asked next says so.
    this.on('error', () => {})
  }

  // The overloads of pg, of which Kysely uses the one that promises.
  override query(...args: readonly unknown[]): never {
    this.#holdBack()
    const answer = this.#ask(args)
    const text = textOf(args[0])
    if (beginning.test(text)) {
      this.#failure = undefined
      // Where the connection is gone, what is asked next says so.
      answer.catch(() => {})
      return Promise.resolve(begun) as never
    }
    return (text === 'commit' ? this.#tellFailure(answer) : answer) as never
  }

  /** At once, and without a word to the other end: what is asked of it fails, also what was asked before. */
  hangUp(): void {
    this.#stream().destroy()
  }

  /** Not in its types. */
  #stream(): Duplex {
    return (this as unknown as { readonly connection: { readonly stream: Duplex } }).connection
      .stream
  }

  /** Until the turn is over. */
  #holdBack(): void {
    if (this.#isHeldBack) return
    this.#isHeldBack = true
    const stream = this.#stream()
    stream.cork()
    nextTick(() => {
      this.#isHeldBack = false
      this.endTurn()
      stream.uncork()
    })
  }

  /** Before the packet leaves. */
  protected endTurn(): void {}

  async #ask(args: readonly unknown[]): Promise<pg.QueryResult> {
    try {
      if (!(args[0] instanceof pg.Query)) {
        return await (Reflect.apply(super.query, this, [...args]) as Promise<pg.QueryResult>)
      }
      const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
      const told = (error: unknown, result: pg.QueryResult) =>
        error ? reject(error) : resolve(result)
      Reflect.apply(super.query, this, [args[0], told])
      return await promise
    } catch (error) {
      if (error instanceof pg.DatabaseError && afterFailure.has(error.code)) {
        throw this.#failure ?? error
      }
      this.#failure ??= error
      throw error
    }
  }

  /** PostgreSQL takes the end of a failed transaction for its undoing, without a word of complaint. */
  async #tellFailure(answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    const result = await answer
    if (result.command === 'ROLLBACK' && this.#failure !== undefined) throw this.#failure
    return result
  }
}

/** Of a statement, which may have a name. */
function textOf(asked: unknown): string {
  return typeof asked === 'string' ? asked : String(Object(asked).text)
}

const begun = { command: 'BEGIN', rowCount: null, rows: [] }
