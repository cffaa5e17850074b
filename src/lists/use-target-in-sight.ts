import { type RefObject, useEffect } from 'react'

/** A row that a person turned to: just added, or reached by key. */
export interface Target {
  readonly id: string
  /** Whether the keyboard follows it. */
  readonly focus: boolean
}

/** The row of an item, as a CSS selector. */
export function rowOf(id: string): string {
  return `[data-item="${CSS.escape(id)}"]`
}

/** Brings the row into sight once it is drawn; a window onto many rows needs some frames for that. */
export function useTargetInSight(
  scroller: RefObject<HTMLElement | null>,
  target: Target | undefined,
): void {
  useEffect(() => {
    if (target === undefined) return
    let frame = 0
    let triesLeft = 10
    function find({ id, focus }: Target) {
      const row = scroller.current?.querySelector<HTMLElement>(rowOf(id))
      if (row) {
        row.scrollIntoView?.({ block: 'nearest' })
        if (focus) row.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })
      } else if (triesLeft > 0) {
        triesLeft -= 1
        frame = requestAnimationFrame(() => find(target ?? { id, focus }))
      }
    }
    find(target)
    return () => cancelAnimationFrame(frame)
  }, [scroller, target])
}
