/**
 * A list as a spreadsheet: one row an item. The name, type, notes and unused tags of the list are not in
 * it (JSON has them); everything of its items is.
 */
import { countTitle } from './complaint.ts'
import { guardCell, readCsv, unguardCell, writeCsv } from './exchange-csv.ts'
import {
  checkExchangeItem,
  checkExchangeList,
  cleanItem,
  type ExchangeItem,
  type ExchangeList,
  type Finding,
  joinTags,
  type Reading,
  tooManyItems,
} from './exchange-list.ts'
import { readUnit } from './exchange-unit.ts'
import { limits } from './limits.ts'
import { nameKey } from './names.ts'
import { formatQuantity, parseQuantity } from './quantity.ts'
import type { Unit } from './units.ts'

type Column = 'name' | 'buy' | 'stock' | 'unit' | 'tags' | 'notes' | 'bought' | 'colors'

/** What is written stands first; the others are read too, in any order and letter case. */
const titles: Readonly<Record<Column, readonly [string, ...string[]]>> = {
  name: ['Name', 'Item', 'Product', 'Article', 'Artikel', 'Produkt'],
  buy: ['Quantity to buy', 'Quantity', 'Qty', 'Amount', 'Menge', 'Anzahl'],
  stock: ['Quantity in stock', 'In stock', 'Stock', 'Bestand', 'Vorrat'],
  unit: ['Unit', 'Units', 'Einheit'],
  tags: ['Tags', 'Tag', 'Category', 'Aisle', 'Kategorie'],
  notes: ['Notes', 'Note', 'Comment', 'Notiz', 'Notizen'],
  bought: ['Bought', 'Purchased', 'Done', 'Checked', 'Gekauft', 'Erledigt'],
  colors: ['Tag colours', 'Tag colors'],
}
const columns: readonly Column[] = [
  'name',
  'buy',
  'stock',
  'unit',
  'tags',
  'notes',
  'bought',
  'colors',
]

/** Longer than any notes and any hundred tags. */
const cellLimit = 50_000

/** UTF-8 with a byte order mark, so that spreadsheets read letters with marks; formulas are guarded (`guardCell`). */
export function writeCsvList(list: ExchangeList): string {
  const colors = new Map(list.tags.map(tag => [nameKey(tag.name), tag.color]))
  const rows = list.items.map(item => [
    guardCell(item.name),
    item.quantityToPurchase === null ? '' : formatQuantity(item.quantityToPurchase),
    formatQuantity(item.quantityInStock),
    guardCell(item.unit ?? ''),
    guardCell(joinCell(item.tags)),
    guardCell(item.notes),
    item.purchased ? 'yes' : 'no',
    joinCell(item.tags.map(tag => colors.get(nameKey(tag)) ?? '')),
  ])
  return `\ufeff${writeCsv([columns.map(column => titles[column][0]), ...rows])}`
}

/**
 * Refuses a file without a column "Name", with rows past the limit of a list, or with a cell that does not
 * fit its column; each with its line. A unit that is not known goes into the notes, with a remark.
 * `name` becomes the list's; its type is STOCK where anything is in stock.
 */
