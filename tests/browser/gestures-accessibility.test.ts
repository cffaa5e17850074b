/** The list in each of its states, and what its menu opens: axe finds nothing, light and dark. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { test } from 'vitest'
import type { Look } from '../support/browser-device.ts'
import { anna, checkbox, expect, expectAllSaved, setStage, signUp } from './stage.ts'

const looks: readonly (readonly [string, Look])[] = [
  ['phone, light', { width: 360, height: 780, colorScheme: 'light' }],
  ['desktop, dark', { width: 1280, height: 800, colorScheme: 'dark' }],
]

test.each(looks)('%s', async (_name, look) => {
  const { url, device } = await setStage()
  const page = await device().open(look)
  const found: Record<string, readonly string[]> = {}

  async function lookAt(state: string): Promise<void> {
    const { violations } = await new AxeBuilder({ page }).analyze()
    found[state] = violations.flatMap(({ id, nodes }) =>
      nodes.map(node => `${id}: ${node.html.slice(0, 200)}`),
    )
  }

  async function lookAtDialog(entry: string, title: string | RegExp): Promise<void> {
    await choose(page, entry)
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await lookAt(entry)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: title })).toHaveCount(0)
  }

  await signUp(page, url, anna)
  await page.getByRole('button', { name: 'Sample list' }).click()
  await expect(page.getByRole('heading', { name: 'Sample list', exact: true })).toBeVisible()
  await checkbox(page, 'Bread').check()
  await expectAllSaved(page)
  await lookAt('a list by aisles')

  await page.getByRole('button', { name: 'Edit Milk' }).click()
  await page.getByRole('textbox', { name: 'Tags' }).fill('Cold')
  await expect(page.getByRole('radio', { name: 'Teal' })).toBeVisible()
  await lookAt('an item that gets a new tag')
  await page.keyboard.press('Escape')

  await lookAtDialog('Find', 'Find')
  await lookAtDialog('Tags', 'Tags')
  await lookAtDialog('List settings', 'List settings')
  await lookAtDialog('Copy list', /^Copy/)
  await lookAtDialog('Reset list', /^Reset/)
  await lookAtDialog('Send, print, export', 'Send, print, export')
  await lookAtDialog('History', 'History')
  await lookAtDialog('Bin', 'Bin')

  await choose(page, 'Filter and sort')
  await page.getByRole('combobox', { name: 'Show' }).selectOption('In the trolley')
  await lookAt('a filter that leaves nothing open')
  await page.getByRole('button', { name: 'Show all', exact: true }).click()

  await choose(page, 'Move items')
  await lookAt('while rows are moved')
  await page.getByRole('button', { name: 'Done' }).click()
  await choose(page, 'Select items')
  await page.getByRole('checkbox', { name: 'Select Milk' }).check()
  await lookAt('while rows are selected')
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Shop in the store' }).click()
  await lookAt('in the store')
  await page.getByRole('button', { name: 'Leave store' }).click()

  await choose(page, 'List settings')
  await page.getByRole('radio', { name: 'Stock list' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Bought Milk' })).toBeVisible()
  await lookAt('a stock list')

  await page.goto(`${url}/product/dashboard`)
  await expect(page.getByRole('list', { name: 'All lists' })).toBeVisible()
  await lookAt('the overview')
  await page.goto(`${url}/product/item?item=nothing`)
  await expect(page.getByRole('heading', { name: 'This item is not there' })).toBeVisible()
  await lookAt('an item that is not there')

  expect(found).toEqual(Object.fromEntries(Object.keys(found).map(state => [state, []])))
})

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'List options' }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}
