/** Each gesture on a list, at phone size with a finger and at desktop size with the keyboard alone. */
import type { Page } from '@playwright/test'
import { describe, test } from 'vitest'
import { anna, checkbox, expect, expectAllSaved, makeList } from '../stage.ts'
import {
  choose,
  desktop,
  expectOrder,
  names,
  paste,
  phone,
  row,
  shownOrder,
  untilRowsStand,
} from './list-hands.ts'

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

  test('“Save” is in reach however long the form of an item is, also above a keyboard', async () => {
    const { page, finger } = await phone()
    await page.setViewportSize({ width: 360, height: 740 })
    await finger.tap(page.getByRole('button', { name: 'Edit Bread' }))
    const save = page.getByRole('button', { name: 'Save' })
    const tag = page.getByRole('textbox', { name: 'Tags' })
    for (const name of ['Bakery', 'Breakfast', 'On Saturdays', 'From the market']) {
      await tag.fill(name)
      await tag.press('Enter')
    }
    await page.getByRole('textbox', { name: 'Name' }).scrollIntoViewIfNeeded()
    await expect(save).toBeInViewport({ ratio: 1 })
    await finger.tap(save)
    await expect(page.getByRole('dialog')).toHaveCount(0)

    // As src/shell/frame/keyboard-inset.ts tells the style sheet where a keyboard covers the page.
    await finger.tap(page.getByRole('button', { name: 'Edit Bread' }))
    await page.evaluate(() => document.documentElement.style.setProperty('--keyboard', '300px'))
    await page.getByRole('textbox', { name: 'Name' }).scrollIntoViewIfNeeded()
    await expect.poll(async () => bottomOf(await save.boundingBox())).toBeLessThan(440)
    // What has the focus is not beneath the buttons.
    const copy = page.getByRole('button', { name: 'Copy link' })
    await page.getByRole('textbox', { name: 'Notes' }).focus()
    await page.keyboard.press('Tab')
    await expect(copy).toBeFocused()
    const { y: top } = (await save.boundingBox()) ?? { y: 0 }
    await expect.poll(async () => bottomOf(await copy.boundingBox())).toBeLessThanOrEqual(top)
  })

  test('a swipe scrolls and moves nothing, also in a list of a hundred', async () => {
    const { page, finger } = await phone()
    await paste(page, 100)
    const scroller = page.locator('[data-scroller]')
    // What a swipe has set going runs on by itself for a while, also past a jump to the top.
    const expectUnmoved = () =>
      expect(async () => {
        await scroller.evaluate(element => element.scrollTo(0, 0))
        expect((await shownOrder(page)).slice(0, names.length)).toEqual(names)
        await expect(checkbox(page, 'Cheese')).not.toBeChecked({ timeout: 1_000 })
      }).toPass({ timeout: 20_000 })
    await expectUnmoved()
    await finger.swipe(row(page, 'Cheese'), -300)
    await expect.poll(() => scroller.evaluate(element => element.scrollTop)).toBeGreaterThan(100)
    await expectUnmoved()
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

  test('rows give way to their selection without a gap', async () => {
    const { page, finger } = await phone()
    await untilToolsCame(page)
    await page.evaluate(() => {
      const { dataset } = document.documentElement
      dataset.gaps = ''
      new MutationObserver(() => {
        if (document.body.innerText.includes('Loading...')) dataset.gaps = 'seen'
      }).observe(document.body, { subtree: true, childList: true, attributes: true })
    })
    await finger.press(row(page, 'Bread'))
    await finger.lift()
    await expect(page.getByRole('checkbox', { name: 'Select Bread' })).toBeChecked()
    await expect(page.locator('html')).toHaveAttribute('data-gaps', '')
  })

  test.each([
    [15, 'Simple list'],
    [100, 'Simple list'],
    [100, 'Stock list'],
  ])('of %i more rows of a %s one is selected where it stands', async (count, type) => {
    const { page, finger } = await phone()
    if (type === 'Stock list') {
      await choose(page, 'List settings')
      await page.getByRole('radio', { name: type }).check()
      await page.getByRole('button', { name: 'Save' }).click()
    }
    const select = (name: string) =>
      page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
    await paste(page, count)
    await page.evaluate(() => document.querySelector('[data-scroller]')?.scrollTo(0, 0))
    await expect(checkbox(page, 'Apples')).toBeInViewport()
    await untilRowsStand(page)
    await page.evaluate(() => document.querySelector('[data-scroller]')?.scrollBy(0, 560))
    await expect.poll(async () => (await inSight(page)).length).toBeGreaterThan(2)
    await untilRowsStand(page)
    const sight = await inSight(page)
    const middle = sight.at(Math.floor(sight.length / 2)) ?? ''
    const before = await row(page, middle).boundingBox()
    await finger.press(row(page, middle))
    await finger.lift()
    await expect(select(middle)).toBeChecked()
    const selected = page.locator('[data-item]').filter({ has: select(middle) })
    await expect
      .poll(async () => (await selected.boundingBox())?.y)
      .toBeCloseTo(before?.y ?? Number.NaN, 0)
    await finger.tap(page.getByRole('button', { name: 'Done' }))
    await expect.poll(async () => (await row(page, middle).boundingBox())?.y).toBe(before?.y)
    await untilRowsStand(page)

    const [first = '', second = ''] = await inSight(page)
    await choose(page, 'Select items')
    await expect(select(first)).toBeInViewport()
    await expect(select(second)).toBeInViewport()
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

test('on a desktop a list is dragged further than its column reaches', async () => {
  const { page, stage } = await desktop()
  const client = await stage.truth(anna)
  const create =
    'mutation ($id: ID!, $name: String!) { createShoppingList(id: $id, name: $name) { id } }'
  for (const letter of 'ABCDEFGHIJKLMNOPQRST') {
    await client.ask(create, { id: crypto.randomUUID(), name: `Shop ${letter}` })
  }
  const lists = page.getByRole('navigation', { name: 'Lists' })
  const last = lists.getByRole('link', { name: /^Shop T/ })
  await expect(last).toBeAttached()
  await expect(last).not.toBeInViewport()
  await lists.getByRole('button', { name: 'Move Weekly shop' }).hover()
  await page.mouse.down()
  const above = await page.getByRole('link', { name: 'Overview' }).boundingBox()
  await page.mouse.move(100, (above?.y ?? 0) - 30, { steps: 5 })
  await expect(last).toBeInViewport()
  await page.mouse.up()
  await expect
    .poll(async () => {
      const names = await lists.getByRole('link').allTextContents()
      return names.findIndex(name => name.startsWith('Weekly shop'))
    })
    .toBeGreaterThan(15)
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

  test('a row of a hundred that is moved again and again keeps the focus, and stays in sight', async () => {
    const { page } = await desktop()
    await paste(page, 100)
    await page.locator('[data-scroller]').evaluate(element => element.scrollTo(0, 0))
    await page.getByRole('button', { name: 'Move Apples' }).focus()
    for (const key of ['ArrowDown', 'End', 'Home']) {
      await page.keyboard.press(key)
      await expect(page.getByRole('button', { name: 'Move Apples' })).toBeFocused()
      await expect(checkbox(page, 'Apples')).toBeInViewport()
      if (key === 'End') expect((await shownOrder(page)).at(-1)).toBe('Apples')
    }
    expect((await shownOrder(page))[0]).toBe('Apples')
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

  test('the whole box of a row ticks it, and no handle lies over a word', async () => {
    const { page } = await desktop()
    const lists = page.getByRole('navigation', { name: 'Lists' })
    await makeList(page, 'Pantry')
    await lists.getByRole('link', { name: 'Weekly shop' }).click()
    const apples = checkbox(page, 'Apples')
    // The handle is there once the list is drawn.
    await expect(page.getByRole('button', { name: 'Move Apples' })).toBeVisible()
    await apples.click({ position: { x: 2, y: 12 } })
    await expect(apples).toBeChecked()
    const name = await lists.getByText('Pantry').boundingBox()
    const handle = await lists.getByRole('button', { name: 'Move Pantry' }).boundingBox()
    expect((handle?.x ?? 0) + (handle?.width ?? 0)).toBeLessThanOrEqual(name?.x ?? 0)
  })
})

function bottomOf(box: { readonly y: number; readonly height: number } | null): number {
  return box === null ? Number.POSITIVE_INFINITY : box.y + box.height
}

/** Names of the rows that are wholly in sight, from the top. */
async function inSight(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const scroller = document.querySelector('[data-scroller]')
    const { top = 0, bottom = 0 } = scroller?.getBoundingClientRect() ?? {}
    return [...(scroller?.querySelectorAll('[data-item]') ?? [])]
      .map(row => ({
        name: row.querySelector('.row-name')?.textContent ?? '',
        box: row.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.top >= top && box.bottom <= bottom)
      .sort((a, b) => a.box.top - b.box.top)
      .map(({ name }) => name)
  })
}

/** What opens with a press comes when the browser has nothing better to do. */
async function untilToolsCame(page: Page): Promise<void> {
  const came = () =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/tools-'))
  await page.waitForFunction(came)
  // Whatever waited for such a moment before has had its turn then.
  for (let moment = 0; moment < 2; moment += 1)
    await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
}
