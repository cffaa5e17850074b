/** Filters under a name: one is chosen, the present one saved, any renamed or deleted; all of it offline, too. */

import { Check, Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { checkFilterCount } from '../../../rules/counts.ts'
import { filterCalled, type SavedFilterKind } from '../../../rules/lists/saved-filters.ts'
import { checkName, cleanName } from '../../../rules/text.ts'
import type { SavedFilterFieldsFragment } from '../../generated/operations.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button } from '../../ui/form/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { FormButtons } from '../../ui/form/form-buttons.tsx'
import { IconButton } from '../../ui/form/icon-button.tsx'
import { useCheckedText } from '../../ui/form/use-checked-text.ts'
import { PlainList } from '../../ui/plain-list.tsx'
import { Said } from '../../ui/said.tsx'
import { type SavedFilters, useSavedFilters } from './use-saved-filters.ts'

export interface SavedFiltersDialogProps {
  readonly kind: SavedFilterKind
  /** What is shown at present, as it would be saved. */
  readonly present: string
  /** A filter in words. */
  readonly words: (filter: string) => string
  /** Why a filter cannot be had here. */
  readonly issue?: (filter: string) => string | undefined
  readonly onChoose: (filter: string) => void
  readonly onClose: () => void
}

export function SavedFiltersDialog(props: SavedFiltersDialogProps) {
  const saved = useSavedFilters(props.kind)
  return (
    <Dialog title="Saved filters" open onClose={props.onClose}>
      {saved === undefined ? (
        <p>
          Your preferences are not on this device yet. They come with the first contact to the
          server; then filters can be saved without a network, too.
        </p>
      ) : (
        <div className="flex flex-col gap-4">
          <FilterList {...props} saved={saved} />
          <SaveForm {...props} saved={saved} />
        </div>
      )}
    </Dialog>
  )
}

interface PartProps extends SavedFiltersDialogProps {
  readonly saved: SavedFilters
}

function FilterList({ saved, present, words, issue, onChoose, onClose }: PartProps) {
  const [renaming, setRenaming] = useState<string>()
  const [renamed, setRenamed] = useState<string>()
  const [deleted, setDeleted] = useState<Deleted>()
  const handleDelete = (filter: SavedFilterFieldsFragment) =>
    setDeleted({ name: filter.name, bringBack: saved.remove(filter) })
  return (
    <>
      {saved.filters.length > 0 ? null : (
        <p className="text-quiet">
          None yet. What is shown now can be saved under a name and chosen again later, on all your
          devices.
        </p>
      )}
      <PlainList aria-label="Saved filters" className="divide-y divide-line empty:hidden">
        {saved.filters.map(filter => (
          <li key={filter.id} className="py-1">
            {renaming === filter.id ? (
              <RenameForm
                filter={filter}
                saved={saved}
                onDone={() => {
                  setRenaming(undefined)
                  setRenamed(filter.id)
                }}
              />
            ) : (
              <FilterRow
                filter={filter}
                inUse={filter.filter === present}
                wasRenamed={filter.id === renamed}
                words={issue?.(filter.filter) ?? words(filter.filter)}
                disabled={issue?.(filter.filter) !== undefined}
                onChoose={() => {
                  onChoose(filter.filter)
                  onClose()
                }}
                onRename={() => setRenaming(filter.id)}
                onDelete={() => handleDelete(filter)}
              />
            )}
          </li>
        ))}
      </PlainList>
      {deleted === undefined ? null : (
        <DeletedNote
          key={deleted.name}
          name={deleted.name}
          onUndo={() => {
            deleted.bringBack()
            setDeleted(undefined)
          }}
        />
      )}
    </>
  )
}

interface Deleted {
  readonly name: string
  readonly bringBack: () => void
}

/** Here, since nothing behind a dialog can be pressed. */
function DeletedNote({ name, onUndo }: { readonly name: string; readonly onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null)
  // The button that was pressed is gone.
  useEffect(() => undo.current?.focus(), [])
  return (
    <div role="status" className="flex items-center gap-3 rounded-box bg-surface px-3 py-1 text-sm">
      <p className="min-w-0 flex-1 break-words">{name} is deleted.</p>
      <Button ref={undo} look="quiet" onClick={onUndo}>
        Undo
      </Button>
    </div>
  )
}

interface FilterRowProps {
  readonly filter: SavedFilterFieldsFragment
  readonly inUse: boolean
  /** The form that stood here is done: its button takes the focus back. */
  readonly wasRenamed: boolean
  readonly words: string
  readonly disabled: boolean
  readonly onChoose: () => void
  readonly onRename: () => void
  readonly onDelete: () => void
}

function FilterRow({ filter, inUse, wasRenamed, words, disabled, ...on }: FilterRowProps) {
  const { name } = filter
  const rename = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (wasRenamed) rename.current?.focus()
  }, [wasRenamed])
  return (
    <div className="flex items-center gap-1">
      <button
        type="button"
        aria-pressed={inUse}
        disabled={disabled}
        className="flex min-h-12 min-w-0 flex-1 items-center gap-2 rounded-box px-2 py-1 text-left enabled:hover:bg-surface"
        onClick={on.onChoose}
      >
        <span className="min-w-0 flex-1">
          <span className={`block break-words ${disabled ? 'text-quiet' : 'font-semibold'}`}>
            {name}
          </span>
          <span className="block text-sm text-quiet">{words}</span>
        </span>
        {inUse ? <Check aria-hidden size={18} className="flex-none text-primary" /> : null}
      </button>
      <IconButton ref={rename} label={`Rename ${name}`} onClick={on.onRename}>
        <Pencil aria-hidden size={18} />
      </IconButton>
      <IconButton label={`Delete ${name}`} onClick={on.onDelete}>
        <Trash2 aria-hidden size={18} />
      </IconButton>
    </div>
  )
}

