/** What is seen before the code runs: the list as it was left, its person's alone, with nothing lost that is done on it. */
import type { Page } from '@playwright/test'
import { onTestFinished, test } from 'vitest'
import { createDeployment } from '../../support/browser/browser-build.ts'
import type { Device } from '../../support/browser/browser-device.ts'
import { keptEdits } from '../../support/browser/kept-edits.ts'
import {
  addItems,
  anna,
  checkbox,
  expect,
  expectAllSaved,
  expectItems,
  itemsOnServer,
  makeList,
  meetSomebodyNew,
  setStage,
  settleIn,
  signUp,
  syncLine,
  tick,
} from '../stage.ts'

const script = '<img src=x onerror="document.title=1"> & "Milk"'

test('the list stands there as it was left, and what is done on it is done once', async () => {
  const { phone, page: first, proxy, truth } = await annaWithList([script, 'Bread', 'Salt'])
  await tick(first, 'Salt')
  await expect(first.getByRole('button', { name: 'In the trolley (1)' })).toBeVisible()
  await expectAllSaved(first)
  await untilPainted(first)
  const address = first.url()
  await proxy.unplug()
  await first.close()

  const page = await phone.openTab()
  await holdCode(page)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Weekly shop' })).toBeVisible()
  await expect(page.getByText(script)).toBeVisible()
  await expect(page.getByRole('button', { name: 'In the trolley (1)' })).toBeVisible()
  expect(await page.locator('#root img').count()).toBe(0)
  await expect(page.locator('link[rel=manifest]')).toHaveCount(0)
  await expect(syncLine(page)).toHaveText('')
  const before = await placesOf(page)

  await checkbox(page, 'Bread').check()
  const box = page.getByRole('textbox', { name: 'Add an item' })
  await box.fill('Oats')
  await box.press('Enter')
  await expect(box).toHaveValue('')
  await box.pressSequentially('Unfinished')
  await watchForGaps(page)
  await releaseCode(page)

  await expect(syncLine(page)).toHaveText(/2 changes waiting/)
  await expect(page.locator('link[rel=manifest]')).toHaveCount(1)
  await expect(box).toHaveValue('Unfinished')
  await expect(box).toBeFocused()
  expect((await placesOf(page))[script]).toEqual(before[script])
  expect(await gapsSeen(page)).toBe(0)
  await expectItems(page, { [script]: false, Bread: true, Oats: false, Salt: true })

  await proxy.plug()
  await expectAllSaved(page)
  expect(await itemsOnServer(await truth(anna), 'Weekly shop')).toEqual({
    [script]: false,
    Bread: true,
    Oats: false,
    Salt: true,
  })
})

test('the first frame of the real screen has the tick, the next one what only a mouse finds', async () => {
  const { phone, page: first } = await annaWithList(['Milk', 'Bread'])
  await first.setViewportSize({ width: 1280, height: 800 })
  const handle = (page: Page) => page.getByRole('button', { name: 'Move Bread' })
  await expect(handle(first)).toBeVisible()
  await untilPainted(first)
  const address = first.url()
  await first.close()

  const page = await phone.openTab()
  await page.setViewportSize({ width: 1280, height: 800 })
  await holdCode(page)
  await page.goto(address)
  await checkbox(page, 'Bread').check()
  expect(await handle(page).count()).toBe(0)
  const inFirstFrame = await watchFirstFrame(page)
  await releaseCode(page)
  expect(await inFirstFrame()).toEqual({ ticked: ['Bread'], handles: 0 })
  await expect(handle(page)).toBeVisible()
  await expectItems(page, { Milk: false, Bread: true })
})

test('rows below the window come behind the first frame of the picture, before the code', async () => {
  const names = [...'ABCDEFGHIJKLMNOPQRST'].map(letter => `Jar ${letter}`)
  const { phone, page: first } = await annaWithList(names)
  await first.setViewportSize({ width: 360, height: 500 })
  await untilPainted(first)
  const address = first.url()
  await first.close()

  const page = await phone.openTab()
  await page.setViewportSize({ width: 360, height: 500 })
  await holdCode(page)
  const picturedRows = await watchPicture(page)
  await page.goto(address)
  const rows = page.locator('[data-item]').filter({ visible: true })
  await expect.poll(picturedRows).toBeGreaterThan(3)
  const inFirstFrame = await picturedRows()
  await expect.poll(() => rows.count()).toBeGreaterThan(inFirstFrame)
  await releaseCode(page)
  await expectItems(page, Object.fromEntries(names.map(name => [name, false])))
})

