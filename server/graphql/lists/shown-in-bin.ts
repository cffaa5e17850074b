/** What lies in the bin still, and until when. */

import { type Kysely, sql } from 'kysely'
import { daysBefore } from '../../../rules/days.ts'
import { limits } from '../../../rules/limits.ts'
import type { Schema } from '../../db/schema.ts'

/** What the bin shows of a list, and perhaps what is to be emptied next; the latest first. */
export function shownInBin(db: Kysely<Schema>, listId: string) {
  return db
    .selectFrom('item_gone')
    .where('item_gone.list_id', '=', listId)
    .where('item_gone.reason', '=', 'DELETED')
    .where('item_gone.content', 'is not', null)
    .orderBy('item_gone.gone_at', 'desc')
    .orderBy('item_gone.item_id')
    .limit(itemsAtOnce)
}

/** How many items each of `shopping_list` has; along an index alone, none of them is read. */
export const countOfItems = sql<number>`(select count(*) from item
  where item.list_id = shopping_list.id)`

/** So that all of a long list can come back that was emptied by mistake. */
const itemsAtOnce = limits.itemsPerList

/** What was deleted before this moment, ISO 8601, cannot come back at `now`. */
export function oldestKept(now: string): string {
  return daysBefore(new Date(now), limits.binDays)
}

/** Until when something can come back, ISO 8601 as `deletedAt` is. */
export function purgeMoment(deletedAt: string): string {
  return daysBefore(new Date(deletedAt), -limits.binDays)
}
