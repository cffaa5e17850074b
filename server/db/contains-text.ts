/** Search in texts that does not tell capitals from small letters, the same on both engines. */
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import { checkText } from '../../rules/text.ts'
import type { ValidationIssue } from '../../rules/validation-issue.ts'
import type { Schema } from './schema.ts'

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
  const beyond = foldedTo(fold(wanted)).filter(([, letter]) => letter > '\x7f')
  if (issue || beyond.length <= searchedLetters) return issue
  const message = `Search for at most ${searchedLetters} different letters beyond a to z.`
  return { field: 'text', limit: searchedLetters, message }
}

/**
 * Whether a text has `wanted` in it, at most `searchedLength` code points; null where the text is. However alike the two
 * are, it is looked for in about one pass over the text: `like` compares all of it again at each place.
 */
export function containsText(
  db: Kysely<Schema>,
  text: RawBuilder<unknown>,
  wanted: string,
): RawBuilder<boolean> {
  const small = fold(wanted)
  // lower() knows the letters of ASCII alone: SQLite's always, PostgreSQL's in texts that sort by code point.
  const folded = foldedTo(small).reduce(
    (so, [other, letter]) => sql`replace(${so}, ${other}, ${letter})`,
    sql`lower(${text})`,
  )
  // What PostgreSQL has like instr() compares again at each place, too; behind these signs a pattern is taken as it is.
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<boolean>`${folded} ~ ${`***=${small}`}`
    : sql<boolean>`instr(${folded}, ${small}) > 0`
}

/**
 * What is found as another letter besides the capitals: the sigma that ends a word, the capital that ß has beside "SS",
 * and the dotted one of Turkish, whose small form is two code points.
 */
const alike: ReadonlyMap<string, string> = new Map([
  ['ς', 'σ'],
  ['ẞ', 'ß'],
  ['İ', 'i'],
])

/** Each code point by itself, as `replace` does it in the database: a whole word would end in another sigma. */
function fold(text: string): string {
  return [...text].map(letter => alike.get(letter) ?? letter.toLowerCase()).join('')
}

/** What `fold` turns into letters of this text, which it made, and which of them; what `lower` does is left out. */
function foldedTo(small: string): readonly (readonly [string, string])[] {
  const letters = new Set(small)
  const capitals = [...letters].map(letter => [letter.toUpperCase(), letter] as const)
  return [...capitals, ...alike].filter(
    ([other, letter]) => other !== letter && letters.has(letter) && /^[^\0-\x7f]$/u.test(other),
  )
}
