import type { Bench } from '../bench.ts'
import { openAisle, openVanilla, typeLetter } from '../device.ts'
import { median, rounded } from '../statistics.ts'

export const typingBench: Bench = {
  name: 'typing',
  title: 'A letter in the add box',
  method:
    'A key pressed in the add box of a list of 1,000 items, to the frame that shows the letter; in turns with the vanilla page that has all its rows in the document. 4 × CPU throttle.',
  async run(house, { rounds }) {
    const { person, list } = await house.personWithList(1_000)
    const aisle = await openAisle(house, person, list)
    const vanilla = await openVanilla(house, 'full', 1_000)
    const words = 'green apples and a little milk '.repeat(4).slice(0, rounds * 4)
    const times: Record<'aisle' | 'vanilla', number[]> = { aisle: [], vanilla: [] }
    for (const device of [aisle, vanilla]) {
      await device.page.getByRole('textbox', { name: 'Add an item' }).focus()
    }
    for (const letter of words) {
      times.vanilla.push((await typeLetter(vanilla, letter === ' ' ? 'Space' : letter)).paintMs)
      times.aisle.push((await typeLetter(aisle, letter === ' ' ? 'Space' : letter)).paintMs)
    }
    await Promise.all([aisle.close(), vanilla.close()])
    const ratio = median(times.aisle) / median(times.vanilla)
    return {
      head: ['', 'key → letter, ms'],
      rows: [
        ['vanilla, all rows', rounded(median(times.vanilla))],
        ['Aisle', rounded(median(times.aisle))],
        ['Aisle ÷ vanilla', rounded(ratio)],
      ],
      aims: [{ what: 'key → letter ÷ vanilla', value: ratio, limit: 1.15, unit: '×' }],
    }
  },
}
