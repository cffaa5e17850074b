/** Type and notes of a list. */
import { type SubmitEvent, useId, useRef, useState } from 'react'
import type { ListType } from '../../../rules/items/stock.ts'
import { checkNotes } from '../../../rules/text.ts'
import { useTellTakenAway } from '../../parts/perform/use-tell-lost.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextArea } from '../../ui/form/field.tsx'
import { FormButtons } from '../../ui/form/form-buttons.tsx'
import { useKeptDraft } from '../../ui/form/kept-texts.ts'

export interface ListSettings {
  readonly listType?: ListType
  readonly notes?: string | null
}

/** What was touched. */
interface Draft {
  readonly listType?: ListType
  readonly notes?: string
}

interface SettingsDialogProps {
  readonly list: {
    readonly id: string
    readonly name: string
    readonly listType: ListType
    readonly notes: string | null
  }
  /** Only what changed. */
  readonly onSave: (changes: ListSettings) => void
  readonly onClose: () => void
}

const types: readonly (readonly [ListType, string, string])[] = [
  ['SIMPLE', 'Shopping list', 'Tick what is in the trolley.'],
  ['STOCK', 'Stock list', 'Keep count of what you have and what you want to have.'],
]

export function SettingsDialog({ list, onSave, onClose }: SettingsDialogProps) {
  const name = useId()
  const form = useRef<HTMLFormElement>(null)
  const notesBox = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft, isAsOpened] = useKeptDraft<Draft>(`settings.${list.id}`)
  const { listType, notes } = draft
  const [issue, setIssue] = useState<string>()

  // What was typed stands there again if the list is ever back.
  useTellTakenAway(list, notes === list.notes ? undefined : notes)

  function handleDone() {
    setDraft({})
    onClose()
  }

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (isAsOpened && event.nativeEvent.submitter === null) return onClose()
    const problem = notes === undefined ? undefined : checkNotes('notes', notes)?.message
    setIssue(problem)
    if (problem !== undefined) {
      notesBox.current?.focus()
      return
    }
    const wanted = notes === undefined ? list.notes : notes || null
    const changes: ListSettings = {
      ...(listType && listType !== list.listType && { listType }),
      ...(wanted !== list.notes && { notes: wanted }),
    }
    if (Object.keys(changes).length > 0) onSave(changes)
    handleDone()
  }

  return (
    // However it is closed, what was changed is kept, with Undo; only “Cancel” drops it.
    <Dialog
      title="List settings"
      description={list.name}
      open
      onClose={() => form.current?.requestSubmit()}
    >
      <form ref={form} className="flex flex-col gap-4" onSubmit={handleSubmit} noValidate>
        <fieldset className="flex flex-col gap-1">
          <legend className="pb-1 text-sm text-quiet">Type</legend>
          {types.map(([type, title, meaning]) => (
            <label
              key={type}
              className="flex min-h-14 items-center gap-3 rounded-box border border-line px-3 py-2 has-checked:border-primary has-checked:bg-tint"
            >
              <input
                type="radio"
                name={name}
                className="size-5 flex-none accent-primary"
                aria-label={title}
                aria-describedby={`${name}-${type}`}
                checked={(listType ?? list.listType) === type}
                onChange={() => setDraft({ ...draft, listType: type })}
              />
              <span>
                <span className="block font-semibold">{title}</span>
                <span id={`${name}-${type}`} className="block text-sm text-quiet">
                  {meaning}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        <TextArea
          ref={notesBox}
          label="Notes"
          placeholder="For everybody on this list"
          value={notes ?? list.notes ?? ''}
          issue={issue}
          onChange={event => {
            setDraft({ ...draft, notes: event.target.value })
            setIssue(undefined)
          }}
        />
        <FormButtons action="Save" onCancel={handleDone} />
      </form>
    </Dialog>
  )
}
