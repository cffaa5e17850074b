/** Lists: what may be asked and done (spec section 7), their SQL beneath. */

import { sql } from 'kysely'
import { moveAfter, reorder } from '../../../rules/lists/order.ts'
import { foldPart, nameKey } from '../../../rules/names.ts'
import { type OpenedList, openEach, openList, seeLists } from '../../access/access.ts'
import {
  lockAccounts,
  lockList,
  lockLists,
  stampOf,
  touchAccount,
  touchAccounts,
} from '../../changes/changes.ts'
import { noteActivity, noteOfEachList } from '../../changes/noted-activity.ts'
import { WriteConflict } from '../../changes/write-conflict.ts'
import { jsonKeys, jsonRows, keysIn } from '../../db/json-rows.ts'
import type { MutationUpdateShoppingListArgs } from '../../generated/schema.ts'
import { Refusal } from '../../refusal.ts'
import { checkDeletion, deleteEach, oneId } from '../delete-results.ts'
import { readingWidth } from '../documents/document-wishes.ts'
import type { Context, Mutations, Queries } from '../engine/context.ts'
import { cannotBeCleared, readName, readNamePart, readNewId, readNotes } from '../engine/input.ts'
import { fillNewList } from '../items/create-items.ts'
import { checkIds } from '../items/item-batch.ts'
import { leaveList } from './leave-list.ts'
import { joinTags, setTags } from './list-tags.ts'
import { findOwnList, freeName, insertList } from './new-list.ts'
import { planShares, type SharePlan, setShares } from './sharing.ts'
import { presentLists, presentOneList } from './shopping-list-record.ts'

export const shoppingListQueries = {
  async getAllShoppingList(_, _args, context, info) {
    return presentLists(context, await seeLists(context), info)
  },

  async getByIdShoppingList(_, { id }, context, info) {
    try {
      return await presentOneList(context, await openList(context, id, 'VIEW'), info)
    } catch (error) {
      if (error instanceof Refusal) return null
      throw error
    }
  },

  async getByFilterShoppingList(_, { filters }, context, info) {
    const part = readNamePart(filters.name)
    const userId = filters.userId ?? undefined
    const favourite = filters.favourite ?? undefined
    const lists = (await seeLists(context)).filter(
      list =>
        foldPart(list.name).includes(part) &&
        (userId === undefined || list.userId === userId) &&
        (favourite === undefined || (list.favourite === 1) === favourite),
    )
    return presentLists(context, lists, info)
  },
} satisfies Queries

export const shoppingListMutations = {
  async createShoppingList(_, args, context, info) {
    const id = readNewId(context, 'id', args.id)
    const first = await findOwnList(context, id)
    if (first) return presentOneList(context, first, info)
    const revision = await insertList(context, {
      id,
      name: readName('name', args.name),
      listType: args.listType ?? 'SIMPLE',
      notes: readNotes(args.notes ?? null),
      favourite: args.favourite ?? false,
    })
    noteActivity(context, { listId: id, kind: 'LIST_CREATED', fields: writtenFields(args) })
    await joinTags(context, id, revision, args.itemTags ?? [])
    await fillNewList(context, id, revision, args.items ?? [])
    return presentOneList(context, await openList(context, id, 'VIEW'), info)
  },

  async updateShoppingList(_, args, context, info) {
    const { name, favourite, shoppingListFriends } = args
    const isPersonal = isOfOneself(args)
    const list = await openList(context, args.id, isPersonal ? 'VIEW' : 'ADMIN')
    const wanted = {
      changedFriendIds: args.changedFriendIds ?? undefined,
      knownRevision: args.knownRevision ?? undefined,
    }
    const shares =
      shoppingListFriends === undefined
        ? undefined
        : await planShares(context, list, shoppingListFriends ?? [], wanted)
    // Accounts before lists: the order of locks.
    await lockAccounts(context, [
      ...(favourite === undefined ? [] : [context.viewer.id]),
      ...(name === undefined ? [] : [list.userId]),
      ...(shares?.accounts ?? []),
    ])
    if (favourite !== undefined) await setFavourite(context, list.id, favourite ?? false)
    await touchAccounts(context, shares?.accounts ?? [])
    if (!isPersonal) await changeList(context, list, args, shares)
    return presentOneList(context, await openList(context, list.id, 'VIEW'), info)
  },

  deleteByIdShoppingList: (_, { id }, context) => deleteLists(context, oneId(id)),
  deleteByIdsShoppingList: (_, { ids }, context) => deleteLists(context, ids),

  leaveShoppingList: (_, { id }, context) => leaveList(context, id),

  async updateShoppingListsOrder(_, { shoppingListIds }, context, info) {
    checkIds('shoppingListIds', shoppingListIds)
    await orderLists(context, ids => reorder(ids, shoppingListIds))
    return presentLists(context, await seeLists(context), info)
  },

  async moveShoppingList(_, { id, afterShoppingListId }, context, info) {
    await openList(context, id, 'VIEW')
    await orderLists(context, ids => moveAfter(ids, id, afterShoppingListId))
    return presentOneList(context, await openList(context, id, 'VIEW'), info)
  },
} satisfies Mutations

