/** A list for people to read: plain text for a message, Markdown with checkboxes for notes. Written, never read. */

import { formatQuantity } from '../items/quantity.ts'
import { isToBuy, type ListType, quantityToBuy } from '../items/stock.ts'
import { type Unit, unitWord } from '../items/units.ts'
import { nameKey } from '../names.ts'
import type { ExchangeItem, ExchangeList } from './exchange-list.ts'

export interface TextOptions {
  /** Also what needs no buying: it is in the trolley or, on a STOCK list, there is enough. */
  readonly all: boolean
  readonly units: readonly Unit[]
}

/** The items under one tag; `title` is absent if the list has no tags, and empty for those without one. */
export interface TagGroup {
  readonly title: string | undefined
  readonly color: string | undefined
  readonly items: readonly ExchangeItem[]
}

/**
 * What is to buy, or all of it, by first tag in the order of the list's tags, those without one last. No
 * group is empty.
 */
export function groupByTag(list: ExchangeList, all: boolean): TagGroup[] {
  const groups = new Map<
    string,
    { title: string; color: string | undefined; items: ExchangeItem[] }
  >()
  for (const tag of list.tags)
    groups.set(nameKey(tag.name), { title: tag.name, color: tag.color, items: [] })
  const others: ExchangeItem[] = []
  for (const item of list.items) {
    if (!all && !isToBuy(item, list.listType)) continue
    const [tag] = item.tags
    const group = tag === undefined ? undefined : groups.get(nameKey(tag))
    if (group) group.items.push(item)
    else others.push(item)
  }
  const tagged = [...groups.values()].filter(group => group.items.length > 0)
  if (others.length === 0) return tagged
  return [...tagged, { title: tagged.length > 0 ? '' : undefined, color: undefined, items: others }]
}

export const untaggedTitle = 'Other'

/** How much there is to buy: "2 kg", "12", or empty if that is nothing or nobody said. */
export function amountText(item: ExchangeItem, listType: ListType, units: readonly Unit[]): string {
  return measureText(quantityToBuy(item, listType), item, units)
}

/** One line an item: "- 2 kg Apples (the red ones)". */
export function writeTextList(list: ExchangeList, options: TextOptions): string {
  const lines = [oneLine(list.name)]
  for (const group of groupByTag(list, options.all)) {
    lines.push('')
    if (group.title !== undefined) lines.push(`${oneLine(group.title) || untaggedTitle}:`)
    for (const item of group.items) {
      lines.push(`- ${itemText(item, list.listType, options.units)}${item.purchased ? ' ✓' : ''}`)
    }
  }
  return `${lines.join('\n')}\n`
}

/** Headings and checkboxes; what would be markup in a name is escaped. */
export function writeMarkdownList(list: ExchangeList, options: TextOptions): string {
  const lines = [`# ${escapeMarkdown(oneLine(list.name))}`]
  if (list.notes !== '') lines.push('', escapeMarkdown(oneLine(list.notes)))
  for (const group of groupByTag(list, options.all)) {
    lines.push('')
    if (group.title !== undefined) {
      lines.push(`## ${escapeMarkdown(oneLine(group.title)) || untaggedTitle}`, '')
    }
    for (const item of group.items) {
      const box = item.purchased ? '[x]' : '[ ]'
      lines.push(`- ${box} ${escapeMarkdown(itemText(item, list.listType, options.units))}`)
    }
  }
  return `${lines.join('\n')}\n`
}

function itemText(item: ExchangeItem, listType: ListType, units: readonly Unit[]): string {
  const stock = measureText(item.quantityInStock, item, units)
  const behind = [stock === '' ? '' : `${stock} in stock`, oneLine(item.notes)].filter(
    text => text !== '',
  )
  const amount = amountText(item, listType, units)
  const name = amount === '' ? oneLine(item.name) : `${amount} ${oneLine(item.name)}`
  return behind.length > 0 ? `${name} (${behind.join('; ')})` : name
}

/** A quantity of an item in its unit; empty for nothing and where nobody said. */
export function measureText(
  quantity: number | null,
  item: Pick<ExchangeItem, 'unit'>,
  units: readonly Unit[],
): string {
  if (!quantity) return ''
  const unit = units.find(candidate => candidate.name === item.unit)
  if (unit?.name === 'piece') return formatQuantity(quantity)
  const word = unit ? unitWord(unit, quantity) : (item.unit ?? '')
  return word === '' ? formatQuantity(quantity) : `${formatQuantity(quantity)} ${word}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&')
    .replace(/^([-+]|\d+[.)])(?=\s|$)/, match => `${match.slice(0, -1)}\\${match.slice(-1)}`)
}
