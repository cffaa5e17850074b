import { type RefObject, useEffect } from 'react'

const gapPx = 12

/** Tells the style sheet how high what stands at the bottom is, so that messages appear above it, never over it. */
export function useAboveAddBox(holder: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = holder.current
    if (element === null) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      style.setProperty('--above-add-box', `${element.offsetHeight + gapPx}px`)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--above-add-box')
    }
  }, [holder])
}
