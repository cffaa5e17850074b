/** Whether what somebody did still stands as they left it, and so may be taken back without harm to others. */
import { isNumbered } from '../../../rules/names.ts'
import { cleanName } from '../../../rules/text.ts'
import { fieldWord } from '../../../rules/validation-issue.ts'
import type { EditVariables } from '../../offline/outbox/edit.ts'
import { idOf, isItemId } from '../records/cache-ids.ts'
import { recordsOf, textOf, textsOf } from '../records/edit-variables.ts'
import { accountUnit } from '../records/local-records.ts'
import type { Reader } from '../records/reader.ts'
import { isSameValue } from './same-value.ts'
import { withoutThereAgain } from './undo-came-back.ts'
import { resolveMadeList } from './undo-made-list.ts'
import { forbiddenList } from './undo-right.ts'
import type { FieldGuard, IsMine, Neighbours, Place, ResolvedStep, UndoStep } from './undo-step.ts'
import { basedOnMade, type TagsThatStay, tagsThatStay, withoutTags } from './undo-tags.ts'

/** The steps with what the edit made of each field and place; call it right after the edit was performed. */
export function fillGuards(steps: readonly UndoStep[], view: Reader): readonly UndoStep[] {
  return steps.map(step => ({
    ...step,
    ...(step.guard && { guard: fillGuard(step.guard, view) }),
    ...(step.guards && { guards: step.guards.map(guard => fillGuard(guard, view)) }),
    ...(step.made && { made: view.itemIds(textOf(step.variables, 'id')) }),
    ...(step.place && { place: withNeighbours(step.place, textOf(step.variables, 'id'), view) }),
  }))
}

function fillGuard(guard: FieldGuard, view: Reader): FieldGuard {
  const { cacheId } = guard
  const mine = Object.entries(guard.mine).map(([field, given]) => {
    const shown = fieldOf(view, cacheId, field) ?? given ?? null
    const isOfList = field === 'name' && !isItemId(cacheId)
    return [field, isOfList ? withoutNumber(shown, given) : shown]
  })
  return { ...guard, mine: Object.fromEntries(mine) }
}

/** Which number comes behind a list's name, if any, the server says: the device only guesses. */
function withoutNumber(shown: unknown, given: unknown): unknown {
  const wanted = typeof given === 'string' ? cleanName(given) : ''
  return wanted !== '' && isNumbered(String(shown), wanted) ? wanted : shown
}

/** What is left to do of a step. Ask right before performing it, and after the steps before it. */
export function resolveStep(step: UndoStep, view: Reader, isMine: IsMine): ResolvedStep {
  const resolved = resolve(step, view, isMine)
  const list = resolved.edit && forbiddenList(resolved.edit, view)
  return list ? { kept: [`You may not change “${list.name}” any more.`] } : resolved
}

/** Whether nothing is left of what a step takes back, so that nobody is to be offered it. */
export function isOver(step: UndoStep, view: Reader, isMine: IsMine): boolean {
  // A whole list would be looked through for each deletion and each new tag in its history.
  const { beside, guard, variables } = step
  if (beside || (guard && !guard.whole && !isBack(variables, guard, view))) return false
  const { edit, kept = [], isOver = kept.length === 0 } = resolveStep(step, view, isMine)
  return !edit && isOver
}

function resolve(step: UndoStep, view: Reader, isMine: IsMine): ResolvedStep {
  if (step.place) return resolvePlace(step, step.place, view)
  if (step.guards) return resolveEach(step, step.guards, view, isMine)
  if (step.name === 'createItem' || step.name === 'createItems')
    return resolveCreation(step, view, isMine)
  if (step.name === 'deleteShoppingList') return resolveMadeList(step, view, isMine)
  if (step.name === 'swapShoppingListItems') return resolveSwap(step, view)
  if (step.guard) return resolveFields(step, step.guard, view, isMine)
  return { edit: { name: step.name, variables: step.variables } }
}

