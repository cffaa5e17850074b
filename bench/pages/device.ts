/** A browser with one page: Aisle with somebody signed in and a list open, or a vanilla page. */
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { type Fixture, viewport } from '../fixture.ts'
import type { Person } from '../people/person.ts'
import type { MadeList } from '../people/shopping.ts'
import type { VanillaPage } from '../servers/vanilla-server.ts'
import { installMeters } from './meters.ts'
import { installNextFrame } from './next-frame.ts'
import { installProbe, type Painted } from './probe.ts'

export interface Device {
  readonly page: Page
  readonly context: BrowserContext
  readonly cdp: CDPSession
  /** What all tasks of the main thread took since the page began. */
  taskMs(): Promise<number>
  /** From now on the processor is so much slower than this machine's: as a phone's, unless told. */
  throttle(slowness?: number): Promise<void>
  /** Slow during `work` alone: the slowness of a page takes two thirds of a core, idle or not. */
  slowly<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** How much slower than this machine the measured one is: a phone of some years. */
const phoneSlowness = 4

export interface DeviceOptions {
  /** Another address of the same server: a proxy before it. */
  readonly address?: string
  readonly slowness?: number
  /** A browser of its own, in place of the one that all pages share. */
  readonly context?: BrowserContext
  /** Whether the page counts what it writes and asks (`meters.ts`), which costs it time. */
  readonly metered?: boolean
}

export async function openAisle(
  fixture: Fixture,
  person: Person,
  list: MadeList,
  {
    address = fixture.server.address,
    slowness = phoneSlowness,
    context: own,
    metered = false,
  }: DeviceOptions = {},
): Promise<Device> {
  const device = await openDevice(fixture, own)
  const { page, context } = device
  if (metered) await page.addInitScript(installMeters)
  await context.addCookies(person.cookies.map(cookie => ({ ...cookie, url: address })))
  await page.goto(`${address}/product/shoppinglist`)
  await page
    .getByRole('navigation', { name: 'Lists' })
    .getByRole('link', { name: list.name })
    // Not clicked: on a phone no pointer rests on the page, nor does one on the vanilla pages.
    .press('Enter')
  await page.getByRole('list', { name: 'Items' }).getByRole('listitem').first().waitFor()
  await untilSaved(device)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.waitForTimeout(1_500)
  await device.throttle(slowness)
  return device
}

export async function openVanilla(
  fixture: Fixture,
  vanilla: VanillaPage,
  itemCount: number,
  { slowness = phoneSlowness, context }: Omit<DeviceOptions, 'address'> = {},
): Promise<Device> {
  const device = await openDevice(fixture, context)
  await device.page.goto(fixture.vanilla.pageAddress(vanilla, itemCount))
  await device.throttle(slowness)
  return device
}

async function openDevice(fixture: Fixture, own?: BrowserContext): Promise<Device> {
  const context = own ?? (await (await fixture.browser()).newContext({ viewport }))
  const page = await context.newPage()
  await page.addInitScript(installNextFrame)
  await page.addInitScript(installProbe)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  async function throttle(rate = phoneSlowness) {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate })
  }
  return {
    page,
    context,
    cdp,
    async taskMs() {
      const { metrics } = await cdp.send('Performance.getMetrics')
      return (metrics.find(metric => metric.name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
    },
    throttle,
    async slowly(work) {
      await throttle()
      try {
        return await work()
      } finally {
        await throttle(1)
      }
    },
    close: () => context.close(),
  }
}

/** Waits until the connection line says so. */
export async function untilSaved({ page }: Device, timeout = 120_000): Promise<void> {
  const saved = () =>
    document.querySelector('[role="status"][aria-label="Sync"]')?.textContent ===
    'All changes saved'
  await page.waitForFunction(saved, undefined, { polling: 50, timeout })
}

export interface Ticked extends Painted {
  /** Of the item. */
  readonly name: string
}

/** Ticks the `place`-th open row in sight with the mouse; `aimed` runs right before the click. */
export async function tick(
  { page }: Device,
  place = 2,
  aimed: () => Promise<void> = async () => {},
): Promise<Ticked> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { x, y, name } = await page.evaluate(n => window.probe.aimAtRow(n), place)
    await aimed()
    await page.mouse.click(x, y)
    const painted = await page.evaluate(
      ms => Promise.race([window.probe.painted, new Promise<undefined>(r => setTimeout(r, ms))]),
      missedAfterMs,
    )
    if (painted) return { ...painted, name }
    // A row was folded away between aim and click: another one was hit.
  }
  throw new Error('No tick was painted.')
}

const missedAfterMs = 5_000

/** Types a name into the add box and presses Enter; measured from Enter. */
export async function add({ page }: Device, name: string): Promise<Painted> {
  await page.getByRole('textbox', { name: 'Add an item' }).focus()
  await page.keyboard.insertText(name)
  await page.evaluate(() => window.probe.aimAtAdding())
  await page.keyboard.press('Enter')
  return page.evaluate(() => window.probe.painted)
}

/** One letter into the focused box. */
export async function typeLetter({ page }: Device, letter: string): Promise<Painted> {
  await page.evaluate(() => window.probe.aimAtKey())
  await page.keyboard.press(letter)
  return page.evaluate(() => window.probe.painted)
}

/** The same, measured to other suggestions above the box; undefined where the letter changed none. */
export async function typeSuggested(
  { page }: Device,
  letter: string,
): Promise<Painted | undefined> {
  await page.evaluate(() => window.probe.aimAtSuggestions())
  await page.keyboard.press(letter)
  return page.evaluate(
    ms => Promise.race([window.probe.painted, new Promise<undefined>(r => setTimeout(r, ms))]),
    unchangedAfterMs,
  )
}

const unchangedAfterMs = 1_500

/** Opens an item of Aisle's, gives it another name, and saves; measured from the click on "Save". */
export async function rename({ page }: Device, name: string, newName: string): Promise<Painted> {
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(newName)
  await page.evaluate(shows => window.probe.aimAtRows('click', { shows }), newName)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  return page.evaluate(() => window.probe.painted)
}

/** Opens an item of Aisle's and deletes it; measured from the click on "Delete". */
export async function remove({ page }: Device, name: string): Promise<Painted> {
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click()
  await page.evaluate(hides => window.probe.aimAtRows('click', { hides }), name)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  return page.evaluate(() => window.probe.painted)
}

/** Moves a row one place down with the arrow key, on its handle or, on a vanilla page, its button. */
export async function moveDown({ page }: Device, name: string): Promise<Painted> {
  const handle = page.getByRole('button', { name: new RegExp(`^Move ${name}$`) })
  const button = page.getByRole('button', { name: `Edit ${name}`, exact: true })
  await ((await handle.count()) > 0 ? handle : button).focus()
  await page.evaluate(moves => window.probe.aimAtRows('keydown', { moves }), name)
  await page.keyboard.press('ArrowDown')
  return page.evaluate(() => window.probe.painted)
}

/** The name of the `place`-th open row in sight, from 0. */
export async function nameInSight({ page }: Device, place: number): Promise<string> {
  return page.evaluate(n => window.probe.nameOfRow(n), place)
}
