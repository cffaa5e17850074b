/**
 * Each fault of a network in each phase of the conversation: nothing is lost, nothing is doubled. Every day each
 * phase meets every third fault, so that each fault is met in three phases; where AISLE_DEEP=1 all meet all.
 */
import type { Page } from '@playwright/test'
import { afterEach, beforeAll, describe, test } from 'vitest'
import type { ApiClient } from '../../support/browser/browser-api.ts'
import type { Device, Environment } from '../../support/browser/browser-device.ts'
import type { Fault, SeenRequest } from '../../support/browser/proxy.ts'
import { budget, isDeep } from '../../support/depth.ts'
import {
  addItems,
  anna,
  checkbox,
  expect,
  expectAllSaved,
  expectItems,
  itemsOnServer,
  makeList,
  type Stage,
  setStage,
  settleIn,
  signUp,
  syncLine,
  tick,
} from '../stage.ts'

/** "no such name" is the browser's own, in which all requests fail alike: none comes as far as the proxy. */
type Trouble = Fault | { readonly kind: 'no-such-name' }

const troubles: readonly (readonly [string, Trouble])[] = [
  ['reset', { kind: 'reset' }],
  ['refused', { kind: 'refuse' }],
  ['a name that is not found', { kind: 'no-such-name' }],
  ['hanging', { kind: 'hang' }],
  ['an answer cut short', { kind: 'cut' }],
  ['an answer lost', { kind: 'lose-answer' }],
  ['a request doubled', { kind: 'double' }],
  ['a captive portal that says OK', { kind: 'portal' }],
  ['a captive portal that redirects', { kind: 'portal-redirect' }],
  ['slow', { kind: 'delay', ms: 500 }],
  ['too many requests, with seconds', { kind: 'status', status: 429, retryAfter: '1' }],
  [
    'out of service, with a date',
    { kind: 'status', status: 503, retryAfter: new Date(0).toUTCString() },
  ],
]

/** The others let the conversation go on. */
const isHarmless = ({ kind }: Trouble) => kind === 'double' || kind === 'delay'

/** One phone for all of them, whole and signed in. */
interface Shop extends Stage {
  readonly phone: Device
  readonly client: ApiClient
}

/** A list of its own for each phase. */
interface Scene extends Shop {
  readonly page: Page
  readonly listName: string
  readonly listId: string
}

interface Phase {
  readonly name: string
  readonly only: (request: SeenRequest) => boolean
  /** Brings the page to this phase; the fault is there already. */
  readonly provoke: (scene: Scene, cell: string) => Promise<void>
  /** After an edit was made under the fault. */
  readonly goOn?: (scene: Scene, trouble: Trouble) => Promise<void>
  /** Nothing can be sent while it lasts. */
  readonly holdsUpEdits?: boolean
  /** Its page comes from the server, which has to be found for that. */
  readonly needsName?: boolean
  /** `provoke` adds an item on another device, which must be seen when the fault is over. */
  readonly othersAdd?: boolean
  /** It waits longer with each failure, as it should: hints that the network is back are given until it tries. */
  readonly isPatient?: boolean
  /** What else must be so when the fault is over. */
  readonly afterwards?: (scene: Scene) => Promise<void>
  readonly inTheEnd?: (scene: Scene) => Promise<void>
}

const isData = ({ path, accept }: SeenRequest) =>
  path.startsWith('/graphql') && !accept.includes('text/event-stream')
const asks = (body: string, what: 'query' | 'mutation') =>
  new RegExp(`"query":"(#[^"]*)?\\s*${what}\\b`).test(body)

