import type { Bench } from '../bench.ts'
import {
  add,
  type Device,
  moveDown,
  nameInSight,
  openAisle,
  remove,
  rename,
  tick,
} from '../pages/device.ts'
import { makeList } from '../people/shopping.ts'
import { startTcpProxy } from '../servers/tcp-proxy.ts'
import { median, rounded } from '../statistics.ts'

export const waitingBench: Bench = {
  name: 'waiting',
  title: 'A gesture while edits wait',
  method:
    'With the wire cut: a tick, an addition, a new name, a move and a deletion on a list of 200 items, to the first frame that shows it, while 0, 100 and 500 edits wait: those of the gestures before, and for the rest additions to another list. What is measured waits, too, so that a few dozen more do at the end of each row. 4 × CPU throttle.',
  async run(fixture, { rounds }) {
    const { person, list } = await fixture.newPersonWithList(200)
    const other = await makeList(person, 'Other', 5)
    const proxy = await startTcpProxy(fixture.server.port)
    const device = await openAisle(fixture, person, list, { address: proxy.address })
    await gesturesOf(device, 2, -1)
    proxy.cut()
    await device.context.setOffline(true)

    const results: Result[] = []
    let waiting = 0
    for (const wanted of [0, 100, 500]) {
      if (wanted > waiting) await addElsewhere(device, list.name, other.name, wanted - waiting)
      waiting = Math.max(waiting, wanted)
      results.push({ waiting: wanted, times: await gesturesOf(device, rounds, wanted) })
      waiting += gestures.length * rounds
    }
    await device.close()
    await proxy.close()

    const none = results[0]?.times
    const ratio = ({ times }: Result, gesture: Gesture) =>
      times[gesture] / (none?.[gesture] ?? Number.NaN)
    return {
      head: ['waiting', ...gestures.flatMap(gesture => [`${gesture}, ms`, '÷ none'])],
      rows: results.map(result => [
        result.waiting,
        ...gestures.flatMap(gesture => [
          rounded(result.times[gesture]),
          rounded(ratio(result, gesture)),
        ]),
      ]),
      aims: results.slice(1).map(result => ({
        what: `${result.waiting} waiting: the gesture that slows most ÷ none waiting`,
        value: Math.max(...gestures.map(gesture => ratio(result, gesture))),
        limit: 1.3,
        unit: '×',
      })),
    }
  },
}

const gestures = ['tick', 'add', 'edit', 'move', 'delete'] as const

type Gesture = (typeof gestures)[number]
/** Medians, in ms. */
type Times = Readonly<Record<Gesture, number>>

interface Result {
  readonly waiting: number
  readonly times: Times
}

async function gesturesOf(device: Device, rounds: number, waiting: number): Promise<Times> {
  const times: Record<Gesture, number[]> = { tick: [], add: [], edit: [], move: [], delete: [] }
  const rest = () => device.page.waitForTimeout(400)
  for (let n = 0; n < rounds; n += 1) {
    times.tick.push((await tick(device)).paintMs)
    await rest()
    // A number at the end would be a quantity.
    const added = `Offline ${waiting} ${n} more`
    times.add.push((await add(device, added)).paintMs)
    // Until the ticked row is folded away and the added one was scrolled to.
    await device.page.waitForTimeout(3_000)
    const edited = `Edited ${waiting} ${n}`
    times.edit.push((await rename(device, await nameInSight(device, 3), edited)).paintMs)
    await rest()
    times.move.push((await moveDown(device, edited)).paintMs)
    await rest()
    times.delete.push((await remove(device, edited)).paintMs)
    await rest()
  }
  return {
    tick: median(times.tick),
    add: median(times.add),
    edit: median(times.edit),
    move: median(times.move),
    delete: median(times.delete),
  }
}

async function addElsewhere(
  device: Device,
  here: string,
  there: string,
  count: number,
): Promise<void> {
  const { page } = device
  await device.throttle(1)
  await openList(device, there)
  await page.getByRole('textbox', { name: 'Add an item' }).focus()
  for (let n = 0; n < count; n += 1) {
    await page.keyboard.insertText(`Waits ${n}`)
    await page.keyboard.press('Enter')
  }
  await openList(device, here)
  await page.waitForTimeout(1_000)
  await device.throttle()
  await page.waitForTimeout(500)
}

async function openList({ page }: Device, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name }).click()
  await page.getByRole('heading', { name }).waitFor()
  await page.getByRole('list', { name: 'Items' }).getByRole('listitem').first().waitFor()
}
