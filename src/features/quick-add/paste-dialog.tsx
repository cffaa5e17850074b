/** What many pasted lines would add, one row a line, before any of it counts. */
import { X } from 'lucide-react'
import { useRef } from 'react'
import { checkName } from '../../../rules/text.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button, iconButtonClass } from '../../ui/form/button.tsx'
import { PlainList } from '../../ui/plain-list.tsx'
import { amountText, comingBack, type Knowledge, type Wanted, wantedOf } from './chips.ts'

export interface PastedLines {
  readonly rows: readonly PastedRow[]
  /** Taken as they stand, without quantities. */
  readonly literal: boolean
}

interface PastedRow {
  readonly line: string
  /** Among those that were pasted, whatever was left out since. */
  readonly place: number
}

interface PasteDialogProps {
  readonly pasted: PastedLines
  readonly know: Knowledge
  /** Why so many more cannot be added, where that is so. */
  readonly full: (adding: number) => string | undefined
  readonly onChange: (pasted: PastedLines) => void
  readonly onAdd: (wanted: readonly Wanted[]) => void
  readonly onCancel: () => void
  /** By the way, as by a tap beside it. */
  readonly onClose: () => void
}

export function PasteDialog({
  pasted,
  know,
  full,
  onChange,
  onAdd,
  onCancel,
  onClose,
}: PasteDialogProps) {
  const { rows, literal } = pasted
  const addButton = useRef<HTMLButtonElement>(null)
  const shown = rows.map(row => {
    const wanted = wantedOf(row.line, literal, know)
    return { ...row, wanted, issue: checkName('name', wanted.name) }
  })
  const back = comingBack(
    shown.map(row => row.wanted),
    know,
  )
  const wrong = shown.filter(row => row.issue !== undefined).length
  const tooMany = full(rows.length - back.size)
  return (
    <Dialog title="Add pasted lines" open onClose={onClose} initialFocus={addButton}>
      <label className="flex min-h-12 items-center gap-3">
        <input
          type="checkbox"
          className="tick"
          checked={!literal}
          onChange={event => onChange({ rows, literal: !event.target.checked })}
        />
        Understand quantities
      </label>
      <PlainList aria-label="Pasted lines" className="max-h-[45dvh] overflow-y-auto">
        {shown.map(({ place, wanted, issue }) => {
          const offer = back.get(wanted)
          const amount = amountText(offer?.amount ?? wanted, know.units)
          // What comes back keeps its tags.
          const tags = offer ? [] : wanted.tags.map(tag => tag.name)
          return (
            <li key={place} className="flex min-h-12 items-center gap-2 border-t border-line">
              <span className="min-w-0 flex-1 py-1">
                <bdi>{wanted.name}</bdi>{' '}
                <span className="text-quiet">{[amount, ...tags].filter(Boolean).join(' · ')}</span>
                {offer ? (
                  <span className="block text-sm text-quiet">Comes back from the trolley</span>
                ) : null}
                {issue === undefined ? null : (
                  <span className="block text-sm text-error">{issue.message}</span>
                )}
              </span>
              <button
                type="button"
                aria-label={`Leave out ${wanted.name}`}
                title="Leave out"
                className={`${iconButtonClass} text-quiet`}
                onClick={() => onChange({ rows: rows.filter(row => row.place !== place), literal })}
              >
                <X aria-hidden size={18} />
              </button>
            </li>
          )
        })}
      </PlainList>
      {rows.length === 0 ? <p className="py-4 text-quiet">Nothing is left to add.</p> : null}
      {wrong === 0 ? null : (
        <p className="pt-2 text-sm text-error">Leave out what cannot be added, then go on.</p>
      )}
      {tooMany === undefined ? null : <p className="pt-2 text-sm text-error">{tooMany}</p>}
      <div className="flex flex-wrap justify-end gap-2 pt-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          ref={addButton}
          look="primary"
          disabled={rows.length === 0 || wrong > 0 || tooMany !== undefined}
          onClick={() => onAdd(shown.map(row => row.wanted))}
        >
          Add all ({rows.length})
        </Button>
      </div>
    </Dialog>
  )
}
