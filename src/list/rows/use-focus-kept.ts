import { type RefObject, useLayoutEffect, useState } from 'react'
import { rowOf } from './use-target-in-sight.ts'

/** Where rows that were all drawn otherwise before are drawn anew: whoever was on one of them is on it still. */
export function useFocusKept(list: RefObject<HTMLElement | null>): void {
  // Those of before are in the document until this is drawn.
  const [held, letGo] = useState(focusedControl)
  useLayoutEffect(() => {
    if (held === undefined) return
    const { activeElement, body } = document
    const row = list.current?.querySelector(rowOf(held.id))
    const isLost = activeElement === body
    // Far down, it comes with the next drawing.
    if (isLost && !row) return
    if (isLost && row) controlsOf(row).at(held.fromEnd)?.focus({ preventScroll: true })
    letGo(undefined)
  })
}

function focusedControl(): { readonly id: string; readonly fromEnd: number } | undefined {
  if (!('document' in globalThis)) return undefined
  const { activeElement } = document
  const row = activeElement?.closest<HTMLElement>('[data-item]')
  const id = row?.dataset.item
  if (!(activeElement instanceof HTMLElement && row) || id === undefined) return undefined
  const controls = controlsOf(row)
  // The handle stands first, and may be drawn later.
  return { id, fromEnd: controls.indexOf(activeElement) - controls.length }
}

function controlsOf(row: Element): readonly HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('input, button')]
}
