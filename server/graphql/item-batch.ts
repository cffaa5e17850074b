/** What operations on many items have in common: their size, and reading rows by many ids. */
import { countTitle } from '../../rules/complaint.ts'
import { limits } from '../../rules/limits.ts'
import { type ItemRow, isPossibleId } from '../access.ts'
import { badInput } from '../refusal.ts'
import type { Context } from './context.ts'

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

const rowsAtOnce = 500

/** As many as one statement takes on either engine. */
export function* inChunks<T>(values: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < values.length; start += rowsAtOnce) {
    yield values.slice(start, start + rowsAtOnce)
  }
}

export async function readRowsById({ db }: Context, ids: readonly string[]): Promise<ItemRow[]> {
  const rows: ItemRow[] = []
  for (const some of inChunks(ids.filter(isPossibleId))) {
    rows.push(...(await db.selectFrom('item').selectAll().where('id', 'in', some).execute()))
  }
  return rows
}
