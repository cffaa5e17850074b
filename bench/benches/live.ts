import type { Bench } from '../bench.ts'
import { type Device, openAisle, openVanilla, tick } from '../device.ts'
import { median, rounded } from '../statistics.ts'

export const liveBench: Bench = {
  name: 'live',
  title: 'From one device to another',
  method:
    'A click on device A, to the frame on device B that shows it. Beside it, in turns, a page that posts the tick to a server which stores nothing and passes it on as a server-sent event. 4 × CPU throttle on all four pages.',
  async run(house, { rounds }) {
    const { person, list } = await house.personWithList(200)
    const aisle = [
      await openAisle(house, person, list),
      await openAisle(house, person, list),
    ] as const
    const raw = [
      await openVanilla(house, 'full', 200),
      await openVanilla(house, 'full', 200),
    ] as const
    const aisleMs: number[] = []
    const rawMs: number[] = []
    for (let n = 0; n < rounds + 2; n += 1) {
      const rawTime = await fromAToB(...raw)
      await raw[1].page.waitForTimeout(300)
      const aisleTime = await fromAToB(...aisle)
      // Until both have folded the row away.
      await aisle[1].page.waitForTimeout(3_000)
      if (n < 2) continue
      rawMs.push(rawTime)
      aisleMs.push(aisleTime)
    }
    await Promise.all([...aisle, ...raw].map(device => device.close()))
    const ratio = median(aisleMs) / median(rawMs)
    return {
      head: ['', 'A → B, ms', 'slowest, ms'],
      rows: [
        ['raw event stream', rounded(median(rawMs)), rounded(Math.max(...rawMs))],
        ['Aisle', rounded(median(aisleMs)), rounded(Math.max(...aisleMs))],
        ['Aisle ÷ raw', rounded(ratio), ''],
      ],
      aims: [{ what: 'A → B ÷ raw event stream', value: ratio, limit: 2, unit: '×' }],
    }
  },
}

async function fromAToB(a: Device, b: Device): Promise<number> {
  const { name } = await a.page.evaluate(() => window.probe.aimAtRow(2))
  await b.page.evaluate(row => window.probe.aimAtArrival(row), name)
  await tick(a)
  const arrivedAt = await b.page.evaluate(() => window.probe.arrivedAt)
  const clickedAt = await a.page.evaluate(() => window.probe.clickedAt)
  return arrivedAt - clickedAt
}
