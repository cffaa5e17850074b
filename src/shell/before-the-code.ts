/**
 * Runs within the page before any other code, and stands in it as it is: imports nothing. Shows the picture of
 * the last screen that the worker put into the page, lets the code start once it was painted, and keeps what a
 * person does meanwhile for the code to do (`src/shell/painted-screen.ts`).
 */

/** An element of the picture, so that its like is found on the real screen. */
export interface PaintedElement {
  /** CSS selector of the row that it lies in, or none. */
  readonly row: string
  readonly tag: string
  readonly label: string
}

export interface Caught {
  readonly kind: 'press' | 'check' | 'choose' | 'submit'
  readonly element: PaintedElement
  /** What a box is to be, or what was chosen or written. */
  readonly value: string
}

export interface PaintedScreen {
  /** The server's first look, for a browser that knows nobody yet: the data behind it is not on the device. */
  readonly isFirst: boolean
  readonly caught: readonly Caught[]
  elementOf(element: Element): PaintedElement
  /** Whether a finger or the space bar is down: what it does is not known yet. */
  isPressed(): boolean
  /** The code is there. */
  end(): void
  /** The code is not to come: a list that looks alive and is not would swallow what is done on it. */
  takeDown(): void
}

declare global {
  interface Window {
    paintedScreen?: PaintedScreen
  }
}

const clickAfterMs = 50
/** Long enough for what begins all the same, behind a failure that did no harm. */
const hopelessAfterMs = 10_000
const root = document.documentElement
function read(key: string) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const theme = read('aisle.theme')
if (theme === 'light' || theme === 'dark') root.dataset.theme = theme

for (const type of ['error', 'unhandledrejection']) addEventListener(type, onFailure, true)

const template = document.querySelector<HTMLTemplateElement>('#painted')
const place = document.querySelector('#root')
const later = [...document.querySelectorAll<HTMLElement>('[data-later]')]
if (template && place) show(template, place)
else if (later.length > 0)
  afterPaint(() => startCode(later.map(({ dataset }) => dataset.later ?? '')))
else preloadList()

/** Undefined where nothing can be made of it: the code, which is only begun from here, goes on as if there were nobody. */
function readUser() {
  try {
    return JSON.parse(read('aisle.user') ?? 'null')
  } catch {
    return undefined
  }
}

function startCode(files: readonly string[]): void {
  preloadList()
  for (const file of files) {
    const script = document.createElement('script')
    script.type = 'module'
    script.crossOrigin = ''
    script.src = file
    document.head.append(script)
  }
}

/** On the way to a list, the code of lists comes beside that of the start, not behind it. */
function preloadList(): void {
  if (!/^\/(product|app)\b/.test(location.pathname)) return
  const list = document.createElement('link')
  list.rel = 'modulepreload'
  list.crossOrigin = ''
  list.href = import.meta.env.LIST_CODE
  document.head.append(list)
}

/** A page that nobody sees is not painted. */
function afterPaint(work: () => void): void {
  if (document.hidden) work()
  else requestAnimationFrame(() => setTimeout(work))
}

