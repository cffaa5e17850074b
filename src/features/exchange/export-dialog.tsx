/** A list as a file: for a spreadsheet, or complete for another account. */

import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { fileNameOf } from '../../../rules/exchange/exchange-bytes.ts'
import { writeCsvList } from '../../../rules/exchange/exchange-csv-list.ts'
import { writeJsonList } from '../../../rules/exchange/exchange-json.ts'
import type { ExchangeList } from '../../../rules/exchange/exchange-list.ts'
import { counted } from '../../../rules/validation-issue.ts'
import { saveFile } from '../../parts/save-file.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Choices } from './choices.tsx'

interface ExportDialogProps {
  readonly list: ExchangeList
  readonly onClose: () => void
}

export function ExportDialog({ list, onClose }: ExportDialogProps) {
  const save = useRef<HTMLButtonElement>(null)
  const [format, setFormat] = useState<'csv' | 'json'>('csv')

  function handleSave() {
    const fileName = fileNameOf(list.name, format)
    if (format === 'csv') saveFile(writeCsvList(list), fileName, 'text/csv;charset=utf-8')
    else saveFile(writeJsonList(list, new Date().toISOString()), fileName, 'application/json')
    onClose()
  }

  return (
    <Dialog title="Export" open onClose={onClose} initialFocus={save}>
      <div className="flex flex-col gap-3">
        <Choices
          label="Format"
          value={format}
          options={[
            ['csv', 'Spreadsheet (CSV)', 'A row for the list itself, then one for each item.'],
            ['json', 'Complete copy (JSON)', 'The same for other apps and programs.'],
          ]}
          onChoose={setFormat}
        />
        {format === 'csv' ? (
          <p className="text-sm text-quiet">
            Where a text starts with = + - or @, also behind a semicolon or a line break, it gets an
            apostrophe, so that no spreadsheet runs it as a formula. Importing the file here takes
            it away again.
          </p>
        ) : null}
        <p className="text-quiet">
          {counted(list.items.length, 'item')} will be in “{fileNameOf(list.name, format)}”.
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button ref={save} look="primary" onClick={handleSave}>
            <Download aria-hidden size={18} />
            Save file
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
