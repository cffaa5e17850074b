import { Trash2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { counted } from '../../../rules/validation-issue.ts'
import { useLayer } from '../../ui/dialog/layers.tsx'
import { iconButtonClass } from '../../ui/form/button.tsx'
import { IconButton } from '../../ui/form/icon-button.tsx'
import { Issue } from '../../ui/form/issue.tsx'
import { MoveHandle } from '../../ui/gestures/move-handle.tsx'
import type { RowStep } from '../../ui/gestures/row-drag.ts'
import { ColorChoice } from './color-choice.tsx'
import type { DraftTag, TagRow } from './tag-draft.ts'

interface TagLineProps {
  readonly row: TagRow
  /** Of the items that carry it. */
  readonly count: number
  readonly issue: string | undefined
  readonly colouring: boolean
  readonly onColouring: (colouring: boolean) => void
  readonly onStep: (to: RowStep) => void
  readonly onChange: (part: Partial<DraftTag>) => void
  readonly onDelete: () => void
}

/** One tag among all tags of a list: moved, coloured, named, deleted. */
export function TagLine({
  row,
  count,
  issue,
  colouring,
  onColouring,
  onStep,
  onChange,
  onDelete,
}: TagLineProps) {
  const wrong = useId()
  const colourButton = useRef<HTMLButtonElement>(null)
  useLayer(colouring, {
    kind: 'popup',
    onClose() {
      onColouring(false)
      colourButton.current?.focus()
    },
    takesEscape: () => true,
  })
  return (
    <li data-drag-row={row.key} className="bg-ground py-0.5">
      <div className="flex flex-wrap items-center gap-1">
        <MoveHandle name={row.name} className="-ml-2 min-w-8" onStep={onStep} />
        <button
          ref={colourButton}
          type="button"
          aria-label={`Colour of ${row.name}`}
          title="Colour"
          aria-expanded={colouring}
          className={iconButtonClass}
          onClick={() => onColouring(!colouring)}
        >
          <span
            aria-hidden
            className="size-6 rounded-md forced-color-adjust-none"
            style={{ backgroundColor: row.color }}
          />
        </button>
        <input
          dir="auto"
          className="box min-w-28 flex-1 basis-0"
          aria-label={`Name of ${row.name}`}
          aria-invalid={issue === undefined ? undefined : true}
          aria-describedby={issue === undefined ? undefined : wrong}
          value={row.name}
          autoComplete="off"
          onChange={event => onChange({ name: event.target.value })}
        />
        <IconButton
          label={`Delete ${row.name}`}
          className="-mr-2 text-quiet hover:text-error"
          onClick={onDelete}
        >
          <Trash2 aria-hidden size={18} />
        </IconButton>
      </div>
      <p className="pl-23 text-sm text-quiet">{itemsTitle(count)}</p>
      {issue === undefined ? null : (
        <Issue id={wrong} className="pl-23">
          {issue}
        </Issue>
      )}
      {colouring ? (
        <ColorChoice
          label={`Colour of ${row.name}`}
          value={row.color}
          onChange={color => onChange({ color })}
        />
      ) : null}
    </li>
  )
}

function itemsTitle(count: number): string {
  return count === 0 ? 'On no item' : `On ${counted(count, 'item')}`
}
