/** One list, from sign-up to the cellar and back. */
import { test } from 'vitest'
import {
  addItems,
  anna,
  checkbox,
  expect,
  expectAllSaved,
  expectItems,
  itemsOnServer,
  makeList,
  setStage,
  settleIn,
  signUp,
  syncLine,
  tick,
} from './stage.ts'

test('sign up, make a list, add five items, tick, load again', async () => {
  const { url, device, truth } = await setStage()
  const page = await device().open()
  await signUp(page, url, anna)
  await makeList(page, 'Weekly shop')
  await addItems(page, 'Milk', 'Bread', 'Apples', 'Feta', 'Eggs')
  await tick(page, 'Bread')
  const items = { Milk: false, Bread: true, Apples: false, Feta: false, Eggs: false }
  await expectItems(page, items)
  await expectAllSaved(page)

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Weekly shop' })).toBeVisible()
  await expectItems(page, items)
  expect(await itemsOnServer(await truth(anna), 'Weekly shop')).toEqual(items)
})

test('the browser is killed and opened again in the cellar; back above, the server has it all', async () => {
  const { url, proxy, device, truth } = await setStage()
  const phone = device()
  const first = await phone.open()
  await signUp(first, url, anna)
  await makeList(first, 'Weekly shop')
  await addItems(first, 'Milk', 'Bread')
  await expectAllSaved(first)
  const page = await settleIn(first, phone)
  await expectItems(page, { Milk: false, Bread: false })
  const deepLink = page.url()

  await phone.kill()
  await proxy.unplug()

  const cellar = await phone.open()
  await cellar.goto(`${url}/app`)
  await expect(cellar.getByRole('heading', { name: 'Weekly shop' })).toBeVisible()
  await expectItems(cellar, { Milk: false, Bread: false })
  // What was answered a moment before the kill may lie in the outbox still, and is sent again then.
  const before = Number(/\d+/.exec(await syncLine(cellar).innerText())?.[0] ?? 0)
  await tick(cellar, 'Milk')
  await addItems(cellar, 'Candles')
  await expect(syncLine(cellar)).toHaveText(`Offline – ${before + 2} changes waiting`)

  await phone.kill()
  const again = await phone.open()
  await again.goto(deepLink)
  await expectItems(again, { Milk: true, Bread: false, Candles: false })
  await tick(again, 'Candles')
  await expect(syncLine(again)).toHaveText(/^Offline – \d changes waiting$/)

  await proxy.plug()
  await expectAllSaved(again)
  const items = { Milk: true, Bread: false, Candles: true }
  await expectItems(again, items)
  expect(await itemsOnServer(await truth(anna), 'Weekly shop')).toEqual(items)
  await expect(checkbox(again, 'Bread')).not.toBeChecked()
})
