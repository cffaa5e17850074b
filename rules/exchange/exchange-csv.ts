/**
 * Comma-separated values as in RFC 4180, read leniently: commas, semicolons (a German spreadsheet) or tabs,
 * any line end, a byte order mark, the "sep=;" line of spreadsheets.
 */

import { countTitle } from '../validation-issue.ts'

export interface CsvRow {
  /** The line of the file on which the row starts, from 1; a quoted cell can span lines. */
  readonly line: number
  readonly cells: readonly string[]
}

export interface CsvReading {
  readonly rows: readonly CsvRow[]
  /** The first place where the text stops being CSV; rows before it are there. */
  readonly fault?: { readonly line: number; readonly message: string }
}

/**
 * CRLF behind each row, quotes only where they are needed. What was written is read back to the letter, but for rows
 * in which nothing stands.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map(cells => `${cells.map(writeCell).join(',')}\r\n`).join('')
}

/** Longer than any notes and any hundred tags. */
const cellLimit = 50_000
/** More than anybody names, and each that is not known is a finding. */
const columnLimit = 1_000

/**
 * All rows in which something stands: spreadsheets write the separators of blank ones, too. Stops at a quote that never
 * ends, at text behind a closing quote, at a cell of more than 50,000 characters and at a row of more than a thousand
 * cells in which something stands, before anybody looks at those; and past `maxRows`.
 */
export function readCsv(text: string, maxRows = Number.POSITIVE_INFINITY): CsvReading {
  const start = /^\ufeff?(?:sep=([,;\t])(?:\r\n|\r|\n))?/i.exec(text)
  const separator = start?.[1] ?? separatorOf(text)
  const rows: CsvRow[] = []
  let place = start?.[0].length ?? 0
  let line = start?.[1] === undefined ? 1 : 2

  while (place < text.length && rows.length < maxRows) {
    const row: { line: number; cells: string[] } = { line, cells: [] }
    const stop = (message: string, at = line) => ({ rows, fault: { line: at, message } })
    let filled = 0
    for (;;) {
      let cell: string
      if (text[place] === '"') {
        const end = closingQuote(text, place)
        if (end < 0) return stop('A quote is opened and never closed.')
        if (end - place > 2 * cellLimit + 1) return stop(tooLong, row.line)
        cell = text.slice(place + 1, end).replaceAll('""', '"')
        line += lineEnds(cell)
        place = end + 1
        if (place < text.length && text[place] !== separator && !isLineEnd(text[place])) {
          return stop(
            'There is text behind a closing quote. Write two quotes for one within a cell.',
          )
        }
      } else {
        const from = place
        while (
          place < text.length &&
          place - from <= cellLimit &&
          text[place] !== separator &&
          !isLineEnd(text[place])
        )
          place += 1
        cell = text.slice(from, place)
      }
      if (cell.length > cellLimit) return stop(tooLong, row.line)
      row.cells.push(cell)
      if (cell.trim() !== '') filled += 1
      if (filled > columnLimit) return stop(tooWide, row.line)
      if (text[place] !== separator) break
      place += 1
    }
    if (text[place] === '\r' && text[place + 1] === '\n') place += 1
    place += 1
    line += 1
    if (filled > 0) rows.push(row)
    // Blank lines as such: a file may have millions.
    for (; isLineEnd(text[place]); place += 1) {
      if (text[place] === '\n' || text[place + 1] !== '\n') line += 1
    }
  }
  return { rows }
}

const tooLong = `A cell is longer than ${countTitle(cellLimit)} characters.`
const tooWide = `The file has more than ${countTitle(columnLimit)} columns. Leave some out.`

/**
 * Spreadsheets run a cell that starts with = + - @ (or their full-width forms, or a control character) as a
 * formula, so such a text gets an apostrophe in front, and one that has apostrophes before such a start gets
 * one more. The same behind each semicolon, tab and line end within: a spreadsheet that separates by
 * semicolons or tabs, as in Germany, does not heed our quotes and starts a cell there.
 * `unguardCell` takes exactly these away: the round trip is equal for every text.
 */
export function guardCell(text: string): string {
  const guarded = formulaStart.test(text) ? `'${text}` : text
  return changeStarts(guarded, start => start.replace(/[;\t\r\n]/g, "$&'"))
}

/** The text that `guardCell` was given. */
export function unguardCell(text: string): string {
  const guarded = changeStarts(text, start => start.replace(/([;\t\r\n])'/g, '$1'))
  return guarded.startsWith("'") && formulaStart.test(guarded) ? guarded.slice(1) : guarded
}

/**
 * Changes what leads to a formula within a text: from a semicolon, or the first tab or line end, blanks and quotes up
 * to its sign. Each run of these is looked at once, however long a file makes it.
 */
function changeStarts(text: string, change: (start: string) => string): string {
  return text.replace(/[\s"';]+[=+\-@＝＋－＠]?/gu, run => {
    if (!/[=+\-@＝＋－＠]$/u.test(run)) return run
    const from = Math.max(0, run.lastIndexOf(';'))
    return run.slice(0, from) + change(run.slice(from))
  })
}

const formulaStart = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u

function writeCell(text: string): string {
  return /[",;\t\r\n]|^\s|\s$|^\ufeff/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The separator that the first line in which something stands has most of; commas where it has none. */
function separatorOf(text: string): string {
  const firstLine = /^[^\r\n]*/.exec(text.replace(/^\s*[\r\n]/, ''))?.[0] ?? ''
  const bare = firstLine.slice(0, cellLimit).replace(/"[^"]*"/g, '')
  const counts = [',', ';', '\t'].map(candidate => ({
    candidate,
    count: bare.split(candidate).length,
  }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).candidate
}

function closingQuote(text: string, opening: number): number {
  let place = opening + 1
  for (;;) {
    place = text.indexOf('"', place)
    if (place < 0 || text[place + 1] !== '"') return place
    place += 2
  }
}

function isLineEnd(character: string | undefined): boolean {
  return character === '\n' || character === '\r'
}

function lineEnds(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0
}
