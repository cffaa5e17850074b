import type { ItemFieldsFragment } from '../generated/operations.ts'

type Content = Pick<
  ItemFieldsFragment,
  'name' | 'purchased' | 'notes' | 'unitId' | 'quantityInStock' | 'quantityToPurchase' | 'itemTags'
>

/** What a person wrote of an item, as a new one is made of it; its tags by id, name and colour. */
export function contentOf(item: Content) {
  const { name, purchased, notes, unitId, quantityInStock, quantityToPurchase, itemTags } = item
  return {
    name,
    purchased,
    notes,
    unitId,
    quantityInStock,
    quantityToPurchase,
    itemTags: itemTags.map(tag => ({ id: tag.id, name: tag.name, color: tag.color })),
  }
}
