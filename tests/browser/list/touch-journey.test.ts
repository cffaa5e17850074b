/** With a finger on a phone, journeys through all that a list can do; what the server holds is asked at the end. */
import type { Page } from '@playwright/test'
import { test } from 'vitest'
import {
  addItems,
  anna,
  checkbox,
  expect,
  expectAllSaved,
  itemsOnServer,
  type Stage,
} from '../stage.ts'
import type { Finger } from './finger.ts'
import { choose, names, pasteText, phone, row, untilWhole } from './list-hands.ts'

test('with a finger: chips, twins, many at once, the bin, and aisles in another order', async () => {
  const { page, finger, stage } = await phone()
  const box = page.getByRole('textbox', { name: 'Add an item' })
  const chips = page.getByRole('toolbar', { name: 'Suggestions' }).getByRole('button')
  await finger.tap(box)
  await page.keyboard.type('2 kg flour')
  await finger.tap(page.getByRole('button', { name: 'Add', exact: true }))
  await expect(row(page, 'flour')).toContainText('2 kg')
  await expect(box).toBeFocused()
  await finger.tap(checkbox(page, 'flour'))
  await expect(checkbox(page, 'flour')).toBeChecked()
  await expect(page.getByText('flour', { exact: true })).toHaveCSS(
    'text-decoration-line',
    'line-through',
  )
  await finger.tap(box)
  await page.keyboard.type('flo')
  await finger.tap(chips.filter({ hasText: 'Bring back flour' }))
  await expect(checkbox(page, 'flour')).not.toBeChecked()
  await expectAllSaved(page)

  // Somebody else had the same thought in the same cellar.
  await stage.proxy.unplug()
  await addItems(page, 'Soap')
  await addElsewhere(stage, 'Soap')
  await page.evaluate(holdWhatSettles)
  await stage.proxy.plug()
  const twins = page.getByRole('region', { name: 'On the list twice' })
  await expect(twins).toBeVisible()
  // Meant for the row that was there before.
  await twins.getByRole('button', { name: 'Merge Soap' }).click({ force: true })
  await expect(checkbox(page, 'Soap')).toHaveCount(2)
  await twins.evaluate(card => {
    for (const animation of card.getAnimations()) animation.finish()
  })
  await finger.tap(twins.getByRole('button', { name: 'Merge Soap' }))
  await expect(checkbox(page, 'Soap')).toHaveCount(1)
  await expect(twins).toHaveCount(0)

  await finger.press(row(page, 'Apples'))
  await finger.lift()
  await finger.tap(page.getByRole('checkbox', { name: 'Select Bread' }))
  await expect(page.getByText('2 selected')).toBeVisible()
  const toolbar = page.getByRole('toolbar', { name: 'With the selected items' })
  await finger.tap(toolbar.getByRole('button', { name: 'Delete' }))
  await finger.tap(page.getByRole('button', { name: 'Undo', exact: true }).first())
  await finger.tap(page.getByRole('button', { name: 'Done' }))
  await expect(checkbox(page, 'Apples')).toBeVisible()
  await expect(checkbox(page, 'Bread')).toBeVisible()

  for (const [name, tag] of [
    ['Cheese', 'Dairy'],
    ['Apples', 'Fruit'],
  ] as const) {
    await finger.tap(page.getByRole('button', { name: `Edit ${name}` }))
    await finger.tap(page.getByRole('textbox', { name: 'Tags' }))
    await page.keyboard.type(tag)
    await page.keyboard.press('Enter')
    await finger.tap(page.getByRole('button', { name: 'Save' }))
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  const headings = page.getByRole('list', { name: 'Items' }).getByRole('heading')
  await expect(headings).toHaveText(['Dairy', 'Fruit', 'Without a tag'])
  await choose(page, 'Tags')
  const tags = page.getByRole('dialog').getByRole('list', { name: 'Tags' }).getByRole('listitem')
  await finger.grab(page.getByRole('button', { name: 'Move Fruit' }))
  await finger.dragTo(tags.first(), 'above')
  await expect(tags.first().getByRole('textbox')).toHaveValue('Fruit')
  await finger.tap(page.getByRole('dialog').getByRole('button', { name: 'Save' }))
  await expect(headings).toHaveText(['Fruit', 'Dairy', 'Without a tag'])

  await finger.tap(page.getByRole('button', { name: 'Edit Cheese' }))
  await finger.tap(page.getByRole('button', { name: 'Delete', exact: true }))
  await expect(checkbox(page, 'Cheese')).toHaveCount(0)
  await expectAllSaved(page)
  await choose(page, 'Bin')
  await finger.tap(page.getByRole('button', { name: 'Bring back Cheese' }))
  await page.keyboard.press('Escape')
  await expect(checkbox(page, 'Cheese')).toBeVisible()
  await expectAllSaved(page)
  expect(await itemsOnServer(await stage.truth(anna), 'Weekly shop')).toEqual(
    Object.fromEntries([...names, 'flour', 'Soap'].map(name => [name, false])),
  )
})

test('with a finger: a paste, the history, a filter with a name, finding, and a file out and in', async () => {
  const { page, finger, stage } = await phone()
  const open = (entry: string) => tapMenu(page, finger, entry)
  const dialog = page.getByRole('dialog')
  await untilWhole(page)
  await stage.proxy.unplug()

  await pasteText(page, '2 l juice\n- Rice\n\n3 onions')
  await finger.tap(dialog.getByRole('button', { name: /^Add/ }))
  await expect(row(page, 'juice')).toContainText('2 l')
  await expect(dialog).toHaveCount(0)
  await finger.tap(checkbox(page, 'Apples'))
  await expect(checkbox(page, 'Apples')).toBeChecked()
  await open('History')
  await finger.tap(page.getByRole('button', { name: 'Undo: ticked Apples' }))
  await finger.tap(dialog.getByRole('button', { name: 'Close' }))
  await expect(checkbox(page, 'Apples')).not.toBeChecked()
  await finger.tap(checkbox(page, 'Bread'))

  await open('Filter and sort')
  await page.getByRole('combobox', { name: 'Show' }).selectOption('To buy')
  await expect(page.getByText('7 of 8 items shown')).toBeVisible()
  await finger.tap(page.getByRole('button', { name: 'Saved filters' }))
  await finger.tap(dialog.getByRole('textbox', { name: 'Save what is shown now as' }))
  await page.keyboard.type('Still to buy')
  await finger.tap(dialog.getByRole('button', { name: 'Save filter' }))
  await expect(dialog.getByRole('listitem')).toContainText(['Still to buy'])
  await finger.tap(dialog.getByRole('button', { name: 'Close' }))
  await finger.tap(page.getByRole('button', { name: 'Show all', exact: true }))
  await finger.tap(page.getByRole('button', { name: 'Saved filters' }))
  await finger.tap(dialog.getByRole('button', { name: /^Still to buy/ }))
  await expect(page.getByText('7 of 8 items shown')).toBeVisible()
  await finger.tap(page.getByRole('button', { name: 'Show all', exact: true }))

  await open('Send, print, export')
  await finger.tap(dialog.getByRole('button', { name: 'Export', exact: true }))
  const coming = page.waitForEvent('download')
  await finger.tap(page.getByRole('button', { name: 'Save file' }))
  const download = await coming
  await expect(dialog).toHaveCount(0)
  await open('Send, print, export')
  await finger.tap(dialog.getByRole('button', { name: 'Import', exact: true }))
  await page.getByLabel(/Choose a file/).setInputFiles(await download.path())
  await page.getByRole('textbox', { name: 'List name' }).fill('Next week')
  await finger.tap(page.getByRole('button', { name: 'Import 8 items' }))
  await expect(page.getByRole('heading', { name: 'Next week' })).toBeVisible()

  await open('Find')
  await expect(page.getByRole('searchbox', { name: 'Find in all lists' })).toBeFocused()
  await page.keyboard.type('oni')
  const found = page.getByRole('list', { name: 'Found' }).getByRole('button')
  await expect(found).toHaveCount(2)
  await finger.tap(found.filter({ hasText: 'Weekly shop' }))
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('onions')
  await finger.tap(dialog.getByRole('button', { name: 'Close' }))
  await expect(page.getByRole('heading', { name: 'Weekly shop' })).toBeVisible()
  await expect(checkbox(page, 'onions')).toBeVisible()

  await stage.proxy.plug()
  await expectAllSaved(page)
  const client = await stage.truth(anna)
  const wanted = Object.fromEntries(
    [...names, 'juice', 'Rice', 'onions'].map(name => [name, false]),
  )
  expect(await itemsOnServer(client, 'Weekly shop')).toEqual({ ...wanted, Bread: true })
  expect(await itemsOnServer(client, 'Next week')).toEqual({ ...wanted, Bread: true })
})

async function tapMenu(page: Page, finger: Finger, entry: string): Promise<void> {
  await finger.tap(page.getByRole('button', { name: 'List options' }))
  await finger.tap(page.getByRole('menuitem', { name: entry }))
}

async function addElsewhere({ truth }: Stage, name: string): Promise<void> {
  const client = await truth(anna)
  const { getAllShoppingList: lists } = await client.ask<{
    readonly getAllShoppingList: readonly { readonly id: string }[]
  }>('query { getAllShoppingList { id } }')
  await client.ask(
    'mutation ($list: ID!, $name: String!) { createItem(shoppingListId: $list, name: $name) { id } }',
    { list: lists[0]?.id, name },
  )
}

/** What has just come stays as it came, however long the test takes to get to it. */
function holdWhatSettles() {
  new MutationObserver(() => {
    for (const animation of document.getAnimations()) animation.pause()
  }).observe(document.body, { childList: true, subtree: true })
}
