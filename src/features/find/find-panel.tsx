/** Searches all lists and items on the device as the person types; works without a network like everything. */
import { ListChecks, Search } from 'lucide-react'
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  startTransition,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { countTitle } from '../../../rules/validation-issue.ts'
import { isComposing } from '../../ui/form/is-composing.ts'
import { keepLetters } from '../../ui/form/keep-letters.ts'
import { Notice } from '../../ui/notice.tsx'
import { PlainList } from '../../ui/plain-list.tsx'
import type { Found } from './find-index.ts'
import { useFindIndex } from './use-find-index.ts'

export interface FindPanelProps {
  /** For whoever gives the focus to it; the text stays in it. */
  readonly box: RefObject<HTMLInputElement | null>
  readonly onOpenList: (listId: string) => void
  readonly onOpenItem: (listId: string, itemId: string) => void
}

const mostShown = 50
/** As many as a phone shows, and most windows. */
const shownAtOnce = 12

export function FindPanel({ box, onOpenList, onOpenItem }: FindPanelProps) {
  const { index, version } = useFindIndex()
  const [text, setText] = useState('')
  const resultsId = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version answers anew.
  const found = useMemo(() => index.search(text, mostShown), [index, text, version])
  const [wholeFor, setWholeFor] = useState('')
  // The others come behind the frame that shows the first ones.
  useEffect(() => startTransition(() => setWholeFor(text)), [text])
  const shown = wholeFor === text ? found : found.slice(0, shownAtOnce)

  // What the box holds is drawn a moment later; keys that do something mean what it holds.
  useLayoutEffect(() => {
    const type = (typed: string) => startTransition(() => setText(typed))
    return box.current ? keepLetters(box.current, type) : undefined
  }, [box])

  const open = (hit: Found) =>
    hit.kind === 'list' ? onOpenList(hit.id) : onOpenItem(hit.listId, hit.id)

  /** Arrow keys go from the box into the results and back. */
  function handleKeys(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    // Those of a composition choose among its words.
    if (step === undefined || isComposing(event.nativeEvent)) return
    flushSync(() => setText(box.current?.value ?? ''))
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li button')]
    const next = stops[stops.findIndex(stop => stop.matches(':focus')) + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  function handleEnter(event: FormEvent) {
    event.preventDefault()
    const [first] = index.search(box.current?.value ?? '', mostShown)
    if (first) open(first)
  }

  return (
    <form
      aria-label="Find"
      className="flex flex-col gap-2"
      onKeyDown={handleKeys}
      onSubmit={handleEnter}
    >
      <div className="relative">
        <Search aria-hidden size={20} className="absolute top-3.5 left-3 text-quiet" />
        <input
          type="search"
          dir="auto"
          ref={box}
          aria-label="Find in all lists"
          aria-controls={resultsId}
          className="box pl-10"
          placeholder="Find in all lists"
          autoComplete="off"
          enterKeyHint="search"
        />
      </div>
      <p role="status" className="sr-only">
        {text.trim() === '' ? '' : resultSentence(found.length)}
      </p>
      <PlainList id={resultsId} aria-label="Found" className="flex flex-col">
        {shown.map(hit => (
          <li key={`${hit.kind}:${hit.id}`}>
            <button
              type="button"
              className="flex min-h-12 w-full items-center gap-3 rounded-box px-3 py-1.5 text-left hover:bg-surface"
              onClick={() => open(hit)}
            >
              <FoundText hit={hit} />
            </button>
          </li>
        ))}
      </PlainList>
      {found.length > 0 ? null : text.trim() === '' ? (
        <p className="px-3 py-4 text-quiet">
          Type a part of a name, a note or a tag. Everything on this device is searched.
        </p>
      ) : index.complete() ? (
        <Notice title="Nothing found">No list and no item on this device has that name.</Notice>
      ) : (
        <p className="px-3 py-4 text-quiet">Still reading your lists…</p>
      )}
    </form>
  )
}

function FoundText({ hit }: { readonly hit: Found }) {
  if (hit.kind === 'list') {
    return (
      <>
        <ListChecks aria-hidden size={18} className="flex-none text-quiet" />
        <span className="min-w-0 flex-1">
          <span className="font-semibold">{hit.name}</span>
          <span className="block text-sm text-quiet">List</span>
        </span>
      </>
    )
  }
  return (
    <span className="min-w-0 flex-1 pl-7.5">
      <span className={hit.purchased ? 'text-quiet line-through' : ''}>{hit.name}</span>
      <span className="block text-sm text-quiet">
        {hit.listName}
        {hit.purchased ? ' · in the trolley' : ''}
      </span>
    </span>
  )
}

function resultSentence(count: number): string {
  if (count === 0) return 'Nothing found'
  if (count === mostShown) return `The first ${mostShown} found`
  return count === 1 ? '1 found' : `${countTitle(count)} found`
}
