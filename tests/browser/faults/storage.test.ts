/** A device whose storage is full, damaged or cleared: the app starts, says what is safe, and fetches again. */
import { readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { describe, expect as expectValue, test } from 'vitest'
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
  nameOf,
  type Stage,
  saysKept,
  setStage,
  settleIn,
  signUp,
  syncLine,
  tick,
} from '../stage.ts'

const someItems = { Milk: false, Bread: true }

test('a full device says so, loses nothing while the page is open, and keeps again when there is room', async () => {
  const { stage, phone, page } = await shopping()
  const address = page.url()
  const session = await phone.context().newCDPSession(page)
  const origin = new URL(stage.url).origin
  await stage.proxy.unplug()

  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  // The browser grants room for half a minute: what fits into that still goes in.
  const typed: string[] = []
  await expect(async () => {
    const name = `${nameOf(typed.length)}${'x'.repeat(150)}`
    await addLongItem(page, name)
    typed.push(name)
    await expect(storageNotice(page)).not.toBeEmpty({ timeout: 2_000 })
  }).toPass({ timeout: 90_000 })
  await expect(storageNotice(page)).toContainText('The storage of this device is full')
  const items = { ...someItems, ...Object.fromEntries(typed.map(name => [name, false])) }
  await expectItems(page, items)
  const asked: string[] = []
  page.once('dialog', dialog => {
    asked.push(dialog.type())
    return dialog.dismiss()
  })
  await page.reload().catch(() => undefined)
  expectValue(asked).toEqual(['beforeunload'])
  await expectItems(page, items)

  await stage.proxy.plug()
  await expectAllSaved(page)
  expect(await itemsOnServer(await stage.truth(anna), 'Weekly shop')).toEqual(items)

  await session.send('Storage.overrideQuotaForOrigin', { origin })
  await stage.proxy.unplug()
  await expect(async () => {
    const name = nameOf(typed.length)
    await addItems(page, name)
    typed.push(name)
    await expect(storageNotice(page)).toBeEmpty({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  const kept = { ...someItems, ...Object.fromEntries(typed.map(name => [name, false])) }
  // What made room is written again behind the edits, which go first: within half a minute.
  await expect.poll(() => holdsLists(page), { timeout: 60_000 }).toBe(true)
  await phone.kill()
  const again = await phone.open()
  await again.goto(address)
  await expectItems(again, kept)
  await stage.proxy.plug()
  await expectAllSaved(again)
  expect(await itemsOnServer(await stage.truth(anna), 'Weekly shop')).toEqual(kept)
})

describe('database files that are damaged while the browser is closed', () => {
  const harms: readonly (readonly [string, (file: string) => void])[] = [
    ['overwritten with noise', file => writeFileSync(file, Buffer.alloc(4_096, 0xa5))],
    ['cut to nothing', file => truncateSync(file, 0)],
  ]
  test.each(harms)('%s', async (_name, harm) => {
    const { stage, phone, page } = await shopping()
    const address = page.url()
    await phone.close()
    const files = databaseFiles(phone)
    expectValue(files.length).toBeGreaterThan(0)
    for (const file of files) harm(file)

    const again = await phone.open()
    await again.goto(address)
    await expect(storageNotice(again)).toContainText('has cleared what Aisle kept')
    await startsAfresh(stage, phone, again)
  })
})

test('damaged by a kill, and deleted by the browser with all that lay there: what waited comes back, without a network', async () => {
  const { stage, phone, page } = await shopping()
  await tick(page, 'Milk')
  await expectAllSaved(page)
  // What was answered leaves the disk a moment later, and the second copy after that.
  await expect.poll(() => keptEdits(page)).toBe(0)
  await stage.proxy.unplug()
  await addItems(page, 'Eggs')
  await tick(page, 'Eggs')
  await makeList(page, 'In the cellar')
  await addItems(page, 'Candles')
  await saysKept(page, 'Candles')
  const address = page.url()
  await phone.kill()
  for (const file of databaseFiles(phone)) writeFileSync(file, Buffer.alloc(4_096, 0xa5))

  const again = await phone.open()
  await again.goto(address)
  await expect(storageNotice(again)).toContainText('changes that waited here are still here')
  await expect(again.getByRole('heading', { name: 'In the cellar' })).toBeVisible()
  await expectItems(again, { Candles: false })
  await expect(syncLine(again)).toHaveText(/4 changes waiting$/)
  await phone.kill()
  for (const file of databaseFiles(phone)) truncateSync(file, 0)
  const once = await phone.open()
  await once.goto(address)
  await expectItems(once, { Candles: false })

  await stage.proxy.plug()
  await expectAllSaved(once)
  const client = await stage.truth(anna)
  expect(await itemsOnServer(client, 'In the cellar')).toEqual({ Candles: false })
  expect(await itemsOnServer(client, 'Weekly shop')).toEqual({
    Milk: true,
    Bread: true,
    Eggs: true,
  })
})

describe('everything that the browser stored is evicted between two starts', () => {
  test('with a network it is all fetched again', async () => {
    const { stage, phone, page } = await shopping()
    const address = page.url()
    const again = await evict(stage, phone, 'all')
    await again.goto(address)
    await expect(storageNotice(again)).toContainText('has cleared what Aisle kept')
    await again.getByRole('button', { name: 'Dismiss' }).click()
    await expect(storageNotice(again)).toBeEmpty()
    await startsAfresh(stage, phone, again)
  })

  test('the files of the app alone: they come back with the next visit, and it opens without a network', async () => {
    const { stage, phone, page } = await shopping()
    const address = page.url()
    const files = await storedFiles(page)
    expect(files).not.toEqual([])
    const again = await evict(stage, phone, 'cache_storage')
    await again.goto(address)
    await expectAllSaved(again)
    await expect.poll(() => storedFiles(again)).toEqual(files)
    await stage.proxy.unplug()
    await again.goto(address)
    await expectItems(again, someItems)
  })

  test('without a network the app opens, says what is not there, and takes new edits', async () => {
    const { stage, phone, page } = await shopping()
    const address = page.url()
    const again = await evict(stage, phone, 'indexeddb')
    await stage.proxy.unplug()
    await again.goto(`${stage.url}/product`)
    await expect(syncLine(again)).toHaveText('Offline')
    await expect(storageNotice(again)).toContainText('has cleared what Aisle kept')
    await expect(again.getByRole('heading', { name: 'No list is on this device' })).toBeVisible()
    await makeList(again, 'In the cellar')
    await addItems(again, 'Candles')
    await again.goto(address)
    await expect(
      again.getByRole('heading', { name: 'This list is not on this device' }),
    ).toBeVisible()

    await stage.proxy.plug()
    await expectItems(again, someItems)
    await expectAllSaved(again)
    const client = await stage.truth(anna)
    expect(await itemsOnServer(client, 'Weekly shop')).toEqual(someItems)
    expect(await itemsOnServer(client, 'In the cellar')).toEqual({ Candles: false })
  })

  test('cookies too: the sign-in opens, and gives everything back', async () => {
    const { stage, phone } = await shopping()
    const again = await evict(stage, phone, 'everything of the site')
    await again.goto(`${stage.url}/app`)
    await again.getByRole('textbox', { name: 'Email' }).fill(anna.email)
    await again.getByLabel('Password', { exact: true }).fill(anna.password)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await startsAfresh(stage, phone, again)
  })
})

/** A list with two items that the server has, on a phone that is whole. */
async function shopping(): Promise<{
  readonly stage: Stage
  readonly phone: Device
  readonly page: Page
}> {
  const stage = await setStage()
  const phone = stage.device()
  const first = await phone.open()
  await signUp(first, stage.url, anna)
  await makeList(first, 'Weekly shop')
  await addItems(first, 'Milk', 'Bread')
  await tick(first, 'Bread')
  await expectAllSaved(first)
  const page = await settleIn(first, phone)
  await expectItems(page, someItems)
  await expectAllSaved(page)
  return { stage, phone, page }
}

/** All is there again, nothing twice, and the device keeps what is done from now on. */
async function startsAfresh({ proxy, truth }: Stage, phone: Device, page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Weekly shop' })).toBeVisible()
  await expectItems(page, someItems)
  await expectAllSaved(page)
  expect(await itemsOnServer(await truth(anna), 'Weekly shop')).toEqual(someItems)

  const settled = await settleIn(page, phone)
  await expectItems(settled, someItems)
  const address = settled.url()
  await proxy.unplug()
  await addItems(settled, 'Eggs')
  await saysKept(settled, 'Eggs')
  await phone.kill()
  const again = await phone.open()
  await again.goto(address)
  await expect(checkbox(again, 'Eggs')).toBeVisible()
  await expectItems(again, { ...someItems, Eggs: false })
  await proxy.plug()
  await expectAllSaved(again)
  expect(await itemsOnServer(await truth(anna), 'Weekly shop')).toEqual({
    ...someItems,
    Eggs: false,
  })
}

/** As the browser does it when the device runs out of room, or as its person does it. */
async function evict(
  { url }: Stage,
  phone: Device,
  what: 'all' | 'indexeddb' | 'cache_storage' | 'everything of the site',
): Promise<Page> {
  await phone.close()
  const page = await phone.open()
  const session = await phone.context().newCDPSession(page)
  const storageTypes = {
    all: 'indexeddb,cache_storage,service_workers',
    indexeddb: 'indexeddb',
    cache_storage: 'cache_storage',
    'everything of the site': 'all',
  }[what]
  await session.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes })
  await phone.close()
  return phone.open()
}

/** The names of the app's own scripts, styles and pages on the device. */
async function storedFiles(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const stored = await (await caches.open('aisle-shell')).keys()
    return stored
      .map(({ url }) => new URL(url).pathname)
      .filter(path => /\.\w+$/.test(path))
      .sort()
  })
}

/** Whether what the server said lies on the device, beside the edits. */
async function holdsLists(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const cache = (await indexedDB.databases()).find(({ name }) => name?.startsWith('aisle-cache'))
    const answer = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await answer(indexedDB.open(cache?.name ?? ''))
    const count = await answer(database.transaction('base').objectStore('base').count('snapshot'))
    database.close()
    return count > 0
  })
}

/** At once: to type 160 letters one by one takes seconds where the machine is slow. */
async function addLongItem(page: Page, name: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Add an item' })
  await box.fill(name)
  await box.press('Enter')
  await expect(checkbox(page, name)).toBeVisible()
}

function databaseFiles({ profile }: Device): readonly string[] {
  const home = join(profile, 'Default', 'IndexedDB')
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter(file => file.isFile() && file.name !== 'LOCK')
    .map(file => join(file.parentPath, file.name))
}

function storageNotice(page: Page) {
  return page.getByRole('status', { name: 'Storage' })
}
