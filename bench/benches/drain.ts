import { randomUUID } from 'node:crypto'
import { counted } from '../../rules/validation-issue.ts'
import type { Bench } from '../bench.ts'
import type { Fixture } from '../fixture.ts'
import { openAisle, untilSaved } from '../pages/device.ts'
import { countItems } from '../people/shopping.ts'
import { type Line, slow3g, startShapedProxy } from '../servers/shaped-proxy.ts'
import { startTcpProxy } from '../servers/tcp-proxy.ts'
import { median, rounded } from '../statistics.ts'

export const drainBench: Bench = {
  name: 'drain',
  title: 'Edits that waited, after the network is back',
  method:
    'Items are added with the wire cut; then it is mended, and the clock runs until the page says "All changes saved" and the server has them all: beside the server, and for 50 edits also where what comes back is slow 3G (400 ms there and back, 400 kbit a second) or loses packets (150 ms, 3 %, each of which costs a round trip and 200 ms). Where "nobody tells", the browser says all the time that there is a network, though none of it carried anything for 20 to 26 s: the slowest of the rounds. Beside it, what a script takes that sends the same mutations to the same server, one after another. No CPU throttle.',
  async run(fixture, { drains }) {
    const rows = []
    const aims = []
    for (const count of drains) {
      const seconds = await drain(fixture, count)
      const scriptSeconds = await sendByScript(fixture, count)
      rows.push([
        count,
        'local',
        rounded(seconds),
        rounded(scriptSeconds),
        rounded(seconds / scriptSeconds),
      ])
      const limit = limits[count]
      if (limit !== undefined)
        aims.push({ what: `${count} edits`, value: seconds, limit, unit: 's' })
    }
    for (const line of [slow3g, shop]) {
      const found: number[] = []
      // Which packets are lost is chance.
      for (let n = 0; n < shapedRounds; n += 1)
        found.push(await drain(fixture, shapedCount, { line }))
      const seconds = median(found)
      rows.push([shapedCount, line.name, rounded(seconds), '', ''])
      const what = `${shapedCount} edits, ${line.name}`
      aims.push({ what, value: seconds, limit: shapedLimit, unit: 's' })
    }
    let slowest = 0
    for (let n = 0; n < silentRounds; n += 1) {
      const silenceMs = 20_000 + n * 1_300
      slowest = Math.max(slowest, await drain(fixture, shapedCount, { silenceMs }))
    }
    rows.push([shapedCount, 'local, nobody tells', rounded(slowest), '', ''])
    const what = `${shapedCount} edits, nobody tells, slowest`
    aims.push({ what, value: slowest, limit: shapedLimit, unit: 's' })
    return { head: ['edits', 'wire', 'Aisle, s', 'script, s', 'Aisle ÷ script'], rows, aims }
  },
}

/** In seconds, local. */
const limits: Readonly<Record<number, number>> = { 50: 0.5, 500: 2, 5000: 15 }

const shop: Line = {
  name: '150 ms and 3 % loss',
  roundTripMs: 150,
  kbitPerSecond: 1_600,
  lossShare: 0.03,
}
const shapedCount = 50
const shapedLimit = 3
const shapedRounds = 5
const silentRounds = 5

interface Outage {
  /** What comes back; the wire beside the server if absent. */
  readonly line?: Line
  /** For so long nothing is carried of which the browser says nothing. */
  readonly silenceMs?: number
}

async function drain(
  fixture: Fixture,
  count: number,
  { line, silenceMs }: Outage = {},
): Promise<number> {
  const { person, list } = await fixture.newPersonWithList(20)
  const wire = line && (await startShapedProxy(fixture.server.port, line))
  const proxy = await startTcpProxy(fixture.server.port)
  const device = await openAisle(fixture, person, list, { address: proxy.address, slowness: 1 })
  const { page, context } = device

  proxy.cut()
  if (silenceMs === undefined) await context.setOffline(true)
  await page.getByRole('textbox', { name: 'Add an item' }).focus()
  for (let n = 1; n <= count; n += 1) {
    await page.keyboard.insertText(lateName(n))
    await page.keyboard.press('Enter')
  }
  await page
    .getByRole('status', { name: 'Sync' })
    .filter({ hasText: `${counted(count, 'change')} waiting` })
    .waitFor()

  if (silenceMs !== undefined) await page.waitForTimeout(silenceMs)
  proxy.mend(wire?.port)
  const began = performance.now()
  if (silenceMs === undefined) await context.setOffline(false)
  await untilSaved(device)
  const seconds = (performance.now() - began) / 1_000

  const { all } = await countItems(person, list.id)
  if (all !== 20 + count) throw new Error(`The server has ${all} items, not ${20 + count}.`)
  await device.close()
  await proxy.close()
  await wire?.close()
  return seconds
}

/** A number at an end of the line would be a quantity, and all of them one and the same thing. */
function lateName(n: number): string {
  return `Thing ${n} late`
}

async function sendByScript(fixture: Fixture, count: number): Promise<number> {
  const { person, list } = await fixture.newPersonWithList(20)
  const began = performance.now()
  for (let n = 1; n <= count; n += 1) {
    await person.ask(
      `mutation ($id: ID, $list: ID!, $name: String!) {
        createItem(id: $id, shoppingListId: $list, name: $name) { id name order updatedAt }
      }`,
      { id: randomUUID(), list: list.id, name: lateName(n) },
    )
  }
  return (performance.now() - began) / 1_000
}
