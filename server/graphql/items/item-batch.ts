/** What operations on many items have in common: their size, and reading rows by many ids. */
import { sql } from 'kysely'
import { limits } from '../../../rules/limits.ts'
import { countTitle } from '../../../rules/validation-issue.ts'
import { type ItemRow, isPossibleId } from '../../access/access.ts'
import { jsonKeys, jsonRows, keysIn } from '../../db/json-rows.ts'
import { badInput } from '../../refusal.ts'
import { rowsPerField } from '../documents/document-rows.ts'
import type { Context } from '../engine/context.ts'
import { writtenTypes } from './item-columns.ts'

/** The largest list there can be. */
const itemsAtOnce = limits.hardItemsPerList

/** Refuses too many items, and an id that is named twice: which of the two would count? */
export function checkBatch(items: readonly { readonly id?: string | null | undefined }[]): void {
  if (items.length > itemsAtOnce) {
    const message = `At most ${countTitle(itemsAtOnce)} items can be written at once.`
    throw badInput({ field: 'items', limit: itemsAtOnce, message })
  }
  const ids = items.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) {
    throw badInput({ field: 'items', message: 'An item is named twice. Name each once.' })
  }
}

/** Refuses more ids than the largest list has. */
export function checkIds(field: string, ids: readonly unknown[]): void {
  if (ids.length <= itemsAtOnce) return
  const message = `At most ${countTitle(itemsAtOnce)} ids can be named at once.`
  throw badInput({ field, limit: itemsAtOnce, message })
}

/** Those that are there, in no order; what the caller may do with them is asked elsewhere. */
export async function readRowsById({ db }: Context, ids: readonly string[]): Promise<ItemRow[]> {
  const possible = ids.filter(isPossibleId)
  if (possible.length === 0) return []
  const wanted = jsonKeys(possible)
  return db.selectFrom('item').selectAll().where('id', 'in', keysIn(wanted)).execute()
}

/** New rows in one statement; answers how many there are, without those whose id is used already. */
export async function insertRows({ db }: Context, rows: readonly ItemRow[]): Promise<number> {
  if (rows.length === 0) return 0
  const fresh = jsonRows(
    rows,
    row => row.id,
    row => ({ ...row }),
  )
  const names = Object.keys(columnTypes) as (keyof typeof columnTypes)[]
  const values = names.map(
    name => sql`cast(fresh.value ->> ${sql.lit(name)} as ${sql.raw(columnTypes[name])})`,
  )
  // A join would begin with "on": "where true" keeps the parsers apart.
  const { rows: inserted } = await sql<{ id: string }>`
    insert into item (${sql.join(names.map(name => sql.ref(name)))})
    select ${sql.join(values)} from json_each(${fresh}) as fresh where true
    on conflict (id) do nothing returning id
  `.execute(db)
  return inserted.length
}

const columnTypes = {
  id: 'text',
  list_id: 'text',
  created_by: 'integer',
  ...writtenTypes,
  tags: 'text',
  ord: 'integer',
  revision: 'integer',
  created_at: 'text',
  updated_at: 'text',
  updated_by: 'integer',
} as const satisfies Record<keyof ItemRow, string>

/** Each list beyond the first is locked, written and told by itself, as by a request of a batch; how many is known only now. */
export function chargeLists({ charge }: Context, lists: { readonly size: number }): void {
  charge(Math.max(0, lists.size - 1) * rowsPerField)
}
