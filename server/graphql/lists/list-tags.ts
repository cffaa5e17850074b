/** The tags of a list: how they join it, change and leave it. The list is locked and raised meanwhile. */

import { sql } from 'kysely'
import { checkTagCount } from '../../../rules/counts.ts'
import { daysBefore } from '../../../rules/days.ts'
import { limits } from '../../../rules/limits.ts'
import { nextTagColor, wishNow } from '../../../rules/lists/tags.ts'
import { nameKey } from '../../../rules/names.ts'
import { mergeWholeSet, setAt } from '../../../rules/whole-set.ts'
import { stampOf } from '../../changes/changes.ts'
import { forgetAnswers } from '../../changes/once.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { type Place, prepare } from '../../db/prepared.ts'
import type { ItemTagInput, MutationUpdateShoppingListArgs } from '../../generated/schema.ts'
import { purgeWhere } from '../../jobs/sweeper.ts'
import { badInput, refuse } from '../../refusal.ts'
import type { Context } from '../engine/context.ts'
import { type JoinedTags, mergeMembers, parseMembers } from '../items/item-tag.ts'
import { resolveTags, type TagRow, tagFinder } from './tag-wishes.ts'

/** What somebody wants an item to carry, as it was sent. */
export interface TagsWish {
  readonly tags: readonly ItemTagInput[]
  /** What it carried for them when they chose. */
  readonly before?: readonly ItemTagInput[] | undefined
}

/**
 * The tags with which an item is tagged, as tags of its list: the list's own by id, then by name; what the
 * list does not have joins it at the end (spec section 4). Stamps `revision`, under which the list is locked.
 */
export async function joinTags(
  context: Context,
  listId: string,
  revision: number,
  tags: readonly ItemTagInput[],
): Promise<readonly string[]> {
  const [joined] = await joinTagsOfEach(context, listId, revision, [{ tags }])
  return joined?.ids ?? []
}

/**
 * The same for many items at once; new tags join in the order of the items. A tag that left the list stays gone where it
 * was there before, or where that is not told and it left after `knownRevision`.
 */
export async function joinTagsOfEach(
  context: Context,
  listId: string,
  revision: number,
  wishesOfEach: readonly TagsWish[],
  knownRevision = Number.POSITIVE_INFINITY,
): Promise<readonly JoinedTags[]> {
  if (wishesOfEach.every(({ tags, before = [] }) => tags.length + before.length === 0)) {
    return wishesOfEach.map(({ before }) => ({ ids: [], base: before && [] }))
  }
  const rows = await readTagRows(context, listId)
  refuseMoreThanFit(rows, wishesOfEach)
  const find = tagFinder(listId, rows)
  const wishesNow = wishesOfEach.map(({ tags, before }) => wishNow(tags, before, find))
  const { ids, wishes } = resolveTags(
    listId,
    rows,
    wishesNow.flatMap(({ wanted }) => wanted),
  )
  const rowsById = new Map(rows.map(row => [row.id, row]))
  function mayBe(id: string) {
    const left = rowsById.get(id)?.left_revision ?? null
    return left === null || left <= knownRevision
  }
  let at = 0
  const joined = wishesNow.map(({ wanted, base }) => {
    const own = new Set(ids.slice(at, at + wanted.length))
    at += wanted.length
    return { ids: [...own].filter(id => base || mayBe(id)), base: base?.map(({ id }) => id) }
  })
  const given = new Set(joined.flatMap(each => each.ids))
  const present = rows.filter(row => row.left_revision === null)
  const joining = wishes.filter(
    ({ id }) => given.has(id) && rowsById.get(id)?.left_revision !== null,
  )
  if (joining.length > 0) {
    refuse(checkTagCount(present.length + joining.length))
    const colors = [...present]
    let ord = Math.max(-1, ...rows.map(row => row.ord))
    for (const { id, name, color } of joining) {
      ord += 1
      const known = rowsById.get(id)
      const row: TagRow = {
        id,
        list_id: listId,
        name,
        color: color ?? known?.color ?? nextTagColor(colors),
        ord,
        joined_revision: revision,
        left_revision: null,
        left_at: null,
      }
      colors.push(row)
      await putTag(context, row, known !== undefined)
    }
    await stampList(context, listId, revision)
  }
  return joined
}

