import { nameKey } from '../names.ts'
import { spelled as inForm } from '../text.ts'

export interface Unit {
  readonly id: string
  readonly name: string
  readonly abbreviation: string
}

/**
 * The unit that a word, or two, mean: its name, its plural or its abbreviation, with or without dots behind,
 * case-insensitively. Where several fit, the one spelled exactly so, then the first.
 */
export function findUnit<T extends Unit>(word: string, units: readonly T[]): T | undefined {
  const plain = word.trim()
  if (plain === '' || plain === '.') return undefined
  const exact = units.find(unit => unit.abbreviation === plain || unit.name === plain)
  if (exact) return exact
  const key = spelled(plain).replace(/\.(?= |$)/g, '')
  return units.find(unit => spellings(unit).includes(key))
}

/** The id of what a quantity counts in; null for pieces, whether somebody said so ("12 pcs") or nobody ("3x"). */
export function countedIn(unitId: string | null, units: readonly Unit[]): string | null {
  return units.find(unit => unit.id === unitId)?.name === 'piece' ? null : unitId
}

/** "2 bottles", "1 bottle", "1.5 kg": abbreviations have no plural. */
export function unitWord(unit: Unit, quantity: number): string {
  if (unit.abbreviation !== unit.name) return unit.abbreviation
  return quantity > 0 && quantity <= 1 ? unit.name : (plurals(unit.name)[0] ?? unit.name)
}

function spellings(unit: Unit): string[] {
  const name = spelled(unit.name)
  const abbreviation = spelled(unit.abbreviation).replace(/\.$/, '')
  return [
    name,
    ...plurals(name),
    abbreviation,
    ...plurals(abbreviation),
    ...(otherSpellings[name] ?? []),
  ]
}

/**
 * Litre, metre and gram as one of the ways in which they are spelled, alone and in all that is made of them; the wide
 * letters of Japanese keyboards as the others.
 */
function spelled(word: string): string {
  return nameKey(inForm(word, 'NFKC'))
    .replace(/(lit|met)er/, '$1re')
    .replace(/gramme?/, 'gram')
}

/** How English makes a plural of a word, the likeliest first. */
function plurals(word: string): string[] {
  if (/(s|x|z|ch|sh)$/.test(word)) return [`${word}es`]
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`, `${word}s`]
  if (/fe?$/.test(word)) return [word.replace(/fe?$/, 'ves'), `${word}s`]
  return [`${word}s`, `${word}es`]
}

/** What no rule can know, by the name as `spelled`. */
const otherSpellings: Readonly<Record<string, readonly string[]>> = {
  litre: ['ltr'],
  gram: ['gr'],
  kilogram: ['kilo', 'kilos', 'kgs'],
  piece: ['pc', 'pcs'],
  package: ['pack', 'packs', 'packet', 'packets', 'pkg'],
  pack: ['package', 'packages', 'packet', 'packets', 'pk', 'pkg'],
  dozen: ['doz', 'dz'],
  foot: ['feet', 'ft'],
  pound: ['lbs'],
  ounce: ['ozs'],
  can: ['tin', 'tins'],
}
