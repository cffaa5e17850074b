import { countTitle } from '../../rules/validation-issue.ts'
import type { Bench } from '../bench.ts'
import { type Device, openAisle, openVanilla, typeLetter, typeSuggested } from '../pages/device.ts'
import { makeKnownNames } from '../people/shopping.ts'
import { median, rounded } from '../statistics.ts'

const shownItems = 1_000
const pauseMs = 120

export const typingBench: Bench = {
  name: 'typing',
  title: 'A letter in the add box',
  method:
    'A key pressed in the add box of a list of 1,000 items, to the frame that shows the letter; in turns with the vanilla page that has all its rows in the document and suggests nothing; no pointer rests on either. 1,000 and 10,000 names are known from other lists of the same person, and every letter finds some of them. Apart from that, from the key to the frame that shows other suggestions. 4 × CPU throttle of the one whose turn it is.',
  async run(fixture, { rounds, sizes }) {
    const rows: (readonly (string | number)[])[] = []
    const aims: { what: string; value: number; limit: number; unit: string }[] = []
    for (const known of [1_000, 10_000].filter(count => count <= Math.max(...sizes))) {
      const { person, list } = await fixture.newPersonWithList(shownItems)
      await makeKnownNames(person, known)
      const aisle = await openAisle(fixture, person, list, { slowness: 1 })
      const vanilla = await openVanilla(fixture, 'full', shownItems, { slowness: 1 })
      // Lists are read when there is time; what is measured is what comes afterwards.
      await aisle.page.waitForTimeout(known)
      const boxOf = ({ page }: Device) => page.getByRole('textbox', { name: 'Add an item' })
      /** Both are left alone as long as the other, before and after. */
      const inTurn = <T>(device: Device, type: () => Promise<T>) =>
        device.slowly(async () => {
          await boxOf(device).focus()
          await device.page.waitForTimeout(pauseMs)
          const typed = await type()
          await device.page.waitForTimeout(pauseMs)
          return typed
        })
      const times: Record<'aisle' | 'vanilla' | 'suggested', number[]> = {
        aisle: [],
        vanilla: [],
        suggested: [],
      }
      for (let round = 0; round < rounds; round += 1) {
        const words = ['olives', 'frozne', 'hot mush'][round % 3] ?? ''
        for (const measured of ['letter', 'suggestions'] as const) {
          for (const device of [aisle, vanilla]) await boxOf(device).fill('')
          for (const letter of words) {
            const key = letter === ' ' ? 'Space' : letter
            if (measured === 'letter') {
              for (const [name, device] of [
                ['vanilla', vanilla],
                ['aisle', aisle],
              ] as const) {
                times[name].push((await inTurn(device, () => typeLetter(device, key))).paintMs)
              }
            } else {
              const painted = await inTurn(aisle, () => typeSuggested(aisle, key))
              if (painted) times.suggested.push(painted.paintMs)
            }
          }
        }
      }
      await Promise.all([aisle.close(), vanilla.close()])
      const ratio = median(times.aisle) / median(times.vanilla)
      const suggested = median(times.suggested)
      rows.push([
        countTitle(known),
        rounded(median(times.vanilla)),
        rounded(median(times.aisle)),
        rounded(ratio),
        rounded(suggested),
        rounded(Math.max(...times.suggested)),
      ])
      const names = `${countTitle(known)} names known`
      aims.push(
        { what: `key → letter ÷ vanilla, ${names}`, value: ratio, limit: 1.15, unit: '×' },
        { what: `key → suggestions, ${names}`, value: suggested, limit: 50, unit: 'ms' },
      )
    }
    return {
      head: [
        'names known',
        'vanilla: key → letter, ms',
        'Aisle: key → letter, ms',
        'Aisle ÷ vanilla',
        'key → suggestions, ms',
        'slowest, ms',
      ],
      rows,
      aims,
    }
  },
}
