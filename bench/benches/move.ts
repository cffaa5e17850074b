import type { Bench } from '../bench.ts'
import { type Device, moveDown, nameInSight, openAisle, openVanilla } from '../pages/device.ts'
import { median, rounded } from '../statistics.ts'

export const moveBench: Bench = {
  name: 'move',
  title: 'One row moved, of 1,000',
  method:
    'An arrow key on the handle of a row, to the first frame that shows it one place further down; in turns with the vanilla pages, which swap two rows. Right behind that frame Aisle moves the focus with it, predicts the order, stores the edit and sends it. 4 × CPU throttle of the one whose turn it is.',
  async run(fixture, { rounds }) {
    const { person, list } = await fixture.newPersonWithList(1_000)
    const pages = {
      full: await openVanilla(fixture, 'full', 1_000, { slowness: 1 }),
      windowed: await openVanilla(fixture, 'windowed', 1_000, { slowness: 1 }),
      aisle: await openAisle(fixture, person, list, { slowness: 1 }),
    }
    const times: Record<keyof typeof pages, number[]> = { full: [], windowed: [], aisle: [] }
    for (let n = 0; n < rounds + warmUps; n += 1) {
      for (const name of ['full', 'windowed', 'aisle'] as const) {
        const ms = await timeOfMove(pages[name])
        if (n >= warmUps) times[name].push(ms)
      }
    }
    await Promise.all(Object.values(pages).map(page => page.close()))
    const vanilla = median(times.full)
    const ratio = median(times.aisle) / vanilla
    return {
      head: ['', 'one row moved, ms', '÷ all rows'],
      rows: [
        ['vanilla, all rows', rounded(vanilla), 1],
        [
          'vanilla, windowed',
          rounded(median(times.windowed)),
          rounded(median(times.windowed) / vanilla),
        ],
        ['Aisle', rounded(median(times.aisle)), rounded(ratio)],
      ],
      aims: [{ what: 'one row moved ÷ vanilla swap', value: ratio, limit: 1.3, unit: '×' }],
    }
  },
}

const warmUps = 2

async function timeOfMove(device: Device): Promise<number> {
  return device.slowly(async () => {
    const { paintMs } = await moveDown(device, await nameInSight(device, 3))
    await device.page.waitForTimeout(700)
    return paintMs
  })
}
