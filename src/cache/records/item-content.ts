/**
 * The fields of an item that a person writes, all in this file: how each is made, taken, read and kept. A field
 * that the contract gets is asked for here by the compiler; whatever lists fields elsewhere follows.
 */
import { cleanName } from '../../../rules/text.ts'
import type { ItemChangeInput, ItemFieldsFragment } from '../../generated/operations.ts'

/** Made by the server, or following from where the item stands. */
type Made =
  | '__typename'
  | 'id'
  | 'shoppingListId'
  | 'order'
  | 'permission'
  | 'createdAt'
  | 'updatedAt'
  | 'updatedBy'

export type ItemContent = Omit<ItemFieldsFragment, Made>
type PlainContent = Omit<ItemContent, 'itemTags'>
type TagContent = Omit<ItemContent['itemTags'][number], '__typename'>

/** Of a new item about which nothing is said; in the order in which a person is told of fields. */
const emptyContent: ItemContent = {
  name: '',
  quantityToPurchase: null,
  quantityInStock: 0,
  unitId: null,
  itemTags: [],
  notes: null,
  purchased: false,
}

/** All of them. */
export const contentFields = keysOf(emptyContent)

/** Those that are compared as they are; tags are compared by name. */
export const plainFields = contentFields.filter(field => field !== 'itemTags')

/** A change as the server will take it; undefined leaves a field as it is. */
export function takeContent(given: Omit<ItemChangeInput, 'id' | 'itemTags' | 'itemTagsBefore'>): {
  readonly [Field in keyof PlainContent]: PlainContent[Field] | undefined
} {
  return {
    name: given.name == null ? undefined : cleanName(given.name),
    quantityToPurchase: given.quantityToPurchase,
    quantityInStock: given.quantityInStock === null ? 0 : given.quantityInStock,
    unitId: given.unitId,
    notes: given.notes,
    purchased: given.purchased === undefined ? undefined : given.purchased === true,
  }
}

/** A new item of which this is said, as yet without tags. */
export function newContent(
  given: Omit<ItemChangeInput, 'id' | 'itemTags' | 'itemTagsBefore'>,
): ItemContent {
  const said = Object.entries(takeContent(given)).filter(([, value]) => value !== undefined)
  return { ...emptyContent, ...Object.fromEntries(said) }
}

/** Of a record as it lies in the cache, without the tags. */
export function readContent(record: Readonly<Record<string, unknown>>): PlainContent {
  return {
    name: textOf(record.name) ?? '',
    quantityToPurchase: numberOf(record.quantityToPurchase),
    quantityInStock: numberOf(record.quantityInStock) ?? 0,
    unitId: textOf(record.unitId),
    notes: textOf(record.notes),
    purchased: record.purchased === true,
  }
}

/** As a new item is made of it; its tags by id, name and colour. */
export function contentOf(item: PlainContent & { readonly itemTags: readonly TagContent[] }) {
  const { name, quantityToPurchase, quantityInStock, unitId, notes, purchased } = item
  return {
    name,
    quantityToPurchase,
    quantityInStock,
    unitId,
    notes,
    purchased,
    itemTags: tagInputs(item.itemTags),
  } satisfies { readonly [Field in keyof ItemContent]: unknown }
}

/** As edits name them. */
export function tagInputs(tags: readonly TagContent[]) {
  return tags.map(({ id, name, color }) => ({ id, name, color }))
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

/** Of an object that was written down right here, and so has no others. */
function keysOf<T extends object>(written: T): readonly (keyof T)[] {
  return Object.keys(written) as (keyof T)[]
}
