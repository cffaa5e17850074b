/** "Ready for the shop" at /product/ready: five lines, each ready or with a button that mends it. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createItem, tickItem } from '../../../src/cache/edits/item-edits.ts'
import { itemCacheId, listCacheId } from '../../../src/cache/records/cache-ids.ts'
import { cursorCacheId } from '../../../src/cache/records/local-records.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { listsReadiness } from '../../../src/ready/readiness.ts'
import { openApp, type PlayedDevice } from '../stage.tsx'
import { idOf, openServer } from '../stage-server.ts'

const dayMs = 86_400_000
const noon = new Date('2026-11-21T12:00:00.000Z')

interface Promises {
  /** The browser keeps what is stored. */
  lasting?: boolean
  /** It agrees when it is asked to. */
  agrees?: boolean
  /** Files of the app lie on the device; `absent`: not even the worker does. */
  shell?: 'complete' | 'incomplete' | 'absent'
  loads?: boolean
}

/** A browser that promises this much; jsdom has neither storage nor workers. */
function playBrowser({
  lasting = true,
  agrees = true,
  shell = 'complete',
  loads = true,
}: Promises) {
  let isLasting = lasting
  let stored = shell === 'complete'
  let isRegistered = shell !== 'absent'
  const worker = {
    postMessage({ type }: { type: string }, [port]: MessagePort[]) {
      if (type === 'COMPLETE_SHELL' && loads) stored = true
      port?.postMessage(stored)
    },
  }
  define('storage', {
    persisted: async () => isLasting,
    persist: async () => {
      isLasting = agrees
      return isLasting
    },
  })
  define('serviceWorker', {
    getRegistration: async () => (isRegistered ? { active: worker } : undefined),
    ready: Promise.resolve(),
    async register() {
      if (!loads) throw new TypeError('Failed to register')
      isRegistered = true
      stored = true
    },
  })
}

function define(name: 'storage' | 'serviceWorker', value: object) {
  Object.defineProperty(navigator, name, { value, configurable: true })
}

// The days of a session are counted: the clock stands.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const name of ['storage', 'serviceWorker']) Reflect.deleteProperty(navigator, name)
})

interface Situation extends Promises {
  readonly reachable?: boolean
  readonly device?: PlayedDevice
  readonly itemNames?: readonly string[]
}

async function openReady({
  reachable = true,
  device = {},
  itemNames = [],
  ...promises
}: Situation = {}) {
  playBrowser(promises)
  const server = await openServer()
  server.reachable = reachable
  const stage = await openApp({
    path: '/product/ready',
    signedIn: true,
    server,
    lists: ['Weekly shop'],
    itemNames,
    device,
  })
  await screen.findByRole('heading', { name: 'Ready for the shop' })
  return stage
}

/** The page is closed, and opened again so many days later, without a network. */
async function openLater(days: number) {
  const { server, local, close } = await openReady()
  await line('Signed in').says('For 180 more days.')
  await line('Your lists').ready()
  await close()
  vi.setSystemTime(Date.now() + days * dayMs)
  server.server.clock.advance({ days })
  server.reachable = false
  const stage = await openApp({ path: '/product/ready', server, local })
  await screen.findByRole('heading', { name: 'Ready for the shop' })
  return stage
}

function offlineOf({ account }: Awaited<ReturnType<typeof openApp>>) {
  const { offline } = account.state.get()
  if (offline === undefined) throw new Error('Nobody is signed in.')
  return offline
}

function line(name: string) {
  const item = screen.getByRole('listitem', { name })
  return {
    ready: () => within(item).findByRole('img', { name: 'Ready' }),
    notReady: () => within(item).findByRole('img', { name: 'Not ready' }),
    says: (text: string | RegExp) => within(item).findByText(text),
    button: (label: string) => within(item).findByRole('button', { name: label }),
    buttons: () => within(item).queryAllByRole('button'),
  }
}

