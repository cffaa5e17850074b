/** New versions by consent, a running tab after a deployment, and a version that is withdrawn. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { onTestFinished, test } from 'vitest'
import { createDeployment } from '../../support/browser/browser-build.ts'
import {
  addItems,
  anna,
  expect,
  expectAllSaved,
  expectItems,
  itemsOnServer,
  makeList,
  type Stage,
  setStage,
  settleIn,
  signUp,
  syncLine,
} from '../stage.ts'

test('an update waits for the word, edits survive it, old tabs go on', async () => {
  const deployment = createDeployment()
  onTestFinished(() => deployment.remove())
  const { url, server, proxy, device, truth } = await setStage({ BUILD_DIR: deployment.folder })
  const phone = device()
  const first = await phone.open()
  await signUp(first, url, anna)
  await makeList(first, 'Weekly shop')
  await addItems(first, 'Milk')
  await expectAllSaved(first)
  const page = await settleIn(first, phone)
  await expectItems(page, { Milk: false })
  const other = await phone.context().newPage()
  await other.goto(page.url())
  await expectItems(other, { Milk: false })

  deployment.deployNext()
  await server.restart()
  await page.bringToFront()
  await page.reload()
  await expect(updatePrompt(page)).toBeVisible()
  expect(await versionOf(page)).toBe('1')
  // Nobody has agreed: loading the page again is no word either.
  await page.reload()
  await expect(updatePrompt(page)).toBeVisible()
  expect(await versionOf(page)).toBe('1')

  await proxy.unplug()
  await addItems(page, 'Bread')
  await expect(syncLine(page)).toHaveText('Offline – 1 change waiting')
  const box = page.getByRole('textbox', { name: 'Add an item' })
  await box.pressSequentially('oat mil')
  await updatePrompt(page).click()
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect.poll(() => versionOf(page)).toBe('2')
  await expect(box).toHaveValue('oat mil')
  await expectItems(page, { Milk: false, Bread: false })
  await expect(syncLine(page)).toHaveText('Offline – 1 change waiting')
  await expect(updatePrompt(page)).toBeHidden()

  // A part that this tab has not loaded yet, of a version that is on no server any more, nor where the
  // browser happens to keep what it fetched.
  const session = await phone.context().newCDPSession(other)
  await session.send('Network.clearBrowserCache')
  expect(await versionOf(other)).toBe('1')
  await other.bringToFront()
  await other.getByRole('button', { name: 'Weekly shop' }).click()
  await other.getByRole('link', { name: 'Overview' }).click()
  await expect(other).toHaveURL(/dashboard/)
  await expect(other.getByText('Weekly shop').first()).toBeVisible()
  expect(await versionOf(other)).toBe('1')

  await proxy.plug()
  await page.bringToFront()
  await expectAllSaved(page)
  expect(await itemsOnServer(await truth(anna), 'Weekly shop')).toEqual({
    Milk: false,
    Bread: false,
  })
})

test('a version whose download broke off is offered to a tab that stays open, once it came whole', async () => {
  const deployment = createDeployment()
  onTestFinished(() => deployment.remove())
  const stage = await setStage({ BUILD_DIR: deployment.folder })
  const { server, proxy } = stage
  const { page } = await phoneWithTheApp(stage)
  const broken = proxy.fault({ kind: 'cut' }, { path: /^\/index\.html/ })
  deployment.deployNext()
  await server.restart()
  for (const times of [1, 2]) {
    await lookForUpdate(page)
    await expect.poll(broken.met).toBeGreaterThanOrEqual(times)
  }
  await expect(updatePrompt(page)).toBeHidden()
  proxy.clear()
  await lookForUpdate(page)
  await expect(updatePrompt(page)).toBeVisible()
  expect(await versionOf(page)).toBe('1')
})

test('the page of the version before, from a server or a cache that is behind, is not stored as the new one', async () => {
  const deployment = createDeployment()
  onTestFinished(() => deployment.remove())
  const stage = await setStage({ BUILD_DIR: deployment.folder })
  const { server } = stage
  const { page } = await phoneWithTheApp(stage)
  const file = join(deployment.folder, 'index.html')
  const before = readFileSync(file)
  deployment.deployNext()
  const next = readFileSync(file)
  writeFileSync(file, before)
  await server.restart()
  await lookForUpdate(page)
  await expect(updatePrompt(page)).toBeHidden()
  expect(await isWaiting(page)).toBe(false)
  writeFileSync(file, next)
  await server.restart()
  await lookForUpdate(page)
  await expect(updatePrompt(page)).toBeVisible()
})

test('a mailed link opens where the device has a version whose code for it is gone', async () => {
  const deployment = createDeployment()
  onTestFinished(() => deployment.remove())
  const stage = await setStage({ BUILD_DIR: deployment.folder })
  const { url, server, proxy } = stage
  const { phone, page } = await phoneWithTheApp(stage)
  deployment.deployNext()
  await server.restart()
  const session = await phone.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')

  const answer = await page.goto(`${url}/reset-password?token=none`)
  expect(answer?.fromServiceWorker()).toBe(true)
  await expect(page.getByLabel('New password')).toBeVisible()
  // Nobody has agreed: what needs no server is as it was.
  await page.goto(`${url}/product`)
  await expect(page.getByRole('heading', { name: 'Weekly shop' })).toBeVisible()
  expect(await versionOf(page)).toBe('1')

  await proxy.unplug()
  await page.goto(`${url}/login`)
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
})

test('a captcha that is turned on reaches who has the app, with the page that may show it', async () => {
  const stage = await setStage({ LOG_LEVEL: 'warn' })
  const { url, server } = stage
  const { page } = await phoneWithTheApp(stage)
  async function allowsIt(path: string) {
    const answer = await page.goto(`${url}${path}`)
    expect(answer?.fromServiceWorker()).toBe(true)
    return answer?.headers()['content-security-policy']?.includes('challenges.cloudflare.com')
  }
  expect(await allowsIt('/product')).toBe(false)
  await server.restart({
    CAPTCHA_PROVIDER: 'turnstile',
    CAPTCHA_SITE_KEY: 'public-key',
    CAPTCHA_SECRET: 'private-key',
  })
  expect(await allowsIt('/login')).toBe(true)
  expect(await allowsIt('/product')).toBe(false)
  await updatePrompt(page).click()
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect.poll(() => allowsIt('/product').catch(() => 'loading')).toBe(true)
})

test('a withdrawn version leaves the device, and the edits stay', async () => {
  const deployment = createDeployment()
  onTestFinished(() => deployment.remove())
  const { url, server, proxy, device, truth } = await setStage({ BUILD_DIR: deployment.folder })
  const phone = device()
  const first = await phone.open()
  await signUp(first, url, anna)
  await makeList(first, 'Weekly shop')
  await expectAllSaved(first)
  const page = await settleIn(first, phone)
  // What was answered a moment before the restart may lie in the outbox still, and is sent again then.
  await expectAllSaved(page)
  await proxy.unplug()
  await addItems(page, 'Milk')
  await expect(syncLine(page)).toHaveText('Offline – 1 change waiting')

  const before = deployment.files()
  deployment.withdraw()
  // A file that kept its name with other content would come out of a cache, and bring its old neighbours with it.
  const kept = [...deployment.files()].filter(([name]) => before.has(name))
  expect(kept.flatMap(([name, text]) => (before.get(name) === text ? [] : name))).toEqual([])
  expect(kept.length).toBeLessThan(before.size)
  await server.restart()
  await proxy.plug()
  await page.reload()
  await expect
    .poll(() =>
      page
        .evaluate(async () => [
          (await navigator.serviceWorker.getRegistrations()).length,
          (await caches.keys()).length,
        ])
        .catch(() => 'loading'),
    )
    .toEqual([0, 0])
  await expectItems(page, { Milk: false })
  await expectAllSaved(page)
  expect(await itemsOnServer(await truth(anna), 'Weekly shop')).toEqual({ Milk: false })
})

/** Has a list, all of it saved, and is answered by the worker. */
async function phoneWithTheApp({ url, device }: Stage) {
  const phone = device()
  const first = await phone.open()
  await signUp(first, url, anna)
  await makeList(first, 'Weekly shop')
  await expectAllSaved(first)
  const page = await settleIn(first, phone)
  await expectAllSaved(page)
  return { phone, page }
}

