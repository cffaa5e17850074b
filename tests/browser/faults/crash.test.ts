/** A tab that crashes and a worker that is stopped: the browser goes on, and so do the edits. */
import type { Page } from '@playwright/test'
import { test } from 'vitest'
import type { Device } from '../../support/browser/browser-device.ts'
import { howMany } from '../../support/depth.ts'
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
  saysKept,
  setStage,
  settleIn,
  signUp,
  syncLine,
  tick,
} from '../stage.ts'

const rounds = howMany('AISLE_CRASHES', 2, 5)

test(`a tab crashes the moment a painted tick says that it is kept, ${rounds} times`, async () => {
  const { url, device, proxy, truth } = await setStage()
  const phone = device()
  const names = Array.from({ length: rounds }, (_, index) => nameOf(index))
  let page = await goShopping(await phone.open(), url, phone, names)
  const address = page.url()
  await proxy.unplug()

  const ticked: string[] = []
  for (const name of names) {
    await tick(page, name)
    await saysKept(page, name)
    await crash(phone, page)
    ticked.push(name)
    page = await phone.context().newPage()
    await page.goto(address)
    await expectItems(page, Object.fromEntries(names.map(one => [one, ticked.includes(one)])))
  }
  await expect(syncLine(page)).toHaveText(/^Offline – \d+ changes? waiting$/)

  await proxy.plug()
  await expectAllSaved(page)
  expect(await itemsOnServer(await truth(anna), 'Weekly shop')).toEqual(
    Object.fromEntries(names.map(name => [name, true])),
  )
})

test('the tab that sends crashes in the middle of it, and the other one goes on', async () => {
  const { url, device, proxy, truth } = await setStage()
  const phone = device()
  const one = await goShopping(await phone.open(), url, phone, ['Milk'])
  const two = await phone.context().newPage()
  await two.goto(one.url())
  await expect(checkbox(two, 'Milk')).toBeVisible()

  await proxy.unplug()
  await one.bringToFront()
  await tick(one, 'Milk')
  await addItems(one, 'Bread', 'Eggs')
  await saysKept(one, 'Eggs')
  await expect(checkbox(two, 'Eggs')).toBeVisible()
  // The first answer never comes: whoever sends waits for it when the end comes.
  proxy.fault({ kind: 'lose-answer' }, { path: /^\/graphql/, times: 1 })
  proxy.fault({ kind: 'delay', ms: 500 }, { path: /^\/graphql/ })
  await proxy.plug()
  await crash(phone, one)
  proxy.clear()

  await two.bringToFront()
  await expectAllSaved(two)
  const items = { Milk: true, Bread: false, Eggs: false }
  await expectItems(two, items)
  expect(await itemsOnServer(await truth(anna), 'Weekly shop')).toEqual(items)
})

test('a worker that the browser stopped starts again in the cellar', async () => {
  const { url, device, proxy, truth } = await setStage()
  const phone = device()
  const page = await goShopping(await phone.open(), url, phone, ['Milk'])
  const session = await phone.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await proxy.unplug()
  await addItems(page, 'Bread')

  await session.send('ServiceWorker.stopAllWorkers')
  await tick(page, 'Milk')
  await page.reload()
  await expectItems(page, { Milk: true, Bread: false })
  await session.send('ServiceWorker.stopAllWorkers')
  await page.goto(`${url}/app`)
  await expectItems(page, { Milk: true, Bread: false })
  await addItems(page, 'Eggs')

  await proxy.plug()
  await expectAllSaved(page)
  const items = { Milk: true, Bread: false, Eggs: false }
  expect(await itemsOnServer(await truth(anna), 'Weekly shop')).toEqual(items)
})

/** A list that the server has, on a phone that is whole. */
async function goShopping(
  first: Page,
  url: string,
  phone: Device,
  names: readonly string[],
): Promise<Page> {
  await signUp(first, url, anna)
  await makeList(first, 'Weekly shop')
  await addItems(first, ...names)
  await expectAllSaved(first)
  const page = await settleIn(first, phone)
  await expectItems(page, Object.fromEntries(names.map(name => [name, false])))
  await expectAllSaved(page)
  return page
}

/** As a page dies that needs more memory than there is: without a word, and the browser lives on. */
async function crash(phone: Device, page: Page): Promise<void> {
  const session = await phone.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // It never answers.
  session.send('Page.crash').catch(() => undefined)
  await crashed
}
