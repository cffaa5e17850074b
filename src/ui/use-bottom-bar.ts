import { type RefObject, useEffect } from 'react'
import { placeToasts } from './toasts/place-toasts.ts'

/** Tells how high a bar at the bottom is, so that messages appear above it, never over it. */
export function useBottomBar(
  bar: '--bar-boxes' | '--bar-tools',
  holder: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const element = holder.current
    if (element === null) return
    const observer = new ResizeObserver(() => placeToasts(bar, `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      placeToasts(bar)
    }
  }, [bar, holder])
}