interface RenameFormProps {
  readonly filter: SavedFilterFieldsFragment
  readonly saved: SavedFilters
  readonly onDone: () => void
}

function RenameForm({ filter, saved, onDone }: RenameFormProps) {
  function check(text: string) {
    const other = filterCalled(text, filter.kind, saved.filters)
    const isTaken = other && other.id !== filter.id
    const taken = `Another filter is called ${other?.name}. Choose a different name.`
    return checkName('name', text) ?? (isTaken ? { message: taken } : undefined)
  }
  const name = useCheckedText(filter.name, check, `filter-name.${filter.id}`)
  const { box } = name
  useEffect(() => {
    box.current?.focus()
    box.current?.select()
  }, [box])

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!name.passes()) return
    if (cleanName(name.text) !== filter.name) saved.rename(filter.id, cleanName(name.text))
    handleDone()
  }

  function handleDone() {
    name.forget()
    onDone()
  }

  return (
    <form
      aria-label={`Rename ${filter.name}`}
      className="flex flex-col gap-3 py-2"
      noValidate
      onSubmit={handleSubmit}
    >
      <TextField label="New name" enterKeyHint="done" {...name.field} />
      <FormButtons action="Rename" onCancel={handleDone} />
    </form>
  )
}

function SaveForm({ kind, present, words, saved }: PartProps) {
  const [said, setSaid] = useState('')
  const calledSo = (text: string) => filterCalled(text, kind, saved.filters)
  function check(text: string) {
    const count = saved.filters.length + (calledSo(text) ? 0 : 1)
    return checkName('name', text) ?? checkFilterCount(kind, count)
  }
  const name = useCheckedText('', check, `new-filter.${kind}`)
  const there = calledSo(name.text)
  const same = saved.filters.find(filter => filter.filter === present)

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!name.passes()) return
    saved.save(cleanName(name.text), present)
    setSaid(there ? `${there.name} is changed.` : `${cleanName(name.text)} is added.`)
    name.setText('')
  }

  return (
    <form
      aria-label="Save the present filter"
      className="flex flex-col gap-3 border-t border-line pt-3"
      noValidate
      onSubmit={handleSubmit}
    >
      <TextField
        label="Save what is shown now as"
        hint={
          there
            ? `${there.name} exists: it will be replaced.`
            : same
              ? `${words(present)} – the same as ${same.name}`
              : words(present)
        }
        enterKeyHint="done"
        {...name.field}
        onChange={event => {
          name.field.onChange(event)
          setSaid('')
        }}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" look="primary">
          {there ? 'Replace filter' : 'Save filter'}
        </Button>
        <Said>{said}</Said>
      </div>
    </form>
  )
}
