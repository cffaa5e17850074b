import type { Bench } from '../bench.ts'
import { type Device, openAisle, openVanilla } from '../pages/device.ts'
import { median, rounded } from '../statistics.ts'

export const scrollBench: Bench = {
  name: 'scroll',
  title: 'Scrolling 1,000 items',
  method:
    'A wheel turned 60 times by two rows; the share of frames of a 60 Hz screen that would have been missed. The three pages take turns. 4 × CPU throttle.',
  async run(fixture, { rounds }) {
    const { person, list } = await fixture.personWithList(1_000)
    const pages = {
      full: await openVanilla(fixture, 'full', 1_000, { slowness: 1 }),
      windowed: await openVanilla(fixture, 'windowed', 1_000, { slowness: 1 }),
      aisle: await openAisle(fixture, person, list, { slowness: 1 }),
    }
    const dropped: Record<keyof typeof pages, number[]> = { full: [], windowed: [], aisle: [] }
    for (let n = 0; n < Math.ceil(rounds / 2); n += 1) {
      for (const name of ['full', 'windowed', 'aisle'] as const) {
        const device = pages[name]
        const turn = () => droppedPercent(device, n % 2 === 0 ? 1 : -1)
        dropped[name].push(await device.slowly(turn))
      }
    }
    await Promise.all(Object.values(pages).map(page => page.close()))
    const vanilla = median(dropped.full)
    return {
      head: ['', 'frames missed, %'],
      rows: [
        ['vanilla, all rows', rounded(vanilla)],
        ['vanilla, windowed', rounded(median(dropped.windowed))],
        ['Aisle', rounded(median(dropped.aisle))],
      ],
      aims: [
        {
          what: 'points more than vanilla',
          value: median(dropped.aisle) - vanilla,
          limit: 3,
          unit: '',
        },
      ],
    }
  },
}

const frameMs = 1_000 / 60

async function droppedPercent({ page }: Device, direction: 1 | -1): Promise<number> {
  await page.mouse.move(500, 400)
  await page.evaluate(() => window.probe.startFrames())
  for (let n = 0; n < 60; n += 1) {
    await page.mouse.wheel(0, 112 * direction)
    await page.waitForTimeout(16)
  }
  const gaps = await page.evaluate(() => window.probe.stopFrames())
  await page.waitForTimeout(1_000)
  // A page that draws nothing misses no frame.
  const isDrawn = await page.evaluate(() => document.elementFromPoint(500, 400)?.closest('li'))
  if (!isDrawn) throw new Error('What was scrolled to is blank.')
  const all = gaps.reduce((sum, gap) => sum + gap, 0) / frameMs
  const missed = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / frameMs) - 1), 0)
  return (missed / all) * 100
}