const phases: readonly Phase[] = [
  {
    name: 'the token',
    only: ({ path }) => path.startsWith('/csrftoken'),
    provoke: ({ page }) => page.evaluate(() => sessionStorage.removeItem('aisle.csrf-token')),
    holdsUpEdits: true,
  },
  {
    name: 'the status',
    only: ({ path }) => path.startsWith('/auth/status'),
    provoke: startAgain,
  },
  {
    name: 'a query',
    only: request => isData(request) && asks(request.body, 'query'),
    provoke: addElsewhere,
    othersAdd: true,
    // What the stream tells is asked for; after some failures that, too, is a while away.
    isPatient: true,
  },
  {
    name: 'a mutation',
    only: request => isData(request) && asks(request.body, 'mutation'),
    provoke: async () => {},
    holdsUpEdits: true,
  },
  {
    name: 'the event stream',
    only: ({ path, accept }) => path.startsWith('/graphql') && accept.includes('text/event-stream'),
    async provoke(scene, cell) {
      scene.proxy.resetConnections()
      await addElsewhere(scene, cell)
    },
    othersAdd: true,
    isPatient: true,
  },
  {
    name: 'a script',
    only: ({ path }) => /^\/assets\/rooms.*\.js/.test(path),
    provoke: loseScript,
    goOn: askForScript,
    async afterwards({ page }) {
      await page.reload()
      await expect(overview(page)).toBeVisible()
    },
  },
  {
    name: 'the worker',
    only: ({ path }) => path === '/service-worker.js',
    provoke: withdrawWorker,
    needsName: true,
    afterwards: bringsWorkerBack,
    inTheEnd: startsInTheCellar,
  },
  {
    name: 'the files of the worker',
    only: ({ path, destination }) => path.startsWith('/icons/') && destination === 'empty',
    provoke: withdrawWorker,
    needsName: true,
    afterwards: bringsWorkerBack,
    inTheEnd: startsInTheCellar,
  },
  {
    name: 'everything',
    only: () => true,
    provoke: startAgain,
    holdsUpEdits: true,
  },
]

let shop: Shop

beforeAll(async () => {
  const endings: (() => Promise<void>)[] = []
  shop = await openShop(ending => endings.unshift(ending))
  return async () => {
    for (const end of endings) await end()
  }
})

afterEach(async () => {
  shop.proxy.clear()
  await shop.proxy.plug()
})

describe.each(phases)('$name', phase => {
  const faults = faultsOf(phase)
  test(`meets ${faults.length} faults in turn`, {
    timeout: budget(faults.length, 20),
  }, async () => {
    let scene = await openList(shop, phase.name)
    const address = scene.page.url()
    const items: Record<string, boolean> = {}
    for (const [name, trouble] of faults) {
      const begun = await begin(scene, trouble, phase.only)
      scene = begun.scene
      await phase.provoke(scene, name)
      await addItems(scene.page, name)
      await tick(scene.page, name)
      items[name] = true
      await phase.goOn?.(scene, trouble)
      async function tries() {
        const met = await begun.met()
        if (phase.isPatient && met === 0) await sayOnline(scene.page)
        return met
      }
      await expect.poll(tries, `${name} was met`).toBeGreaterThan(0)
      if (phase.holdsUpEdits && !isHarmless(trouble)) {
        await expect(syncLine(scene.page)).toHaveText(/changes? waiting$/)
      }
      await expect(scene.page.getByRole('region', { name: 'Could not be saved' })).toBeHidden()
      scene = await begun.end()
      const { page, proxy, client, listName } = scene
      await proxy.plug()
      await sayOnline(page)
      if (phase.othersAdd) {
        await expect(checkbox(page, elsewhere(name))).toBeVisible()
        items[elsewhere(name)] = false
      }
      await phase.afterwards?.(scene)
      if (page.url() !== address) await page.goto(address)
      await expectAllSaved(page)
      await expectItems(page, items)
      expect(await itemsOnServer(client, listName), name).toEqual(items)
    }
    await phase.inTheEnd?.(scene)
  })
})

function faultsOf(phase: Phase): typeof troubles {
  const turn = phases.indexOf(phase)
  return troubles
    .filter((_, at) => isDeep || (at + turn) % 3 === 0)
    .filter(([, { kind }]) => !phase.needsName || kind !== 'no-such-name')
}

