import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** Taps that follow each other faster than this are one change. */
const pauseMs = 500

/**
 * A number that a person taps up and down `within` an element: shown at once, handed on as one value when they
 * pause, turn to something else, take it back, leave the page, or the row goes. What somebody else changes meanwhile
 * is shown as soon as nothing is pending.
 */
export function useSettledNumber(
  value: number | null,
  within: RefObject<Element | null>,
  onSettle: (value: number) => void,
) {
  const [pending, setPending] = useState<number>()

  /** Hands on what is pending, without a pause. */
  function settle() {
    if (pending === undefined) return
    setPending(undefined)
    if (pending !== value) onSettle(pending)
  }

  const settleLater = useEffectEvent(settle)
  useEffect(() => {
    if (pending === undefined) return
    const timer = setTimeout(() => settleLater(), pauseMs)
    const leave = () => settleLater()
    // Before what is pressed does anything. No blur tells of it in Safari, where a pressed button has no focus.
    function press({ target, ctrlKey, metaKey }: PointerEvent | KeyboardEvent) {
      const isElsewhere = !(target instanceof Node && within.current?.contains(target))
      // Ctrl+Z takes back what was counted a moment ago.
      if (isElsewhere || ctrlKey || metaKey) settleLater()
    }
    document.addEventListener('pointerdown', press, { capture: true })
    document.addEventListener('keydown', press, { capture: true })
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerdown', press, { capture: true })
      document.removeEventListener('keydown', press, { capture: true })
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
    }
  }, [pending, within])
  useEffect(() => () => settleLater(), [])

  return { shown: pending ?? value, change: setPending, settle }
}
