/** Search in texts that does not tell capitals from small letters, the same on both engines. */
import { type RawBuilder, sql } from 'kysely'
import { checkText } from '../../rules/text.ts'
import type { ValidationIssue } from '../../rules/validation-issue.ts'

/** So many characters are searched for at most. */
const searchedLength = 200

/**
 * And so many different letters that have a capital, those of ASCII aside: each costs a pass over each text. No
 * alphabet has more.
 */
const searchedLetters = 40

/** What is wrong with a text that is to be searched for: more than `searchedLength` code points, or too many letters. */
export function checkSearched(wanted: string): ValidationIssue | undefined {
  const issue = checkText('text', wanted, searchedLength)
  if (issue || capitalsIn(wanted.toLowerCase()).length <= searchedLetters) return issue
  const message = `Search for at most ${searchedLetters} different letters beyond a to z.`
  return { field: 'text', limit: searchedLetters, message }
}

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
