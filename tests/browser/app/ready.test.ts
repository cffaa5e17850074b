/** The readiness screen and the messages, in the built app with the real server's Content-Security-Policy. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { test } from 'vitest'
import { addItems, anna, expect, makeList, setStage, settleIn, signUp } from '../stage.ts'

const looks = [
  { width: 360, height: 780, colorScheme: 'light' },
  { width: 360, height: 780, colorScheme: 'dark' },
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 1280, height: 800, colorScheme: 'dark' },
] as const

test('ready for the shop: what the device lacks is mended by its button, without a network it is still known', async () => {
  const { url, device, proxy } = await setStage()
  const phone = device()
  const first = await phone.open()
  await signUp(first, url, anna)
  await makeList(first, 'Weekly shop')
  await addItems(first, 'Milk')
  const page = await settleIn(first, phone)
  await phone
    .context()
    .grantPermissions(['persistent-storage' as never])
    .catch(() => {})
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Ready for the shop' }).click()
  await expect(page.getByRole('heading', { name: 'Ready for the shop' })).toBeVisible()
  for (const name of ['Your lists', 'Nothing waits', 'Signed in', 'The app on this device']) {
    await expect(sign(page, name, 'Ready')).toBeVisible()
  }
  await expect(line(page, 'Signed in')).toContainText('more days')

  const gone = await page.evaluate(async () => {
    const cache = await caches.open('aisle-shell')
    // Which this page does not load: what it misses comes back by itself.
    const chunks = (await cache.keys()).filter(({ url }) => url.includes('/assets/public-'))
    return chunks[0] === undefined ? false : cache.delete(chunks[0])
  })
  expect(gone).toBe(true)
  await page.reload()
  const app = line(page, 'The app on this device')
  await expect(app).toContainText('Parts of it are still on the server.')
  await proxy.unplug()
  await app.getByRole('button', { name: 'Load the app' }).click()
  await expect(app).toContainText('The server cannot be reached.')
  await proxy.plug()
  await app.getByRole('button', { name: 'Load the app' }).click()
  await expect(sign(page, 'The app on this device', 'Ready')).toBeVisible()

  await proxy.unplug()
  await page.reload()
  for (const name of ['Your lists', 'Nothing waits', 'Signed in', 'The app on this device']) {
    await expect(sign(page, name, 'Ready')).toBeVisible()
  }
})

test('ready for the shop: axe finds nothing, on a phone and on a desktop, light and dark', async () => {
  const { url, device } = await setStage()
  const page = await device().open(looks[0])
  await signUp(page, url, anna)
  await page.goto(`${url}/product/ready`)
  const found: unknown[] = []
  for (const look of looks) {
    await page.setViewportSize(look)
    await page.emulateMedia({ colorScheme: look.colorScheme })
    await expect(sign(page, 'The app on this device', 'Ready')).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).analyze()
    found.push(...violations.map(({ id, nodes }) => [look, id, nodes.map(node => node.html)]))
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, 'nothing stands out of the window').toBeLessThanOrEqual(0)
  }
  expect(found).toEqual([])
})

test('a message is drawn without breaking the Content-Security-Policy', async () => {
  const { url, device } = await setStage()
  const page = await device().open()
  const issues: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') issues.push(message.text())
  })
  // Before the app starts: one that is still starting would show it, and the next page would not.
  await page.addInitScript(() => localStorage.setItem('aisle.reload-error', 'A part did not load.'))
  await page.goto(url)
  const message = page.getByText('A part did not load.')
  await expect(message).toBeVisible()
  // Its stylesheet is there: without it a message would stand at the top left, above nothing.
  const box = await message.boundingBox()
  expect(box?.y).toBeGreaterThan(400)
  expect(issues).toEqual([])
})

function line(page: Page, name: string) {
  return page.getByRole('listitem', { name })
}

function sign(page: Page, name: string, state: 'Ready' | 'Not ready') {
  return line(page, name).getByRole('img', { name: state, exact: true })
}
