/** What the add box offers for a text: pure, so that drawing it twice costs nothing. */
import { addQuantities, formatQuantity } from '../../../rules/items/quantity.ts'
import { quantityText } from '../../../rules/items/quantity-text.ts'
import { parseQuickAdd, type QuickAdd } from '../../../rules/items/quick-add.ts'
import { countedIn, type Unit } from '../../../rules/items/units.ts'
import { cleanName } from '../../../rules/text.ts'
import type { Touched } from '../../cache/sync/list-views.ts'

export interface TagName {
  readonly name: string
  readonly color: string
}

/** What shall be added. */
export interface Wanted {
  readonly name: string
  readonly quantity: number | null
  readonly unitId: string | null
  readonly tags: readonly TagName[]
  /** Pieces are meant, whatever unit the name has where it stands already. */
  readonly counted?: true
}

/** What the list has under the same name. */
export interface Found {
  readonly id: string
  readonly name: string
  readonly purchased: boolean
  readonly quantityToPurchase: number | null
  readonly unitId: string | null
}

export interface Amount {
  readonly quantity: number | null
  readonly unitId: string | null
}

type Typed = Pick<Wanted, 'quantity' | 'unitId' | 'counted'>

export type Chip =
  /** What was understood of the text; counts on Enter. */
  | { readonly kind: 'understood'; readonly label: string; readonly wanted: Wanted }
  /** The text to the letter, once the understanding was refused; counts on Enter. */
  | { readonly kind: 'literal'; readonly label: string; readonly wanted: Wanted }
  | {
      readonly kind: 'bring-back' | 'raise'
      readonly label: string
      /** As it would be added if it were not there. */
      readonly wanted: Wanted
      readonly found: Found
      readonly amount: Amount
    }
  | { readonly kind: 'suggestion'; readonly label: string; readonly wanted: Wanted }

export type Offer = Extract<Chip, { readonly found: Found }>

/** What the box knows besides the text. */
export interface Knowledge {
  readonly units: readonly Unit[]
  /**
   * What a number without a unit counts in, where the person prefers one; what the name counted in the last
   * time comes before it, and pieces stay pieces ("3x eggs", "½ cucumber").
   */
  readonly defaultUnitId?: string | null | undefined
  /** What the name counted in the last time, null for pieces; undefined if nobody knows. */
  readonly unitOf: (name: string) => string | null | undefined
  /** From the person's own history, the likeliest first. */
  readonly suggest: (name: string) => readonly Wanted[]
  /** The tags that the name had the last time. */
  readonly tagsOf: (name: string) => readonly TagName[]
  readonly find: (name: string) => Found | undefined
  /** So that `find` misses nothing of a list that has only just opened: before something is added, not for a letter. */
  readonly lookThrough: () => void
  /** Calls back with the items that changed. */
  readonly onTouched: (listener: (touched: Pick<Touched, 'itemIds'>) => void) => () => void
}

/** What Enter adds. What was typed wins: only what the person can see was understood is taken out of it. */
export function wantedOf(text: string, refused: boolean, know: Knowledge): Wanted {
  if (refused) {
    // Cells that were copied are parted by tabs, which no name may have.
    const name = cleanName(text).replace(/\s+/g, ' ')
    return { name, quantity: null, unitId: null, tags: [] }
  }
  return understood(parseQuickAdd(text, know.units), know)
}

function understood(read: QuickAdd, know: Knowledge): Wanted {
  return { name: read.name, ...typedAmount(read, know), tags: know.tagsOf(read.name) }
}

function typedAmount(read: QuickAdd, know: Knowledge): Typed {
  return {
    quantity: read.quantity ?? null,
    unitId: read.unitId ?? unitUnsaid(read, know),
    ...(read.counted && { counted: true }),
  }
}

/** Whether more than the name would be added, so that it is to be seen, and can be refused. */
export function isUnderstood(wanted: Wanted): boolean {
  return wanted.quantity !== null || wanted.tags.length > 0
}

function unitUnsaid({ name, quantity, counted }: QuickAdd, know: Knowledge): string | null {
  if (quantity === undefined || counted || know.defaultUnitId == null) return null
  const last = know.unitOf(name)
  return last === undefined ? know.defaultUnitId : last
}

