import { limits } from './limits.ts'
import { checkQuantity, parseQuantity } from './quantity.ts'
import { cleanName } from './text.ts'
import { findUnit, type Unit } from './units.ts'

export interface QuickAdd {
  /** What is left once quantity and unit are taken out; never empty unless the text is. */
  readonly name: string
  readonly quantity?: number
  readonly unitId?: string
}

/**
 * What a person means by one line: "2 kg apples", "milk 1,5 l", "3x eggs", "eggs 12", "½ cucumber",
 * "2kg apples", "1 1/2 l milk", "2 cans of tomatoes". The quantity stands at the start or at the end, its
 * unit right behind it. A guess, to be shown before it counts: "7 up" is seven times "up".
 *
 * A quantity that `checkQuantity` would refuse, or 0, belongs to the name, and so does everything where
 * nothing would be left for one: "7" is a name, "2 kg" too.
 */
export function parseQuickAdd(text: string, units: readonly Unit[]): QuickAdd {
  const line = cleanName(text).replace(/\s+/g, ' ')
  return atStart(line, units) ?? atEnd(line, units) ?? { name: line }
}

function atStart(line: string, units: readonly Unit[]): QuickAdd | undefined {
  const match = new RegExp(`^(${number})(.*)$`, 'u').exec(line)
  const quantity = readQuantity(match?.[1])
  if (quantity === undefined) return undefined
  const rest = match?.[2] ?? ''

  const times = /^ ?[x×*] (.+)$/iu.exec(rest)
  if (times?.[1]) return { name: times[1], quantity }

  const [, word = '', behind = ''] = /^ ?([^ \d]+)(?: (.*))?$/u.exec(rest) ?? []
  const unit = findUnit(word, units)
  if (unit) {
    const name = behind.replace(/^of (?=.)/i, '')
    return name === '' ? undefined : { name, quantity, unitId: unit.id }
  }
  const name = rest.trim()
  const isOneWord = !rest.startsWith(' ')
  return isOneWord || name === '' || isTimes(name) ? undefined : { name, quantity }
}

function atEnd(line: string, units: readonly Unit[]): QuickAdd | undefined {
  const match = new RegExp(`^(.*?[^ ]) (?:[x×*] ?)?(${number})(?: ?([^ \\d]+))?$`, 'iu').exec(line)
  const quantity = readQuantity(match?.[2])
  const name = match?.[1]
  if (quantity === undefined || name === undefined || isTimes(name)) return undefined
  const word = match?.[3]
  if (word === undefined || /^[x×*]$/iu.test(word)) return { name, quantity }
  const unit = findUnit(word, units)
  return unit && { name, quantity, unitId: unit.id }
}

function readQuantity(text: string | undefined): number | undefined {
  const quantity = text === undefined ? undefined : parseQuantity(text)
  if (quantity === undefined || quantity === 0 || quantity > limits.quantity) return undefined
  return checkQuantity('quantity', quantity) ? undefined : quantity
}

function isTimes(text: string): boolean {
  return /^[x×*]$/iu.test(text)
}

/** "1 1/2", "1/2", "1½", "1 ½", "½", "1,5", "2"; the longest first. */
const vulgar = '[\\u00bc-\\u00be\\u2150-\\u215e]'
const number = `(?:\\d+ )?\\d+[/⁄]\\d+|\\d+ ?${vulgar}|${vulgar}|\\d+[.,]\\d+|\\d+`
