/**
 * Draws the messages: at the bottom right, two at most, ten seconds each (spec section 1). They stand above
 * whatever bar is at the bottom, beside the details of an item and beneath every dialog and menu; their time
 * does not pass while something lies over them, or while somebody is at them.
 */
import { X } from 'lucide-react'
import {
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useLayers } from './layers.tsx'
import type { ToastMessage, Toasts, ToastType } from './toast-message.ts'

const defaultDurationMs = 10_000
const shownAtMost = 2

interface ShownToast {
  readonly key: number
  readonly message: ToastMessage
}

export function Toaster({ toasts }: { readonly toasts: Toasts }) {
  const queue = useSyncExternalStore(toasts.subscribe, toasts.get)
  const layers = useLayers()
  const covered = useSyncExternalStore(
    layers?.subscribe ?? neverChanges,
    () => layers?.isCovered() ?? false,
  )
  const [shown, setShown] = useState<readonly ShownToast[]>([])
  const [touched, setTouched] = useState(false)
  const lastKey = useRef(0)

  useEffect(() => {
    if (queue.length === 0) return
    const taken = toasts.take().map(message => {
      lastKey.current += 1
      return { key: lastKey.current, message }
    })
    setShown(before => [...before, ...taken].slice(-shownAtMost))
  }, [queue, toasts])

  const handleGone = (key: number) => {
    setShown(before => before.filter(one => one.key !== key))
    // Its button had the focus, or the pointer.
    setTouched(false)
  }

  return (
    <section
      aria-label="Messages"
      className="toasts pointer-events-none fixed z-30 w-[calc(100vw-1.5rem)] max-w-sm"
      onPointerEnter={event => setTouched(event.pointerType === 'mouse')}
      onPointerLeave={() => setTouched(false)}
      onFocus={() => setTouched(true)}
      onBlur={() => setTouched(false)}
    >
      <ol aria-live="polite" aria-relevant="additions" className="flex flex-col gap-2">
        {shown.map(({ key, message }) => (
          <Toast
            key={key}
            message={message}
            held={covered || touched}
            onGone={() => handleGone(key)}
          />
        ))}
      </ol>
    </section>
  )
}

const tones: Readonly<Record<ToastType, string>> = {
  error: 'border-l-error',
  success: 'border-l-success',
  warning: 'border-l-warning',
  info: 'border-l-link',
}

interface ToastProps {
  readonly message: ToastMessage
  /** Its time does not pass. */
  readonly held: boolean
  readonly onGone: () => void
}

function Toast({ message, held, onGone }: ToastProps) {
  const { text, type = 'error', title, durationMs = defaultDurationMs, action } = message
  const leftMs = useRef(durationMs)
  const gone = useEffectEvent(onGone)
  useEffect(() => {
    if (held) return
    const began = Date.now()
    const timer = setTimeout(() => gone(), leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current -= Date.now() - began
    }
  }, [held])
  const swipe = useSwipe(onGone)

  return (
    <li
      className={`pointer-events-auto flex touch-pan-y flex-wrap items-center gap-x-2 rounded-box border border-l-4 border-line bg-raised pl-3 text-ink shadow-lg select-none ${tones[type]}`}
      {...swipe}
    >
      <div className="min-w-24 flex-1 basis-0 py-1.5">
        <p className="text-xs font-semibold tracking-wide text-quiet">
          {title ?? type.toUpperCase()}
        </p>
        <p>{text}</p>
      </div>
      {action === undefined ? null : (
        <button
          type="button"
          className="ml-auto min-h-12 flex-none rounded-box px-3 font-semibold text-link hover:bg-surface"
          onClick={() => {
            onGone()
            action.onPress()
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Close message"
        title="Close"
        className="grid size-12 flex-none place-items-center rounded-box text-quiet hover:bg-surface"
        onClick={onGone}
      >
        <X aria-hidden size={18} />
      </button>
    </li>
  )
}

/** So far to the side, and it was meant to go. */
const enoughPx = 56
const slackPx = 8

/** Follows a finger to the side, and goes with it where that was far enough. */
function useSwipe(onGone: () => void) {
  const start = useRef<number>(undefined)

  function far({ clientX }: PointerEvent): number {
    return start.current === undefined ? 0 : clientX - start.current
  }

  function end({ currentTarget }: PointerEvent<HTMLElement>) {
    start.current = undefined
    currentTarget.style.removeProperty('translate')
    currentTarget.style.removeProperty('opacity')
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.isPrimary) start.current = event.clientX
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const by = far(event)
      if (Math.abs(by) < slackPx) return
      const { currentTarget, pointerId } = event
      // From here on it is no press of a button.
      if (!currentTarget.hasPointerCapture?.(pointerId)) currentTarget.setPointerCapture(pointerId)
      currentTarget.style.translate = `${by}px`
      currentTarget.style.opacity = String(1 - Math.min(Math.abs(by) / 240, 0.7))
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const by = far(event)
      end(event)
      if (Math.abs(by) >= enoughPx) onGone()
    },
    onPointerCancel: end,
  }
}

function neverChanges() {
  return () => undefined
}
