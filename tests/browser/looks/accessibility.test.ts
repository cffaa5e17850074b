/** Each screen in each of its states: axe finds nothing, nor does what axe does not look at. */
import type { Locator, Page } from '@playwright/test'
import { onTestFinished, test } from 'vitest'
import type { ApiClient } from '../../support/browser/browser-api.ts'
import { createDeployment } from '../../support/browser/browser-build.ts'
import { giveFinger } from '../list/finger.ts'
import { choose, removeByKeyboard, untilWhole } from '../list/list-hands.ts'
import {
  addItems,
  anna,
  expect,
  expectAllSaved,
  makeList,
  setStage,
  signUp,
  syncLine,
} from '../stage.ts'
import { layoutFaults } from './layout-faults.ts'
import { manyLooks, visit } from './looks.ts'

test('before the sign-in, and where a screen does not load', { timeout: manyLooks }, async () => {
  const { stage, page, lookAt, found } = await visit()
  for (const path of [
    '/',
    '/about',
    '/privacy',
    '/blog',
    '/blog/0-3-0',
    '/contact',
    '/inspect',
    '/not/there',
    '/signup',
    '/login',
    '/errorlogout',
  ]) {
    await page.goto(`${stage.url}${path}`)
    await expect(page.getByRole('link').or(page.getByRole('button')).first()).toBeVisible()
    await lookAt(path)
  }
  await page.goto(`${stage.url}/signup`)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('First name is empty')).toBeVisible()
  await lookAt('/signup with issues')
  await page.goto(`${stage.url}/login`)
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.org')
  await page.getByLabel('Password', { exact: true }).fill('no such password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await lookAt('/login refused')
  await signUp(page, stage.url, anna)
  await lookAt('no list yet')

  await untilWhole(page)
  await loseChunks(page, '/assets/rooms')
  stage.proxy.fault({ kind: 'hang' }, { path: /^\/assets\/rooms/ })
  await page.goto(`${stage.url}/product/dashboard`, { waitUntil: 'commit' })
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' }).first()).toBeVisible()
  await lookAt('a screen that loads')
  stage.proxy.fault({ kind: 'reset' }, { path: /^\/assets\/rooms/ })
  stage.proxy.resetConnections()
  await expect(page.getByText(/^Loading this part of the app failed/)).toBeVisible()
  await lookAt('a screen that does not load')
  expect(found()).toEqual([])
})

test('where the browser’s letters are twice as large, a desktop shows the list as a phone does', async () => {
  const { url, device } = await setStage()
  const desktop = device()
  const page = await desktop.open({ width: 1280, height: 800 })
  await signUp(page, url, anna)
  await makeList(page, 'Weekly shop')
  await addItems(page, 'Milk')
  await expectAllSaved(page)
  const lists = page.getByRole('navigation', { name: 'Lists' })
  await expect(lists).toBeVisible()
  const session = await desktop.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.reload()
  await expect(lists).toBeHidden()
  await page.getByRole('checkbox', { name: 'Milk' }).check()
  await expectAllSaved(page)
})

test('a phone on its side has room for rows, also under a filter', async () => {
  const { url, device } = await setStage()
  const page = await device().open({ width: 740, height: 360 })
  await signUp(page, url, anna)
  await makeList(page, 'Weekly shop')
  await addItems(page, 'Milk', 'Bread')
  await page.getByRole('button', { name: 'Edit Milk' }).click()
  await page.getByRole('textbox', { name: 'Tags' }).fill('Cold')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Cold' })).toBeVisible()
  await choose(page, 'Filter and sort')
  await expect(page.getByRole('combobox', { name: 'Show' })).toBeInViewport({ ratio: 1 })
  const rows = page.locator('[data-item]')
  await expect(rows.first()).toBeInViewport({ ratio: 1 })
  // What the bar has no room for is scrolled to.
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Show' })).toHaveCount(0)
  for (const at of [0, 1]) await expect(rows.nth(at)).toBeInViewport({ ratio: 1 })
})

