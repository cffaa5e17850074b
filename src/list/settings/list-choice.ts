import { mayAdminister, mayDelete, mayEdit } from '../../../rules/people/permissions.ts'
import type { ShoppingListFieldsFragment } from '../../generated/operations.ts'

/** What the menu of a list offers. */
export type ListChoice =
  | 'rename'
  | 'settings'
  | 'tags'
  | 'reset'
  | 'copy'
  | 'share'
  | 'favourite'
  | 'find'
  | 'filter'
  | 'select'
  | 'arrange'
  | 'take-elsewhere'
  | 'history'
  | 'bin'
  | 'refresh'
  | 'leave'
  | 'delete'

/** What is opened over a list, from its menu or from elsewhere. */
export type ListDialog = ListChoice | 'people' | 'keys' | 'print' | 'trolley'

type Right = (list: ShoppingListFieldsFragment, userId: number) => boolean

const isListEditor: Right = ({ permission }) => mayEdit(permission)
const isListAdmin: Right = ({ permission }) => mayAdminister(permission)

/** Who may have it, where that is not everybody who has the list. */
const rights: Partial<Record<ListDialog, Right>> = {
  tags: isListAdmin,
  share: isListAdmin,
  rename: isListAdmin,
  settings: isListAdmin,
  select: isListEditor,
  reset: isListEditor,
  trolley: isListEditor,
  delete: (list, userId) => mayDelete(userId, list),
  leave: (list, userId) => !mayDelete(userId, list),
}

export function mayChoose(
  choice: ListDialog,
  list: ShoppingListFieldsFragment,
  userId: number,
): boolean {
  return rights[choice]?.(list, userId) ?? true
}

export interface ListMenuContent {
  readonly list: ShoppingListFieldsFragment
  /** Rows stand in their own order, so that they can be moved. */
  readonly arrangeable: boolean
  readonly onChoose: (choice: ListChoice) => void
}
