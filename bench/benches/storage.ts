import type { Bench } from '../bench.ts'
import type { Fixture } from '../fixture.ts'
import { type Device, openAisle, tick, untilSaved } from '../pages/device.ts'
import { growthExponent, median, rounded } from '../statistics.ts'

export const storageBench: Bench = {
  name: 'storage',
  title: 'Bytes written to IndexedDB per tick',
  method:
    'All that is handed to IndexedDB from a tick until it is sent, answered and kept, until nothing was written for a second and a half: outbox, journal, snapshot. Median of the ticks; the mean includes compactions. Then as many ticks without a network, which are kept twice, each until nothing was written for as long; all that is written from the first of them until the network is back and they are sent, answered and kept, divided by the ticks.',
  async run(fixture, { sizes, rounds }) {
    const results = []
    for (const size of sizes.filter(size => size >= 100)) {
      results.push({ size, ...(await bytesPerTick(fixture, size, rounds)) })
    }
    const aims = []
    const at1000 = results.find(({ size }) => size === 1_000)
    if (at1000) {
      aims.push({ what: '1,000 items', value: at1000.bytes / 1_000, limit: 7, unit: 'kB' })
    }
    const [first] = results
    const last = results.at(-1)
    if (first && last && first !== last) {
      const value = growthExponent(first.size, first.bytes, last.size, last.bytes)
      aims.push({
        what: `${first.size} to ${last.size} items: exponent of growth`,
        value,
        limit: 0.1,
        unit: '',
      })
    }
    return {
      head: [
        'items',
        'kB a tick, median',
        'kB a tick, mean',
        'writes a tick',
        'kB a tick without a network',
        'writes',
      ],
      rows: results.map(({ size, bytes, mean, writes, offline }) => [
        size,
        rounded(bytes / 1_000),
        rounded(mean / 1_000),
        rounded(writes),
        rounded(offline.bytes / 1_000),
        rounded(offline.writes),
      ]),
      aims,
    }
  },
}

async function bytesPerTick(fixture: Fixture, size: number, rounds: number) {
  const { person, list } = await fixture.personWithList(size)
  const device = await openAisle(fixture, person, list, { slowness: 1, metered: true })
  const bytes: number[] = []
  const writes: number[] = []
  for (let n = 0; n < rounds; n += 1) {
    const before = await metersOf(device)
    await tick(device)
    await untilSaved(device)
    const after = await untilQuiet(device)
    bytes.push(after.idbBytes - before.idbBytes)
    writes.push(after.idbWrites - before.idbWrites)
  }
  const offline = await withoutNetwork(device, rounds)
  await device.close()
  const mean = bytes.reduce((sum, value) => sum + value, 0) / bytes.length
  return { bytes: median(bytes), mean, writes: median(writes), offline }
}

async function withoutNetwork(device: Device, rounds: number) {
  const before = await metersOf(device)
  await device.context.setOffline(true)
  for (let n = 0; n < rounds; n += 1) {
    await tick(device)
    await untilQuiet(device)
  }
  await device.context.setOffline(false)
  await untilSaved(device)
  const after = await untilQuiet(device)
  return {
    bytes: (after.idbBytes - before.idbBytes) / rounds,
    writes: (after.idbWrites - before.idbWrites) / rounds,
  }
}

const quietMs = 1_500

function metersOf({ page }: Device) {
  return page.evaluate(() => ({ ...window.meters }))
}

async function untilQuiet(device: Device) {
  for (;;) {
    const before = await metersOf(device)
    await device.page.waitForTimeout(quietMs)
    const after = await metersOf(device)
    if (after.idbWrites === before.idbWrites) return after
  }
}
