/** What is kept of a deleted item, so that it can be brought back for 30 days. */
import { sql } from 'kysely'
import type { ItemRow } from '../access.ts'
import { jsonRows } from '../db/json-rows.ts'
import type { ItemTag } from '../generated/schema.ts'
import type { Context } from './context.ts'
import { readTags, tagsOfItem } from './item-tag.ts'

/** As it lies in `item_gone.content`. */
export interface DeletedContent {
  readonly name: string
  readonly quantityInStock: number
  readonly quantityToPurchase: number | null
  readonly unitId: string | null
  readonly purchased: boolean
  readonly notes: string | null
  readonly itemTags: readonly ItemTag[]
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
    row => ({ content: JSON.stringify(contentOf(row, listTags, context.viewer.id)) }),
  )
  await sql`
    with kept as materialized (select key, value from json_each(${kept}))
    update item_gone set content = kept.value ->> 'content'
    from kept where item_gone.item_id = kept.key and item_gone.list_id = ${listId}
  `.execute(context.db)
}

function contentOf(row: ItemRow, listTags: readonly ItemTag[], userId: number): DeletedContent {
  return {
    name: row.name,
    quantityInStock: row.quantity_in_stock,
    quantityToPurchase: row.quantity_to_purchase,
    unitId: row.unit_id,
    purchased: row.purchased === 1,
    notes: row.notes,
    itemTags: tagsOfItem(row.tags, listTags),
    userId,
  }
}

export function parseContent(stored: string | null): DeletedContent | undefined {
  return stored === null ? undefined : (JSON.parse(stored) as DeletedContent)
}
