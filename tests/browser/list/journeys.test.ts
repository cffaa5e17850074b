/** With the keyboard alone, from the add box to the file on the disk; what the server holds is asked at the end. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { test } from 'vitest'
import { anna, checkbox, expect, expectAllSaved, itemsOnServer } from '../stage.ts'
import {
  choose,
  desktop,
  names,
  pasteText,
  removeByKeyboard,
  row,
  untilWhole,
} from './list-hands.ts'

test('with the keyboard alone: quick add, paste, suggestions, and all of it undone', async () => {
  const { page, stage } = await desktop()
  const box = page.getByRole('textbox', { name: 'Add an item' })
  const chips = page.getByRole('toolbar', { name: 'Suggestions' }).getByRole('button')
  await box.focus()
  for (const [typed, name, amount] of [
    ['2 kg flour', 'flour', /2 kg/],
    ['milk 1,5 l', 'milk', /1½ l|1,5 l/],
    ['3x lemons', 'lemons', /3/],
    ['½ cucumber', 'cucumber', /½|0\.5/],
  ] as const) {
    await page.keyboard.type(typed)
    await expect(chips.first()).toContainText(amount)
    await page.keyboard.press('Enter')
    await expect(row(page, name)).toContainText(amount)
  }
  await expect(box).toBeFocused()
  // What was typed wins.
  await page.keyboard.type('7 up')
  await expect(chips.first()).toContainText('7 · up')
  await page.keyboard.press('Escape')
  await expect(chips.first()).toContainText('“7 up” as typed')
  await page.keyboard.press('Enter')
  await expect(checkbox(page, '7 up')).toBeVisible()

  // A ticked one comes back, an unticked one is raised.
  await checkbox(page, 'milk').press('Space')
  await box.focus()
  await page.keyboard.type('milk')
  await expect(chips.first()).toContainText('Bring back milk')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(checkbox(page, 'milk')).not.toBeChecked()
  await page.keyboard.type('2 lemons')
  await expect(chips.filter({ hasText: 'Raise lemons to 5' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(row(page, 'lemons')).toContainText('5')

  // Out of the history of the device, and out of it for good.
  await removeByKeyboard(page, 'cucumber')
  await box.focus()
  await page.keyboard.type('cuc')
  await expect(chips.first()).toContainText('cucumber')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(checkbox(page, 'cucumber')).toBeVisible()
  await removeByKeyboard(page, 'cucumber')
  await box.focus()
  await page.keyboard.type('cuc')
  await expect(chips.first()).toContainText('cucumber')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await expect(chips).toHaveCount(0)
  await expect(box).toBeFocused()
  await box.fill('')

  await pasteText(page, '2 l juice\n- Rice\n\n3 onions')
  const dialog = page.getByRole('dialog', { name: 'Add pasted lines' })
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await page.keyboard.press('Enter')
  await expect(row(page, 'juice')).toContainText('2 l')
  await expect(row(page, 'onions')).toContainText('3')
  await page.getByRole('button', { name: 'Undo' }).first().press('Enter')
  for (const name of ['juice', 'Rice', 'onions']) await expect(checkbox(page, name)).toHaveCount(0)
  await expectAllSaved(page)
  expect(await itemsOnServer(await stage.truth(anna), 'Weekly shop')).toEqual(
    Object.fromEntries([...names, 'flour', 'milk', 'lemons', '7 up'].map(name => [name, false])),
  )
})

test('a list goes out as text, on paper and as a file, and comes back the same', async () => {
  const { page, stage } = await desktop()
  await page.getByRole('button', { name: 'Edit Cheese' }).press('Enter')
  await page.getByRole('textbox', { name: 'Quantity to buy' }).fill('2.5')
  await page.getByRole('textbox', { name: 'Tags' }).focus()
  await page.keyboard.type('Dairy')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Notes' }).fill('=1+1, "the <b>old</b> one"')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await checkbox(page, 'Bread').press('Space')

  await untilWhole(page)
  await stage.proxy.unplug()
  await takeElsewhere(page, 'Send as text')
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue(/Cheese/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.evaluate(() => {
    window.print = () => {
      const paper = document.querySelector('.print-sheet')
      document.documentElement.dataset.printed = paper?.textContent ?? ''
      dispatchEvent(new Event('afterprint'))
    }
  })
  await takeElsewhere(page, 'Print')
  await expect(page.locator('html')).toHaveAttribute('data-printed', /Dairy[\s\S]*Cheese/)

  for (const format of ['Spreadsheet (CSV)', 'Complete copy (JSON)']) {
    await takeElsewhere(page, 'Export')
    await page.getByRole('radio', { name: format }).check()
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save file' }).press('Enter')
    const download = await coming
    const content = readFileSync(await download.path())
    await expect(page.getByRole('dialog')).toHaveCount(0)

    const back = `Back from ${format.slice(-5, -1).trim()}`
    await takeElsewhere(page, 'Import')
    await page.getByLabel(/Choose a file/).setInputFiles({
      name: download.suggestedFilename(),
      mimeType: 'text/plain',
      buffer: content,
    })
    await page.getByRole('textbox', { name: 'List name' }).fill(back)
    await page.getByRole('button', { name: 'Import 5 items' }).press('Enter')
    await expect(page.getByRole('heading', { name: back })).toBeVisible()
    await page
      .getByRole('navigation', { name: 'Lists' })
      .getByRole('link', { name: /^Weekly shop/ })
      .press('Enter')
    await expect(page.getByRole('heading', { name: 'Weekly shop' })).toBeVisible()
  }
  await stage.proxy.plug()
  await expectAllSaved(page)
  const { getAllShoppingList: lists } = await (await stage.truth(anna)).ask<{
    readonly getAllShoppingList: readonly { readonly items: readonly object[] }[]
  }>(
    'query { getAllShoppingList { items { name purchased notes quantityToPurchase quantityInStock itemTags { name color } } } }',
  )
  expect(lists).toHaveLength(3)
  expect(lists[0]?.items).toHaveLength(5)
  for (const list of lists) expect(list.items).toEqual(lists[0]?.items)
})

async function takeElsewhere(page: Page, how: string): Promise<void> {
  await choose(page, 'Send, print, export')
  await page.getByRole('dialog').getByRole('button', { name: how, exact: true }).press('Enter')
}
