import {
  type MaybePermission,
  mayAdminister,
  mayDelete,
  mayEdit,
} from '../../../rules/people/permissions.ts'
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

/** Who may have it, where that is not everybody who has the list. */
const rights: Partial<Record<ListDialog, (permission: MaybePermission) => boolean>> = {
  tags: mayAdminister,
  share: mayAdminister,
  rename: mayAdminister,
  settings: mayAdminister,
  select: mayEdit,
  reset: mayEdit,
  trolley: mayEdit,
}

export function mayChoose(
  choice: ListDialog,
  list: ShoppingListFieldsFragment,
  userId: number,
): boolean {
  if (choice === 'delete' || choice === 'leave')
    return mayDelete(userId, list) === (choice === 'delete')
  return rights[choice]?.(list.permission) ?? true
}

export interface ListMenuContent {
  readonly list: ShoppingListFieldsFragment
  /** Rows stand in their own order, so that they can be moved. */
  readonly arrangeable: boolean
  readonly onChoose: (choice: ListChoice) => void
}
