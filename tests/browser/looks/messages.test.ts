/** Messages lie over nothing that one needs. */
import type { Locator, Page } from '@playwright/test'
import { test } from 'vitest'
import { choose, desktop, phone } from '../list/list-hands.ts'
import { anna, checkbox, expect, setStage, signUp } from '../stage.ts'

test('on a phone two messages stand above the toolbar, and both deletions are undone', async () => {
  const { page, finger } = await phone()
  for (const name of ['Bread', 'Dates']) {
    await finger.tap(page.getByRole('button', { name: `Edit ${name}` }))
    await finger.tap(page.getByRole('button', { name: 'Delete', exact: true }))
    await expect(message(page, `${name} deleted`)).toBeVisible()
  }
  const first = message(page, 'Bread deleted')
  const second = message(page, 'Dates deleted')
  await expectApart(first, second)
  await expectApart(second, page.getByRole('textbox', { name: 'Add an item' }))
  await finger.tap(first.getByRole('button', { name: 'Undo' }))
  // The second message has come to its place, where a finger that is faster has tapped twice.
  await page.waitForTimeout(500)
  await finger.tap(second.getByRole('button', { name: 'Undo' }))
  await expect(checkbox(page, 'Bread')).toBeVisible()
  await expect(checkbox(page, 'Dates')).toBeVisible()

  await choose(page, 'Select items')
  await page.getByRole('checkbox', { name: 'Select Bread' }).check()
  const toolbar = page.getByRole('toolbar', { name: 'With the selected items' })
  await finger.tap(toolbar.getByRole('button', { name: 'Tick', exact: true }))
  const ticked = message(page, '1 item ticked')
  await expect(ticked).toBeVisible()
  await expectApart(ticked, toolbar)
})

test('on a phone what is to look at pushes no row', async () => {
  const { page, finger, stage } = await phone()
  const top = async () => (await page.locator('[data-scroller]').first().boundingBox())?.y
  const before = await top()
  await finger.tap(page.getByRole('button', { name: 'Edit Bread' }))
  await page.getByRole('textbox', { name: 'Name' }).fill('Rye bread')
  await stage.proxy.unplug()
  await finger.tap(page.getByRole('button', { name: 'Save' }))
  await expect(checkbox(page, 'Rye bread')).toBeVisible()
  const client = await stage.truth(anna)
  const { getAllItem } = await client.ask<{
    readonly getAllItem: readonly { readonly id: string; readonly name: string }[]
  }>('query { getAllItem { id name } }')
  const ids = getAllItem.filter(({ name }) => name === 'Bread').map(({ id }) => id)
  await client.ask('mutation ($ids: [ID!]!) { deleteByIdsItem(ids: $ids) { id } }', { ids })
  await stage.proxy.plug()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('button', { name: '1 to look at' })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Sync' })).toHaveText('1 change could not be saved')
  expect(await top()).toBe(before)
})

test('beside the details of an item, their buttons are free', async () => {
  const { page } = await desktop()
  await page.getByRole('button', { name: 'Edit Bread' }).click()
  await page.getByRole('textbox', { name: 'Notes' }).fill('the dark one')
  await page.getByRole('button', { name: 'Edit Dates' }).click()
  const kept = message(page, 'Bread changed')
  await expect(kept).toBeVisible()
  await expectApart(kept, page.getByRole('complementary', { name: 'Details' }))
})

test('on a phone the end of the overview is moved out from under two messages', async () => {
  const { page, finger, stage } = await phone()
  const client = await stage.truth(anna)
  for (const letter of 'abcdefghijkl') {
    await client.ask('mutation ($name: String!) { createShoppingList(name: $name) { id } }', {
      name: `List ${letter}`,
    })
  }
  await page.reload()
  const lists = page.getByRole('heading', { level: 1 }).getByRole('button')
  await expect(lists).toBeVisible()
  for (const name of ['Bread', 'Dates']) {
    await finger.tap(page.getByRole('button', { name: `Edit ${name}` }))
    await finger.tap(page.getByRole('button', { name: 'Delete', exact: true }))
    await expect(message(page, `${name} deleted`)).toBeVisible()
  }
  await finger.tap(lists)
  await page.getByRole('link', { name: 'Overview' }).click()
  const first = message(page, 'Bread deleted')
  // So that its time does not pass.
  await first.focus()
  const last = page.getByRole('main').getByRole('button', { name: 'New list' })
  await page
    .locator('[data-scroller]')
    .evaluate(scroller => scroller.scrollTo(0, scroller.scrollHeight))
  await expect(last).toBeInViewport({ ratio: 1 })
  await expectApart(last, first)
  await expectApart(last, message(page, 'Dates deleted'))
})

test('beside an open record of the desk, its buttons are free', async () => {
  // A server of its own: its first account is ADMIN.
  const stage = await setStage({ LOG_LEVEL: 'warn' })
  const page = await stage.device().open({ width: 1280, height: 800 })
  await signUp(page, stage.url, anna)
  const client = await stage.truth(anna)
  for (const feedback of ['The second one', 'The first one']) {
    await client.ask(
      'mutation ($feedback: String!) { createFeedback(feedback: $feedback, rating: 3) { id } }',
      { feedback },
    )
  }
  await page.goto(`${stage.url}/admin/feedback`)
  await page.getByRole('button', { name: 'The first one' }).click()
  const record = page.getByRole('region', { name: 'Feedback of Anna Berg' })
  await record.getByRole('textbox', { name: 'Note' }).fill('It was the cache.')
  stage.proxy.fault({ kind: 'hang' }, { path: /^\/graphql/ })
  await record.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'The second one' }).click()
  await stage.proxy.unplug()
  const failed = message(page, 'The first one')
  await expect(failed).toBeVisible()
  await expectApart(failed, record)
})

test('with the keyboard one sees that one is at a message', async () => {
  const { page } = await desktop()
  await page.getByRole('button', { name: 'Edit Bread' }).press('Enter')
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  const deleted = message(page, 'Bread deleted')
  await expect(deleted).toBeVisible()
  await page.keyboard.press('Tab')
  await deleted.focus()
  await expect(deleted).toHaveCSS('outline-style', 'solid')
  await expect(deleted).toHaveCSS('outline-width', '2px')
})

test('on a phone the bin says itself what came of “Bring back”', async () => {
  const { page, finger } = await phone()
  await finger.tap(page.getByRole('button', { name: 'Edit Bread' }))
  await finger.tap(page.getByRole('button', { name: 'Delete', exact: true }))
  await choose(page, 'Bin')
  await finger.tap(page.getByRole('button', { name: 'Bring back Bread' }))
  const said = page.getByRole('status').filter({ hasText: 'Undone: Delete Bread.' })
  await expect(said).toBeInViewport({ ratio: 1 })
  expect(await said.evaluate(isOnTop)).toBe(true)
})

function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

function message(page: Page, text: string): Locator {
  return page
    .getByRole('region', { name: 'Messages' })
    .getByRole('listitem')
    .filter({ hasText: text })
}

async function expectApart(one: Locator, other: Locator): Promise<void> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (a === null || b === null) throw new Error('It is not drawn.')
  const apart =
    a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x
  expect(apart).toBe(true)
}