test('a name that is there twice leaves room for rows and the add box, however low the window', async () => {
  const { url, device } = await setStage()
  const phone = device()
  const page = await phone.open({ width: 360, height: 740 })
  await signUp(page, url, anna)
  await makeList(page, 'Weekly shop')
  await addItems(page, 'Milk', 'eggs')
  await page.keyboard.type('3x eggs')
  await page.keyboard.press('Enter')
  const twins = page.getByRole('region', { name: 'On the list twice' })
  await expect(twins).toBeVisible()
  await expectAllSaved(page)
  async function fits() {
    await expect(page.locator('[data-item]').first()).toBeInViewport({ ratio: 0.99 })
    await expect(page.getByRole('textbox', { name: 'Add an item' })).toBeInViewport({ ratio: 1 })
  }
  // The keyboard is open, or the phone lies on its side.
  for (const look of [
    { width: 360, height: 400 },
    { width: 740, height: 320 },
  ]) {
    await page.setViewportSize(look)
    await fits()
    await expect(twins.getByRole('button', { name: 'Merge eggs' })).toBeInViewport({ ratio: 1 })
  }
  await page.setViewportSize({ width: 360, height: 740 })
  const session = await phone.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.reload()
  await expect(twins).toBeVisible()
  await fits()
  // What the question has no room for is scrolled to.
  await twins.getByRole('button', { name: 'Merge eggs' }).click()
  await expect(twins).toHaveCount(0)
  await fits()
})

