import { useState } from 'react'
import type { Person } from '../../cache/records/people.ts'
import type { ShoppingListFieldsFragment } from '../../generated/operations.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { SelectField } from '../../ui/form/field.tsx'
import { FormButtons } from '../../ui/form/form-buttons.tsx'

interface HandOverProps {
  readonly list: ShoppingListFieldsFragment
  readonly people: readonly Person[]
  readonly onChoose: (friendId: number) => void
  readonly onClose: () => void
}

/** The owner gives the list to somebody who has it. */
export function HandOver({ list, people, onChoose, onClose }: HandOverProps) {
  const [wanted, setWanted] = useState(people[0]?.friendId)
  // May have left meanwhile, and nobody else gets it in their place.
  const chosen = people.find(({ friendId }) => friendId === wanted)?.friendId
  return (
    <Dialog title={`Hand over ${list.name}?`} open onClose={onClose}>
      <form
        className="flex flex-col gap-3"
        onSubmit={event => {
          event.preventDefault()
          if (chosen !== undefined) onChoose(chosen)
        }}
      >
        <SelectField
          label="New owner"
          value={chosen ?? ''}
          onChange={event => setWanted(Number(event.target.value))}
          options={people.map(({ friendId, name }) => [friendId, name])}
          required
          issue={
            chosen === undefined
              ? 'Whoever was chosen does not have the list any more. Choose again.'
              : undefined
          }
        >
          {chosen === undefined ? <option value="">Nobody yet</option> : null}
        </SelectField>
        <p>
          They alone can delete it then, and you stay on it as Admin. Only they can give it back.
        </p>
        <FormButtons action="Hand over" onCancel={onClose} />
      </form>
    </Dialog>
  )
}
