/** From control to control with Tab: each one that can be seen, in reading order, each time with a ring. */
import type { Page } from '@playwright/test'
import { expect } from '../stage.ts'

/** What the page says of the element that has the focus. */
interface Stop {
  readonly name: string
  /** Place among the controls of the ground, as the document has them; -1 elsewhere. */
  readonly place: number
  readonly faults: readonly string[]
}

/** `ground` is what Tab stays in or what it goes through from the top: a selector. */
export async function expectWalk(page: Page, ground: string): Promise<void> {
  const names = await markStops(page, ground)
  expect(names.length).toBeGreaterThan(3)
  const first = page.locator(`${ground} [data-walk="0"]`)
  await first.focus()
  // As the keyboard gets there, so that the ring is the keyboard's.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  const there = [await readStop(page)]
  while (there.length < names.length) {
    await page.keyboard.press('Tab')
    there.push(await readStop(page))
  }
  expect(there.map(({ name }) => name)).toEqual(names)
  expect(there.flatMap(({ faults }) => faults)).toEqual([])
  const back = [await readStop(page)]
  while (back.length < names.length) {
    await page.keyboard.press('Shift+Tab')
    back.push(await readStop(page))
  }
  expect(back.map(({ place }) => place)).toEqual(names.map((_, at) => names.length - 1 - at))
}

/** Marks the controls that can be seen, and answers with their names in the order of the document. */
async function markStops(page: Page, ground: string): Promise<readonly string[]> {
  return page.evaluate(selector => {
    const controls =
      'a[href], button, input, select, textarea, summary, [tabindex="0"]:not([data-base-ui-focus-guard])'
    const stops = [...document.querySelectorAll<HTMLElement>(`${selector} :is(${controls})`)]
      .filter(stop => stop.tabIndex >= 0 && !stop.matches(':disabled, [inert] *'))
      .filter(stop => stop.getClientRects().length > 0)
      .filter(stop => getComputedStyle(stop).visibility === 'visible')
      // One of a group has the stop, and arrows go from there.
      .filter(stop => !(stop instanceof HTMLInputElement && stop.type === 'radio' && !stop.checked))
    stops.forEach((stop, place) => {
      stop.dataset.walk = String(place)
    })
    return stops.map(nameOf)

    function nameOf(stop: HTMLElement): string {
      const field = stop instanceof HTMLInputElement ? stop : undefined
      const label = document.getElementById(stop.getAttribute('aria-labelledby') ?? '')
      return (
        stop.getAttribute('aria-label') ??
        label?.textContent ??
        field?.labels?.[0]?.textContent ??
        (stop.textContent.trim() || stop.id)
      )
    }
  }, ground)
}

async function readStop(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const stop = document.activeElement
    if (!(stop instanceof HTMLElement)) return { name: 'nothing', place: -1, faults: [] }
    const field = stop instanceof HTMLInputElement ? stop : undefined
    const label = document.getElementById(stop.getAttribute('aria-labelledby') ?? '')
    const name =
      stop.getAttribute('aria-label') ??
      label?.textContent ??
      field?.labels?.[0]?.textContent ??
      (stop.textContent.trim() || stop.id)
    const place = Number(stop.dataset.walk ?? -1)
    const faults: string[] = []

    const holders = [stop, stop.parentElement, stop.closest<HTMLElement>('.box')]
    const isRinged = holders.some(holder => {
      if (holder === null) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(holder)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    if (!isRinged) faults.push(`${name}: no ring`)

    const box = stop.getBoundingClientRect()
    const shown = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    if (shown === null || !(stop.contains(shown) || shown.contains(stop))) {
      faults.push(`${name}: hidden behind ${shown?.outerHTML.slice(0, 80)}`)
    }
    for (let one: HTMLElement | null = stop; one !== null; one = one.parentElement) {
      if (getComputedStyle(one).opacity === '0') faults.push(`${name}: cannot be seen`)
    }

    const before = document.querySelector<HTMLElement>(`[data-walk="${place - 1}"]`)
    const region = (element: HTMLElement) => element.closest('aside, main, [role=dialog]')
    if (before !== null && region(before) === region(stop)) {
      const last = before.getBoundingClientRect()
      const sameLine = Math.min(last.bottom, box.bottom) - Math.max(last.top, box.top) > 8
      const isAfter = sameLine ? box.right > last.left : box.top >= last.top
      if (!isAfter) faults.push(`${name}: stands before the one that Tab came from`)
    }
    return { name, place, faults }
  })
}