test('a visit that changes nothing keeps the picture', async () => {
  const { phone, page: first } = await annaWithList(['Milk', 'Bread'])
  await first.setViewportSize({ width: 1280, height: 800 })
  await untilPainted(first)
  const mark = await markOf(first)
  const address = first.url()
  await first.close()

  const page = await phone.openTab()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Move Bread' })).toBeVisible()
  await expectAllSaved(page)
  // Longer than it takes to make one.
  await page.waitForTimeout(4_000)
  expect(await markOf(page)).toBe(mark)
})

test('a change that no picture was made of yet leaves none behind', async () => {
  const { phone, page: first, proxy } = await annaWithList(['Milk', 'Bread'])
  await untilPainted(first)
  const address = first.url()
  await proxy.unplug()
  await checkbox(first, 'Milk').check()
  await expect.poll(() => markOf(first)).toBe(null)
  await first.close()

  const page = await phone.openTab()
  await page.goto(address)
  await expectItems(page, { Milk: true, Bread: false })
})

test('of two tabs with a list each, the next visit begins with the one last in sight', async () => {
  const { phone, page: first, truth, url } = await annaWithList(['Milk'])
  await untilPainted(first)
  const second = await phone.openTab()
  await second.goto(`${url}/product`)
  await makeList(second, 'Party')
  await addItems(second, 'Ice')
  await expectAllSaved(second)
  // Told in both.
  await tick(second, 'Ice')
  await expectAllSaved(second)
  await untilPainted(second)
  await first.close()
  await second.close()

  const page = await phone.openTab()
  await holdCode(page)
  await page.goto(`${url}/app`)
  await expect(page.getByRole('heading', { name: 'Party' })).toBeVisible()
  const box = page.getByRole('textbox', { name: 'Add an item' })
  await box.fill('Oats')
  await box.press('Enter')
  await releaseCode(page)
  await expectAllSaved(page)
  await expectItems(page, { Ice: true, Oats: false })
  expect(await itemsOnServer(await truth(anna), 'Weekly shop')).toEqual({ Milk: false })
})

test('code that cannot be had leaves no list that only looks alive', async () => {
  const { phone, page: first, proxy } = await annaWithList(['Milk'])
  await untilPainted(first)
  const address = first.url()
  await first.evaluate(async () => {
    const shell = await caches.open('aisle-shell')
    for (const { url } of await shell.keys())
      if (/\/assets\/start-/.test(url)) await shell.delete(url)
  })
  await proxy.unplug()
  await first.close()

  const page = await phone.openTab()
  const session = await phone.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await page.goto(address)
  await expect(page.locator('#root')).toBeEmpty()
  await expect(page.getByRole('alert')).toContainText('Aisle could not be loaded.')
})

