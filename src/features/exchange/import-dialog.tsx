/** A file becomes a list: read, looked at, and only then imported, all of it or nothing. */
import { FileUp } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { importMegabytes } from '../../../rules/exchange/exchange-bytes.ts'
import type { ExchangeList, Reading } from '../../../rules/exchange/exchange-list.ts'
import type { Unit } from '../../../rules/items/units.ts'
import { countTitle } from '../../../rules/validation-issue.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button, buttonClass } from '../../ui/form/button.tsx'
import { FindingList } from './finding-list.tsx'
import type { ImportPlace } from './import-place.ts'
import { ImportPreview } from './import-preview.tsx'
import { readImportFile } from './read-import-file.ts'

interface ImportDialogProps {
  readonly units: readonly Unit[]
  /** The open list, where the person may add to it. */
  readonly existingName: string | undefined
  /** What keeps the whole of it out. */
  readonly check: (list: ExchangeList, place: ImportPlace) => string | undefined
  /** Resolves when it is safe on this device; rejects, with everything taken back, if it cannot be. */
  readonly onImport: (list: ExchangeList, place: ImportPlace) => Promise<void>
  readonly onClose: () => void
}

type Step =
  | { readonly at: 'choose' }
  | { readonly at: 'reading' }
  | { readonly at: 'read'; readonly fileName: string; readonly reading: Reading }
  | { readonly at: 'importing'; readonly fileName: string; readonly reading: Reading }

export function ImportDialog({ units, existingName, check, onImport, onClose }: ImportDialogProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [step, setStep] = useState<Step>({ at: 'choose' })
  const [failure, setFailure] = useState<string>()

  async function handleFile(file: File) {
    setFailure(undefined)
    setStep({ at: 'reading' })
    setStep({ at: 'read', fileName: file.name, reading: await readImportFile(file, units) })
  }

  async function handleImport(list: ExchangeList, place: ImportPlace) {
    if (step.at !== 'read') return
    setFailure(undefined)
    setStep({ ...step, at: 'importing' })
    // So that "Importing…" is seen before the work begins: thousands of items take a moment.
    await new Promise(resolve => setTimeout(resolve))
    try {
      await onImport(list, place)
      onClose()
    } catch {
      setFailure(
        'This device could not keep the items, so nothing was imported. Make room on the device and try again.',
      )
      setStep(step)
    }
  }

  const read = step.at === 'read' || step.at === 'importing' ? step : undefined
  const errors = read?.reading.findings.filter(finding => finding.kind === 'error') ?? []
  const remarks = read?.reading.findings.filter(finding => finding.kind === 'remark') ?? []
  return (
    <Dialog title="Import" open onClose={onClose} initialFocus={picker}>
      <div className="flex flex-col gap-3">
        {read?.reading.list === undefined ? (
          <>
            <p className="text-quiet">
              A CSV or JSON file, up to {importMegabytes} MB and {countTitle(10_000)} items. You see
              what is in it before anything is imported. It works without a network.
            </p>
            <FilePicker input={picker} onFile={handleFile} />
            {step.at === 'reading' ? <p role="status">Reading the file…</p> : null}
          </>
        ) : null}
        {errors.length > 0 && read ? (
          <div role="alert" className="flex flex-col gap-2">
            <p className="font-semibold text-error">
              “{read.fileName}” was not imported. Mend this and choose it again:
            </p>
            <FindingList findings={errors} />
          </div>
        ) : null}
        {remarks.length > 0 ? (
          <section aria-label="Remarks">
            <h3 className="text-sm font-semibold text-quiet">Understood differently</h3>
            <FindingList findings={remarks} />
          </section>
        ) : null}
        {read?.reading.list === undefined ? null : (
          <ImportPreview
            list={read.reading.list}
            units={units}
            existingName={existingName}
            busy={step.at === 'importing'}
            check={check}
            onImport={handleImport}
            onBack={() => setStep({ at: 'choose' })}
          />
        )}
        {failure === undefined ? null : (
          <p role="alert" className="text-error">
            {failure}
          </p>
        )}
        {read?.reading.list === undefined ? (
          <div className="flex justify-end">
            <Button onClick={onClose}>Cancel</Button>
          </div>
        ) : null}
      </div>
    </Dialog>
  )
}

function FilePicker({
  input,
  onFile,
}: {
  readonly input: RefObject<HTMLInputElement | null>
  readonly onFile: (file: File) => void
}) {
  return (
    <label
      className={`${buttonClass('primary')} has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link`}
    >
      <FileUp aria-hidden size={18} />
      Choose a file
      <input
        ref={input}
        type="file"
        className="sr-only"
        accept=".csv,.tsv,.txt,.json,text/csv,text/tab-separated-values,text/plain,application/json"
        onChange={event => {
          const [file] = event.target.files ?? []
          // The same file again, once it is mended, is a change too.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
    </label>
  )
}
