/**
 * Each gesture on a list, at phone size with a finger and at desktop size with the keyboard alone. The fingers
 * are the browser's own touch events, so what scrolls, clicks and drags is decided as on a phone.
 */
import type { CDPSession, Locator, Page } from '@playwright/test'
import { describe, test } from 'vitest'
import type { Device } from '../support/browser-device.ts'
import {
  addItems,
  anna,
  checkbox,
  expect,
  expectAllSaved,
  makeList,
  setStage,
  signUp,
  syncLine,
} from './stage.ts'

const names = ['Apples', 'Bread', 'Cheese', 'Dates', 'Eggs']

describe('on a phone, with a finger', () => {
  test('a long press and a drag move a row; the server has the new order', async () => {
    const { page, finger, stage } = await phone()
    await finger.press(row(page, 'Dates'))
    await finger.dragTo(row(page, 'Apples'), 'above')
    await expectOrder(page, ['Dates', 'Apples', 'Bread', 'Cheese', 'Eggs'])
    await expect(checkbox(page, 'Dates')).not.toBeChecked()
    await expectAllSaved(page)
    const [list] = await (await stage.truth(anna)).lists()
    expect(list?.items.map(item => item.name)).toEqual([
      'Dates',
      'Apples',
      'Bread',
      'Cheese',
      'Eggs',
    ])
  })

  test('a swipe scrolls and moves nothing, also in a list of a hundred', async () => {
    const { page, finger } = await phone()
    await paste(page, 100)
    const scroller = page.locator('[data-scroller]')
    const expectFirstRows = () =>
      expect.poll(async () => (await shownOrder(page)).slice(0, names.length)).toEqual(names)
    await scroller.evaluate(element => element.scrollTo(0, 0))
    await expectFirstRows()
    await finger.swipe(row(page, 'Cheese'), -300)
    await expect.poll(() => scroller.evaluate(element => element.scrollTop)).toBeGreaterThan(100)
    await scroller.evaluate(element => element.scrollTo(0, 0))
    await expectFirstRows()
    await expect(checkbox(page, 'Cheese')).not.toBeChecked()
  })

  test('a drag to the edge scrolls a long list and drops far below', async () => {
    const { page, finger } = await phone()
    await paste(page, 100)
    await page.locator('[data-scroller]').evaluate(element => element.scrollTo(0, 0))
    await expect(checkbox(page, 'Apples')).toBeInViewport()
    await finger.press(row(page, 'Apples'))
    await finger.holdAtBottom(page.locator('[data-scroller]'), () =>
      expect(checkbox(page, 'Thing cb')).toBeInViewport(),
    )
    await expect(checkbox(page, 'Apples')).toBeInViewport()
    await expect(checkbox(page, 'Apples')).not.toBeChecked()
  })

  test('a long press alone selects, a tap ticks', async () => {
    const { page, finger } = await phone()
    await finger.press(row(page, 'Bread'))
    await finger.lift()
    await expect(page.getByRole('status').filter({ hasText: '1 selected' })).toBeVisible()
    await finger.tap(page.getByRole('button', { name: 'Done' }))
    await expect(checkbox(page, 'Bread')).not.toBeChecked()
    await finger.tap(row(page, 'Bread').getByText('Bread'))
    await expect(checkbox(page, 'Bread')).toBeChecked()
  })

  test('a pull at the top refreshes', async () => {
    const { page, finger, stage } = await phone()
    await expectAllSaved(page)
    await finger.swipe(row(page, 'Apples'), 200)
    await expect(page.getByText('Your lists are up to date.')).toBeVisible()
    await stage.proxy.unplug()
    await finger.swipe(row(page, 'Apples'), 200)
    await expect(page.getByText(/The server cannot be reached/)).toBeVisible()
  })

  test('handles and their menu move rows without a drag', async () => {
    const { page, finger } = await phone()
    await choose(page, 'Move items')
    await finger.tap(page.getByRole('button', { name: 'Move Eggs' }))
    await finger.tap(page.getByRole('menuitem', { name: 'Move to the top' }))
    await expectOrder(page, ['Eggs', 'Apples', 'Bread', 'Cheese', 'Dates'])
    await finger.tap(page.getByRole('button', { name: 'Done' }))
  })

  test('in the store: big rows, how far it is, and no keyboard by itself', async () => {
    const { page, finger } = await phone()
    await finger.tap(page.getByRole('button', { name: 'Shop in the store' }))
    const bar = page.getByRole('region', { name: 'In the store' })
    await expect(bar).toContainText('0 of 5')
    await finger.tap(checkbox(page, 'Cheese'))
    await expect(bar).toContainText('1 of 5')
    await expect(page.getByRole('textbox', { name: 'Add an item' })).toHaveCount(0)
    expect((await row(page, 'Apples').boundingBox())?.height).toBeGreaterThanOrEqual(64)
    await finger.tap(bar.getByRole('button', { name: 'Leave store' }))
    await expect(bar).toHaveCount(0)
  })

  test('a stock list: steppers and bought, and quick taps are one edit', async () => {
    const { page, finger, stage } = await phone()
    await choose(page, 'List settings')
    await page.getByRole('radio', { name: 'Stock list' }).check()
    await finger.tap(page.getByRole('button', { name: 'Save' }))
    for (let taps = 0; taps < 3; taps += 1) {
      await finger.tap(page.getByRole('button', { name: 'One more Bread wanted' }))
    }
    await expect(page.getByLabel('Bread wanted', { exact: true })).toHaveText('3')
    await finger.tap(page.getByRole('button', { name: 'Bought Bread' }))
    await expect(page.getByLabel('Bread in stock', { exact: true })).toHaveText('3')
    await expectAllSaved(page)
    const client = await stage.truth(anna)
    const { getAllItem } = await client.ask<{
      getAllItem: readonly { name: string; quantityInStock: number; purchased: boolean }[]
    }>('query { getAllItem { name quantityInStock purchased } }')
    expect(getAllItem.find(item => item.name === 'Bread')).toEqual({
      name: 'Bread',
      quantityInStock: 3,
      purchased: true,
    })
  })
})

