/**
 * What a person is likely to want, from what they added before on this device, and from what their lists tell.
 * Recency × frequency: each use weighs 1 and loses half of its weight every 30 days.
 */
import { dayMs } from '../days.ts'
import { nameKey } from '../names.ts'
import { sameJson } from '../same-json.ts'

/** What was used with a name the last time. */
export interface Use {
  readonly name: string
  readonly quantity: number | null
  readonly unitId: string | null
  readonly tags: readonly { readonly name: string; readonly color: string }[]
  /** The item that was made, so that a tag given to it later is remembered too. */
  readonly itemId: string
}

export interface Remembered extends Use {
  /** The sum of all uses, as it stood at `at`; 0 for a name that shall not be suggested. */
  readonly weight: number
  /** The last use, in ms since 1970. */
  readonly at: number
}

/** By `nameKey`. */
export type History = ReadonlyMap<string, Remembered>

/** A year of shopping fits; more would only be typos and one-offs. */
export const historyLimit = 1_000

const halfLife = 30 * dayMs

/**
 * The history after one more use at `at` (ms since 1970), which makes up for being forgotten; past 1,000 names
 * the least likely one goes.
 */
export function rememberUse(history: History, use: Use, at: number): History {
  const key = nameKey(use.name)
  const before = history.get(key)
  const next = new Map(history)
  next.set(key, { ...lastWanted(use, before), weight: (before ? weightAt(before, at) : 0) + 1, at })
  const others = [...next].filter(([other, entry]) => other !== key && !isForgotten(entry))
  if (others.length < historyLimit) return next
  const [first, ...rest] = others.map(([other, entry]) => [other, weightAt(entry, at)] as const)
  const least = rest.reduce((a, b) => (b && a && b[1] < a[1] ? b : a), first)
  if (least) next.delete(least[0])
  return next
}

/**
 * An item changed after it was added: its tags, unit and quantity are what was last used. Not a use of its own; the
 * same history where none of these is another.
 */
export function refreshUse(history: History, use: Use): History {
  const key = nameKey(use.name)
  const before = history.get(key)
  if (before?.itemId !== use.itemId) return history
  const next = { ...before, ...lastWanted(use, before) }
  return sameJson(next, before) ? history : new Map(history).set(key, next)
}

/** A reset leaves 0, which nobody wanted: what was wanted before stays known. */
function lastWanted(use: Use, before: Remembered | undefined): Use {
  if (use.quantity !== 0) return use
  const { quantity, unitId } = before?.quantity ? before : { quantity: null, unitId: use.unitId }
  return { ...use, quantity, unitId }
}

/** The history with a name that is not suggested, whatever the lists tell, until it is used again. */
export function forgetUse(history: History, name: string): History {
  const key = nameKey(name)
  const next = new Map(history)
  // Set anew, so that those forgotten longest ago come first.
  next.delete(key)
  next.set(key, { name, quantity: null, unitId: null, tags: [], itemId: '', weight: 0, at: 0 })
  const forgotten = [...next].flatMap(([other, entry]) => (isForgotten(entry) ? [other] : []))
  if (forgotten.length > historyLimit) next.delete(forgotten[0] ?? '')
  return next
}

/** Whether a name shall not be suggested until it is used again. */
export function isForgotten({ weight }: Remembered): boolean {
  return weight === 0
}

/** An item as its list tells it; `at` is its last change, in ms since 1970. */
export type DatedUse = Use & { readonly at: number }

/**
 * What all items of one name tell, on whichever lists: each is a use. The last one counts; what it says
 * nothing of (a quantity that a reset made 0, tags) an earlier one tells. Undefined of no items.
 */
export function summarizeUses(items: readonly DatedUse[]): Remembered | undefined {
  return items
    .toSorted((a, b) => a.at - b.at)
    .reduce<Remembered | undefined>((before, { at, ...use }) => {
      const told = { ...use, quantity: use.quantity || null, weight: 1, at }
      return before ? { ...filledUp(told, before), weight: weightAt(before, at) + 1 } : told
    }, undefined)
}

/**
 * The history and what the lists tell of a name, as one: the later of the two counts, and what it says nothing
 * of the other tells. What was added here and is still on a list is one use, not two.
 */
export function mergeRemembered(own: Remembered, told: Remembered): Remembered {
  if (isForgotten(own)) return own
  const [later, earlier] = told.at > own.at ? [told, own] : [own, told]
  const weight = Math.max(later.weight, weightAt(earlier, later.at))
  return { ...filledUp(later, earlier), weight }
}

function filledUp(later: Remembered, earlier: Remembered): Remembered {
  const { quantity, unitId } = later.quantity === null ? earlier : later
  const tags = later.tags.length === 0 ? earlier.tags : later.tags
  return { ...later, quantity, unitId, tags }
}

export interface SuggestOptions {
  /** ms since 1970. */
  readonly at: number
  readonly count: number
}

/** What a use is still worth at `at` (ms since 1970). */
export function weightAt(entry: Remembered, at: number): number {
  return entry.weight * 2 ** (-Math.max(0, at - entry.at) / halfLife)
}
