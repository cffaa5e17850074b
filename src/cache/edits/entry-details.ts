/** What a person typed with a change, field by field: it must be readable as long as the server has not got it. */
import type { ApolloCache } from '@apollo/client'
import { formatQuantity } from '../../../rules/items/quantity.ts'
import { fieldTitle } from '../../../rules/validation-issue.ts'
import { GetAllUnitDocument } from '../../generated/operations.ts'
import type { EditVariables, Entry } from '../../offline/outbox/edit.ts'
import { recordsOf } from '../records/edit-variables.ts'
import { contentFields } from '../records/item-content.ts'
import { readList } from '../records/records.ts'

export interface Detail {
  /** The field's label: "Quantity to buy". */
  readonly title: string
  readonly value: string
}

/** What is changed of one record. */
export interface RecordDetails {
  /** Where the change is of many at once. */
  readonly name?: string
  readonly details: readonly Detail[]
}

/** `sentence` is shown beside it: what it says is not said twice. */
export function entryDetails(
  cache: ApolloCache,
  entry: Entry,
  sentence: string,
): readonly RecordDetails[] {
  const { variables, creates, seen } = entry
  const kind = entry.deed?.kind
  const isTick = entry.name === 'tickItem' || kind === 'tick' || kind === 'untick'
  const reading = { cache, seen, sentence, isTick, makes: creates.length > 0 }
  const own = detailsOf(variables, reading)
  const seenById = new Map(recordsOf(seen ?? {}, 'items').map(item => [item.id, item]))
  const items = recordsOf(variables, 'items').map(item => {
    const name = item.name ?? seenById.get(item.id)?.name
    const details = detailsOf({ ...item, name: undefined }, reading)
    return { name: typeof name === 'string' ? name : 'An item', details }
  })
  return own.length > 0 ? [{ details: own }, ...items] : items
}

/** The same as plain text, to be pasted elsewhere. */
export function entryText(sentence: string, records: readonly RecordDetails[]): string {
  const lines = records.flatMap(({ name, details }) => {
    const told = details.map(({ title, value }) => `${title}: ${value}`)
    return name === undefined ? told : [[name, ...told].join(', ')]
  })
  return [sentence, ...lines].join('\n')
}

interface Reading {
  readonly sentence: string
  /** The sentence says whether it is ticked. */
  readonly isTick: boolean
  readonly cache: ApolloCache
  readonly seen: EditVariables | undefined
  /** What is new has no fields that could be cleared. */
  readonly makes: boolean
}

function detailsOf(variables: EditVariables, reading: Reading): readonly Detail[] {
  return [...toldFields].flatMap(field => {
    const value = variables[field]
    if (value === undefined || (reading.makes && (isNothing(value) || isDefault(value)))) return []
    const told = isNothing(value) ? 'none' : toldValue(field, value, reading)
    const isSaid =
      field === 'name' ? reading.sentence.includes(told) : field === 'purchased' && reading.isTick
    return isSaid ? [] : { title: titles.get(field) ?? fieldTitle(field), value: told }
  })
}

const titles = new Map([['purchased', 'Ticked']])

function isDefault(value: unknown): boolean {
  return value === false || value === 0
}

function isNothing(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** What is told of a change, in this order: the name, which is content, too, first. Ids and places say nothing to a person. */
const toldFields: ReadonlySet<string> = new Set([
  'name',
  'shoppingListId',
  ...contentFields,
  'listType',
  'favourite',
  'feedback',
  'rating',
])

/** By what a value is, but where it is an id or a word of the contract. */
function toldValue(field: string, value: unknown, { cache, seen }: Reading): string {
  if (field === 'shoppingListId') return nameOfList(cache, String(value), seen)
  if (field === 'unitId') return nameOfUnit(cache, value)
  if (field === 'listType') return value === 'STOCK' ? 'Stock list' : 'Shopping list'
  if (typeof value === 'number') return formatQuantity(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? namesOf(value) : String(value)
}

/** GraphQL takes one tag where it takes several. */
function namesOf(tags: unknown): string {
  const all: readonly unknown[] = Array.isArray(tags) ? tags : [tags]
  return all.map(tag => (tag instanceof Object && 'name' in tag ? tag.name : tag)).join(', ')
}

function nameOfUnit(cache: ApolloCache, id: unknown): string {
  const units = cache.readQuery({ query: GetAllUnitDocument })?.getAllUnit
  return units?.find(unit => unit.id === id)?.name ?? 'another unit'
}

/** As it was called when the change was made, if it is gone. */
function nameOfList(cache: ApolloCache, id: string, seen: EditVariables | undefined): string {
  const name = readList(cache, id)?.name ?? (seen?.id === id ? seen.name : undefined)
  return typeof name === 'string' ? name : 'a list that is gone'
}
