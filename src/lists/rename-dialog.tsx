import { type FormEvent, useRef, useState } from 'react'
import { checkName, cleanName } from '../../rules/text.ts'
import { renameShoppingList } from '../cache/shopping-list-edits.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { usePerform } from './use-perform.ts'

interface RenameDialogProps {
  readonly list: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

export function RenameDialog({ list, onClose }: RenameDialogProps) {
  const perform = usePerform()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(list.name)
  const [complaint, setComplaint] = useState<string>()

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const problem = checkName('listName', name)?.message
    setComplaint(problem)
    if (problem !== undefined) {
      input.current?.focus()
      return
    }
    const cleaned = cleanName(name)
    if (cleaned !== list.name) perform(renameShoppingList, { id: list.id, name: cleaned })
    onClose()
  }

  return (
    <Dialog title="Rename list" open onClose={onClose} initialFocus={input}>
      <form className="flex flex-col gap-4" onSubmit={handleSubmit} noValidate>
        <TextField
          ref={input}
          label="List name"
          value={name}
          complaint={complaint}
          autoComplete="off"
          enterKeyHint="done"
          onChange={event => {
            setName(event.target.value)
            setComplaint(undefined)
          }}
        />
        <div className="flex gap-3">
          <Button className="flex-1" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" className="flex-1">
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
