/** A page whose code cannot start says so, in the place of a list that only looks alive or of "Loading..." for ever. */
import type { Page } from '@playwright/test'
import { test } from 'vitest'
import {
  addItems,
  anna,
  checkbox,
  expect,
  expectAllSaved,
  makeList,
  setStage,
  signUp,
} from './stage.ts'

const alert = (page: Page) => page.getByRole('alert')

test('code that does not come', async () => {
  const { url, device } = await setStage()
  const page = await device().open()
  await page.route('**/assets/start-*', route => route.abort())
  await page.goto(`${url}/login`)
  await expect(alert(page)).toContainText('Aisle could not be loaded.')
})

test('code that this browser cannot run, behind the picture of the last visit: it is taken down', async () => {
  const { url, device } = await setStage()
  const phone = device()
  const page = await phone.open()
  await signUp(page, url, anna)
  await makeList(page, 'Weekly shop')
  await addItems(page, 'Milk')
  await expectAllSaved(page)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('aisle.painted'))).not.toBe(null)
  await page.addInitScript(() => Object.assign(Promise, { withResolvers: undefined }))
  await page.reload()
  await expect(checkbox(page, 'Milk')).toBeVisible()
  await expect(alert(page)).toContainText('Aisle could not start in this browser.')
  await expect(checkbox(page, 'Milk')).toBeHidden()
})