describe('on a desktop, with the keyboard alone', () => {
  test('a row goes up, down, to the top and to the bottom', async () => {
    const { page } = await desktop()
    await page.getByRole('button', { name: 'Move Cheese' }).focus()
    await page.keyboard.press('ArrowUp')
    await expectOrder(page, ['Apples', 'Cheese', 'Bread', 'Dates', 'Eggs'])
    await expect(page.getByRole('button', { name: 'Move Cheese' })).toBeFocused()
    await page.keyboard.press('Home')
    await expectOrder(page, ['Cheese', 'Apples', 'Bread', 'Dates', 'Eggs'])
    await page.keyboard.press('End')
    await expectOrder(page, ['Apples', 'Bread', 'Dates', 'Eggs', 'Cheese'])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Move Cheese' })).toBeFocused()
  })

  test('a row goes to the end of a list of a hundred, and the focus with it', async () => {
    const { page } = await desktop()
    await paste(page, 100)
    await page.locator('[data-scroller]').evaluate(element => element.scrollTo(0, 0))
    await page.getByRole('button', { name: 'Move Apples' }).focus()
    await page.keyboard.press('End')
    await expect(page.getByRole('button', { name: 'Move Apples' })).toBeFocused()
    await expect(checkbox(page, 'Apples')).toBeInViewport()
    expect((await shownOrder(page)).at(-1)).toBe('Apples')
  })

  test('tags: given in the details, grouped at once, put in order, and offered again', async () => {
    const { page } = await desktop()
    for (const [name, tag] of [
      ['Cheese', 'Dairy'],
      ['Apples', 'Fruit'],
    ] as const) {
      await page.getByRole('button', { name: `Edit ${name}` }).press('Enter')
      await page.getByRole('textbox', { name: 'Tags' }).focus()
      await page.keyboard.type(tag)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Save' }).press('Enter')
    }
    const headings = page.getByRole('list', { name: 'Items' }).getByRole('heading')
    await expect(headings).toHaveText(['Dairy', 'Fruit', 'Without a tag'])

    await choose(page, 'Tags')
    await page.getByRole('button', { name: 'Move Fruit' }).focus()
    await page.keyboard.press('ArrowUp')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter')
    await expect(headings).toHaveText(['Fruit', 'Dairy', 'Without a tag'])
    await expectAllSaved(page)
    await page.reload()
    await expect(headings).toHaveText(['Fruit', 'Dairy', 'Without a tag'])
  })

  test('reset says what it does, and Undo takes it back', async () => {
    const { page } = await desktop()
    await checkbox(page, 'Bread').press('Space')
    await choose(page, 'Reset list')
    const dialog = page.getByRole('dialog', { name: 'Reset Weekly shop?' })
    await expect(dialog).toContainText('Every item is unticked')
    await dialog.getByRole('button', { name: 'Reset' }).press('Enter')
    await expect(checkbox(page, 'Bread')).not.toBeChecked()
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(checkbox(page, 'Bread')).toBeChecked()
  })

  test('lists change their order in the navigation', async () => {
    const { page } = await desktop()
    await makeList(page, 'Pantry')
    const links = page.getByRole('navigation', { name: 'Lists' }).getByRole('link')
    await expect(links).toHaveText([/^Weekly shop/, /^Pantry/])
    await page.getByRole('button', { name: 'Move Pantry' }).focus()
    await page.keyboard.press('ArrowUp')
    await expect(links).toHaveText([/^Pantry/, /^Weekly shop/])
    await expectAllSaved(page)
    await page.reload()
    await expect(links).toHaveText([/^Pantry/, /^Weekly shop/])
  })

  test('the link of an item opens its list with its details, one that is gone says so', async () => {
    const { page, stage } = await desktop()
    const id = await row(page, 'Dates').getAttribute('data-item')
    await page.goto(`${stage.url}/product/item?item=${id}`)
    await expect(page.getByRole('heading', { name: 'Weekly shop' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Dates')
    await page.goto(`${stage.url}/product/item?item=nothing`)
    await expect(page.getByRole('heading', { name: 'This item is not there' })).toBeVisible()
  })
})

describe('on a desktop, with the mouse', () => {
  test('a row is dragged by its handle into another aisle and takes its tag', async () => {
    const { page } = await desktop()
    await page.getByRole('button', { name: 'Edit Bread' }).click()
    await page.getByRole('textbox', { name: 'Tags' }).fill('Bakery')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save' }).click()
    const headings = page.getByRole('list', { name: 'Items' }).getByRole('heading')
    await expect(headings).toHaveText(['Bakery', 'Without a tag'])
    await row(page, 'Eggs').hover()
    await page.getByRole('button', { name: 'Move Eggs' }).hover()
    await page.mouse.down()
    const to = await row(page, 'Bread').boundingBox()
    if (to === null) throw new Error('The row is not drawn.')
    await page.mouse.move(to.x + 20, to.y + to.height - 6, { steps: 8 })
    await page.mouse.up()
    await expectOrder(page, ['Bread', 'Eggs', 'Apples', 'Cheese', 'Dates'])
    await expect(page.getByRole('menuitem')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectOrder(page, ['Bread', 'Apples', 'Cheese', 'Dates', 'Eggs'])
  })
})

async function phone() {
  const stage = await setStage()
  const device = stage.device()
  const page = await device.open({ width: 360, height: 780 })
  const finger = await giveFinger(device, page)
  await fill(page, stage.url)
  return { page, finger, stage }
}

async function desktop() {
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

function row(page: Page, name: string): Locator {
  return page.locator('[data-item]').filter({ has: checkbox(page, name) })
}

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'List options' }).press('Enter')
  await page.getByRole('menuitem', { name: entry }).press('Enter')
}

/** Names as they stand on the screen, from the top. */
async function shownOrder(page: Page): Promise<readonly string[]> {
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

async function expectOrder(page: Page, order: readonly string[]): Promise<void> {
  await expect.poll(() => shownOrder(page)).toEqual(order)
}

/** 0 → "aa", 27 → "bb": a number at the end of a name would be a quantity. */
function letters(at: number): string {
  return String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26))
}

/** So many more items, in one go. */
async function paste(page: Page, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, at) => `Thing ${letters(at)}`).join('\n')
  const box = page.getByRole('textbox', { name: 'Add an item' })
  await box.evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, lines)
  await page.getByRole('dialog').getByRole('button', { name: /^Add/ }).click()
  await expect(page.getByText(`0 of ${names.length + count}`)).toBeVisible()
  // The list turns to what was added last.
  await expect(checkbox(page, `Thing ${letters(count - 1)}`)).toBeInViewport()
}

