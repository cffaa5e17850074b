/** What kind of file it is, by its bytes and its name; refuses what is not text or says it is something else. */
import { jsonIn } from '../json-in.ts'
import { isTooDeep } from './exchange-json-depth.ts'
import { importBytes } from './exchange-list.ts'

export type TextFile =
  | { readonly kind: 'csv' | 'json'; readonly text: string; readonly remark?: string }
  | { readonly kind: 'refused'; readonly message: string }

/**
 * UTF-8 and UTF-16 by their marks, UTF-8 without one, else Windows-1252 (what German spreadsheets save),
 * with a remark. `fileName` tells CSV from JSON where it has an ending; the content must agree.
 */
export function readTextFile(bytes: Uint8Array, fileName: string): TextFile {
  const tooLarge = fileTooLarge(bytes.length)
  if (tooLarge !== undefined) return refused(tooLarge)
  // "PK" alone may begin a text; so the two bytes behind it count, of an archive and of an empty one.
  if (/^80,75,(3,4|5,6)$/.test(bytes.subarray(0, 4).join())) {
    return refused(
      'This is a workbook or an archive. Save it as CSV in your spreadsheet and choose that file.',
    )
  }
  const { text, remark } = decode(bytes)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they tell binary files from text
  if (/[\0-\x08\x0e-\x1f]/.test(text)) {
    return refused('This is not a text file. Choose a CSV or JSON file.')
  }
  const start = text.slice(0, 1_000).trimStart().toLowerCase()
  if (start === '' && text.trim() === '') return refused('The file is empty.')
  if (/^<(!doctype|html|\?xml|svg|head|body)/.test(start)) {
    return refused('This is a web page, not a list. Choose a CSV or JSON file.')
  }
  const looksJson = /^[{[]/.test(start)
  const ending = /\.([^.]*)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  if (ending === 'json' && !looksJson) {
    return refused('The name says JSON, but the content is something else. Export it again.')
  }
  if (/^(csv|tsv)$/.test(ending) && looksJson && isJson(text)) {
    return refused('The name says CSV, but the content is JSON. Rename it to end in .json.')
  }
  const kind = ending === 'json' || (looksJson && !/^(csv|tsv)$/.test(ending)) ? 'json' : 'csv'
  return { kind, text, ...(remark === undefined ? {} : { remark }) }
}

export const importMegabytes = importBytes / 1_000_000

/** The sentence for a file of so many bytes, before it is loaded; undefined if it is small enough. */
export function fileTooLarge(bytes: number): string | undefined {
  if (bytes <= importBytes) return undefined
  return `The file is too large: at most ${importMegabytes} MB can be imported.`
}

function decode(bytes: Uint8Array): { readonly text: string; readonly remark?: string } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes) }
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return { text: new TextDecoder('utf-16be').decode(bytes) }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    const remark =
      'The file is not in UTF-8 and was read as Windows-1252. Check letters with marks.'
    return { text: new TextDecoder('windows-1252').decode(bytes), remark }
  }
}

function isJson(text: string): boolean {
  return !isTooDeep(text) && jsonIn(text) !== undefined
}

function refused(message: string): TextFile {
  return { kind: 'refused', message }
}

/** A name for the file of a list: what no file system takes is replaced, the rest stays. */
export function fileNameOf(listName: string, ending: 'txt' | 'md' | 'csv' | 'json'): string {
  const plain = listName.replace(/[\\/:*?"<>|\p{C}]/gu, '-').replace(/^[.\s]+|[.\s]+$/g, '')
  return `${[...plain].slice(0, 80).join('').trim() || 'list'}.${ending}`
}

/** The name of a list from the name of a file: "Weekly shop.csv" → "Weekly shop". */
export function listNameOf(fileName: string): string {
  return fileName.replace(/\.[^.]{1,5}$/, '').trim() || 'Imported list'
}
