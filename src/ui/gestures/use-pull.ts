import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

export type Pull = 'idle' | 'pulling' | 'ready' | 'asking'

/** So far a finger has to pull until letting go refreshes. */
const enoughPx = 88
const beginPx = 16

/** Pull down at the top of the rows to ask the server again; only where fingers are. */
export function usePull(
  scroller: RefObject<HTMLElement | null>,
  onPull: () => Promise<void>,
): Pull {
  const [pull, setPull] = useState<Pull>('idle')
  const handlePull = useEffectEvent(async () => {
    setPull('asking')
    try {
      await onPull()
    } finally {
      setPull('idle')
    }
  })

  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const ending = new AbortController()
    const on = { signal: ending.signal, passive: true }
    let start: { readonly x: number; readonly y: number } | undefined
    let reached = 0

    element.addEventListener(
      'touchstart',
      event => {
        const [touch] = event.touches
        const alone = event.touches.length === 1 && touch !== undefined
        start = alone && element.scrollTop <= 0 ? { x: touch.clientX, y: touch.clientY } : undefined
        reached = 0
      },
      on,
    )
    element.addEventListener(
      'touchmove',
      event => {
        const [touch] = event.touches
        if (start === undefined || touch === undefined) return
        const down = touch.clientY - start.y
        const isDrag = event.defaultPrevented || element.querySelector('[data-dragged]') !== null
        if (isDrag || element.scrollTop > 0 || Math.abs(touch.clientX - start.x) > down) {
          start = undefined
          reached = 0
          setPull('idle')
          return
        }
        reached = down
        setPull(down < beginPx ? 'idle' : down < enoughPx ? 'pulling' : 'ready')
      },
      on,
    )
    const finish = (wanted: boolean) => () => {
      if (start === undefined) return
      start = undefined
      if (wanted && reached >= enoughPx) void handlePull()
      else setPull('idle')
    }
    element.addEventListener('touchend', finish(true), on)
    element.addEventListener('touchcancel', finish(false), on)
    return () => ending.abort()
  }, [scroller])
  return pull
}
