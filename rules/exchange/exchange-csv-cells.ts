/** The columns of a list as a spreadsheet, and what may stand in their cells. */

import { isThousands, parseQuantity } from '../items/quantity.ts'
import { limits } from '../limits.ts'
import { isColor } from '../lists/tags.ts'
import { nameKey } from '../names.ts'
import { shorten } from '../text.ts'
import type { ExchangeList, Finding } from './exchange-list.ts'

export type Column =
  | 'name'
  | 'buy'
  | 'stock'
  | 'unit'
  | 'tags'
  | 'notes'
  | 'bought'
  | 'colors'
  | 'row'

/** What is written stands first; the others are read too, in any order and letter case. */
export const titles: Readonly<Record<Column, readonly [string, ...string[]]>> = {
  name: ['Name', 'Item', 'Product', 'Article', 'Artikel', 'Produkt'],
  buy: ['Quantity to buy', 'Quantity', 'Qty', 'Amount', 'Menge', 'Anzahl'],
  stock: ['Quantity in stock', 'In stock', 'Stock', 'Bestand', 'Vorrat'],
  unit: ['Unit', 'Units', 'Einheit'],
  tags: ['Tags', 'Tag', 'Category', 'Aisle', 'Kategorie'],
  notes: ['Notes', 'Note', 'Comment', 'Notiz', 'Notizen'],
  bought: ['Bought', 'Purchased', 'Done', 'Checked', 'Gekauft', 'Erledigt'],
  colors: ['Tag colours', 'Tag colors'],
  row: ['Row type'],
}

export const columns: readonly Column[] = [
  'name',
  'buy',
  'stock',
  'unit',
  'tags',
  'notes',
  'bought',
  'colors',
  'row',
]

/** The column that a cell of the first line names; undefined of one that is not known. */
export function columnOf(cell: string): Column | undefined {
  // A file may have nothing but long ones.
  return cell.length > limits.name ? undefined : columnsByTitle.get(nameKey(cell))
}

const columnsByTitle = new Map(
  columns.flatMap(column => titles[column].map(title => [nameKey(title), column] as const)),
)

/** What a row is about: an item, or the list as a whole. */
export type RowType = 'item' | Pick<ExchangeList, 'listType' | 'favourite'>

/** What `readRowType` reads. */
export function writeRowType(type: RowType): string {
  if (type === 'item') return 'item'
  return `${type.listType} list${type.favourite ? ', favourite' : ''}`
}

/** An empty cell is an item: rows that a person adds in a spreadsheet say nothing. */
export function readRowType(cell: string, where: string, findings: Finding[]): RowType {
  const key = nameKey(cell)
  if (key === '' || key === 'item') return 'item'
  const [, type, favourite] = /^(simple|stock) list(, favourite)?$/.exec(key) ?? []
  if (type !== undefined) {
    return { listType: type === 'stock' ? 'STOCK' : 'SIMPLE', favourite: favourite !== undefined }
  }
  const message = `${titles.row[0]}: “${shorten(cell)}” is neither “item” nor “SIMPLE list” nor “STOCK list”.`
  findings.push(error(where, message))
  return 'item'
}

/**
 * Null of an empty cell, and of one that is no number, which is an error among `findings`. What somebody may have
 * meant as thousands is a remark.
 */
export function readNumber(
  cell: string,
  title: string,
  where: string,
  findings: Finding[],
): number | null {
  if (cell.trim() === '') return null
  // A file may have nothing but long ones.
  const number = cell.length > limits.name ? undefined : parseQuantity(cell)
  if (number !== undefined) {
    if (isThousands(cell)) {
      findings.push(remark(where, `${title}: “${shorten(cell)}” was read as ${number}.`))
    }
    return number
  }
  findings.push(
    error(where, `${title}: “${shorten(cell)}” is not a number. Write it like 2, 1.5 or 1,5.`),
  )
  return null
}

/**
 * Number and unit of a cell that other programs fill with both: "500 g", "½ l", "2x". Where the row has a `unit` of its
 * own, or no number comes first, the cell is the number, whatever it holds.
 */
export function splitAmount(
  cell: string,
  unit: string,
): { readonly number: string; readonly unit: string } {
  if (cell.length > limits.name) return { number: cell, unit }
  const [, number = '', word = ''] = /^([^\p{L}×*]+)([\p{L}×*].*)$/su.exec(cell) ?? []
  if (unit.trim() !== '' || parseQuantity(number) === undefined) return { number: cell, unit }
  return { number, unit: /^\s*[x×*]\s*$/iu.test(word) ? '' : word }
}

const yes = new Set(['yes', 'y', 'true', '1', 'x', '✓', 'ja', 'wahr'])
const no = new Set(['no', 'n', 'false', '0', '', 'nein', 'falsch'])

/** An empty cell is a no, and so is one that is neither, which is an error among `findings`. */
export function readYes(cell: string, where: string, findings: Finding[]): boolean {
  const key = nameKey(cell)
  if (yes.has(key)) return true
  if (!no.has(key)) {
    findings.push(error(where, `${titles.bought[0]}: “${shorten(cell)}” is neither yes nor no.`))
  }
  return false
}

/** Several texts in one cell: "Dairy; Organic"; a semicolon or backslash of their own gets a backslash. */
export function joinCell(texts: readonly string[]): string {
  return texts.map(text => text.replace(/[\\;]/g, '\\$&')).join('; ')
}

/** What `joinCell` wrote, or a person; empty texts are left out. */
export function splitCell(cell: string): string[] {
  return (cell.match(/(?:\\[\s\S]|[^\\;]|\\$)+/g) ?? [])
    .map(text => text.trim().replace(/\\([\\;])/g, '$1'))
    .filter(text => text !== '')
}

/** The colour at each place, where one stands there. */
export function splitColors(cell: string): readonly (string | undefined)[] {
  return cell.split(';').map(text => {
    const color = text.trim()
    return isColor(color) ? color : undefined
  })
}

/** What keeps the file from being imported. `where` is its line. */
export function error(where: string, message: string): Finding {
  return { kind: 'error', where, message }
}

/** What a person should know, and can import all the same. */
export function remark(where: string, message: string): Finding {
  return { kind: 'remark', where, message }
}
