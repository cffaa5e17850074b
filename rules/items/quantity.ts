import { limits } from '../limits.ts'
import { countTitle, fieldTitle, type ValidationIssue } from '../validation-issue.ts'

const thousandth = 10 ** limits.quantityDecimals

/** A quantity: a number from 0 to 999,999.999 with at most three decimals. */
export function checkQuantity(field: string, value: number): ValidationIssue | undefined {
  const title = fieldTitle(field)
  if (!Number.isFinite(value)) return { field, message: `${title} is not a number.` }
  if (value < 0) return { field, limit: 0, message: `${title} must be at least 0.` }
  if (value > limits.quantity) {
    const most = `${countTitle(Math.floor(limits.quantity))}.999`
    return { field, limit: limits.quantity, message: `${title} must be at most ${most}.` }
  }
  if (roundQuantity(value) !== value) {
    const message = `${title} can have at most ${limits.quantityDecimals} decimals.`
    return { field, limit: limits.quantityDecimals, message }
  }
  return undefined
}

/**
 * The number in a text: "2", "1,5", "1.5", "½", "1½", "1/2", "1 1/2", "-1", in the digits of Arabic, Persian and
 * Japanese keyboards, too. Fractions are rounded to three decimals, decimals are not: `checkQuantity` says what is
 * wrong with them. Undefined for anything else.
 */
export function parseQuantity(text: string): number | undefined {
  const plain = inPlainDigits(text)
    .replace(vulgarFraction, character => ` ${character.normalize('NFKC')}`)
    .trim()
  if (/^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/.test(plain)) return Number(plain.replace(',', '.'))
  const fraction = /^(?:(\d+)\s+)?(\d+)\s*[/⁄]\s*(\d+)$/.exec(plain)
  if (!fraction) return undefined
  const [, whole = '0', above, below] = fraction
  if (Number(below) === 0) return undefined
  return roundQuantity(Number(whole) + Number(above) / Number(below))
}

/** Whether somebody may mean thousands by it, as spreadsheets do: "1,000" and "2.500", which `parseQuantity` reads as 1 and 2.5. */
export function isThousands(text: string): boolean {
  return /^\s*[1-9]\d{0,2}[.,]\d\d0\s*$/.test(inPlainDigits(text))
}

/** As long as before, so that each character stays in its place. */
export function inPlainDigits(text: string): string {
  return text
    .replace(/[٠-٩۰-۹０-９]/g, digit => String(digit.charCodeAt(0) & 15))
    .replace(/[٫．，]/g, '.')
}

/** As a person writes it, without needless zeros: 1.5 → "1.5". `parseQuantity` reads it back unchanged. */
export function formatQuantity(quantity: number): string {
  return String(roundQuantity(quantity))
}

/** Both together, exact to three decimals and never past the limit; null is "nobody said". */
export function addQuantities(a: number, b: number): number
export function addQuantities(a: number | null, b: number | null): number | null
export function addQuantities(a: number | null, b: number | null): number | null {
  if (a === null) return b
  if (b === null) return a
  return Math.min(roundQuantity(roundQuantity(a) + roundQuantity(b)), limits.quantity)
}

function roundQuantity(quantity: number): number {
  return Math.round(quantity * thousandth) / thousandth + 0
}

/** ¼ ½ ¾ ⅐ … ⅞ ↉: one character that NFKC spells as numerator, fraction slash, denominator. */
const vulgarFraction = /[\u00bc-\u00be\u2150-\u215e\u2189]/g
