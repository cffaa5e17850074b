/**
 * For every edit what takes it back, worked out from what is there before it is performed. Nothing here
 * performs or remembers anything.
 */
import type { EditVariables } from '../../offline/outbox/edit.ts'
import type { Reader } from '../records/reader.ts'
import {
  undoItemCreation,
  undoItemDeletion,
  undoItemMove,
  undoItemsCreation,
  undoItemsOrder,
  undoItemsUpdate,
  undoItemUpdate,
} from './undo-item-inverses.ts'
import {
  undoListCreation,
  undoListDeletion,
  undoListMove,
  undoListsOrder,
  undoListUpdate,
  undoReset,
  undoSwap,
} from './undo-list-inverses.ts'
import type { Inverse } from './undo-step.ts'
import { textOf, textsOf } from './undo-values.ts'

/** `newId` makes the ids under which deleted things come back. */
export type InverseOf = (
  variables: EditVariables,
  view: Reader,
  newId: () => string,
) => Inverse | undefined

/**
 * What takes back the edit called `name`; undefined for what cannot be taken back (leaving a list), or where
 * there is nothing that it would change. Call it before the edit is performed.
 */
export function inverseOf(
  name: string,
  variables: EditVariables,
  view: Reader,
  newId: () => string,
): Inverse | undefined {
  const inverse = inverses[name]?.(variables, view, newId)
  return inverse && inverse.steps.length > 0 ? inverse : undefined
}

/** By the names of the edits. */
const inverses: Readonly<Record<string, InverseOf>> = {
  createItem: (variables, view) => undoItemCreation(variables, view),
  createItems: (variables, view) => undoItemsCreation(variables, view),
  updateItem: undoItemUpdate,
  updateItems: (variables, view) => undoItemsUpdate(variables, view),
  tickItem: undoItemUpdate,
  deleteItem: (variables, view, newId) => undoItemDeletion([textOf(variables, 'id')], view, newId),
  deleteItems: (variables, view, newId) => undoItemDeletion(textsOf(variables, 'ids'), view, newId),
  moveItem: undoItemMove,
  updateItemsOrder: undoItemsOrder,
  createShoppingList: variables => undoListCreation(textOf(variables, 'id')),
  copyShoppingList: variables => undoListCreation(textOf(variables, 'newId')),
  sampleShoppingList: variables => undoListCreation(textOf(variables, 'newId')),
  updateShoppingList: undoListUpdate,
  renameShoppingList: undoListUpdate,
  deleteShoppingList: undoListDeletion,
  resetShoppingList: undoReset,
  moveShoppingList: undoListMove,
  updateShoppingListsOrder: undoListsOrder,
  swapShoppingListItems: undoSwap,
}

/** Names of the edits that have an inverse. */
export function inverseNames(): readonly string[] {
  return Object.keys(inverses)
}
