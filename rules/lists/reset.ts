import type { ListType, Stock } from '../items/stock.ts'

/**
 * An item after its list was reset, to the letter of spec section 4: not purchased; quantityToPurchase
 * becomes 0 unless it is null or the list is STOCK; quantityInStock becomes 0 unless quantityToPurchase
 * (as it was before) is null.
 */
export function resetItem(item: Stock, listType: ListType): Stock {
  const { quantityInStock, quantityToPurchase } = item
  return {
    purchased: false,
    quantityToPurchase:
      quantityToPurchase === null || listType === 'STOCK' ? quantityToPurchase : 0,
    quantityInStock: quantityToPurchase === null ? quantityInStock : 0,
  }
}

/** What a reset will do, in words, before it is done. */
export function resetSentence(listType: ListType): string {
  return listType === 'STOCK'
    ? 'Every item is unticked. What you have becomes 0 where a wanted quantity is set; the wanted quantities stay.'
    : 'Every item is unticked. Quantities to buy become 0, and so does what you have where a quantity to buy was set.'
}
