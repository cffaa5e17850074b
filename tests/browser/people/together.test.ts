/** Two devices of one person, and two tabs of one browser. */
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
  signIn,
  signUp,
  syncLine,
  tick,
} from '../stage.ts'

test('what one device adds, the other shows without being touched', async () => {
  const { url, device } = await setStage()
  const phone = await device().open()
  await signUp(phone, url, anna)
  await makeList(phone, 'Weekly shop')
  await addItems(phone, 'Milk')
  await expectAllSaved(phone)

  const laptop = await device().open({ width: 1280, height: 800 })
  await signIn(laptop, url, anna)
  await laptop
    .getByRole('navigation', { name: 'Lists' })
    .getByRole('link', { name: /^Weekly shop/ })
    .click()
  await expect(checkbox(laptop, 'Milk')).toBeVisible()

  await addItems(phone, 'Bread')
  await expect(checkbox(laptop, 'Bread')).toBeVisible()
  await tick(laptop, 'Milk')
  await expectItems(phone, { Milk: true, Bread: false })
})

test('two tabs show the same, and what one of them keeps is sent by the other', async () => {
  const { url, device, proxy, truth } = await setStage()
  const phone = device()
  const first = await phone.open()
  await signUp(first, url, anna)
  await makeList(first, 'Weekly shop')
  await addItems(first, 'Milk')
  await expectAllSaved(first)
  const one = await settleIn(first, phone)
  const two = await phone.context().newPage()
  await two.goto(one.url())
  await expect(checkbox(two, 'Milk')).toBeVisible()
  // What was answered a moment before the restart may lie in the outbox still, and is sent again then.
  for (const page of [one, two]) await expectAllSaved(page)

  await proxy.unplug()
  await one.bringToFront()
  await addItems(one, 'Bread')
  await expect(checkbox(two, 'Bread')).toBeVisible()
  await two.bringToFront()
  await tick(two, 'Milk')
  await expect(syncLine(two)).toHaveText('Offline – 2 changes waiting')
  await expectItems(one, { Milk: true, Bread: false })

  await one.close()
  await proxy.plug()
  await expectAllSaved(two)
  expect(await itemsOnServer(await truth(anna), 'Weekly shop')).toEqual({
    Milk: true,
    Bread: false,
  })
})

test('another person on the same device never sees what the first one kept', async () => {
  const { url, device, proxy, truth } = await setStage()
  const tablet = device()
  const page = await tablet.open()
  await signUp(page, url, anna)
  await makeList(page, 'Secret gifts')
  await addItems(page, 'Watch')
  await expectAllSaved(page)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByText('You are signed out')).toBeVisible()
  await expect(page.getByText('Watch')).toBeHidden()

  const ben = { email: 'ben@example.org', password: 'seven quiet otters swim' }
  await signUp(page, url, ben)
  await expect(page.getByText('Secret gifts')).toBeHidden()
  await proxy.unplug()
  await page.goto(`${url}/app`)
  await expect(page.getByRole('button', { name: 'New list' }).first()).toBeVisible()
  await expect(page.getByText('Secret gifts')).toBeHidden()
  expect(await (await truth(ben)).lists()).toEqual([])
})
