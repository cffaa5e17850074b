/** What is asked of the server when a person opens it, since nothing on the device keeps it. */
import { defaultNotes } from '../../../rules/default-notes.ts'
import {
  DeletedItemsDocument,
  DeletedShoppingListsDocument,
  HistoryDocument,
} from '../../generated/operations.ts'

const { fetching } = defaultNotes

export const historyQuery = { document: HistoryDocument, note: fetching('Activity') }
export const deletedItemsQuery = { document: DeletedItemsDocument, note: fetching('Item') }
export const deletedShoppingListsQuery = {
  document: DeletedShoppingListsDocument,
  note: fetching('ShoppingList'),
}
