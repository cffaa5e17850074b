/**
 * A list as a spreadsheet: one row an item, and before them one row for the list itself, which "Row type"
 * tells from an item. That row has the list's name, notes and kind, and all its tags with their colours, so
 * nothing is lost on the way back; a file without it is read too.
 */

import { formatQuantity } from '../items/quantity.ts'
import type { Unit } from '../items/units.ts'
import { limits } from '../limits.ts'
import { nameKey } from '../names.ts'
import { cleanName, shorten } from '../text.ts'
import { counted, countTitle } from '../validation-issue.ts'
import { guardCell, readCsv, unguardCell, writeCsv } from './exchange-csv.ts'
import {
  type Column,
  columnOf,
  columns,
  error,
  joinCell,
  readNumber,
  readRowType,
  readYes,
  remark,
  splitAmount,
  splitCell,
  splitColors,
  titles,
  writeRowType,
} from './exchange-csv-cells.ts'
import {
  checkExchangeItem,
  checkExchangeList,
  cleanItem,
  type ExchangeItem,
  type ExchangeList,
  type Finding,
  joinTags,
  type PlacedTag,
  type Reading,
  tagPastLimit,
  tooManyItems,
} from './exchange-list.ts'
import { readUnit } from './exchange-unit.ts'

/** UTF-8 with a byte order mark, so that spreadsheets read letters with marks; formulas are guarded (`guardCell`). */
export function writeCsvList(list: ExchangeList): string {
  const colors = new Map(list.tags.map(tag => [nameKey(tag.name), tag.color]))
  const rowOf = (cells: Readonly<Record<Column, string>>) => columns.map(column => cells[column])
  const head = rowOf({
    name: guardCell(list.name),
    buy: '',
    stock: '',
    unit: '',
    tags: guardCell(joinCell(list.tags.map(tag => tag.name))),
    notes: guardCell(list.notes),
    bought: '',
    colors: list.tags.map(tag => tag.color).join('; '),
    row: writeRowType(list),
  })
  const items = list.items.map(item =>
    rowOf({
      name: guardCell(item.name),
      buy: item.quantityToPurchase === null ? '' : formatQuantity(item.quantityToPurchase),
      stock: formatQuantity(item.quantityInStock),
      unit: guardCell(item.unit ?? ''),
      tags: guardCell(joinCell(item.tags)),
      notes: guardCell(item.notes),
      bought: item.purchased ? 'yes' : 'no',
      colors: item.tags.map(tag => colors.get(nameKey(tag)) ?? '').join('; '),
      row: writeRowType('item'),
    }),
  )
  return `\ufeff${writeCsv([columns.map(column => titles[column][0]), head, ...items])}`
}

type ListRow = Pick<ExchangeList, 'name' | 'listType' | 'favourite' | 'notes'>

/**
 * Refuses a file without a column "Name" or with more than a thousand columns, with rows or tags past the limit of a
 * list, or with a cell that does not fit its column; each with its line. A unit that is not known keeps none out
 * (`readUnit`). Without a row of the list itself `name` becomes its name, and it is STOCK where anything is
 * in stock.
 */
export function readCsvList(text: string, name: string, units: readonly Unit[]): Reading {
  // The columns, the list, and one more than it can hold.
  const { rows, fault } = readCsv(text, limits.hardItemsPerList + 3)
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

  let own: ListRow | undefined
  const ownTags: PlacedTag[] = []
  const items: ExchangeItem[] = []
  const itemTags: PlacedTag[] = []
  for (const row of body) {
    const where = `Line ${row.line}`
    const cell = (column: Column) => row.cells[places.get(column) ?? -1] ?? ''
    if (row.cells.slice(header.cells.length).some(extra => extra.trim() !== '')) {
      findings.push(error(where, 'The row has more cells than the first line has columns.'))
    }
    const type = readRowType(cell('row'), where, findings)
    const given = splitColors(cell('colors'))
    const names = splitCell(unguardCell(cell('tags')))
    if (names.length > limits.tagsPerList) {
      const message = `${titles.tags[0]}: ${counted(names.length, 'name')} in one cell; a list can have at most ${limits.tagsPerList} tags. Leave some out.`
      return { findings: [error(where, message)] }
    }
    const tags = names.map((tag, place) => ({
      name: cleanName(tag),
      color: given[place],
      where,
    }))
    const texts = { name: unguardCell(cell('name')), notes: unguardCell(cell('notes')) }
    if (type !== 'item') {
      const list = { ...type, name: cleanName(texts.name), notes: texts.notes }
      const twice = own && 'The list itself has a second row. Leave one of them out.'
      const wrong = checkExchangeList({ ...list, tags }).map(({ message }) => message)
      for (const message of twice ? [twice] : wrong) findings.push(error(where, message))
      own ??= list
      ownTags.push(...tags)
      continue
    }
    const tooMany = tooManyItems(items.length + 1)
    if (tooMany) {
      const most = countTitle(limits.hardItemsPerList)
      const message = `The file has more than ${most} items, the most that a list can hold. Split it.`
      return { findings: [error(where, message)] }
    }
    const amount = splitAmount(cell('buy'), unguardCell(cell('unit')))
    const unit = readUnit(amount.unit, texts.notes, units)
    if (unit.remark) findings.push(remark(where, unit.remark))
    const item = cleanItem({
      name: texts.name,
      quantityToPurchase: readNumber(amount.number, titles.buy[0], where, findings),
      quantityInStock: readNumber(cell('stock'), titles.stock[0], where, findings) ?? 0,
      unit: unit.name,
      tags: tags.map(tag => tag.name),
      notes: unit.notes,
      purchased: readYes(cell('bought'), where, findings),
    })
    for (const issue of checkExchangeItem(item)) findings.push(error(where, issue.message))
    items.push(item)
    itemTags.push(...tags)
  }
  // The list's own come first, wherever its row stands: they have its order and its colours.
  const tags = [...ownTags, ...itemTags]
  const past = tagPastLimit(tags)
  if (past) findings.push(past)
  if (findings.some(finding => finding.kind === 'error')) return { findings }
  const stocked = items.some(item => item.quantityInStock > 0)
  const list = own ?? {
    name,
    listType: stocked ? ('STOCK' as const) : ('SIMPLE' as const),
    favourite: false,
    notes: '',
  }
  return { list: { ...list, tags: joinTags(tags), items }, findings }
}
