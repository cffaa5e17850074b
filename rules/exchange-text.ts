/** A list for people to read: plain text for a message, Markdown with checkboxes for notes. Written, never read. */
import type { ExchangeItem, ExchangeList } from './exchange-list.ts'
import { nameKey } from './names.ts'
import { formatQuantity } from './quantity.ts'
import { type Unit, unitWord } from './units.ts'

export interface TextOptions {
  /** Also what is in the trolley. */
  readonly bought: boolean
  readonly units: readonly Unit[]
}

/** The items under one tag; `title` is absent where the list has no tags, and empty for those without one. */
export interface TagGroup {
  readonly title: string | undefined
  readonly color: string | undefined
  readonly items: readonly ExchangeItem[]
}

/** The items by their first tag, in the order of the list's tags, those without one last. No group is empty. */
export function groupByTag(list: ExchangeList, bought: boolean): TagGroup[] {
  const groups = new Map<
    string,
    { title: string; color: string | undefined; items: ExchangeItem[] }
  >()
  for (const tag of list.tags)
    groups.set(nameKey(tag.name), { title: tag.name, color: tag.color, items: [] })
  const others: ExchangeItem[] = []
  for (const item of list.items) {
    if (item.purchased && !bought) continue
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

/** "2 kg", "12", or empty where nothing is wanted. */
export function amountText(item: ExchangeItem, units: readonly Unit[]): string {
  return item.quantityToPurchase ? measure(item.quantityToPurchase, item, units) : ''
}

/** One line an item: "- 2 kg Apples (the red ones)". */
export function writeTextList(list: ExchangeList, options: TextOptions): string {
  const lines = [oneLine(list.name)]
  for (const group of groupByTag(list, options.bought)) {
    lines.push('')
    if (group.title !== undefined) lines.push(`${oneLine(group.title) || untaggedTitle}:`)
    for (const item of group.items) {
      lines.push(`- ${itemText(item, options.units)}${item.purchased ? ' ✓' : ''}`)
    }
  }
  return `${lines.join('\n')}\n`
}

/** Headings and checkboxes; what would be markup in a name is escaped. */
export function writeMarkdownList(list: ExchangeList, options: TextOptions): string {
  const lines = [`# ${escapeMarkdown(oneLine(list.name))}`]
  if (list.notes !== '') lines.push('', escapeMarkdown(oneLine(list.notes)))
  for (const group of groupByTag(list, options.bought)) {
    lines.push('')
    if (group.title !== undefined) {
      lines.push(`## ${escapeMarkdown(oneLine(group.title)) || untaggedTitle}`, '')
    }
    for (const item of group.items) {
      const box = item.purchased ? '[x]' : '[ ]'
      lines.push(`- ${box} ${escapeMarkdown(itemText(item, options.units))}`)
    }
  }
  return `${lines.join('\n')}\n`
}

function itemText(item: ExchangeItem, units: readonly Unit[]): string {
  const behind = [
    item.quantityInStock > 0 ? `${measure(item.quantityInStock, item, units)} in stock` : '',
    oneLine(item.notes),
  ].filter(text => text !== '')
  const amount = amountText(item, units)
  const name = amount === '' ? oneLine(item.name) : `${amount} ${oneLine(item.name)}`
  return behind.length > 0 ? `${name} (${behind.join('; ')})` : name
}

function measure(quantity: number, item: ExchangeItem, units: readonly Unit[]): string {
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
