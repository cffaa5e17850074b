import { countTitle } from '../../rules/validation-issue.ts'
import type { Bench } from '../bench.ts'
import { openAisle, typeLetter } from '../pages/device.ts'
import { median, rounded } from '../statistics.ts'

export const searchBench: Bench = {
  name: 'search',
  title: 'Search on the device',
  method:
    'A letter typed into the search of all lists, to the frame that shows what was found: the names that fit, best first, at most 50; every letter changes what is found. 4 × CPU throttle. Without a page to compare with, since no vanilla page has a search: the figure depends on the machine.',
  async run(fixture, { sizes }) {
    const size = Math.max(...sizes)
    const { person, list } = await fixture.personWithList(size)
    const device = await openAisle(fixture, person, list, { slowness: 1 })
    const { page } = device
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    const box = page.getByRole('searchbox', { name: 'Find in all lists' })
    await box.pressSequentially('Item 999')
    await page.getByRole('list', { name: 'Found' }).getByText('Item 999').first().waitFor()
    await device.throttle()

    const letters: number[] = []
    const results: number[] = []
    for (const text of ['7', '12', '345', '98', '456']) {
      await box.fill('')
      await page.waitForTimeout(500)
      for (const letter of text) {
        await page.evaluate(() => window.probe.aimAtResults())
        await page.keyboard.press(letter)
        results.push((await page.evaluate(() => window.probe.painted)).paintMs)
        await page.waitForTimeout(150)
      }
      letters.push((await typeLetter(device, 'x')).paintMs)
    }
    await device.close()
    const value = median(results)
    return {
      head: ['items', 'key → letter, ms', 'key → found, ms', 'slowest, ms'],
      rows: [[size, rounded(median(letters)), rounded(value), rounded(Math.max(...results))]],
      aims: [{ what: `key → found, ${countTitle(size)} items`, value, limit: 50, unit: 'ms' }],
    }
  },
}
