/** Typing does not wait for the server, however long it takes to answer. */
import { test } from 'vitest'
import { anna, expect, expectAllSaved, makeList, setStage, signUp, syncLine } from '../stage.ts'

const names = 'Apples Bread Cheese Dates Eggs Figs Grapes Honey Ice Jam'.split(' ')

test('ten items in one go from the keyboard, each answer two seconds late', async () => {
  const { url, device, proxy, truth } = await setStage()
  const page = await device().open({ width: 1280, height: 800 })
  await signUp(page, url, anna)
  await makeList(page, 'Weekly shop')
  await expectAllSaved(page)
  const slow = proxy.fault({ kind: 'delay', ms: 2_000 }, { path: /^\/graphql/ })

  const box = page.getByRole('textbox', { name: 'Add an item' })
  const rows = page.getByRole('list', { name: 'Items' }).locator('[data-item]')
  await box.focus()
  for (const name of names) {
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
  }
  await expect(rows).toHaveCount(names.length)
  await expect(rows).toContainText(names)
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('')
  await expect(syncLine(page)).toHaveText(/^\d+ changes waiting$/)
  await expect.poll(slow.met).toBeGreaterThan(1)

  // The first answer comes alone, the others in a batch, and nothing moves while they do.
  await page.keyboard.type('Half a wo')
  await expect(syncLine(page)).toHaveText(/^[1-9] changes? waiting$/)
  await expect(rows).toContainText(names)
  await expect(box).toHaveValue('Half a wo')
  proxy.clear()
  await expectAllSaved(page)
  await expect(rows).toContainText(names)
  await expect(box).toHaveValue('Half a wo')
  await expect(box).toBeFocused()
  const [list] = await (await truth(anna)).lists()
  expect(list?.items.map(item => item.name)).toEqual(names)
})
