/** Many items at once, the history, the bin, finding and filtering, with the keyboard alone. */
import type { Locator, Page } from '@playwright/test'
import { test } from 'vitest'
import { anna, checkbox, expect, expectAllSaved, itemsOnServer, makeList } from '../stage.ts'
import {
  choose,
  closeDialog,
  desktop,
  expectOrder,
  names,
  removeByKeyboard,
  untilWhole,
} from './list-hands.ts'

test('with the keyboard alone: many at once, the history, the bin, finding and filtering', async () => {
  const { page, stage } = await desktop()
  await makeList(page, 'Pantry')
  await expectAllSaved(page)
  await page
    .getByRole('navigation', { name: 'Lists' })
    .getByRole('link', { name: /^Weekly shop/ })
    .press('Enter')
  await expectOrder(page, names)

  await choose(page, 'Select items')
  const toolbar = page.getByRole('toolbar', { name: 'With the selected items' })
  for (const name of ['Apples', 'Cheese']) await selectBox(page, name).press('Space')
  await expect(page.getByText('2 selected')).toBeVisible()
  await toolbar.getByRole('button', { name: 'Tag' }).press('Enter')
  await page.getByRole('dialog').getByLabel('New tag').focus()
  await page.keyboard.type('Fresh')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await toolbar.getByRole('button', { name: 'Tick' }).press('Enter')
  await page.keyboard.press('Escape')
  // Many at once are in the trolley at once, which is folded.
  await expect(page.getByRole('button', { name: 'In the trolley (2)' })).toBeVisible()
  await undoLatest(page)
  await expect(checkbox(page, 'Cheese')).not.toBeChecked()
  const headings = page.getByRole('list', { name: 'Items' }).getByRole('heading')
  await expect(headings).toHaveText(['Fresh', 'Without a tag'])

  await choose(page, 'Select items')
  for (const name of ['Dates', 'Eggs']) await selectBox(page, name).press('Space')
  await toolbar.getByRole('button', { name: 'Move to…' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Pantry' }).press('Enter')
  await expect(toolbar.getByRole('button', { name: 'Move to…' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(toolbar).toHaveCount(0)
  await expect(checkbox(page, 'Eggs')).toHaveCount(0)
  await expectAllSaved(page)
  expect(await itemsOnServer(await stage.truth(anna), 'Pantry')).toEqual({
    Dates: false,
    Eggs: false,
  })

  // The history undoes without a network too.
  await untilWhole(page)
  await stage.proxy.unplug()
  await checkbox(page, 'Bread').press('Space')
  await expect(checkbox(page, 'Bread')).toBeChecked()
  await choose(page, 'History')
  await page.getByRole('button', { name: 'Undo: ticked Bread' }).press('Enter')
  await closeDialog(page)
  await expect(checkbox(page, 'Bread')).not.toBeChecked()
  await removeByKeyboard(page, 'Apples')
  await stage.proxy.plug()
  await expectAllSaved(page)
  await choose(page, 'Bin')
  await page.getByRole('button', { name: 'Bring back Apples' }).press('Enter')
  await closeDialog(page)
  await expect(checkbox(page, 'Apples')).toBeVisible()

  const search = page.getByRole('searchbox', { name: 'Find in all lists' })
  await choose(page, 'Find')
  await expect(search).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(search).toHaveCount(0)
  // Its code is there now, and it opens while the menu closes.
  await choose(page, 'Find')
  await expect(search).toBeFocused()
  await page.keyboard.type('egg')
  await expect(page.getByRole('list', { name: 'Found' }).getByRole('button')).toHaveText(
    /Eggs.*Pantry/,
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Pantry' })).toBeVisible()
  await expect(checkbox(page, 'Eggs')).toBeVisible()
  await checkbox(page, 'Eggs').press('Space')

  await choose(page, 'Filter and sort')
  await page.getByRole('combobox', { name: 'Show' }).selectOption('To buy')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name')
  await expect(page.getByText('1 of 2 items shown')).toBeVisible()
  await expectAllSaved(page)
  await page.reload()
  await expect(page.getByText('1 of 2 items shown')).toBeVisible()
  await page.getByRole('button', { name: 'Show all', exact: true }).press('Enter')
  await expect(checkbox(page, 'Dates')).toBeFocused()
  await expect(checkbox(page, 'Eggs')).toBeVisible()
})

function selectBox(page: Page, name: string): Locator {
  return page.getByRole('checkbox', { name: `Select ${name}` })
}

async function undoLatest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo', exact: true }).first().press('Enter')
}
