/** An edit of this app: what the outbox asks of any edit, and what undo and the tray ask of these. */
import type { DocumentNode } from 'graphql'
import type { Edit, EditVariables } from '../../offline/outbox/edit.ts'
import type { Kept } from '../policies/kept-content.ts'
import type { Reader } from '../records/reader.ts'
import type { Inverse } from '../undo/undo-step.ts'
import type { Deed } from './deed.ts'

export interface AppEdit<Variables extends EditVariables = EditVariables, Answer = unknown>
  extends Edit<Variables, Answer> {
  deed(...of: Parameters<Edit<Variables, Answer>['deed']>): Deed
  /**
   * What takes it back, worked out from what is there before it is performed; `newId` makes the ids under which
   * deleted things come back. Absent of what cannot be taken back, undefined if it would change nothing.
   */
  inverse?(variables: Variables, before: Reader, newId: () => string): Inverse | undefined
  /** What of it is made anew, should somebody have deleted what it changed: of a stored entry, whose shape is checked here. */
  kept?(variables: EditVariables, seen: EditVariables): Kept
}

/** Any of them, as the registry holds it. */
export interface NamedAppEdit extends Omit<AppEdit, 'document'> {
  readonly document: DocumentNode
}

/** An edit whose variables and answer follow from its document. */
export function appEdit<Variables extends EditVariables, Answer>(
  edit: AppEdit<Variables, Answer>,
): AppEdit<Variables, Answer> {
  return edit
}