test('all is ready: five green lines and no button', async () => {
  await openReady()
  await waitFor(() =>
    expect(screen.getByRole('status', { name: 'Readiness' }).textContent).toBe(
      'All is ready: you can shop without a signal.',
    ),
  )
  const lines = within(screen.getByRole('list', { name: 'Ready for the shop' }))
  expect(lines.getAllByRole('img', { name: 'Ready' })).toHaveLength(5)
  expect(lines.queryAllByRole('button')).toEqual([])
  await line('Your lists').says(/^As of \d/)
  await line('Signed in').says('For 180 more days.')
})

test('a screen reader hears what could not be mended, and no minute that passes', async () => {
  const { user, account, server } = await openReady({ lasting: false, agrees: false })
  const heard: string[] = []
  const watch = new MutationObserver(records => {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement
      const region = element?.closest('main li [aria-live], main li [role=status]')
      if (region?.textContent) heard.push(region.textContent)
    }
  })
  watch.observe(document.body, { childList: true, subtree: true, characterData: true })
  const before = (await line('Your lists').says(/^As of \d/)).textContent
  vi.setSystemTime(Date.now() + 60_000)
  await act(async () => account.state.get().offline?.refresh())
  const lists = within(screen.getByRole('listitem', { name: 'Your lists' }))
  await waitFor(() => expect(lists.getByText(/^As of \d/).textContent).not.toBe(before))
  expect(heard).toEqual([])
  server.reachable = false
  await user.click(await line('Kept on this device').button('Keep my lists'))
  await line('Kept on this device').says(/It did not agree/)
  expect(heard.join()).toMatch(/It did not agree/)
  watch.disconnect()
})

