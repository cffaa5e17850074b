import { addQuantities } from './quantity.ts'

export type ListType = 'SIMPLE' | 'STOCK'

/** The fields of an item that ticking, buying and resetting touch. */
export interface Stock {
  readonly purchased: boolean
  readonly quantityInStock: number
  /** How much is wanted; on a STOCK list the target that stays. Null where nobody said. */
  readonly quantityToPurchase: number | null
}

/** "Bought" on a STOCK list (spec section 4): what was wanted is now there, the target stays, the item is ticked. */
export function buyItem(item: Stock): Stock {
  return {
    purchased: true,
    quantityInStock: addQuantities(item.quantityInStock, item.quantityToPurchase ?? 0),
    quantityToPurchase: item.quantityToPurchase,
  }
}

/** On a STOCK list: there is less than the target. Never where no target is known. */
export function isRunningLow(item: Omit<Stock, 'purchased'>): boolean {
  return item.quantityToPurchase !== null && item.quantityInStock < item.quantityToPurchase
}
