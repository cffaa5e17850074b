import type { Bench } from '../bench.ts'
import { add, type Device, openAisle, tick } from '../device.ts'
import { makeList } from '../shopping.ts'
import { median, rounded } from '../statistics.ts'
import { startTcpProxy } from '../tcp-proxy.ts'

export const waitingBench: Bench = {
  name: 'waiting',
  title: 'A gesture while edits wait',
  method:
    'With the wire cut: a tick and an addition on a list of 200 items, to the first frame that shows it, while 0, 100 and 500 edits of another list wait. 4 × CPU throttle.',
  async run(house, { rounds }) {
    const { person, list } = await house.newPersonWithList(200)
    const other = await makeList(person, 'Other', 5)
    const proxy = await startTcpProxy(house.server.port)
    const device = await openAisle(house, person, list, { address: proxy.address })
    await gestures(device, 3)
    proxy.cut()
    await device.context.setOffline(true)

    const results = []
    let waiting = 0
    for (const wanted of [0, 100, 500]) {
      if (wanted > waiting) await addElsewhere(device, list.name, other.name, wanted - waiting)
      waiting = Math.max(waiting, wanted)
      results.push({ waiting: wanted, ...(await gestures(device, rounds)) })
      waiting += 2 * rounds
    }
    await device.close()
    await proxy.close()

    const [none] = results
    const most = results.at(-1)
    return {
      head: ['waiting', 'tick, ms', '÷ none waiting', 'add, ms', '÷ none waiting'],
      rows: results.map(({ waiting, tickMs, addMs }) => [
        waiting,
        rounded(tickMs),
        rounded(tickMs / (none?.tickMs ?? Number.NaN)),
        rounded(addMs),
        rounded(addMs / (none?.addMs ?? Number.NaN)),
      ]),
      aims:
        none && most
          ? [
              {
                what: '500 waiting: tick ÷ none',
                value: most.tickMs / none.tickMs,
                limit: 1.3,
                unit: '×',
              },
              {
                what: '500 waiting: add ÷ none',
                value: most.addMs / none.addMs,
                limit: 1.3,
                unit: '×',
              },
            ]
          : [],
    }
  },
}

async function gestures(device: Device, rounds: number) {
  const ticks: number[] = []
  const adds: number[] = []
  for (let n = 0; n < rounds; n += 1) {
    ticks.push((await tick(device)).paintMs)
    await device.page.waitForTimeout(400)
    adds.push((await add(device, `Offline ${n}`)).paintMs)
    await device.page.waitForTimeout(400)
  }
  return { tickMs: median(ticks), addMs: median(adds) }
}

async function addElsewhere(
  device: Device,
  here: string,
  there: string,
  count: number,
): Promise<void> {
  const { page, cdp } = device
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await openList(device, there)
  await page.getByRole('textbox', { name: 'Add an item' }).focus()
  for (let n = 0; n < count; n += 1) {
    await page.keyboard.insertText(`Waits ${n}`)
    await page.keyboard.press('Enter')
  }
  await openList(device, here)
  await page.waitForTimeout(1_000)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.waitForTimeout(500)
}

async function openList({ page }: Device, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name }).click()
  await page.getByRole('heading', { name }).waitFor()
  await page.getByRole('list', { name: 'Items' }).getByRole('listitem').first().waitFor()
}
