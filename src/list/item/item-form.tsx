/** Everything about one item: in a dialog, or beside the list in a wide window. */
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { onlyToLookAt } from '../../../rules/people/permissions.ts'
import { useItem } from '../../cache/hooks/use-item.ts'
import type { DraftTag } from '../../features/tags/tag-draft.ts'
import { nothingTyped, TagField } from '../../features/tags/tag-field.tsx'
import type { UnitFieldsFragment } from '../../generated/operations.ts'
import { Button } from '../../ui/form/button.tsx'
import { SelectField, TextArea, TextField } from '../../ui/form/field.tsx'
import { useKeptDraft } from '../../ui/form/kept-texts.ts'
import { CopyLink } from './copy-link.tsx'
import {
  contentAnew,
  type DraftField,
  type DraftIssues,
  draftKey,
  type ItemDraft,
  readFields,
  shownValue,
} from './item-draft.ts'
import type { ItemActions } from './use-item-actions.ts'

interface ItemFormProps {
  readonly id: string
  /** The field of the name. */
  readonly nameField: RefObject<HTMLInputElement | null>
  readonly units: readonly UnitFieldsFragment[]
  /** Of the list. */
  readonly tags: readonly DraftTag[]
  readonly mayEdit: boolean
  /** Who could let one, where one may only look. */
  readonly sharedByName: string | null
  readonly onUpdate: ItemActions['update']
  readonly onBringBack: ItemActions['bringBack']
  readonly onDelete: (id: string) => void
  /** Nothing of what was typed is to be kept. */
  readonly onDone: () => void
  readonly onClose: () => void
}

export function ItemForm({
  id,
  nameField,
  units,
  tags,
  mayEdit,
  sharedByName,
  onUpdate,
  onBringBack,
  onDelete,
  onDone,
  onClose,
}: ItemFormProps) {
  const present = useItem(id)
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useKeptDraft<ItemDraft>(draftKey(id))
  const [issues, setIssues] = useState<DraftIssues>({})

  // What was typed stays in sight though somebody deleted the item.
  const item = present ?? draft.of
  if (item === undefined) {
    return (
      <Button className="w-full" onClick={onDone}>
        Close
      </Button>
    )
  }

  function field(name: DraftField) {
    if (item === undefined) throw new Error('The form has no item')
    return {
      name,
      value: shownValue(item, draft, name),
      issue: issues[name],
      disabled: !mayEdit,
      onChange(event: { readonly target: { readonly value: string } }) {
        change({ [name]: event.target.value })
        setIssues({ ...issues, [name]: undefined })
      },
    }
  }

  function change(part: ItemDraft) {
    const touchesTags = part.itemTags !== undefined && draft.itemTags === undefined
    setDraft({
      ...draft,
      ...part,
      ...(touchesTags && item && { tagsBefore: item.itemTags }),
      ...(present && { of: present }),
    })
  }

  function handleSave(event: FormEvent) {
    event.preventDefault()
    if (item === undefined) return
    const { changes, issues: found } = readFields(item, draft, tags)
    const [first] = Object.keys(found)
    if (first !== undefined) {
      setIssues(found)
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    if (present === undefined) onBringBack(id, contentAnew(item, draft, tags).content)
    else if (Object.keys(changes).length > 0) onUpdate(id, changes)
    onDone()
  }

  return (
    <form ref={form} className="flex flex-col gap-4" onSubmit={handleSave} noValidate>
      <p role="status" className="text-sm text-warning empty:absolute">
        {mayEdit ? null : onlyToLookAt(sharedByName)}
      </p>
      <TextField
        ref={nameField}
        label="Name"
        autoComplete="off"
        enterKeyHint="done"
        {...field('name')}
      />
      <div className="flex flex-wrap gap-3">
        <TextField
          label="Quantity to buy"
          inputMode="decimal"
          autoComplete="off"
          {...field('quantityToPurchase')}
        />
        <SelectField
          label="Unit"
          options={[['', 'None'], ...units.map(({ id, name }) => [id, name] as const)]}
          {...field('unitId')}
        />
      </div>
      <TextField
        label="Quantity in stock"
        inputMode="decimal"
        autoComplete="off"
        {...field('quantityInStock')}
      />
      <TagField
        tags={draft.itemTags ?? item.itemTags}
        listTags={tags}
        disabled={!mayEdit}
        typed={draft.newTag ?? nothingTyped}
        issue={issues.newTag}
        onType={newTag => {
          change({ newTag })
          setIssues({ ...issues, newTag: undefined })
        }}
        onChange={(itemTags, newTag) => change({ itemTags, newTag })}
      />
      <TextArea label="Notes" placeholder="Add a note" {...field('notes')} />
      {present === undefined ? null : <CopyLink itemId={id} />}
      {mayEdit ? (
        // Always in reach: whatever it scrolls in leaves room for it (scroll-pb-…), since Chromium scrolls to a caret
        // without heeding scroll-margin. The shade of it covers what would be seen in the room beneath it.
        <div className="sticky bottom-0 -m-4 flex flex-wrap gap-3 bg-ground p-4 [box-shadow:0_2.25rem_var(--color-ground)]">
          <Button
            className="flex-1"
            onClick={() => (present === undefined ? onDone() : onDelete(id))}
          >
            {present === undefined ? 'Discard' : 'Delete'}
          </Button>
          <Button type="submit" look="primary" className="flex-1">
            {present === undefined ? 'Bring it back' : 'Save'}
          </Button>
        </div>
      ) : (
        // What was typed while one still might is kept, as by Escape.
        <Button onClick={onClose}>Close</Button>
      )}
    </form>
  )
}
