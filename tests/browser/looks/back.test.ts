/** Back in the browser itself: each open layer is one step, the page beneath does not move, nothing is left behind. */
import type { Page } from '@playwright/test'
import { test } from 'vitest'
import { pasteText, phone } from '../list/list-hands.ts'
import { checkbox, expect, makeList, nameOf } from '../stage.ts'

test('on a phone Back closes what lies on top, a reload and a link leave no step behind', async () => {
  const { page, finger } = await phone()
  await pasteText(page, Array.from({ length: 20 }, (_, at) => nameOf(at)).join('\n'))
  await finger.tap(page.getByRole('button', { name: /^Add all/ }))
  await expect(checkbox(page, nameOf(19))).toBeVisible()
  const scroller = page.locator('[data-scroller]').first()
  const top = () => scroller.evaluate(element => element.scrollTop)
  await scroller.evaluate(element => element.scrollTo(0, 200))
  const address = page.url()

  // One layer over another, and the rows stay where they are.
  await finger.tap(page.getByRole('button', { name: 'Shop in the store' }))
  await finger.tap(page.getByRole('button', { name: 'List options' }))
  await finger.tap(page.getByRole('menuitem', { name: 'Rename' }))
  await expect(page.getByRole('dialog', { name: 'Rename list' })).toBeVisible()
  const before = await top()
  await back(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await top()).toBe(before)
  await back(page)
  await expect(page.getByRole('region', { name: 'In the store' })).toHaveCount(0)
  expect(page.url()).toBe(address)

  // Loaded again with the editor open: one Back leads away from the list, none is wasted.
  await makeList(page, 'Party')
  await expect.poll(() => page.url()).not.toBe(address)
  const party = page.url()
  await finger.tap(page.getByRole('button', { name: 'List options' }))
  await finger.tap(page.getByRole('menuitem', { name: 'Rename' }))
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Party' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(page.url()).toBe(party)
  await expect.poll(() => steps(page)).toBe(0)
  await back(page)
  await expect(page.getByRole('heading', { name: 'Weekly shop' })).toBeVisible()

  // A link out of a layer, and a layer closed by its own button.
  await finger.tap(page.getByRole('heading', { level: 1 }).getByRole('button'))
  await finger.tap(page.getByRole('link', { name: /^Party/ }))
  await expect(page.getByRole('heading', { level: 1, name: 'Party' })).toBeVisible()
  await finger.tap(page.getByRole('button', { name: 'List options' }))
  await finger.tap(page.getByRole('menuitem', { name: 'Rename' }))
  await finger.tap(page.getByRole('dialog').getByRole('button', { name: 'Close' }))
  await expect.poll(() => steps(page)).toBe(0)
  await back(page)
  await expect(page.getByRole('heading', { name: 'Weekly shop' })).toBeVisible()
  await page.evaluate(() => history.forward())
  await expect(page.getByRole('heading', { name: 'Party' })).toBeVisible()
  // Forward into the step of a layer that is closed goes nowhere.
  await page.evaluate(() => history.forward())
  await expect.poll(() => steps(page)).toBe(0)
  await expect(page.getByRole('heading', { name: 'Party' })).toBeVisible()
})

function back(page: Page): Promise<void> {
  return page.evaluate(() => history.back())
}

/** Of layers, as the entry of the history tells that is shown. */
function steps(page: Page): Promise<number> {
  return page.evaluate(() => Number(Object(history.state).aisleLayers ?? 0))
}
