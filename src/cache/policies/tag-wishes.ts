/** Tags as a person writes them, as tags of the list: the browser's half of what the server does. */
import type { ApolloCache } from '@apollo/client'
import { freeTagId, givenTagId } from '../../../rules/derived-id.ts'
import { nextTagColor } from '../../../rules/lists/tags.ts'
import { nameKey } from '../../../rules/names.ts'
import { cleanName } from '../../../rules/text.ts'
import type { ItemTagFieldsFragment, ItemTagInput } from '../../generated/operations.ts'
import { readTag } from '../records/records.ts'

/**
 * All tags of a list as they are wished: its own by id, then by name; else a new one, with the id that is given (one
 * that left the list comes back under it, in its colour) or follows from the name, and the next colour. Each counts
 * once. What is called otherwise from now on leaves its name to others.
 */
export function wishedTags(
  cache: ApolloCache,
  listId: string,
  listTags: readonly ItemTagFieldsFragment[],
  inputs: readonly ItemTagInput[],
): ItemTagFieldsFragment[] {
  const [tags = []] = wishedTagsOfEach(cache, listId, listTags, [inputs], true)
  return tags
}

/** The tags of many items at once, which rename none: what is new with one of them is known with the next. */
export function wishedTagsOfEach(
  cache: ApolloCache,
  listId: string,
  listTags: readonly ItemTagFieldsFragment[],
  inputsOfEach: readonly (readonly ItemTagInput[])[],
  renames = false,
): ItemTagFieldsFragment[][] {
  const known = [...listTags]
  const byId = new Map(known.map(tag => [tag.id, tag]))
  const named = ({ id }: ItemTagInput) =>
    id ? (byId.get(id) ?? byId.get(givenTagId(listId, id))) : undefined
  // The first of two that are called the same.
  const byName = new Map(known.toReversed().map(tag => [nameKey(tag.name), tag]))
  for (const input of renames ? inputsOfEach.flat() : []) {
    const tag = named(input)
    if (tag && nameKey(tag.name) !== nameKey(input.name)) byName.delete(nameKey(tag.name))
  }
  function find(input: ItemTagInput): ItemTagFieldsFragment {
    const found = named(input) ?? byName.get(nameKey(input.name))
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
  return inputsOfEach.map(inputs => [
    ...new Map(inputs.map(find).map(tag => [tag.id, tag])).values(),
  ])
}
