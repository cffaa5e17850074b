/**
 * Random histories of the tabs of one browser, beside another device of the same person: tabs are opened, closed,
 * frozen and put aside in the middle of it all, and the device is full or the cache of lists broken for a while.
 * When all is quiet nothing is lost, nothing is doubled, all tabs say the same, and nothing is left in the outbox.
 * AISLE_TAB_HISTORIES sets how many.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { budget, chance, howMany } from '../../support/depth.ts'
import { sqlite, startTestServer, type TestServer } from '../../support/server/server.ts'
import { asLists, checkAgainstEffects } from '../../support/simulation/check-effects.ts'
import {
  createDevice,
  type Device,
  type Page,
  preferencesOf,
  visibleState,
} from '../../support/simulation/device.ts'
import { watchEffects } from '../../support/simulation/effects.ts'
import { createLedger, type Ledger } from '../../support/simulation/ledger.ts'
import {
  anyHappening,
  gestureNames,
  type Happening,
  happen,
} from '../../support/simulation/shopper.ts'
import { createSimDisk, noRoom } from '../../support/simulation/sim-disk.ts'

const histories = howMany('AISLE_TAB_HISTORIES', 40, 500)
const shards = 2
const mostTabs = 3

/** What happens in the tab, or to it: `what` is one of `tabSteps` or `diskSteps`, or what happens to any device. */
interface Step {
  /** Which of those that are open. */
  readonly tab: number
  readonly happening: Happening
}

for (let shard = 0; shard < shards; shard++) {
  const numRuns = Math.ceil(histories / shards)
  test(`random histories of tabs, part ${shard + 1} of ${shards}`, {
    timeout: budget(numRuns, 2),
  }, async () => {
    // In every other part it answers what somebody missed in pieces.
    await using server = await startTestServer(sqlite, shard % 2 ? { itemsPerAnswer: 2 } : {})
    await fc.assert(
      fc.asyncProperty(anySteps(), fc.boolean(), (steps, saysOnline) =>
        history(server, steps, saysOnline),
      ),
      {
        numRuns,
        ...chance(20261127, shard),
      },
    )
  })
}

test('a tab that was frozen hears of a session that is over from one that is gone, and looks again', async () => {
  await using server = await startTestServer()
  const steps = [
    { tab: 0, what: 'fault', value: 446 },
    { tab: 1, what: 'freeze', value: 0 },
    { tab: 0, what: 'add', value: 0 },
    { tab: 0, what: 'open', value: 0 },
    { tab: 0, what: 'close', value: 0 },
    { tab: 0, what: 'newList', value: 0 },
  ]
  await history(
    server,
    steps.map(({ tab, what, value }) => ({ tab, happening: { device: 0, what, pick: 0, value } })),
    false,
  )
})

/** Of a device that is full the browser deletes no database: what is not copied then is in one place alone. */
function anySteps(): fc.Arbitrary<readonly Step[]> {
  return fc.oneof(
    stepsOf(tabSteps, false),
    stepsOf(tabSteps, true),
    stepsOf({ ...tabSteps, ...diskSteps }, false),
  )
}

function stepsOf(
  steps: Readonly<Record<string, TabStep>>,
  losesDatabase: boolean,
): fc.Arbitrary<readonly Step[]> {
  const befallsTab = fc.record<Happening>({
    device: fc.constant(0),
    what: fc.constantFrom(...Object.keys(steps)),
    pick: fc.nat(1000),
    value: fc.nat(1000),
  })
  return fc.array(
    fc.record<Step>({
      tab: fc.nat(mostTabs - 1),
      happening: fc.oneof(
        { weight: 3, arbitrary: anyHappening(2, { losesDatabase }) },
        { weight: 2, arbitrary: befallsTab },
      ),
    }),
    { minLength: 5, maxLength: 50 },
  )
}

interface Browser extends Device {
  /** The tabs that are not frozen. */
  awake(): readonly Page[]
  /** The tab in which the person is. */
  choose(tab: number): void
  readonly frozen: Set<Page>
  /** Of these, those that the browser put aside: they hear nothing of what was said meanwhile. */
  readonly left: Set<Page>
}

/** Whose `page` is the tab in which the person is. */
function createBrowser(device: Device): Browser {
  const frozen = new Set<Page>()
  let chosen = 0
  const awake = () => device.pages.filter(page => !frozen.has(page))
  return Object.create(device, {
    frozen: { value: frozen },
    left: { value: new Set<Page>() },
    awake: { value: awake },
    choose: {
      value(tab: number) {
        chosen = tab
      },
    },
    page: {
      get() {
        const all = awake()
        return all[chosen % all.length] ?? device.page
      },
    },
  })
}

type TabStep = (browser: Browser, happening: Happening) => unknown

const tabSteps: Readonly<Record<string, TabStep>> = {
  async open(browser) {
    if (browser.pages.length === mostTabs) return
    let isOpen = false
    const opening = browser.openPage().finally(() => {
      isOpen = true
    })
    // A store that does not answer is waited for by the clock.
    while (!isOpen) await browser.rest(100)
    await opening
  },
  close(browser) {
    if (browser.pages.length < 2) return
    browser.page.kill()
    wakeOne(browser)
  },
  freeze(browser) {
    const { page } = browser
    page.freeze()
    browser.frozen.add(page)
    wakeOne(browser)
  },
  leave(browser) {
    const { page } = browser
    page.leave()
    browser.frozen.add(page)
    browser.left.add(page)
    wakeOne(browser)
  },
  thaw: thawAll,
  async hint(browser, { pick, value }) {
    const lists = asLists(visibleState(browser.page.offline))
    const id = lists[pick % lists.length]?.id
    const hint = id && (await browser.page.network.hintOf(id))
    if (!hint) return
    // Who leads listens; what is late comes behind newer ones.
    for (const { network } of browser.awake()) {
      if (value % 3 > 0) network.hint(hint)
      else network.hintLate(hint)
    }
  },
}

