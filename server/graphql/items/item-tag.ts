/** The tags that lists have now, and how items keep theirs. */
import type { Kysely } from 'kysely'
import { limits } from '../../../rules/limits.ts'
import { type Member, mergeWholeSet, setAt } from '../../../rules/whole-set.ts'
import { jsonKeys, keysIn } from '../../db/json-rows.ts'
import { type Place, prepare } from '../../db/prepared.ts'
import type { Schema } from '../../db/schema.ts'
import type { ItemTag } from '../../generated/schema.ts'

export type TagsByList = ReadonlyMap<string, readonly ItemTag[]>

/** The tags that each list has now, in the list's order. */
export async function readTags(
  db: Kysely<Schema>,
  listIds: readonly string[],
): Promise<TagsByList> {
  const [only, ...others] = listIds
  if (only === undefined) return new Map()
  return groupTags(
    others.length === 0 ? await findTagsOf.all(db, { listId: only }) : await findTags(db, listIds),
  )
}

function groupTags(rows: readonly (ItemTag & { readonly list_id: string })[]): TagsByList {
  const byList = new Map<string, ItemTag[]>()
  for (const { list_id, id, name, color } of rows) {
    const tags = byList.get(list_id) ?? []
    if (tags.length === 0) byList.set(list_id, tags)
    tags.push({ id, name, color })
  }
  return byList
}

/** Those of an item's list; undefined where the item has none. */
export async function readTagsFor(
  db: Kysely<Schema>,
  { tags, list_id }: { readonly tags: string; readonly list_id: string },
): Promise<TagsByList | undefined> {
  return tags === '[]' ? undefined : readTags(db, [list_id])
}

/** The same before anything is known of the item; none where it has none. */
export async function readTagsAlong(db: Kysely<Schema>, itemId: string): Promise<TagsByList> {
  return groupTags(await findTagsAlong.all(db, { itemId }))
}

const findTagsAlong = prepare((db, place: Place<{ itemId: string }>) =>
  selectTags(db).where('list_id', '=', ({ selectFrom }) =>
    selectFrom('item')
      .select('item.list_id')
      .where('item.id', '=', place('itemId'))
      .where('item.tags', '<>', '[]'),
  ),
)

/** Those of the lists of these items, as far as any of them has one. */
export function readTagsOfItems(
  db: Kysely<Schema>,
  items: readonly { readonly tags: string; readonly list_id: string }[],
): Promise<TagsByList> {
  const tagged = items.filter(({ tags }) => tags !== '[]')
  return readTags(db, [...new Set(tagged.map(({ list_id }) => list_id))])
}

function findTags(db: Kysely<Schema>, listIds: readonly string[]) {
  const lists = jsonKeys(listIds)
  return findTagsOfEach.all(db, { lists })
}

const findTagsOfEach = prepare((db, place: Place<{ lists: string }>) =>
  selectTags(db).where('list_id', 'in', keysIn(place('lists'))),
)

/** Of one list, as most ask: it costs PostgreSQL half as much. */
const findTagsOf = prepare((db, place: Place<{ listId: string }>) =>
  selectTags(db).where('list_id', '=', place('listId')),
)

function selectTags(db: Kysely<Schema>) {
  return db
    .selectFrom('item_tag')
    .select(['list_id', 'id', 'name', 'color'])
    .where('left_revision', 'is', null)
    .orderBy('ord')
    .orderBy('id')
}

/** The tags of an item as `item.tags` keeps them, in its own order. */
export function tagsOfItem(stored: string, listTags: readonly ItemTag[]): readonly ItemTag[] {
  if (stored === '[]' || listTags.length === 0) return []
  return parseMembers(stored).flatMap(({ id, left }) =>
    left === null ? (listTags.find(tag => tag.id === id) ?? []) : [],
  )
}

/** The tags of an item as `item.tags` keeps them, those that left it included. */
export function parseMembers(stored: string): readonly Member[] {
  return JSON.parse(stored) as readonly Member[]
}

/** Tags that somebody wants an item to carry, as tags of its list. */
export interface JoinedTags {
  readonly ids: readonly string[]
  /** The ids of what was there before and still is on the list, where the wish tells. */
  readonly base: readonly string[] | undefined
}

/**
 * An item's tags after somebody wanted `ids`, in that order, where they saw `base`, or what it carried at
 * `knownRevision`. What left is remembered behind them, for those who do not know it yet.
 */
export function mergeMembers(
  current: readonly Member[],
  { ids, base }: JoinedTags,
  revision: number,
  knownRevision?: number,
): string {
  const merged = mergeWholeSet(current, ids, base ?? setAt(current, knownRevision))
  const joined = new Set(merged.joined)
  const left = new Set(merged.left)
  const present = merged.ids.flatMap(id =>
    joined.has(id)
      ? { id, joined: revision, left: null }
      : (current.find(member => member.id === id) ?? []),
  )
  const gone = current
    .filter(member => !joined.has(member.id) && (member.left !== null || left.has(member.id)))
    .map(member => (left.has(member.id) ? { ...member, left: revision } : member))
  return JSON.stringify(forgetOldest([...present, ...gone]))
}

/** Freshly tagged, without a past. */
export function newMembers(ids: readonly string[], revision: number): string {
  return JSON.stringify(ids.map(id => ({ id, joined: revision, left: null })))
}

/** What left long ago is known to nobody any more: the latest hundred are remembered. */
function forgetOldest(members: readonly Member[]): readonly Member[] {
  const gone = members.filter(member => member.left !== null)
  if (gone.length <= limits.tagsPerList) return members
  const keep = new Set(
    gone.sort((a, b) => (b.left ?? 0) - (a.left ?? 0)).slice(0, limits.tagsPerList),
  )
  return members.filter(member => member.left === null || keep.has(member))
}
