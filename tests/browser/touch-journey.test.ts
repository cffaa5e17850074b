/** With a finger on a phone: chips, twins, many at once, aisles in another order and the bin. */
import { test } from 'vitest'
import { choose, names, phone, row } from './list-hands.ts'
import {
  addItems,
  anna,
  checkbox,
  expect,
  expectAllSaved,
  itemsOnServer,
  type Stage,
} from './stage.ts'

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
  await finger.tap(box)
  await page.keyboard.type('flo')
  await finger.tap(chips.filter({ hasText: 'Bring back flour' }))
  await expect(checkbox(page, 'flour')).not.toBeChecked()
  await expectAllSaved(page)

  // Somebody else had the same thought in the same cellar.
  await stage.proxy.unplug()
  await addItems(page, 'Soap')
  await addElsewhere(stage, 'Soap')
  await stage.proxy.plug()
  const twins = page.getByRole('region', { name: 'On the list twice' })
  await expect(twins).toBeVisible()
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