test('code that this browser cannot run leaves no list that only looks alive', async () => {
  const { page } = await annaWithList(['Milk'])
  await untilPainted(page)
  await page.addInitScript(() => Object.assign(Promise, { withResolvers: undefined }))
  await page.reload()
  await expect(checkbox(page, 'Milk')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Aisle could not start in this browser.')
  await expect(checkbox(page, 'Milk')).toBeHidden()
})

test('the theme and the store are there from the first moment', async () => {
  const { phone, page: first } = await annaWithList(['Milk', 'Bread'])
  await first.evaluate(() => localStorage.setItem('aisle.theme', 'dark'))
  await first.getByRole('button', { name: /store/i }).click()
  await expect(first.getByRole('button', { name: 'Add an item' })).toBeVisible()
  await untilPainted(first)
  const address = first.url()
  await first.close()

  const page = await phone.openTab()
  await holdCode(page)
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Add an item' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await releaseCode(page)
  await expectAllSaved(page)
  await expect(page.getByRole('button', { name: 'Add an item' })).toBeVisible()
})

test('who signs out takes it along, and nobody else sees it', async () => {
  const { phone, page: first, url } = await annaWithList(['Milk'])
  await untilPainted(first)
  const address = first.url()
  await first.close()

  // Somebody else is signed in, and the picture is still there.
  const other = await phone.openTab()
  await holdCode(other)
  await other.addInitScript(() => {
    const mine = JSON.parse(localStorage.getItem('aisle.user') ?? '{}')
    localStorage.setItem('aisle.user', JSON.stringify({ ...mine, id: mine.id + 1 }))
  })
  await other.goto(address)
  await other.waitForLoadState()
  expect(await other.locator('#root').innerHTML()).toBe('')
  await other.evaluate(() => {
    const theirs = JSON.parse(localStorage.getItem('aisle.user') ?? '{}')
    localStorage.setItem('aisle.user', JSON.stringify({ ...theirs, id: theirs.id - 1 }))
  })
  await other.close()

  const page = await phone.openTab()
  await page.goto(address)
  await expectAllSaved(page)
  await untilPainted(page)
  await page.goto(`${url}/logout`)
  await expect.poll(() => pictures(page)).toEqual([])
  expect(await markOf(page)).toBe(null)

  meetSomebodyNew()
  await signUp(page, url, anna)
  await holdCode(page)
  await page.goto(address)
  await page.waitForLoadState()
  expect(await page.content()).not.toContain('Milk')
})

test('where nothing can be made of who is signed in, the code starts all the same', async () => {
  const { phone, page: first, url } = await annaWithList(['Milk'])
  await untilPainted(first)
  const address = first.url()
  await first.close()
  const page = await phone.openTab()
  await page.goto(`${url}/robots.txt`)
  await page.evaluate(() => localStorage.setItem('aisle.user', '{"id":'))
  await page.goto(address)
  await expectAllSaved(page)
  await expect(checkbox(page, 'Milk')).toBeVisible()
})

test('a browser that kept nothing but the session shows the list before the code has come', async () => {
  const { phone, page: first, truth, url } = await annaWithList([script, 'Bread', 'Salt'])
  await tick(first, 'Salt')
  await expectAllSaved(first)
  const address = first.url()
  await forgetAll(first)
  await first.close()

  const page = await phone.openTab()
  await holdCode(page)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Weekly shop' })).toBeVisible()
  await expect(page.getByText(script)).toBeVisible()
  await expect(page.getByRole('button', { name: 'In the trolley (1)' })).toBeVisible()
  expect(await page.locator('#root img').count()).toBe(0)
  const before = await placesOf(page)

  await checkbox(page, 'Bread').check()
  const box = page.getByRole('textbox', { name: 'Add an item' })
  // It lies in the trolley, and comes back from there.
  await box.fill('salt')
  await box.press('Enter')
  await box.fill('Oats')
  await box.press('Enter')
  await box.pressSequentially('Unfinished')
  await watchForGaps(page)
  await releaseCode(page)

  await expectAllSaved(page)
  // What came with the page would lie in it still when somebody else signs in there.
  await expect(page.locator('#at-hand')).toHaveCount(0)
  await expect(box).toHaveValue('Unfinished')
  await expect(box).toBeFocused()
  expect((await placesOf(page))[script]).toEqual(before[script])
  expect(await gapsSeen(page)).toBe(0)
  await expectItems(page, { [script]: false, Bread: true, Oats: false, Salt: false })
  expect(await itemsOnServer(await truth(anna), 'Weekly shop')).toEqual({
    [script]: false,
    Bread: true,
    Oats: false,
    Salt: false,
  })

  // Whoever has lists on the device sees those alone: a page that passes the worker by brings none.
  await page.evaluate(async () => {
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
  })
  const again = await phone.openTab()
  await holdCode(again)
  await again.goto(`${url}/product`)
  expect(await again.locator('#root').innerHTML()).toBe('')
})

test('who signed out without a network leaves no list for the next visit to show', async () => {
  const { phone, page: first, proxy, url } = await annaWithList(['Milk'])
  const address = first.url()
  await first.goto(`${url}/product/friends`)
  await expectAllSaved(first)
  // Else it may be asked about: an answered change leaves the device a moment later.
  await expect.poll(() => keptEdits(first)).toBe(0)
  await proxy.unplug()
  await first.goto(`${url}/logout`)
  await expect(first.getByText('You are signed out', { exact: false })).toBeVisible()
  expect(await first.evaluate(() => localStorage.getItem('aisle.user'))).toBe(null)
  await first.evaluate(async () => {
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
  })
  await first.close()
  await proxy.plug()

  const page = await phone.openTab()
  await holdCode(page)
  await page.goto(address)
  await page.waitForLoadState()
  expect(await page.locator('#root').innerHTML()).toBe('')
  await releaseCode(page)
  await expect(page).toHaveURL(/\/login/)
})

test('an update of the app comes with its own page, without the picture of the old one', async () => {
  const deployment = createDeployment()
  onTestFinished(() => deployment.remove())
  const {
    phone,
    page: first,
    server,
  } = await annaWithList(['Milk'], { BUILD_DIR: deployment.folder })
  await untilPainted(first)
  deployment.deployNext()
  await server.restart()
  await first.bringToFront()
  await first.reload()
  await first.getByRole('button', { name: '1 update' }).click()
  const version = () => first.locator('meta[name="version"]').getAttribute('content')
  await first.getByRole('button', { name: 'Update', exact: true }).click()
  await expect.poll(version).toBe('2')
  await expectItems(first, { Milk: false })
  await untilPainted(first)

  const page = await phone.openTab()
  await holdCode(page)
  await page.goto(first.url())
  await expect(checkbox(page, 'Milk')).toBeVisible()
  expect(await page.locator('meta[name="version"]').getAttribute('content')).toBe('2')
})

async function annaWithList(
  names: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  const stage = await setStage(environment)
  const phone: Device = stage.device()
  const first = await phone.open()
  await signUp(first, stage.url, anna)
  await makeList(first, 'Weekly shop')
  await addItems(first, ...names)
  await expectAllSaved(first)
  const page = await settleIn(first, phone)
  await expect(checkbox(page, names[0] ?? '')).toBeVisible()
  // What was answered a moment before the browser was closed may lie in the outbox still, and is sent again then.
  await expectAllSaved(page)
  return { ...stage, phone, page }
}

/** The picture is the one of what is shown. */
async function untilPainted(page: Page): Promise<void> {
  await expect(async () => {
    expect(await markOf(page)).not.toBe(null)
    expect(await pictures(page)).toHaveLength(1)
  }).toPass({ timeout: 20_000 })
}

/** As a browser does it that gives pages a week, or is told to forget them: cookies stay. */
async function forgetAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    localStorage.clear()
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
    for (const { name = '' } of await indexedDB.databases()) {
      indexedDB.deleteDatabase(name)
      await navigator.storageBuckets?.delete(name)
    }
  })
}