/** Whether it changes nothing that others see. */
function isOfOneself(args: MutationUpdateShoppingListArgs): boolean {
  const { name, listType, notes, itemTags, shoppingListFriends } = args
  const shared = [name, listType, notes, itemTags, shoppingListFriends]
  return shared.every(value => value === undefined)
}

/** The account is locked: another of the person's devices may have said otherwise a moment ago. */
async function setFavourite(context: Context, id: string, wanted: boolean): Promise<void> {
  const favourite = wanted ? 1 : 0
  if (favourite === (await openList(context, id, 'VIEW')).favourite) return
  const revision = await touchAccount(context, context.viewer.id)
  await context.db
    .updateTable('membership')
    .set({ favourite, place_revision: revision })
    .where('list_id', '=', id)
    .where('user_id', '=', context.viewer.id)
    .execute()
}

/** What belongs to the list itself; everybody who sees it is told. */
async function changeList(
  context: Context,
  list: OpenedList,
  args: MutationUpdateShoppingListArgs,
  shares: SharePlan | undefined,
): Promise<void> {
  const { listType, notes, itemTags } = args
  if (listType === null) throw cannotBeCleared('listType')
  const name =
    args.name === undefined
      ? undefined
      : await freeName(context, list.userId, readName('name', args.name), list.id)
  const newNotes = notes === undefined ? undefined : readNotes(notes)
  const revision = await lockList(context, list.id, 'ADMIN')
  // Under the lock: it may have been taken away a moment ago.
  const locked = await openList(context, list.id, 'ADMIN')
  // Handed over meanwhile: the shares and the free name were looked up for whoever owned it before.
  if (locked.userId !== list.userId) throw new WriteConflict()
  if (shares) await setShares(context, list, shares, revision)
  if (itemTags !== undefined) {
    await setTags(context, list.id, revision, itemTags ?? [], args)
  }
  await context.db
    .updateTable('shopping_list')
    .set({
      ...(name !== undefined && { name, name_key: nameKey(name) }),
      ...(listType !== undefined && { list_type: listType }),
      ...(newNotes !== undefined && { notes: newNotes }),
      self_revision: revision,
      ...stampOf(context),
    })
    .where('id', '=', list.id)
    .execute()
  const before = { name: locked.name, list_type: locked.listType, notes: locked.notes }
  const after = {
    name: name ?? before.name,
    list_type: listType ?? before.list_type,
    notes: newNotes === undefined ? before.notes : newNotes,
  }
  const fields = writtenFields(args)
  const kind = String(fields) === 'shoppingListFriends' ? 'LIST_SHARED' : 'LIST_CHANGED'
  noteActivity(context, { listId: list.id, kind, fields, list: { before, after } })
}

/** The fields that are given, as the history names them; a favourite is the person's own. */
function writtenFields(args: Omit<MutationUpdateShoppingListArgs, 'id'>): readonly string[] {
  return writtenNames.filter(field => args[field] !== undefined)
}

const writtenNames = [
  'name',
  'listType',
  'notes',
  'itemTags',
  'shoppingListFriends',
] as const satisfies readonly (keyof MutationUpdateShoppingListArgs)[]

async function deleteLists(context: Context, ids: readonly string[]) {
  checkDeletion(ids)
  const open = await openEach(context, ids, 'OWNER')
  return deleteEach(
    ids,
    async id => open(id),
    async lists => {
      const revisions = await lockLists(
        context,
        lists.map(list => list.id),
        'OWNER',
      )
      const locked = jsonKeys(revisions.keys())
      await context.db
        .updateTable('shopping_list')
        .set(({ ref }) => ({
          deleted_at: context.now,
          self_revision: ref('revision'),
          ...stampOf(context),
        }))
        .where('id', 'in', keysIn(locked))
        .execute()
      await context.db
        .updateTable('membership')
        .set({ in_bin: 1 })
        .where('list_id', 'in', keysIn(locked))
        .execute()
      noteOfEachList(context, { kind: 'LIST_DELETED' })
    },
  )
}

/**
 * The person's own order, under the lock of the account; afterwards 0 to n - 1. How many lists it looks at and moves is
 * known only now, and is paid for.
 */
async function orderLists(
  context: Context,
  order: (ids: readonly string[]) => readonly string[],
): Promise<void> {
  const revision = await touchAccount(context, context.viewer.id)
  const lists = await seeLists(context)
  const ordsById = new Map(lists.map(list => [list.id, list.ord]))
  const moved = order([...ordsById.keys()]).flatMap((id, ord) =>
    ordsById.get(id) === ord ? [] : { id, ord },
  )
  context.charge((lists.length + moved.length) * readingWidth)
  if (moved.length === 0) return
  const rows = jsonRows(
    moved,
    ({ id }) => id,
    ({ ord }) => ({ ord }),
  )
  await sql`
    with place as materialized (select key, value from json_each(${rows}))
    update membership
    set ord = cast(place.value ->> 'ord' as integer), place_revision = ${revision}
    from place
    where membership.list_id = place.key and membership.user_id = ${context.viewer.id}
  `.execute(context.db)
}
