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

/**
 * How much there is to buy: on a STOCK list what is missing to the target, never below 0; else what is wanted.
 * Null where nobody said.
 */
export function quantityToBuy(item: Omit<Stock, 'purchased'>, listType: ListType): number | null {
  const { quantityInStock, quantityToPurchase } = item
  if (listType === 'SIMPLE' || quantityToPurchase === null) return quantityToPurchase
  return Math.max(0, addQuantities(quantityToPurchase, -quantityInStock))
}

/**
 * Whether it belongs on paper that is taken to the shop: it is not ticked, and on a STOCK list something is
 * missing to its target. Where no target is known, the tick alone says it.
 */
export function isToBuy(item: Stock, listType: ListType): boolean {
  return !item.purchased && (listType === 'SIMPLE' || quantityToBuy(item, listType) !== 0)
}

/** On a STOCK list: there is less than the target. Never where no target is known. */
export function isRunningLow(item: Omit<Stock, 'purchased'>): boolean {
  return item.quantityToPurchase !== null && item.quantityInStock < item.quantityToPurchase
}
