import { countTitle } from '../../rules/validation-issue.ts'
import type { Aim, Bench, Scale } from '../bench.ts'
import type { Fixture } from '../fixture.ts'
import { type Device, openAisle, openVanilla, tick } from '../pages/device.ts'
import { growthExponent, median, percentile, rounded } from '../statistics.ts'

export const tickBench: Bench = {
  name: 'tick',
  title: 'One tick',
  method:
    'A click on a checkbox, to the first frame after the row changed; and all work of the main thread in the second after the click (in Aisle: prediction, outbox, send, answer, journal; in the vanilla pages: the row, the count and a POST). The three pages take turns, click by click; 4 × CPU throttle of the one whose turn it is, since that of an idle page takes two thirds of a core from the rest. Five ticks a round, on as many lists as that takes.',
  async run(fixture, scale) {
    const results = []
    for (const size of scale.sizes) results.push({ size, ...(await ticksAt(fixture, scale, size)) })
    return {
      head: [
        'items',
        'all rows, ms',
        'windowed, ms',
        'Aisle, ms',
        'Aisle ÷ all rows',
        'Aisle ÷ windowed',
        'work: all rows, ms',
        'work: windowed, ms',
        'work: Aisle, ms',
        'work ÷ windowed',
        'windowed, p95, ms',
        'Aisle, p95, ms',
      ],
      rows: results.map(({ size, full, windowed, aisle }) => [
        size,
        rounded(full.paintMs),
        rounded(windowed.paintMs),
        rounded(aisle.paintMs),
        rounded(aisle.paintMs / full.paintMs),
        rounded(aisle.paintMs / windowed.paintMs),
        rounded(full.workMs),
        rounded(windowed.workMs),
        rounded(aisle.workMs),
        rounded(aisle.workMs / windowed.workMs),
        rounded(windowed.slowMs),
        rounded(aisle.slowMs),
      ]),
      aims: aims(results),
    }
  },
}

interface TickCost {
  readonly paintMs: number
  readonly workMs: number
}

interface TypicalCost extends TickCost {
  /** 19 of 20 are painted by then. */
  readonly slowMs: number
}

interface SizeResult {
  readonly size: number
  readonly full: TypicalCost
  readonly windowed: TypicalCost
  readonly aisle: TypicalCost
}

type Costs = Readonly<Record<'full' | 'windowed' | 'aisle', TickCost[]>>

const workWindowMs = 1_000
const warmUps = 2
/** What 19 of 20 stay below is not told by eight. */
const ticksARound = 5

async function ticksAt(fixture: Fixture, { rounds }: Scale, size: number) {
  if (ticksOn(size) <= warmUps)
    throw new Error(`${size} items are too few to tick: take 8 or more.`)
  const costs: Costs = { full: [], windowed: [], aisle: [] }
  const wanted = rounds * ticksARound
  // A list of 20 runs out of open rows, and another one takes its place.
  while (costs.aisle.length < wanted) {
    await tickOneList(
      fixture,
      size,
      Math.min(wanted - costs.aisle.length + warmUps, ticksOn(size)),
      costs,
    )
  }
  return {
    full: typical(costs.full),
    windowed: typical(costs.windowed),
    aisle: typical(costs.aisle),
  }
}

/** Five stay open. */
function ticksOn(size: number): number {
  return size - 5
}

async function tickOneList(
  fixture: Fixture,
  size: number,
  ticks: number,
  costs: Costs,
): Promise<void> {
  const { person, list } = await fixture.newPersonWithList(size)
  const pages = {
    full: await openVanilla(fixture, 'full', size, { slowness: 1 }),
    windowed: await openVanilla(fixture, 'windowed', size, { slowness: 1 }),
    aisle: await openAisle(fixture, person, list, { slowness: 1 }),
  }
  for (let n = 0; n < ticks; n += 1) {
    for (const name of ['full', 'windowed', 'aisle'] as const) {
      const cost = await pages[name].slowly(() => costOfTick(pages[name]))
      if (n >= warmUps) costs[name].push(cost)
    }
  }
  await Promise.all(Object.values(pages).map(page => page.close()))
}

async function costOfTick(device: Device): Promise<TickCost> {
  let before = Number.NaN
  const { paintMs } = await tick(device, 2, async () => {
    before = await device.taskMs()
  })
  await device.page.waitForTimeout(workWindowMs)
  return { paintMs, workMs: (await device.taskMs()) - before }
}

function typical(costs: readonly TickCost[]): TypicalCost {
  return {
    paintMs: median(costs.map(cost => cost.paintMs)),
    workMs: median(costs.map(cost => cost.workMs)),
    slowMs: percentile(
      costs.map(cost => cost.paintMs),
      0.95,
    ),
  }
}

function aims(results: readonly SizeResult[]): Aim[] {
  const found: Aim[] = results.flatMap(({ size, windowed, aisle }) => {
    const items = `${countTitle(size)} items`
    return [
      {
        what: `${items}: paint ÷ windowed`,
        value: aisle.paintMs / windowed.paintMs,
        limit: 1.5,
        unit: '×',
      },
      {
        what: `${items}: work ÷ windowed`,
        value: aisle.workMs / windowed.workMs,
        limit: 1.5,
        unit: '×',
      },
      { what: `${items}: paint, 19 of 20`, value: aisle.slowMs, limit: 50, unit: 'ms' },
    ]
  })
  const [smallest] = results
  const largest = results.at(-1)
  if (smallest && largest && smallest !== largest) {
    const growth = (of: (result: SizeResult) => number) =>
      growthExponent(smallest.size, of(smallest), largest.size, of(largest))
    const range = `${smallest.size} to ${largest.size} items`
    found.push(
      {
        what: `paint, ${range}: exponent of growth`,
        value: growth(r => r.aisle.paintMs),
        limit: 0.1,
        unit: '',
      },
      {
        what: `work, ${range}: exponent of growth`,
        value: growth(r => r.aisle.workMs),
        limit: 0.1,
        unit: '',
      },
    )
  }
  return found
}
