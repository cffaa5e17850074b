/** A list with five items on a phone and on a desktop, and what hands do there. */
import type { Locator, Page } from '@playwright/test'
import { type Finger, giveFinger } from './finger.ts'
import {
  addItems,
  anna,
  checkbox,
  expect,
  makeList,
  type Stage,
  setStage,
  signUp,
  syncLine,
} from './stage.ts'

export const names: readonly string[] = ['Apples', 'Bread', 'Cheese', 'Dates', 'Eggs']

interface Hands {
  readonly page: Page
  readonly stage: Stage
}

export async function phone(): Promise<Hands & { readonly finger: Finger }> {
  const stage = await setStage()
  const device = stage.device()
  const page = await device.open({ width: 360, height: 780 })
  const finger = await giveFinger(device, page)
  await fill(page, stage.url)
  return { page, finger, stage }
}

export async function desktop(): Promise<Hands> {
  const stage = await setStage()
  const page = await stage.device().open({ width: 1280, height: 800 })
  await fill(page, stage.url)
  return { page, stage }
}

async function fill(page: Page, url: string): Promise<void> {
  await signUp(page, url, anna)
  await makeList(page, 'Weekly shop')
  await addItems(page, ...names)
  await expect(syncLine(page)).toBeVisible()
}

/** The device has all parts of the app, so that it needs no network for any of them. */
export async function untilWhole(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

export function row(page: Page, name: string): Locator {
  return page.locator('[data-item]').filter({ has: checkbox(page, name) })
}

/** By the keyboard. */
export async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'List options' }).press('Enter')
  await page.getByRole('menuitem', { name: entry }).press('Enter')
}

/** Names as they stand on the screen, from the top. */
export async function shownOrder(page: Page): Promise<readonly string[]> {
  return page
    .getByRole('list', { name: 'Items' })
    .getByRole('checkbox')
    .evaluateAll(boxes =>
      boxes
        .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map(
          box =>
            document.getElementById(box.getAttribute('aria-labelledby') ?? '')?.textContent ?? '',
        ),
    )
}

export async function expectOrder(page: Page, order: readonly string[]): Promise<void> {
  await expect.poll(() => shownOrder(page)).toEqual(order)
}

/** 0 → "aa", 27 → "bb": a number at the end of a name would be a quantity. */
function letters(at: number): string {
  return String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26))
}

/** As the browser tells of it; what follows is the page's. */
export async function pasteText(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Add an item' })
  await box.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)
}

/** So many more items, in one go. */
export async function paste(page: Page, count: number): Promise<void> {
  await pasteText(page, Array.from({ length: count }, (_, at) => `Thing ${letters(at)}`).join('\n'))
  await page.getByRole('dialog').getByRole('button', { name: /^Add/ }).click()
  await expect(page.getByText(`0 of ${names.length + count}`)).toBeVisible()
  // The list turns to what was added last.
  await expect(checkbox(page, `Thing ${letters(count - 1)}`)).toBeInViewport()
}
