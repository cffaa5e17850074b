/**
 * Leaves a picture of the list behind whenever it has been quiet for a moment, and when the page goes out of
 * sight: what the next visit shows before its code runs. From the first change on the picture is void.
 */
import type { KeyValue } from '../network/key-value.ts'
import type { Offline } from '../offline/offline.ts'
import type { PaintedPages } from '../offline/worker/painted-page.ts'
import { withFirstRows } from '../ui/first-rows.ts'
import { whenIdle } from '../ui/loading/when-idle.ts'
import { isOtherPicture } from './other-picture.ts'

interface PaintingParts {
  /** #root. */
  readonly place: HTMLElement
  readonly pages: Pick<PaintedPages, 'put' | 'drop'>
  readonly memory: Pick<KeyValue, 'get' | 'set' | 'remove'>
  readonly offline: Pick<Offline, 'userId' | 'onChanged'>
  /** The list whose screen it is. */
  readonly listId: () => string | undefined
  /** Whether there is a worker that would answer with it. */
  readonly isServed: () => boolean
  /** Calls back when there is one, or another; answers with what ends it. */
  readonly onServed: (call: () => void) => () => void
  /** Whether something lies over the page. */
  readonly isCovered: () => boolean
  readonly newMark: () => string
  /** Whether this page began with the picture, and shows the same. */
  readonly wasPainted: boolean
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export const paintedMarkKey = 'aisle.painted'

/** After a change of the data longer than a ticked row stays where it was: one picture for the tick and its folding. */
const quietMs = 2_600
/** After what only the screen does. */
const stillMs = 800
/** A visit to a store lasts longer than that without a look at the list; a picture of it does not. */
const storeLastsMs = 2 * 60 * 60_000
const listLastsMs = 365 * 24 * 60 * 60_000

/** Answers with what ends it, and voids the picture. */
export function startPainting(parts: PaintingParts): () => void {
  const { place, pages, memory } = parts
  const { userId } = parts.offline
  let changes = 0
  /** Not before then, in ms since 1970. */
  let dueAt = parts.now() + quietMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let holds = parts.wasPainted || (!scrollerNow() && memory.get(paintedMarkKey) !== undefined)
  /** The last one that was written, and after how many changes. */
  let last: { readonly html: string; readonly mark: string; changes: number } | undefined
  let ended = false

  function changed(waitMs: number) {
    changes += 1
    dueAt = Math.max(dueAt, parts.now() + waitMs)
    if (holds) memory.remove(paintedMarkKey)
    holds = false
    timer ??= setTimeout(look, waitMs)
  }

  function look() {
    timer = undefined
    const left = dueAt - parts.now()
    if (left > 0) timer = setTimeout(look, left)
    else whenIdle(paint)
  }

  function scrollerNow(): HTMLElement | null {
    return place.querySelector('[data-scroller][data-painted]')
  }

  function paint() {
    if (ended || holds || last?.changes === changes) return
    const listId = parts.listId()
    const scroller = scrollerNow()
    if (!scroller || listId === undefined || !parts.isServed()) {
      // What it shows may have been taken away from this person; or no worker will show it.
      last = undefined
      pages.drop(userId).catch(nothingLost)
      return
    }
    if (parts.isCovered()) return
    const html = withFirstRows(scroller, () => pictureOf(place, scroller))
    // To draw the first rows for it is no change of the page.
    observer.takeRecords()
    if (html === last?.html) {
      last.changes = changes
      holds = true
      memory.set(paintedMarkKey, last.mark)
      return
    }
    const made = { html, mark: parts.newMark(), changes }
    last = made
    const path = `/product/shoppinglist?list=${encodeURIComponent(listId)}`
    pages
      .put({
        paths: [path, '/product/shoppinglist', '/product', '/app'],
        code: codeOf(document),
        html,
        holds: {
          userId,
          mark: made.mark,
          look: `${innerWidth}`,
          until: parts.now() + (scroller.dataset.painted === 'store' ? storeLastsMs : listLastsMs),
          title: document.title,
          path,
        },
      })
      .then(() => {
        if (ended || changes !== made.changes) return
        holds = true
        memory.set(paintedMarkKey, made.mark)
      }, nothingLost)
  }

  // Another screen says nothing of the list; what changes of it meanwhile is told by its data.
  const observer = new MutationObserver(records => {
    if (scrollerNow() && isOtherPicture(records)) changed(stillMs)
  })
  const endings = [
    parts.offline.onChanged(() => changed(quietMs)),
    parts.onServed(() => changed(stillMs)),
  ]
  observer.observe(place, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeOldValue: true,
  })
  const hidden = () => {
    if (document.hidden) paint()
  }
  document.addEventListener('visibilitychange', hidden)
  if (!holds) memory.remove(paintedMarkKey)
  timer = setTimeout(look, quietMs)

  return () => {
    ended = true
    observer.disconnect()
    for (const end of endings) end()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', hidden)
    memory.remove(paintedMarkKey)
  }
}

/** A full device, or one that keeps nothing: the next visit waits for its code. */
function nothingLost(): void {}

function codeOf(page: Document): readonly string[] {
  const files = page.querySelectorAll(
    'script[type=module][src], head > link[rel=stylesheet], head > style[data-file]',
  )
  const names = ['src', 'href', 'data-file']
  return [...files].flatMap(file => names.flatMap(name => file.getAttribute(name) ?? []))
}

/** What is drawn, without what is true for a moment only, and with few rows beyond those in sight. */
function pictureOf(place: HTMLElement, scroller: HTMLElement): string {
  const picture = place.cloneNode(true)
  if (!(picture instanceof HTMLElement)) return ''
  const boxes = picture.querySelectorAll('input')
  place.querySelectorAll('input').forEach((box, at) => {
    boxes[at]?.toggleAttribute('checked', box.checked)
    boxes[at]?.removeAttribute('value')
  })
  const lists = picture.querySelectorAll<HTMLElement>('[data-scroller] ul')
  const listTop = scroller.getBoundingClientRect().top - scroller.scrollTop
  place.querySelectorAll<HTMLElement>('[data-scroller] ul').forEach((list, at) => {
    const copy = lists[at]
    if (!copy) return
    copy.style.height = `${list.offsetHeight}px`
    for (const [n, row] of [...copy.children].entries()) {
      const top = (list.children[n]?.getBoundingClientRect().top ?? 0) - listTop
      if (top >= innerHeight * 1.5) row.remove()
      // Rows are the costly part of a frame: src/shell/before-the-code.ts shows these behind the first one.
      else if (top >= scroller.clientHeight) row.toggleAttribute('hidden', true)
    }
  })
  for (const said of picture.querySelectorAll('[aria-live], [role=status], [role=alert]'))
    said.textContent = ''
  // Nothing is dragged before the code is there, and no mouse shows them.
  for (const handle of picture.querySelectorAll('[data-item] [data-drag-handle]')) handle.remove()
  for (const styled of picture.querySelectorAll<HTMLElement>('[style]')) {
    styled.dataset.style = styled.style.cssText
    styled.removeAttribute('style')
  }
  return picture.innerHTML
}
