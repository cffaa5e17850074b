import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { onFirstRows } from '../../ui/first-rows.ts'
import { useDrawn } from '../../ui/loading/use-drawn.ts'
import { PlainList } from '../../ui/plain-list.tsx'
import type { RowsProps } from './rows-props.ts'
import { useFocusKept } from './use-focus-kept.ts'

/** Until a row was measured. */
const rowHeight = 56
/** Far down on a long list the places of rows are less exact than their heights. */
const sameHeight = 0.1
const rowsBeyond = 8
/** For a picture of the list from its top. */
const firstRows = 30

export function VirtualRows({ label, ids, scroller, target, children }: RowsProps) {
  const list = useRef<HTMLUListElement>(null)
  const [withFirst, setWithFirst] = useState(false)
  const { tops, from, to, measured, bringIntoSight } = useRowWindow(ids, list, scroller)
  useFocusKept(list)

  useEffect(
    () =>
      scroller.current
        ? onFirstRows(scroller.current, first => flushSync(() => setWithFirst(first)))
        : undefined,
    [scroller],
  )

  const scrollTo = useEffectEvent(bringIntoSight)
  useEffect(() => {
    if (target !== undefined) scrollTo(target.id)
  }, [target])

  const drawn = withFirst
    ? [...placed(ids, 0, Math.min(firstRows, from)), ...placed(ids, from, Math.max(firstRows, to))]
    : placed(ids, from, to)
  return (
    <PlainList ref={list} aria-label={label} className="relative" style={{ height: tops.at(-1) }}>
      {drawn.map(({ id, at }) => (
        <li
          key={id}
          ref={measured}
          data-row={id}
          aria-setsize={ids.length}
          aria-posinset={at + 1}
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${tops[at] ?? 0}px)` }}
        >
          {children(id)}
        </li>
      ))}
    </PlainList>
  )
}

function placed(ids: readonly string[], from: number, to: number) {
  return ids.slice(from, to).map((id, n) => ({ id, at: from + n }))
}

/** Which rows are drawn, `from` one up to but not with another, and where each row begins. */
function useRowWindow(
  ids: readonly string[],
  list: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
) {
  const [heights] = useState(heightsDrawn)
  const [version, redraw] = useReducer((count: number) => count + 1, 0)
  const [range, setRange] = useState(() => ({ from: 0, to: mostInWindow() }))
  const beyond = useDrawn() ? rowsBeyond : 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version is that of the heights
  const tops = useMemo(() => topsOf(ids, heights), [ids, heights, version])
  const listTop = () => list.current?.offsetTop ?? 0

  const look = useEffectEvent(() => {
    if (!scroller.current) return
    const { scrollTop, clientHeight } = scroller.current
    const above = scrollTop - listTop()
    const from = Math.max(0, rowAt(tops, above) - beyond)
    const to = Math.min(ids.length, rowAt(tops, above + clientHeight) + 1 + beyond)
    setRange(before => {
      const isSame = before.from === from && before.to === to
      // What the first frame has too many of is not drawn again to have fewer.
      const isEnough = beyond === 0 && before.from <= from && before.to >= to
      return isSame || isEnough ? before : { from, to }
    })
  })

  const measure = useEffectEvent((entries: readonly ResizeObserverEntry[]) => {
    const seenFrom = (scroller.current?.scrollTop ?? 0) - listTop()
    let isOther = false
    let above = 0
    for (const { target, borderBoxSize } of entries) {
      const id = target.getAttribute('data-row') ?? ''
      const height = borderBoxSize[0]?.blockSize ?? 0
      const before = heights.get(id) ?? rowHeight
      // What is hidden has no height.
      if (height === 0 || Math.abs(height - before) < sameHeight) continue
      heights.set(id, height)
      isOther = true
      if ((tops[ids.indexOf(id)] ?? seenFrom) < seenFrom) above += height - before
    }
    if (!isOther) return
    flushSync(redraw)
    // What is looked at stays where it is.
    if (above !== 0) scroller.current?.scrollBy(0, above)
  })

  const [measured] = useState(() => {
    let observer: ResizeObserver | undefined
    return (row: HTMLElement | null) => {
      if (!row) return undefined
      observer ??= new ResizeObserver(entries => measure(entries))
      observer.observe(row)
      return () => observer?.unobserve(row)
    }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever rows stand elsewhere
  useLayoutEffect(() => look(), [tops, beyond])
  // What stands above these rows may grow and shrink, and the window with the keyboard. Not a layout effect: where the
  // scroller is drawn with the rows, it is not known yet by then.
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const onScroll = () => look()
    const observer = new ResizeObserver(onScroll)
    for (const one of [box, box.firstElementChild]) if (one) observer.observe(one)
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', onScroll)
    }
  }, [scroller])

  return {
    ...range,
    tops,
    measured,
    bringIntoSight(id: string) {
      const at = ids.indexOf(id)
      const box = scroller.current
      if (at < 0 || !box) return
      const [top = 0, bottom = 0] = tops.slice(at, at + 2).map(place => place + listTop())
      if (top < box.scrollTop) box.scrollTop = top
      else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight
    },
  }
}

/** Of rows that stand in the document already: a picture of this list, or all of them while they were few. */
function heightsDrawn(): Map<string, number> {
  const rows =
    'document' in globalThis
      ? [...document.querySelectorAll<HTMLElement>('li > [data-drag-row]')]
      : []
  const heights = rows.map(
    row => [row.dataset.dragRow ?? '', row.getBoundingClientRect().height] as const,
  )
  return new Map(heights.filter(([, height]) => height > 0))
}

/** Before it is known what is in sight; without a window, for a picture. */
function mostInWindow(): number {
  return 'innerHeight' in globalThis ? Math.ceil(innerHeight / rowHeight) : firstRows
}

/** Where each row begins, and at last where they end. */
function topsOf(ids: readonly string[], heights: ReadonlyMap<string, number>): readonly number[] {
  const tops = [0]
  let end = 0
  for (const id of ids) {
    end += heights.get(id) ?? rowHeight
    tops.push(end)
  }
  return tops
}

/** The row that stands there, or the one that is next to it. */
function rowAt(tops: readonly number[], place: number): number {
  let low = 0
  let high = Math.max(0, tops.length - 2)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((tops[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}
