/** Tags as a person writes them, as tags of the list: the browser's half of what the server does. */
import { tagIdOf } from '../../rules/copy.ts'
import { nameKey } from '../../rules/names.ts'
import { nextTagColor } from '../../rules/tags.ts'
import { cleanName } from '../../rules/text.ts'
import type { ItemTagFieldsFragment, ItemTagInput } from '../generated/operations.ts'

/**
 * The list's own tag by id, then by name; else a new one, with the id that is given or follows from the
 * name, and the next colour. Each counts once.
 */
export function wishedTags(
  listId: string,
  listTags: readonly ItemTagFieldsFragment[],
  inputs: readonly ItemTagInput[],
): ItemTagFieldsFragment[] {
  const known = [...listTags]
  const wished = new Map<string, ItemTagFieldsFragment>()
  for (const input of inputs) {
    const name = cleanName(input.name)
    const found =
      known.find(tag => tag.id === input.id) ??
      known.find(tag => nameKey(tag.name) === nameKey(name))
    const tag = found ?? {
      __typename: 'ItemTag' as const,
      id: input.id ?? tagIdOf(listId, name),
      name,
      color: input.color ?? nextTagColor(known),
    }
    if (!found) known.push(tag)
    wished.set(tag.id, tag)
  }
  return [...wished.values()]
}