function markOf(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('aisle.painted'))
}

function pictures(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const cache = await caches.open('aisle-painted')
    return (await cache.keys()).map(({ url }) => url)
  })
}

/** From the next visit on, the app's own code does not begin before it is told to. */
async function holdCode(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { append } = Element.prototype
    const held: (() => void)[] = []
    Element.prototype.append = function (...nodes: (Node | string)[]) {
      const [node] = nodes
      const isCode = node instanceof HTMLScriptElement && node.type === 'module'
      if (isCode) held.push(() => append.apply(this, nodes))
      else append.apply(this, nodes)
    }
    addEventListener('release-code', () => {
      for (const go of held.splice(0)) go()
    })
  })
}

async function releaseCode(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('release-code')))
}

/** Where each row stands. */
function placesOf(page: Page): Promise<Readonly<Record<string, number>>> {
  return page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('[data-item]')].map(row => [
        row.querySelector('[aria-label^="Edit "]')?.getAttribute('aria-label')?.slice(5) ?? '',
        Math.round(row.getBoundingClientRect().top),
      ]),
    ),
  )
}

/** What stands in the document when the browser is about to draw the real screen for the first time. */
async function watchFirstFrame(page: Page) {
  const seen = await page.evaluateHandle(() => {
    const picture = document.querySelector('#root')?.firstElementChild
    const frame = new Promise<void>(resolve => {
      new MutationObserver((_records, observer) => {
        if (picture?.isConnected) return
        observer.disconnect()
        requestAnimationFrame(() => resolve())
      }).observe(document, { subtree: true, childList: true })
    })
    const look = frame.then(() => ({
      // What a click alone ticks has no such attribute.
      ticked: [...document.querySelectorAll('[data-item]')].flatMap(row =>
        row.querySelector('input[checked]')
          ? (row.querySelector('[aria-label^="Edit "]')?.getAttribute('aria-label')?.slice(5) ?? '')
          : [],
      ),
      handles: document.querySelectorAll('[data-item] [data-drag-handle]').length,
    }))
    return { look }
  })
  return () => seen.evaluate(({ look }) => look)
}

/** From the next visit on, how many rows the picture has in its first frame. */
async function watchPicture(page: Page) {
  await page.addInitScript(() => {
    new MutationObserver((_records, observer) => {
      const rows = [...document.querySelectorAll('#root [data-item]')]
      if (rows.length === 0) return
      observer.disconnect()
      const drawn = rows.filter(row => row.clientHeight > 0)
      document.documentElement.dataset.pictured = String(drawn.length)
    }).observe(document, { subtree: true, childList: true })
  })
  return async () => Number(await page.locator('html').getAttribute('data-pictured'))
}

/** Counts the frames in which there is no list. */
async function watchForGaps(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset.gaps = '0'
    function look() {
      const { dataset } = document.documentElement
      if (!document.querySelector('[data-item]')) dataset.gaps = String(Number(dataset.gaps) + 1)
      requestAnimationFrame(look)
    }
    look()
  })
}

async function gapsSeen(page: Page): Promise<number> {
  return Number(await page.evaluate(() => document.documentElement.dataset.gaps))
}
