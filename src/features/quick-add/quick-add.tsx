/**
 * The box that is always there. Enter adds and the focus stays; the text leaves the box in the same moment
 * in which the item is on the list, so nothing typed meanwhile is lost.
 */
import { Plus, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type RefObject,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { flushSync } from 'react-dom'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { isComposing } from '../../ui/form/is-composing.ts'
import { Issue } from '../../ui/form/issue.tsx'
import { keepLetters } from '../../ui/form/keep-letters.ts'
import { wellAfterFrame } from '../../ui/loading/after-frame.ts'
import { ChipBar, type ChipBarHandle } from './chip-bar.tsx'
import type { Knowledge } from './chips.ts'
import { addWords, type QuickAddEvents, type Remark, useQuickAdd } from './use-quick-add.ts'

const PasteDialog = lazyDialog(async () => (await import('./paste-dialog.tsx')).PasteDialog)

export interface QuickAddProps extends QuickAddEvents {
  readonly listId: string
  readonly know: Knowledge
  /** So that a key can bring the focus here. */
  readonly input: RefObject<HTMLInputElement | null>
  /** Why so many more cannot be added, where that is so. */
  readonly full: (adding: number) => string | undefined
  /** Runs what can wait until a letter was painted; answers with what calls it off. */
  readonly later?: (work: () => void) => () => void
}

export function QuickAdd({
  listId,
  know,
  input,
  full,
  later = wellAfterFrame,
  ...events
}: QuickAddProps) {
  const bar = useRef<ChipBarHandle>(null)
  const id = useId()
  const box = useQuickAdd(listId, input, bar, know, events, full, later)
  const focusBox = () => input.current?.focus()
  const handleType = useEffectEvent(box.handleType)
  useLayoutEffect(
    () => (input.current ? keepLetters(input.current, text => handleType(text)) : undefined),
    [input],
  )

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // Enter that ends a composition (Japanese, for one) belongs to the keyboard.
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      box.handleSubmit()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      flushSync(box.catchUp)
      if (bar.current?.focus()) event.preventDefault()
    } else if (event.key === 'Escape' && box.handleRefuse()) {
      event.preventDefault()
      event.stopPropagation()
    }
  }

  return (
    <form
      className="above-keyboard aside-safe flex flex-none flex-col gap-1 border-t border-line bg-surface pt-2 wide:mr-[max(1rem,env(safe-area-inset-right))] wide:mb-5 wide:ml-4 wide:rounded-box wide:border wide:p-3"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        box.handleSubmit()
        focusBox()
      }}
    >
      {box.remark === undefined ? null : (
        <RemarkLine
          remark={box.remark}
          onDone={focusBox}
          onDismiss={() => {
            box.handleDismiss()
            focusBox()
          }}
        />
      )}
      <ChipBar
        ref={bar}
        know={know}
        onChoose={chip => {
          box.handleChoose(chip)
          focusBox()
        }}
        onRefuse={() => {
          box.handleRefuse()
          focusBox()
        }}
        onForget={name => {
          box.handleForget(name)
          focusBox()
        }}
        onLeave={focusBox}
      />
      {box.issue === undefined ? null : <Issue id={`${id}-wrong`}>{box.issue}</Issue>}
      <div className="flex items-center gap-2">
        {/* A box whose size no letter can change, so that the page around it is not laid out for each. */}
        <div className="@container min-w-0 flex-1">
          <input
            ref={input}
            type="text"
            dir="auto"
            className="box block h-12.5 w-[100cqw] border-2 bg-ground px-3.5 contain-strict"
            aria-label="Add an item"
            placeholder={addWords}
            aria-describedby={`${id}-how${box.issue === undefined ? '' : ` ${id}-wrong`}`}
            aria-invalid={box.issue === undefined ? undefined : true}
            autoComplete="off"
            autoCapitalize="sentences"
            enterKeyHint="enter"
            onKeyDown={handleKeyDown}
            onPaste={event => {
              if (box.handlePaste(event.clipboardData.getData('text'))) event.preventDefault()
            }}
          />
        </div>
        <button
          type="submit"
          aria-label="Add"
          title="Add"
          className="grid size-12.5 flex-none place-items-center rounded-box border border-transparent bg-primary text-on-primary hover:[filter:brightness(95%)]"
          onMouseDown={event => event.preventDefault()}
        >
          <Plus aria-hidden size={26} />
        </button>
      </div>
      <span id={`${id}-how`} className="sr-only">
        Enter adds. Arrow down goes to suggestions, Escape takes the text as typed.
      </span>
      <span aria-live="polite" className="sr-only">
        <span key={box.said.times}>{box.said.text}</span>
        {box.remark === undefined ? null : `. ${box.remark.text}`}
      </span>
      {box.pasted === undefined ? null : (
        <PasteDialog
          pasted={box.pasted}
          know={know}
          full={full}
          onAdd={wanted => {
            box.handleAddMany(wanted)
            focusBox()
          }}
          onChange={box.handleChangePasted}
          onCancel={box.handleCancelPaste}
          onClose={box.handlePutAside}
        />
      )}
    </form>
  )
}

function RemarkLine({
  remark,
  onDone,
  onDismiss,
}: {
  readonly remark: Remark
  readonly onDone: () => void
  readonly onDismiss: () => void
}) {
  const { action } = remark
  return (
    <div data-once className="flex min-h-12 flex-wrap items-center gap-x-2 text-sm">
      <span
        className={`min-w-[min(10rem,100%)] flex-1 ${remark.isError ? 'text-error' : 'text-quiet'}`}
      >
        {remark.text}
      </span>
      {action === undefined ? null : (
        <button
          type="button"
          className="min-h-12 flex-none rounded-box px-2 font-semibold text-link hover:bg-raised"
          onMouseDown={event => event.preventDefault()}
          onClick={() => {
            action.onPress()
            onDone()
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        title="Dismiss"
        className="inline-grid h-12 w-8 flex-none pointer-coarse:w-12 place-items-center rounded-box text-quiet hover:text-ink"
        onMouseDown={event => event.preventDefault()}
        onClick={onDismiss}
      >
        <X aria-hidden size={16} />
      </button>
    </div>
  )
}
