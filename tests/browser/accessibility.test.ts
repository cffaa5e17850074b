/** Each screen, light and dark, on a phone and on a desktop: axe finds nothing. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { test } from 'vitest'
import type { Look } from '../support/browser-device.ts'
import {
  addItems,
  anna,
  expect,
  expectAllSaved,
  makeList,
  setStage,
  signUp,
  tick,
} from './stage.ts'

const looks: readonly (readonly [string, Look])[] = [
  ['phone, light', { width: 360, height: 780, colorScheme: 'light' }],
  ['phone, dark', { width: 360, height: 780, colorScheme: 'dark' }],
  ['desktop, light', { width: 1280, height: 800, colorScheme: 'light' }],
  ['desktop, dark', { width: 1280, height: 800, colorScheme: 'dark' }],
]

/** Behind the menu of a list. */
const panels = ['Find', 'Tags', 'Reset list', 'List settings', 'Copy list', 'History', 'Bin']

test.each(looks)('%s', async (_name, look) => {
  const { url, device, proxy, truth } = await setStage()
  const page = await device().open(look)
  const found: Record<string, unknown> = {}

  async function lookAt(screen: string): Promise<void> {
    found[screen] = await violationsOf(page)
  }

  for (const path of ['/', '/signup', '/login']) {
    await page.goto(`${url}${path}`)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await lookAt(path)
  }
  await page.goto(`${url}/signup`)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('First name is empty')).toBeVisible()
  await lookAt('/signup with complaints')

  await signUp(page, url, anna)
  await lookAt('no list yet')
  await makeList(page, 'Weekly shop')
  await lookAt('an empty list')
  await addItems(page, 'Milk', 'Bread', 'Apples')
  await tick(page, 'Bread')
  await expectAllSaved(page)
  await lookAt('a list')

  await page.getByRole('button', { name: 'Edit Milk' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible()
  await lookAt('an item')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'List options' }).click()
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
  await lookAt('the menu of a list')
  await page.keyboard.press('Escape')
  for (const name of panels) {
    await page.getByRole('button', { name: 'List options' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.getByText('Loading...')).toBeHidden()
    await lookAt(name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  await lookAt('the account menu')
  await page.keyboard.press('Escape')

  await proxy.unplug()
  await addItems(page, 'Candles')
  await expect(page.getByRole('status', { name: 'Sync' })).toHaveText('Offline – 1 change waiting')
  await lookAt('a list without a network')
  await page.getByRole('button', { name: 'Show what waits' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await lookAt('what waits')
  await page.keyboard.press('Escape')
  await proxy.plug()
  await expectAllSaved(page)

  const { getAllItem } = await (await truth(anna)).ask<{
    readonly getAllItem: readonly { readonly id: string }[]
  }>('query { getAllItem { id } }')
  await page.goto(`${url}/product/item?item=${getAllItem[0]?.id}`)
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible()
  await lookAt('/product/item')

  for (const path of ['/product/dashboard', '/product/ready', '/errorlogout', '/logout']) {
    await page.goto(`${url}${path}`)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await lookAt(path)
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map(screen => [screen, []])))
})

async function violationsOf(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html}`))
}
