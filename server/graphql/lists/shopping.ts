/** "Anna is shopping": told to the list's people while it is true, and stored nowhere. */

import { openList } from '../../access/access.ts'
import type { Mutations } from '../engine/context.ts'

export const shoppingMutations = {
  async setShopping(_, { shoppingListId, isShopping }, context) {
    const { id, revision } = await openList(context, shoppingListId, 'VIEW')
    context.moved.shopping.push({ listId: id, revision, userId: context.viewer.id, isShopping })
    return isShopping
  },
} satisfies Mutations
