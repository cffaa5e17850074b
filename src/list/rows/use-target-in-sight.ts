import { type RefObject, useEffect, useRef } from 'react'

/** A row that a person turned to: just added, reached by key, or moved. */
export interface Target {
  readonly id: string
  /** Whether the keyboard follows it, and to what on the row. */
  readonly focus: 'no' | 'row' | 'handle'
  /** Where in the window its top shall be; anywhere in sight if it is absent. */
  readonly top?: number
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

/** Where one is among the rows: at that item, else at the first one in sight; undefined at their top. */
export function placeAmong(rows: Element | null, id: string | undefined): Target | undefined {
  if (rows === null || (id === undefined && rows.scrollTop === 0)) return undefined
  const all = [...rows.querySelectorAll<HTMLElement>(id === undefined ? '[data-item]' : rowOf(id))]
  const row = all.find(one => id !== undefined || topOf(one) >= topOf(rows))
  return row && { id: row.dataset.item ?? '', focus: 'no', top: topOf(row) }
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top
}

const stops = {
  row: 'input:not(:disabled), label ~ button',
  handle: '[data-drag-handle] button',
} as const

/**
 * Brings the row into sight once it is drawn; a window onto many rows needs some frames for that. Answers with the
 * last one that was found: a ref, since nothing is drawn anew for it.
 */
export function useTargetInSight(
  scroller: RefObject<HTMLElement | null>,
  target: Target | undefined,
): RefObject<Target | undefined> {
  const found = useRef<Target>(undefined)
  useEffect(() => {
    if (target === undefined) return
    let frame = 0
    let triesLeft = 10
    function find(wanted: Target) {
      const { id, focus, top } = wanted
      const box = scroller.current
      const row = box?.querySelector<HTMLElement>(rowOf(id))
      if (box && row) {
        if (top === undefined) row.scrollIntoView?.({ block: 'nearest' })
        else box.scrollTop += topOf(row) - Math.max(top, topOf(box))
        // Those above are measured once they are drawn, and push it away where they are not as high as was thought.
        const isFirst = found.current !== wanted
        if (isFirst) triesLeft = 3
        if (isFirst && focus !== 'no')
          row.querySelector<HTMLElement>(stops[focus])?.focus({ preventScroll: true })
        found.current = wanted
      }
      if (triesLeft === 0) return
      triesLeft -= 1
      frame = requestAnimationFrame(() => find(wanted))
    }
    find(target)
    return () => cancelAnimationFrame(frame)
  }, [scroller, target])
  return found
}
