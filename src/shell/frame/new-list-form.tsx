import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { checkName, cleanName } from '../../../rules/text.ts'
import { createShoppingList } from '../../cache/edits/shopping-list-edits.ts'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { checkCapacityForList } from '../../cache/records/capacity.ts'
import { newId } from '../../cache/records/new-id.ts'
import { usePerform } from '../../parts/perform/use-perform.ts'
import { Button } from '../../ui/form/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { isComposing } from '../../ui/form/is-composing.ts'
import { useCheckedText } from '../../ui/form/use-checked-text.ts'

interface NewListFormProps {
  /** The id of the list that was made, if one was; its screen is open then. */
  readonly onDone: (madeId?: string) => void
}

export function NewListForm({ onDone }: NewListFormProps) {
  const offline = useOffline()
  const perform = usePerform()
  const navigate = useNavigate()
  const name = useCheckedText(
    '',
    text => checkCapacityForList(offline) ?? checkName('listName', text),
    'new-list',
  )

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!name.passes()) return
    name.forget()
    const id = newId()
    perform(createShoppingList, { id, name: cleanName(name.text) })
    navigate({ to: '/product/shoppinglist', search: { list: id } })
    onDone(id)
  }

  function handleCancel() {
    name.forget()
    onDone()
  }

  return (
    <form className="flex flex-col gap-2 p-1" onSubmit={handleSubmit} noValidate>
      <TextField
        label="List name"
        autoFocus
        enterKeyHint="done"
        {...name.field}
        onKeyDown={event => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          // Escape that gives a composition up belongs to the keyboard.
          if (!isComposing(event.nativeEvent)) onDone()
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" className="flex-1">
          Create
        </Button>
        <Button onClick={handleCancel}>Cancel</Button>
      </div>
    </form>
  )
}
