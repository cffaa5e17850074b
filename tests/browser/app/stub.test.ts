/** The product without a server: the demo beside the app, a stubbed installation, a host of files alone. */
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { onTestFinished, test } from 'vitest'
import { anna, checkbox, expect, expectAllSaved, makeList, setStage, signUp } from '../stage.ts'

function errorsOf(page: Page): readonly string[] {
  const errors: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', error => errors.push(error.message))
  return errors
}

async function addThere(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Weekly shop' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Add an item' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(checkbox(page, name)).toBeVisible()
  await expectAllSaved(page)
}

async function expectNoComplaints(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(node => node.html)])).toEqual([])
}

const workersOf = (page: Page) =>
  page.evaluate(async () => {
    const all = await navigator.serviceWorker.getRegistrations()
    return all.map(({ scope, active }) => [
      new URL(scope).pathname,
      new URL(active?.scriptURL ?? scope).pathname,
    ])
  })

test('the demo beside the app leaves a real account alone', async () => {
  const { url, device } = await setStage()
  const phone = device()
  const page = await phone.open({ width: 360, height: 740 })
  await signUp(page, url, anna)
  await makeList(page, 'Mine')
  await expectAllSaved(page)
  await page.evaluate(() => navigator.serviceWorker.ready)

  const demo = await phone.openTab({ width: 360, height: 740 })
  const errors = errorsOf(demo)
  const asked: string[] = []
  await demo.goto(`${url}/demo/app`)
  await addThere(demo, 'Oranges')
  demo.on('response', response => {
    if (/\/(v1|auth|graphql)/.test(response.url())) {
      asked.push(response.url())
    }
  })
  await demo.reload()
  await expect(checkbox(demo, 'Oranges')).toBeVisible()
  await expectAllSaved(demo)
  await expectNoComplaints(demo)
  for (const [path, name] of [
    ['dashboard', 'Overview'],
    ['friends', 'Friends'],
    ['feedback', 'Feedback'],
    ['account', 'Account settings'],
  ] as const) {
    await demo.goto(`${url}/demo/product/${path}`)
    await expect(demo.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(demo.getByText('A demo: what you change stays in this browser.')).toBeVisible()
  }
  for (const path of ['', 'login', 'signup']) {
    await demo.goto(`${url}/demo/${path}`)
    await expect(demo.getByRole('link', { name: 'Leave the demo' })).toBeVisible()
  }
  expect(await workersOf(demo)).toEqual([['/', '/service-worker.js']])
  expect(asked, 'nothing reaches the server').toEqual([])
  expect(errors).toEqual([])

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Mine' })).toBeVisible()
  await expectAllSaved(page)
  await page.goto(url)
  await expect(page.getByRole('link', { name: 'Open your lists' })).toBeVisible()
})

test('an installation that is stubbed is the demo, and no worker of the app is there', async () => {
  const { url, device } = await setStage({ STUBBED: 'true' })
  const page = await device().open({ width: 1280, height: 800 })
  await page.goto(url)
  await expect(page.getByRole('link', { name: 'Try it without an account' })).toBeVisible()
  // The first visit hears that it is stubbed, and begins again.
  await expect.poll(() => workersOf(page).catch(() => [])).toEqual([['/', '/mockServiceWorker.js']])
  await page.goto(`${url}/login`)
  await page.getByRole('textbox', { name: 'Email' }).fill('ana@example.org')
  await page.getByLabel('Password', { exact: true }).fill('any password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Sign in as sam@aisle.example')).toBeVisible()
  await page.getByRole('textbox', { name: 'Email' }).fill('sam@aisle.example')
  await page.getByLabel('Password', { exact: true }).fill('any password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await addThere(page, 'Oranges')
  await page.reload()
  await expect(checkbox(page, 'Oranges')).toBeVisible()
  await page.goto(`${url}/product/dashboard`)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  expect(await workersOf(page)).toEqual([['/', '/mockServiceWorker.js']])
})

test('a folder on a host of files shows the demo', async () => {
  const url = await serveFiles(process.env.BUILD_DIR ?? 'dist')
  const { device } = await setStage()
  const page = await device().open({ width: 360, height: 740 })
  await page.goto(url)
  await page.getByRole('link', { name: 'Try it without an account' }).click()
  await addThere(page, 'Oranges')
  await page.reload()
  await expect(checkbox(page, 'Oranges')).toBeVisible()
  await page.getByRole('link', { name: 'Leave the demo' }).click()
  await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible()
  await page.getByRole('link', { name: 'Try it without an account' }).click()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Leave the demo' }).click()
  await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible()
})

/** Files and index.html of folders, as the plainest host does it; what is not there is 404. */
async function serveFiles(folder: string): Promise<string> {
  const types = new Map([
    ['.js', 'text/javascript'],
    ['.css', 'text/css'],
    ['.html', 'text/html'],
    ['.json', 'application/json'],
  ])
  const server = createServer((request, response) => {
    const path = join(folder, new URL(request.url ?? '/', 'http://host').pathname)
    const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path
    if (!existsSync(file)) return response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': types.get(extname(file)) ?? 'text/plain' })
    return createReadStream(file).pipe(response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}