function show(picture: HTMLTemplateElement, into: Element): void {
  picture.remove()
  const holds = JSON.parse(picture.dataset.holds ?? '{}')
  const user = readUser()
  const { isFirst } = holds
  // Who signed out where no server could hear it is signed in to the server alone (src/network/session/left-session.ts).
  const stillHolds = isFirst
    ? user === null && read('aisle.end-session') === null
    : read('aisle.painted') === holds.mark &&
      user?.id === holds.userId &&
      `${innerWidth}` === holds.look &&
      Date.now() < holds.until
  if (!stillHolds) {
    startCode(holds.scripts)
    return
  }

  const { content } = picture
  const form = [...content.querySelectorAll<HTMLElement>('[data-media]')].find(
    ({ dataset }) => matchMedia(dataset.media ?? '').matches,
  )
  const rows = content.querySelector('[data-rows]')
  form?.querySelector('ul')?.append(...(rows?.childNodes ?? []))
  into.append(...(form ?? content).childNodes)
  for (const element of into.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style ?? ''
  window.paintedScreen = watch(into, isFirst === true)
  // The code goes by the address; whoever looks at the rows needs neither that nor the title.
  afterPaint(() => {
    for (const row of into.querySelectorAll('li[hidden]')) row.removeAttribute('hidden')
    if (location.pathname === '/app') history.replaceState(null, '', holds.path)
    document.title = holds.title
    startCode(holds.scripts)
  })
}

function watch(screen: Element, isFirst: boolean): PaintedScreen {
  const caught: Caught[] = []
  const ending = new AbortController()
  const on = { signal: ending.signal, capture: true }
  let pressed = false

  function elementOf(element: Element): PaintedElement {
    const labelled = element.getAttribute('aria-labelledby')
    const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement
    const words = isField ? element.labels?.[0]?.textContent : element.textContent
    return {
      row: element.closest<HTMLElement>('[data-item]')?.dataset.item ?? '',
      tag: element.tagName,
      label:
        element.getAttribute('aria-label') ??
        (labelled ? document.getElementById(labelled)?.textContent : words) ??
        '',
    }
  }

  document.addEventListener(
    'click',
    event => {
      const target = event.target instanceof Element ? event.target : screen
      const element = target.closest('input, button, a')
      if (!element || !screen.contains(element)) return
      if (element instanceof HTMLInputElement) {
        if (element.type === 'checkbox')
          caught.push({
            kind: 'check',
            element: elementOf(element),
            value: String(element.checked),
          })
        return
      }
      // The form that it would send is heard of itself.
      if (element instanceof HTMLButtonElement && element.form && element.type === 'submit') return
      event.preventDefault()
      caught.push({ kind: 'press', element: elementOf(element), value: '' })
    },
    on,
  )
  document.addEventListener(
    'change',
    ({ target }) => {
      if (target instanceof HTMLSelectElement && screen.contains(target))
        caught.push({ kind: 'choose', element: elementOf(target), value: target.value })
    },
    on,
  )
  document.addEventListener(
    'submit',
    event => {
      event.preventDefault()
      const box = event.target instanceof Element ? event.target.querySelector('input') : null
      if (!box || box.value === '') return
      caught.push({ kind: 'submit', element: elementOf(box), value: box.value })
      box.value = ''
    },
    on,
  )
  /** The space bar presses as a finger does, once it is let go. */
  function press(event: Event) {
    pressed ||= !(event instanceof KeyboardEvent) || event.key === ' '
  }
  function release() {
    pressed = false
  }
  for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, press, on)
  // The click follows.
  for (const type of ['pointerup', 'pointercancel', 'keyup'])
    document.addEventListener(type, () => setTimeout(release, clickAfterMs), on)

  return {
    isFirst,
    caught,
    elementOf,
    isPressed: () => pressed,
    end: () => ending.abort(),
    takeDown() {
      if (ending.signal.aborted) return
      ending.abort()
      screen.replaceChildren()
    },
  }
}

/** Code that does not come, or that this browser cannot run, would leave a page that loads for ever. */
function onFailure({ target }: Event): void {
  const isMissing = target instanceof HTMLScriptElement
  if (isMissing) {
    giveUp('Aisle could not be loaded. Check your connection, and load the page again.')
  } else if (target === window) {
    const words =
      'Aisle could not start in this browser. Load the page again. If that does not help, bring the browser up to date, and allow this site to keep data.'
    setTimeout(() => giveUp(words), hopelessAfterMs)
  }
}

function giveUp(words: string): void {
  window.paintedScreen?.takeDown()
  const place = document.querySelector('.first-words')
  if (!place || document.querySelector('#root')?.hasChildNodes()) return
  place.textContent = words
  place.removeAttribute('aria-hidden')
  place.setAttribute('role', 'alert')
}
