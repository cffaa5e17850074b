import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import type { Aim, Bench, Scale } from '../bench.ts'
import { type Fixture, launchProfile } from '../fixture.ts'
import { installNextFrame } from '../pages/next-frame.ts'
import { installOpeningProbe, type Opening } from '../pages/opening-probe.ts'
import { startTcpProxy, type TcpProxy } from '../servers/tcp-proxy.ts'
import { median, rounded } from '../statistics.ts'

export const openBench: Bench = {
  name: 'open',
  title: 'Opening without a network',
  method:
    "The wire is cut; the page is opened from its service worker. From the beginning of the navigation to the frame that shows rows (Aisle's are those of the picture that the last visit left, before the app's code runs: docs/decisions/027-painted-before-the-code.md), and to the frame after the code of the page has dealt with a tick on the first row, which is made as soon as that is seen. Beside it, in turns, the windowed vanilla page, opened from a worker that serves it from its cache. The same in a browser process that was just started. 4 × CPU throttle on the pages.",
  async run(fixture, scale) {
    const results = []
    for (const size of scale.sizes) results.push(await openingsAt(fixture, scale, size))
    return {
      head: [
        'items',
        'vanilla: list, ms',
        'Aisle: list, ms',
        'Aisle ÷ vanilla',
        'vanilla: tick, ms',
        'Aisle: tick, ms',
        'Aisle ÷ vanilla',
        'new process, vanilla: list, ms',
        'Aisle: list, ms',
        'Aisle ÷ vanilla',
      ],
      rows: results.map(({ size, warm, tick, cold }) => [
        size,
        ...[warm, tick, cold].flatMap(({ vanilla, aisle }) => [
          rounded(vanilla),
          rounded(aisle),
          rounded(aisle / vanilla),
        ]),
      ]),
      aims: results.flatMap(aims),
    }
  },
}

interface Pair {
  readonly vanilla: number
  readonly aisle: number
}

interface Result {
  readonly size: number
  readonly warm: Pair
  readonly tick: Pair
  readonly cold: Pair
}

const slowness = 4
/** Until everything is stored that the next visit may want. */
const restMs = 6_000

async function openingsAt(fixture: Fixture, { rounds }: Scale, size: number): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'aisle-bench-profile-'))
  const { person, list } = await fixture.newPersonWithList(size)
  const wires = {
    vanilla: await startTcpProxy(fixture.vanilla.port),
    aisle: await startTcpProxy(fixture.server.port),
  }
  const addresses = {
    vanilla: `${wires.vanilla.address}/windowed.html?items=${size}`,
    aisle: `${wires.aisle.address}/app`,
  }
  let context = await launchProfile(folder)
  try {
    await context.addCookies(
      person.cookies.map(cookie => ({ ...cookie, url: wires.aisle.address })),
    )
    await settleVanilla(context, addresses.vanilla)
    await settleAisle(context, `${wires.aisle.address}/product/shoppinglist?list=${list.id}`)
    for (const wire of Object.values(wires)) wire.cut()

    const warm = await inTurns(rounds, async which => {
      const { listMs } = await opened(context, addresses[which], false)
      return listMs
    })
    const tick = await inTurns(Math.min(rounds, size - 5), async which => {
      const { tickMs } = await opened(context, addresses[which], true)
      return tickMs
    })
    const cold = await inTurns(rounds, async which => {
      await context.close()
      context = await launchProfile(folder)
      const { listMs } = await opened(context, addresses[which], false)
      return listMs
    })
    return { size, warm, tick, cold }
  } finally {
    await context.close()
    await Promise.all(Object.values(wires).map((wire: TcpProxy) => wire.close()))
    await rm(folder, { recursive: true, force: true })
  }
}

async function inTurns(
  rounds: number,
  measure: (which: keyof Pair) => Promise<number>,
): Promise<Pair> {
  const found = { vanilla: [] as number[], aisle: [] as number[] }
  for (let n = 0; n < rounds + 1; n += 1) {
    for (const which of ['vanilla', 'aisle'] as const) {
      const ms = await measure(which)
      if (n > 0) found[which].push(ms)
    }
  }
  return { vanilla: median(found.vanilla), aisle: median(found.aisle) }
}

async function opened(context: BrowserContext, url: string, ticks: boolean): Promise<Opening> {
  const page = await context.newPage()
  await page.addInitScript(
    value => sessionStorage.setItem('opening.ticks', value),
    ticks ? 'yes' : 'no',
  )
  await page.addInitScript(installNextFrame)
  await page.addInitScript(installOpeningProbe)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  await page.goto(url)
  const opening = await page.evaluate(() => window.opening)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.waitForTimeout(restMs)
  await page.close()
  return opening
}

async function settleVanilla(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(url)
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker.js')
    await navigator.serviceWorker.ready
  })
  await page.close()
}

/** Twice: the first visit is not yet the worker's. */
async function settleAisle(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  for (let visit = 0; visit < 2; visit += 1) {
    await page.goto(url)
    await rowsOf(page).first().waitFor({ timeout: 120_000 })
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await page.waitForTimeout(restMs)
  }
  await page.close()
}

function rowsOf(page: Page) {
  return page.getByRole('list', { name: 'Items' }).getByRole('listitem')
}

function aims({ size, warm, tick, cold }: Result): Aim[] {
  const items = `${size.toLocaleString('en')} items`
  const ratio = ({ vanilla, aisle }: Pair) => aisle / vanilla
  const coldLimit = size <= 200 ? 1.3 : size <= 1_000 ? 1.5 : 3
  return [
    { what: `${items}: picture of the list ÷ vanilla`, value: ratio(warm), limit: 1.3, unit: '×' },
    { what: `${items}: first tick ÷ vanilla`, value: ratio(tick), limit: 2.5, unit: '×' },
    {
      what: `${items}: new process, picture of the list ÷ vanilla`,
      value: ratio(cold),
      limit: coldLimit,
      unit: '×',
    },
  ]
}
