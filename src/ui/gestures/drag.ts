/** One row on its way: what hangs on the finger, where it would be put, and the list that scrolls by itself. */
export interface Drop {
  readonly key: string
  /** The row at which it was let go, and on which side of it. */
  readonly at: string
  readonly side: 'before' | 'after'
}

/** A finger is never quite still. */
export const slackPx = 8
/** So near to an edge the list scrolls by itself. */
const edgePx = 64
const mostPerFrame = 14

export interface Drag {
  readonly key: string
  /** Begun by a long press, which may mean something else when nothing moves. */
  byPress: boolean
  follow(x: number, y: number): void
  moved(): boolean
  /** Takes the picture away; undefined where it lies where it lay. */
  end(): Drop | undefined
}

export function startDrag(
  holder: HTMLElement,
  row: HTMLElement,
  startX: number,
  startY: number,
): Drag {
  const key = row.dataset.dragRow ?? ''
  const scroller = scrollerAround(holder)
  const list = row.closest<HTMLElement>('ul, ol') ?? holder
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

/** What moves when the rows are scrolled: the element that holds them, or the nearest around it that can. */
function scrollerAround(holder: HTMLElement): HTMLElement {
  for (let at: HTMLElement | null = holder; at; at = at.parentElement) {
    const isLonger = at.scrollHeight > at.clientHeight
    if (isLonger && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  }
  return holder
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
