/**
 * Somebody else's commit came between looking and locking: the operation starts again from the beginning.
 * Cannot happen on SQLite, where a transaction is alone.
 */
export class WriteConflict extends Error {
  override readonly name = 'WriteConflict'
}
