/** Whether a person may still do what takes something back: else it would be refused, and lie in the tray. */
import { mayAdminister, mayEdit } from '../../../rules/people/permissions.ts'
import { recordsOf, textOf, textsOf } from '../records/edit-variables.ts'
import type { Reader, ReadList } from '../records/reader.ts'
import type { UndoStep } from './undo-step.ts'

/** A list that the person may not change so (spec section 12); undefined where they may do all of it. */
export function forbiddenList(
  { name, variables }: Pick<UndoStep, 'name' | 'variables'>,
  view: Reader,
): ReadList | undefined {
  const id = textOf(variables, 'id')
  if (name === 'updateShoppingList') {
    const list = view.list(id)
    const isOwnMark = Object.keys(variables).every(field => field === 'id' || field === 'favourite')
    return isOwnMark || mayAdminister(list?.permission) ? undefined : list
  }
  // One step is about items of one list.
  const [itemId = id] = [
    ...textsOf(variables, 'ids'),
    ...recordsOf(variables, 'items').map(item => textOf(item, 'id')),
  ]
  return [
    view.item(itemId)?.shoppingListId ?? '',
    ...['shoppingListId', 'firstShoppingListId', 'secondShoppingListId'].map(field =>
      textOf(variables, field),
    ),
  ]
    .map(listId => view.list(listId))
    .find(list => list && !mayEdit(list.permission))
}
