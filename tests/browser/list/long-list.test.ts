/** A list of which only the rows in sight are drawn, each as high as its words need. */
import type { Page } from '@playwright/test'
import { test } from 'vitest'
import { checkbox, expect, expectAllSaved, nameOf } from '../stage.ts'
import { pasteText, phone } from './list-hands.ts'

const count = 120
const long = 'from the shelf at the very end of the long aisle, the one in the green wrapping'

test('rows of every height stand beneath each other, wherever one scrolls, and none jumps', async () => {
  const { page } = await phone()
  const names = Array.from({ length: count }, (_, at) => {
    const name = `Thing ${String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26))}`
    return at % 3 === 0 ? `${name} ${long}` : name
  })
  await pasteText(page, names.join('\n'))
  await page.getByRole('dialog').getByRole('button', { name: /^Add/ }).click()
  await expect(checkbox(page, names.at(-1) ?? '')).toBeInViewport()
  await expectNoGaps(page)

  // Rows above are measured as they come: what one looks at moves by as much as one scrolls.
  for (let step = 0; step < 40; step += 1) {
    const { from, by, asked } = await scrollUp(page, 150)
    expect({ from, by }).toEqual({ from, by: asked })
  }
  await expectNoGaps(page)

  await page.evaluate(() => document.querySelector('[data-scroller]')?.scrollTo(0, 0))
  await expect(checkbox(page, 'Apples')).toBeInViewport()
  await expectNoGaps(page)
  expect(await rows(page).count()).toBeLessThan(60)
  expect(await rows(page).first().getAttribute('aria-posinset')).toBe('1')
  expect(await rows(page).first().getAttribute('aria-setsize')).toBe(String(count + 5))
})

test('a list that is opened by its address shows what is scrolled to', async () => {
  const { page } = await phone()
  await pasteText(page, Array.from({ length: count }, (_, at) => nameOf(at)).join('\n'))
  await page.getByRole('dialog').getByRole('button', { name: /^Add/ }).click()
  await expect(checkbox(page, nameOf(count - 1))).toBeInViewport()
  await expectAllSaved(page)

  await page.reload()
  const scrollTo = (share: number) =>
    page
      .locator('[data-scroller]')
      .evaluate((element, to) => element.scrollTo(0, element.scrollHeight * to), share)
  await expect(checkbox(page, 'Apples')).toBeInViewport()
  await scrollTo(0.5)
  await expect(checkbox(page, nameOf(count / 2))).toBeInViewport()
  await scrollTo(1)
  await expect(checkbox(page, nameOf(count - 1))).toBeInViewport()
  await scrollTo(0)
  await expect(checkbox(page, 'Apples')).toBeInViewport()
})

function rows(page: Page) {
  return page.getByRole('list', { name: 'Items' }).getByRole('listitem')
}

/** Each that is drawn begins where the one before it ends. */
async function expectNoGaps(page: Page): Promise<void> {
  const gaps = () =>
    rows(page).evaluateAll(all =>
      all
        .map(row => ({ place: Number(row.ariaPosInSet), box: row.getBoundingClientRect() }))
        .sort((a, b) => a.place - b.place)
        .flatMap(({ place, box }, at, sorted) => {
          const before = sorted[at - 1]
          if (before?.place !== place - 1) return []
          return Math.abs(before.box.bottom - box.top) < 1 ? [] : [place]
        }),
    )
  await expect.poll(gaps).toEqual([])
}

/** By how much a row in the middle of the screen has moved, two frames later. */
async function scrollUp(page: Page, pixels: number) {
  return page.evaluate(async up => {
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
    const scroller = document.querySelector('[data-scroller]')
    const row = document.elementFromPoint(180, 400)?.closest('li')
    if (!scroller || !row) throw new Error('No row is there.')
    const before = row.getBoundingClientRect().top
    scroller.scrollBy(0, -up)
    for (let n = 0; n < 3; n += 1) await frame()
    const by = Math.round(row.getBoundingClientRect().top - before)
    return { from: row.ariaPosInSet, by, asked: row.isConnected ? up : 0 }
  }, pixels)
}
