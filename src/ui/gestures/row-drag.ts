/**
 * Moves rows by hand: by their handle with mouse, pen or finger, and by a long press on a touch screen.
 * Listens on the scroller alone and draws nothing in React: a drag costs the same with 20 rows and 10,000,
 * and rows that a window onto many rows takes away meanwhile do no harm.
 *
 * A row is an element with `data-drag-row` (its key), a handle one with `data-drag-handle`. A drag stays
 * within the list element in which it began.
 */

import { type Drag, type Drop, slackPx, startDrag } from './drag.ts'

export type { Drop }

export interface RowDragEvents {
  readonly onDrop: (drop: Drop) => void
  /** A long press that ended where it began. */
  readonly onPick?: ((key: string) => void) | undefined
  /** An arrow, Home or End on the handle of `row`. */
  readonly onKey: (key: string, to: RowStep, row: HTMLElement) => void
}

export type RowStep = 'up' | 'down' | 'top' | 'bottom'

const longPressMs = 450

const keySteps: Readonly<Record<string, RowStep>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'top',
  End: 'bottom',
}

/** Answers with what ends it. `scroller` holds the rows; `events` is asked anew each time. */
export function listenToRowDrags(scroller: HTMLElement, events: () => RowDragEvents): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let drag: Drag | undefined
  let swallowClick = false

  /** What was touched may have been drawn anew since, as another element. */
  function begin(touched: HTMLElement, x: number, y: number) {
    const key = touched.dataset.dragRow ?? ''
    const row = touched.isConnected
      ? touched
      : scroller.querySelector<HTMLElement>(`[data-drag-row="${CSS.escape(key)}"]`)
    if (row !== null) drag = startDrag(scroller, row, x, y)
  }

  function finish(how: 'drop' | 'cancel') {
    const ended = drag
    drag = undefined
    if (ended === undefined) return
    const drop = ended.end()
    if (how === 'cancel') return
    if (drop) events().onDrop(drop)
    else if (!ended.moved() && ended.byPress) events().onPick?.(ended.key)
  }

  scroller.addEventListener(
    'pointerdown',
    event => {
      swallowClick = false
      const handle = closest(event.target, '[data-drag-handle]')
      const row = handle && closest(handle, '[data-drag-row]')
      if (!row || event.button !== 0 || !event.isPrimary) return
      const moving = new AbortController()
      const on = { signal: AbortSignal.any([signal, moving.signal]) }
      const { clientX, clientY, pointerId } = event
      // Once: one that was cancelled by a key does not begin anew.
      let begun = false
      const follow = (move: PointerEvent) => {
        if (move.pointerId !== pointerId) return
        const far = Math.hypot(move.clientX - clientX, move.clientY - clientY) > slackPx
        if (!begun && far) begin(row, clientX, clientY)
        begun ||= far
        drag?.follow(move.clientX, move.clientY)
      }
      const stop = (how: 'drop' | 'cancel') => (up: PointerEvent) => {
        if (up.pointerId !== pointerId) return
        moving.abort()
        swallowClick = begun
        // The click of this drag comes at once or not at all; the next one is meant.
        setTimeout(() => {
          swallowClick = false
        })
        finish(how)
      }
      window.addEventListener('pointermove', follow, on)
      window.addEventListener('pointerup', stop('drop'), on)
      window.addEventListener('pointercancel', stop('cancel'), on)
    },
    { signal },
  )

  scroller.addEventListener(
    'touchstart',
    event => {
      const [touch] = event.touches
      const { target } = event
      const row = closest(target, '[data-drag-row]:not([data-drag-fixed])')
      if (event.touches.length > 1 || !touch || !row || !target) return
      if (events().onPick === undefined || closest(target, 'button, a, [data-drag-handle]')) return
      const { clientX, clientY } = touch
      const pressing = new AbortController()
      const on = { signal: AbortSignal.any([signal, pressing.signal]), passive: false }
      const timer = setTimeout(() => {
        begin(row, clientX, clientY)
        if (drag) drag.byPress = true
        navigator.vibrate?.(12)
      }, longPressMs)
      on.signal.addEventListener('abort', () => clearTimeout(timer))
      const end = () => pressing.abort()
      // On what was touched itself: it goes on hearing of the finger when its row was taken away.
      target.addEventListener(
        'touchmove',
        move => {
          const finger = move instanceof TouchEvent ? move.touches[0] : undefined
          if (!finger) return
          if (drag) {
            if (move.cancelable) move.preventDefault()
            drag.follow(finger.clientX, finger.clientY)
          } else if (Math.hypot(finger.clientX - clientX, finger.clientY - clientY) > slackPx) end()
        },
        on,
      )
      target.addEventListener(
        'touchend',
        up => {
          // Otherwise the row under the finger would be ticked.
          if (drag && up.cancelable) up.preventDefault()
          end()
          finish('drop')
        },
        on,
      )
      target.addEventListener(
        'touchcancel',
        () => {
          end()
          finish('cancel')
        },
        on,
      )
      target.addEventListener('contextmenu', menu => menu.preventDefault(), on)
    },
    { signal, passive: true },
  )
  // Known from the start, or the browser would not wait to hear whether a finger scrolls or drags; and where
  // it takes a quick drag for a fling, the next tap would only stop that.
  scroller.addEventListener(
    'touchmove',
    move => {
      if (drag && move.cancelable) move.preventDefault()
    },
    { signal, passive: false },
  )

  scroller.addEventListener(
    'click',
    event => {
      if (!swallowClick) return
      swallowClick = false
      event.preventDefault()
      event.stopPropagation()
    },
    { signal, capture: true },
  )

  scroller.addEventListener(
    'keydown',
    event => {
      const step = keySteps[event.key]
      const handle = closest(event.target, '[data-drag-handle]')
      const row = handle && closest(handle, '[data-drag-row]')
      const key = row?.dataset.dragRow
      if (!row || !key || step === undefined || event.altKey || event.ctrlKey || event.metaKey)
        return
      event.preventDefault()
      event.stopPropagation()
      events().onKey(key, step, row)
    },
    { signal },
  )
  window.addEventListener(
    'keydown',
    event => {
      if (event.key !== 'Escape' || !drag) return
      // The drag alone ends, not what the rows stand in.
      event.preventDefault()
      event.stopPropagation()
      finish('cancel')
    },
    { signal, capture: true },
  )

  return () => {
    finish('cancel')
    ending.abort()
  }
}

function closest(target: EventTarget | null, selector: string): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined
  return target.closest<HTMLElement>(selector) ?? undefined
}