/** One edit of what is left of all of them. */
function resolveEach(
  { name, variables }: UndoStep,
  guards: readonly FieldGuard[],
  view: Reader,
  isMine: IsMine,
): ResolvedStep {
  const field = 'ids' in variables ? 'ids' : 'items'
  const changes =
    field === 'ids' ? textsOf(variables, field).map(id => ({ id })) : recordsOf(variables, field)
  const left: EditVariables[] = []
  const kept: string[] = []
  let isOver = true
  for (const [at, change] of changes.entries()) {
    const guard = guards[at]
    if (!guard) continue
    const resolved = resolveFields({ name, variables: change }, guard, view, isMine)
    if (resolved.edit) left.push(resolved.edit.variables)
    kept.push(...(resolved.kept ?? []))
    isOver &&= resolved.isOver ?? !resolved.kept
  }
  if (left.length === 0) return { kept, isOver }
  const rest = field === 'ids' ? left.map(({ id }) => id) : left
  return { edit: { name, variables: { ...variables, [field]: rest } }, kept }
}

function resolveFields(
  { name, variables }: UndoStep,
  guard: FieldGuard,
  view: Reader,
  isMine: IsMine,
): ResolvedStep {
  const { cacheId, mine, whole } = guard
  if (!exists(view, cacheId))
    return {
      kept: [`${titleOf(view, cacheId, mine, variables)} is not there any more.`],
      isOver: whole === true,
    }
  const tags = 'itemTags' in mine ? tagsThatStay(variables, guard, view, isMine) : noTags
  const foreign = Object.keys(mine).filter(field => {
    if (field === 'itemTags') return tags.isAll
    const now = fieldOf(view, cacheId, field)
    return !isSameValue(cacheId, field, now, mine[field]) && !isMine.gave(cacheId, field, now)
  })
  if (foreign.length + tags.tags.length === 0 && isBack(variables, guard, view)) return {}
  const stay = [
    ...foreign.map(field => (field === 'shoppingListId' ? 'its list' : `the ${fieldWord(field)}`)),
    ...(tags.isAll ? [] : tags.names.map(name => `the tag ${name}`)),
  ]
  const kept =
    stay.length === 0
      ? []
      : [
          `${titleOf(view, cacheId, mine, variables)} was changed since: ${stay.join(' and ')} ${
            isOne(stay) ? 'stays as it is' : 'stay as they are'
          }.`,
        ]
  if (foreign.length > 0 && (whole || foreign.length === Object.keys(mine).length)) return { kept }
  const rest = Object.fromEntries(
    Object.entries(withoutTags(variables, guard, tags.tags)).filter(
      ([field]) => !foreign.includes(field),
    ),
  )
  return { edit: { name, variables: basedOnMade(rest, guard) }, kept }
}

const noTags: TagsThatStay = { tags: [], names: [], isAll: false }

/** Whether all of it is again what it was before: by what the person did later on, or undid elsewhere. */
function isBack(
  variables: EditVariables,
  { cacheId, mine, whole }: FieldGuard,
  view: Reader,
): boolean {
  if (whole) return false
  return Object.keys(mine).every(field => {
    const [now, before] = [fieldOf(view, cacheId, field), variables[field]]
    return field === 'name' ? now === before : isSameValue(cacheId, field, now, before)
  })
}

/** Items that moved to another list go back as long as both lists are there, and one of them. */
function resolveSwap(step: UndoStep, view: Reader): ResolvedStep {
  const { name, variables } = step
  const lists = ['firstShoppingListId', 'secondShoppingListId'].map(list => textOf(variables, list))
  const isThere =
    lists.every(id => view.list(id)) &&
    ['firstItemIds', 'secondItemIds']
      .flatMap(ids => textsOf(variables, ids))
      .some(id => lists.includes(view.item(id)?.shoppingListId ?? ''))
  if (!isThere) return { kept: ['What was moved is not there any more.'] }
  return { edit: { name, variables: withPlaces(step, view) } }
}

