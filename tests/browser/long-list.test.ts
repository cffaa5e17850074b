/** Of a long list a window is drawn: whatever is scrolled to is there, however the list was opened. */
import { test } from 'vitest'
import { pasteText, phone } from './list-hands.ts'
import { checkbox, expect, expectAllSaved, nameOf } from './stage.ts'

test('a list of a hundred that is opened by its address shows what is scrolled to', async () => {
  const { page, finger } = await phone()
  await pasteText(page, Array.from({ length: 100 }, (_, at) => nameOf(at)).join('\n'))
  await finger.tap(page.getByRole('button', { name: /^Add all/ }))
  await expect(checkbox(page, nameOf(99))).toBeVisible()
  await expectAllSaved(page)

  await page.reload()
  const scroller = page.locator('[data-scroller]')
  const scrollTo = (share: number) =>
    scroller.evaluate((element, to) => element.scrollTo(0, element.scrollHeight * to), share)
  await expect(checkbox(page, nameOf(0))).toBeInViewport()
  await scrollTo(0.5)
  await expect(checkbox(page, nameOf(50))).toBeInViewport()
  await scrollTo(1)
  await expect(checkbox(page, nameOf(99))).toBeInViewport()
  await scrollTo(0)
  await expect(checkbox(page, nameOf(0))).toBeInViewport()
})
