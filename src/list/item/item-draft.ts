/**
 * What a person has typed into the form of an item. Only what they touched is held, so what somebody else
 * changes meanwhile stays visible, and a save carries only the fields that changed.
 */

import {
  checkQuantity,
  formatQuantity,
  isThousands,
  parseQuantity,
} from '../../../rules/items/quantity.ts'
import { limits } from '../../../rules/limits.ts'
import { laidOver } from '../../../rules/lists/tags.ts'
import { nameKey } from '../../../rules/names.ts'
import { checkName, checkNotes, cleanName } from '../../../rules/text.ts'
import type { CreateItemVariables } from '../../cache/edits/item-edits.ts'
import { contentOf, type ItemContent } from '../../cache/records/item-content.ts'
import { many } from '../../cache/records/many.ts'
import type { ReadItem } from '../../cache/records/reader.ts'
import { draftInputs } from '../../features/tags/draft-inputs.ts'
import {
  type DraftTag,
  isAmong,
  type NewTagDraft,
  tagOfText,
} from '../../features/tags/tag-draft.ts'
import type { UpdateItemMutationVariables } from '../../generated/operations.ts'

/** Whose form it is. */
type DraftedItem = Pick<ReadItem, keyof ItemContent>

export interface ItemDraft {
  readonly name?: string
  readonly quantityToPurchase?: string
  readonly quantityInStock?: string
  readonly unitId?: string
  readonly notes?: string
  readonly itemTags?: readonly DraftTag[]
  /** Those of the item when they were first touched. */
  readonly tagsBefore?: readonly DraftTag[]
  /** Typed, and not added yet. */
  readonly newTag?: NewTagDraft
  /** The item when it was last typed into: somebody may delete it. */
  readonly of?: DraftedItem
}

/** Under which it is kept until it is saved. */
export const draftKey = (itemId: string) => `item.${itemId}`

/** The fields that are typed. */
export type DraftField = Exclude<keyof ItemDraft, 'itemTags' | 'tagsBefore' | 'newTag' | 'of'>

/** What a field shows: what was typed, else what the item has. */
export function shownValue(item: DraftedItem, draft: ItemDraft, field: DraftField): string {
  const typed = draft[field]
  if (typed !== undefined) return typed
  const value = item[field]
  if (value === null) return ''
  return typeof value === 'number' ? formatQuantity(value) : value
}

export type ItemChanges = Omit<UpdateItemMutationVariables, 'id'>

export type NewContent = Omit<CreateItemVariables, 'id' | 'shoppingListId'>

export type DraftIssues = Readonly<Partial<Record<DraftField | 'newTag', string | undefined>>>

/**
 * All that an item is made of anew that was deleted while it was typed into, and a sentence for each field that cannot
 * be saved.
 */
export function contentAnew(
  item: DraftedItem,
  draft: ItemDraft,
  listTags: readonly DraftTag[],
): { readonly content: NewContent; readonly issues: DraftIssues } {
  const { changes, issues } = readFields(item, draft, listTags)
  const { shoppingListId: _, itemTags, itemTagsBefore, ...changed } = changes
  const content = contentOf(item)
  const tags = itemTags && laidOver(content.itemTags, many(itemTags), many(itemTagsBefore))
  const { name, ...others } = { ...content, ...changed, ...(tags && { itemTags: tags }) }
  return { content: { ...others, name: name ?? item.name }, issues }
}

/** Whatever was typed, to be copied: of which item it is, then a line a field. */
export function typedText(item: DraftedItem, draft: ItemDraft): string {
  const { name, quantityToPurchase, quantityInStock, newTag, notes } = draft
  const lines = [name ?? item.name, quantityToPurchase, quantityInStock, newTag?.text, notes]
  return lines.filter(Boolean).join('\n')
}

/** What is left once the rest is saved, of the item as it is then. One tag that cannot be saved keeps all of them. */
export function unsavedPart(
  { itemTags, tagsBefore, newTag, ...typed }: ItemDraft,
  issues: DraftIssues,
  of: DraftedItem,
): ItemDraft {
  const fields = Object.entries(typed).filter(([field]) => field in issues)
  return {
    ...Object.fromEntries(fields),
    ...('newTag' in issues && { itemTags, tagsBefore, newTag }),
    of,
  }
}

