/**
 * What an API token reaches: lists and what is on them. Whoever finds one must not be able to change the account, to
 * write to others in its person's name, or to keep anything once the token has ended.
 */
import type { GraphQLResolveInfo } from 'graphql'
import type { MutationResolvers } from '../../generated/schema.ts'
import { forbidden } from '../../refusal.ts'
import { isSelected } from '../documents/selection.ts'
import type { Context } from './context.ts'

/** All else is its person's. A mutation that is new is, too, until it joins. */
const reachedByTokens: ReadonlySet<string> = new Set([
  'createShoppingList',
  'updateShoppingList',
  'deleteByIdShoppingList',
  'deleteByIdsShoppingList',
  'resetShoppingList',
  'copyShoppingList',
  'sampleShoppingList',
  'updateShoppingListsOrder',
  'moveShoppingList',
  'swapShoppingListItems',
  'restoreShoppingList',
  'setShopping',
  'createItem',
  'createItems',
  'updateItem',
  'updateItems',
  'deleteByIdItem',
  'deleteByIdsItem',
  'updateItemsOrder',
  'moveItem',
] satisfies (keyof MutationResolvers)[])

/**
 * Refuses with FORBIDDEN, where an API token asks, a mutation that is not of lists, and whatever says who is on one: a
 * thief who joined would stay after the token.
 */
export function refuseBeyondToken(
  { scope }: Pick<Context, 'scope'>,
  { fieldName }: Pick<GraphQLResolveInfo, 'fieldName'>,
  args: Readonly<Record<string, unknown>>,
): void {
  if (scope === undefined) return
  const isShared = args.shoppingListFriends !== undefined
  if (isShared || !reachedByTokens.has(fieldName)) {
    throw forbidden('An API token cannot do that. Sign in to Aisle for it.')
  }
}

/** Refuses `changes` to an API token that wants the invitation: who accepts it stays a friend after the token. */
export function refuseInvitation(
  { scope }: Pick<Context, 'scope'>,
  info: GraphQLResolveInfo,
): void {
  if (scope === undefined) return
  if (isSelected(info, 'own', 'inviteId') || isSelected(info, 'account', 'inviteId')) {
    throw forbidden('An API token cannot read the invitation of its person. Ask without inviteId.')
  }
}
