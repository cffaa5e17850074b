/** A list that somebody made is taken back only as long as nobody else uses it: it would go for everybody. */
import { itemCacheId } from '../records/cache-ids.ts'
import { textOf } from '../records/edit-variables.ts'
import type { Reader } from '../records/reader.ts'
import type { IsMine, ResolvedStep, UndoStep } from './undo-step.ts'

/**
 * The deletion of the list, or why it stays: it is shared, or has items that neither its making nor a later
 * addition of the person's own put there.
 */
export function resolveMadeList(step: UndoStep, view: Reader, isMine: IsMine): ResolvedStep {
  const { name, variables, made = [] } = step
  const id = textOf(variables, 'id')
  const list = view.list(id)
  if (!list) return { kept: ['The list is not there any more.'] }
  const own = new Set(made)
  const isOwn = (itemId: string) => own.has(itemId) || isMine.added(itemCacheId(itemId))
  const isShared = view.people(id).length > 0
  if (!isShared && view.itemIds(id).every(isOwn)) return { edit: { name, variables } }
  const what = isShared ? 'is shared' : 'has items'
  return { kept: [`“${list.name}” ${what} by now and stays; delete it by its menu.`] }
}
