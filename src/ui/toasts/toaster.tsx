/**
 * Draws the messages: at the bottom right, two at most, ten seconds each (spec section 1). They stand above
 * whatever bar is at the bottom, beside the details of an item and beneath every dialog and menu; their time
 * does not pass while something lies over them, or while somebody is at them.
 */
import { X } from 'lucide-react'
import {
  type CSSProperties,
  type TouchEvent,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import styles from 'sonner/dist/styles.css?url'
import { useLayers } from '../dialog/layers.tsx'
import { iconButtonClass } from '../form/button.tsx'
import { neverChanges } from '../never-changes.ts'
import type { Toasts } from './toast-message.ts'
import { createToastPile, shownAtMost } from './toast-pile.ts'

const bottom = 'var(--toasts-bottom)'

// Above the page and beneath whatever opens over it.
const place: CSSProperties & Record<`--${string}`, string> = {
  zIndex: 30,
  '--width': 'min(24rem, 100vw - 1.5rem)',
}

export function Toaster({ toasts }: { readonly toasts: Toasts }) {
  const queue = useSyncExternalStore(toasts.subscribe, toasts.get)
  const layers = useLayers()
  const covered = useSyncExternalStore(
    layers?.subscribe ?? neverChanges,
    () => layers?.isCovered() ?? false,
  )
  const holder = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState(false)
  const [pile] = useState(createToastPile)
  const [hovered, setHovered] = useState(false)
  const [touched, setTouched] = useState(false)
  const hidden = useSyncExternalStore(onVisibility, () => document.hidden)
  // Whatever sonner waits for, too: else the pile would count that time as gone.
  const held = covered || focused || hovered || touched || hidden

  useEffect(() => pile.hold(held), [pile, held])
  // They lie outside of it, and another one would draw them again.
  useEffect(() => () => void toast.dismiss(), [])
  // What goes while it has the focus tells of no blur: "Undo" and the cross do, with their message.
  useEffect(() => {
    const box = holder.current
    if (!box) return
    const observer = new MutationObserver(() => {
      setFocused(box.contains(document.activeElement))
      // Nor does what goes beneath the pointer tell that it has left it.
      if (box.querySelector('li + li') === null) setHovered(false)
    })
    observer.observe(box, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (queue.length > 0) for (const message of toasts.take()) pile.add(message)
  }, [queue, toasts, pile])

  function handleTouch({ target }: TouchEvent) {
    setTouched(true)
    // There, since it may have gone by then.
    for (const end of ['touchend', 'touchcancel'])
      target.addEventListener(end, () => setTouched(false), { once: true })
  }

  /** A finger that scrolls. Sonner waits for it to be lifted, of which no pointer tells any more. */
  function handleScroll() {
    holder.current?.querySelector('ol')?.dispatchEvent(new Event('pointerup', { bubbles: true }))
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only learns that somebody is at a message
    <div
      ref={holder}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onMouseMove={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onTouchStart={handleTouch}
      onPointerCancel={handleScroll}
    >
      {/* In a file of its own: a list is opened without any message. */}
      <link rel="stylesheet" href={styles} />
      <Sonner
        position="bottom-right"
        visibleToasts={shownAtMost}
        expand
        gap={8}
        closeButton
        swipeDirections={['left', 'right']}
        hotkey={[]}
        customAriaLabel="Messages"
        style={place}
        offset={{ bottom, right: 'var(--toasts-right)' }}
        mobileOffset={{ bottom, left: '0.75rem', right: '0.75rem' }}
        icons={{
          close: <X aria-hidden size={18} className="pointer-events-none" />,
          error: null,
          success: null,
          warning: null,
          info: null,
        }}
        toastOptions={{
          unstyled: true,
          closeButtonAriaLabel: 'Close message',
          classNames: {
            toast:
              'flex w-full [touch-action:pan-y]! flex-wrap items-center gap-x-2 rounded-box border border-l-4 border-line bg-raised pl-3 text-ink lifted select-none',
            content: 'min-w-24 flex-1 basis-0 py-1.5',
            title: 'text-xs font-semibold [letter-spacing:.025em] text-quiet',
            actionButton:
              'ml-auto min-h-12 flex-none rounded-box px-3 font-semibold text-link hover:bg-surface',
            closeButton: `${iconButtonClass} order-last text-quiet`,
            error: 'border-l-error',
            success: 'border-l-success',
            warning: 'border-l-warning',
            info: 'border-l-link',
          },
        }}
      />
    </div>
  )
}

function onVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
