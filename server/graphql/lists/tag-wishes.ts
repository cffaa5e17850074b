/** Which tag of a list each of the tags stands for that somebody sent. */
import type { Selectable } from 'kysely'
import { freeTagId, givenTagId } from '../../../rules/derived-id.ts'
import { limits } from '../../../rules/limits.ts'
import { type GivenTag, isColor } from '../../../rules/lists/tags.ts'
import { nameKey } from '../../../rules/names.ts'
import type { ItemTagTable } from '../../db/schema.ts'
import type { ItemTagInput } from '../../generated/schema.ts'
import { isPlainId } from '../../plain-id.ts'
import { badInput } from '../../refusal.ts'
import { readName } from '../engine/input.ts'

export type TagRow = Selectable<ItemTagTable>

interface TagWish {
  readonly id: string
  readonly name: string
  readonly color: string | undefined
}

interface TagWishes {
  /** The tag that each input stands for. */
  readonly ids: readonly string[]
  /** Each tag once. */
  readonly wishes: readonly TagWish[]
}

/**
 * Refuses what cannot be a tag. No other list is looked at: an id that this list does not know says nothing, and its
 * answer neither. With `renames`, what is called otherwise from now on leaves its name to others.
 */
export function resolveTags(
  listId: string,
  rows: readonly TagRow[],
  inputs: readonly ItemTagInput[],
  renames = false,
): TagWishes {
  const byId = new Map(rows.map(row => [row.id, row]))
  const byName = new Map(
    rows.filter(row => row.left_revision === null).map(row => [nameKey(row.name), row]),
  )
  // Of ten thousand items that carry the same, each is read once.
  const readEach = remember(readTagName)
  const readId = remember((given: string) => {
    const own = givenTagId(listId, readTagId(given))
    return { own, named: byId.get(given) ?? byId.get(own) }
  })
  const read = inputs.map(({ id, name, color }) => ({
    ...readEach(name),
    ...(id == null ? { own: undefined, named: undefined } : readId(id)),
    color: readColor(color),
  }))
  for (const { key, named } of renames ? read : []) {
    const before = named && nameKey(named.name)
    if (before !== undefined && before !== key && byName.get(before) === named)
      byName.delete(before)
  }
  const wishes = new Map<string, TagWish>()
  const idsByName = new Map<string, string>()
  const ids: string[] = []
  const isThere = (id: string) => byId.get(id)?.left_revision === null || wishes.has(id)
  for (const { name, key, color, own, named } of read) {
    const present = named?.left_revision === null ? named : byName.get(key)
    // A tag that left does not come back beside another one of the name that it comes with.
    const id =
      present?.id ??
      idsByName.get(key) ??
      named?.id ??
      own ??
      freeTagId(listId, name, isThere, id => byId.get(id)?.name)
    idsByName.set(key, id)
    if (!wishes.has(id)) wishes.set(id, { id, name, color })
    ids.push(id)
  }
  return { ids, wishes: [...wishes.values()] }
}

/** The tag that is on the list now and for which one that was sent stands; nothing is checked. */
export function tagFinder(
  listId: string,
  rows: readonly TagRow[],
): (tag: Pick<GivenTag, 'id' | 'name'>) => TagRow | undefined {
  const present = rows.filter(row => row.left_revision === null)
  const byId = new Map(present.map(row => [row.id, row]))
  const byName = new Map(present.map(row => [nameKey(row.name), row]))
  const keyOf = remember(nameKey)
  const ownId = remember(given => givenTagId(listId, given))
  return ({ id, name }) => {
    const named = id == null ? undefined : (byId.get(id) ?? byId.get(ownId(id)))
    return named ?? byName.get(keyOf(name))
  }
}

/** As `make`, which answers the same for the same, and is asked once. */
function remember<Value>(make: (of: string) => Value): (of: string) => Value {
  const known = new Map<string, Value>()
  return of => {
    const value = known.get(of) ?? make(of)
    known.set(of, value)
    return value
  }
}

function readTagName(given: string) {
  const name = readName('itemTags', given)
  return { name, key: nameKey(name) }
}

function readTagId(id: string): string {
  if (isPlainId(id)) return id
  throw badInput({
    field: 'itemTags',
    message: `The id of a tag is 1 to ${limits.id} letters, digits and signs without blanks.`,
    limit: limits.id,
  })
}

function readColor(color: string | null | undefined): string | undefined {
  if (color === null || color === undefined) return undefined
  if (isColor(color)) return color
  throw badInput({
    field: 'itemTags',
    message: 'The colour of a tag is written as # and six digits, such as #2b8a3e.',
  })
}
