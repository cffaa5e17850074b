/** One chip: a press chooses it, a long press asks whether to forget it, a cross forgets or refuses it. */
import { Sparkles, X } from 'lucide-react'
import { useRef } from 'react'
import type { Chip } from './chips.ts'

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

const longPressMs = 500
// One element each: what is the very same is not drawn again.
const sparkles = <Sparkles aria-hidden size={14} />
const cross = <X aria-hidden size={16} />

export function ChipButton({
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
          {offer ? sparkles : null}
          <span className="truncate">
            {asksToForget && chip.kind === 'suggestion' ? (
              `Forget ${chip.wanted.name}`
            ) : (
              <Label chip={chip} />
            )}
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

const fromRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** A name that is written from right to left takes no amount beside it along. */
function Label({ chip }: { readonly chip: Chip }) {
  const { name } = 'found' in chip ? chip.found : chip.wanted
  const at = chip.label.indexOf(name)
  // Isolated text takes the browser longer to lay out, at each letter that is typed.
  if (at < 0 || !fromRightToLeft.test(name)) return chip.label
  return (
    <>
      {chip.label.slice(0, at)}
      <bdi>{name}</bdi>
      {chip.label.slice(at + name.length)}
    </>
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
      className={`min-h-12 w-8 pointer-coarse:w-12 place-items-center rounded-box text-quiet hover:text-ink ${className}`}
      onMouseDown={event => event.preventDefault()}
      onClick={onPress}
    >
      {cross}
    </button>
  )
}
