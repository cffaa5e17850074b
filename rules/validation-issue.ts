/** What a check answers when it refuses a value: a sentence for the person, beside the field. */
export interface ValidationIssue {
  /** The argument's name in the contract: `name`, `quantityToPurchase`. */
  readonly field: string
  readonly message: string
  /** The number that was passed or missed, if there is one. */
  readonly limit?: number
}

/** The field as its label has it: `quantityInStock` → "Quantity in stock". */
export function fieldTitle(field: string): string {
  const label = labels.get(field)
  if (label !== undefined) return label
  const words = field.replace(/([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The field as a sentence has it: `quantityToPurchase` → "quantity to buy". */
export function fieldWord(field: string): string {
  return words.get(field) ?? fieldTitle(field).toLowerCase()
}

/** A number with thousands separated, the same on every device: 2000 → "2,000". */
export function countTitle(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** "1 item", "2,000 items": of a noun whose plural ends in s. */
export function counted(count: number, noun: string): string {
  return `${countTitle(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** If the label is not the argument's name in words. */
const labels = new Map([
  ['quantityToPurchase', 'Quantity to buy'],
  ['itemTags', 'Tags'],
  ['unitId', 'Unit'],
  ['shoppingListId', 'List'],
])

/** Where a sentence has another word than the label. */
const words = new Map([
  ['purchased', 'tick'],
  ['listType', 'type'],
  ['favourite', 'mark as favourite'],
  ['shoppingListFriends', 'people'],
  ['itemIds', 'order'],
  ['shoppingListIds', 'order'],
])
