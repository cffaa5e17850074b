/**
 * A statement that has a name on its connection is described there once: what its rows look like stays the same
 * until PostgreSQL says that the plan is stale, so it need not be asked, told and read with every use.
 */
import pg from 'pg'

/** What pg's `Query` is made of and does, as far as it is used here; little of it is in its types. */
interface Preparing extends pg.Submittable {
  readonly name: string
  /** What its rows are read by. */
  readonly _result: Description & { readonly command: string | null }
  _accumulateRows: boolean
  prepare(connection: Wire): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: { readonly fields: readonly unknown[] }): void
  handleReadyForQuery(connection: Wire): void
  _canceledDueToError: unknown
}

interface Description {
  readonly fields: readonly unknown[]
  readonly _parsers: unknown
  readonly _prebuiltEmptyResultObject: unknown
}

interface Wire {
  readonly describe: (asked: unknown) => void
}

export interface NamedStatement {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

/** Of one connection, since each learns of a changed table by itself. */
export interface Descriptions {
  /** By the name of the statement. */
  readonly known: Map<string, Description>
  /** The connection without the message that asks for one. */
  quiet?: Wire
}

const Query = pg.Query as unknown as new (statement: string, values: unknown[]) => Preparing

/** Where a pooler has changed the connection beneath, and its table was changed as well. What was asked has run. */
export class StaleDescription extends Error {
  override readonly name = 'StaleDescription'
}

export class DescribedQuery extends Query {
  override readonly name: string
  readonly #descriptions: Descriptions
  #known: Description | undefined

  constructor({ name, text, values }: NamedStatement, descriptions: Descriptions) {
    super(text, values)
    this.name = name
    this.#descriptions = descriptions
  }

  override prepare(connection: Wire): void {
    this.#known = this.#descriptions.known.get(this.name)
    if (this.#known) {
      Object.assign(this._result, this.#known)
      this._accumulateRows = true
    }
    this.#descriptions.quiet ??= withoutDescribing(connection)
    super.prepare(this.#known ? this.#descriptions.quiet : connection)
  }

  override handleDataRow(message: { readonly fields: readonly unknown[] }): void {
    if (this.#known && message.fields.length !== this.#known.fields.length) {
      this._canceledDueToError = new StaleDescription('The rows of a statement have changed.')
    }
    super.handleDataRow(message)
  }

  override handleReadyForQuery(connection: Wire): void {
    // Which was described and has run.
    if (!this.#known && this._result.command !== null) {
      const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
      this.#descriptions.known.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
    }
    super.handleReadyForQuery(connection)
  }
}

function withoutDescribing(connection: Wire): Wire {
  return Object.create(connection, { describe: { value: () => {} } })
}