interface Finger {
  /** Down and long enough. */
  press(on: Locator): Promise<void>
  dragTo(on: Locator, where: 'above' | 'below'): Promise<void>
  /** Stays at the lower edge until something is so, then lifts. */
  holdAtBottom(of: Locator, until: () => Promise<void>): Promise<void>
  lift(): Promise<void>
  tap(on: Locator): Promise<void>
  /** Quickly, so many pixels down; negative is up. */
  swipe(on: Locator, byPx: number): Promise<void>
}

async function giveFinger(device: Device, page: Page): Promise<Finger> {
  const client: CDPSession = await device.context().newCDPSession(page)
  await client.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 })
  await client.send('Emulation.setEmitTouchEventsForMouse', {
    enabled: false,
    configuration: 'mobile',
  })
  let at = { x: 0, y: 0 }

  async function touch(type: 'touchStart' | 'touchMove' | 'touchEnd'): Promise<void> {
    const touchPoints = type === 'touchEnd' ? [] : [at]
    await client.send('Input.dispatchTouchEvent', { type, touchPoints })
  }

  async function middleOf(on: Locator): Promise<{ x: number; y: number; height: number }> {
    const box = await on.boundingBox()
    if (box === null) throw new Error('It is not drawn.')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, height: box.height }
  }

  function* pathTo(to: { readonly x: number; readonly y: number }) {
    const from = at
    for (let step = 1; step <= 10; step += 1) {
      yield {
        x: from.x + ((to.x - from.x) * step) / 10,
        y: from.y + ((to.y - from.y) * step) / 10,
      }
    }
  }

  async function glide(to: { readonly x: number; readonly y: number }): Promise<void> {
    for (at of pathTo(to)) await touch('touchMove')
  }

  return {
    async press(on) {
      const { x, y } = await middleOf(on)
      at = { x, y }
      await touch('touchStart')
      await expect(page.locator('.dragged-picture')).toHaveCount(1)
    },
    async dragTo(on, where) {
      const { x, y, height } = await middleOf(on)
      await glide({ x, y: where === 'above' ? y - height / 3 : y + height / 3 })
      await touch('touchEnd')
    },
    async holdAtBottom(of, until) {
      const { x, y, height } = await middleOf(of)
      await glide({ x, y: y + height / 2 - 10 })
      await until()
      await touch('touchEnd')
    },
    lift: () => touch('touchEnd'),
    async tap(on) {
      await on.scrollIntoViewIfNeeded()
      const { x, y } = await middleOf(on)
      at = { x, y }
      await touch('touchStart')
      await touch('touchEnd')
    },
    async swipe(on, byPx) {
      const { x, y } = await middleOf(on)
      at = { x, y }
      // In one go: a pause after the first touch would make a long press of it.
      const sent = [touch('touchStart')]
      for (at of pathTo({ x, y: y + byPx })) sent.push(touch('touchMove'))
      sent.push(touch('touchEnd'))
      await Promise.all(sent)
    },
  }
}
