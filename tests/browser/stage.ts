/** The built app, the real server, a network with faults between them, and people with devices. */
import { expect as baseExpect, type Page } from '@playwright/test'
import { afterAll, onTestFinished, type TestContext } from 'vitest'
import { type Account, type ApiClient, signInByApi } from '../support/browser/browser-api.ts'
import { createDevice, type Device } from '../support/browser/browser-device.ts'
import { type RunningServer, startServer } from '../support/browser/browser-server.ts'
import { type FaultyNetwork, startProxy } from '../support/browser/proxy.ts'

/** Waits for what it expects; the machine may be slow, the product's own limits are tested elsewhere. */
export const expect = baseExpect.configure({ timeout: 20_000 })

export interface Stage {
  readonly server: RunningServer
  readonly proxy: FaultyNetwork
  /** The address that browsers go to. */
  readonly url: string
  device(): Device
  /** What the server holds for a person, asked without the proxy. */
  truth(account: Account): Promise<ApiClient>
}

/** What is to be done in the end; of a test it is told whether it failed. */
type AtEnd = (ending: (context?: TestContext) => Promise<void>) => void

let sharedServer: Promise<RunningServer> | undefined
afterAll(async () => (await sharedServer)?.stop())

let annas = 0

/**
 * Everything of it ends with the test, or with what `atEnd` speaks of; the server only where it was asked for
 * with an environment of its own: otherwise it is the one of the whole file, which must not be stopped.
 */
export async function setStage(
  environment: Readonly<Record<string, string>> = {},
  atEnd: AtEnd = onTestFinished,
): Promise<Stage> {
  meetSomebodyNew()
  const isOwn = Object.keys(environment).length > 0
  if (!isOwn) sharedServer ??= startServer()
  const server = (await (isOwn ? undefined : sharedServer)) ?? (await startServer(environment))
  if (isOwn) atEnd(() => server.stop())
  const proxy = await startProxy(server.url)
  atEnd(() => proxy.close())
  return {
    server,
    proxy,
    url: proxy.url,
    device() {
      const device = createDevice()
      atEnd(async context => {
        if (context?.task.result?.state === 'fail') await photograph(device, context.task.name)
        await device.discard()
      })
      return device
    },
    truth: account => signInByApi(server.url, account),
  }
}

/** Another one on each stage, since the tests of a file share a server. */
export const anna: Account = {
  get email() {
    return `anna-${annas}@example.org`
  },
  password: 'four brown walnut shells',
}

/** From now on Anna is another one, who has no account yet. */
export function meetSomebodyNew(): void {
  annas += 1
}

/** Through the form of /signup, and the sign-in where it asks for one, to the lists. */
export async function signUp(page: Page, url: string, { email, password }: Account): Promise<void> {
  await page.goto(`${url}/signup`)
  await page.getByRole('textbox', { name: 'First name' }).fill('Anna')
  await page.getByRole('textbox', { name: 'Last name' }).fill('Berg')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  const newList = newListButton(page)
  const signInButton = page.getByRole('button', { name: 'Sign in' })
  await expect(newList.or(signInButton)).toBeVisible()
  if (await signInButton.isVisible()) await fillSignIn(page, { email, password })
  await expect(newList).toBeVisible()
}

export async function signIn(page: Page, url: string, account: Account): Promise<void> {
  await page.goto(`${url}/login`)
  await fillSignIn(page, account)
  await expect(page).toHaveURL(/\/product/)
}

async function fillSignIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export async function makeList(page: Page, name: string): Promise<void> {
  // On a phone that shows a list, the lists are behind its name.
  const lists = page.getByRole('heading', { level: 1 }).getByRole('button')
  await expect(newListButton(page).or(lists).first()).toBeVisible()
  if (!(await newListButton(page).isVisible())) await lists.click()
  await newListButton(page).click()
  await page.getByRole('textbox', { name: 'List name' }).fill(name)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
}

