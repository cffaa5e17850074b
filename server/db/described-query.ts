/**
 * A statement that has a name on its connection is described there once: what its rows look like stays the same
 * until PostgreSQL says that the plan is stale, so it need not be asked, told and read with every use.
 *
 * And those of a transaction that leave together end together, by one Sync: PostgreSQL then answers them in one packet
 * instead of one for each. To pg, which waits for an end of each, they are told to have ended one by one.
 */
import pg from 'pg'

/** What pg's `Query` is made of and does, as far as it is used here; little of it is in its types. */
interface Preparing extends pg.Submittable {
  readonly name: string
  readonly text: string
  /** What its rows are read by. */
  readonly _result: Description & { readonly command: string | null }
  _accumulateRows: boolean
  prepare(connection: Wire): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: { readonly fields: readonly unknown[] }): void
  handleCommandComplete(message: unknown, connection: Wire): void
  handleError(error: unknown, connection: Wire): void
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
  readonly sync: () => void
  readonly _send: (message: Buffer) => void
  emit(event: string, message: unknown): void
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
  /**
   * The connection without the messages that ask for a description, and that end a statement; the others are put into
   * `unsent`, since one write of all costs half of one for each.
   */
  quiet?: Wire
  readonly unsent: Buffer[]
  /** Whether a transaction is under way. */
  isWithin: boolean
  /** What has left without its end, which whatever leaves next has to send, or to be. */
  open?: { readonly query: DescribedQuery; readonly connection: Wire } | undefined
}

/** Call it before anything else leaves, and when the turn is over. */
export function endOpen(descriptions: Descriptions): void {
  const { open, unsent } = descriptions
  if (!open) return
  open.connection._send(Buffer.concat(unsent.splice(0)))
  open.connection.sync()
  descriptions.open = undefined
}

/** What begins a transaction, in either of its spellings. */
export const beginning = /^(begin|start transaction)\b/i
const ending = /^(commit|rollback)$/i
/** After a failure PostgreSQL reads on at the next end: this must not be passed over. */
const undoing = /^rollback\b/i

/** What follows a failure, as PostgreSQL says it of statements that end one by one. */
const passedOver = Object.assign(
  new pg.DatabaseError('current transaction is aborted', 0, 'error'),
  { code: '25P02' },
)

const Query = pg.Query as unknown as new (statement: string, values: unknown[]) => Preparing

/** Where a pooler has changed the connection beneath, and its table was changed as well. What was asked has run. */
export class StaleDescription extends Error {
  override readonly name = 'StaleDescription'
}

export class DescribedQuery extends Query {
  override readonly name: string
  readonly #descriptions: Descriptions
  #known: Description | undefined
  /** Whether the next one's end is its own. */
  #isFollowed = false
  #hasFailed = false

  constructor({ name, text, values }: NamedStatement, descriptions: Descriptions) {
    super(text, values)
    this.name = name
    this.#descriptions = descriptions
  }

  override prepare(connection: Wire): void {
    const on = this.#descriptions
    this.#known = on.known.get(this.name)
    if (!this.#known || !on.isWithin || undoing.test(this.text)) endOpen(on)
    if (beginning.test(this.text)) on.isWithin = true
    if (ending.test(this.text)) on.isWithin = false
    if (!this.#known) {
      super.prepare(connection)
      return
    }
    Object.assign(this._result, this.#known)
    this._accumulateRows = true
    on.quiet ??= quietly(connection, on.unsent)
    if (on.open) on.open.query.#isFollowed = true
    super.prepare(on.quiet)
    on.open = { query: this, connection }
    // A value that cannot be sent: nothing was asked.
    if (this.#hasFailed) endOpen(on)
  }

  override handleDataRow(message: { readonly fields: readonly unknown[] }): void {
    if (this.#known && message.fields.length !== this.#known.fields.length) {
      this._canceledDueToError = new StaleDescription('The rows of a statement have changed.')
    }
    super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    super.handleCommandComplete(message, connection)
    if (this.#isFollowed) connection.emit('readyForQuery', { status: 'T' })
  }

  override handleError(error: unknown, connection: Wire): void {
    this.#hasFailed = true
    super.handleError(error, connection)
    // What PostgreSQL does not know of, such as rows that cannot be read, passes over nothing.
    if (!this.#isFollowed || !(error instanceof pg.DatabaseError)) return
    connection.emit('readyForQuery', { status: 'E' })
    connection.emit('errorMessage', passedOver)
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

function quietly(connection: Wire, unsent: Buffer[]): Wire {
  const nothing = { value: () => {} }
  const _send = { value: (message: Buffer) => unsent.push(message) }
  return Object.create(connection, { describe: nothing, sync: nothing, _send })
}
