/** What is kept of a deleted item, so that it can be brought back for 30 days. */
import { sql } from 'kysely'
import type { ItemRow } from '../../access/access.ts'
import { jsonRows } from '../../db/json-rows.ts'
import type { Context } from '../engine/context.ts'
import { type ItemContent, itemContent } from './item-record.ts'
import { readTags } from './item-tag.ts'

/** As it lies in `item_gone.content`. */
export interface DeletedContent extends ItemContent {
  /** Who deleted it. */
  readonly userId: number
}

/** Keeps the content beside the traces that the items left; call it once those are written. */
export async function keepDeleted(
  context: Context,
  listId: string,
  rows: readonly ItemRow[],
): Promise<void> {
  const tagged = rows.some(row => row.tags !== '[]')
  const listTags = tagged ? ((await readTags(context.db, [listId])).get(listId) ?? []) : []
  const kept = jsonRows(
    rows,
    row => row.id,
    row => ({
      content: JSON.stringify({ ...itemContent(row, listTags), userId: context.viewer.id }),
    }),
  )
  await sql`
    with kept as materialized (select key, value from json_each(${kept}))
    update item_gone set content = kept.value ->> 'content'
    from kept where item_gone.item_id = kept.key and item_gone.list_id = ${listId}
  `.execute(context.db)
}

/** Undefined of what was emptied, or moved. */
export function parseContent(stored: string | null): DeletedContent | undefined {
  return stored === null ? undefined : (JSON.parse(stored) as DeletedContent)
}
