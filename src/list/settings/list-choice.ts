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
export type ListDialog = ListChoice | 'keys' | 'trolley'

export interface ListMenuContent {
  readonly list: ShoppingListFieldsFragment
  /** Rows stand in their own order, so that they can be moved. */
  readonly arrangeable: boolean
  readonly onChoose: (choice: ListChoice) => void
}
