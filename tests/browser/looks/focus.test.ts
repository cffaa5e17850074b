/** Where the focus is: with the keyboard alone nobody is thrown back to the top of the page. */
import type { Locator, Page } from '@playwright/test'
import { test } from 'vitest'
import { signUpByApi } from '../../support/browser/browser-api.ts'
import { giveFinger } from '../list/finger.ts'
import { choose, desktop, phone, removeByKeyboard, untilWhole } from '../list/list-hands.ts'
import {
  anna,
  checkbox,
  expect,
  expectAllSaved,
  makeList,
  setStage,
  settleIn,
  signUp,
  syncLine,
} from '../stage.ts'
import { expectWalk } from './tab-walk.ts'

test('Tab goes through each screen in the order in which it is read, and back', async () => {
  const { page, stage } = await desktop()
  await makeList(page, 'Party')
  await page.reload()
  await expect(page.getByRole('button', { name: 'List options' })).toBeVisible()
  await expectWalk(page, 'body')

  await page.goto(`${stage.url}/product/dashboard`)
  await expect(page.getByRole('list', { name: 'All lists' })).toBeVisible()
  await expectWalk(page, 'body')

  await page
    .getByRole('link', { name: /^Weekly shop/ })
    .first()
    .press('Enter')
  await page.getByRole('button', { name: 'Edit Cheese' }).press('Enter')
  // Its code may load with the first press.
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expectWalk(page, 'body')
  await page.keyboard.press('Escape')

  await choose(page, 'List settings')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectWalk(page, '[role=dialog]')
})

test('past the column of lists there is a way for the keyboard', async () => {
  const { page, stage } = await desktop()
  const client = await stage.truth(anna)
  for (const letter of 'abcdefghijklmnopqrst') {
    await client.ask('mutation ($name: String!) { createShoppingList(name: $name) { id } }', {
      name: `List ${letter}`,
    })
  }
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Lists' }).getByRole('link')).toHaveCount(21)
  await expect(page.getByRole('textbox', { name: 'Add an item' })).toBeVisible()
  await page.keyboard.press('Tab')
  const past = page.getByRole('link', { name: 'To the page' })
  await expect(past).toBeFocused()
  expect((await past.boundingBox())?.height).toBeGreaterThan(20)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await focusIsIn(page, 'main')).toBe(true)
  expect(new URL(page.url()).hash).toBe('')
})