/** By keyboard, as one does: Enter adds and the box stays ready. */
export async function addItems(page: Page, ...names: readonly string[]): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Add an item' })
  await box.click()
  for (const name of names) {
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(checkbox(page, name)).toBeVisible()
  }
  await expect(box).toBeFocused()
}

/** A name of letters alone, since the add box takes a number for a quantity. */
export function nameOf(...numbers: readonly number[]): string {
  const letters = numbers.map(number =>
    [...String(number)].map(digit => 'abcdefghij'[Number(digit)]).join(''),
  )
  return `Thing-${letters.join('-')}`
}

export async function tick(page: Page, name: string): Promise<void> {
  await checkbox(page, name).check()
  // A mouse that stays over the rows keeps them where they are.
  await page.mouse.move(0, 0)
}

/** The row's mark stands in the page as soon as the disk has the edit; it is seen a moment later. */
export async function saysKept(page: Page, name: string): Promise<void> {
  await page
    .getByRole('listitem')
    .filter({ has: checkbox(page, name), hasText: 'waiting' })
    .waitFor({ state: 'attached', timeout: 20_000 })
}

/** Open or in the trolley, wherever it shows. */
export function checkbox(page: Page, name: string) {
  return page.getByRole('checkbox', { name, exact: true })
}

/** All items that the page shows, the trolley unfolded: name → ticked. */
export async function shownItems(page: Page): Promise<Readonly<Record<string, boolean>>> {
  const trolley = page.getByRole('button', { name: /^In the trolley/, expanded: false })
  if (await trolley.isVisible()) await trolley.click()
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('checkbox') })
  return Object.fromEntries(
    await rows.evaluateAll(elements =>
      elements.map(row => {
        const label = row.querySelector('[aria-label^="Edit "]')?.getAttribute('aria-label') ?? ''
        const box = row.querySelector('[role=checkbox], input[type=checkbox]')
        const ticked =
          box instanceof HTMLInputElement
            ? box.checked
            : box?.getAttribute('aria-checked') === 'true'
        return [label.replace(/^Edit /, ''), ticked] as const
      }),
    ),
  )
}

export async function expectItems(
  page: Page,
  items: Readonly<Record<string, boolean>>,
): Promise<void> {
  await expect(async () => expect(await shownItems(page)).toEqual(items)).toPass({
    timeout: 20_000,
  })
}

/** The connection line. */
export function syncLine(page: Page) {
  return page.getByRole('status', { name: 'Sync' })
}

export async function expectAllSaved(page: Page, withinMs = 60_000): Promise<void> {
  await expect(syncLine(page)).toHaveText('All changes saved', { timeout: withinMs })
}

/** The items of the only list of that name, as the server has them; fails where the server has two. */
export async function itemsOnServer(
  client: ApiClient,
  listName: string,
): Promise<Readonly<Record<string, boolean>>> {
  const lists = (await client.lists()).filter(({ name }) => name === listName)
  expect(lists).toHaveLength(1)
  const items = lists[0]?.items ?? []
  expect(new Set(items.map(({ name }) => name)).size, 'nothing is doubled').toBe(items.length)
  return Object.fromEntries(items.map(({ name, purchased }) => [name, purchased]))
}

/**
 * Waits until the app is whole on the device: the worker that answers without a network runs this page. The
 * browser writes cookies some seconds late, so that it is closed as a person closes it, and opened again.
 */
export async function settleIn(page: Page, device: Device): Promise<Page> {
  const address = page.url()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await device.close()
  const opened = await device.open()
  await opened.goto(address)
  return opened
}

/** What a failed test was looking at. */
export async function photograph(device: Device, testName: string): Promise<void> {
  const name = testName.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 60)
  try {
    for (const [index, page] of device.context().pages().entries()) {
      await page.screenshot({ path: `test-results/${name}-${index}.png`, timeout: 5_000 })
    }
  } catch {
    // The browser is gone, which the failure itself tells.
  }
}

function newListButton(page: Page) {
  return page.getByRole('button', { name: 'New list' }).first()
}
