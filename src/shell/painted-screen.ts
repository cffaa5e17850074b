/**
 * The picture that was shown before the code ran gives way to the real screen: what was scrolled, written and
 * pressed meanwhile is scrolled, written and pressed there, in the order in which it was done. Where that turns out
 * to be another list, what was sent is only written, for the person to decide, and what is not of an item is left.
 */
import type { Caught, PaintedElement, PaintedScreen } from './before-the-code.ts'

interface GivesWay {
  readonly place: HTMLElement
  readonly painted: PaintedScreen
  /** Draws the real screen aside; tells when it is there whole, before any of it is measured. */
  readonly draw: (real: HTMLElement, whole: () => void) => void
  /** A box of an item whose row is not drawn. */
  readonly tick: (itemId: string, purchased: boolean) => void
  /** Does what the picture shows already, so that it waits for no frame. */
  readonly shown: (work: () => void) => void
  /** Words for the add box of a list that is not there yet. */
  readonly keep: (listId: string, words: string) => void
}

/** What a person left on the picture. */
interface Left {
  readonly top: number
  readonly written: readonly { readonly element: PaintedElement; readonly value: string }[]
  readonly focused: PaintedElement | undefined
}

/** A finger that lies still for longer wants something else than to press. */
const mostPatienceMs = 600
/** Rows far down are drawn some frames after the list was scrolled. */
const framesToFind = 20

/** Answers with the place of the real screen. */
export async function giveWay({
  place,
  painted,
  draw,
  tick,
  shown,
  keep,
}: GivesWay): Promise<HTMLElement> {
  const real = Object.assign(document.createElement('div'), { id: place.id })
  const listId = listIn(place)
  await untilReleased()
  let left = await new Promise<Left | undefined>(resolve =>
    draw(real, () => resolve(painted.isPressed() ? cover() : swap())),
  )
  if (left === undefined) {
    await untilReleased()
    left = swap()
  }
  const { top, written, focused } = left

  if (top > 0 && isSameList()) scrollerIn(real)?.scrollTo({ top })
  for (const one of painted.caught) await redo(one)
  for (const { element, value } of written) fill(find(element), value)
  if (focused) find(focused)?.focus({ preventScroll: true })
  return real

  async function untilReleased(): Promise<void> {
    for (let waited = 0; painted.isPressed() && waited < mostPatienceMs; waited += 30) {
      await new Promise(resolve => setTimeout(resolve, 30))
    }
  }

  /** A finger came down meanwhile: what it is on stays until it is let go. */
  function cover(): undefined {
    real.style.visibility = 'hidden'
    place.style.cssText = 'position:fixed;inset:0'
    place.before(real)
  }

  function swap(): Left {
    painted.end()
    const top = scrollerIn(place)?.scrollTop ?? 0
    const written = [...place.querySelectorAll<HTMLInputElement>('input:not([type=checkbox])')]
      .filter(box => box.value !== '')
      .map(box => ({ element: painted.elementOf(box), value: box.value }))
    const { activeElement } = document
    const focused =
      activeElement && place.contains(activeElement) ? painted.elementOf(activeElement) : undefined
    place.replaceWith(real)
    real.removeAttribute('style')
    return { top, written, focused }
  }

  async function redo({ kind, element, value }: Caught): Promise<void> {
    const there = await findDrawn(element)
    if (kind === 'check') {
      if (there instanceof HTMLInputElement) {
        if (String(there.checked) !== value) shown(() => there.click())
      } else if (element.row !== '') tick(element.row, value === 'true')
    } else if (kind === 'press') {
      if (isSameList() || element.row !== '') there?.click()
    } else if (kind === 'choose') {
      if (!(there instanceof HTMLSelectElement) || !isSameList()) return
      there.value = value
      there.dispatchEvent(new Event('change', { bubbles: true }))
    } else if (there instanceof HTMLInputElement) {
      if (!isSameList()) return fill(there, value)
      const before = there.value
      write(there, value)
      there.form?.requestSubmit()
      fill(there, before)
    } else fill(there, value)
  }

  function isSameList(): boolean {
    return listIn(real) === listId
  }

  /** Behind what stands there: of the page before, or what was sent to another list, or cannot be taken. */
  function fill(box: HTMLElement | undefined, value: string): void {
    if (value === '') return
    if (box instanceof HTMLInputElement)
      write(box, box.value === '' ? value : `${box.value}, ${value}`)
    else if (listId !== undefined) keep(listId, value)
  }

  function find({ row, tag, label }: PaintedElement): HTMLElement | undefined {
    const around = row === '' ? real : real.querySelector(`[data-item="${CSS.escape(row)}"]`)
    return [...(around?.querySelectorAll<HTMLElement>(tag) ?? [])].find(
      one => painted.elementOf(one).label === label,
    )
  }

  async function findDrawn(element: PaintedElement): Promise<HTMLElement | undefined> {
    for (let frame = 0; frame < framesToFind; frame += 1) {
      const found = find(element)
      // Without a row of its own it is there with the screen, or not at all.
      if (found || element.row === '') return found
      await new Promise(resolve => setTimeout(resolve, 16))
    }
    return undefined
  }
}

function scrollerIn(place: Element): Element | null {
  return place.querySelector('[data-scroller]')
}

function listIn(place: Element): string | undefined {
  return place.querySelector<HTMLElement>('[data-list]')?.dataset.list
}

/** As if it were typed: React hears of a value only where the setter of the element itself was used. */
function write(box: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, value)
  box.dispatchEvent(new Event('input', { bubbles: true }))
}
