/** One's own preferences (spec section 3, UserConfig), made with the account. */
import type { Selectable } from 'kysely'
import { type Asker, openList } from '../../access/access.ts'
import { touchAccount } from '../../changes/changes.ts'
import type { UserConfigTable } from '../../db/schema.ts'
import type { MutationUpdateUserConfigArgs, UserConfig } from '../../generated/schema.ts'
import { forbidden, notFound } from '../../refusal.ts'
import type { Context, Mutations, Queries } from '../engine/context.ts'
import { cannotBeCleared, readFilters, readUnitId } from '../engine/input.ts'
import { readSavedFilters } from '../lists/saved-filter.ts'

export const userConfigQueries = {
  async getByIdUserConfig(_, { id }, context) {
    const config = await readUserConfig(context)
    return config.id === id ? config : null
  },

  async getByFilterUserConfig(_, { filters }, context) {
    const config = await readUserConfig(context)
    return (filters.userId ?? config.userId) === config.userId ? [config] : []
  },

  getAllUserConfig() {
    throw forbidden('Only your own preferences are visible to you: ask for them by your userId.')
  },
} satisfies Queries

export const userConfigMutations = {
  async updateUserConfig(_, args, context) {
    const config = await readUserConfig(context)
    if (config.id !== args.id) throw notFound()
    const changed = readFields(context, args)
    if (args.shoppingListId != null) await openList(context, args.shoppingListId, 'VIEW')
    await touchAccount(context, context.viewer.id, 'preferences')
    await context.db
      .updateTable('user_config')
      .set({ ...changed, updated_at: context.now })
      .where('user_id', '=', context.viewer.id)
      .execute()
    return readUserConfig(context)
  },

  createUserConfig: refuseChange,
  deleteByIdUserConfig: refuseChange,
  deleteByIdsUserConfig: refuseChange,
} satisfies Mutations

/** The preferences of the person who asks, with their saved filters. */
export async function readUserConfig(asker: Asker): Promise<UserConfig> {
  const { db, viewer } = asker
  const row = await db
    .selectFrom('user_config')
    .selectAll()
    .where('user_id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    userId: row.user_id,
    shoppingListId: row.shopping_list_id,
    unitId: row.unit_id,
    shoppingListFilters: row.shopping_list_filters,
    itemFilters: row.item_filters,
    savedFilters: await readSavedFilters(asker),
    shoppingListConfirmDelete: row.shopping_list_confirm_delete === 1,
    itemConfirmDelete: row.item_confirm_delete === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** The columns that the given arguments are for; absent stays absent, null clears. */
function readFields(
  context: Context,
  args: MutationUpdateUserConfigArgs,
): Partial<Selectable<UserConfigTable>> {
  const { shoppingListId, unitId, shoppingListFilters, itemFilters } = args
  const { shoppingListConfirmDelete, itemConfirmDelete } = args
  if (shoppingListConfirmDelete === null) throw cannotBeCleared('shoppingListConfirmDelete')
  if (itemConfirmDelete === null) throw cannotBeCleared('itemConfirmDelete')
  return {
    ...(shoppingListId !== undefined && { shopping_list_id: shoppingListId }),
    ...(unitId !== undefined && { unit_id: readUnitId(context, unitId) }),
    ...(shoppingListFilters !== undefined && {
      shopping_list_filters: readFilters('shoppingListFilters', shoppingListFilters),
    }),
    ...(itemFilters !== undefined && { item_filters: readFilters('itemFilters', itemFilters) }),
    ...(shoppingListConfirmDelete !== undefined && {
      shopping_list_confirm_delete: shoppingListConfirmDelete ? 1 : 0,
    }),
    ...(itemConfirmDelete !== undefined && { item_confirm_delete: itemConfirmDelete ? 1 : 0 }),
  }
}

function refuseChange(): never {
  throw forbidden('Preferences are made with the account, and go with it.')
}
