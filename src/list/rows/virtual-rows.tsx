import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { onFirstRows } from '../../ui/first-rows.ts'
import type { RowsProps } from './rows-props.ts'

const rowHeight = 56
const rowsBeyond = 8
/** For a picture of the list from its top, whatever is in sight. */
const firstRows = 30

export function VirtualRows({ label, ids, scroller, target, children }: RowsProps) {
  const list = useRef<HTMLUListElement>(null)
  const [margin, setMargin] = useState(0)
  const [withFirst, setWithFirst] = useState(false)

  // What stands above these rows may grow and shrink: the window is measured from the list's own top.
  useLayoutEffect(() => {
    const content = scroller.current?.firstElementChild
    const measure = () => setMargin(list.current?.offsetTop ?? 0)
    measure()
    if (content === null || content === undefined) return
    const observer = new ResizeObserver(measure)
    observer.observe(content)
    return () => observer.disconnect()
  }, [scroller])

  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: index => ids[index] ?? index,
    overscan: rowsBeyond,
    scrollMargin: margin,
    rangeExtractor: range => {
      const inSight = defaultRangeExtractor(range)
      if (!withFirst) return inSight
      const first = Array.from({ length: Math.min(firstRows, range.count) }, (_, at) => at)
      return [...new Set([...first, ...inSight])]
    },
    // Rows beyond the edge are there already: a scroll need not wait for the next ones.
    useFlushSync: false,
  })

  useEffect(
    () =>
      scroller.current
        ? onFirstRows(scroller.current, first => flushSync(() => setWithFirst(first)))
        : undefined,
    [scroller],
  )

  const scrollTo = useEffectEvent((id: string) => {
    const index = ids.indexOf(id)
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' })
  })
  useEffect(() => {
    if (target !== undefined) scrollTo(target)
  }, [target])

  return (
    <ul
      ref={list}
      aria-label={label}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(row => {
        const id = ids[row.index]
        return id === undefined ? null : (
          <li
            key={row.key}
            ref={virtualizer.measureElement}
            data-index={row.index}
            aria-setsize={ids.length}
            aria-posinset={row.index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${row.start - margin}px)` }}
          >
            {children(id)}
          </li>
        )
      })}
    </ul>
  )
}