function resolveCreation(step: UndoStep, view: Reader, isMine: IsMine): ResolvedStep {
  const { name, variables } = step
  if (!view.list(textOf(variables, 'shoppingListId'))) {
    const [first = variables] = recordsOf(variables, 'items')
    return { kept: [`The list of “${textOf(first, 'name')}” is not there any more.`] }
  }
  const { left, kept } = withoutThereAgain(step, view, isMine)
  if (!left) return { kept }
  return { edit: { name, variables: withPlaces(left, view) }, kept }
}

/** The variables with each row behind the nearest neighbour that is still there, or that is put back before it. */
function withPlaces({ name, variables, places }: UndoStep, view: Reader): EditVariables {
  if (!places) return variables
  const present = new Map<string, Set<string>>()
  const wishes = places.flatMap(({ id, listId, before }) => {
    const rows = present.get(listId) ?? new Set(view.itemIds(listId))
    present.set(listId, rows.add(id))
    const after = before.find(other => rows.has(other))
    // All that it stood behind went: it stays at the end.
    return after === undefined && before.length > 0 ? [] : [{ id, afterItemId: after ?? null }]
  })
  if (name !== 'createItems') return { ...variables, places: wishes }
  const wishesById = new Map(wishes.map(wish => [wish.id, wish]))
  const items = recordsOf(variables, 'items').map(item => ({
    ...item,
    ...wishesById.get(textOf(item, 'id')),
  }))
  return { ...variables, items }
}

function resolvePlace({ name, variables }: UndoStep, place: Place, view: Reader): ResolvedStep {
  const id = textOf(variables, 'id')
  const order = orderOf(place, view)
  if (!order.includes(id)) return {}
  if (place.mine && !isStillBeside(order, id, place.mine)) {
    const title = view.item(id)?.name ?? view.list(id)?.name ?? ''
    return { kept: [`“${title}” was moved since and stays where it is.`] }
  }
  const after = place.before.find(other => order.includes(other))
  if (after === undefined && place.before.length > 0) return {}
  if (neighboursOf(order, id).before === (after ?? null)) return {}
  const afterName = place.listId === undefined ? 'afterShoppingListId' : 'afterItemId'
  return { edit: { name, variables: { id, [afterName]: after ?? null } } }
}

function withNeighbours(place: Place, id: string, view: Reader): Place {
  const order = orderOf(place, view)
  return order.includes(id) ? { ...place, mine: neighboursOf(order, id) } : place
}

function neighboursOf(order: readonly string[], id: string): Neighbours {
  const place = order.indexOf(id)
  return { before: order[place - 1] ?? null, after: order[place + 1] ?? null }
}

/** One neighbour is enough: the other may have been deleted or moved by somebody. */
function isStillBeside(order: readonly string[], id: string, mine: Neighbours): boolean {
  const now = neighboursOf(order, id)
  return now.before === mine.before || now.after === mine.after
}

function orderOf(place: Place, view: Reader): readonly string[] {
  return place.listId === undefined ? view.listIds() : view.itemIds(place.listId)
}

function exists(view: Reader, cacheId: string): boolean {
  return cacheId === accountUnit || recordOf(view, cacheId) !== undefined
}

function fieldOf(view: Reader, cacheId: string, field: string): unknown {
  if (field === 'shoppingListIds') return view.listIds()
  if (field === 'itemIds') return view.itemIds(idOf(cacheId))
  const record = recordOf(view, cacheId)
  return record && Reflect.get(record, field)
}

function recordOf(view: Reader, cacheId: string): object | undefined {
  return isItemId(cacheId) ? view.item(idOf(cacheId)) : view.list(idOf(cacheId))
}

function titleOf(
  view: Reader,
  cacheId: string,
  mine: Readonly<Record<string, unknown>>,
  variables: EditVariables,
): string {
  if (cacheId === accountUnit) return 'The order of the lists'
  const names = [recordOf(view, cacheId), mine, variables].map(record =>
    textOf(Object(record), 'name'),
  )
  const name = names.find(text => text !== '')
  return name ? `“${name}”` : isItemId(cacheId) ? 'The item' : 'The list'
}

/** The notes and the tags are many by themselves. */
function isOne(words: readonly string[]): boolean {
  const [only = '', ...others] = words
  return others.length === 0 && !/^the (notes|tags)$/.test(only)
}