/** The whole wanted set of a list's tags, in its order; items lose what the list loses (spec section 4). */
export async function setTags(
  context: Context,
  listId: string,
  revision: number,
  wanted: readonly ItemTagInput[],
  {
    itemTagsBefore: before,
    knownRevision,
  }: Pick<MutationUpdateShoppingListArgs, 'itemTagsBefore' | 'knownRevision'>,
): Promise<void> {
  const rows = await readTagRows(context, listId)
  refuseMoreThanFit(rows, [{ tags: wanted, before: before ?? undefined }])
  const find = tagFinder(listId, rows)
  const now = wishNow(wanted, before ?? undefined, find)
  const rowsById = new Map(rows.map(row => [row.id, row]))
  const { wishes } = resolveTags(listId, rows, now.wanted, true)
  const wishesById = new Map(wishes.map(wish => [wish.id, wish]))
  const members = rows.map(row => ({
    id: row.id,
    joined: row.joined_revision,
    left: row.left_revision,
  }))
  const base = now.base?.map(({ id }) => id) ?? setAt(members, knownRevision ?? undefined)
  const merged = mergeWholeSet(members, [...wishesById.keys()], base)
  refuse(checkTagCount(merged.ids.length))
  const joined = new Set(merged.joined)
  const after: TagRow[] = []
  for (const [ord, id] of merged.ids.entries()) {
    const known = rowsById.get(id)
    const wish = wishesById.get(id)
    after.push({
      id,
      list_id: listId,
      name: wish?.name ?? known?.name ?? '',
      color: wish?.color ?? known?.color ?? nextTagColor(after),
      ord,
      joined_revision: joined.has(id) ? revision : (known?.joined_revision ?? revision),
      left_revision: null,
      left_at: null,
    })
  }
  refuseDuplicates(after)
  for (const row of after) await putTag(context, row, rowsById.has(row.id))
  if (merged.left.length > 0) {
    await context.db
      .updateTable('item_tag')
      .set({ left_revision: revision, left_at: context.now })
      .where('list_id', '=', listId)
      .where('id', 'in', merged.left)
      .execute()
    await trimLeft.run(context.db, { listId })
    await dropFromItems(context, listId, revision, new Set(merged.left))
    await forgetAnswers(context.db, [listId])
  }
}

/**
 * More tags than anybody takes off a list while another person is away. All of them are read with every change of tags.
 */
const leftKept = 200

/** Of each list those are kept that left last. */
const trimLeft = prepare((db, place: Place<{ listId: string }>) =>
  db
    .deleteFrom('item_tag')
    .where('list_id', '=', place('listId'))
    .where('left_revision', '<', kept =>
      kept
        .selectFrom('item_tag as kept')
        .select('kept.left_revision')
        .where('kept.list_id', '=', place('listId'))
        .where('kept.left_revision', 'is not', null)
        .orderBy('kept.left_revision', 'desc')
        .limit(1)
        .offset(leftKept - 1),
    ),
)

async function dropFromItems(
  { db, now, viewer }: Context,
  listId: string,
  revision: number,
  gone: ReadonlySet<string>,
): Promise<void> {
  const items = await db
    .selectFrom('item')
    .select(['id', 'tags'])
    .where('list_id', '=', listId)
    .where('tags', '<>', '[]')
    .execute()
  const changed = items.flatMap(({ id, tags }) => {
    const members = parseMembers(tags)
    if (!members.some(member => member.left === null && gone.has(member.id))) return []
    const kept = members.filter(member => member.left === null && !gone.has(member.id))
    const ids = kept.map(member => member.id)
    return { id, tags: mergeMembers(members, { ids, base: undefined }, revision) }
  })
  if (changed.length === 0) return
  const rows = jsonRows(
    changed,
    ({ id }) => id,
    ({ tags }) => ({ tags }),
  )
  await sql`
    with fresh as materialized (select key, value from json_each(${rows}))
    update item set tags = fresh.value ->> 'tags', revision = ${revision}, updated_at = ${now},
      updated_by = ${viewer.id}
    from fresh where item.id = fresh.key
  `.execute(db)
}

function readTagRows({ db }: Context, listId: string): Promise<TagRow[]> {
  return db
    .selectFrom('item_tag')
    .selectAll()
    .where('list_id', '=', listId)
    .orderBy('ord')
    .orderBy('id')
    .execute()
}

/**
 * Refuses more names than the list can have, those besides that left it and may stay gone, before each is read and looked
 * for: there is room for tens of thousands in one request. Nobody saw more of them either.
 */
function refuseMoreThanFit(rows: readonly TagRow[], wishes: readonly TagsWish[]): void {
  const most = limits.tagsPerList + rows.filter(row => row.left_revision !== null).length
  for (const tagsOf of [({ tags }: TagsWish) => tags, ({ before = [] }: TagsWish) => before]) {
    const keys = new Set<string>()
    for (const name of new Set(wishes.flatMap(tagsOf).map(tag => tag.name))) {
      if (keys.add(nameKey(name)).size > most) refuse(checkTagCount(keys.size))
    }
  }
}

async function putTag({ db }: Context, row: TagRow, exists: boolean): Promise<void> {
  await (exists
    ? db
        .updateTable('item_tag')
        .set(row)
        .where('list_id', '=', row.list_id)
        .where('id', '=', row.id)
        .execute()
    : db.insertInto('item_tag').values(row).execute())
}

async function stampList(context: Context, listId: string, revision: number): Promise<void> {
  await context.db
    .updateTable('shopping_list')
    .set({ self_revision: revision, ...stampOf(context) })
    .where('id', '=', listId)
    .execute()
}

function refuseDuplicates(tags: readonly TagRow[]): void {
  const seen = new Set<string>()
  for (const { name } of tags) {
    if (seen.has(nameKey(name))) {
      // Which one is not said: what is refused is kept as it is, and the name would outlive its tag.
      throw badInput({ field: 'itemTags', message: 'Two tags have the same name. Rename one.' })
    }
    seen.add(nameKey(name))
  }
}

/** Forgets tags that left their lists. A process of the version before brings one back and leaves `left_at`. */
export const purgeLeftTags = purgeWhere(
  'item_tag',
  ['list_id', 'id'],
  now => sql`left_revision is not null and left_at < ${daysBefore(now, limits.traceDays)}`,
)
