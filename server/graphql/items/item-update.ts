/** How one item is found and changed in its table, under the lock of its list. */

import { sql } from 'kysely'
import { type ItemRow, mayEditListOf } from '../../access/access.ts'
import { WriteConflict } from '../../changes/write-conflict.ts'
import { type Place as PlaceFor, prepare } from '../../db/prepared.ts'
import type { Context } from '../engine/context.ts'
import type { ItemFields } from './item-columns.ts'

type Changed = ItemFields & Pick<ItemRow, 'updated_at' | 'updated_by'> & { readonly tags?: string }
type ChangedItem = Changed & {
  readonly id: string
  readonly userId: number
}

/**
 * One statement for each set of columns that somebody changed; there are a hundred of them. Stamps the revision to
 * which its list is raised, and asks for the right to edit again, under the list's lock; whether it is on the list
 * that was locked is left to whoever reads the row.
 */
export function updateItemOf(changed: Changed) {
  const columns = Object.keys(changed).sort() as (keyof Changed)[]
  const known = itemUpdates.get(columns.join())
  const statement = known ?? prepareItemUpdate(columns)
  itemUpdates.set(columns.join(), statement)
  return statement
}

/** As what `prepare` keeps: the same text for every database, of which nothing is remembered but that it was made. */
const itemUpdates = new Map<string, ReturnType<typeof prepareItemUpdate>>()

function prepareItemUpdate(columns: readonly (keyof Changed)[]) {
  return prepare((db, place: PlaceFor<ChangedItem>) =>
    db
      .updateTable('item')
      .set(Object.fromEntries(columns.map(column => [column, place(column)])))
      .set(({ selectFrom }) => ({
        revision: selectFrom('shopping_list')
          .select('shopping_list.revision')
          .whereRef('shopping_list.id', '=', 'item.list_id'),
      }))
      .where('id', '=', place('id'))
      .where(mayEditListOf('item.list_id', place('userId')))
      .returningAll(),
  )
}

/** The item as it is under the lock of its list; begins anew where it is not on it any more. */
export async function lockedItem({ db }: Context, { id, list_id }: ItemRow): Promise<ItemRow> {
  const item = await findItemIn.first(db, { id, listId: list_id })
  if (!item) throw new WriteConflict()
  return item
}

const findItemIn = prepare((db, place: PlaceFor<{ id: string; listId: string }>) =>
  db
    .selectFrom('item')
    .selectAll()
    .where('id', '=', place('id'))
    .where(isIn(place('listId'))),
)

/**
 * Of an item that is found by its id. Written so that no index fits: while PostgreSQL knows no statistics, it takes the
 * one of lists to be as good, and would go through all of the list's items, for as long as the statement has its name.
 */
function isIn(listId: string) {
  return sql<boolean>`(list_id = ${listId}) is true`
}
