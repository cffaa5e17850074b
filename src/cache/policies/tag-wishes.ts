/** Tags as a person writes them, as tags of the list: the browser's half of what the server does. */
import type { ApolloCache } from '@apollo/client'
import { freeTagId, givenTagId } from '../../../rules/derived-id.ts'
import { type GivenTag, nextTagColor, wishNow } from '../../../rules/lists/tags.ts'
import { nameKey } from '../../../rules/names.ts'
import { cleanName } from '../../../rules/text.ts'
import { mergeIds } from '../../../rules/whole-set.ts'
import type { ItemTagFieldsFragment, ItemTagInput } from '../../generated/operations.ts'
import { readTag } from '../records/records.ts'

/** A whole wanted set. */
export interface TagsWish {
  readonly inputs: readonly ItemTagInput[]
  /** What is there as the device has it: where nothing tells on what the wish is based, that is it. */
  readonly present: readonly ItemTagFieldsFragment[]
  /** What was seen when it was chosen. */
  readonly before?: readonly ItemTagInput[] | undefined
}

/**
 * All tags of a list as they are wished: its own by id, then by name, called and coloured anew where that is wished; else
 * a new one, with the id that is given (one that left the list comes back under it, in its colour) or follows from the
 * name, and the next colour after those before it, since the others may go. Each counts once. What is called otherwise
 * from now on leaves its name to others.
 */
export function wishedTags(
  cache: ApolloCache,
  listId: string,
  wish: TagsWish,
): ItemTagFieldsFragment[] {
  const [resolved] = resolveEach(cache, listId, wish.present, [wish], true)
  const result: ItemTagFieldsFragment[] = []
  for (const tag of resolved?.tags ?? []) {
    const input = resolved?.inputs.get(tag.id)
    const color = input?.color ?? readTag(cache, tag.id)?.color ?? nextTagColor(result)
    result.push({ ...tag, name: input ? cleanName(input.name) : tag.name, color })
  }
  return result
}

/** The tags of many items at once, which rename none: what is new with one of them is known with the next. */
export function wishedTagsOfEach(
  cache: ApolloCache,
  listId: string,
  listTags: readonly ItemTagFieldsFragment[],
  wishesOfEach: readonly TagsWish[],
): ItemTagFieldsFragment[][] {
  return resolveEach(cache, listId, listTags, wishesOfEach, false).map(({ tags }) => tags)
}

interface Resolved {
  readonly tags: ItemTagFieldsFragment[]
  /** What is wished of them by now, by their ids; of two that mean one tag the first. */
  readonly inputs: ReadonlyMap<string, ItemTagInput>
}

function resolveEach(
  cache: ApolloCache,
  listId: string,
  listTags: readonly ItemTagFieldsFragment[],
  wishesOfEach: readonly TagsWish[],
  renames: boolean,
): readonly Resolved[] {
  const known = [...listTags]
  const byId = new Map(known.map(tag => [tag.id, tag]))
  const named = ({ id }: GivenTag) =>
    id ? (byId.get(id) ?? byId.get(givenTagId(listId, id))) : undefined
  // The first of two that are called the same.
  const byName = new Map(known.toReversed().map(tag => [nameKey(tag.name), tag]))
  const there = (input: GivenTag) => named(input) ?? byName.get(nameKey(input.name))
  const seen = wishesOfEach.map(({ inputs, present, before }) => {
    const { wanted, base = present } = wishNow(inputs, before, there)
    return { present, wanted, base }
  })
  for (const input of renames ? seen.flatMap(({ wanted }) => wanted) : []) {
    const tag = named(input)
    if (tag && nameKey(tag.name) !== nameKey(input.name)) byName.delete(nameKey(tag.name))
  }
  function find(input: ItemTagInput): ItemTagFieldsFragment {
    const found = there(input)
    if (found) return found
    const name = cleanName(input.name)
    // What left the list lies in the cache as it was.
    const nameOfLeft = (id: string) => readTag(cache, id)?.name
    const id = input.id ?? freeTagId(listId, name, id => byId.has(id), nameOfLeft)
    const color = input.color ?? readTag(cache, id)?.color ?? nextTagColor(known)
    const tag = { __typename: 'ItemTag' as const, id, name, color }
    known.push(tag)
    byId.set(tag.id, tag)
    byName.set(nameKey(name), tag)
    return tag
  }
  return seen.map(({ present, wanted, base }) => {
    const found = wanted.map(find)
    const tags = new Map([...present, ...found].map(tag => [tag.id, tag]))
    const ids = mergeIds(idsOf(present), idsOf(found), idsOf(base))
    const inputs = wanted.map((input, at) => [found[at]?.id ?? '', input] as const)
    return { tags: ids.flatMap(id => tags.get(id) ?? []), inputs: new Map(inputs.toReversed()) }
  })
}

function idsOf(tags: readonly ItemTagFieldsFragment[]): string[] {
  return tags.map(({ id }) => id)
}