test('what closes gives the focus back to what opened it', async () => {
  const { page } = await desktop()
  const options = page.getByRole('button', { name: 'List options' })
  for (const entry of [
    'Find',
    'Tags',
    'Reset list',
    'Rename',
    'List settings',
    'Copy list',
    'Send, print, export',
    'History',
    'Bin',
  ]) {
    await choose(page, entry)
    const dialog = page.getByRole('dialog')
    await expect(dialog, entry).toBeVisible()
    await expect.poll(() => focusIsIn(page, '[role=dialog]'), entry).toBe(true)
    await page.keyboard.press('Escape')
    await expect(dialog, entry).toHaveCount(0)
    await expect(options, entry).toBeFocused()
  }
  for (const mode of ['Move items', 'Select items']) {
    await choose(page, mode)
    await page.getByRole('button', { name: 'Done' }).press('Enter')
    await expect(options, mode).toBeFocused()
  }
  await choose(page, 'Select items')
  await page.getByRole('checkbox', { name: 'Select Bread' }).press('Space')
  await page.keyboard.press('Escape')
  await expect(options).toBeFocused()
  await page.getByRole('button', { name: 'Shop in the store' }).press('Enter')
  await page.getByRole('button', { name: 'Leave store' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Shop in the store' })).toBeFocused()
})

test('in a menu and with the colours of the system one sees where one is and what is ticked', async () => {
  const { page } = await desktop()
  await page.getByRole('button', { name: 'List options' }).press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  const entry = page.locator('[role=menuitem]:focus')
  await expect(entry).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Escape')

  await page.emulateMedia({ forcedColors: 'active' })
  await expect(checkbox(page, 'Bread')).toHaveCSS('appearance', 'auto')
  await checkbox(page, 'Bread').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Edit Bread' })).toHaveCSS('outline-style', 'solid')
  await page.getByRole('button', { name: 'Edit Bread' }).press('Enter')
  await page.getByRole('textbox', { name: 'Tags' }).fill('Fresh')
  const swatch = page.locator('label').filter({ has: page.getByRole('radio', { name: 'Teal' }) })
  await expect(swatch.locator('span')).toHaveCSS('background-color', 'rgb(12, 133, 153)')
})

test('a row that goes hands the focus to the next one', async () => {
  const { page } = await desktop()
  await checkbox(page, 'Bread').press('Space')
  await expect(checkbox(page, 'Bread')).toHaveCount(0)
  await expect(checkbox(page, 'Cheese')).toBeFocused()

  await page.setViewportSize({ width: 1000, height: 800 })
  await page.getByRole('button', { name: 'Edit Cheese' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Edit Dates' })).toBeFocused()

  await checkbox(page, 'Eggs').press('Space')
  await expect(checkbox(page, 'Eggs')).toHaveCount(0)
  await expect(checkbox(page, 'Dates')).toBeFocused()
})

test('a dialog that outlives the row beneath it leaves the focus on the page', async () => {
  const { page } = await desktop()
  // A mouse over the rows keeps them where they are.
  await checkbox(page, 'Bread').click()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(page.locator('[data-item]')).toHaveCount(4)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => focusIsIn(page, 'main')).toBe(true)
})

test('a button keeps the focus while it works, and no key acts beneath its dialog', async () => {
  const { page, stage } = await desktop()
  await untilWhole(page)
  await stage.proxy.unplug()
  for (const key of ['j', 'x', 'j']) await page.keyboard.press(key)
  await expect(checkbox(page, 'Apples')).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(syncLine(page)).toContainText('1 change waiting')
  await page.getByRole('button', { name: 'Show what waits' }).press('Enter')
  const send = page.getByRole('dialog').getByRole('button', { name: 'Send now' })
  await send.press('Enter')
  await expect(send).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(syncLine(page)).toContainText('1 change waiting')
})

test('who is removed and what is deleted hand the focus to the next one', async () => {
  const stage = await setStage()
  const page = await stage.device().open({ width: 1280, height: 800 })
  await signUp(page, stage.url, anna)
  const hers = await stage.truth(anna)
  const { renewInviteId } = await hers.ask<{ renewInviteId: string }>('mutation { renewInviteId }')
  for (const name of ['ben', 'jonas', 'mia']) {
    const email = `${name}-focus@example.org`
    const friend = await signUpByApi(stage.server.url, { email, password: 'nine grey herons fish' })
    await friend.ask('mutation ($id: ID!) { acceptInvite(inviteId: $id) { friend { id } } }', {
      id: renewInviteId,
    })
    await hers.ask(
      'mutation ($text: String!) { createFeedback(feedback: $text, rating: 4) { id } }',
      {
        text: name,
      },
    )
  }
  await page.goto(`${stage.url}/product/friends`)
  const remove = page.getByRole('button', { name: 'Remove', exact: true })
  await expect(remove).toHaveCount(3)
  const [, middle, third] = await remove.all()
  await third?.evaluate(button => button.setAttribute('data-third', ''))
  await middle?.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(remove).toHaveCount(2)
  await expect(page.locator('[data-third]')).toBeFocused()

  await page.goto(`${stage.url}/product/feedback`)
  const one = page.getByRole('button', { name: 'Delete this feedback' })
  await expect(one).toHaveCount(3)
  await one.last().evaluate(button => button.setAttribute('data-third', ''))
  await one.nth(1).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(one).toHaveCount(2)
  await expect(page.locator('[data-third]')).toBeFocused()
})

test('what goes within a dialog hands the focus to the next one there', async () => {
  const { page } = await desktop()
  const dialog = page.getByRole('dialog')
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  for (const [name, tag] of [
    ['Apples', 'Fruit'],
    ['Cheese', 'Dairy'],
    ['Eggs', 'Farm'],
  ] as const) {
    await page.getByRole('button', { name: `Edit ${name}` }).press('Enter')
    await page.getByRole('textbox', { name: 'Tags' }).fill(tag)
    await page.getByRole('button', { name: 'Save' }).press('Enter')
  }
  for (const name of ['Apples', 'Bread', 'Dates']) await removeByKeyboard(page, name)
  await expectAllSaved(page)

  await choose(page, 'Bin')
  await button('Bring back Bread').press('Enter')
  await expect(button('Bring back Bread')).toHaveCount(0)
  await expect(button('Bring back Apples')).toBeFocused()
  await page.keyboard.press('Escape')

  await choose(page, 'Tags')
  await button('Delete Dairy').press('Enter')
  await expect(button('Delete Dairy')).toHaveCount(0)
  await expect(button('Delete Farm')).toBeFocused()
})

test('who answers the last one that asks is at the heading of what comes, at nobody else’s button', async () => {
  const stage = await setStage()
  const page = await stage.device().open({ width: 1280, height: 800 })
  await signUp(page, stage.url, anna)
  const hers = await stage.truth(anna)
  const ask = 'mutation ($email: String!) { sendFriendRequestByEmail(email: $email) { message } }'
  await hers.ask(ask, { email: 'nobody-focus@example.org' })
  for (const name of ['Ben', 'Jonas']) {
    const email = `${name}-asks-focus@example.org`
    const friend = await signUpByApi(stage.server.url, { email, password: 'nine grey herons fish' })
    await friend.ask(ask, { email: anna.email })
  }
  await page.goto(`${stage.url}/product/friends`)
  const requests = page.getByRole('region', { name: 'Requests' })
  const reject = requests.getByRole('button', { name: 'Reject' })
  await expect(reject).toHaveCount(2)
  await reject.first().press('Enter')
  await expect(reject).toHaveCount(1)
  await expect(reject).toBeFocused()
  await reject.press('Enter')
  await expect(requests).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Asked (1)' })).toBeFocused()
})

test('the overview leads to the preferences, in sight and read first, with and without a network', async () => {
  const stage = await setStage()
  const device = stage.device()
  const first = await device.open()
  await signUp(first, stage.url, anna)
  const page = await settleIn(first, device)
  const heading = page.getByRole('heading', { name: 'Preferences' })
  async function lead() {
    await page.goto(`${stage.url}/product/dashboard`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Preferences' }).click()
    await expect(heading).toBeFocused()
  }
  /** How far beneath the header it stands. */
  const distance = () =>
    heading.evaluate(element => {
      const scroller = element.closest('[data-scroller]')
      const top = scroller?.getBoundingClientRect().top ?? 0
      return Math.round(element.getBoundingClientRect().top - top)
    })
  // In a window so high nothing has to be scrolled at first, and what stands above comes when the heading was read.
  await page.setViewportSize({ width: 390, height: 1600 })
  stage.proxy.fault({ kind: 'delay', ms: 1_000 }, { path: /own-account/ })
  await lead()
  await expect(page.getByRole('list', { name: 'Devices' })).toContainText('This device, now')
  await expect(page.getByRole('button', { name: 'Make a token' })).toBeAttached()
  await expect.poll(distance).toBeLessThan(100)
  await expect(heading).toBeFocused()
  // Whoever goes on reading is left where they are.
  await page.mouse.wheel(0, -400)
  await expect.poll(distance).toBeGreaterThan(300)

  await stage.proxy.unplug()
  await lead()
  await expect(heading).toBeInViewport()
})

test('keys go on from where the row stood that they ticked', async () => {
  const { page } = await desktop()
  for (const key of ['j', 'j', 'x']) await page.keyboard.press(key)
  await expect(checkbox(page, 'Bread')).toHaveCount(0)
  await expect(checkbox(page, 'Cheese')).toBeFocused()
  await page.keyboard.press('j')
  await expect(checkbox(page, 'Dates')).toBeFocused()
})

test('on a phone the focus goes to the list that was made or chosen, and brings up no keyboard', async () => {
  const stage = await setStage()
  const device = stage.device()
  const page = await device.open({ width: 360, height: 780 })
  const finger = await giveFinger(device, page)
  await signUp(page, stage.url, anna)
  const title = (name: string) =>
    page.getByRole('heading', { level: 1, name }).getByRole('button', { name })
  await finger.tap(page.getByRole('button', { name: 'New list' }))
  await page.getByRole('textbox', { name: 'List name' }).fill('Weekly shop')
  await finger.tap(page.getByRole('button', { name: 'Create', exact: true }))
  await expect(title('Weekly shop')).toBeFocused()
  await finger.tap(title('Weekly shop'))
  await finger.tap(page.getByRole('button', { name: 'New list' }))
  await page.getByRole('textbox', { name: 'List name' }).fill('Party')
  await page.keyboard.press('Enter')
  await expect(title('Party')).toBeFocused()
  await finger.tap(title('Party'))
  await finger.tap(page.getByRole('link', { name: /^Weekly shop/ }))
  await expect(title('Weekly shop')).toBeFocused()
})

test('who deletes the open list, or leaves for another page, is at the title of what comes', async () => {
  const { page, stage } = await desktop()
  await makeList(page, 'Party')
  const title = (name: string) => page.getByRole('main').getByRole('heading', { level: 1, name })
  await choose(page, 'Delete list')
  await expect(title('Weekly shop')).toBeFocused()
  await page.goto(`${stage.url}/product/dashboard`)
  await page
    .getByRole('list', { name: 'All lists' })
    .getByRole('link', { name: /^Weekly shop/ })
    .press('Enter')
  await expect(title('Weekly shop')).toBeFocused()
  await choose(page, 'Delete list')
  await expect(title('Lists')).toBeFocused()
})

test('on a phone the details of an item open without a keyboard', async () => {
  const { page, finger } = await phone()
  await finger.tap(page.getByRole('button', { name: 'Edit Bread' }))
  await expect(page.getByRole('dialog', { name: 'Edit item' })).toBeFocused()
  await finger.tap(page.getByRole('button', { name: 'Delete', exact: true }))
  await expect(page.getByRole('button', { name: 'Edit Cheese' })).toBeFocused()
})

test('what is cut keeps its beginning, also of a script that is read from the right', async () => {
  const { page } = await desktop()
  const name = 'רשימת הקניות הארוכה מאוד של כל המשפחה לשבוע הבא ולשבוע שאחריו'
  await page.setViewportSize({ width: 320, height: 780 })
  await page.getByRole('button', { name: 'Edit Bread' }).press('Enter')
  await page.getByRole('textbox', { name: 'Tags' }).fill(name)
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  const heading = page.getByRole('heading', { name })
  const { first, last, box } = await endsOf(heading.getByText(name))
  expect(first.right).toBeLessThanOrEqual(box.right + 1)
  expect(first.left).toBeGreaterThan(box.left)
  expect(last.left).toBeLessThan(box.left)
})

test('a name in a script that is read from the right ends at the left, also where rows are selected', async () => {
  const { page } = await desktop()
  const name = 'חלב!'
  await page.getByRole('textbox', { name: 'Add an item' }).fill(name)
  await page.keyboard.press('Enter')
  async function expectEnd(list: string) {
    const { first, last } = await endsOf(page.getByRole('list', { name: list }).getByText(name))
    expect(last.right).toBeLessThanOrEqual(first.left)
  }
  await expectEnd('Items')
  await choose(page, 'Select items')
  await expectEnd('Items to select')
})

/** Where its first and its last letter stand, and all of it. */
function endsOf(text: Locator) {
  return text.evaluate(element => {
    function edges(from: number) {
      const range = document.createRange()
      const [text] = element.childNodes
      if (text) range.setStart(text, from)
      if (text) range.setEnd(text, from + 1)
      return range.getBoundingClientRect()
    }
    const last = (element.textContent?.length ?? 0) - 1
    return { first: edges(0), last: edges(last), box: element.getBoundingClientRect() }
  })
}

test('what is typed in a script that is read from the right stands at the right', async () => {
  const { page } = await desktop()
  const name = 'חלב'
  const box = page.getByRole('textbox', { name: 'Add an item' })
  await expect(box, 'its hint').toHaveCSS('direction', 'ltr')
  await box.fill(name)
  await expect(box).toHaveCSS('direction', 'rtl')
  await box.fill('')
  await expect(box).toHaveCSS('direction', 'ltr')
  await choose(page, 'Tags')
  const tag = page.getByRole('textbox', { name: 'New tag' })
  await tag.fill(name)
  await expect(tag).toHaveCSS('direction', 'rtl')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('textbox', { name: `Name of ${name}` })).toHaveCSS('direction', 'rtl')
  await page.keyboard.press('Escape')
  await choose(page, 'Find')
  const find = page.getByRole('searchbox', { name: 'Find in all lists' })
  await find.fill(name)
  await expect(find).toHaveCSS('direction', 'rtl')
})

test('keys are told of where they do something', async () => {
  const { page } = await desktop()
  const hint = page.getByText('Press ? for all keys.')
  await expect(hint).toBeVisible()
  await page.evaluate(() => document.documentElement.setAttribute('data-keys', 'off'))
  await expect(hint).toBeHidden()
})

test('menus and dialogs are sheets from below on a phone, and stand at their place on a desktop', async () => {
  const { page } = await desktop()
  const options = page.getByRole('button', { name: 'List options' })
  const menu = page.getByRole('menu', { name: 'List options' })
  const dialog = page.getByRole('dialog')
  await options.press('Enter')
  await expect(menu.getByRole('group', { name: 'Items' }).getByRole('menuitem')).toHaveCount(6)
  const button = await options.boundingBox()
  await expect.poll(async () => (await menu.boundingBox())?.y).toBeGreaterThan(button?.y ?? 0)
  expect((await menu.boundingBox())?.width).toBeLessThan(400)
  await menu.getByRole('menuitem', { name: 'Share' }).press('Enter')
  await expect(dialog).toBeVisible()
  const box = await dialog.boundingBox()
  // As far from the left as from the right edge, and from the top as from the bottom one.
  expect(Math.round((box?.x ?? 0) * 2 + (box?.width ?? 0))).toBe(1280)
  expect(Math.abs((box?.y ?? 0) * 2 + (box?.height ?? 0) - 800)).toBeLessThan(2)
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 360, height: 780 })
  await options.press('Enter')
  await expect.poll(async () => edges(await menu.boundingBox())).toEqual([0, 360, 780])
  await menu.getByRole('menuitem', { name: 'Rename' }).press('Enter')
  await expect.poll(async () => edges(await dialog.boundingBox())).toEqual([0, 360, 780])
})

test('from 900 px the lists stand beside the list, from 1,200 px the details of an item beside both', async () => {
  const { page } = await desktop()
  const columns = [
    page.getByRole('navigation', { name: 'Lists', exact: true }),
    page.getByRole('list', { name: 'Items' }),
    page.getByRole('complementary', { name: 'Details' }),
  ]
  /** How many stand side by side. */
  async function count() {
    const shown = (await Promise.all(columns.map(column => column.all()))).flat()
    const boxes = await Promise.all(shown.map(async column => edges(await column.boundingBox())))
    return boxes.filter(([left = 0], at) => left >= (boxes[at - 1]?.[1] ?? 0)).length
  }
  const browser = await page.context().newCDPSession(page)
  for (const letterPx of [16, 24]) {
    await browser.send('Page.setFontSizes', { fontSizes: { standard: letterPx } })
    for (const [width, many] of [
      [899, 1],
      [900, 2],
      [1199, 2],
      [1200, 3],
    ] as const) {
      const size = { width: Math.floor((width * letterPx) / 16), height: 800 }
      await page.setViewportSize(size)
      await expect.poll(count, `${size.width} px, letters of ${letterPx} px`).toBe(many)
    }
  }
})

type Box = Awaited<ReturnType<Locator['boundingBox']>>

/** Left, right and bottom. */
function edges(box: Box): readonly number[] {
  if (box === null) return []
  return [box.x, box.x + box.width, box.y + box.height].map(Math.round)
}

async function focusIsIn(page: Page, selector: string): Promise<boolean> {
  return page.evaluate(
    ground => document.activeElement?.closest(ground) !== null && document.hasFocus(),
    selector,
  )
}
