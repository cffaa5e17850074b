/** How the bin is emptied: of its content after 30 days, of its traces after 90. */

import { sql } from 'kysely'
import { daysBefore } from '../../../rules/days.ts'
import { limits } from '../../../rules/limits.ts'
import type { Database } from '../../db/open.ts'
import { type Purge, purgedAtOnce } from '../../jobs/sweeper.ts'
import { markGone } from '../items/item-moves.ts'
import { oldestKept } from './shown-in-bin.ts'

/** Empties what was deleted more than 30 days ago; the bare traces stay, so that their ids stay dead. */
export const purgeBin: Purge = async (database, now) => {
  const oldest = oldestKept(now.toISOString())
  const { numAffectedRows: emptied = 0n } = await sql`
    update item_gone set content = null where (list_id, item_id) in
      (select list_id, item_id from item_gone
       where gone_at <= ${oldest} and content is not null limit ${purgedAtOnce})
  `.execute(database.query)
  if (emptied > 0n) return Number(emptied)
  const list = await database.query
    .selectFrom('shopping_list')
    .select(['id', 'revision'])
    .select(({ ref }) => ref('deleted_at').$notNull().as('deletedAt'))
    .where('deleted_at', '<=', oldest)
    .where('name', '<>', '')
    .limit(1)
    .executeTakeFirst()
  if (!list) return 0
  const purged = (await leaveTraces(database, list)) + (await emptyList(database, list.id))
  if (purged > 0) return purged
  await database.query
    .updateTable('shopping_list')
    .set({ name: '', name_key: '', notes: null })
    .where('id', '=', list.id)
    .execute()
  return 1
}

/** One slice of the items of a deleted list: each leaves its trace, of the moment in which the list was deleted. */
function leaveTraces(
  database: Database,
  list: { readonly id: string; readonly revision: number; readonly deletedAt: string },
): Promise<number> {
  return database.transaction(async db => {
    const { rows } = await sql<{ id: string }>`
      delete from item where list_id = ${list.id} and id in
        (select id from item where list_id = ${list.id} limit ${purgedAtOnce})
      returning id
    `.execute(db)
    const ids = rows.map(({ id }) => id)
    await markGone({ db, now: list.deletedAt }, list, ids, 'DELETED')
    return ids.length
  })
}

/** One slice of what else is on a deleted list. */
async function emptyList({ query }: Database, id: string): Promise<number> {
  let purged = 0
  for (const table of ['activity', 'item_tag'] as const) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where list_id = ${id} and id in
        (select id from ${sql.table(table)} where list_id = ${id} limit ${purgedAtOnce})
    `.execute(query)
    purged += Number(numAffectedRows)
  }
  return purged
}

/** Forgets lists that were emptied, with their traces, 90 days after they were deleted. */
export const purgeEmptiedLists: Purge = async (database, now) => {
  const list = await database.query
    .selectFrom('shopping_list')
    .select('id')
    .where('deleted_at', '<', daysBefore(now, limits.traceDays))
    .where('name', '=', '')
    .limit(1)
    .executeTakeFirst()
  if (!list) return 0
  const { numAffectedRows: traces = 0n } = await sql`
    delete from item_gone where list_id = ${list.id} and item_id in
      (select item_id from item_gone where list_id = ${list.id} limit ${purgedAtOnce})
  `.execute(database.query)
  if (traces > 0n) return Number(traces)
  await database.query.deleteFrom('shopping_list').where('id', '=', list.id).execute()
  return 1
}
