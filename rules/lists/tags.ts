import { limits } from '../limits.ts'
import { foldCase, nameKey } from '../names.ts'

export interface Tag {
  readonly id: string
  readonly name: string
}

/**
 * The tags of a list after one of its items got tags (spec section 4): the list's own in their order, then
 * what is new, by id and by name.
 */
export function mergeTags<T extends Tag>(listTags: readonly T[], itemTags: readonly T[]): T[] {
  const merged = [...listTags]
  for (const tag of itemTags) if (!findTag(merged, tag)) merged.push(tag)
  return merged
}

/**
 * The tags of an item as its list knows them: a tag that the list has under another id is the list's, each
 * counts once, and they keep the item's own order, of which the first is the aisle where it stands.
 * `listTags` is what `mergeTags` answered.
 */
export function matchTags<T extends Tag>(listTags: readonly T[], itemTags: readonly Tag[]): T[] {
  return [...new Set(itemTags.flatMap(tag => findTag(listTags, tag) ?? []))]
}

/**
 * Of tags that are only proposed for an item, those that its list has, by name, as the list has them, and as
 * many others as the list may still get: a proposal never makes a list refuse the item.
 */
export function fittingTags<T extends { readonly name: string }, L extends T>(
  listTags: readonly L[],
  proposed: readonly T[],
): (T | L)[] {
  let room = limits.tagsPerList - listTags.length
  return proposed.flatMap(tag => {
    const there = listTags.find(({ name }) => nameKey(name) === nameKey(tag.name))
    if (there) return [there]
    room -= 1
    return room < 0 ? [] : [tag]
  })
}

/** The tags of an item after the tags of its list changed: those no longer on the list are dropped. */
export function keepTags<T extends { readonly id: string }>(
  itemTags: readonly T[],
  listTags: readonly { readonly id: string }[],
): T[] {
  const present = new Set(listTags.map(tag => tag.id))
  return itemTags.filter(tag => present.has(tag.id))
}

/**
 * The tags of an item after it was put into the aisle of `tag`: that one first, in place of the one of the
 * aisle that it left, the others as they were. Without a tag there it carries none: with any other it would
 * stand under that.
 */
export function tagsInAisle<T extends { readonly id: string }>(
  itemTags: readonly T[],
  leftId: string | undefined,
  tag: T | undefined,
): T[] {
  if (!tag) return []
  return [tag, ...itemTags.filter(({ id }) => id !== leftId && id !== tag.id)]
}

/**
 * A whole wanted set of tags of which only those in `changedIds` were renamed or coloured anew: the others look as they
 * do among `present`, whoever has changed them since.
 */
export function withPresentLooks<
  T extends { readonly id?: string | null | undefined; readonly name: string },
>(
  wanted: readonly T[],
  present: readonly (Tag & { readonly color: string })[],
  changedIds: readonly string[],
): T[] {
  const looks = new Map(present.map(({ id, name, color }) => [id, { name, color }]))
  for (const id of changedIds) looks.delete(id)
  return wanted.map(tag => ({ ...tag, ...looks.get(tag.id ?? '') }))
}

/** The ids of those that were renamed or coloured anew since they were seen as `before`. */
export function changedLooks(
  wanted: readonly GivenTag[],
  before: readonly GivenTag[],
): readonly string[] {
  const seen = new Map(before.map(tag => [tag.id, tag]))
  return wanted.flatMap(({ id, name, color }) => {
    const was = id == null ? undefined : seen.get(id)
    if (id == null || !was) return []
    return name !== was.name || (color ?? was.color) !== was.color ? [id] : []
  })
}

/**
 * A wanted set without what was seen as `before` and left its list since: that stays gone. A tag without an id is the one
 * of its name, unless that is wanted by its id, too: then it was renamed, and left its name to a new one.
 */
export function stillWanted<T extends GivenTag>(
  wanted: readonly T[],
  before: readonly GivenTag[],
  isOnList: (tag: T) => boolean,
): T[] {
  const wantedIds = new Set(wanted.map(({ id }) => id ?? ''))
  const seenIds = new Set(before.map(({ id }) => id ?? ''))
  const seenNames = new Set(
    before.flatMap(({ id, name }) => (wantedIds.has(id ?? '') ? [] : nameKey(name))),
  )
  return wanted.filter(tag => {
    const isSeen = tag.id == null ? seenNames.has(nameKey(tag.name)) : seenIds.has(tag.id)
    return !isSeen || isOnList(tag)
  })
}

/** As a request or a form has it. */
interface GivenTag {
  readonly id?: string | null | undefined
  readonly name: string
  readonly color?: string | null | undefined
}

/** A colour for a new tag: the first that the list does not use yet, else the one it uses least. */
export function nextTagColor(existing: readonly { readonly color: string }[]): string {
  const uses = new Map<string, number>(tagColors.map(color => [color, 0]))
  for (const { color } of existing) {
    const known = foldCase(color)
    const count = uses.get(known)
    if (count !== undefined) uses.set(known, count + 1)
  }
  return [...uses].reduce((best, next) => (next[1] < best[1] ? next : best))[0]
}

/** Each at least 3 : 1 against every ground of src/styles.css, light and dark; neighbours are far apart in hue. */
export const tagColors = [
  '#d9480f',
  '#1c7ed6',
  '#2b8a3e',
  '#b84fd1',
  '#b7791f',
  '#0c8599',
  '#e03131',
  '#7f60ea',
  '#5c940d',
  '#d6336c',
  '#868e96',
  '#ab5f38',
] as const

function findTag<T extends Tag>(tags: readonly T[], wanted: Tag): T | undefined {
  const key = nameKey(wanted.name)
  return tags.find(tag => tag.id === wanted.id) ?? tags.find(tag => nameKey(tag.name) === key)
}
