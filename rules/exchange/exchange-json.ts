/**
 * A list as JSON, complete: `{"format": "aisle-list", "version": 1, "exportedAt": …, "list": ExchangeList}`.
 * Readers ignore fields they do not know, so later versions may add some; what changes meaning raises `version`.
 */

import { isRecord } from '../is-record.ts'
import type { Unit } from '../items/units.ts'
import { limits } from '../limits.ts'
import { isColor } from '../lists/tags.ts'
import { checkName, cleanName, shorten } from '../text.ts'
import { countTitle } from '../validation-issue.ts'
import { isTooDeep } from './exchange-json-depth.ts'
import { findJsonFault } from './exchange-json-fault.ts'
import {
  checkExchangeItem,
  checkExchangeList,
  cleanItem,
  type ExchangeItem,
  type ExchangeList,
  type ExchangeTag,
  type Finding,
  joinTags,
  type PlacedTag,
  type Reading,
  tagPastLimit,
  tooManyItems,
} from './exchange-list.ts'
import { readUnit } from './exchange-unit.ts'

const format = 'aisle-list'
const version = 1

/** `exportedAt` is ISO 8601. */
export function writeJsonList(list: ExchangeList, exportedAt: string): string {
  return `${JSON.stringify({ format, version, exportedAt, list }, undefined, 2)}\n`
}

/**
 * Refuses what is not JSON, not this format (or lies deeper in itself than that), of a later version, or has a field of
 * the wrong kind or past its limit. Each finding names its line and column, or its item or tag, counted from 1.
 */
export function readJsonList(text: string, units: readonly Unit[]): Reading {
  const plain = text.replace(/^\ufeff/, '')
  if (isTooDeep(plain)) return refused(otherFormat)
  let file: unknown
  try {
    file = JSON.parse(plain)
  } catch {
    const { line, column, message } = findJsonFault(plain) ?? unknownFault
    const where = `Line ${line}, column ${column}`
    return refused(`This is not JSON, or it is damaged. ${message} Export it again.`, where)
  }
  if (!isRecord(file) || file.format !== format || !isRecord(file.list)) {
    return refused(otherFormat)
  }
  if (file.version !== version) {
    const named =
      file.version === undefined
        ? 'no format version'
        : `format version ${shorten(JSON.stringify(file.version))}`
    return refused(
      `This file has ${named}; this app reads version ${version}. Update the app and try again.`,
    )
  }
  const reader = createReader()
  const list = readList(file.list, reader, units)
  return reader.findings.some(finding => finding.kind === 'error')
    ? { findings: reader.findings }
    : { list, findings: reader.findings }
}

const otherFormat = 'This JSON file is not a list from here. Choose one that was exported as JSON.'
const unknownFault = { line: 1, column: 1, message: '' }

function readList(value: JsonRecord, reader: Reader, units: readonly Unit[]): ExchangeList {
  const where = 'List'
  const rawItems = reader.array(value, 'items', where)
  const empty: ExchangeList = {
    name: cleanName(reader.text(value, 'name', where)),
    listType: reader.listType(value, where),
    favourite: reader.flag(value, 'favourite', where),
    notes: reader.text(value, 'notes', where),
    tags: reader.array(value, 'tags', where).map((tag, place) => readTag(tag, place, reader)),
    items: [],
  }
  const tooMany = tooManyItems(rawItems.length)
  if (tooMany) {
    reader.error(`Item ${countTitle(limits.hardItemsPerList + 1)}`, tooMany.message)
    return empty
  }
  const items = rawItems.map((item, place) => readItem(item, place, reader, units))
  const tags: readonly PlacedTag[] = [
    ...empty.tags.map((tag, place) => ({ ...tag, where: `Tag ${place + 1}` })),
    ...items.flatMap((item, place) =>
      item.tags.map(name => ({ name, where: `Item ${place + 1}` })),
    ),
  ]
  for (const { message } of checkExchangeList({ ...empty, tags: [] })) reader.error(where, message)
  const past = tagPastLimit(tags)
  if (past) reader.error(past.where, past.message)
  return { ...empty, items, tags: joinTags(tags) }
}

function readTag(value: unknown, place: number, reader: Reader): ExchangeTag {
  const where = `Tag ${place + 1}`
  if (!isRecord(value)) {
    reader.error(where, 'This is not a tag.')
    return { name: '', color: '' }
  }
  const color = reader.text(value, 'color', where)
  if (!isColor(color)) {
    reader.error(where, 'Its “color” must look like #1c7ed6.')
  }
  const name = cleanName(reader.text(value, 'name', where))
  const wrong = checkName('tag', name)
  if (wrong) reader.error(where, wrong.message)
  return { name, color }
}

function readItem(
  value: unknown,
  place: number,
  reader: Reader,
  units: readonly Unit[],
): ExchangeItem {
  const where = `Item ${place + 1}`
  const record = isRecord(value) ? value : {}
  if (!isRecord(value)) reader.error(where, 'This is not an item.')
  const unitName = record.unit === null ? '' : reader.text(record, 'unit', where)
  const unit = readUnit(unitName, reader.text(record, 'notes', where), units)
  if (unit.remark) reader.remark(where, unit.remark)
  const tags = reader.array(record, 'tags', where)
  if (tags.some(tag => typeof tag !== 'string')) reader.error(where, '“tags” must be names.')
  const item = cleanItem({
    name: reader.text(record, 'name', where),
    quantityToPurchase:
      record.quantityToPurchase == null ? null : reader.number(record, 'quantityToPurchase', where),
    quantityInStock: reader.number(record, 'quantityInStock', where),
    unit: unit.name,
    tags: tags.filter(tag => typeof tag === 'string'),
    notes: unit.notes,
    purchased: reader.flag(record, 'purchased', where),
  })
  if (isRecord(value)) {
    for (const { message } of checkExchangeItem(item)) reader.error(where, message)
  }
  return item
}

type JsonRecord = Readonly<Record<string, unknown>>
type Reader = ReturnType<typeof createReader>

/** Takes fields out of records; an absent one is empty, one of the wrong kind is a finding. */
function createReader() {
  const findings: Finding[] = []
  function error(where: string, message: string) {
    findings.push({ kind: 'error', where, message })
  }
  return {
    findings,
    error,
    remark(where: string, message: string) {
      findings.push({ kind: 'remark', where, message })
    },
    text(record: JsonRecord, field: string, where: string): string {
      const value = record[field] ?? ''
      if (typeof value === 'string') return value
      error(where, `“${field}” must be a text.`)
      return ''
    },
    number(record: JsonRecord, field: string, where: string): number {
      const value = record[field] ?? 0
      if (typeof value === 'number') return value
      error(where, `“${field}” must be a number.`)
      return 0
    },
    flag(record: JsonRecord, field: string, where: string): boolean {
      const value = record[field] ?? false
      if (typeof value === 'boolean') return value
      error(where, `“${field}” must be true or false.`)
      return false
    },
    array(record: JsonRecord, field: string, where: string): readonly unknown[] {
      const value = record[field] ?? []
      if (Array.isArray(value)) return value
      error(where, `“${field}” must be a list.`)
      return []
    },
    listType(record: JsonRecord, where: string): ExchangeList['listType'] {
      const value = record.listType ?? 'SIMPLE'
      if (value === 'SIMPLE' || value === 'STOCK') return value
      error(where, '“listType” must be SIMPLE or STOCK.')
      return 'SIMPLE'
    },
  }
}

function refused(message: string, where = 'File'): Reading {
  return { findings: [{ kind: 'error', where, message }] }
}
