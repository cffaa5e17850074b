import { limits } from './limits.ts'
import { countTitle, fieldTitle, type ValidationIssue } from './validation-issue.ts'

/** Blanks around it go, and letters with marks get one spelling (NFC), so that equal names are equal bytes. */
export function cleanName(value: string): string {
  return spelled(value).trim()
}

/** More on one letter than any script has, as the Unicode standard bounds them for streams (UAX #15). */
const tooManyMarks = /\p{M}{31}/u

/**
 * One spelling for letters with marks. Where more than 30 marks stand on one letter the text stays as it is: they would be
 * put in order one by one, which takes the square of their number, minutes for a megabyte.
 */
export function spelled(text: string, form: 'NFC' | 'NFD' | 'NFKC' = 'NFC'): string {
  return tooManyMarks.test(text) ? text : text.normalize(form)
}

/**
 * A name of a list, an item, a tag or a person: 1 to 200 code points after cleaning.
 * Refuses blanks, names of which nothing can be seen, control characters, those that turn the direction of
 * all that follows (a name could read as another one, or turn the row around it), and lone surrogates; emoji,
 * HTML and right-to-left names with their marks are names like any other.
 */
export function checkName(field: string, value: string): ValidationIssue | undefined {
  const name = cleanName(value)
  if (!hasSomethingToSee(name)) {
    return { field, message: `${fieldTitle(field)} is empty. Write at least one character.` }
  }
  return (
    checkLength(field, name, limits.name) ??
    checkCharacters(field, name, /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
  )
}

/** Notes of a list or an item: up to 5,000 code points, may be empty, line breaks and tabs are welcome. */
export function checkNotes(field: string, value: string): ValidationIssue | undefined {
  return checkText(field, value, limits.notes)
}

/** Any longer text with line breaks, up to `limit` code points. */
export function checkText(
  field: string,
  value: string,
  limit: number,
): ValidationIssue | undefined {
  return checkLength(field, value, limit) ?? checkCharacters(field, value, /[^\P{Cc}\t\n\r]/u)
}

/** How many code points a text has: an emoji without modifiers counts once. */
export function lengthOf(value: string): number {
  let length = 0
  for (const _ of value) length += 1
  return length
}

/**
 * The first `length` code points, or as many fewer as leave no emoji, flag or letter with marks in two; where nothing
 * would be left, that one is cut.
 */
export function cutTo(value: string, length: number): string {
  const most = Math.max(0, length)
  // A code point is two characters at most.
  const letters = [...value.slice(0, 2 * most + 2)]
  if (letters.length <= most) return value
  let end = most
  while (end > 0 && goesOn(letters, end)) end -= 1
  return letters.slice(0, end || most).join('')
}

/** Whether what stands before the place goes on there: marks, joiners, skin tones, or the other half of a flag. */
function goesOn(letters: readonly string[], at: number): boolean {
  const isFlag = (place: number) => /^\p{RI}/u.test(letters[place] ?? '')
  if (!isFlag(at)) {
    return (
      letters[at - 1] === '\u200d' || /^[\p{M}\p{Gr_Ext}\p{EMod}\u200d]/u.test(letters[at] ?? '')
    )
  }
  let first = at
  while (isFlag(first - 1)) first -= 1
  return (at - first) % 2 === 1
}

/** What a sentence quotes of a text: at most 40 code points. */
export function shorten(text: string): string {
  const start = cutTo(text, 40)
  return start === text ? text : `${start}…`
}

/** Refuses more than `limit` code points; an empty text is none too short. */
export function checkLength(
  field: string,
  value: string,
  limit: number,
): ValidationIssue | undefined {
  const length = lengthOf(value)
  if (length <= limit) return undefined
  return {
    field,
    limit,
    message: `${fieldTitle(field)} ${field === 'notes' ? 'are' : 'is'} too long: ${countTitle(length)} characters, at most ${countTitle(limit)} are possible.`,
  }
}

/** `forbidden` must not match anywhere; half of a character (a lone surrogate) is never a text. */
export function checkCharacters(
  field: string,
  value: string,
  forbidden: RegExp,
): ValidationIssue | undefined {
  if (value.isWellFormed() && !forbidden.test(value)) return undefined
  return {
    field,
    message: `${fieldTitle(field)} contains a character that cannot be shown. Type it again without it.`,
  }
}

/** False for blanks and for names of joiners, fillers and other invisible characters alone. */
function hasSomethingToSee(name: string): boolean {
  return /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u.test(name)
}
