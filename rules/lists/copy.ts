import { derivedId } from '../derived-id.ts'

interface CopyableItem {
  readonly id: string
  readonly shoppingListId: string
  readonly itemTags: readonly { readonly id: string }[]
}

/**
 * A list's items in the copy `newId`: everything as it is, ticks included, with ids that follow from
 * `newId` and the source's. Their order is their place in the array.
 */
export function copyItems<T extends CopyableItem>(items: readonly T[], newId: string): T[] {
  return items.map(item => ({
    ...item,
    id: derivedId(newId, item.id),
    shoppingListId: newId,
    itemTags: copyTags(item.itemTags, newId),
  }))
}

/** A list's tags in the copy `newId`. */
export function copyTags<T extends { readonly id: string }>(
  tags: readonly T[],
  newId: string,
): T[] {
  return tags.map(tag => ({ ...tag, id: derivedId(newId, tag.id) }))
}