test('the account menu leads to it', async () => {
  playBrowser({})
  const { user, path } = await openApp({
    path: '/product/dashboard',
    signedIn: true,
    lists: ['Weekly shop'],
  })
  await user.click(await screen.findByRole('button', { name: 'Account' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ready for the shop' }))
  expect(await screen.findByRole('heading', { name: 'Ready for the shop' })).toBeTruthy()
  expect(path()).toBe('/product/ready')
})

test('lists that were never fetched are fetched by the button, once there is a network', async () => {
  const { user, server } = await openReady({ reachable: false })
  const lists = line('Your lists')
  await lists.notReady()
  await user.click(await lists.button('Refresh'))
  await lists.says(/The server cannot be reached/)
  server.reachable = true
  await user.click(await lists.button('Refresh'))
  await lists.ready()
})

test('lists that the server does not tell for trouble of its own say so, and not that there is no signal', async () => {
  const { user, server } = await openReady({ reachable: false })
  server.reachable = true
  server.trouble = 'Closed for repairs.'
  const lists = line('Your lists')
  await user.click(await lists.button('Refresh'))
  await lists.says(/Closed for repairs\.$/)
  server.trouble = undefined
  await user.click(await lists.button('Refresh'))
  await lists.ready()
})

test('lists that a full device let go of are not ready', async () => {
  const server = await openServer()
  playBrowser({})
  await server.addList('Weekly shop', ['Milk'])
  const { account, user } = await openApp({ path: '/product/ready', signedIn: true, server })
  await screen.findByRole('heading', { name: 'Ready for the shop' })
  const lists = line('Your lists')
  await lists.ready()
  const { offline } = account.state.get()
  await act(async () => {
    offline?.cache.evict({ id: itemCacheId(idOf('Milk')) })
    offline?.cache.evict({ id: cursorCacheId(idOf('Weekly shop')) })
    server.reachable = false
    await offline?.refresh()
  })
  await lists.says(/^Not all of them are kept on this device. Open those that you need/)
  const sync = offline?.sync.get()
  if (sync === undefined) throw new Error('Nobody is signed in.')
  const kept = listsReadiness({ ...sync, isCut: true, storage: 'memory-only' }, '', 0)
  expect(kept.sentence).toBe('Not all of them are kept on this device.')
  server.reachable = true
  vi.setSystemTime(Date.now() + 1_000)
  await user.click(await lists.button('Refresh'))
  await lists.ready()
})

test('lists are ready once the device has them, and stay so while it stores what is ticked', async () => {
  const [told, ticked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const device: PlayedDevice = { writes: told.promise }
  const offline = offlineOf(await openReady({ device, itemNames: ['Milk'] }))
  await waitFor(() => expect(offline.sync.get().initialised).toBe(true))
  const lists = line('Your lists')
  await lists.says('Looking…')
  expect(screen.getByRole('status', { name: 'Readiness' }).textContent).toBe('Looking…')
  told.resolve()
  await lists.ready()
  device.writes = ticked.promise
  await act(async () => {
    await offline.perform(tickItem, { id: idOf('Milk'), purchased: true }).durable
  })
  await line('Nothing waits').ready()
  expect(screen.getByRole('status', { name: 'Readiness' }).textContent).toMatch(/^All is ready/)
  ticked.resolve()
})

test('lists that could not be stored are not ready', async () => {
  const told = Promise.withResolvers<void>()
  await openReady({ device: { writes: told.promise } })
  const lists = line('Your lists')
  await lists.says('Looking…')
  told.reject(new Error('The disk is tired.'))
  await lists.says(/^Not all of them are kept on this device/)
})

test('a device without room for anything says so at once, until there is room', async () => {
  const device: PlayedDevice = { full: true }
  const offline = offlineOf(await openReady({ device, itemNames: ['Milk'] }))
  await line('Your lists').says('There is no room for them on this device: make room.')
  await line('Kept on this device').says('The storage of this device is full.')
  const notice = screen.getByRole('status', { name: 'Storage' })
  expect(notice.textContent).toContain('has no room for your lists')
  const tick = (purchased: boolean) =>
    offline.perform(tickItem, { id: idOf('Milk'), purchased }).durable
  await act(() => tick(true).catch(() => {}))
  await waitFor(() => expect(notice.textContent).toContain('Changes made now last only while'))
  expect(notice.textContent).not.toContain('your lists')
  device.full = false
  await act(() => tick(false))
  await line('Kept on this device').ready()
  expect(notice.textContent).toBe('')
  await line('Your lists').says(/^Not all of them .* Open those that you need: they stay\.$/)
  vi.setSystemTime(Date.now() + 31_000)
  offline.opened(listCacheId(idOf('Weekly shop')))
  await line('Your lists').ready()
})

test('what waits is counted and sent', async () => {
  const { user, server, account } = await openReady()
  const waiting = line('Nothing waits')
  await waiting.ready()
  server.reachable = false
  const { offline } = account.state.get()
  const variables = { id: newId(), shoppingListId: idOf('Weekly shop'), name: 'Milk' }
  await act(async () => offline?.perform(createItem, variables).durable)
  const waits = line('1 change waits')
  await waits.says('1 change is saved on this device and waits to be sent.')
  await waits.notReady()
  server.reachable = true
  await user.click(await waits.button('Send now'))
  await waiting.ready()
  expect((await server.items()).map(({ name }) => name)).toEqual(['Milk'])
})

test('what could not be saved leads to where it lies', async () => {
  const { user, account } = await openReady()
  const waiting = line('Nothing waits')
  await waiting.ready()
  const { offline } = account.state.get()
  const variables = { id: newId(), shoppingListId: newId(), name: 'Milk' }
  await act(async () => offline?.perform(createItem, variables).durable)
  await waiting.says('1 change could not be saved: see “to look at” above.')
  expect(screen.getByRole('button', { name: '1 to look at' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show what waits' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Changes on this device' }))
  expect(panel.getByText(/not take stays under “to look at” until you/)).toBeTruthy()
  await user.click(panel.getByRole('button', { name: 'To look at' }))
  const tray = within(await screen.findByRole('dialog', { name: 'To look at' }))
  expect(tray.getByRole('region', { name: 'Could not be saved' })).toBe(document.activeElement)
  expect(screen.queryByRole('dialog', { name: 'Changes on this device' })).toBeNull()
})

test('a session that ends soon is prolonged by using it', async () => {
  const { user, server } = await openLater(177)
  const signedIn = line('Signed in')
  await signedIn.says('For 3 more days only.')
  server.reachable = true
  await user.click(await signedIn.button('Stay signed in'))
  await signedIn.ready()
})

test('lists of a clock that was set back since are not ready: nobody knows how old they are', async () => {
  await openLater(-1)
  await line('Your lists').says(/^As of .*\. Others may have changed something since\.$/)
})

test('without a network it is known for how long', async () => {
  await openLater(90)
  await line('Signed in').ready()
  await line('Signed in').says('For 90 more days.')
})

test('where the session has ended, the button leads through the sign-in and back', async () => {
  const { user, server, path } = await openReady()
  await line('Your lists').ready()
  await server.endSession()
  await line('Signed in').ready()
  // Something in the background is answered 401.
  await user.click(screen.getByRole('link', { name: 'Back to the lists' }))
  await screen.findByRole('textbox', { name: 'Add an item' })
  await user.type(screen.getByRole('textbox', { name: 'Add an item' }), 'Milk{Enter}')
  await screen.findByText('Sign in to send 1 change')
  await user.click(screen.getByRole('button', { name: 'Account' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ready for the shop' }))
  await screen.findByRole('heading', { name: 'Ready for the shop' })
  const signedIn = line('Signed in')
  await signedIn.notReady()
  await user.click(await signedIn.button('Sign in'))
  await user.type(await screen.findByLabelText('Password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByRole('heading', { name: 'Ready for the shop' })
  expect(path()).toBe('/product/ready')
  await screen.findByRole('listitem', { name: 'Nothing waits' })
  await line('Nothing waits').ready()
  expect((await server.items()).map(({ name }) => name)).toEqual(['Milk'])
})

test('storage that may be dropped: the browser is asked to keep it', async () => {
  const { user } = await openReady({ lasting: false })
  const kept = line('Kept on this device')
  await kept.says('The browser may drop them when space runs short.')
  await user.click(await kept.button('Keep my lists'))
  await kept.ready()
})

test('a browser that does not agree says what helps', async () => {
  const { user } = await openReady({ lasting: false, agrees: false })
  const kept = line('Kept on this device')
  await user.click(await kept.button('Keep my lists'))
  await kept.says(/add Aisle to the home screen/)
  await kept.notReady()
})

test.each(['incomplete', 'absent'] as const)(
  'an app that is %s on the device is loaded',
  async shell => {
    const { user } = await openReady({ shell })
    const app = line('The app on this device')
    await app.says('Parts of it are still on the server.')
    await user.click(await app.button('Load the app'))
    await app.ready()
  },
)

test.each<[string, boolean, RegExp]>([
  ['without the server', false, /The server cannot be reached/],
  ['though the server is there', true, /Make room on this device/],
])('an app that cannot be loaded now, %s, says why', async (_, reachable, why) => {
  const { user } = await openReady({ shell: 'absent', loads: false, reachable })
  const app = line('The app on this device')
  await user.click(await app.button('Load the app'))
  await app.says(why)
  await app.notReady()
})

test('a browser without workers and promises says so', async () => {
  await openApp({ path: '/product/ready', signedIn: true, lists: ['Weekly shop'] })
  await screen.findByRole('heading', { name: 'Ready for the shop' })
  await line('The app on this device').says('This browser cannot open it without a network.')
  await line('Kept on this device').notReady()
})

test('a browser that refuses even to be asked promises nothing, and is not waited for', async () => {
  async function refuse() {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  define('storage', { persisted: refuse, persist: refuse })
  define('serviceWorker', {
    getRegistration: refuse,
    register: refuse,
    ready: new Promise(() => {}),
  })
  const { user } = await openApp({ path: '/product/ready', signedIn: true })
  await screen.findByRole('heading', { name: 'Ready for the shop' })
  const kept = line('Kept on this device')
  await kept.says('The browser may drop them when space runs short.')
  await user.click(await kept.button('Keep my lists'))
  await kept.says(/It did not agree\./)
  const shell = line('The app on this device')
  await shell.says('This browser cannot open it without a network.')
  await user.click(await shell.button('Load the app'))
  await shell.says(/Use another browser, or leave the private window\./)
})

test('an address without https says that no browser opens it without a network, and who can help', async () => {
  vi.stubGlobal('isSecureContext', false)
  const { user } = await openApp({ path: '/product/ready', signedIn: true, lists: ['Weekly shop'] })
  const app = line('The app on this device')
  await app.says('Without https, browsers do not open it without a network.')
  await user.click(await app.button('Load the app'))
  await app.says(/Ask whoever runs this server for an address with https/)
})