/** The fields that differ from the item and can be saved, and a sentence for each of the others. */
export function readFields(
  item: DraftedItem,
  draft: ItemDraft,
  listTags: readonly DraftTag[],
): { readonly changes: ItemChanges; readonly issues: DraftIssues } {
  const issues: Partial<Record<DraftField | 'newTag', string>> = {}
  const changes: { -readonly [Field in keyof ItemChanges]: ItemChanges[Field] } = {}

  if (draft.name !== undefined) {
    const issue = checkName('name', draft.name)
    if (issue) issues.name = issue.message
    else if (cleanName(draft.name) !== item.name) changes.name = cleanName(draft.name)
  }

  if (draft.quantityToPurchase !== undefined) {
    const read = readQuantity('quantityToBuy', draft.quantityToPurchase)
    if (typeof read === 'string') issues.quantityToPurchase = read
    else if (read.value !== item.quantityToPurchase) changes.quantityToPurchase = read.value
  }

  if (draft.quantityInStock !== undefined) {
    const read = readQuantity('quantityInStock', draft.quantityInStock)
    if (typeof read === 'string') issues.quantityInStock = read
    else if ((read.value ?? 0) !== item.quantityInStock) changes.quantityInStock = read.value ?? 0
  }

  if (draft.unitId !== undefined) {
    const unitId = draft.unitId === '' ? null : draft.unitId
    if (unitId !== item.unitId) changes.unitId = unitId
  }

  if (draft.notes !== undefined) {
    const issue = checkNotes('notes', draft.notes)
    const notes = draft.notes === '' ? null : draft.notes
    if (issue) issues.notes = issue.message
    else if (notes !== item.notes) changes.notes = notes
  }

  const wanted = wantedTags(item, draft, listTags)
  if (typeof wanted === 'string') issues.newTag = wanted
  else if (wanted !== undefined) {
    const before = draft.tagsBefore ?? item.itemTags
    const same =
      wanted.length === before.length && wanted.every((tag, at) => isSame(tag, before[at]))
    if (!same) {
      changes.itemTags = draftInputs(wanted)
      changes.itemTagsBefore = draftInputs(before)
    }
  }

  return { changes, issues }
}

function isSame(tag: DraftTag, other: DraftTag | undefined): boolean {
  if (tag.id !== undefined && other?.id !== undefined) return tag.id === other.id
  return nameKey(tag.name) === nameKey(other?.name ?? '')
}

/** The one that was typed is among them; undefined if nobody touched them, a sentence if it cannot be. */
function wantedTags(
  item: DraftedItem,
  { itemTags, newTag }: ItemDraft,
  listTags: readonly DraftTag[],
): readonly DraftTag[] | string | undefined {
  if (newTag === undefined || cleanName(newTag.text) === '') return itemTags
  const chosen = itemTags ?? item.itemTags
  if (isAmong(chosen, newTag.text)) return itemTags
  const result = tagOfText(listTags, chosen, newTag.text, newTag.color)
  return result.kind === 'tag' ? [...chosen, result.tag] : result.message
}

/** Blank is "nobody said". */
function readQuantity(field: string, text: string): { readonly value: number | null } | string {
  if (text.trim() === '') return { value: null }
  const value = parseQuantity(text)
  const title = field === 'quantityToBuy' ? 'Quantity to buy' : 'Quantity in stock'
  if (isThousands(text)) {
    const typed = text.trim()
    const thousands = typed.replace(/[.,]/, '')
    return `${title}: “${typed}” may be ${value} or ${thousands}. Write the one that you mean.`
  }
  if (value === undefined) {
    return `${title} is not a number. Write it like 2, 1.5 or ½, with at most ${limits.quantityDecimals} decimals.`
  }
  return checkQuantity(field, value)?.message ?? { value }
}
