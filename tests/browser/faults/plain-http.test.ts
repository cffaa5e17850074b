/**
 * A server at home without https, opened from another machine: no secure context, and so neither a service worker
 * nor a lock between tabs. Lists work all the same while the server is there.
 */
import { test } from 'vitest'
import type { Device } from '../../support/browser/browser-device.ts'
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
  signUp,
  tick,
} from '../stage.ts'

const nameAtHome = 'aisle.home.arpa'

function errorsOf(device: Device): readonly string[] {
  const errors: string[] = []
  device.context().on('weberror', ({ error }) => errors.push(error().message))
  return errors
}

test('without https two tabs share a list, a signal that fails costs nothing, and signing out closes both', async () => {
  const { url, device, proxy, truth } = await setStage()
  const laptop = device()
  const one = await laptop.open({}, { nameAtHome })
  const errors = errorsOf(laptop)
  await signUp(one, url.replace('127.0.0.1', nameAtHome), anna)
  expect(await one.evaluate(() => isSecureContext)).toBe(false)
  await makeList(one, 'Weekly shop')
  await addItems(one, 'Milk', 'Bread')
  await expectAllSaved(one)
  const two = await laptop.openTab()
  await two.goto(one.url())
  await tick(two, 'Milk')
  await expect(checkbox(one, 'Milk')).toBeChecked()
  await tick(one, 'Bread')
  await expectItems(two, { Milk: true, Bread: true })

  await proxy.unplug()
  await addItems(two, 'Tea')
  // Its code was never loaded. A page that loads again finds no server here, and no worker either.
  await two.getByRole('button', { name: 'Account' }).click()
  await two.getByRole('menuitem', { name: 'Account settings' }).click()
  await expect(two.getByText(/Everything else goes on/)).toBeVisible()
  await two.getByRole('link', { name: 'Your lists' }).click()
  await expectItems(two, { Milk: true, Bread: true, Tea: false })
  await proxy.plug()
  await expectAllSaved(two)
  await expectItems(one, { Milk: true, Bread: true, Tea: false })
  await two.reload()
  const all = { Milk: true, Bread: true, Tea: false }
  await expectItems(two, all)
  expect(await itemsOnServer(await truth(anna), 'Weekly shop')).toEqual(all)

  await one.getByRole('button', { name: 'Account' }).click()
  await one.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(one.getByText('You are signed out')).toBeVisible()
  await expect(checkbox(two, 'Tea')).toBeHidden()
  expect(errors).toEqual([])
})

test('without https the demo opens, and answers by itself', async () => {
  const { url, device } = await setStage()
  const laptop = device()
  const page = await laptop.open({}, { nameAtHome })
  const errors = errorsOf(laptop)
  await page.goto(`${url.replace('127.0.0.1', nameAtHome)}/demo/app`)
  await addItems(page, 'Oranges')
  await expectAllSaved(page)
  expect(errors).toEqual([])
})
