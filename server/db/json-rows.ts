import { type RawBuilder, sql } from 'kysely'

/**
 * Many rows in one statement, however many: as one text, which both engines take apart by `json_each(…)` into
 * `key` and `value`. Of a value, `value ->> 'name'` is the text of a field, to be cast to what it is.
 */
export function jsonRows<T>(
  rows: Iterable<T>,
  keyOf: (row: T) => string,
  fieldsOf: (row: T) => Readonly<Record<string, unknown>>,
): string {
  const byKey: Record<string, unknown> = Object.create(null)
  for (const row of rows) byKey[keyOf(row)] = fieldsOf(row)
  // PostgreSQL refuses half of a pair of UTF-16 in JSON, though not in a text.
  return JSON.stringify(byKey, (_, value) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
}

/** The same of rows that are nothing but their key: `keysIn` names them. */
export function jsonKeys(keys: Iterable<string>): string {
  return jsonRows(
    keys,
    key => key,
    () => ({}),
  )
}

/** For `in`: what `jsonKeys` has made one text of, or its place in a prepared statement. */
export function keysIn(keys: unknown): RawBuilder<string> {
  return sql<string>`(select wanted.key from json_each(${keys}) as wanted)`
}

/** As `jsonKeys` and `keysIn`, of whole numbers, which a column of such is compared with. */
export function numbersIn(numbers: Iterable<number>): RawBuilder<number> {
  const keys = jsonKeys(Array.from(numbers, String))
  return sql<number>`(select cast(wanted.key as integer) from json_each(${keys}) as wanted)`
}