test('the add box is whole where there is room for little else, with what is offered above it, too', async () => {
  const { url, device } = await setStage()
  const page = await device().open({ width: 640, height: 360 })
  await signUp(page, url, anna)
  await makeList(page, 'Weekly shop')
  await addItems(page, 'Milk')
  const box = page.getByRole('textbox', { name: 'Add an item' })
  // A phone on its side whose keyboard is open, and a desktop that is enlarged four times.
  for (const look of [
    { width: 640, height: 180 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(look)
    await expect(box).toBeInViewport({ ratio: 1 })
    await box.pressSequentially('3x milk')
    await expect(page.getByRole('toolbar', { name: 'Suggestions' })).toBeInViewport({ ratio: 1 })
    await expect(box).toBeInViewport({ ratio: 1 })
    await box.fill('')
  }
})

test('on a phone whose keyboard is open a long name and a filter leave room for the add box', async () => {
  const { url, device } = await setStage()
  const page = await device().open({ width: 360, height: 640 })
  await signUp(page, url, anna)
  await makeList(page, 'Großmutters Geburtstagsfeier im Garten')
  await addItems(page, 'Milk', 'Bread')
  await choose(page, 'Filter and sort')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.setViewportSize({ width: 360, height: 330 })
  await expect(page.getByRole('textbox', { name: 'Add an item' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('checkbox', { name: 'Bread' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Show all' })).toBeInViewport({ ratio: 1 })
})

test('on a phone with letters twice as large rows can be selected, and a tag typed', async () => {
  const { url, device } = await setStage()
  const phone = device()
  const page = await phone.open({ width: 360, height: 640 })
  await signUp(page, url, anna)
  await makeList(page, 'Pantry')
  await makeList(page, 'Weekly shop')
  await addItems(page, 'Milk')
  await expectAllSaved(page)
  const session = await phone.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.reload()
  await choose(page, 'Select items')
  const row = page.getByRole('checkbox', { name: 'Select Milk' })
  await expect(row).toBeInViewport({ ratio: 1 })
  // Nothing of what may be done with them is squeezed out of the bar.
  const cut = await page
    .getByRole('toolbar', { name: 'With the selected items' })
    .evaluate(bar => bar.scrollHeight - bar.clientHeight)
  expect(cut).toBe(0)
  await row.check()
  await page.keyboard.press('Escape')
  await choose(page, 'Tags')
  const { width = 0 } = (await page.getByRole('textbox', { name: 'New tag' }).boundingBox()) ?? {}
  expect(width).toBeGreaterThan(200)
})

test('on a phone with letters twice as large one reads what waits, and what was deleted', async () => {
  const { url, device, proxy } = await setStage()
  const phone = device()
  const page = await phone.open({ width: 360, height: 640 })
  await signUp(page, url, anna)
  await makeList(page, 'Weekly shop')
  await addItems(page, 'Milk', 'Bread')
  await removeByKeyboard(page, 'Bread')
  await expectAllSaved(page)
  const session = await phone.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.reload()
  const widthOf = async (words: Locator) => (await words.boundingBox())?.width
  await choose(page, 'Bin')
  const deleted = page.getByRole('region', { name: 'Deleted items' }).getByRole('listitem')
  expect(await widthOf(deleted.getByRole('paragraph'))).toBeGreaterThan(200)
  await page.keyboard.press('Escape')
  await untilWhole(page)
  await proxy.unplug()
  await addItems(page, 'Salt')
  await expect(syncLine(page)).toHaveText('Offline – 1 change waiting')
  await page.getByRole('button', { name: 'Show what waits' }).click()
  const waiting = page.getByRole('list', { name: 'Waiting changes' }).getByRole('listitem')
  expect(await widthOf(waiting.locator('span').first())).toBeGreaterThan(200)
})

test('on a large phone on its side nothing to press lies beneath its notch', async () => {
  const { url, device } = await setStage({ LOG_LEVEL: 'error' })
  const phone = device()
  const page = await phone.open({ width: 932, height: 430 })
  const session = await phone.context().newCDPSession(page)
  const notch = 59
  await session.send('Emulation.setSafeAreaInsetsOverride', {
    insets: { left: notch, right: notch, bottom: 21 },
  })
  await signUp(page, url, anna)
  await makeList(page, 'Weekly shop')
  await addItems(page, 'Milk')
  const beneath = () =>
    page.evaluate(notch => {
      const controls = document.querySelectorAll<HTMLElement>('a[href], button, input, select')
      return [...controls].flatMap(control => {
        const { left, right, width } = control.getBoundingClientRect()
        const isSeen = width > 2 && getComputedStyle(control).visibility === 'visible'
        const name = control.getAttribute('aria-label') ?? control.textContent.trim()
        return isSeen && (left < notch || right > innerWidth - notch) ? [name] : []
      })
      // The button that lies over the connection line reaches further than its words.
    }, notch - 8)
  expect(await beneath()).toEqual([])
  await page.getByRole('button', { name: 'Edit Milk' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(await beneath()).toEqual([])
  // Whoever has the first account of a server looks after it.
  await page.setViewportSize({ width: 844, height: 390 })
  for (const screen of ['feedback', 'users']) {
    await page.goto(`${url}/admin/${screen}`)
    await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible()
    expect(await beneath()).toEqual([])
  }
})

test('on a phone no word of a list’s name is torn', async () => {
  const { url, device } = await setStage()
  const page = await device().open({ width: 360, height: 740 })
  await signUp(page, url, anna)
  for (const name of ['Hardware store', 'Shopping everywhere']) {
    await makeList(page, name)
    expect((await layoutFaults(page)).filter(fault => fault.startsWith('broken'))).toEqual([])
  }
})

test('on a phone on its side a name of one long word leaves the tools in sight', async () => {
  const { url, device } = await setStage()
  const page = await device().open({ width: 740, height: 360 })
  await signUp(page, url, anna)
  const name = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrikverkaufsleiterinnenbüro'
  await makeList(page, name)
  await addItems(page, 'Milk')
  await expect(page.getByRole('button', { name: 'List options' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('checkbox', { name: 'Milk' })).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(740)
})

test('on a phone with letters twice as large the lists are told apart by their names', async () => {
  const { url, device } = await setStage()
  const phone = device()
  const page = await phone.open({ width: 360, height: 740 })
  await signUp(page, url, anna)
  for (const name of ['Shopping at home', 'Shopping for Eva']) await makeList(page, name)
  const session = await phone.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.reload()
  await page.getByRole('heading', { level: 1 }).getByRole('button').click()
  const name = page.getByRole('dialog').getByText('Shopping for Eva', { exact: true })
  await expect(name).toBeVisible()
  const hidden = await name.evaluate(words => [
    words.scrollWidth - words.clientWidth,
    words.scrollHeight - words.clientHeight,
  ])
  expect(hidden).toEqual([0, 0])
})

test('on a tablet the keyboard covers no button of a dialog', async () => {
  const { url, device } = await setStage()
  const page = await device().open({ width: 1024, height: 768 })
  await signUp(page, url, anna)
  await makeList(page, 'Weekly shop')
  await addItems(page, 'Milk')
  await page.getByRole('button', { name: 'Edit Milk' }).click()
  // As src/shell/frame/keyboard-inset.ts says it where the page does not get smaller.
  await page.evaluate(() => document.documentElement.style.setProperty('--keyboard', '400px'))
  const { y = 0, height = 0 } =
    (await page.getByRole('button', { name: 'Save' }).boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual(768 - 400)
})

test('above an open keyboard what is typed about an item stands above its buttons', async () => {
  const { url, device } = await setStage()
  const page = await device().open({ width: 360, height: 640 })
  await signUp(page, url, anna)
  await makeList(page, 'Weekly shop')
  await addItems(page, 'Milk')
  for (const look of [
    { width: 360, height: 320 },
    { width: 640, height: 260 },
    { width: 640, height: 180 },
    { width: 1280, height: 400 },
  ]) {
    await page.setViewportSize({ ...look, height: 640 })
    await page.getByRole('button', { name: 'Edit Milk' }).click()
    const field = page.getByRole('textbox', { name: 'Tags' })
    await field.focus()
    await page.setViewportSize(look)
    await page.keyboard.type('Cold')
    const isSeen = () =>
      field.evaluate(element => {
        const { left, top, bottom } = element.getBoundingClientRect()
        return [top + 1, bottom - 1].every(
          y => document.elementFromPoint(left + 1, y)?.contains(element) === true,
        )
      })
    await expect.poll(isSeen, `${look.width} × ${look.height}`).toBe(true)
    await page.keyboard.press('Escape')
  }
})

test('on the narrowest phone there is room to type a tag beside another', async () => {
  const { url, device } = await setStage()
  const page = await device().open({ width: 320, height: 568 })
  await signUp(page, url, anna)
  await page.getByRole('button', { name: 'Sample list' }).click()
  await page.getByRole('button', { name: 'Edit Apples' }).click()
  await expect(page.getByText('Fruit & vegetables').last()).toBeVisible()
  const { width = 0 } = (await page.getByRole('textbox', { name: 'Tags' }).boundingBox()) ?? {}
  expect(width).toBeGreaterThan(90)
})

test('on a tablet, too, what is pressed has room for a finger', async () => {
  const { url, device } = await setStage()
  const tablet = device()
  const page = await tablet.open({ width: 1000, height: 700 })
  await giveFinger(tablet, page)
  await signUp(page, url, anna)
  await makeList(page, 'Pantry')
  await addItems(page, 'Rice')
  await choose(page, 'List settings')
  await page.getByRole('radio', { name: 'Stock list' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'One more Rice wanted' })).toBeVisible()
  const small = (await layoutFaults(page)).filter(fault => fault.startsWith('small'))
  expect(small).toEqual([])
})

test('in forced colours the first button has an edge as all others', async () => {
  const { url, device } = await setStage()
  const page = await device().open({ width: 360, height: 780 })
  await page.emulateMedia({ forcedColors: 'active' })
  await signUp(page, url, anna)
  const edgeOf = (drawn: Locator) =>
    drawn.evaluate(element => {
      const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element)
      return { width: borderTopWidth, isSeen: borderTopColor !== backgroundColor }
    })
  const edge = { width: '1px', isSeen: true }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  expect(await edgeOf(button('New list'))).toEqual(edge)
  expect(await edgeOf(button('Sample list'))).toEqual(edge)
  await makeList(page, 'Weekly shop')
  expect(await edgeOf(button('Add'))).toEqual(edge)
  await choose(page, 'Send, print, export')
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
  expect(await edgeOf(page.locator('label').filter({ hasText: 'Choose a file' }))).toEqual(edge)
})

test('in forced colours a box that is ticked has one tick, the system’s', async () => {
  const { url, device } = await setStage()
  const page = await device().open({ width: 360, height: 780 })
  await page.emulateMedia({ forcedColors: 'active' })
  await signUp(page, url, anna)
  await makeList(page, 'Weekly shop')
  await addItems(page, 'Milk')
  const own = await page
    .getByRole('checkbox', { name: 'Milk' })
    .evaluate(box => getComputedStyle(box, '::after').display)
  expect(own).toBe('none')
})

test('in forced colours one sees which choice of the overview is pressed', async () => {
  const { url, device } = await setStage()
  const page = await device().open({ width: 360, height: 780 })
  await page.emulateMedia({ forcedColors: 'active' })
  await signUp(page, url, anna)
  await makeList(page, 'Weekly shop')
  await page.goto(`${url}/product/dashboard`)
  const choice = page.getByRole('button', { name: 'Sort by name' })
  await expect(choice).toHaveCSS('border-top-width', '1px')
  await choice.click()
  await expect(choice).toHaveCSS('border-top-width', '3px')
})

test('in forced colours one sees how far the shopping is', async () => {
  const { url, device } = await setStage()
  const page = await device().open({ width: 360, height: 780 })
  await page.emulateMedia({ forcedColors: 'active' })
  await signUp(page, url, anna)
  await makeList(page, 'Weekly shop')
  await page.getByRole('button', { name: 'Shop in the store' }).click()
  const bar = page.getByRole('progressbar', { name: 'In the trolley' })
  // The colour of the ground is the system's white.
  await expect(bar).toBeVisible()
  await expect(bar).not.toHaveCSS('background-color', 'rgb(255, 255, 255)')
})

test('a menu that does not load says so above the list', { timeout: manyLooks }, async () => {
  const { stage, page, lookAt, found } = await visit()
  await signUp(page, stage.url, anna)
  await makeList(page, 'Weekly shop')
  await addItems(page, 'Milk')
  await expectAllSaved(page)
  await untilWhole(page)
  await loseChunks(page, '/assets/tools')
  stage.proxy.fault({ kind: 'reset' }, { path: /^\/assets\/tools/ })
  await page.reload()
  await page.getByRole('button', { name: 'List options' }).click()
  // Nothing of the list lies over it.
  await page.getByRole('button', { name: 'Try again' }).click({ trial: true })
  await lookAt('a menu that does not load')
  expect(found()).toEqual([])
})

test('what waits, what was refused, and what is new', { timeout: manyLooks }, async () => {
  const deployment = createDeployment()
  onTestFinished(() => deployment.remove())
  const { stage, device, page, lookAt, found } = await visit({ BUILD_DIR: deployment.folder })
  await signUp(page, stage.url, anna)
  await makeList(page, 'Weekly shop')
  await addItems(page, 'Milk')
  await makeList(page, 'Party')
  await expectAllSaved(page)
  const client = await stage.truth(anna)
  await untilWhole(page)
  await stage.proxy.unplug()
  await addItems(page, 'Candles')
  await expect(syncLine(page)).toHaveText('Offline – 1 change waiting')
  await lookAt('without a network')
  await page.getByRole('button', { name: 'Show what waits' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await lookAt('what waits')
  await page.keyboard.press('Escape')
  await page.goto(`${stage.url}/logout`)
  await expect(page.getByRole('link', { name: 'Stay' })).toBeVisible()
  await lookAt('/logout with a change that waits')
  await page.getByRole('link', { name: 'Stay' }).click()

  await deleteElsewhere(client, 'Party')
  await addElsewhere(client, 'Weekly shop', 'Eggs')
  await lastContactWasYesterday(page)
  await page.reload()
  await expect(syncLine(page)).toHaveText('Offline – 1 change waiting')
  await stage.proxy.plug()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByRole('button', { name: '2 to look at' }).click()
  await expect(page.getByRole('region', { name: 'Could not be saved' })).toBeVisible()
  await expect(page.getByRole('region', { name: /^Since / })).toBeVisible()
  await lookAt('the tray, and the receipt of an absence')

  for (const path of [
    '/product/dashboard',
    '/product/ready',
    '/product/feedback',
    '/product/account',
  ]) {
    await page.goto(`${stage.url}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toHaveCount(0)
    await lookAt(path)
  }

  await device.context().clearCookies()
  await page.goto(`${stage.url}/product`)
  await expect(page.getByRole('heading', { name: 'Weekly shop' })).toBeVisible()
  await addItems(page, 'Salt')
  await expect(syncLine(page)).toHaveText(/^Sign in to send/)
  await lookAt('signed out, with changes')
  deployment.deployNext()
  await stage.server.restart()
  await page.reload()
  await expect(page.getByRole('button', { name: /^1 update/ })).toBeVisible()
  await lookAt('a new version')
  expect(found()).toEqual([])
})

async function loseChunks(page: Page, path: string): Promise<void> {
  await page.evaluate(async lost => {
    const cache = await caches.open('aisle-shell')
    for (const request of await cache.keys()) {
      if (request.url.includes(lost)) await cache.delete(request)
    }
  }, path)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
}

interface Lists {
  readonly getAllShoppingList: readonly { readonly id: string; readonly name: string }[]
}

async function listId(client: ApiClient, name: string): Promise<string> {
  const { getAllShoppingList: all } = await client.ask<Lists>(
    'query { getAllShoppingList { id name } }',
  )
  return all.find(list => list.name === name)?.id ?? ''
}

async function deleteElsewhere(client: ApiClient, listName: string): Promise<void> {
  const id = await listId(client, listName)
  await client.ask('mutation ($id: ID!) { deleteByIdShoppingList(id: $id) { status } }', { id })
}

async function addElsewhere(client: ApiClient, listName: string, name: string): Promise<void> {
  await client.ask(
    'mutation ($list: ID!, $name: String!) { createItem(shoppingListId: $list, name: $name) { id } }',
    { list: await listId(client, listName), name },
  )
}

/** As the device remembers it. */
async function lastContactWasYesterday(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const cache = (await indexedDB.databases()).find(({ name }) => name?.startsWith('aisle-cache'))
    const answer = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await answer(indexedDB.open(cache?.name ?? ''))
    const base = database.transaction('base', 'readwrite').objectStore('base')
    await answer(base.put(String(Date.now() - 86_400_000), 'contact'))
    database.close()
  })
}
