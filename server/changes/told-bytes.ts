/**
 * What items are told in. A row has its tags by their ids, an answer by their names, each time: a list of 18 MB may be
 * told in 200.
 */
import { limits } from '../../rules/limits.ts'

/** A tag of an item as `item.tags` keeps it, in bytes, at the least. */
const keptTag = 68
/** A tag as it is told, without its name. */
const toldTag = 80
/** The longest name of a tag there may be, in bytes. */
export const longestTagName = limits.name * 4

/** What the tags of items are told in, in bytes: of `kept` bytes of `item.tags`, on a list whose longest tag is named so. */
export function toldTagsOf(kept: number, longestName = longestTagName): number {
  return (kept / keptTag) * (toldTag + longestName)
}

/** What the tags of a list are told in by the list itself. */
export function toldTags(count: number, names: number): number {
  return count * toldTag + names
}

/** An item as it is told, without what a person wrote, in bytes. */
const toldItem = 100

/** What an item is told in: its texts, and its tags by their names. */
export function toldItemOf(
  { name, notes }: { readonly name: string; readonly notes: string | null },
  tags: readonly { readonly name: string }[],
): number {
  const names = tags.reduce((sum, tag) => sum + Buffer.byteLength(tag.name), 0)
  const texts = Buffer.byteLength(name) + Buffer.byteLength(notes ?? '')
  return toldItem + texts + toldTags(tags.length, names)
}

/** An id with its quotes and comma. */
const toldId = 39

/** What ids are told in, however long somebody made them. */
export function toldIds(ids: readonly string[]): number {
  return ids.reduce((sum, id) => sum + Math.max(toldId, Buffer.byteLength(id)), 0)
}

/** Somebody who has a list, without their name. */
const toldPerson = 200

/** What a list is told in without its items: notes, tags, and the people who have it. */
export function toldListOf(list: {
  readonly name: string
  readonly notes?: string | null | undefined
  readonly itemTags: readonly { readonly name: string }[]
  readonly shoppingListFriends: readonly { readonly name: string }[]
}): number {
  const people = list.shoppingListFriends.reduce(
    (sum, { name }) => sum + toldPerson + Buffer.byteLength(name),
    0,
  )
  return toldItemOf({ name: list.name, notes: list.notes ?? null }, list.itemTags) + people
}

/** The most that may be, of one list. */
export const mostToldTags = toldTags(limits.tagsPerList, limits.tagsPerList * longestTagName)
