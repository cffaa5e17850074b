/**
 * A list as it leaves the product and comes back: names instead of ids, nothing of the account it came
 * from. Every format (text, Markdown, CSV, JSON) is written from it, CSV and JSON are read into it.
 */

import { checkQuantity } from '../items/quantity.ts'
import type { ListType } from '../items/stock.ts'
import type { Unit } from '../items/units.ts'
import { limits } from '../limits.ts'
import { nextTagColor, tagColors } from '../lists/tags.ts'
import { nameKey } from '../names.ts'
import { checkName, checkNotes, cleanName, shorten } from '../text.ts'
import { countTitle, type ValidationIssue } from '../validation-issue.ts'

export interface ExchangeTag {
  readonly name: string
  /** #rrggbb in lower case. */
  readonly color: string
}

export interface ExchangeItem {
  readonly name: string
  /** Null where nobody said. */
  readonly quantityToPurchase: number | null
  readonly quantityInStock: number
  /** The name of a unit. */
  readonly unit: string | null
  /** Names, each of them among the tags of the list. */
  readonly tags: readonly string[]
  /** Empty if there are none. */
  readonly notes: string
  readonly purchased: boolean
}

export interface ExchangeList {
  readonly name: string
  readonly listType: ListType
  readonly favourite: boolean
  readonly notes: string
  readonly tags: readonly ExchangeTag[]
  readonly items: readonly ExchangeItem[]
}

/** One sentence of the report: an error keeps the file out, a remark says what was understood differently. */
export interface Finding {
  readonly kind: 'error' | 'remark'
  /** "Line 4" or "Item 4". */
  readonly where: string
  readonly message: string
}

/** What reading a file gave; `list` is absent if there is an error: nothing is half imported. */
export interface Reading {
  readonly list?: ExchangeList
  readonly findings: readonly Finding[]
}

/** A list of 20 MB, the most that a server keeps, takes less in each format, line breaks escaped. In bytes. */
export const importBytes = 30_000_000

interface StoredTag {
  readonly name: string
  readonly color: string
}

interface StoredList {
  readonly name: string
  readonly listType: ListType
  readonly favourite: boolean
  readonly notes: string | null
  readonly itemTags: readonly StoredTag[]
}

interface StoredItem {
  readonly name: string
  readonly quantityToPurchase: number | null
  readonly quantityInStock: number
  readonly unitId: string | null
  readonly itemTags: readonly StoredTag[]
  readonly notes: string | null
  readonly purchased: boolean
}

/** A list with its items, in their order, ready to be written. */
export function toExchangeList(
  list: StoredList,
  items: readonly StoredItem[],
  units: readonly Unit[],
): ExchangeList {
  const unitNames = new Map(units.map(unit => [unit.id, unit.name]))
  const tags = joinTags([...list.itemTags, ...items.flatMap(item => item.itemTags)])
  return {
    name: list.name,
    listType: list.listType,
    favourite: list.favourite,
    notes: list.notes ?? '',
    tags,
    items: items.map(item => ({
      name: item.name,
      quantityToPurchase: item.quantityToPurchase,
      quantityInStock: item.quantityInStock,
      unit: (item.unitId === null ? undefined : unitNames.get(item.unitId)) ?? null,
      tags: item.itemTags.map(tag => tag.name),
      notes: item.notes ?? '',
      purchased: item.purchased,
    })),
  }
}

/**
 * Each name once, case-insensitively; the first colour counts, a missing one is chosen. Past what a list can
 * hold, if the whole is refused, none is looked for: a file may have ten thousand names.
 */
export function joinTags(
  tags: Iterable<{ readonly name: string; readonly color?: string | undefined }>,
): ExchangeTag[] {
  const joined = new Map<string, ExchangeTag>()
  for (const { name, color } of tags) {
    const key = nameKey(name)
    if (joined.has(key)) continue
    const free =
      joined.size < limits.tagsPerList ? nextTagColor([...joined.values()]) : tagColors[0]
    joined.set(key, { name, color: color?.toLowerCase() ?? free })
  }
  return [...joined.values()]
}

/** The item as the product would keep it: names cleaned, each tag once. */
export function cleanItem(item: ExchangeItem): ExchangeItem {
  const tags = new Map(item.tags.map(tag => [nameKey(tag), cleanName(tag)]))
  return { ...item, name: cleanName(item.name), tags: [...tags.values()] }
}

/** What would be refused of an item, field by field (spec section 13). */
export function checkExchangeItem(item: ExchangeItem): ValidationIssue[] {
  return [
    checkName('name', item.name),
    item.quantityToPurchase === null
      ? undefined
      : checkQuantity('quantityToBuy', item.quantityToPurchase),
    checkQuantity('quantityInStock', item.quantityInStock),
    ...item.tags.map(tag => checkName('tag', tag)),
    checkNotes('notes', item.notes),
  ].filter(issue => issue !== undefined)
}

/** What would be refused of the list itself; its items and how many tags they bring are looked at elsewhere. */
export function checkExchangeList(
  list: Pick<ExchangeList, 'name' | 'notes'> & {
    readonly tags: readonly { readonly name: string }[]
  },
): ValidationIssue[] {
  return [
    checkName('listName', list.name),
    checkNotes('notes', list.notes),
    ...list.tags.map(tag => checkName('tag', tag.name)),
  ].filter(issue => issue !== undefined)
}

export interface PlacedTag {
  readonly name: string
  readonly color?: string | undefined
  /** "Line 4" or "Item 4". */
  readonly where: string
}

/** The first tag that a list has no room for, and where it stands; a name counts once. */
export function tagPastLimit(tags: Iterable<PlacedTag>): Finding | undefined {
  const limit = limits.tagsPerList
  const keys = new Set<string>()
  for (const { name, where } of tags) {
    keys.add(nameKey(name))
    if (keys.size <= limit) continue
    const message = `“${shorten(name)}” is tag ${limit + 1}; a list can have at most ${limit} tags. Leave some out.`
    return { kind: 'error', where, message }
  }
  return undefined
}

/** More items than a list can hold are refused before they are looked at. */
export function tooManyItems(count: number): ValidationIssue | undefined {
  const limit = limits.hardItemsPerList
  if (count <= limit) return undefined
  const message = `The file has ${countTitle(count)} items; a list can hold at most ${countTitle(limit)}. Split the file.`
  return { field: 'items', limit, message }
}
