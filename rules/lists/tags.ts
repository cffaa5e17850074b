import { limits } from '../limits.ts'
import { foldCase, nameKey } from '../names.ts'
import { mergeIds } from '../whole-set.ts'

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
 * A wanted set of tags as it stands by now, where `before` was seen when it was chosen and `find` tells what its list has:
 * what left the list since stays gone, and a name or a colour that was left as it was is the one of now. With it the
 * `base`, what was seen and is still there. Where it is not told what was seen, the set stays as it is, and has no base.
 */
export function wishNow<T extends GivenTag, P extends Tag & { readonly color: string }>(
  chosen: readonly T[],
  before: readonly GivenTag[] | undefined,
  find: (tag: GivenTag) => P | undefined,
): { readonly wanted: readonly T[]; readonly base: readonly P[] | undefined } {
  if (!before) return { wanted: chosen, base: undefined }
  const seen = seenAs(chosen, before)
  const wanted = chosen.flatMap(tag => {
    const was = seen.get(tag)
    if (!was) return [tag]
    const present = find({ ...tag, id: tag.id ?? was.id })
    if (!present) return []
    const isSameColor = tag.color == null || tag.color === was.color
    return [
      {
        ...tag,
        id: present.id,
        name: tag.name === was.name ? present.name : tag.name,
        color: isSameColor ? present.color : tag.color,
      },
    ]
  })
  return { wanted, base: before.flatMap(tag => find(tag) ?? []) }
}

/**
 * Which of `before` each of them is: by its id; else, where one of the two has none, by its name. One that is wanted by
 * its id may have left its name to a new one.
 */
function seenAs<T extends GivenTag>(
  wanted: readonly T[],
  before: readonly GivenTag[],
): ReadonlyMap<T, GivenTag> {
  const wantedIds = new Set(wanted.flatMap(({ id }) => id ?? []))
  const byId = new Map(before.map(tag => [tag.id ?? '', tag]))
  const byName = new Map(
    before.flatMap(tag =>
      tag.id != null && wantedIds.has(tag.id) ? [] : [[nameKey(tag.name), tag] as const],
    ),
  )
  return new Map(
    wanted.flatMap(tag => {
      const named = byName.get(nameKey(tag.name))
      const isSame = named && (tag.id == null || named.id == null)
      const was = (tag.id == null ? undefined : byId.get(tag.id)) ?? (isSame ? named : undefined)
      return was ? [[tag, was] as const] : []
    }),
  )
}

/** The tags of what is made anew, where it carried `present` and somebody wanted others who saw `before`. */
export function laidOver<T extends GivenTag>(
  present: readonly T[],
  wanted: readonly T[],
  before: readonly GivenTag[],
): T[] {
  const keyOf = ({ id, name }: GivenTag) => id ?? nameKey(name)
  const tags = new Map([...present, ...wanted].map(tag => [keyOf(tag), tag]))
  const keys = mergeIds(present.map(keyOf), wanted.map(keyOf), before.map(keyOf))
  return keys.flatMap(key => tags.get(key) ?? [])
}

/** As a request or a form has it. */
export interface GivenTag {
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

/** How the colour of a tag is written, such as #2b8a3e. */
export function isColor(text: string): boolean {
  return /^#[\da-f]{6}$/i.test(text)
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
