import { limits } from './limits.ts'
import { cleanName, cutTo, lengthOf, spelled } from './text.ts'

/**
 * Two names with the same key are the same name: letter case, blanks around and the spelling of
 * letters with marks do not count.
 */
export function nameKey(name: string): string {
  return cleanName(foldCase(name))
}

/**
 * As `nameKey`, blanks kept. Through upper case, so that "Straße" is "STRASSE"; lower case before it, because a capital
 * "ẞ" is upper case already and would stay one letter.
 */
export function foldCase(text: string): string {
  return spelled(spelled(text).toLowerCase().toUpperCase().toLowerCase())
}

/**
 * For finding a part of a text: as `foldCase`, but for the sigma that ends a word, which is another one where the word
 * goes on.
 */
export function foldPart(text: string): string {
  return foldCase(text).replaceAll('ς', 'σ')
}

/** For finding what somebody types without marks: "creme" is in "Crème fraîche". As `foldPart` otherwise. */
export function foldMarks(text: string): string {
  return spelled(foldPart(text), 'NFD').replace(/\p{M}/gu, '')
}

/**
 * The wanted name, cleaned; where it exists among `existingNames`, case-insensitively, with the smallest
 * free number behind it, without a space: "Milk" → "Milk1" (spec section 5). Keeps to the limit of a name
 * by shortening what stands before the number.
 */
export function uniqueName(wanted: string, existingNames: Iterable<string>): string {
  const name = cleanName(wanted)
  const taken = new Set<string>()
  for (const existing of existingNames) taken.add(nameKey(existing))
  let candidate = name
  for (let number = 1; taken.has(nameKey(candidate)); number += 1) {
    candidate = withNumber(name, String(number))
  }
  return candidate
}

function withNumber(name: string, number: string): string {
  const room = limits.name - number.length
  return (lengthOf(name) > room ? cutTo(name, room) : name) + number
}

/** Whether it is the wanted name, which is clean, or that with a number of `uniqueName`, which is never long. */
export function isNumbered(name: string, wanted: string): boolean {
  const numbers = [1, 2, 3].map(digits => name.slice(-digits))
  return (
    name === wanted ||
    numbers.some(number => /^[1-9]\d*$/.test(number) && name === withNumber(wanted, number))
  )
}
