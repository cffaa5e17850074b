/** Everything a person can do without a network, as the outbox knows it. */
import type { NamedAppEdit } from './app-edit.ts'
import { createFeedback, deleteFeedback } from './feedback-edits.ts'
import { answerFriend, removeFriend, sendFriendRequest } from './friend-edits.ts'
import { createItems, updateItems } from './item-batch-edits.ts'
import {
  createItem,
  deleteItem,
  deleteItems,
  moveItem,
  tickItem,
  updateItem,
  updateItemsOrder,
} from './item-edits.ts'
import { restoreShoppingList } from './restore-list-edit.ts'
import { createSavedFilter, deleteSavedFilter, updateSavedFilter } from './saved-filter-edits.ts'
import {
  createShareLink,
  endShareLinks,
  handOverShoppingList,
  shareShoppingList,
} from './sharing-edits.ts'
import {
  createShoppingList,
  deleteShoppingList,
  leaveShoppingList,
  moveShoppingList,
  renameShoppingList,
  updateShoppingList,
  updateShoppingListsOrder,
} from './shopping-list-edits.ts'
import { updateUserConfig } from './user-config-edits.ts'
import {
  copyShoppingList,
  resetShoppingList,
  sampleShoppingList,
  swapShoppingListItems,
} from './whole-list-edits.ts'

export const allEdits: readonly NamedAppEdit[] = [
  createItem,
  createItems,
  updateItem,
  updateItems,
  tickItem,
  deleteItem,
  deleteItems,
  moveItem,
  updateItemsOrder,
  createShoppingList,
  updateShoppingList,
  renameShoppingList,
  deleteShoppingList,
  leaveShoppingList,
  updateShoppingListsOrder,
  moveShoppingList,
  resetShoppingList,
  copyShoppingList,
  sampleShoppingList,
  swapShoppingListItems,
  restoreShoppingList,
  updateUserConfig,
  createSavedFilter,
  updateSavedFilter,
  deleteSavedFilter,
  sendFriendRequest,
  answerFriend,
  removeFriend,
  shareShoppingList,
  handOverShoppingList,
  createShareLink,
  endShareLinks,
  createFeedback,
  deleteFeedback,
]

/** By the name under which it is stored. */
export const editsByName: ReadonlyMap<string, NamedAppEdit> = new Map(
  allEdits.map(edit => [edit.name, edit]),
)
