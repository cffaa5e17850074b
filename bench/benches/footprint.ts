import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench } from '../bench.ts'
import { type Fixture, launchProfile } from '../fixture.ts'
import { type Device, openAisle, openVanilla, tick } from '../pages/device.ts'
import { startStorageMeter } from '../pages/storage-meter.ts'
import {
  pageProcesses,
  privateBytes,
  processesOf,
  writtenBytes,
} from '../servers/process-meters.ts'
import { median, rounded } from '../statistics.ts'

const shownItems = 1_000

export const footprintBench: Bench = {
  name: 'footprint',
  title: 'What a page takes of the device',
  method:
    'A list of 1,000 items, in a browser process of its own that keeps its profile on the disk. Memory: what the processes of the page share with nobody, after a collection of garbage, once the page has been left alone for ten seconds; median of the rounds. Stored: what lands in the folders of the profile where pages keep things (IndexedDB, local and session storage, storage buckets, the worker and its caches; the browser’s own accounts of who may store how much aside), from the first of the ticks until ten seconds after the last, a tick every four seconds; divided by the ticks. Then the same without a network, until ten seconds after it is back. Beside the first all that the processes of the browser hand to the disk meanwhile, in whole blocks of 4 kB: cookies, history and counts of its own, which it writes for a page that stores nothing, too. The pages take turns.',
  async run(fixture, { rounds }) {
    const found: Record<Shown, Taken[]> = { full: [], windowed: [], aisle: [] }
    for (let round = 0; round < Math.max(1, Math.floor(rounds / 3)); round += 1) {
      for (const shown of allShown) found[shown].push(await takenBy(fixture, shown))
    }
    const memory = (shown: Shown) => median(found[shown].map(taken => taken.memory))
    const stored = (shown: Shown) => median(found[shown].map(taken => taken.stored))
    const written = (shown: Shown) => median(found[shown].map(taken => taken.written))
    const offline = (shown: Shown) => median(found[shown].map(taken => taken.offline))
    return {
      head: [
        '',
        'memory, MB',
        '÷ all rows',
        'kB stored a tick',
        'kB written by the browser',
        'kB stored a tick without a network',
      ],
      rows: allShown.map(shown => [
        titles[shown],
        rounded(memory(shown) / 1_000_000),
        rounded(memory(shown) / memory('full')),
        rounded(stored(shown) / 1_000),
        rounded(written(shown) / 1_000),
        rounded(offline(shown) / 1_000),
      ]),
      aims: [
        {
          what: 'memory of the page ÷ vanilla, all rows',
          value: memory('aisle') / memory('full'),
          limit: 1.25,
          unit: '×',
        },
        {
          what: 'memory of the page ÷ vanilla, windowed',
          value: memory('aisle') / memory('windowed'),
          unit: '×',
        },
        {
          what: 'stored a tick',
          value: stored('aisle') / 1_000,
          limit: 10,
          unit: 'kB',
        },
      ],
    }
  },
}

type Shown = 'full' | 'windowed' | 'aisle'

const allShown = ['full', 'windowed', 'aisle'] as const
const titles = { full: 'vanilla, all rows', windowed: 'vanilla, windowed', aisle: 'Aisle' } as const

/** In bytes. */
interface Taken {
  readonly memory: number
  readonly stored: number
  readonly written: number
  /** Stored a tick where there is no network, and once it is back. */
  readonly offline: number
}

const ticks = 12
const tickEveryMs = 4_000
const restMs = 10_000

async function takenBy(fixture: Fixture, shown: Shown): Promise<Taken> {
  const folder = await mkdtemp(join(tmpdir(), 'aisle-bench-profile-'))
  const context = await launchProfile(folder)
  try {
    const device = await open(fixture, shown, context)
    await device.page.waitForTimeout(restMs)
    await device.cdp.send('HeapProfiler.collectGarbage')
    const pids = processesOf(folder)
    const memory = privateBytes(pageProcesses(pids))
    const before = writtenBytes(pids)
    const stored = await storedByTicks(device, folder)
    const written = (writtenBytes(processesOf(folder)) - before) / ticks
    await context.setOffline(true)
    const offline = await storedByTicks(device, folder, () => context.setOffline(false))
    return { memory, stored, written, offline }
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Bytes a tick; `end` comes right behind the last of them. */
async function storedByTicks(
  device: Device,
  folder: string,
  end: () => Promise<void> = async () => {},
): Promise<number> {
  const meter = startStorageMeter(folder)
  for (let n = 0; n < ticks; n += 1) {
    await tick(device)
    await device.page.waitForTimeout(tickEveryMs)
  }
  await end()
  await device.page.waitForTimeout(restMs)
  return meter.stop() / ticks
}

async function open(
  fixture: Fixture,
  shown: Shown,
  context: Awaited<ReturnType<typeof launchProfile>>,
): Promise<Device> {
  if (shown !== 'aisle') return openVanilla(fixture, shown, shownItems, { slowness: 1, context })
  const { person, list } = await fixture.personWithList(shownItems)
  return openAisle(fixture, person, list, { slowness: 1, context })
}
