/** Rows grouped by tag: a heading before each aisle, what carries no tag at the end. */

/** A heading among the ids of rows; ids of items never look like it. */
export function aisleKeyOf(tagId: string | undefined): string {
  return `${prefix}${tagId ?? ''}`
}

export function isAisleKey(row: string): boolean {
  return row.startsWith(prefix)
}

/** The tag of a heading; undefined for the one above what has no tag. */
export function tagIdOfAisle(row: string): string | undefined {
  return row.slice(prefix.length) || undefined
}

const prefix = 'aisle:'

/**
 * `tagIds` are the list's, in its order; an item stands under the first of its own tags. Answers with `ids`
 * itself where no item carries a tag: a lone heading would say nothing.
 */
export function aisleRows(
  ids: readonly string[],
  tagIds: readonly string[],
  tagIdOf: (id: string) => string | undefined,
): readonly string[] {
  const aisles = new Map<string | undefined, string[]>()
  for (const id of ids) {
    const tagId = tagIdOf(id)
    const aisle = aisles.get(tagId)
    if (aisle) aisle.push(id)
    else aisles.set(tagId, [id])
  }
  if (aisles.size === 0 || (aisles.size === 1 && aisles.has(undefined))) return ids
  return [...tagIds, undefined].flatMap(tagId => {
    const aisle = aisles.get(tagId)
    return aisle ? [aisleKeyOf(tagId), ...aisle] : []
  })
}

/** The first of `carried` that the list has. */
export function firstTag(
  carried: readonly string[],
  listTagIds: ReadonlySet<string>,
): string | undefined {
  return carried.find(id => listTagIds.has(id))
}
