/** "Anna is shopping": told to the list's people while it is true, and stored nowhere. */
import { openList } from '../../access.ts'
import type { MutationResolvers } from '../../generated/schema.ts'

export const shoppingMutations: Pick<Required<MutationResolvers>, 'setShopping'> = {
  async setShopping(_, { shoppingListId, isShopping }, context) {
    const { id, revision } = await openList(context, shoppingListId, 'VIEW')
    context.moved.shopping.push({ listId: id, revision, userId: context.viewer.id, isShopping })
    return isShopping
  },
}
