/**
 * Leaves a picture of the list behind whenever it has been quiet for a moment, and when the page goes out of
 * sight: what the next visit shows before its code runs. From the first change on the picture is void. Of several
 * tabs the one leaves it that was last in sight, and each makes it void.
 */
import { dayMs } from '../../rules/days.ts'
import type { KeyValue } from '../network/key-value.ts'
import type { Offline } from '../offline/offline.ts'
import type { PaintedPages } from '../offline/worker/painted-page.ts'
import { withFirstRows } from '../ui/first-rows.ts'
import { whenIdle } from '../ui/loading/when-idle.ts'
import { isOtherPicture, momentaryWords } from './other-picture.ts'

interface PaintingParts {
  /** #root. */
  readonly place: HTMLElement
  readonly pages: Pick<PaintedPages, 'put' | 'drop'>
  readonly memory: Pick<KeyValue, 'get' | 'set' | 'remove'>
  readonly offline: Pick<Offline, 'userId' | 'onChanged'>
  /** The list that the next visit opens where its address names none. */
  readonly openingListId: () => string | undefined
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
/** The tab that was last in sight. */
export const inSightKey = 'aisle.in-sight'

/** After a change of the data longer than a ticked row stays where it was: one picture for the tick and its folding. */
const quietMs = 2_600
/** After what only the screen does. */
const stillMs = 800
/** A visit to a store lasts longer than that without a look at the list; a picture of it does not. */
const storeLastsMs = 2 * 60 * 60_000
const listLastsMs = 365 * dayMs

/** Answers with what ends it, and voids the picture. */
export function startPainting(parts: PaintingParts): () => void {
  const { place, pages, memory } = parts
  const { userId } = parts.offline
  let changes = 0
  /** Not before then, in ms since 1970. */
  let dueAt = parts.now() + quietMs
  let timer: ReturnType<typeof setTimeout> | undefined
  /** This tab among those of the browser. */
  const self = parts.newMark()
  /** The one that is kept, if it is of this tab. */
  let last: { readonly html: string; readonly paths: string; readonly mark: string } | undefined
  /** After how many changes the one was made that is just being written. */
  let writing: number | undefined
  let ended = false

  function changed(waitMs: number) {
    changes += 1
    dueAt = Math.max(dueAt, parts.now() + waitMs)
    memory.remove(paintedMarkKey)
    timer ??= setTimeout(look, waitMs)
  }

  function look() {
    timer = undefined
    const left = dueAt - parts.now()
    if (left > 0 && left <= quietMs) timer = setTimeout(look, left)
    else {
      // Longer than anything is waited for: the clock was set back, and a timer of weeks would end at once, for ever.
      if (left > 0) dueAt = 0
      whenIdle(paint)
    }
  }

  /** Whichever tab has made it. */
  function holds(): boolean {
    return memory.get(paintedMarkKey) !== undefined
  }

  function wasLastInSight(): boolean {
    return (memory.get(inSightKey) ?? self) === self
  }

  function scrollerNow(): HTMLElement | null {
    return place.querySelector('[data-scroller][data-painted]')
  }

  function paint() {
    if (ended || holds() || writing === changes || !wasLastInSight()) return
    const scroller = scrollerNow()
    const listId = scroller?.dataset.list
    if (!scroller || listId === undefined || !parts.isServed()) {
      // What it shows may have been taken away from this person; or no worker will show it.
      last = undefined
      pages.drop(userId).catch(nothingLost)
      return
    }
    // The next visit begins without the form of a new list.
    if (parts.isCovered() || place.querySelector('nav form')) return
    const html = withFirstRows(scroller, () => pictureOf(place, scroller))
    // To draw the first rows for it is no change of the page.
    observer.takeRecords()
    const path = `/product/shoppinglist?list=${encodeURIComponent(listId)}`
    const opens = parts.openingListId() === listId
    const paths = opens ? [path, '/product/shoppinglist', '/product', '/app'] : [path]
    if (html === last?.html && last.paths === paths.join()) {
      memory.set(paintedMarkKey, last.mark)
      return
    }
    const made = { html, paths: paths.join(), mark: parts.newMark() }
    const madeAfter = changes
    writing = madeAfter
    pages
      .put({
        paths,
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
        last = made
        if (!ended && changes === madeAfter) memory.set(paintedMarkKey, made.mark)
      }, nothingLost)
      .finally(() => {
        if (writing === madeAfter) writing = undefined
      })
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
  function seen() {
    if (document.hidden) return paint()
    if (memory.get(inSightKey) === self) return
    memory.set(inSightKey, self)
    // Another tab's may have taken its place.
    last = undefined
  }
  document.addEventListener('visibilitychange', seen)
  // Of two windows side by side.
  addEventListener('focus', seen)
  if (!document.hidden) seen()
  if (!parts.wasPainted && scrollerNow()) memory.remove(paintedMarkKey)
  timer = setTimeout(look, quietMs)

  return () => {
    ended = true
    observer.disconnect()
    for (const end of endings) end()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', seen)
    removeEventListener('focus', seen)
    if (wasLastInSight()) memory.remove(inSightKey)
    memory.remove(paintedMarkKey)
    // Where another tab signed out, this one may just have been writing one behind it.
    pages.drop(userId).catch(nothingLost)
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
  const options = picture.querySelectorAll('option')
  place.querySelectorAll('option').forEach((option, at) => {
    options[at]?.toggleAttribute('selected', option.selected)
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
  for (const said of picture.querySelectorAll(momentaryWords)) said.textContent = ''
  // Nothing is dragged before the code is there, and no mouse shows them.
  for (const handle of picture.querySelectorAll('[data-item] [data-drag-handle]')) handle.remove()
  for (const styled of picture.querySelectorAll<HTMLElement>('[style]')) {
    styled.dataset.style = styled.style.cssText
    styled.removeAttribute('style')
  }
  return picture.innerHTML
}
