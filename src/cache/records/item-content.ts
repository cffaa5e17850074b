import type { ItemFieldsFragment } from '../../generated/operations.ts'

/** What a person writes of an item as plain values, which are compared as they are. */
export const plainFields = [
  'name',
  'purchased',
  'notes',
  'unitId',
  'quantityInStock',
  'quantityToPurchase',
] as const

/** All fields that a person writes of an item; the others follow from them. */
export const contentFields = [...plainFields, 'itemTags'] as const

type Content = Pick<ItemFieldsFragment, (typeof contentFields)[number]>

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