export function readCsvList(text: string, name: string, units: readonly Unit[]): Reading {
  const { rows, fault } = readCsv(text, limits.hardItemsPerList + 2)
  const [header, ...body] = rows
  if (fault) return { findings: [error(`Line ${fault.line}`, fault.message)] }
  if (!header) return { findings: [error('Line 1', 'The file is empty.')] }

  const places = new Map<Column, number>()
  const findings: Finding[] = []
  header.cells.forEach((cell, place) => {
    const column = columnOf(cell)
    if (column && !places.has(column)) places.set(column, place)
    else if (cell.trim() !== '') {
      const why = column ? 'is there twice; the first counts' : 'is not known and was left out'
      findings.push(remark(`Line ${header.line}`, `The column “${shorten(cell)}” ${why}.`))
    }
  })
  if (!places.has('name')) {
    const message = 'The first line must name the columns, at least one of them “Name”.'
    return { findings: [error(`Line ${header.line}`, message)] }
  }
  const tooMany = tooManyItems(body.length)
  if (tooMany) {
    const most = countTitle(limits.hardItemsPerList)
    const message = `The file has more than ${most} items, the most that a list can hold. Split it.`
    return { findings: [error(`Line ${body.at(-1)?.line}`, message)] }
  }

  const items: ExchangeItem[] = []
  const colors: { name: string; color: string | undefined }[] = []
  for (const row of body) {
    const where = `Line ${row.line}`
    const cell = (column: Column) => row.cells[places.get(column) ?? -1] ?? ''
    if (row.cells.slice(header.cells.length).some(extra => extra.trim() !== '')) {
      findings.push(error(where, 'The row has more cells than the first line has columns.'))
    }
    if (row.cells.some(text => text.length > cellLimit)) {
      findings.push(error(where, `A cell is longer than ${countTitle(cellLimit)} characters.`))
      continue
    }
    const unit = readUnit(unguardCell(cell('unit')), unguardCell(cell('notes')), units)
    if (unit.remark) findings.push(remark(where, unit.remark))
    const item = cleanItem({
      name: unguardCell(cell('name')),
      quantityToPurchase: readNumber(cell('buy'), titles.buy[0], where, findings),
      quantityInStock: readNumber(cell('stock'), titles.stock[0], where, findings) ?? 0,
      unit: unit.name,
      tags: splitCell(unguardCell(cell('tags'))),
      notes: unit.notes,
      purchased: readYes(cell('bought'), where, findings),
    })
    for (const complaint of checkExchangeItem(item)) findings.push(error(where, complaint.message))
    const given = splitCell(cell('colors'))
    item.tags.forEach((tag, place) => {
      const color = given[place]
      colors.push({ name: tag, color: /^#[\da-f]{6}$/i.test(color ?? '') ? color : undefined })
    })
    items.push(item)
  }
  const listType = items.some(item => item.quantityInStock > 0) ? 'STOCK' : 'SIMPLE'
  const list: ExchangeList = {
    name,
    listType,
    favourite: false,
    notes: '',
    tags: joinTags(colors),
    items,
  }
  for (const complaint of checkExchangeList(list)) findings.push(error('File', complaint.message))
  if (findings.some(finding => finding.kind === 'error')) return { findings }
  return { list, findings }
}

function columnOf(cell: string): Column | undefined {
  const key = nameKey(cell)
  return columns.find(column => titles[column].some(title => nameKey(title) === key))
}

function readNumber(
  cell: string,
  title: string,
  where: string,
  findings: Finding[],
): number | null {
  if (cell.trim() === '') return null
  const number = parseQuantity(cell)
  if (number !== undefined) return number
  findings.push(
    error(where, `${title}: “${shorten(cell)}” is not a number. Write it like 2, 1.5 or 1,5.`),
  )
  return null
}

const yes = new Set(['yes', 'y', 'true', '1', 'x', '✓', 'ja', 'wahr'])
const no = new Set(['no', 'n', 'false', '0', '', 'nein', 'falsch'])

function readYes(cell: string, where: string, findings: Finding[]): boolean {
  const key = nameKey(cell)
  if (yes.has(key)) return true
  if (!no.has(key)) {
    findings.push(error(where, `${titles.bought[0]}: “${shorten(cell)}” is neither yes nor no.`))
  }
  return false
}

/** Several texts in one cell: "Dairy; Organic"; a semicolon or backslash of their own gets a backslash. */
function joinCell(texts: readonly string[]): string {
  return texts.map(text => text.replace(/[\\;]/g, '\\$&')).join('; ')
}

function splitCell(cell: string): string[] {
  return (cell.match(/(?:\\[\s\S]|[^\\;]|\\$)+/g) ?? [])
    .map(text => text.trim().replace(/\\([\\;])/g, '$1'))
    .filter(text => text !== '')
}

function shorten(cell: string): string {
  const text = [...cell]
  return text.length > 40 ? `${text.slice(0, 40).join('')}…` : cell
}

function error(where: string, message: string): Finding {
  return { kind: 'error', where, message }
}

function remark(where: string, message: string): Finding {
  return { kind: 'remark', where, message }
}
