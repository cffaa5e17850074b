import type { Aim, Bench } from '../bench.ts'
import type { Fixture } from '../fixture.ts'
import { viewport } from '../fixture.ts'
import { installNextFrame } from '../pages/next-frame.ts'
import { installOpeningProbe } from '../pages/opening-probe.ts'
import { fast3g, type Line, slow3g, startShapedProxy } from '../servers/shaped-proxy.ts'
import { median, rounded } from '../statistics.ts'

export const coldBench: Bench = {
  name: 'cold',
  title: 'Opening for the first time, on a slow line',
  method:
    'A browser that has nothing of the app but its session opens a list of 200 items through a proxy that shapes the bytes of page and worker alike: to the first frame with anything in it, to the one that shows rows (those of the picture that the server put into the page, before the code of the app has come: docs/decisions/032-first-look.md), and to the one after the code of the page has dealt with a tick on the first row, which is made as soon as that is seen. Requests and bytes are those of the page until then, headers included. The landing page the same way, signed out. Slow 3G: 400 ms, 400 kbit/s; fast 3G: 150 ms, 1.6 Mbit/s. No CPU throttle.',
  async run(fixture, { rounds }) {
    const { person, list } = await fixture.personWithList(200)
    const rows = []
    const aims: Aim[] = []
    for (const { line, paintLimit, listLimit } of limits) {
      const found: Cold[] = []
      const landing: Cold[] = []
      for (let n = 0; n < Math.min(rounds, 3); n += 1) {
        found.push(await openCold(fixture, line, `/product/shoppinglist?list=${list.id}`, person))
        landing.push(await openCold(fixture, line, '/', undefined))
      }
      const of = (all: readonly Cold[], key: keyof Cold) => median(all.map(one => one[key]))
      rows.push(
        [`${line.name}, list`, ...keys.map(key => rounded(of(found, key)))],
        [`${line.name}, landing page`, rounded(of(landing, 'paint')), '', '', '', ''],
      )
      aims.push(
        {
          what: `${line.name}: first paint`,
          value: of(found, 'paint'),
          limit: paintLimit,
          unit: 's',
        },
        {
          what: `${line.name}: picture of the list`,
          value: of(found, 'list'),
          limit: listLimit,
          unit: 's',
        },
        {
          what: `${line.name}: landing page painted`,
          value: of(landing, 'paint'),
          limit: paintLimit,
          unit: 's',
        },
      )
      if (line === slow3g)
        aims.push({
          what: 'requests until the first tick',
          value: of(found, 'requests'),
          limit: 10,
          unit: '',
        })
    }
    return {
      head: ['', 'first paint, s', 'list, s', 'first tick, s', 'requests', 'kB down'],
      rows,
      aims,
    }
  },
}

const limits = [
  { line: slow3g, paintLimit: 2.5, listLimit: 6 },
  { line: fast3g, paintLimit: 1.2, listLimit: 2.5 },
] as const

const keys = ['paint', 'list', 'tick', 'requests', 'kB'] as const

interface Cold {
  readonly paint: number
  readonly list: number
  readonly tick: number
  readonly requests: number
  readonly kB: number
}

async function openCold(
  fixture: Fixture,
  line: Line,
  path: string,
  person: { readonly cookies: readonly { name: string; value: string }[] } | undefined,
): Promise<Cold> {
  const proxy = await startShapedProxy(fixture.server.port, line)
  const context = await (await fixture.browser()).newContext({ viewport })
  try {
    if (person)
      await context.addCookies(person.cookies.map(cookie => ({ ...cookie, url: proxy.address })))
    const page = await context.newPage()
    await page.addInitScript(() => sessionStorage.setItem('opening.ticks', 'yes'))
    await page.addInitScript(installNextFrame)
    await page.addInitScript(installOpeningProbe)
    let requests = 0
    page.on('request', () => {
      requests += 1
    })
    const began = performance.now()
    if (process.env.BENCH_WATERFALL) {
      page.on('requestfinished', request => {
        const { pathname } = new URL(request.url())
        const { startTime, responseEnd } = request.timing()
        process.stdout.write(
          `${Math.round(performance.now() - began)} ms  ${pathname}  (${Math.round(startTime % 1e6)}, ${Math.round(responseEnd)})\n`,
        )
      })
    }
    await page.goto(`${proxy.address}${path}`, { waitUntil: 'commit' })
    const paintMs = await page.evaluate(() => window.firstPaint)
    const { listMs, tickMs } = person
      ? await page.evaluate(() => window.opening)
      : { listMs: Number.NaN, tickMs: Number.NaN }
    return {
      paint: paintMs / 1_000,
      list: listMs / 1_000,
      tick: tickMs / 1_000,
      requests,
      kB: proxy.bytesDown() / 1_000,
    }
  } finally {
    await context.close()
    await proxy.close()
  }
}
