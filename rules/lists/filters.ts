import { foldCase } from '../names.ts'

export interface ItemFilter {
  /** A part of the name, case-insensitively; empty matches all. */
  readonly name?: string | null | undefined
  readonly purchased?: boolean | null | undefined
  readonly tagId?: string | null | undefined
}

/** Whether an item is wanted; absent fields do not filter. */
export function itemMatches(
  item: {
    readonly name: string
    readonly purchased: boolean
    readonly itemTags: readonly { readonly id: string }[]
  },
  filter: ItemFilter,
): boolean {
  const { purchased, tagId } = filter
  return (
    (purchased == null || item.purchased === purchased) &&
    (tagId == null || item.itemTags.some(tag => tag.id === tagId)) &&
    nameContains(item.name, filter.name ?? '')
  )
}

/** Case-insensitively; the blanks of `part` count. */
function nameContains(name: string, part: string): boolean {
  return part === '' || foldCase(name).includes(foldCase(part))
}
