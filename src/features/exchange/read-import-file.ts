import { fileTooLarge, listNameOf, readTextFile } from '../../../rules/exchange/exchange-bytes.ts'
import { readCsvList } from '../../../rules/exchange/exchange-csv-list.ts'
import { readJsonList } from '../../../rules/exchange/exchange-json.ts'
import type { Reading } from '../../../rules/exchange/exchange-list.ts'
import type { Unit } from '../../../rules/items/units.ts'
import { limits } from '../../../rules/limits.ts'
import { checkName, cutTo } from '../../../rules/text.ts'

/** A file as a list, or why not; a file that is too large is not even loaded. */
export async function readImportFile(file: File, units: readonly Unit[]): Promise<Reading> {
  const tooLarge = fileTooLarge(file.size)
  if (tooLarge !== undefined) return refused(tooLarge)
  try {
    const read = readTextFile(new Uint8Array(await file.arrayBuffer()), file.name)
    if (read.kind === 'refused') return refused(read.message)
    const reading =
      read.kind === 'json'
        ? readJsonList(read.text, units)
        : readCsvList(read.text, usableName(file.name), units)
    if (read.remark === undefined) return reading
    return {
      ...reading,
      findings: [{ kind: 'remark', where: 'File', message: read.remark }, ...reading.findings],
    }
  } catch {
    // Or it was made to take more memory or a deeper stack than there is.
    return refused('The file could not be read. It may have moved, or it is not on this device.')
  }
}

function usableName(fileName: string): string {
  const name = cutTo(listNameOf(fileName), limits.name)
  return checkName('name', name) === undefined ? name : 'Imported list'
}

function refused(message: string): Reading {
  return { findings: [{ kind: 'error', where: 'File', message }] }
}
