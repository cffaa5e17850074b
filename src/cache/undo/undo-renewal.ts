/** Ids under which an undo brings something back: what is taken back later means the new ones. */
import { derivedId } from '../../../rules/derived-id.ts'
import { idOf, isItemId, itemCacheId, listCacheId } from '../records/cache-ids.ts'
import { textOf, textsOf } from '../records/edit-variables.ts'
import type { UndoRecord, UndoStep } from './undo-step.ts'

/** Ids in a record that an undo renewed mean the new ones from then on; the same value where it has none. */
export function renew<T>(value: T, renewed: ReadonlyMap<string, string>): T
export function renew(value: unknown, renewed: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    const known = renewed.get(value)
    if (known !== undefined) return known
    const colon = value.indexOf(':')
    const id = colon < 0 ? undefined : renewed.get(value.slice(colon + 1))
    return id === undefined ? value : `${value.slice(0, colon)}:${id}`
  }
  if (Array.isArray(value)) {
    const after = value.map(entry => renew<unknown>(entry, renewed))
    return after.some((entry, at) => entry !== value[at]) ? after : value
  }
  if (typeof value !== 'object' || value === null) return value
  const before = Object.entries(value)
  const after = before.map(
    ([key, entry]) => [renewed.get(key) ?? key, renew<unknown>(entry, renewed)] as const,
  )
  return after.some(([key, entry], at) => key !== before[at]?.[0] || entry !== before[at]?.[1])
    ? Object.fromEntries(after)
    : value
}

/**
 * The ids that a step gives anew; the items of a list that comes back get theirs as in a copy, and so do those in its
 * bin, of which `records` tell.
 */
export function renewals(
  step: UndoStep,
  records: readonly UndoRecord[],
): ReadonlyMap<string, string> {
  const renewed = new Map(Object.entries(step.renews ?? {}))
  const { id: listId, newId, shown } = step.variables
  if (step.name !== 'restoreShoppingList' || typeof newId !== 'string') return renewed
  const itemIds =
    typeof shown === 'object' && shown !== null ? textsOf({ ...shown }, 'itemIds') : []
  const binnedIds = records
    .flatMap(({ steps }) => steps)
    .filter(({ variables }) => variables.shoppingListId === listId)
    .flatMap(({ renews = {} }) => Object.keys(renews))
  for (const id of [...itemIds, ...binnedIds]) renewed.set(id, derivedId(newId, id))
  return renewed
}

/** A deletion of a list that was taken back on another device, and the ids that this gave anew. */
export interface TakenBack {
  readonly deletionId: string
  readonly renewed: ReadonlyMap<string, string>
}

/**
 * What the server tells under another list than the device remembers it of is told of a list that came back, where it
 * names what it was done to as it is called there: an item that was moved keeps its id.
 */
export function takenBackElsewhere(
  records: readonly UndoRecord[],
  told: readonly UndoRecord[],
): readonly TakenBack[] {
  const toldByToken = new Map(told.flatMap(one => one.tokens.map(token => [token, one] as const)))
  const backIds = new Map(
    records.flatMap(record =>
      record.tokens.flatMap(token => {
        const one = toldByToken.get(token)
        return one && isOfBack(record, one) ? [[record.listId, one.listId] as const] : []
      }),
    ),
  )
  return records.flatMap(({ id: deletionId, steps, undoneAt }) =>
    steps.flatMap(step => {
      const id = textOf(step.variables, 'id')
      const newId = backIds.get(id) ?? id
      if (step.name !== 'restoreShoppingList' || undoneAt !== undefined || newId === id) return []
      const back = { ...step, variables: { ...step.variables, newId }, renews: { [id]: newId } }
      return [{ deletionId, renewed: renewals(back, records) }]
    }),
  )
}

function isOfBack(record: UndoRecord, told: UndoRecord): boolean {
  const { listId } = told
  if (record.listId === listId) return false
  const there = changedIn(record).map(cacheId =>
    isItemId(cacheId) ? itemCacheId(derivedId(listId, idOf(cacheId))) : listCacheId(listId),
  )
  return changedIn(told).some(cacheId => there.includes(cacheId))
}

function changedIn({ steps }: UndoRecord): readonly string[] {
  return steps.flatMap(({ guard, guards = [] }) =>
    [guard, ...guards].flatMap(one => one?.cacheId ?? []),
  )
}
