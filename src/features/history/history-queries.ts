/** What is asked of the server when a person opens it, since nothing on the device keeps it. */
import { defaultNotes } from '../../../rules/default-notes.ts'
import {
  DeletedItemsDocument,
  type DeletedItemsQuery,
  type DeletedItemsQueryVariables,
  DeletedShoppingListsDocument,
  type DeletedShoppingListsQuery,
  type DeletedShoppingListsQueryVariables,
  HistoryDocument,
  type HistoryQuery,
  type HistoryQueryVariables,
} from '../../generated/operations.ts'
import type { Query } from '../../offline/sync/network.ts'

export const historyQuery: Query<HistoryQuery, HistoryQueryVariables> = {
  document: HistoryDocument,
  note: defaultNotes.fetching('Activity'),
}

export const deletedItemsQuery: Query<DeletedItemsQuery, DeletedItemsQueryVariables> = {
  document: DeletedItemsDocument,
  note: defaultNotes.fetching('Item'),
}

export const deletedShoppingListsQuery: Query<
  DeletedShoppingListsQuery,
  DeletedShoppingListsQueryVariables
> = {
  document: DeletedShoppingListsDocument,
  note: defaultNotes.fetching('ShoppingList'),
}
