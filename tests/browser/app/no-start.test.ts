/** A page whose code does not come says so, and not that it loads for ever. */
import { test } from 'vitest'
import { anna, expect, expectAllSaved, setStage, signUp } from '../stage.ts'

test('code that does not come', async () => {
  const { url, device } = await setStage()
  const page = await device().open()
  await page.route('**/assets/start-*', route => route.abort())
  await page.goto(`${url}/login`)
  await expect(page.getByRole('alert')).toContainText('Aisle could not be loaded.')
})

test('parts whose code is missing say so, and ask for it once', async () => {
  const { url, device } = await setStage()
  const page = await device().open()
  let asked = 0
  await page.context().route('**/assets/own-account-*', route => {
    asked += 1
    return route.fulfill({ status: 404, body: 'Not there.' })
  })
  await signUp(page, url, anna)
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Account settings' }).click()
  await expect(page.getByText('Loading this part of the app failed.')).toHaveCount(2)
  expect(asked, 'by either of the two').toBeLessThanOrEqual(2)
})

test('parts that a captive portal kept away come once it lets through, and are asked for once', async () => {
  const { url, device, proxy } = await setStage()
  const page = await device().open()
  await signUp(page, url, anna)
  await expectAllSaved(page)
  proxy.fault({ kind: 'portal' })
  proxy.resetConnections()
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Account settings' }).click()
  await expect(page.getByText('Loading this part of the app failed.')).toHaveCount(2)
  await expect(page.getByRole('status', { name: 'Sync' })).toHaveText('Offline')
  const begun = proxy.requests.length
  proxy.clear()
  await expect(page.getByText('This device, now')).toBeVisible()
  await expect(page.getByText('Loading this part of the app failed.')).toHaveCount(0)
  const asked = proxy.requests.slice(begun).filter(({ path }) => path.includes('own-account'))
  expect(asked).toHaveLength(1)
})