export function chipsFor(text: string, refused: boolean, know: Knowledge): Chip[] {
  if (text.trim() === '') return []
  const read = refused ? undefined : parseQuickAdd(text, know.units)
  const wanted = read ? understood(read, know) : wantedOf(text, true, know)
  const chips: Chip[] = []
  if (refused) chips.push({ kind: 'literal', label: `“${wanted.name}” as typed`, wanted })
  else if (isUnderstood(wanted)) {
    chips.push({ kind: 'understood', label: understoodLabel(wanted, text, know.units), wanted })
  }
  const found = know.find(wanted.name)
  const offer = found && offerFor(found, wanted, know.units)
  if (offer) chips.push(offer)
  if (!read) return chips
  for (const suggested of know.suggest(wanted.name)) {
    const there = know.find(suggested.name)
    if (there && there.id === found?.id) continue
    // What is on the list can be seen there; what is in the trolley can come back.
    if (there && !there.purchased) continue
    // Of "3 mil" the unit is the one of Milk, as it is of "3 milk".
    const typed = typedAmount({ ...read, name: suggested.name }, know)
    const back = there && offerFor(there, { ...suggested, ...typed }, know.units)
    if (back) chips.push(back)
    else chips.push(suggestionChip(suggested, typed, know.units))
  }
  return chips
}

/** The same name again: a ticked one can come back, an unticked one can be raised. */
export function offerFor(found: Found, wanted: Wanted, units: readonly Unit[]): Offer | undefined {
  if (found.purchased) {
    const isOther = wanted.counted && countedIn(found.unitId, units) !== null
    const amount =
      wanted.quantity === null
        ? { quantity: found.quantityToPurchase, unitId: found.unitId }
        : {
            quantity: wanted.quantity,
            unitId: isOther ? null : (wanted.unitId ?? found.unitId),
          }
    const text = wanted.quantity === null ? '' : `, ${amountText(amount, units)}`
    return { kind: 'bring-back', label: `Bring back ${found.name}${text}`, wanted, found, amount }
  }
  const amount = raised(found, wanted, units)
  if (amount === undefined) return undefined
  return {
    kind: 'raise',
    label: `Raise ${found.name} to ${amountText(amount, units)}`,
    wanted,
    found,
    amount,
  }
}

/** Of several wanted at once those that lie in the trolley, and come back; of two of one name the first. */
export function comingBack(all: readonly Wanted[], know: Knowledge): ReadonlyMap<Wanted, Offer> {
  const back = new Map<string, readonly [Wanted, Offer]>()
  for (const wanted of all) {
    const found = know.find(wanted.name)
    if (!found || back.has(found.id)) continue
    const offer = offerFor(found, wanted, know.units)
    if (offer?.kind === 'bring-back') back.set(found.id, [wanted, offer])
  }
  return new Map(back.values())
}

export function amountText({ quantity, unitId }: Amount, units: readonly Unit[]): string {
  return quantityText(
    quantity,
    units.find(unit => unit.id === unitId),
  )
}

/**
 * Both together, in the unit of either. Without a typed quantity one more is meant, which makes no sense
 * of 500 g; nothing is offered then, nor where both count in different units.
 */
function raised(found: Found, wanted: Typed, units: readonly Unit[]): Amount | undefined {
  const has = found.quantityToPurchase || null
  const there = countedIn(found.unitId, units)
  const typed = countedIn(wanted.unitId, units)
  const isSaid = wanted.counted || wanted.unitId !== null
  if (isSaid && typed !== there && (there !== null || has !== null)) return undefined
  const arePieces = (typed ?? there) === null
  const isCount = has === null ? arePieces : Number.isInteger(has) && has <= 20
  if (wanted.quantity === null && !isCount) return undefined
  const before = has ?? (arePieces ? 1 : 0)
  return {
    quantity: addQuantities(before, wanted.quantity ?? 1),
    unitId: typed ?? found.unitId,
  }
}

/** "1,5 l · Milk · Dairy": the number as it was typed. */
function understoodLabel(wanted: Wanted, text: string, units: readonly Unit[]): string {
  const unit = units.find(candidate => candidate.id === wanted.unitId)
  const number = formatQuantity(wanted.quantity ?? 0)
  const typedNumber = /\d,\d/.test(text) ? number.replace('.', ',') : number
  const amount = /[.,]/.test(text)
    ? [typedNumber, unit?.abbreviation].filter(Boolean).join(' ')
    : quantityText(wanted.quantity, unit)
  const tags = wanted.tags.map(tag => tag.name)
  return [wanted.quantity === null ? '' : amount, wanted.name, ...tags].filter(Boolean).join(' · ')
}

/** "1½ l milk, Dairy": all that was understood, for who hears it. */
export function wantedText(wanted: Wanted, units: readonly Unit[]): string {
  const what = [amountText(wanted, units), wanted.name].filter(Boolean).join(' ')
  return [what, ...wanted.tags.map(tag => tag.name)].join(', ')
}

/** What was typed counts more than what was last used. */
function suggestionChip(suggested: Wanted, typed: Typed, units: readonly Unit[]): Chip {
  const wanted = typed.quantity === null ? suggested : { ...suggested, ...typed }
  const amount = amountText(wanted, units)
  const label = amount === '' ? wanted.name : `${wanted.name} · ${amount}`
  return { kind: 'suggestion', label, wanted }
}
