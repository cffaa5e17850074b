/** The tags of one item: chosen ones as chips in the box, the list's others beneath, new ones by their name. */
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { nextTagColor } from '../../../rules/lists/tags.ts'
import { cleanName } from '../../../rules/text.ts'
import { isComposing } from '../../ui/form/is-composing.ts'
import { Issue } from '../../ui/form/issue.tsx'
import { touchQuery, useMediaQuery } from '../../ui/use-media-query.ts'
import { TagDot } from './aisle-heading.tsx'
import { ColorChoice } from './color-choice.tsx'
import { type DraftTag, isAmong, type NewTagDraft, offeredTags, tagOfText } from './tag-draft.ts'

interface TagFieldProps {
  readonly tags: readonly DraftTag[]
  readonly listTags: readonly DraftTag[]
  readonly disabled: boolean
  /** Typed, and not added yet: whoever saves adds it. */
  readonly typed: NewTagDraft
  /** The sentence about what is typed, where a save could not add it. */
  readonly issue: string | undefined
  readonly onType: (typed: NewTagDraft) => void
  readonly onChange: (tags: readonly DraftTag[], typed: NewTagDraft) => void
}

/** More are found by typing. */
const mostOffered = 12

export const nothingTyped: NewTagDraft = { text: '' }

export function TagField({
  tags,
  listTags,
  disabled,
  typed: { text: typed, color },
  issue: refused,
  onType,
  onChange,
}: TagFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const touch = useMediaQuery(touchQuery)
  const [own, setIssue] = useState<string>()
  const issue = own ?? refused
  const offered = offeredTags(listTags, tags, typed).slice(0, mostOffered)
  const name = cleanName(typed)
  const isNew = name !== '' && !isAmong(listTags, name) && !isAmong(tags, name)

  function choose(tag: DraftTag) {
    onChange(isAmong(tags, tag.name) ? tags : [...tags, tag], nothingTyped)
    setIssue(undefined)
    focusBox()
  }

  /** The button that was pressed may go; a tap on it brings up no keyboard, which the text box would. */
  function focusBox() {
    if (touch) box.current?.focus()
    else input.current?.focus()
  }

  function remove(tag: DraftTag) {
    onChange(
      tags.filter(other => other !== tag),
      { text: typed, color },
    )
    focusBox()
  }

  function addTyped() {
    const result = tagOfText(listTags, tags, typed, color)
    if (result.kind === 'tag') choose(result.tag)
    else setIssue(result.message)
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposing(event.nativeEvent)) return
    const last = tags.at(-1)
    if (event.key === 'Enter' && name !== '') {
      event.preventDefault()
      addTyped()
    } else if (event.key === 'Backspace' && !event.repeat && typed === '' && last) {
      remove(last)
    }
  }

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm text-quiet">
        Tags
      </label>
      <div
        ref={box}
        tabIndex={-1}
        className="box flex flex-wrap items-center gap-1.5 py-1.5 focus-within:border-link focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-link"
      >
        {tags.map(tag => (
          <span
            key={tag.id ?? tag.name}
            className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full bg-tint pl-3 text-sm font-semibold text-primary"
          >
            <TagDot color={tag.color} />
            <span className="min-w-0 truncate">{tag.name}</span>
            {disabled ? (
              <span className="w-2" />
            ) : (
              <button
                type="button"
                aria-label={`Take ${tag.name} off`}
                title="Take off"
                className="grid size-8 flex-none pointer-coarse:size-12 place-items-center rounded-full hover:bg-surface"
                onClick={() => remove(tag)}
              >
                <X aria-hidden size={14} />
              </button>
            )}
          </span>
        ))}
        <input
          ref={input}
          id={id}
          name="newTag"
          dir="auto"
          className="min-h-8 pointer-coarse:min-h-12 min-w-24 flex-1 bg-transparent text-base outline-none placeholder:text-quiet"
          value={typed}
          placeholder={tags.length === 0 ? 'Add a tag' : ''}
          disabled={disabled}
          autoComplete="off"
          enterKeyHint="done"
          aria-invalid={issue === undefined ? undefined : true}
          aria-describedby={issue === undefined ? undefined : `${id}-said`}
          onChange={event => {
            onType({ text: event.target.value, color })
            setIssue(undefined)
          }}
          onKeyDown={handleKeyDown}
        />
      </div>
      {issue === undefined ? null : <Issue id={`${id}-said`}>{issue}</Issue>}
      {disabled || (offered.length === 0 && !isNew) ? null : (
        <fieldset className="flex min-w-0 flex-wrap gap-1.5">
          <legend className="sr-only">Tags to choose from</legend>
          {offered.map(tag => (
            <button
              key={tag.id ?? tag.name}
              type="button"
              className="inline-flex min-h-9 max-w-full pointer-coarse:min-h-12 items-center gap-1.5 rounded-full border border-line px-3 text-sm hover:bg-surface"
              onClick={() => choose(tag)}
            >
              <TagDot color={tag.color} />
              <span className="min-w-0 truncate">{tag.name}</span>
            </button>
          ))}
          {isNew ? (
            <button
              type="button"
              className="inline-flex min-h-9 max-w-full pointer-coarse:min-h-12 items-center gap-1.5 rounded-full border border-primary px-3 text-sm font-semibold text-primary hover:bg-surface"
              onClick={addTyped}
            >
              <Plus aria-hidden size={16} className="flex-none" />
              <span className="min-w-0 truncate">New tag “{name}”</span>
            </button>
          ) : null}
        </fieldset>
      )}
      {isNew && !disabled ? (
        <ColorChoice
          label="Colour of the new tag"
          value={color ?? nextTagColor([...listTags, ...tags])}
          onChange={picked => onType({ text: typed, color: picked })}
        />
      ) : null}
    </div>
  )
}
