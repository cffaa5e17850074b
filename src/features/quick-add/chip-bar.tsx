/**
 * The chips above the add box: a toolbar with one stop for Tab. Arrows walk, Home and End jump, Enter
 * chooses, Delete forgets a suggestion, Escape goes back to the box. A long press offers to forget.
 */
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { ChipButton } from './chip-button.tsx'
import { type Chip, chipsFor, type Knowledge } from './chips.ts'

export interface ChipBarHandle {
  /** The chips of this text. They alone are drawn, not the box beneath them. */
  show(text: string, refused: boolean): void
  focus(): boolean
}

interface ChipBarProps {
  readonly know: Knowledge
  readonly ref?: Ref<ChipBarHandle>
  readonly onChoose: (chip: Chip) => void
  readonly onRefuse: () => void
  readonly onForget: (name: string) => void
  /** Escape, or typing on: the box takes over. */
  readonly onLeave: () => void
}

export function ChipBar({ know, ref, onChoose, onRefuse, onForget, onLeave }: ChipBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState({ text: '', refused: false })
  const chips = useMemo(() => chipsFor(shown.text, shown.refused, know), [shown, know])
  const [current, setCurrent] = useState(0)
  // The question whether to forget one ends with the chips among which it was asked.
  const [pressed, setPressed] = useState<{ readonly key: string; readonly among: object }>()
  // What is offered of an item follows it; nothing is heard of it by `know`.
  const handleTouched = useEffectEvent(({ itemIds }: { readonly itemIds: readonly string[] }) => {
    if (chips.some(chip => 'found' in chip && itemIds.includes(chip.found.id)))
      setShown({ ...shown })
  })
  useEffect(() => know.onTouched(touched => handleTouched(touched)), [know])
  const stop = Math.min(current, chips.length - 1)
  const buttons = () => [...(bar.current?.querySelectorAll<HTMLButtonElement>('[data-chip]') ?? [])]
  useImperativeHandle(ref, () => ({
    show: (text, refused) => setShown({ text, refused }),
    focus() {
      const [first] = buttons()
      first?.focus()
      return first !== undefined
    },
  }))
  if (chips.length === 0) return null

  function handleKeyDown(event: KeyboardEvent) {
    const all = buttons()
    const here = all.findIndex(button => button.matches(':focus'))
    const there = {
      ArrowRight: here + 1,
      ArrowDown: here + 1,
      ArrowLeft: here - 1,
      ArrowUp: here - 1,
      Home: 0,
      End: all.length - 1,
    }[event.key]
    const chip = chips[here]
    if (there !== undefined && there < 0) onLeave()
    else if (there !== undefined) all[Math.min(there, all.length - 1)]?.focus()
    else if (event.key === 'Escape') onLeave()
    else if (event.key === 'Delete' && chip?.kind === 'suggestion') {
      onForget(chip.wanted.name)
      onLeave()
    } else if (event.key === 'Delete' && chip?.kind === 'understood') {
      onRefuse()
      onLeave()
    } else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey) {
      // The letter itself lands in the box: it has the focus before the browser types it.
      onLeave()
      return
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Suggestions"
      aria-orientation="horizontal"
      className="painted-apart -mx-4 -my-1 flex gap-1 overflow-x-auto overscroll-x-contain px-4 py-1 wide:-mx-3 wide:px-3 [scrollbar-width:none]"
      onKeyDown={handleKeyDown}
    >
      {chips.map((chip, place) => {
        const key = `${chip.kind} ${chip.label}`
        const isPressed = pressed?.key === key && pressed.among === shown
        const asksToForget = isPressed && chip.kind === 'suggestion'
        return (
          <ChipButton
            // biome-ignore lint/suspicious/noArrayIndexKey: a letter changes most of the words, and few of the buttons.
            key={`${chip.kind} ${place}`}
            chip={chip}
            asksToForget={asksToForget}
            isStop={place === stop}
            onFocus={() => setCurrent(place)}
            onPress={() => {
              setPressed(undefined)
              if (asksToForget) onForget(chip.wanted.name)
              else onChoose(chip)
            }}
            onLongPress={() => setPressed({ key, among: shown })}
            onRefuse={onRefuse}
            onForget={onForget}
          />
        )
      })}
    </div>
  )
}
