/** Many items changed in one go: only the fields that are given, under one revision of each list concerned. */

import { sql } from 'kysely'
import { type ItemRow, type OpenedList, openItem, openList } from '../../access/access.ts'
import { lockLists, stampOf } from '../../changes/changes.ts'
import { noteActivity } from '../../changes/noted-activity.ts'
import { WriteConflict } from '../../changes/write-conflict.ts'
import { jsonRows } from '../../db/json-rows.ts'
import type { ItemChangeInput } from '../../generated/schema.ts'
import { Refusal } from '../../refusal.ts'
import type { Context, Mutations } from '../engine/context.ts'
import { joinTagsOfEach } from '../lists/list-tags.ts'
import { chargeLists, checkBatch, readRowsById } from './item-batch.ts'
import { writtenTypes } from './item-columns.ts'
import { presentItems } from './item-record.ts'
import { mergeMembers, parseMembers, readTags } from './item-tag.ts'
import { changeOf, readFields } from './item-writes.ts'

export const updateItemsMutations = {
  async updateItems(_, { items, knownRevision }, context) {
    checkBatch(items)
    const [first] = items
    if (!first) return []
    const { rows, lists } = await openItems(
      context,
      items.map(({ id }) => id),
    )
    if (rows.length === 0) {
      await openItem(context, first.id, 'EDIT')
      throw new WriteConflict()
    }
    chargeLists(context, lists)
    const revisions = await lockLists(context, lists.keys(), 'EDIT')
    const locked = await readRowsById(
      context,
      rows.map(({ id }) => id),
    )
    // One moved to another list, or went, since it was opened: all of them, perhaps.
    if (locked.length < rows.length) throw new WriteConflict()
    const known = lists.size === 1 ? (knownRevision ?? undefined) : undefined
    const rowsById = new Map<string, ItemRow>()
    for (const [listId, ofList] of Map.groupBy(locked, row => row.list_id)) {
      const revision = revisions.get(listId)
      if (revision === undefined) throw new WriteConflict()
      const lockedById = new Map(ofList.map(row => [row.id, row]))
      const changesById = new Map(items.map(item => [item.id, item]))
      // As they were named, not as the database has them: of two new tags the first gives the name.
      const wishes = [...changesById.values()].flatMap(change => {
        const row = lockedById.get(change.id)
        return row ? [{ row, change }] : []
      })
      const after = await changeRows(context, wishes, { listId, revision, known })
      for (const row of after) rowsById.set(row.id, row)
      const changed = after
        .filter(row => row.revision === revision)
        .sort((one, other) => one.ord - other.ord)
      if (changed.length === 0) continue
      const changedIds = new Set(changed.map(({ id }) => id))
      noteActivity(context, {
        listId,
        ...changeOf(wishes.flatMap(({ change }) => (changedIds.has(change.id) ? [change] : []))),
        names: changed.map(({ name }) => name),
        items: changed.map(row => ({ before: lockedById.get(row.id) ?? row, after: row })),
      })
    }
    const tags = await readTags(context.db, [...lists.keys()])
    const ordered = items.flatMap(({ id }) => rowsById.get(id) ?? [])
    return presentItems(context, ordered, lists, tags)
  },
} satisfies Mutations

interface Opened {
  readonly rows: readonly ItemRow[]
  readonly lists: ReadonlyMap<string, OpenedList>
}

/** Those that the person may change; the others are left out. */
async function openItems(context: Context, ids: readonly string[]): Promise<Opened> {
  const rows = await readRowsById(context, ids)
  const lists = new Map<string, OpenedList>()
  for (const listId of new Set(rows.map(row => row.list_id))) {
    try {
      lists.set(listId, await openList(context, listId, 'EDIT'))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return { rows: rows.filter(row => lists.has(row.list_id)), lists }
}

interface Stamp {
  readonly listId: string
  readonly revision: number
  readonly known: number | undefined
}

interface Wish {
  readonly row: ItemRow
  readonly change: ItemChangeInput
}

/** Rows as they are afterwards; what has the wanted value already is not stamped. */
async function changeRows(
  context: Context,
  wishes: readonly Wish[],
  { listId, revision, known }: Stamp,
): Promise<ItemRow[]> {
  const tagged = wishes.filter(({ change }) => change.itemTags !== undefined)
  const sets = tagged.map(({ change }) => ({
    tags: change.itemTags ?? [],
    before: change.itemTagsBefore ?? undefined,
  }))
  const joined = await joinTagsOfEach(context, listId, revision, sets, known)
  const tagsById = new Map(
    tagged.map(({ row }, at) => {
      const wanted = joined[at] ?? { ids: [], base: undefined }
      return [row.id, mergeMembers(parseMembers(row.tags), wanted, revision, known)]
    }),
  )
  const after: ItemRow[] = []
  const changed: ChangedRow[] = []
  for (const { row, change } of wishes) {
    const tags = tagsById.get(row.id)
    const fields = { ...readFields(context, change), ...(tags !== undefined && { tags }) }
    const columns = columnNames.filter(
      column => fields[column] !== undefined && fields[column] !== row[column],
    )
    const now = { ...row, ...fields }
    if (columns.length === 0) after.push(row)
    else {
      after.push({ ...now, revision, ...stampOf(context) })
      changed.push({ row: now, columns })
    }
  }
  await writeRows(context, changed, revision)
  return after
}

interface ChangedRow {
  readonly row: ItemRow
  readonly columns: readonly Column[]
}

type Column = keyof typeof columnTypes

const columnTypes = { ...writtenTypes, tags: 'text' } as const
const columnNames = Object.keys(columnTypes) as readonly Column[]

/** Many rows in one statement; rows of which the same columns changed go together. */
async function writeRows(
  { db, now, viewer }: Context,
  changed: readonly ChangedRow[],
  revision: number,
): Promise<void> {
  for (const alike of Map.groupBy(changed, ({ columns }) => columns.join()).values()) {
    const columns = alike[0]?.columns ?? []
    const fresh = jsonRows(
      alike,
      ({ row }) => row.id,
      ({ row }) => Object.fromEntries(columns.map(column => [column, row[column]])),
    )
    const sets = columns.map(
      column =>
        sql`${sql.ref(column)} = cast(fresh.value ->> ${sql.lit(column)} as ${sql.raw(columnTypes[column])})`,
    )
    await sql`
    with fresh as materialized (select key, value from json_each(${fresh}))
      update item set ${sql.join(sets)}, revision = ${revision}, updated_at = ${now},
        updated_by = ${viewer.id}
      from fresh where item.id = fresh.key
    `.execute(db)
  }
}