const diskSteps: Readonly<Record<string, TabStep>> = {
  full({ disk }) {
    disk.failOutbox = noRoom
    disk.failCache = noRoom
  },
  breakCache({ disk }) {
    disk.failCache = () => new Error('broken')
  },
  breakReading({ disk }, { value }) {
    let left = value % 5
    disk.failRead = () => (left-- > 0 ? new Error('busy') : undefined)
  },
  room: makeRoom,
}

function wakeOne(browser: Browser): void {
  if (browser.awake().length === 0) thawAll(browser)
}

function thawAll(browser: Browser): void {
  for (const page of browser.frozen) {
    browser.frozen.delete(page)
    if (browser.left.delete(page)) page.comeBack()
    else page.thaw()
  }
}

function makeRoom({ disk }: Device): void {
  disk.failOutbox = undefined
  disk.failCache = undefined
  disk.failRead = undefined
}

/** `saysOnline`: the browsers say that there is no network. */
async function history(
  server: TestServer,
  steps: readonly Step[],
  saysOnline: boolean,
): Promise<void> {
  const effects = watchEffects()
  const ledger = createLedger()
  const user = await server.buildUser()
  const options = { userId: user.id, client: effects.watch(user), saysOnline }
  const device = createDevice({ ...options, disk: createSimDisk({ keepsTwice: true }) })
  const browser = createBrowser(device)
  const other = createDevice({ ...options, disk: createSimDisk({ keepsTwice: true }) })
  try {
    for (const one of [browser, browser, other]) await one.openPage()
    for (const { tab, happening } of steps) {
      browser.choose(tab)
      await step(browser, other, happening, ledger)
    }
    await quiet(browser, other)

    const fresh = createDevice(options)
    await fresh.openPage()
    await fresh.rest()
    const truth = visibleState(fresh.page.offline)
    const preferences = preferencesOf(fresh.page.offline)
    fresh.kill()
    for (const [at, { offline }] of [...browser.pages, other.page].entries()) {
      expect(visibleState(offline), `tab ${at}`).toEqual(truth)
      expect(preferencesOf(offline), `tab ${at}`).toEqual(preferences)
      expect(offline.sync.get(), `tab ${at}`).toMatchObject({ waiting: 0, storage: 'durable' })
      expect(offline.unpersisted(), `tab ${at}`).toBe(0)
    }
    checkAgainstEffects(asLists(truth), effects.all)
    const lost = () => ledger.unaccounted(effects.all).map(({ name, entry }) => [name, entry?.id])
    expect(lost(), 'lost').toEqual([])
    expect(ledger.unfounded(effects.all), 'refused for what one deleted oneself').toEqual([])
    const [tray, ...trays] = browser.pages.map(({ offline }) =>
      offline.tray
        .get()
        .map(({ id }) => id)
        .sort(),
    )
    for (const one of trays) expect(one, 'the tray').toEqual(tray)
    expect([...device.disk.entries.values()], 'left in the outbox').toEqual([])
    expect([...device.disk.copy.entries.values()], 'left in the second copy').toEqual([])

    browser.setConnected(false)
    browser.kill()
    await browser.openPage()
    expect(visibleState(browser.page.offline), 'opened again').toEqual(truth)
    expect(lost(), 'lost by a restart').toEqual([])
  } finally {
    browser.kill()
    other.kill()
  }
}

async function step(
  browser: Browser,
  other: Device,
  happening: Happening,
  ledger: Ledger,
): Promise<void> {
  const { what, value } = happening
  const tabStep = tabSteps[what] ?? diskSteps[what]
  if (tabStep) await tabStep(browser, happening)
  else {
    const done = happen([browser, other], happening, { ledger })
    // Of a full device the person is told; they go on at once, anyway.
    if ([...gestureNames(), 'tickBehindFrame'].includes(what)) done.catch(() => {})
    else await done.catch(() => {})
    for (const page of browser.frozen)
      if (!browser.pages.includes(page)) browser.frozen.delete(page)
    wakeOne(browser)
  }
  // Now and then long enough that a frozen tab is noticed.
  await browser.rest(value % 7 === 0 ? value * 10 : value % 50)
  await other.rest(value % 50)
}

/** All tabs are awake and seen, there is room and a network, and what is late arrives. */
async function quiet(browser: Browser, other: Device): Promise<void> {
  thawAll(browser)
  makeRoom(browser)
  for (const device of [browser, other]) {
    for (const page of device.pages) {
      page.network.faults.length = 0
      page.visible.set(true)
      page.isFrameSlow = false
    }
  }
  async function rest() {
    for (const device of [browser, other]) {
      // Anew each time: who hears only then of a session that is said to be over looks again whether it is.
      device.setConnected(true)
      for (const page of device.pages) page.network.releaseLate()
      await device.rest(65_000)
    }
  }
  for (let round = 0; round < 3; round++) await rest()
  // What was not written while the device was full goes with the next change, by which a tab knows that there is room.
  for (const { offline } of browser.pages) {
    await offline.perform(createShoppingList, { id: newId(), name: 'Last' }).durable
  }
  await rest()
  for (const device of [other, browser]) {
    void device.page.offline.refresh()
    await device.rest()
  }
}
