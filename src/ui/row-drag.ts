/**
 * Moves rows by hand: by their handle with mouse, pen or finger, and by a long press on a touch screen.
 * Listens on the scroller alone and draws nothing in React: a drag costs the same with 20 rows and 10,000,
 * and rows that a window onto many rows takes away meanwhile do no harm.
 *
 * A row is an element with `data-drag-row` (its key), a handle one with `data-drag-handle`. A drag stays
 * within the list element in which it began.
 */

export interface Drop {
  readonly key: string
  /** The row at which it was let go, and on which side of it. */
  readonly at: string
  readonly side: 'before' | 'after'
}

export interface RowDragEvents {
  readonly onDrop: (drop: Drop) => void
  /** A long press that ended where it began. */
  readonly onPick?: ((key: string) => void) | undefined
  /** An arrow, Home or End on a handle. */
  readonly onKey: (key: string, to: RowStep) => void
}

export type RowStep = 'up' | 'down' | 'top' | 'bottom'

const longPressMs = 450
/** A finger is never quite still. */
const slackPx = 8
/** So near to an edge the list scrolls by itself. */
const edgePx = 64
const mostPerFrame = 14

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
      const follow = (move: PointerEvent) => {
        if (move.pointerId !== pointerId) return
        const far = Math.hypot(move.clientX - clientX, move.clientY - clientY) > slackPx
        if (!drag && far) begin(row, clientX, clientY)
        drag?.follow(move.clientX, move.clientY)
      }
      const stop = (how: 'drop' | 'cancel') => (up: PointerEvent) => {
        if (up.pointerId !== pointerId) return
        moving.abort()
        swallowClick = drag !== undefined
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
      const end = () => {
        clearTimeout(timer)
        pressing.abort()
      }
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
  // Known from the start, or the browser would not wait to hear whether a finger scrolls or drags.
  scroller.addEventListener('touchmove', () => {}, { signal, passive: false })

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
      const key = handle && closest(handle, '[data-drag-row]')?.dataset.dragRow
      if (!key || step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      event.stopPropagation()
      events().onKey(key, step)
    },
    { signal },
  )
  window.addEventListener(
    'keydown',
    event => {
      if (event.key === 'Escape' && drag) finish('cancel')
    },
    { signal },
  )

  return () => {
    finish('cancel')
    ending.abort()
  }
}

interface Drag {
  readonly key: string
  /** Begun by a long press, which may mean something else when nothing moves. */
  byPress: boolean
  follow(x: number, y: number): void
  moved(): boolean
  /** Takes the picture away; undefined where it lies where it lay. */
  end(): Drop | undefined
}

function startDrag(scroller: HTMLElement, row: HTMLElement, startX: number, startY: number): Drag {
  const key = row.dataset.dragRow ?? ''
  const list = row.closest<HTMLElement>('ul, ol') ?? scroller
  const place = row.getBoundingClientRect()
  const picture = pictureOf(row, place)
  const line = document.createElement('div')
  line.className = 'drop-line'
  line.setAttribute('aria-hidden', 'true')
  // Within an open dialog, or it would lie beneath it.
  const ground = row.closest<HTMLElement>('[role="dialog"]') ?? document.body
  ground.append(picture, line)
  row.dataset.dragged = ''
  let at: { readonly x: number; readonly y: number } = { x: startX, y: startY }
  let drop: Drop | undefined
  let moved = false
  let frame = requestAnimationFrame(scrollByItself)

  function draw() {
    picture.style.transform = `translateY(${at.y - startY}px)`
    const box = scroller.getBoundingClientRect()
    const rows = [...list.querySelectorAll<HTMLElement>('[data-drag-row]')]
      .map(element => ({ element, rect: element.getBoundingClientRect() }))
      .filter(({ rect }) => rect.bottom > box.top && rect.top < box.bottom)
      .sort((a, b) => a.rect.top - b.rect.top)
    const over = rows.findLast(({ rect }) => rect.top <= at.y) ?? rows[0]
    if (!over) return
    const isBelow = at.y > over.rect.top + over.rect.height / 2
    const side = isBelow || over.element.hasAttribute('data-drag-fixed') ? 'after' : 'before'
    const overKey = over.element.dataset.dragRow ?? ''
    drop = overKey === key ? undefined : { key, at: overKey, side }
    line.hidden = drop === undefined
    line.style.width = `${over.rect.width}px`
    const top = side === 'after' ? over.rect.bottom : over.rect.top
    line.style.transform = `translate(${over.rect.left}px, ${top - 1}px)`
  }

  function scrollByItself() {
    frame = requestAnimationFrame(scrollByItself)
    if (!moved) return
    const box = scroller.getBoundingClientRect()
    const above = edgePx - (at.y - box.top)
    const below = edgePx - (box.bottom - at.y)
    const speed = Math.min(1, Math.max(above, below, 0) / edgePx) * mostPerFrame
    if (speed === 0) return
    scroller.scrollBy(0, above > below ? -speed : speed)
    draw()
  }

  return {
    key,
    byPress: false,
    follow(x, y) {
      if (Math.hypot(x - startX, y - startY) > slackPx) moved = true
      at = { x, y }
      if (moved) draw()
    },
    moved: () => moved,
    end() {
      cancelAnimationFrame(frame)
      picture.remove()
      line.remove()
      delete row.dataset.dragged
      return drop
    },
  }
}

/** What hangs on the finger: a copy without names and ids, so that nothing is there twice for anybody. */
function pictureOf(row: HTMLElement, place: DOMRect): HTMLElement {
  const picture = row.cloneNode(true)
  if (!(picture instanceof HTMLElement)) throw new Error('A row is an element.')
  for (const element of [picture, ...picture.querySelectorAll<HTMLElement>('*')]) {
    element.removeAttribute('id')
    element.removeAttribute('data-drag-row')
    element.removeAttribute('data-item')
  }
  picture.inert = true
  picture.setAttribute('aria-hidden', 'true')
  picture.classList.add('dragged-picture')
  picture.style.cssText += `top:${place.top}px;left:${place.left}px;width:${place.width}px;`
  return picture
}

function closest(target: EventTarget | null, selector: string): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined
  return target.closest<HTMLElement>(selector) ?? undefined
}
