/** Quantities as a person reads them on a row: "½", "2 kg", "3", "1½ l". */
import { formatQuantity } from './quantity.ts'
import { type Unit, unitWord } from './units.ts'

const fractions = new Map([
  [0.25, '¼'],
  [0.5, '½'],
  [0.75, '¾'],
  [0.333, '⅓'],
  [0.667, '⅔'],
])

/** Empty where nothing was said; pieces go without their unit. */
export function quantityText(quantity: number | null, unit: Unit | undefined): string {
  if (quantity === null) return ''
  const number = readable(quantity)
  return unit === undefined || unit.name === 'piece'
    ? number
    : `${number} ${unitWord(unit, quantity)}`
}

function readable(quantity: number): string {
  const whole = Math.floor(quantity)
  const fraction = fractions.get(Math.round((quantity - whole) * 1000) / 1000)
  if (fraction === undefined) return formatQuantity(quantity)
  return whole === 0 ? fraction : `${whole}${fraction}`
}
