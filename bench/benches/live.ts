import type { Bench } from '../bench.ts'
import type { Fixture } from '../fixture.ts'
import { type Device, nameInSight, openAisle, openVanilla, tick } from '../pages/device.ts'
import { lossy, startShapedProxy } from '../servers/shaped-proxy.ts'
import { median, percentile, rounded } from '../statistics.ts'

export const liveBench: Bench = {
  name: 'live',
  title: 'From one device to another',
  method:
    'A click on device A, to the frame on device B that shows it. Beside it, in turns, a page that posts the tick to a server which stores nothing and passes it on as a server-sent event. 4 × CPU throttle on the two whose turn it is. Then two devices behind a wire of 400 ms there and back that loses 2 % of the packets, unthrottled: what a lost packet costs TCP is in it. A tick is one packet on each of the two ways, so that four in a hundred wait for one that is sent again; it takes some hundreds of ticks to tell that from one in twenty.',
  async run(fixture, { rounds }) {
    const { person, list } = await fixture.personWithList(200)
    const unthrottled = { slowness: 1 }
    const aisle = [
      await openAisle(fixture, person, list, unthrottled),
      await openAisle(fixture, person, list, unthrottled),
    ] as const
    const raw = [
      await openVanilla(fixture, 'full', 200, unthrottled),
      await openVanilla(fixture, 'full', 200, unthrottled),
    ] as const
    const slowly = ([a, b]: readonly [Device, Device]) =>
      a.slowly(() => b.slowly(() => fromAToB(a, b)))
    const aisleMs: number[] = []
    const rawMs: number[] = []
    for (let n = 0; n < rounds * nearRounds + 2; n += 1) {
      const rawTime = await slowly(raw)
      await raw[1].page.waitForTimeout(300)
      const aisleTime = await slowly(aisle)
      // Rows beneath a pointer stay where they are.
      await aisle[0].page.mouse.move(1, 1)
      // Until both have folded the row away.
      await aisle[1].page.waitForTimeout(3_000)
      if (n < 2) continue
      rawMs.push(rawTime)
      aisleMs.push(aisleTime)
    }
    await Promise.all([...aisle, ...raw].map(device => device.close()))
    const farMs = await throughLoss(fixture, rounds * lossyRounds)
    const ratio = median(aisleMs) / median(rawMs)
    return {
      head: ['', 'A → B, ms', 'slowest, ms'],
      rows: [
        ['raw event stream', rounded(median(rawMs)), rounded(Math.max(...rawMs))],
        ['Aisle', rounded(median(aisleMs)), rounded(Math.max(...aisleMs))],
        ['Aisle ÷ raw', rounded(ratio), ''],
        [`Aisle, ${lossy.name}`, rounded(median(farMs)), rounded(Math.max(...farMs))],
        [`Aisle, ${lossy.name}, p95`, rounded(percentile(farMs, 0.95)), ''],
      ],
      aims: [
        { what: 'A → B ÷ raw event stream', value: ratio, limit: 2, unit: '×' },
        {
          what: `A → B, ${lossy.name}, p95`,
          value: percentile(farMs, 0.95),
          limit: 1_000,
          unit: 'ms',
        },
      ],
    }
  },
}

/** So many for each round of the others: of eight, chance decided whether it was 2.3 or 2.7 times. */
const nearRounds = 3

/** The same of ticks through loss: of 64, chance decided which was the fourth from the last. */
const lossyRounds = 25

async function throughLoss(fixture: Fixture, ticks: number): Promise<readonly number[]> {
  const { person, list } = await fixture.newPersonWithList(200)
  const wire = await startShapedProxy(fixture.server.port, lossy)
  const options = { address: wire.address, slowness: 1 }
  const a = await openAisle(fixture, person, list, options)
  const b = await openAisle(fixture, person, list, options)
  await b.page.waitForTimeout(10_000)
  const found: number[] = []
  for (let n = 0; n < ticks; n += 1) {
    found.push(await fromAToB(a, b))
    await a.page.mouse.move(1, 1)
    // Until both have folded the row away, however late they heard.
    await b.page.waitForTimeout(3_500)
  }
  await Promise.all([a.close(), b.close()])
  await wire.close()
  return found
}

async function fromAToB(a: Device, b: Device): Promise<number> {
  const name = await nameInSight(a, 2)
  // On a slow line the list is whole a while after its first row.
  await b.page.getByRole('button', { name: `Edit ${name}`, exact: true }).waitFor()
  await b.page.evaluate(row => window.probe.aimAtArrival(row), name)
  await tick(a)
  const arrivedAt = await b.page.evaluate(() => window.probe.arrivedAt)
  const clickedAt = await a.page.evaluate(() => window.probe.clickedAt)
  return arrivedAt - clickedAt
}
