import { type RefObject, useEffect } from 'react'

/** A row that a person turned to: just added, reached by key, or moved. */
export interface Target {
  readonly id: string
  /** Whether the keyboard follows it, and to what on the row. */
  readonly focus: 'no' | 'row' | 'handle'
}

/** The row of an item, as a CSS selector. */
export function rowOf(id: string): string {
  return `[data-item="${CSS.escape(id)}"]`
}

/** The item in whose row the focus is. */
export function focusedRow(rows: Element | null): string | undefined {
  const { activeElement } = document
  if (activeElement === null || !rows?.contains(activeElement)) return undefined
  return activeElement.closest<HTMLElement>('[data-item]')?.dataset.item
}

const stops = {
  row: 'input:not(:disabled), label ~ button',
  handle: '[data-drag-handle] button',
} as const

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
        if (focus === 'no') return
        row.querySelector<HTMLElement>(stops[focus])?.focus({ preventScroll: true })
      } else if (triesLeft > 0) {
        triesLeft -= 1
        frame = requestAnimationFrame(() => find(target ?? { id, focus }))
      }
    }
    find(target)
    return () => cancelAnimationFrame(frame)
  }, [scroller, target])
}
