import { limits } from '../limits.ts'
import { lengthOf } from '../text.ts'
import { addQuantities } from './quantity.ts'
import { countedIn, type Unit } from './units.ts'

export interface Mergeable {
  readonly id: string
  readonly name: string
  readonly purchased: boolean
  readonly quantityInStock: number
  readonly quantityToPurchase: number | null
  readonly unitId: string | null
  readonly notes: string | null
  readonly itemTags: readonly { readonly id: string }[]
}

/**
 * The first item after it took in the second, which is to be deleted. Quantities of the same unit add up;
 * where only one of the two says how much, that stands. Undefined where nothing honest can be said: both
 * count in different units, or the notes together pass their limit. Tags and notes of both stay.
 */
export function mergeItems<T extends Mergeable>(a: T, b: T, units: readonly Unit[]): T | undefined {
  const notes = mergeNotes(a.notes, b.notes)
  if (lengthOf(notes ?? '') > limits.notes) return undefined
  const isOneUnit = countedIn(a.unitId, units) === countedIn(b.unitId, units)
  if (!isOneUnit && counts(a) && counts(b)) return undefined
  const tagIds = new Set(a.itemTags.map(tag => tag.id))
  return {
    ...a,
    quantityInStock: addQuantities(a.quantityInStock, b.quantityInStock),
    quantityToPurchase: addQuantities(a.quantityToPurchase, b.quantityToPurchase),
    unitId: counts(a) ? a.unitId : counts(b) ? b.unitId : (a.unitId ?? b.unitId),
    itemTags: [...a.itemTags, ...b.itemTags.filter(tag => !tagIds.has(tag.id))],
    notes,
  }
}

function counts(item: Mergeable): boolean {
  return item.quantityToPurchase !== null || item.quantityInStock !== 0
}

function mergeNotes(a: string | null, b: string | null): string | null {
  if (!b || a === b) return a
  return a ? `${a}\n${b}` : b
}
