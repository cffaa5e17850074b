/** Rows grouped by tag: a heading before each aisle, what carries no tag at the end. */

/** A heading among the ids of rows; ids of items never look like it. */
export function aisleKeyOf(tagId: string | undefined): string {
  return `${prefix}${tagId ?? ''}`
}

/** Whether a row is a heading, not the id of an item. */
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
  // By hand: `flatMap` takes three times as long for 10,000 rows that a page begins with.
  const rows: string[] = []
  for (const tagId of [...tagIds, undefined]) {
    const aisle = aisles.get(tagId)
    if (aisle === undefined) continue
    rows.push(aisleKeyOf(tagId))
    for (const id of aisle) rows.push(id)
  }
  return rows
}

/** Of `rows`, the ids that stand under each heading. */
export function idsInAisles(rows: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const aisles = new Map<string, string[]>()
  let aisle: string[] | undefined
  for (const row of rows) {
    if (isAisleKey(row)) {
      aisle = []
      aisles.set(row, aisle)
    } else aisle?.push(row)
  }
  return aisles
}

/** The tag of the list, by what items call it, that stands first among those `carried`. */
export function firstTag(
  carried: readonly string[],
  listTags: ReadonlyMap<string, string>,
): string | undefined {
  for (const name of carried) {
    const tagId = listTags.get(name)
    if (tagId !== undefined) return tagId
  }
  return undefined
}
