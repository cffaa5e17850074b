import { type RefObject, useEffect, useEffectEvent } from 'react'
import { listenToRowDrags, type RowDragEvents } from './row-drag.ts'

/** Lets the rows within `scroller` be moved by hand and by key; undefined if they may not be. */
export function useRowDrag(
  scroller: RefObject<HTMLElement | null>,
  events: RowDragEvents | undefined,
): void {
  const able = events !== undefined
  const latest = useEffectEvent((): RowDragEvents => events ?? nothing)
  useEffect(() => {
    const element = scroller.current
    if (element === null || !able) return
    return listenToRowDrags(element, () => latest())
  }, [scroller, able])
}

const nothing: RowDragEvents = { onDrop() {}, onKey() {} }
