import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from '../bench.ts'
import { add, openAisle, untilSaved } from '../pages/device.ts'
import { countItems } from '../people/shopping.ts'
import { startTcpProxy } from '../servers/tcp-proxy.ts'
import { rounded } from '../statistics.ts'

export const flappingBench: Bench = {
  name: 'flapping',
  title: 'Requests on a network that comes and goes',
  method:
    'An item added every 700 ms while the wire is whole for a second and cut for a second, over and over; all requests of the page until everything is saved, the ones that fail included.',
  async run(fixture) {
    const { person, list } = await fixture.newPersonWithList(200)
    const proxy = await startTcpProxy(fixture.server.port)
    const device = await openAisle(fixture, person, list, {
      address: proxy.address,
      slowness: 1,
      metered: true,
    })
    const before = await device.page.evaluate(() => window.meters.requests.length)

    const flapping = new AbortController()
    const flapped = flap(proxy, flapping.signal)
    for (let n = 0; n < edits; n += 1) {
      await add(device, `Flapped ${n}`)
      await device.page.waitForTimeout(700)
    }
    flapping.abort()
    await flapped
    await untilSaved(device)

    const { all } = await countItems(person, list.id)
    if (all !== 200 + edits) throw new Error(`The server has ${all} items, not ${200 + edits}.`)
    const requests = (await device.page.evaluate(() => window.meters.requests)).slice(before)
    await device.close()
    await proxy.close()

    const kinds = Map.groupBy(requests, kind => kind)
    return {
      head: ['request', 'count', 'per edit'],
      rows: [
        ...[...kinds].map(([kind, { length }]) => [kind, length, rounded(length / edits)]),
        ['all', requests.length, rounded(requests.length / edits)],
      ],
      aims: [{ what: 'requests per edit', value: requests.length / edits, limit: 3, unit: '' }],
    }
  },
}

/** So many that the chance of the pauses evens out. */
const edits = 90

async function flap(
  proxy: { readonly cut: () => void; readonly mend: () => void },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    proxy.cut()
    await sleep(1_000)
    proxy.mend()
    await sleep(1_000)
  }
}
