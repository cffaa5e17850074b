/** Tags as a person writes them, as tags of the list: the browser's half of what the server does. */
import { givenTagId, tagIdOf } from '../../../rules/derived-id.ts'
import { nextTagColor } from '../../../rules/lists/tags.ts'
import { nameKey } from '../../../rules/names.ts'
import { cleanName } from '../../../rules/text.ts'
import type { ItemTagFieldsFragment, ItemTagInput } from '../../generated/operations.ts'

/**
 * The list's own tag by id, then by name; else a new one, with the id that is given (one that left the list
 * comes back under it) or follows from the name, and the next colour. Each counts once.
 */
export function wishedTags(
  listId: string,
  listTags: readonly ItemTagFieldsFragment[],
  inputs: readonly ItemTagInput[],
): ItemTagFieldsFragment[] {
  const [tags = []] = wishedTagsOfEach(listId, listTags, [inputs])
  return tags
}

/** The same for many items at once: what is new with one of them is known with the next. */
export function wishedTagsOfEach(
  listId: string,
  listTags: readonly ItemTagFieldsFragment[],
  inputsOfEach: readonly (readonly ItemTagInput[])[],
): ItemTagFieldsFragment[][] {
  const known = [...listTags]
  const byId = new Map(known.map(tag => [tag.id, tag]))
  // The first of two that are called the same.
  const byName = new Map(known.toReversed().map(tag => [nameKey(tag.name), tag]))
  const find = (input: ItemTagInput): ItemTagFieldsFragment => {
    const own = input.id ? givenTagId(listId, input.id) : undefined
    const found =
      byId.get(input.id ?? '') ?? byId.get(own ?? '') ?? byName.get(nameKey(cleanName(input.name)))
    if (found) return found
    const name = cleanName(input.name)
    const tag = {
      __typename: 'ItemTag' as const,
      id: input.id ?? tagIdOf(listId, name),
      name,
      color: input.color ?? nextTagColor(known),
    }
    known.push(tag)
    byId.set(tag.id, tag)
    byName.set(nameKey(name), tag)
    return tag
  }
  return inputsOfEach.map(inputs => [
    ...new Map(inputs.map(find).map(tag => [tag.id, tag])).values(),
  ])
}
