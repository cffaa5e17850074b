import { type RefObject, useEffect } from 'react'

/** `boxes` beneath the rows, `tools` while rows are selected. */
type Bar = 'boxes' | 'tools'

/** Tells the style sheet how high a bar at the bottom is, so that messages appear above it, never over it. */
export function useBottomBar(bar: Bar, holder: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = holder.current
    if (element === null) return
    const { style } = document.documentElement
    const name = `--bar-${bar}`
    const observer = new ResizeObserver(() => {
      style.setProperty(name, `${element.offsetHeight}px`)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty(name)
    }
  }, [bar, holder])
}
