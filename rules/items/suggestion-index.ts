/**
 * The names that a person is known to use, ready to be asked with every key: each is folded once, and most of
 * them are told apart from what was typed by their letters alone, before a slip of the finger is looked for.
 */
import { foldMarks } from '../names.ts'
import { isForgotten, type Remembered, type SuggestOptions, weightAt } from './suggestions.ts'

export interface SuggestionIndex {
  /** What is known of a name, by its `nameKey`; undefined, or forgotten, and it is not suggested. */
  set(key: string, entry: Remembered | undefined): void
  /**
   * The names that fit what was typed, the likeliest first. Beginnings of the name come before beginnings of
   * a later word, these before parts of a word, and these before what differs by a slip of the finger.
   * Marks and letter case do not count: "creme" finds "Crème fraîche". Nothing for an empty text.
   */
  suggest(typed: string, options: SuggestOptions): Remembered[]
}

interface Known {
  readonly entry: Remembered
  readonly text: string
  /** The text with one blank between words, and where in it each word begins. */
  readonly words: string
  readonly starts: readonly number[]
  /** Which letters are in `words`, as `lettersOf` has them. */
  readonly letters: number
}

interface Wanted {
  readonly text: string
  readonly letters: number
  /** How many slips of the finger are looked past. */
  readonly slips: 0 | 1 | 2
}

interface Scored {
  readonly entry: Remembered
  readonly score: number
}

/** Knows no name at first. */
export function createSuggestionIndex(): SuggestionIndex {
  const known = new Map<string, Known>()
  return {
    set(key, entry) {
      const before = known.get(key)
      if (entry === undefined || isForgotten(entry)) known.delete(key)
      else if (before?.entry.name === entry.name) known.set(key, { ...before, entry })
      else known.set(key, knownOf(entry))
    },
    suggest(typed, { at, count }) {
      const text = foldMarks(typed.trim())
      if (text === '' || count === 0) return []
      const slips = text.length < 3 ? 0 : text.length < 6 ? 1 : 2
      const wanted: Wanted = { text, letters: lettersOf(text), slips }
      const best: Scored[] = []
      const others: Known[] = []
      function take({ entry }: Known, fit: number) {
        const weight = weightAt(entry, at)
        keepBest(best, { entry, score: fit * (0.2 + weight / (weight + 2)) }, count)
      }
      for (const name of known.values()) {
        const fit = fitOf(name.text, text)
        if (fit > 0) take(name, fit)
        else if (mayFit(name, wanted)) others.push(name)
      }
      // Where enough has the very letters, nobody needs guesses.
      if (best.length === count) return best.map(({ entry }) => entry)
      for (const name of others) {
        const slips = fewestSlips(name, wanted)
        // Without a slip where nothing but the sign between two words differs.
        if (slips <= wanted.slips) take(name, slips === 0 ? 0.8 : 0.4 / slips)
      }
      return best.map(({ entry }) => entry)
    },
  }
}

function knownOf(entry: Remembered): Known {
  const text = foldMarks(entry.name)
  const split = text.split(/[\s\-–/]+/u)
  const words = split.join(' ')
  let next = 0
  const starts = split.map(word => {
    const start = next
    next += word.length + 1
    return start
  })
  return { entry, text, words, starts, letters: lettersOf(words) }
}

/** Sorted as they are shown, never more than `count`: thousands may fit a single letter. */
function keepBest(best: Scored[], scored: Scored, count: number): void {
  const last = best[count - 1]
  if (last !== undefined && !comesBefore(scored, last)) return
  const place = best.findIndex(other => comesBefore(scored, other))
  best.splice(place < 0 ? best.length : place, 0, scored)
  if (best.length > count) best.pop()
}

function comesBefore(a: Scored, b: Scored): boolean {
  return a.score === b.score ? a.entry.name < b.entry.name : a.score > b.score
}

/** From 0 (is not in it) to 1.2 (is it). */
function fitOf(name: string, wanted: string): number {
  const place = name.indexOf(wanted)
  if (place < 0) return 0
  if (place === 0) return name.length === wanted.length ? 1.2 : 1
  return startsWord(name, place) ? 0.8 : 0.5
}

/** Told by the letters alone: each letter that is nowhere in the name is a slip. */
function mayFit(name: Known, { letters, slips }: Wanted): boolean {
  return slips > 0 && bitsIn(letters & ~name.letters) <= slips
}

function fewestSlips({ words, starts }: Known, { text, slips }: Wanted): number {
  let least: number = slips + 1
  for (const start of starts) least = Math.min(least, slipsIn(words, start, text, 0, slips))
  return least
}

function startsWord(text: string, place: number): boolean {
  return /[\s\-–/(]/u.test(text.charAt(place - 1))
}

/**
 * The least number of slips (missing, needless, wrong or swapped letters) that make the rest of `wanted` a
 * beginning of the rest of `text`; more than `most` if there are more.
 */
function slipsIn(text: string, start: number, wanted: string, from: number, most: number): number {
  let [there, typed] = [start, from]
  while (typed < wanted.length && text.charCodeAt(there) === wanted.charCodeAt(typed)) {
    there += 1
    typed += 1
  }
  if (typed === wanted.length) return 0
  if (most === 0) return 1
  const rest = most - 1
  let least = slipsIn(text, there + 1, wanted, typed + 1, rest)
  if (least > 0) least = Math.min(least, slipsIn(text, there, wanted, typed + 1, rest))
  if (least > 0) least = Math.min(least, slipsIn(text, there + 1, wanted, typed, rest))
  if (least > 0 && text[there] === wanted[typed + 1] && text[there + 1] === wanted[typed]) {
    least = Math.min(least, slipsIn(text, there + 2, wanted, typed + 2, rest))
  }
  return 1 + least
}

/** One bit of 32 for each letter, so that two letters may share one. */
function lettersOf(text: string): number {
  let letters = 0
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) & 31)
  return letters
}

function bitsIn(letters: number): number {
  let count = 0
  for (let rest = letters; rest !== 0; rest &= rest - 1) count += 1
  return count
}
