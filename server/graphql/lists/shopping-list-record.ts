/** Lists as the contract shows them. */
import type { GraphQLResolveInfo } from 'graphql'
import { fullName } from '../../../rules/people/full-name.ts'
import type { OpenedList } from '../../access/access.ts'
import type { Item, ShoppingList, ShoppingListFriend } from '../../generated/schema.ts'
import { isSelected } from '../documents/selection.ts'
import type { Context } from '../engine/context.ts'
import { listsById, presentItems, readItemRows } from '../items/item-record.ts'
import { readTags, type TagsByList } from '../items/item-tag.ts'

/**
 * Lists with what the answer is asked for: tags, items and friends are read only where they are selected, for all
 * lists at once. `path` leads from the field of `info` to the lists.
 */
export async function presentLists(
  context: Context,
  lists: readonly OpenedList[],
  info: GraphQLResolveInfo,
  path: readonly string[] = [],
): Promise<ShoppingList[]> {
  const ids = lists.map(list => list.id)
  const tellsTags =
    isSelected(info, ...path, 'itemTags') || isSelected(info, ...path, 'items', 'itemTags')
  const tags: TagsByList = tellsTags ? await readTags(context.db, ids) : new Map()
  const items = isSelected(info, ...path, 'items')
    ? presentItems(context, await readItemRows(context, ids), listsById(lists), tags)
    : []
  const itemsByList = Map.groupBy(items, item => item.shoppingListId)
  const friends = isSelected(info, ...path, 'shoppingListFriends')
    ? await readFriends(context, ids)
    : []
  const friendsByList = Map.groupBy(friends, friend => friend.shoppingListId)
  return lists.map(list =>
    presentList(list, {
      itemTags: tags.get(list.id) ?? [],
      items: itemsByList.get(list.id) ?? [],
      shoppingListFriends: friendsByList.get(list.id) ?? [],
    }),
  )
}

/** The same of one list, from the field of `info` itself. */
export async function presentOneList(
  context: Context,
  list: OpenedList,
  info: GraphQLResolveInfo,
): Promise<ShoppingList> {
  const [presented] = await presentLists(context, [list], info)
  if (!presented) throw new Error('A list was presented without itself.')
  return presented
}

function presentList(
  list: OpenedList,
  parts: {
    readonly itemTags: ShoppingList['itemTags']
    readonly items: readonly Item[]
    readonly shoppingListFriends: readonly ShoppingListFriend[]
  },
): ShoppingList {
  return {
    id: list.id,
    userId: list.userId,
    name: list.name,
    listType: list.listType,
    favourite: list.favourite === 1,
    notes: list.notes,
    order: list.ord,
    permission: list.permission,
    sharedByName: sharerName(list),
    ownerName: ownerName(list),
    revision: list.revision,
    createdAt: list.createdAt,
    updatedAt: list.updatedAt,
    updatedBy: list.updatedBy,
    ...parts,
  }
}

function sharerName(list: OpenedList): string | null {
  if (list.sharedBy === null) return null
  if (list.sharedByFirstName === null) return ownerName(list)
  return fullName(list.sharedByFirstName, list.sharedByLastName)
}

function ownerName({ ownerFirstName, ownerLastName }: OpenedList): string {
  return fullName(ownerFirstName, ownerLastName)
}

/** Everybody with whom the lists are shared; the owner is not among them. */
async function readFriends(
  { db }: Context,
  listIds: readonly string[],
): Promise<ShoppingListFriend[]> {
  if (listIds.length === 0) return []
  const rows = await db
    .selectFrom('membership')
    .innerJoin('user', 'user.id', 'membership.user_id')
    .innerJoin('shopping_list', 'shopping_list.id', 'membership.list_id')
    .where('membership.list_id', 'in', listIds)
    .where('membership.ended_at', 'is', null)
    .whereRef('membership.user_id', '<>', 'shopping_list.user_id')
    .select([
      'membership.id',
      'membership.list_id as shoppingListId',
      'membership.user_id as friendId',
      'membership.by_link',
      'user.first_name',
      'user.last_name',
      'membership.permission',
    ])
    .orderBy('membership.joined_revision')
    .orderBy('membership.user_id')
    .execute()
  return rows.map(({ by_link, first_name, last_name, ...friend }) => ({
    ...friend,
    name: fullName(first_name, last_name),
    byLink: by_link === 1,
  }))
}
