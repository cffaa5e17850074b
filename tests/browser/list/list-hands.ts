/**
 * A list with five items on a phone and on a desktop, and what hands do there. The tests of a file share one
 * browser, which has the app already; each finds it as somebody new does who signs in there.
 */
import type { Locator, Page } from '@playwright/test'
import { afterAll, onTestFinished } from 'vitest'
import { type ApiClient, signUpByApi } from '../../support/browser/browser-api.ts'
import type { Device, Look } from '../../support/browser/browser-device.ts'
import {
  anna,
  checkbox,
  expect,
  expectAllSaved,
  meetSomebodyNew,
  photograph,
  type Stage,
  setStage,
} from '../stage.ts'
import { type Finger, giveFinger } from './finger.ts'

export const names: readonly string[] = ['Apples', 'Bread', 'Cheese', 'Dates', 'Eggs']

interface Hands {
  readonly page: Page
  readonly stage: Stage
}

interface House {
  readonly stage: Stage
  readonly device: Device
}

let sharedHouse: Promise<House> | undefined
const endings: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of endings) await end()
})

export async function phone(): Promise<Hands & { readonly finger: Finger }> {
  const { page, stage, device } = await enter({ width: 360, height: 780 })
  const finger = await giveFinger(device, page)
  return { page, finger, stage }
}

export async function desktop(): Promise<Hands> {
  const { page, stage } = await enter({ width: 1280, height: 800 })
  return { page, stage }
}

async function enter(look: Look): Promise<House & { readonly page: Page }> {
  sharedHouse ??= openHouse()
  const { stage, device } = await sharedHouse
  meetSomebodyNew()
  stage.proxy.clear()
  await stage.proxy.plug()
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await photograph(device, task.name)
  })
  const client = await signUpByApi(stage.server.url, anna)
  const list = await fill(client)
  const page = await openTab(device, look)
  await signInAs(client, page, stage.url)
  await page.goto(`${stage.url}/product?list=${list}`)
  await expect(page.getByRole('heading', { name: 'Weekly shop' })).toBeVisible()
  await expect(checkbox(page, 'Eggs')).toBeVisible()
  await expectAllSaved(page)
  return { page, stage, device }
}

async function openHouse(): Promise<House> {
  const stage = await setStage({}, ending => endings.unshift(ending))
  const device = stage.device()
  await device.open()
  return { stage, device }
}

/** The only one: what was open is closed. */
async function openTab(device: Device, look: Look): Promise<Page> {
  const others = device.context().pages()
  const page = await device.openTab(look)
  for (const other of others) await other.close()
  return page
}

/** The one before has left nothing on the device but the app. */
async function signInAs(client: ApiClient, page: Page, url: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', {
    origin: url,
    storageTypes: 'cookies,indexeddb,local_storage',
  })
  await session.detach()
  const cookies = [...client.cookies()].map(([name, value]) => ({ name, value, url }))
  await page.context().addCookies(cookies)
}

/** Answers with the id of the list. */
async function fill(client: ApiClient): Promise<string> {
  const id = crypto.randomUUID()
  await client.ask(
    'mutation ($id: ID!) { createShoppingList(id: $id, name: "Weekly shop") { id } }',
    {
      id,
    },
  )
  for (const name of names) {
    await client.ask(
      'mutation ($list: ID!, $name: String!) { createItem(shoppingListId: $list, name: $name) { id } }',
      { list: id, name },
    )
  }
  return id
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
  await untilRowsStand(page)
}

/** A list that turns to a row follows it for some frames, and rows are measured once they are drawn. */
export async function untilRowsStand(page: Page): Promise<void> {
  await expect(async () => {
    const [before, after] = await page.evaluate(async () => {
      const places = () =>
        [...document.querySelectorAll('[data-item]')]
          .map(row => row.getBoundingClientRect().top)
          .join()
      const before = places()
      for (let frame = 0; frame < 12; frame += 1) await new Promise(requestAnimationFrame)
      return [before, places()]
    })
    expect(after).toBe(before)
  }).toPass({ timeout: 20_000 })
}

/** What is open over the list; what is done next would reach it as long as it is there. */
export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** By the form of the item. */
export async function removeByKeyboard(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${name}` }).press('Enter')
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await expect(checkbox(page, name)).toHaveCount(0)
}
