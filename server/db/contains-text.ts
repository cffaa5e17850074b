/** Search in texts that does not tell capitals from small letters, the same on both engines. */
import { type RawBuilder, sql } from 'kysely'

/** So many characters are searched for at most: each capital costs a function call a row. */
export const searchedLength = 200

/** Whether a text has `wanted` in it, at most `searchedLength` code points; false where the text is null. */
export function containsText(text: RawBuilder<unknown>, wanted: string): RawBuilder<boolean> {
  const small = wanted.toLowerCase()
  const pattern = `%${small.replace(/[\\%_]/g, '\\$&')}%`
  // lower() knows the letters of ASCII alone: SQLite's always, PostgreSQL's in texts that sort by code point.
  const folded = capitalsIn(small).reduce(
    (so, [capital, letter]) => sql`replace(${so}, ${capital}, ${letter})`,
    sql`lower(${text})`,
  )
  return sql<boolean>`${folded} like ${pattern} escape '\\'`
}

/** Of each small letter beyond ASCII that has one: its capital, and itself. */
function capitalsIn(small: string): readonly (readonly [string, string])[] {
  return [...new Set(small.match(/[^\0-\x7f]/gu))]
    .map(letter => [letter.toUpperCase(), letter] as const)
    .filter(([capital, letter]) => capital !== letter && [...capital].length === 1)
}
