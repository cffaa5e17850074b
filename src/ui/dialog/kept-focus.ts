/**
 * Where the element that has the focus is taken away, something near it gets the focus: with the keyboard or
 * a screen reader nobody is thrown back to the top of the page. What a dialog or a screen does about the
 * focus itself comes first.
 */
import { touchQuery } from '../use-media-query.ts'
import { popups } from './popups.ts'

const stops =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/** The stops before and after a dialog or menu that lead back into it. */
const guards = '[data-base-ui-focus-guard]'

/** Answers with what ends it. */
export function keepFocus(page: Document): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let last: HTMLElement | undefined
  /** The dialog or menu that it is in. */
  let popup: Element | null | undefined
  /** What had the focus before the dialog or menu that has it. */
  let beneath: HTMLElement | undefined
  let gap: MutationRecord | undefined
  let frame = 0

  function settle(element: HTMLElement | undefined) {
    last = element
    gap = undefined
  }

  page.addEventListener(
    'focusin',
    ({ target }) => {
      const element = target instanceof HTMLElement ? target : undefined
      if (element?.matches(guards)) return
      // A dialog takes the focus itself once what had it there is gone.
      if (element === popup && last?.isConnected === false) return
      popup = element?.closest(popups)
      if (!popup) beneath = undefined
      else if (last && !last.closest(popups)) beneath = last
      settle(element)
    },
    { signal },
  )
  // Pressed on nothing: whoever lets go of the focus does not get it back. What has it already keeps it when it is
  // pressed, and no event says so: an entry of a menu has it once the mouse is over it.
  page.addEventListener(
    'pointerdown',
    ({ target }) => {
      const isOnIt = target instanceof Node && last?.contains(target) === true
      if (!isOnIt || page.activeElement !== last) settle(undefined)
    },
    { signal, capture: true },
  )

  /** If there is nothing yet, the next thing that is drawn is looked at. */
  function fill() {
    if (last === undefined || last.isConnected) return
    const at = page.activeElement
    if (at !== null && at !== page.body && at !== popup) return settle(undefined)
    // What led to a dialog may have gone before it: the gap that it left is forgotten by then.
    const next = (gap && neighbourOf(last, gap)) ?? (at === popup ? undefined : titleOf(page))
    next?.focus({ preventScroll: true })
  }

  const observer = new MutationObserver(records => {
    // A dialog that goes with the row it was opened from gives the focus back to nothing; one that stays keeps it.
    if (!last?.isConnected && beneath?.isConnected === false && !popup?.isConnected) {
      settle(beneath)
      beneath = undefined
    }
    const lost = last
    if (lost === undefined || lost.isConnected) return
    gap ??= records.find(({ removedNodes }) => [...removedNodes].some(node => node.contains(lost)))
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      // In this frame a dialog takes it once more.
      if (popup?.isConnected) frame = requestAnimationFrame(fill)
      else fill()
    })
  })
  observer.observe(page.body, { childList: true, subtree: true })

  return () => {
    ending.abort()
    observer.disconnect()
    cancelAnimationFrame(frame)
  }
}

/**
 * The like of it in the next row, else in the one before; where no row went, the heading of what comes next, or what
 * stands nearest; else the first thing around the gap.
 */
function neighbourOf(lost: HTMLElement, taken: MutationRecord): HTMLElement | undefined {
  const gone = [...taken.removedNodes].find(node => node.contains(lost))
  // With its `main` or its title a whole page goes: the other one is read from its title.
  if (gone instanceof Element && gone.querySelector('main, h1')) return undefined
  const isLike = (stop: Element) =>
    stop.tagName === lost.tagName && stop.getAttribute('type') === lost.getAttribute('type')
  // Counted from the end, where a row's controls are the same in each.
  const fromEnd =
    gone instanceof Element ? stopsIn(gone).filter(isLike).toReversed().indexOf(lost) : -1
  const isRow = gone instanceof Element && gone.matches('li, tr')
  function beside(step: 'nextSibling' | 'previousSibling') {
    for (let node = taken[step]; node?.isConnected; node = node[step]) {
      const found = node instanceof Element ? stopsIn(node) : []
      if (found.length === 0) continue
      // A part went, not a row: the next one is about something else, and is read from its heading. That of the one before
      // may be out of sight.
      const heading =
        step === 'nextSibling' &&
        !isRow &&
        node instanceof Element &&
        node.querySelector<HTMLElement>(':scope > h2')
      if (heading) return stopAt(heading)
      const like =
        isRow && node.nodeName === gone.nodeName ? found.filter(isLike).at(-1 - fromEnd) : undefined
      // The last of anything else may be as far away as the page is long, and do something else altogether.
      return like ?? (step === 'nextSibling' || isRow ? found[0] : found.at(-1))
    }
    return undefined
  }
  const near = beside('nextSibling') ?? beside('previousSibling')
  if (near !== undefined) return near
  let around: Node | null = taken.target
  // The page itself is read from its title, too, not from the first of its buttons or those beside it.
  for (; around instanceof Element && !isPage(around); around = around.parentNode) {
    const [first] = around.isConnected ? stopsIn(around) : []
    if (first !== undefined) return first
  }
  return undefined
}

function isPage(part: Element): boolean {
  return part.matches('main, body') || part.querySelector('main') !== null
}

/** Never a text box where it would bring up the keyboard of a phone. */
function stopsIn(element: Element): readonly HTMLElement[] {
  const touch = globalThis.matchMedia(touchQuery).matches
  const within = [...element.querySelectorAll<HTMLElement>(stops)]
  const all =
    element instanceof HTMLElement && element.matches(stops) ? [element, ...within] : within
  return all.filter(stop => {
    if (stop.isConnected && !isDrawn(stop)) return false
    return !touch || !stop.matches('textarea, input:not([type=checkbox], [type=radio])')
  })
}

function isDrawn(element: HTMLElement): boolean {
  return element.getClientRects().length > 0
}

function titleOf(page: Document): HTMLElement | undefined {
  const title = page.querySelector<HTMLElement>('main h1')
  return title === null ? undefined : stopAt(title)
}

function stopAt(heading: HTMLElement): HTMLElement {
  const [button] = stopsIn(heading)
  if (button !== undefined) return button
  heading.tabIndex = -1
  return heading
}