/** As the browser does by itself; until the new version is stored, or cannot be. */
async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
    const worker = registration?.installing
    while (worker?.state === 'installing')
      await new Promise(resolve => worker.addEventListener('statechange', resolve, { once: true }))
  })
}

/** Whether a version was stored that could take over. */
function isWaiting(page: Page): Promise<boolean> {
  return page.evaluate(
    async () => ((await navigator.serviceWorker.getRegistration())?.waiting ?? null) !== null,
  )
}

function updatePrompt(page: Page) {
  return page.getByRole('button', { name: '1 update' })
}

/** The mark that a later deployment carries in its page. */
async function versionOf(page: Page): Promise<string> {
  const mark = page.locator('meta[name="version"]')
  return (await mark.count()) === 0 ? '1' : ((await mark.getAttribute('content')) ?? '')
}

test('addresses of the server or of a proxy before it are not answered with the app', async () => {
  const { url, device } = await setStage()
  const phone = device()
  const first = await phone.open()
  await signUp(first, url, anna)
  await makeList(first, 'Weekly shop')
  const page = await settleIn(first, phone)
  const app = await page.goto(`${url}/product`)
  expect(app?.fromServiceWorker()).toBe(true)
  const served = ['/.well-known/security.txt', '/robots.txt', '/pictures/list-phone.png']
  for (const path of [...served, '/oauth2/sign_in']) {
    const answer = await page.goto(`${url}${path}`)
    expect([path, answer?.fromServiceWorker()]).toEqual([path, false])
  }
  await page.goto(`${url}/.well-known/security.txt`)
  await expect(page.locator('body')).toContainText('Contact:')
})
