/** An item that came back another way than by Undo: what deleted it brings it back no more. */
import type { Deed } from '../edits/deed.ts'
import { recordsOf, textOf } from '../records/edit-variables.ts'
import type { Reader } from '../records/reader.ts'
import { isSameItem } from './same-value.ts'
import { renew } from './undo-renewal.ts'
import type { IsMine, UndoRecord, UndoStep } from './undo-step.ts'

/**
 * The record, once the deleted item is there again as `backId`, which earlier deeds mean from then on. `at` is the
 * moment, ISO 8601, at which a deletion of which nothing is left counts as taken back.
 */
export function withItemBack(
  record: UndoRecord,
  itemId: string,
  backId: string,
  at: string,
): UndoRecord {
  if (record.undoneAt !== undefined) return record
  const anew = record.steps.flatMap(step => anewIn(step, itemId) ?? [])
  const back = new Map([itemId, ...anew].map(id => [id, backId] as const))
  if (anew.length === 0) return renew(record, back)
  const steps = record.steps.flatMap(step => withoutItem(step, itemId))
  const isDone = steps.length === 0
  const left = { ...record, steps, deed: deedOf(record.deed, steps) }
  return renew(isDone ? { ...left, undoneAt: at } : left, back)
}

/**
 * The step without the items that somebody brought back meanwhile, under ids that nobody here can know: those that came
 * since with all that they had, ticked by now or not. `left` is undefined where all of them are there.
 */
export function withoutThereAgain(
  step: UndoStep,
  view: Reader,
  isMine: IsMine,
): { readonly left: UndoStep | undefined; readonly kept: readonly string[] } {
  const { variables, beside } = step
  if (!beside) return { left: step, kept: [] }
  const before = new Set(beside)
  const came = view
    .itemIds(textOf(variables, 'shoppingListId'))
    .flatMap(id => (before.has(id) || isMine.broughtBack(id) ? [] : (view.item(id) ?? [])))
  const byName = Map.groupBy(came, ({ name }) => name)
  const items = recordsOf(variables, 'items')
  const { gone = [], there = [] } = Object.groupBy(items, item => {
    const alike = byName.get(textOf(item, 'name')) ?? []
    const at = alike.findIndex(one => isSameItem(one, { ...item, purchased: one.purchased }))
    // Each stands for one alone.
    if (at >= 0) alike.splice(at, 1)
    return at < 0 ? 'gone' : 'there'
  })
  const [first, ...others] = there
  if (!first) return { left: step, kept: [] }
  const more = others.length > 0 ? ` and ${others.length} more are` : ' is'
  return {
    left: gone.length > 0 ? { ...step, variables: { ...variables, items: gone } } : undefined,
    kept: [`“${textOf(first, 'name')}”${more} there again already.`],
  }
}

/** Under which id the step would make the item anew; a list comes back as a whole. */
function anewIn({ name, renews }: UndoStep, itemId: string): string | undefined {
  return name === 'createItems' || name === 'createItem' ? renews?.[itemId] : undefined
}

function withoutItem(step: UndoStep, itemId: string): readonly UndoStep[] {
  const anew = anewIn(step, itemId)
  if (anew === undefined) return [step]
  const { variables, places, renews = {} } = step
  const items = recordsOf(variables, 'items').filter(item => item.id !== anew)
  if (items.length === 0) return []
  const { [itemId]: _, ...others } = renews
  return [
    {
      ...step,
      variables: { ...variables, items },
      ...(places && { places: places.filter(({ id }) => id !== anew) }),
      renews: others,
    },
  ]
}

/** What the deed is about, of the items that are left. */
function deedOf(deed: Deed, steps: readonly UndoStep[]): Deed {
  const items = steps.flatMap(({ variables }) => recordsOf(variables, 'items'))
  const [only, ...others] = items
  if (deed.count === undefined || only === undefined) return deed
  if (others.length > 0) return { ...deed, count: items.length }
  const { count: _, ...rest } = deed
  return { ...rest, name: textOf(only, 'name') }
}
