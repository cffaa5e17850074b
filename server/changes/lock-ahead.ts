/** What a batch will change, locked before any of it is done: on PostgreSQL, where several write at once. */
import { sql } from 'kysely'
import { limits } from '../../rules/limits.ts'
import { type Asker, isPossibleId } from '../access/access.ts'
import { jsonKeys } from '../db/json-rows.ts'
import type { MutationResolvers } from '../generated/schema.ts'
import { lockAccounts, lockOpenings } from './changes.ts'

/** One field of a mutation. */
interface Change {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

/**
 * Locks, by ascending id, the lists that are named among the arguments, or of whose items any is, where the person
 * has them: two batches that change the same lists in another order would wait for each other. Before them the person's
 * account, unless all of it is about items, which lock none, and before that what accounts are opened under, where an
 * address is asked: the order of all locks.
 */
export async function lockAhead({ db, viewer }: Asker, changes: readonly Change[]): Promise<void> {
  if (changes.some(({ name }) => name === asksAnAddress)) await lockOpenings(db)
  if (!changes.every(({ name }) => ofItems.has(name))) {
    await lockAccounts({ db }, [viewer.id])
  }
  const named = jsonKeys(new Set(changes.flatMap(({ args }) => idsIn(args))))
  await sql`
    with named as materialized (select key from json_each(${named})),
    concerned as materialized (
      select key as id from named
      union select item.list_id from item join named on named.key = item.id
    )
    select shopping_list.id from concerned
    join shopping_list on shopping_list.id = concerned.id
    join membership on membership.list_id = concerned.id
      and membership.user_id = ${viewer.id} and membership.ended_at is null
    order by shopping_list.id for no key update of shopping_list
  `.execute(db)
}

const asksAnAddress = 'sendFriendRequestByEmail' satisfies keyof MutationResolvers

const ofItems: ReadonlySet<string> = new Set([
  'createItem',
  'createItems',
  'updateItem',
  'updateItems',
  'deleteByIdItem',
  'deleteByIdsItem',
  'moveItem',
  'updateItemsOrder',
  'swapShoppingListItems',
  'resetShoppingList',
] satisfies (keyof MutationResolvers)[])

/** All texts within that may be ids, however deep. */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    return value.length <= limits.id && isPossibleId(value) ? [value] : []
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : []
}
