import { type FormEvent, useRef, useState } from 'react'
import { checkListCount } from '../../../rules/counts.ts'
import { uniqueName } from '../../../rules/names.ts'
import { checkName, cleanName } from '../../../rules/text.ts'
import { useListIds } from '../../cache/use-list-ids.ts'
import { useOffline } from '../../cache/use-offline.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'

interface CopyDialogProps {
  readonly list: { readonly name: string }
  readonly onCopy: (name: string) => void
  readonly onClose: () => void
}

export function CopyDialog({ list, onCopy, onClose }: CopyDialogProps) {
  const offline = useOffline()
  const listIds = useListIds()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(() => {
    const names = listIds.map(id => String(offline.peek(`ShoppingList:${id}`)?.name ?? ''))
    return uniqueName(list.name, names)
  })
  const [complaint, setComplaint] = useState<string>()

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const problem = checkListCount(listIds.length + 1) ?? checkName('listName', name)
    setComplaint(problem?.message)
    if (problem) {
      input.current?.focus()
      return
    }
    onCopy(cleanName(name))
    onClose()
  }

  return (
    <Dialog title={`Copy ${list.name}`} open onClose={onClose} initialFocus={input}>
      <form className="flex flex-col gap-4" onSubmit={handleSubmit} noValidate>
        <TextField
          ref={input}
          label="Name of the copy"
          value={name}
          complaint={complaint}
          hint="The copy is yours alone, with all items and tags."
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
            Copy
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
