import { useLayoutEffect, useMemo, useRef } from 'react'
import type { RowEvents } from './item-row.tsx'

/** The same object for ever, so that no row draws again because the screen around it did. */
export function useRowEvents(events: RowEvents): RowEvents {
  const latest = useRef(events)
  useLayoutEffect(() => {
    latest.current = events
  })
  return useMemo(
    () => ({
      onTick: (id, purchased) => latest.current.onTick(id, purchased),
      onEdit: id => latest.current.onEdit(id),
      onStep: (id, to) => latest.current.onStep(id, to),
      onStock: (id, quantities) => latest.current.onStock(id, quantities),
      onBuy: id => latest.current.onBuy(id),
    }),
    [],
  )
}