async function sayOnline(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

async function openShop(atEnd: (ending: () => Promise<void>) => void): Promise<Shop> {
  const stage = await setStage({}, atEnd)
  const phone = stage.device()
  const first = await phone.open()
  await signUp(first, stage.url, anna)
  await expectAllSaved(first)
  await settleIn(first, phone)
  return { ...stage, phone, client: await stage.truth(anna) }
}

/**
 * In a browser that was just started: one that is remote-controlled keeps every worker that was withdrawn, and
 * after some dozens of them no longer tells when a page was loaded.
 */
async function openList(all: Shop, phase: string): Promise<Scene> {
  await all.phone.close()
  const page = await all.phone.open()
  await page.goto(`${all.url}/product`)
  // A name of its own for a second try too.
  const listName = `${phase} ${crypto.randomUUID().slice(0, 4)}`
  await makeList(page, listName)
  await expectAllSaved(page)
  const { getAllShoppingList } = await all.client.ask<{
    readonly getAllShoppingList: readonly { readonly id: string; readonly name: string }[]
  }>('query { getAllShoppingList { id name } }')
  const listId = getAllShoppingList.find(({ name }) => name === listName)?.id ?? ''
  return { ...all, page, listName, listId }
}

interface Begun {
  readonly scene: Scene
  /** How often something has met it so far. */
  readonly met: () => number | Promise<number>
  readonly end: () => Promise<Scene>
}

async function begin(scene: Scene, trouble: Trouble, only: Phase['only']): Promise<Begun> {
  const { proxy } = scene
  if (trouble.kind === 'no-such-name') return loseNames(scene)
  const { met } = proxy.fault(trouble, { only })
  return {
    scene,
    met,
    async end() {
      proxy.clear()
      return scene
    },
  }
}

/** The browser is opened again, and finds no name; then once more, and finds them all. */
async function loseNames(before: Scene): Promise<Begun> {
  const { requests } = before.proxy
  const scene = await openAgain(before, { findsNoNames: true })
  const seen = requests.length
  await expect(scene.page.getByRole('heading', { name: scene.listName })).toBeVisible()
  return {
    scene,
    async met() {
      // A part that did not load stands where the line was.
      if (await scene.page.getByText(/^Loading this part of the app failed/).isVisible()) return 1
      return (await syncLine(scene.page).textContent())?.startsWith('Offline') ? 1 : 0
    },
    async end() {
      expect(requests.slice(seen), 'nothing found its way').toEqual([])
      return openAgain(scene)
    },
  }
}

async function openAgain(scene: Scene, environment: Environment = {}): Promise<Scene> {
  const { phone, page } = scene
  const address = page.url()
  await phone.close()
  const opened = await phone.open({}, environment)
  await opened.goto(address)
  return { ...scene, page: opened }
}

/** As a person starts it in the morning: token and status are asked for anew. */
async function startAgain(scene: Scene): Promise<void> {
  await scene.page.evaluate(() => sessionStorage.clear())
  await loadAgain(scene)
}

async function loadAgain({ page, listName }: Scene): Promise<void> {
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: listName })).toBeVisible()
}

const elsewhere = (cell: string) => `${cell} elsewhere`

async function addElsewhere({ client, listId }: Scene, cell: string): Promise<void> {
  await client.ask(
    'mutation ($list: ID!, $name: String!) { createItem(shoppingListId: $list, name: $name) { id } }',
    { list: listId, name: elsewhere(cell) },
  )
}

/** The device has lost a part of the app that this page has not asked for yet. */
async function loseScript({ page }: Scene): Promise<void> {
  await page.evaluate(async () => {
    sessionStorage.removeItem('aisle.reloaded-at')
    const cache = await caches.open('aisle-shell')
    for (const request of await cache.keys()) {
      if (request.url.includes('/assets/rooms')) await cache.delete(request)
    }
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}

async function askForScript({ page, listName }: Scene, trouble: Trouble): Promise<void> {
  await page.getByRole('button', { name: listName }).click()
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page).toHaveURL(/dashboard/)
  if (isHarmless(trouble)) await expect(overview(page)).toBeVisible()
  else if (trouble.kind === 'hang')
    await expect(page.locator('#root').getByText('Loading...')).toBeVisible()
  // Loaded again once by itself, it says so instead of trying for ever.
  else await expect(page.getByText(/^Loading this part of the app failed/)).toBeVisible()
}

function overview(page: Page) {
  return page.getByRole('list', { name: 'All lists' })
}

/** Its page is the server's own then, and brings the worker back. */
async function withdrawWorker(scene: Scene): Promise<void> {
  await scene.page.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations()) {
      await registration.unregister()
    }
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await loadAgain(scene)
}

async function bringsWorkerBack(scene: Scene): Promise<void> {
  await loadAgain(scene)
  await scene.page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

async function startsInTheCellar(scene: Scene): Promise<void> {
  await scene.proxy.unplug()
  await loadAgain(scene)
}
