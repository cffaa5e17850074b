/**
 * The chips above the add box: a toolbar with one stop for Tab. Arrows walk, Home and End jump, Enter
 * chooses, Delete forgets a suggestion, Escape goes back to the box. A long press offers to forget.
 */
import { Sparkles, X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import type { Chip } from './chips.ts'

export interface ChipBarHandle {
  focus(): boolean
}

interface ChipBarProps {
  readonly chips: readonly Chip[]
  readonly ref?: Ref<ChipBarHandle>
  readonly onChoose: (chip: Chip) => void
  readonly onRefuse: () => void
  readonly onForget: (name: string) => void
  /** Escape, or typing on: the box takes over. */
  readonly onLeave: () => void
}

const longPressMs = 500

export function ChipBar({ chips, ref, onChoose, onRefuse, onForget, onLeave }: ChipBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const [pressed, setPressed] = useState<string>()
  const stop = Math.min(current, chips.length - 1)
  const buttons = () => [...(bar.current?.querySelectorAll<HTMLButtonElement>('[data-chip]') ?? [])]
  useImperativeHandle(ref, () => ({
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
      className="-mx-1 flex gap-1 overflow-x-auto overscroll-x-contain px-1 [scrollbar-width:none]"
      onKeyDown={handleKeyDown}
    >
      {chips.map((chip, place) => {
        const key = `${chip.kind} ${chip.label}`
        const asksToForget = pressed === key && chip.kind === 'suggestion'
        return (
          <ChipButton
            key={key}
            chip={chip}
            asksToForget={asksToForget}
            isStop={place === stop}
            onFocus={() => setCurrent(place)}
            onPress={() => {
              setPressed(undefined)
              if (asksToForget) onForget(chip.wanted.name)
              else onChoose(chip)
            }}
            onLongPress={() => setPressed(key)}
            onRefuse={onRefuse}
            onForget={onForget}
          />
        )
      })}
    </div>
  )
}

interface ChipButtonProps {
  readonly chip: Chip
  readonly asksToForget: boolean
  readonly isStop: boolean
  readonly onFocus: () => void
  readonly onPress: () => void
  readonly onLongPress: () => void
  readonly onRefuse: () => void
  readonly onForget: (name: string) => void
}

function ChipButton({
  chip,
  asksToForget,
  isStop,
  onFocus,
  onPress,
  onLongPress,
  onRefuse,
  onForget,
}: ChipButtonProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wasLong = useRef(false)
  const strong = chip.kind === 'understood' || chip.kind === 'literal'
  const offer = chip.kind === 'bring-back' || chip.kind === 'raise'
  const look = asksToForget
    ? 'border-error bg-ground text-error'
    : strong
      ? 'border-transparent bg-tint font-semibold text-primary'
      : offer
        ? 'border-link bg-raised text-link'
        : 'border-line bg-raised text-ink'
  return (
    <span className="flex min-h-12 flex-none items-center">
      <button
        type="button"
        data-chip
        tabIndex={isStop ? 0 : -1}
        title={chip.kind === 'suggestion' ? 'Hold, or press Delete, to forget it' : undefined}
        className="flex min-h-12 items-center select-none [-webkit-touch-callout:none]"
        onFocus={onFocus}
        // The keyboard of a phone stays open: the box keeps the focus.
        onMouseDown={event => event.preventDefault()}
        onPointerDown={event => {
          wasLong.current = false
          if (event.pointerType === 'mouse' || chip.kind !== 'suggestion') return
          timer.current = setTimeout(() => {
            wasLong.current = true
            onLongPress()
          }, longPressMs)
        }}
        onPointerUp={() => clearTimeout(timer.current)}
        onPointerCancel={() => clearTimeout(timer.current)}
        onPointerLeave={() => clearTimeout(timer.current)}
        onContextMenu={event => {
          if (chip.kind === 'suggestion') event.preventDefault()
        }}
        onClick={() => {
          if (!wasLong.current) onPress()
          wasLong.current = false
        }}
      >
        <span
          className={`flex max-w-64 items-center gap-1.5 rounded-full border px-3 py-1.5 text-sm ${look}`}
        >
          {offer ? <Sparkles aria-hidden size={14} /> : null}
          <span className="truncate">
            {asksToForget && chip.kind === 'suggestion' ? `Forget ${chip.wanted.name}` : chip.label}
          </span>
        </span>
      </button>
      {chip.kind === 'understood' ? (
        <SmallButton label="Take it as typed" onPress={onRefuse} />
      ) : chip.kind === 'suggestion' ? (
        <SmallButton
          label={`Forget ${chip.wanted.name}`}
          className="hidden pointer-fine:inline-grid"
          onPress={() => onForget(chip.wanted.name)}
        />
      ) : null}
    </span>
  )
}

function SmallButton({
  label,
  className = 'inline-grid',
  onPress,
}: {
  readonly label: string
  readonly className?: string
  readonly onPress: () => void
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      title={label}
      className={`min-h-12 w-8 place-items-center rounded-box text-quiet hover:text-ink ${className}`}
      onMouseDown={event => event.preventDefault()}
      onClick={onPress}
    >
      <X aria-hidden size={16} />
    </button>
  )
}
