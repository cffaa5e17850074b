/** What every way of making a list has in common: its id, its name, its owner's membership. */
import type { Kysely } from 'kysely'
import { checkListCount } from '../../../rules/counts.ts'
import type { ListType } from '../../../rules/items/stock.ts'
import { limits } from '../../../rules/limits.ts'
import { nameKey, uniqueName } from '../../../rules/names.ts'
import type { ValidationIssue } from '../../../rules/validation-issue.ts'
import { type OpenedList, openList } from '../../access/access.ts'
import { nextOrd } from '../../access/memberships.ts'
import { lockAccounts } from '../../changes/changes.ts'
import { WriteConflict } from '../../changes/write-conflict.ts'
import type { Schema } from '../../db/schema.ts'
import { idIsUsed, refuse } from '../../refusal.ts'
import type { Context } from '../engine/context.ts'

/** The answer to a second create of the same id by the same person; an id used otherwise is refused. */
export async function findOwnList(context: Context, id: string): Promise<OpenedList | undefined> {
  const row = await context.db
    .selectFrom('shopping_list')
    .select(['user_id', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.user_id === context.viewer.id && row.deleted_at === null) {
    return openList(context, id, 'VIEW')
  }
  throw idIsUsed()
}

/** Whether somebody can own one list more. */
export async function checkRoomForList(
  db: Kysely<Schema>,
  userId: number,
): Promise<ValidationIssue | undefined> {
  const { count } = await db
    .selectFrom('shopping_list')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return checkListCount(Number(count) + 1)
}

export interface NewList {
  readonly id: string
  /** Clean; a number is appended where the owner has a list of this name. */
  readonly name: string
  readonly listType: ListType
  readonly notes: string | null
  readonly favourite: boolean
}

/** Makes the list at the end of the owner's; answers its first revision. Refuses past 500 lists. */
export async function insertList(context: Context, wanted: NewList): Promise<number> {
  const { db, now, viewer, moved } = context
  await lockAccounts(context, [viewer.id])
  refuse(await checkRoomForList(db, viewer.id))
  const name = await freeName(context, viewer.id, wanted.name)
  const revision = 1
  const inserted = await db
    .insertInto('shopping_list')
    .values({
      id: wanted.id,
      user_id: viewer.id,
      name,
      name_key: nameKey(name),
      list_type: wanted.listType,
      notes: wanted.notes,
      revision,
      self_revision: revision,
      deleted_at: null,
      created_at: now,
      updated_at: now,
      updated_by: viewer.id,
    })
    .onConflict(clash => clash.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw new WriteConflict()
  await db
    .insertInto('membership')
    .values({
      id: context.newId(),
      list_id: wanted.id,
      user_id: viewer.id,
      permission: 'ADMIN',
      ord: await nextOrd(db, viewer.id),
      favourite: wanted.favourite ? 1 : 0,
      shared_by_user_id: null,
      ended_at: null,
    })
    .execute()
  moved.lists.set(wanted.id, revision)
  return revision
}

/**
 * The name, made unique among the owner's other lists (spec section 5); the account is locked. Each of their names is
 * compared, and as many may be tried: how much text that is is known only now, and is paid for.
 */
export async function freeName(
  { db, charge }: Pick<Context, 'db'> & Partial<Pick<Context, 'charge'>>,
  ownerId: number,
  name: string,
  ownId = '',
): Promise<string> {
  const rows = await db
    .selectFrom('shopping_list')
    .select('name')
    .where('user_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where('id', '<>', ownId)
    .execute()
  const compared = rows.reduce((sum, row) => sum + row.name.length + name.length, 0)
  charge?.(compared / comparedPerRow)
  return uniqueName(
    name,
    rows.map(row => row.name),
  )
}

/** Characters of names that are compared cost as much as one row: the slowest of them take that long. */
const comparedPerRow = limits.name
