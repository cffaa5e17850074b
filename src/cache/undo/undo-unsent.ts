/**
 * What takes things away from others, taken back before it left the device: as if nobody had done it. To send both it
 * and what takes it back would cost what others did to the same things meanwhile.
 */
import { isRecord } from '../../../rules/is-record.ts'
import { nameKey } from '../../../rules/names.ts'
import type { Offline } from '../../offline/offline.ts'
import type { Entry } from '../../offline/outbox/edit.ts'
import { textOf, textsOf } from '../records/edit-variables.ts'
import type { Reader } from '../records/reader.ts'
import type { UndoRecord, UndoStep } from './undo-step.ts'

export interface Unsent {
  /** An edit was performed; `before` is what waited until then. */
  note(id: string, before: readonly Entry[]): void
  /** Whether that was all there was to take back; `standsWhole` where it could be, all of it. */
  withdraw(record: UndoRecord, standsWhole: () => boolean): boolean
}

export function createUnsent(offline: Pick<Offline, 'waiting' | 'withdraw'>, view: Reader): Unsent {
  /** Those that took the place of nothing that waited. */
  const alone = new Set<string>()
  return {
    note(id, before) {
      const waiting = offline.waiting.get()
      if (takesAway.has(waiting.at(-1)?.name ?? '') && waiting.length > before.length) alone.add(id)
    },
    withdraw({ listId, steps, tokens: [id = '', ...others] }, standsWhole) {
      if (others.length > 0 || !alone.has(id)) return false
      const waiting = offline.waiting.get()
      const at = waiting.findIndex(entry => entry.id === id)
      // What came back another way, from its form for one, would be there twice.
      const back = new Set(steps.flatMap(({ renews = {} }) => Object.keys(renews)))
      if (!goneWith(waiting[at]).every(one => back.has(one))) return false
      const since = waiting.slice(at + 1).filter(({ needs }) => needs.includes(listId))
      // What was done to a list since its reset is taken back with that.
      const isOver =
        waiting[at]?.name === 'resetShoppingList'
          ? since.length > 0
          : since.some(({ name }) => ofOthers.has(name)) ||
            steps.some(step => isNameTaken(step, view))
      return !isOver && standsWhole() && offline.withdraw(id)
    },
  }
}

const takesAway = new Set(['resetShoppingList', 'deleteItem', 'deleteItems', 'deleteShoppingList'])

/** Behind a deletion they would be done to what comes back, too, or have put others into its place. */
const ofOthers = new Set([
  'resetShoppingList',
  'copyShoppingList',
  'updateShoppingList',
  'moveItem',
  'updateItemsOrder',
  'swapShoppingListItems',
])

/** Ids of the items that an edit deletes by themselves. */
function goneWith(entry: Entry | undefined): readonly string[] {
  if (entry?.name === 'deleteItem') return [textOf(entry.variables, 'id')]
  return entry?.name === 'deleteItems' ? textsOf(entry.variables, 'ids') : []
}

/**
 * Whether a list of one's own has by now the name of the one that was deleted. Had that never gone, the server would give
 * the other a number.
 */
function isNameTaken({ variables: { shown } }: UndoStep, view: Reader): boolean {
  if (!isRecord(shown)) return false
  const key = nameKey(textOf(shown, 'name'))
  return view.listIds().some(id => {
    const list = view.list(id)
    return list?.sharedByName === null && nameKey(list.name) === key
  })
}
