/** One tag for all selected items, or off all of them. */

import { Plus } from 'lucide-react'
import type { FormEvent } from 'react'
import { checkTagCount } from '../../../rules/counts.ts'
import { checkName } from '../../../rules/text.ts'
import { counted, countTitle } from '../../../rules/validation-issue.ts'
import { isAmong } from '../../features/tags/tag-draft.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button } from '../../ui/form/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { useCheckedText } from '../../ui/form/use-checked-text.ts'
import { PlainList } from '../../ui/plain-list.tsx'

export interface TagChoice {
  readonly id: string
  readonly name: string
  readonly color: string
  /** How many of the selected items carry it. */
  readonly carriers: number
}

export interface TagDialogProps {
  /** Of the list whose items are selected. */
  readonly listId: string
  readonly open: boolean
  /** How many items are selected. */
  readonly count: number
  readonly tags: readonly TagChoice[]
  readonly onTag: (
    tag: { readonly name: string; readonly id?: string; readonly color?: string },
    on: boolean,
  ) => void
  readonly onClose: () => void
}

export function TagDialog({ listId, open, count, tags, onTag, onClose }: TagDialogProps) {
  const name = useCheckedText(
    '',
    text =>
      checkName('tag', text) ?? (isAmong(tags, text) ? undefined : checkTagCount(tags.length + 1)),
    // Whatever closes it, the end of selecting included.
    `tag-selected.${listId}`,
  )

  function handleAdd(event: FormEvent) {
    event.preventDefault()
    if (!name.passes()) return
    onTag({ name: name.text }, true)
    name.setText('')
    onClose()
  }

  return (
    <Dialog title={`Tag ${counted(count, 'item')}`} open={open} onClose={onClose}>
      <PlainList aria-label="Tags" className="flex flex-col">
        {tags.map(({ carriers, ...tag }) => (
          <li key={tag.id}>
            <button
              type="button"
              aria-pressed={carriers === count}
              className="flex min-h-12 w-full flex-wrap items-center gap-x-3 rounded-box px-3 text-left hover:bg-surface"
              onClick={() => {
                onTag(tag, carriers < count)
                onClose()
              }}
            >
              <span
                aria-hidden
                className="forced-color-adjust-none size-3 flex-none rounded-[3px]"
                style={{ backgroundColor: tag.color }}
              />
              <span className="min-w-0 flex-1 basis-24">{tag.name}</span>
              <span className="text-sm text-quiet">
                {carriers === count
                  ? 'take off'
                  : carriers === 0
                    ? ''
                    : `on ${countTitle(carriers)} of ${countTitle(count)}`}
              </span>
            </button>
          </li>
        ))}
      </PlainList>
      <form className="mt-3 flex flex-wrap items-end gap-2" onSubmit={handleAdd}>
        <TextField label="New tag" {...name.field} />
        <Button type="submit" className="self-start mt-7">
          <Plus aria-hidden size={18} />
          Add
        </Button>
      </form>
    </Dialog>
  )
}
