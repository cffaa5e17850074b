/** How much of what somebody missed fits into one answer of `changes`: the rest is asked for again. */
import { type Kysely, sql } from 'kysely'
import type { OpenedList } from '../access/access.ts'
import type { Schema } from '../db/schema.ts'
import { mostToldTags, toldTags, toldTagsOf } from './told-bytes.ts'

/** About so many items travel in one answer, unless told otherwise, in about so many bytes of what people wrote. */
const usualItemsPerAnswer = 5_000
const bytesPerAnswer = 8_000_000

interface Told {
  readonly itemsPerAnswer: number | undefined
  readonly items: boolean
  /** Whether this list tells its own fields and tags. */
  readonly list: (list: OpenedList) => boolean
}

/**
 * As many of the lists, in their order, as fit: one at least, however long it is. `since` is JSON of their ids and the
 * revisions that are known of them.
 */
export async function fittingLists(
  db: Kysely<Schema>,
  moved: readonly OpenedList[],
  since: string,
  told: Told,
): Promise<readonly OpenedList[]> {
  const items = told.items ? await weighItems(db, since) : new Map<string, ItemsWeight>()
  function bytesOf(list: OpenedList, tags?: TagsWeight) {
    const { texts, tags: kept } = items.get(list.id) ?? noItems
    const named = tags ? toldTags(tags.count, tags.names) : mostToldTags
    const own = told.list(list) ? Buffer.byteLength(list.notes ?? '') + named : 0
    return own + texts + toldTagsOf(kept, tags?.longest)
  }
  // Only where the longest tags there may be would be too much are they asked for.
  const most = moved.reduce((sum, list) => sum + bytesOf(list), 0)
  const tags = most > bytesPerAnswer ? await weighTags(db, since) : undefined
  const lists: OpenedList[] = []
  let count = 0
  let bytes = 0
  for (const list of moved) {
    if (count >= (told.itemsPerAnswer ?? usualItemsPerAnswer) || bytes >= bytesPerAnswer) break
    lists.push(list)
    count += (items.get(list.id) ?? noItems).count
    bytes += tags ? bytesOf(list, tags.get(list.id) ?? noTags) : 0
  }
  return lists
}

interface ItemsWeight {
  readonly count: number
  /** Bytes of names and notes, and of tags as rows have them. */
  readonly texts: number
  readonly tags: number
}

const noItems: ItemsWeight = { count: 0, texts: 0, tags: 0 }

async function weighItems(
  db: Kysely<Schema>,
  since: string,
): Promise<ReadonlyMap<string, ItemsWeight>> {
  const { rows } = await sql<ItemsWeight & { readonly list_id: string }>`
    with known as materialized (select key, value from json_each(${since}))
    select item.list_id, count(*) as count,
      sum(octet_length(item.name) + coalesce(octet_length(item.notes), 0)) as texts,
      sum(octet_length(item.tags)) as tags
    from known
    join item on item.list_id = known.key
      and item.revision > cast(known.value ->> 'revision' as integer)
    group by item.list_id
  `.execute(db)
  return new Map(rows.map(row => [row.list_id, row]))
}

interface TagsWeight {
  readonly count: number
  /** Bytes of all their names, and of the longest of them. */
  readonly names: number
  readonly longest: number
}

const noTags: TagsWeight = { count: 0, names: 0, longest: 0 }

async function weighTags(
  db: Kysely<Schema>,
  since: string,
): Promise<ReadonlyMap<string, TagsWeight>> {
  const { rows } = await sql<TagsWeight & { readonly list_id: string }>`
    with known as materialized (select key from json_each(${since}))
    select item_tag.list_id, count(*) as count, sum(octet_length(item_tag.name)) as names,
      max(octet_length(item_tag.name)) as longest
    from known
    join item_tag on item_tag.list_id = known.key
    where item_tag.left_revision is null
    group by item_tag.list_id
  `.execute(db)
  return new Map(rows.map(row => [row.list_id, row]))
}
