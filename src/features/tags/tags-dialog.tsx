/** All tags of a list: name, colour, order and which there are; saved together, undone together. */
import { Plus } from 'lucide-react'
import { type RefObject, type SubmitEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { moveAfter } from '../../../rules/lists/order.ts'
import { useListViews } from '../../cache/hooks/sync/use-offline.tsx'
import { tagCacheId } from '../../cache/records/cache-ids.ts'
import { newId } from '../../cache/records/new-id.ts'
import type { ShoppingListFieldsFragment } from '../../generated/operations.ts'
import { useTellTakenAway } from '../../parts/perform/use-tell-lost.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button } from '../../ui/form/button.tsx'
import { FormButtons } from '../../ui/form/form-buttons.tsx'
import { isComposing } from '../../ui/form/is-composing.ts'
import { Issue } from '../../ui/form/issue.tsx'
import { useKeptDraft } from '../../ui/form/kept-texts.ts'
import { focusHandle } from '../../ui/gestures/focus-handle.ts'
import type { Drop, RowStep } from '../../ui/gestures/row-drag.ts'
import { useRowDrag } from '../../ui/gestures/use-row-drag.ts'
import { PlainList } from '../../ui/plain-list.tsx'
import { countCarriers } from './count-carriers.ts'
import {
  type DraftTag,
  sameTags,
  type TagRow,
  tagIssues,
  tagIsThere,
  tagOfText,
} from './tag-draft.ts'
import { TagLine } from './tag-line.tsx'

interface TagsDialogProps {
  readonly list: ShoppingListFieldsFragment
  /** The whole set, and what it was when it was first touched. */
  readonly onSave: (tags: readonly DraftTag[], before: readonly DraftTag[]) => void
  readonly onClose: () => void
}

/** However it is closed, what is changed now is kept, with Undo; only “Cancel” drops it. */
export function TagsDialog(props: TagsDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  return (
    <Dialog title="Tags" open onClose={() => form.current?.requestSubmit()}>
      <TagsForm form={form} {...props} />
    </Dialog>
  )
}

/** What was touched, and what it was made of. */
interface Draft {
  readonly base?: ShoppingListFieldsFragment['itemTags']
  readonly rows?: readonly TagRow[]
  readonly typed?: string
}

interface TagsFormProps extends TagsDialogProps {
  readonly form: RefObject<HTMLFormElement | null>
}

function TagsForm({ form, list, onSave, onClose }: TagsFormProps) {
  const views = useListViews()
  // As the dialog opens.
  const [counts] = useState(() => countCarriers(views, views.itemIds(list.id)))
  const scroller = useRef<HTMLDivElement>(null)
  const [draft, setDraft, isAsOpened] = useKeptDraft<Draft>(`tags.${list.id}`)
  const [own] = useState(list.itemTags)
  const { base = own, typed = '' } = draft
  const { rows = base.map(({ id, name, color }) => ({ key: id, id, name, color })) } = draft
  const [colouring, setColouring] = useState<string>()
  const wrong = useId()
  const typedBox = useRef<HTMLInputElement>(null)
  const [issue, setIssue] = useState<string>()
  const [issues, setIssues] = useState<ReadonlyMap<string, string>>(new Map())
  const [said, setSaid] = useState('')
  const keys = rows.map(row => row.key)
  const isNew = ({ name }: TagRow) => !base.some(tag => tag.name === name)
  useTellTakenAway(list, [...rows.filter(isNew).map(({ name }) => name), typed].join('\n').trim())

  function setRows(rows: readonly TagRow[]) {
    setDraft({ base, rows, typed })
  }

  function handleDone() {
    setDraft({})
    onClose()
  }

  function reorder(order: readonly string[], moved: string) {
    setRows(order.flatMap(key => rows.find(row => row.key === key) ?? []))
    const name = rows.find(row => row.key === moved)?.name ?? ''
    setSaid(`${name}, ${order.indexOf(moved) + 1} of ${order.length}`)
  }

  function handleDrop({ key, at, side }: Drop) {
    const others = keys.filter(other => other !== key)
    const after = side === 'after' ? at : (others[others.indexOf(at) - 1] ?? null)
    reorder(moveAfter(keys, key, after), key)
  }

  function handleStep(key: string, to: RowStep) {
    const others = keys.filter(other => other !== key)
    const from = keys.indexOf(key)
    const place = { up: from - 1, down: from + 1, top: 0, bottom: others.length }[to]
    if (place < 0 || place > others.length) return
    // The row is taken out and put in again, and the focus with it.
    flushSync(() => reorder(others.toSpliced(place, 0, key), key))
    focusHandle(scroller.current, key)
  }
  useRowDrag(scroller, { onDrop: handleDrop, onKey: handleStep })

  function change(key: string, part: Partial<DraftTag>) {
    setRows(rows.map(row => (row.key === key ? { ...row, ...part } : row)))
    setIssues(new Map([...issues].filter(([other]) => other !== key)))
  }

  /** With what is typed; undefined, and a sentence, if that cannot be a tag. */
  function withTyped(): readonly TagRow[] | undefined {
    const result = tagOfText(rows, rows, typed, undefined)
    if (result.kind === 'issue') setIssue(result.message)
    else if (rows.some(row => row.name === result.tag.name)) {
      setIssue(tagIsThere)
    } else return [...rows, { ...result.tag, key: newId() }]
    return undefined
  }

  function handleAdd() {
    const next = withTyped()
    if (next === undefined) return typedBox.current?.focus()
    setDraft({ base, rows: next })
    setIssue(undefined)
  }

  function handleSave(event: SubmitEvent) {
    event.preventDefault()
    if (isAsOpened && event.nativeEvent.submitter === null) return onClose()
    const wrong = tagIssues(rows)
    setIssues(wrong)
    const [first] = wrong.keys()
    if (first !== undefined) {
      scroller.current
        ?.querySelector<HTMLElement>(`[data-drag-row="${CSS.escape(first)}"] input`)
        ?.focus()
      return
    }
    const all = typed.trim() === '' ? rows : withTyped()
    if (all === undefined) return typedBox.current?.focus()
    if (!sameTags(all, base)) onSave(all, base)
    handleDone()
  }

  return (
    <form ref={form} className="flex flex-col gap-3" onSubmit={handleSave} noValidate>
      <p className="text-sm text-quiet">
        Items stand under their tag, in this order: like the aisles of your shop.
      </p>
      <div ref={scroller} className="-mx-3 -my-1 max-h-[45dvh] overflow-y-auto px-3 py-1">
        <PlainList aria-label="Tags">
          {rows.map(row => (
            <TagLine
              key={row.key}
              row={row}
              count={counts.get(tagCacheId(row.key)) ?? 0}
              issue={issues.get(row.key)}
              colouring={colouring === row.key}
              onColouring={on => setColouring(on ? row.key : undefined)}
              onStep={to => handleStep(row.key, to)}
              onChange={part => change(row.key, part)}
              onDelete={() => setRows(rows.filter(other => other.key !== row.key))}
            />
          ))}
        </PlainList>
      </div>
      <div>
        <div className="flex flex-wrap gap-2">
          <input
            ref={typedBox}
            dir="auto"
            className="box min-w-28 flex-1 basis-0"
            aria-label="New tag"
            placeholder="New tag"
            value={typed}
            autoComplete="off"
            enterKeyHint="done"
            aria-invalid={issue === undefined ? undefined : true}
            aria-describedby={issue === undefined ? undefined : wrong}
            onChange={event => {
              setDraft({ base, rows, typed: event.target.value })
              setIssue(undefined)
            }}
            onKeyDown={event => {
              if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
              event.preventDefault()
              handleAdd()
            }}
          />
          <Button onClick={handleAdd}>
            <Plus aria-hidden size={18} />
            Add
          </Button>
        </div>
        {issue === undefined ? null : (
          <Issue id={wrong} className="pt-1">
            {issue}
          </Issue>
        )}
      </div>
      <span aria-live="polite" className="sr-only">
        {said}
      </span>
      <FormButtons action="Save" onCancel={handleDone} />
    </form>
  )
}
