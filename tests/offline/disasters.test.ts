/** One disaster each, in Node: the real client core, the real server, a device whose parts can fail. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { entrySentence } from '../../src/cache/edits/entry-sentence.ts'
import { updateItems } from '../../src/cache/edits/item-batch-edits.ts'
import {
  createItem,
  deleteItem,
  deleteItems,
  tickItem,
  updateItem,
} from '../../src/cache/edits/item-edits.ts'
import { createSavedFilter, updateSavedFilter } from '../../src/cache/edits/saved-filter-edits.ts'
import {
  createShoppingList,
  deleteShoppingList,
  renameShoppingList,
  updateShoppingList,
} from '../../src/cache/edits/shopping-list-edits.ts'
import {
  copyShoppingList,
  resetShoppingList,
  swapShoppingListItems,
} from '../../src/cache/edits/whole-list-edits.ts'
import { newId } from '../../src/cache/records/new-id.ts'
import type { Offline, Performed } from '../../src/offline/offline.ts'
import { done } from '../support/server/api.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server/server.ts'
import {
  createDevice,
  type Device,
  preferencesOf,
  visibleState,
} from '../support/simulation/device.ts'
import { type Effects, watchEffects } from '../support/simulation/effects.ts'
import { noRoom, onOutboxRead } from '../support/simulation/sim-disk.ts'

let server: TestServer
let user: TestUser
let effects: Effects
let phone: Device
let list: string
let milk: string

beforeEach(async () => {
  server = await startTestServer()
  user = await server.buildUser()
  effects = watchEffects()
  phone = newDevice()
  await phone.openPage()
  list = newId()
  milk = newId()
  await add(phone.page.offline)
  await phone.rest()
})

afterEach(async () => {
  phone.kill()
  await server.close()
})

function newDevice(): Device {
  return createDevice({ userId: user.id, client: effects.watch(user) })
}

async function add(offline: Offline): Promise<void> {
  await offline.perform(createShoppingList, { id: list, name: 'Weekly' }).durable
  await offline.perform(createItem, { id: milk, shoppingListId: list, name: 'Milk' }).durable
}

async function anotherDevice(): Promise<Device> {
  const laptop = newDevice()
  await laptop.openPage()
  await laptop.rest()
  return laptop
}

const item = (offline: Offline, id = milk) => offline.peek(`Item:${id}`)
const count = (name: string) => effects.all.filter(effect => effect.name === name).length

describe('the network', () => {
  test('an answer that was lost: sent again under the same token, done once', async () => {
    phone.page.network.faults.push('answer-lost')
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(30_000)
    const tokens = phone.page.network.delivered.filter((t, at, all) => all.indexOf(t) !== at)
    expect(tokens).toHaveLength(1)
    expect(effects.all.filter(({ token }) => token === tokens[0])).toHaveLength(1)
    expect(phone.page.offline.sync.get().waiting).toBe(0)
    expect(item(phone.page.offline)).toMatchObject({ purchased: true })
  })

  test('a stored answer that comes again never overwrites what happened since', async () => {
    const laptop = await anotherDevice()
    // The tick is done, its answer lost; the laptop unticks, the phone hears of that first.
    phone.page.network.faults.push('answer-lost', 'lost', 'lost', 'lost')
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(10)
    await laptop.page.offline.refresh()
    await laptop.page.offline.perform(tickItem, { id: milk, purchased: false }).durable
    await laptop.rest()
    phone.page.network.faults.length = 0
    await phone.page.offline.refresh()
    await phone.page.offline.sendNow()
    await phone.rest(5_000)
    expect(phone.page.offline.sync.get().waiting).toBe(0)
    expect(item(phone.page.offline)).toMatchObject({ purchased: false })
    expect(item(laptop.page.offline)).toMatchObject({ purchased: false })
    laptop.kill()
  })

  test('what was done behind an edit whose answer was lost is never hidden by it', async () => {
    const { offline, network } = phone.page
    await offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest()
    // Both are answered then, and no question about what comes of it is.
    network.faults.push('answer-lost', undefined, 'lost', undefined)
    network.faults.push(...Array<'lost'>(20).fill('lost'))
    await offline.perform(resetShoppingList, { id: list }).durable
    await phone.rest(10)
    await offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(5_000)
    expect(offline.sync.get().waiting).toBe(0)
    expect(item(offline)).toMatchObject({ purchased: true })
    network.faults.length = 0
    await offline.refresh()
    await phone.rest(1_000)
    expect(item(offline)).toMatchObject({ purchased: true })
    expect([...phone.disk.entries.values()]).toEqual([])
  })

  test('a delivery that comes twice has one effect', async () => {
    phone.page.network.faults.push('doubled')
    const eggs = newId()
    await phone.page.offline.perform(createItem, { id: eggs, shoppingListId: list, name: 'Eggs' })
      .durable
    await phone.rest()
    const { data } = await user.graphql('{ getAllItem { name } }')
    expect(data.getAllItem).toHaveLength(2)
    expect(visibleState(phone.page.offline)).toMatchObject([{ items: [{}, { name: 'Eggs' }] }])
  })

  test('a question answered before an edit and arriving after it does not undo the edit', async () => {
    const laptop = await anotherDevice()
    await laptop.page.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
    await laptop.rest()
    // The answer carries Milk as it was before the tick.
    phone.page.network.faults.push('late')
    const asked = phone.page.offline.refresh()
    await phone.rest(10)
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(10)
    expect(phone.page.offline.sync.get().waiting).toBe(0)
    const unticked: unknown[] = []
    phone.page.offline.onChanged(() => {
      if (item(phone.page.offline)?.purchased !== true) unticked.push(item(phone.page.offline))
    })
    phone.page.network.releaseLate()
    await asked
    await phone.rest(2_000)
    expect(unticked).toEqual([])
    expect(item(phone.page.offline)).toMatchObject({ purchased: true, name: 'Oat milk' })
    laptop.kill()
  })

  test('a hanging request ends at its deadline, and holds up no gesture', async () => {
    phone.page.network.faults.push('late')
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    const eggs = newId()
    await phone.page.offline.perform(createItem, { id: eggs, shoppingListId: list, name: 'Eggs' })
      .durable
    await phone.rest(1_000)
    expect(phone.page.offline.sync.get().waiting).toBe(2)
    expect(item(phone.page.offline, eggs)).toMatchObject({ name: 'Eggs' })
    await phone.rest(25_000)
    expect(phone.page.offline.sync.get().waiting).toBe(0)
  })

  test('no network: tried at growing intervals, at most once a second after the third, at once when it is back', async () => {
    phone.setConnected(false)
    const tries: number[] = []
    const { send } = phone.page.network
    phone.page.network.send = (...call) => {
      if ('purchased' in call[1]) tries.push(phone.clock.now())
      return send(...call)
    }
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(120_000)
    const pauses = tries.slice(1).map((at, index) => at - (tries[index] ?? 0))
    expect(tries.length).toBeGreaterThan(5)
    expect(tries.length).toBeLessThan(30)
    for (const pause of pauses.slice(2)) expect(pause).toBeGreaterThanOrEqual(1_000)
    expect(phone.page.offline.sync.get()).toMatchObject({ waiting: 1, reachable: false })
    expect(phone.page.offline.waiting.get()[0]).toMatchObject({ lastCause: 'unreachable' })
    phone.setConnected(true)
    await phone.rest(0)
    expect(phone.page.offline.sync.get()).toMatchObject({ waiting: 0, reachable: true })
  })

  test.each([1, 7, 20, 60, 600])(
    'no network for %i s, and nobody says that it is back: all is sent within 3 s where the page is seen',
    async seconds => {
      phone.page.network.connected = false
      await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
      await phone.rest(seconds * 1_000)
      expect(phone.page.offline.sync.get()).toMatchObject({ waiting: 1, reachable: false })
      phone.page.network.connected = true
      await phone.rest(3_000)
      expect(phone.page.offline.sync.get()).toMatchObject({ waiting: 0, reachable: true })
    },
  )

  test('a Retry-After that has passed: tried soon, and never more than once a second after the third', async () => {
    const tries: number[] = []
    const { fetch } = user
    user.fetch = async (path, init) => {
      if (String(init?.body).includes('mutation')) {
        tries.push(phone.clock.now())
        const headers = { 'retry-after': new Date(0).toUTCString() }
        return new Response('Closed', { status: 503, headers })
      }
      return fetch(path, init)
    }
    phone.kill()
    phone = newDevice()
    await phone.openPage()
    await phone.rest()
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(20_000)
    const pauses = tries.slice(1).map((at, index) => at - (tries[index] ?? 0))
    expect(tries.length).toBeGreaterThan(5)
    for (const pause of pauses.slice(2)) expect(pause).toBeGreaterThanOrEqual(1_000)
    user.fetch = fetch
  })

  test('an edit with which the server fails ten times goes to the tray, the others go on', async () => {
    const { fetch } = user
    user.fetch = async (path, init) =>
      String(init?.body).includes('Poison')
        ? new Response('{}', { status: 500 })
        : fetch(path, init)
    phone.kill()
    phone = newDevice()
    await phone.openPage()
    await phone.rest()
    await phone.page.offline.perform(updateItem, { id: milk, name: 'Poison' }).durable
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(120_000)
    expect(phone.page.offline.sync.get().waiting).toBe(0)
    expect(phone.page.offline.tray.get()).toMatchObject([
      { refusal: { code: 'INTERNAL' }, entries: [{ variables: { name: 'Poison' } }] },
    ])
    expect(item(phone.page.offline)).toMatchObject({ purchased: true, name: 'Milk' })
  })
})

describe('refusals', () => {
  test('one refused edit goes to the tray with its content, and holds up no other', async () => {
    const laptop = await anotherDevice()
    phone.setConnected(false)
    const eggs = newId()
    await phone.page.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
    await phone.page.offline.perform(createItem, { id: eggs, shoppingListId: list, name: 'Eggs' })
      .durable
    await laptop.page.offline.perform(deleteItem, { id: milk }).durable
    await laptop.rest()
    phone.setConnected(true)
    await phone.rest()
    expect(phone.page.offline.tray.get()).toMatchObject([
      {
        refusal: { code: 'NOT_FOUND', reason: 'DELETED' },
        entries: [{ name: 'updateItem', variables: { name: 'Oat milk' } }],
      },
    ])
    const told = phone.page.offline.tray
      .get()
      .map(one => entrySentence(phone.page.offline.cache, one))
    expect(told).toEqual(['Rename Milk to Oat milk'])
    expect(phone.page.offline.mark(`Item:${milk}`)).toBe('refused')
    expect(visibleState(phone.page.offline)).toMatchObject([{ items: [{ name: 'Eggs' }] }])
    phone.kill()
    await phone.openPage()
    expect(phone.page.offline.tray.get()).toHaveLength(1)
    await phone.page.offline.discard(phone.page.offline.tray.get()[0]?.id ?? '')
    expect(phone.page.offline.mark(`Item:${milk}`)).toBeUndefined()
    expect(phone.disk.tray.size).toBe(0)
    laptop.kill()
  })

  test('what needs a refused list follows it into the tray as one, and is tried again as one', async () => {
    phone.setConnected(false)
    const [other, eggs, copy] = [newId(), newId(), newId()]
    const { offline } = phone.page
    await offline.perform(createShoppingList, { id: other, name: '\u0000' }).durable
    await offline.perform(createItem, { id: eggs, shoppingListId: other, name: 'Eggs' }).durable
    await offline.perform(tickItem, { id: eggs, purchased: true }).durable
    await offline.perform(copyShoppingList, { id: other, name: 'Trip', newId: copy }).durable
    await offline.perform(createItem, { id: newId(), shoppingListId: copy, name: 'Rope' }).durable
    await offline.perform(tickItem, { id: milk, purchased: true }).durable
    phone.setConnected(true)
    await phone.rest()
    expect(offline.sync.get().waiting).toBe(0)
    const [refused] = offline.tray.get()
    expect(refused?.entries.map(entry => entry.name)).toEqual([
      'createShoppingList',
      'createItem',
      'tickItem',
      'copyShoppingList',
      'createItem',
    ])
    expect(item(offline)).toMatchObject({ purchased: true })
    expect(offline.peek(`ShoppingList:${other}`)).toBeUndefined()
    const before = effects.all.length
    await offline.tryAgain(refused?.id ?? '')
    await phone.rest()
    expect(effects.all.slice(before).map(effect => effect.name)).toEqual(['createShoppingList'])
    expect(offline.tray.get()).toHaveLength(1)
    expect(offline.tray.get()[0]?.entries).toHaveLength(5)
  })
})

describe('what waits over what others did', () => {
  test('what another moved away is not shown where a waiting move would have put it', async () => {
    const { offline, network } = phone.page
    const [second, third] = [newId(), newId()]
    offline.perform(createShoppingList, { id: second, name: 'Second' })
    offline.perform(createShoppingList, { id: third, name: 'Third' })
    await phone.rest()
    const { send } = network
    network.send = async (document, variables, options) =>
      'known' in Object(variables)
        ? send(document, variables, options)
        : { kind: 'outage', cause: 'server' }
    offline.perform(swapShoppingListItems, {
      firstShoppingListId: list,
      secondShoppingListId: second,
      firstItemIds: [milk],
      secondItemIds: [],
    })
    await phone.rest(1_000)
    expect(item(offline)).toMatchObject({ shoppingListId: second })
    await done(user, 'updateItem', { id: milk, shoppingListId: third })
    void offline.refresh()
    await phone.rest(1_000)
    expect(offline.waiting.get()).toHaveLength(1)
    expect(item(offline)).toMatchObject({ shoppingListId: third })
  })

  test('what was answered stays in view until the page of the catch-up is there that tells of it', async () => {
    const { offline, network } = phone.page
    let questions = 0
    const { send } = network
    network.send = async (document, variables, options) => {
      const isQuestion = 'known' in Object(variables)
      if (isQuestion && ++questions > 1) return { kind: 'outage', cause: 'unreachable' }
      const outcome = await send(document, variables, options)
      // Another page comes first, as where thousands of items changed.
      if (isQuestion && outcome.kind === 'answer') {
        Object.assign(Object(outcome.data).changes, { lists: [], own: null, more: true })
      }
      return outcome
    }
    network.faults.push('answer-lost')
    await offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(1_500)
    expect(questions).toBeGreaterThan(1)
    expect(offline.sync.get().waiting).toBe(0)
    expect(item(offline)).toMatchObject({ purchased: true })
  })
})

describe('the session', () => {
  test('lost: everything stays, can be added to, and is sent after the same person signs in', async () => {
    const { offline } = phone.page
    const cookies = new Map(user.cookies)
    user.cookies.clear()
    user.discardToken()
    await offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(5_000)
    expect(offline.sync.get()).toMatchObject({ waiting: 1, signedOut: true })
    await offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
    await phone.rest(90_000)
    expect(offline.sync.get()).toMatchObject({ waiting: 2, signedOut: true })
    expect(phone.disk.entries.size).toBe(2)
    for (const [name, value] of cookies) user.cookies.set(name, value)
    offline.resume()
    await phone.rest(5_000)
    expect(offline.sync.get()).toMatchObject({ waiting: 0, signedOut: false })
    expect(item(offline)).toMatchObject({ name: 'Oat milk', purchased: true })
  })

  test('it became another person’s, and the tab has not heard: nothing is sent, all stays sealed', async () => {
    const { offline } = phone.page
    const own = new Map(user.cookies)
    const other = await server.buildUser()
    function become(cookies: ReadonlyMap<string, string>) {
      user.cookies.clear()
      for (const [name, value] of cookies) user.cookies.set(name, value)
      user.discardToken()
    }
    become(other.cookies)
    const id = newId()
    await offline.perform(createShoppingList, { id, name: 'Secret' }).durable
    await offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(5_000)
    expect(offline.sync.get()).toMatchObject({ waiting: 2, signedOut: true })
    expect(offline.tray.get()).toEqual([])
    expect(item(offline), 'the lists are still one’s own').toMatchObject({ purchased: true })
    const { data } = await other.graphql('{ getAllShoppingList { name } }')
    expect(data.getAllShoppingList).toEqual([])
    become(own)
    offline.resume()
    await phone.rest(5_000)
    expect(offline.sync.get()).toMatchObject({ waiting: 0, signedOut: false })
  })
})

describe('crashes and storage', () => {
  test('killed before the write was done: never said to be saved, and the store opens', async () => {
    phone.setConnected(false)
    let saved = false
    void phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable.then(() => {
      saved = true
    })
    expect(phone.page.offline.mark(`Item:${milk}`)).toBe('saving')
    expect(phone.page.offline.sync.get()).toMatchObject({ waiting: 1, saving: 1 })
    phone.kill()
    await phone.rest()
    expect(saved).toBe(false)
    await phone.openPage()
    expect(item(phone.page.offline)).toMatchObject({ purchased: false })
    expect(phone.page.offline.sync.get().waiting).toBe(0)
  })

  test('the cache cannot be written: a tick that the server took is still ticked after a restart', async () => {
    phone.disk.failCache = () => new DOMException('No room', 'QuotaExceededError')
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(5_000)
    expect(phone.page.offline.sync.get().waiting).toBe(0)
    phone.kill()
    phone.setConnected(false)
    await phone.openPage()
    expect(item(phone.page.offline)).toMatchObject({ purchased: true })
    phone.disk.failCache = undefined
    phone.setConnected(true)
    await phone.rest(60_000)
    expect(phone.page.offline.sync.get().waiting).toBe(0)
    expect(phone.disk.entries.size).toBe(0)
    expect(count('updateItem')).toBe(1)
  })

  test('the clock of the device is set back: what was done last stays last', async () => {
    phone.setConnected(false)
    phone.clock.set(phone.clock.now() + 86_400_000)
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    phone.clock.set(phone.clock.now() - 2 * 86_400_000)
    await phone.page.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
    await phone.page.offline.perform(tickItem, { id: milk, purchased: false }).durable
    phone.kill()
    await phone.openPage()
    expect(item(phone.page.offline)).toMatchObject({ purchased: false })
    await phone.page.offline.perform(updateItem, { id: milk, name: 'Soy milk' }).durable
    phone.setConnected(true)
    await phone.rest(5_000)
    expect(item(phone.page.offline)).toMatchObject({ purchased: false, name: 'Soy milk' })
    expect(
      effects.all.slice(-4).map(({ variables }) => variables.name ?? variables.purchased),
    ).toEqual([true, 'Oat milk', false, 'Soy milk'])
  })

  test('killed between the answer and its storing: sent again, done once', async () => {
    phone.page.network.faults.push('late')
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(10)
    const before = count('tickItem') + count('updateItem')
    phone.kill()
    await phone.openPage()
    expect(item(phone.page.offline)).toMatchObject({ purchased: true })
    await phone.rest()
    expect(count('tickItem') + count('updateItem')).toBe(before)
    expect(phone.page.offline.sync.get().waiting).toBe(0)
    expect(phone.disk.entries.size).toBe(0)
  })

  test('the truth is on the disk before the entry leaves it', async () => {
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    let checked = 0
    const { delete: remove } = phone.disk.entries
    phone.disk.entries.delete = id => {
      checked++
      expect([...phone.disk.values.values()].join()).toContain('"purchased":{"v":true}')
      return remove.call(phone.disk.entries, id)
    }
    await phone.rest()
    expect(checked).toBe(1)
    expect(phone.disk.entries.size).toBe(0)
  })

  test('a storage that takes nothing: said in words, painted, and sent all the same', async () => {
    phone.disk.failOutbox = () => new Error('The disk is on fire.')
    const performed = phone.page.offline.perform(tickItem, { id: milk, purchased: true })
    await expect(performed.durable).rejects.toThrow()
    expect(item(phone.page.offline)).toMatchObject({ purchased: true })
    expect(phone.page.offline.sync.get().storage).toBe('memory-only')
    await phone.rest()
    expect(phone.page.offline.sync.get().waiting).toBe(0)
    expect(effects.all.at(-1)).toMatchObject({ variables: { purchased: true } })
    phone.disk.failOutbox = undefined
    await phone.page.offline.perform(tickItem, { id: milk, purchased: false }).durable
    expect(phone.page.offline.sync.get().storage).toBe('durable')
  })

  test('the storage is cleared under the open app: what waits is stored again, and all else', async () => {
    phone.setConnected(false)
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(1_000)
    phone.disk.entries.clear()
    phone.disk.values.clear()
    let failures = 1
    phone.disk.failOutbox = () =>
      failures-- > 0 ? new Error('The connection was lost.') : undefined
    await phone.page.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
    await phone.rest(100)
    expect([...phone.disk.entries.values()]).toHaveLength(2)
    phone.kill()
    await phone.openPage()
    expect(visibleState(phone.page.offline)).toMatchObject([
      { name: 'Weekly', items: [{ purchased: true, name: 'Oat milk' }] },
    ])
  })

  test('a full device: the cache makes room before the outbox fails', async () => {
    await phone.rest()
    phone.disk.failOutbox = () =>
      [...phone.disk.values.values()].join().includes('Milk') ? noRoom() : undefined
    const eggs = newId()
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.page.offline.perform(createItem, { id: eggs, shoppingListId: list, name: 'Eggs' })
      .durable
    expect(phone.page.offline.sync.get().storage).toBe('durable')
    expect(item(phone.page.offline)).toMatchObject({ name: 'Milk' })
    await phone.rest()
    // What was given up is fetched again at the next start.
    phone.disk.failOutbox = undefined
    phone.kill()
    await phone.openPage()
    await phone.rest()
    expect(visibleState(phone.page.offline)).toMatchObject([
      { items: [{ name: 'Milk', purchased: true }, { name: 'Eggs' }] },
    ])
  })

  test('a full device: what took the place of an edit keeps it from coming back at the next start', async () => {
    phone.setConnected(false)
    await phone.page.offline.perform(renameShoppingList, { id: list, name: 'Week' }).durable
    await phone.rest(100)
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    phone.disk.failOutbox = noRoom
    const untick = phone.page.offline.perform(tickItem, { id: milk, purchased: false })
    await expect(untick.durable).rejects.toThrow('full')
    expect(phone.page.offline.sync.get().waiting).toBe(2)
    phone.disk.failOutbox = undefined
    await phone.rest(31_000)
    phone.setConnected(true)
    await phone.rest(5_000)
    expect(phone.page.offline.sync.get().waiting).toBe(0)
    expect([...phone.disk.entries.values()]).toEqual([])
    phone.kill()
    await phone.openPage()
    await phone.rest(5_000)
    expect(item(phone.page.offline)).toMatchObject({ purchased: false })
  })

  test('room again without a network: what was given up is on the device again', async () => {
    await phone.rest()
    phone.page.offline.opened(`ShoppingList:${list}`)
    phone.setConnected(false)
    phone.disk.failOutbox = noRoom
    const cheese = { id: newId(), shoppingListId: list, name: 'Cheese' }
    await expect(phone.page.offline.perform(createItem, cheese).durable).rejects.toThrow('full')
    expect(phone.page.offline.sync.get().storage).toBe('full')
    phone.disk.failOutbox = undefined
    const eggs = { id: newId(), shoppingListId: list, name: 'Eggs' }
    await phone.page.offline.perform(createItem, eggs).durable
    await phone.rest(1_000)
    phone.kill()
    await phone.openPage()
    expect(visibleState(phone.page.offline)).toMatchObject([
      { items: [{ name: 'Milk' }, { name: 'Cheese' }, { name: 'Eggs' }] },
    ])
  })

  test('a torn journal: what is whole is shown, the rest is fetched again', async () => {
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest()
    await phone.page.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
    await phone.rest()
    const lines = [...phone.disk.values.keys()].filter(key => key.startsWith('journal '))
    expect(lines.length).toBeGreaterThan(2)
    const torn = lines[lines.length - 2] ?? ''
    phone.disk.values.set(torn, phone.disk.values.get(torn)?.slice(0, 20) ?? '')
    phone.kill()
    await phone.openPage()
    expect(item(phone.page.offline)).toBeDefined()
    await phone.rest()
    expect(item(phone.page.offline)).toMatchObject({ name: 'Oat milk', purchased: true })
    phone.setConnected(false)
    phone.kill()
    await phone.openPage()
    expect(item(phone.page.offline)).toMatchObject({ name: 'Oat milk', purchased: true })
  })

  test('a corrupt snapshot: dropped and fetched again, the outbox stays', async () => {
    phone.setConnected(false)
    await phone.page.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
    phone.kill()
    phone.disk.values.set('snapshot', '{"generation":"x","rec')
    await phone.openPage()
    expect(phone.page.offline.sync.get().waiting).toBe(1)
    phone.setConnected(true)
    await phone.rest()
    expect(visibleState(phone.page.offline)).toMatchObject([{ items: [{ name: 'Oat milk' }] }])
  })

  test('the last line of the journal is read', async () => {
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest()
    phone.setConnected(false)
    phone.kill()
    await phone.openPage()
    expect(item(phone.page.offline)).toMatchObject({ purchased: true })
    const known = phone.page.offline.peek(`Cursor:${list}`)?.revision
    const { data } = await user.graphql(
      'query($id: ID!) { getByIdShoppingList(id: $id) { revision } }',
      { id: list },
    )
    expect(known).toBe(data.getByIdShoppingList.revision)
  })

  test('no storage at all: starts, says so, and sends what is done', async () => {
    phone.kill()
    const open = phone.disk.open
    phone.disk.open = alive => ({
      ...open(alive),
      openOutbox: () => Promise.reject(new Error('IndexedDB is forbidden here.')),
      openCache: () => Promise.reject(new Error('IndexedDB is forbidden here.')),
    })
    await phone.openPage()
    await phone.rest()
    expect(phone.page.offline.sync.get().storage).toBe('memory-only')
    expect(visibleState(phone.page.offline)).toMatchObject([{ items: [{ name: 'Milk' }] }])
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest()
    expect(effects.all.at(-1)).toMatchObject({ variables: { purchased: true } })
  })

  test('a storage that never answers holds up the start for seconds, not for ever', async () => {
    phone.kill()
    const open = phone.disk.open
    phone.disk.open = alive => ({ ...open(alive), openOutbox: () => new Promise(() => {}) })
    const opening = phone.openPage()
    await new Promise(resolve => setImmediate(resolve))
    phone.clock.advance(5_000)
    const page = await opening
    expect(page.offline.sync.get().storage).toBe('memory-only')
  })

  async function openWhileTimePasses() {
    let opened = false
    const opening = phone.openPage().finally(() => {
      opened = true
    })
    while (!opened) {
      await phone.rest(1_000)
      if (phone.clock.now() > startedAt + 120_000) throw new Error('The app does not start.')
    }
    return opening
  }
  let startedAt = 0

  test.each(['fails', 'hangs'])(
    'an outbox whose reading %s: starts, says so, sends; read later, it is sent',
    async how => {
      phone.setConnected(false)
      await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
      phone.kill()
      phone.setConnected(true)
      let broken = true
      const nothing = () =>
        how === 'fails' ? Promise.reject(new Error('unreadable')) : new Promise<never>(() => {})
      onOutboxRead(phone.disk, real => (broken ? nothing() : real()))
      startedAt = phone.clock.now()
      const page = await openWhileTimePasses()
      expect(page.offline.sync.get().storage).toBe('memory-only')
      expect(visibleState(page.offline)).toMatchObject([{ items: [{ name: 'Milk' }] }])
      await page.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
      await phone.rest(60_000)
      expect(effects.all.at(-1)).toMatchObject({ variables: { name: 'Oat milk' } })
      broken = false
      await phone.rest(60_000)
      expect(page.offline.sync.get()).toMatchObject({ storage: 'durable', waiting: 0 })
      expect(item(page.offline)).toMatchObject({ name: 'Oat milk', purchased: true })
      expect(phone.disk.entries.size).toBe(0)
    },
  )

  test('an outbox that cannot be read once as another tab takes over: it sends all the same', async () => {
    let failing = false
    onOutboxRead(phone.disk, real => {
      if (!failing) return real()
      failing = false
      return Promise.reject(new Error('unreadable'))
    })
    const second = await phone.openPage()
    await phone.rest()
    failing = true
    phone.pages[0]?.kill()
    await second.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(10_000)
    expect(failing).toBe(false)
    expect(effects.all.at(-1)).toMatchObject({ variables: { purchased: true } })
    expect(second.offline.sync.get().waiting).toBe(0)
  })

  test.each(['getItem', 'entries'])(
    'a cache whose %s never answers: starts, and fetches',
    async method => {
      phone.kill()
      const { open } = phone.disk
      phone.disk.open = alive => ({
        ...open(alive),
        openCache: async () => ({
          ...(await open(alive).openCache()),
          [method]: () => new Promise<never>(() => {}),
        }),
      })
      startedAt = phone.clock.now()
      const page = await openWhileTimePasses()
      await phone.rest()
      expect(visibleState(page.offline)).toMatchObject([{ items: [{ name: 'Milk' }] }])
    },
  )

  test('everything evicted while the app is closed: starts, and fetches again', async () => {
    phone.kill()
    phone.disk.values.clear()
    phone.disk.entries.clear()
    await phone.openPage()
    expect(visibleState(phone.page.offline)).toEqual([])
    await phone.rest()
    expect(visibleState(phone.page.offline)).toMatchObject([{ items: [{ name: 'Milk' }] }])
  })
})

describe('signing out', () => {
  test('nothing of the person is left on the device', async () => {
    phone.setConnected(false)
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.page.offline.wipe()
    await phone.rest()
    expect([phone.disk.entries.size, phone.disk.tray.size, phone.disk.values.size]).toEqual([
      0, 0, 0,
    ])
  })
})

describe('pointless and foldable edits', () => {
  test('made and deleted without a network: nothing is sent', async () => {
    phone.setConnected(false)
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(100)
    const before = effects.all.length
    const eggs = newId()
    await phone.page.offline.perform(createItem, { id: eggs, shoppingListId: list, name: 'Eggs' })
      .durable
    await phone.page.offline.perform(tickItem, { id: eggs, purchased: true }).durable
    await phone.page.offline.perform(deleteItem, { id: eggs }).durable
    expect(phone.page.offline.sync.get().waiting).toBe(1)
    phone.setConnected(true)
    await phone.rest()
    expect(effects.all.slice(before).map(effect => effect.variables.id)).toEqual([milk])
  })

  test('the same field twice is one edit; what a try may have carried away is never touched', async () => {
    phone.setConnected(false)
    const { offline } = phone.page
    await offline.perform(renameShoppingList, { id: list, name: 'Tried' }).durable
    await phone.rest(100)
    await offline.perform(renameShoppingList, { id: list, name: 'Second' }).durable
    await offline.perform(renameShoppingList, { id: list, name: 'Third' }).durable
    expect(offline.waiting.get().map(entry => entry.variables.name)).toEqual(['Tried', 'Third'])
    phone.setConnected(true)
    await phone.rest()
    expect(offline.peek(`ShoppingList:${list}`)).toMatchObject({ name: 'Third' })
  })

  describe('names that are given up and taken', () => {
    let other: string

    beforeEach(async () => {
      other = newId()
      await phone.page.offline.perform(createShoppingList, { id: other, name: 'Trip' }).durable
      await phone.rest()
      phone.setConnected(false)
      await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
      await phone.rest(100)
    })

    /** As they are seen now, and in the end. */
    async function expectNames(names: () => unknown, expected: unknown): Promise<void> {
      expect(names()).toEqual(expected)
      phone.setConnected(true)
      await phone.rest(10_000)
      expect(phone.page.offline.sync.get().waiting).toBe(0)
      expect(names()).toEqual(expected)
    }

    const namesOf =
      (...ids: string[]) =>
      () =>
        ids.map(id => phone.page.offline.peek(`ShoppingList:${id}`)?.name)

    test('two lists change their names by way of a third', async () => {
      const { offline } = phone.page
      await offline.perform(renameShoppingList, { id: list, name: 'Later' }).durable
      await offline.perform(renameShoppingList, { id: other, name: 'Weekly' }).durable
      await offline.perform(renameShoppingList, { id: list, name: 'Trip' }).durable
      await expectNames(namesOf(list, other), ['Trip', 'Weekly'])
    })

    test('a new list takes the name of one that is renamed twice', async () => {
      const { offline } = phone.page
      const next = newId()
      await offline.perform(updateShoppingList, { id: list, name: 'Old' }).durable
      await offline.perform(createShoppingList, { id: next, name: 'Weekly' }).durable
      await offline.perform(updateShoppingList, { id: list, name: 'Older' }).durable
      await expectNames(namesOf(list, next), ['Older', 'Weekly'])
    })

    test('filters, too', async () => {
      const { offline } = phone.page
      phone.setConnected(true)
      const [first, second] = [newId(), newId()]
      for (const [id, name] of [
        [first, 'A'],
        [second, 'B'],
      ] as const) {
        await offline.perform(createSavedFilter, { id, kind: 'ITEMS', name, filter: '{}' }).durable
      }
      await phone.rest()
      phone.setConnected(false)
      await offline.perform(tickItem, { id: milk, purchased: false }).durable
      await phone.rest(100)
      await offline.perform(updateSavedFilter, { id: first, name: 'Later' }).durable
      await offline.perform(updateSavedFilter, { id: second, name: 'A' }).durable
      await offline.perform(updateSavedFilter, { id: first, name: 'B' }).durable
      await expectNames(
        () => Object(preferencesOf(offline)).savedFilters,
        [
          { id: second, name: 'A' },
          { id: first, name: 'B' },
        ].map(one => expect.objectContaining(one)),
      )
    })

    test('what needs no name of its own becomes one all the same', async () => {
      const { offline } = phone.page
      for (const notes of ['thin', 'thick']) {
        await offline.perform(updateItem, { id: milk, name: `Milk, ${notes}` }).durable
        await offline.perform(updateShoppingList, { id: list, notes }).durable
      }
      const waiting = offline.waiting.get().map(({ variables }) => variables)
      expect(waiting.slice(1)).toEqual([
        { id: milk, name: 'Milk, thick' },
        { id: list, notes: 'thick' },
      ])
    })
  })

  test('what was changed before the deletion is what the bin brings back', async () => {
    phone.setConnected(false)
    const { offline } = phone.page
    // A try may have carried the tick away.
    await offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(100)
    await offline.perform(tickItem, { id: milk, purchased: false }).durable
    await offline.perform(updateItem, { id: milk, notes: 'In glass' }).durable
    await offline.perform(deleteItem, { id: milk }).durable
    phone.setConnected(true)
    await phone.rest()
    expect(await binned()).toEqual([{ name: 'Milk', purchased: false, notes: 'In glass' }])
  })

  test('an untick counts though the tick was answered long ago', async () => {
    const { offline } = phone.page
    await offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest()
    phone.setConnected(false)
    await offline.perform(renameShoppingList, { id: list, name: 'Tried' }).durable
    await phone.rest(100)
    await offline.perform(tickItem, { id: milk, purchased: false }).durable
    await offline.perform(deleteItem, { id: milk }).durable
    phone.setConnected(true)
    await phone.rest()
    expect(await binned()).toMatchObject([{ purchased: false }])
  })

  test('made, filled and deleted without a network: nothing is sent', async () => {
    phone.setConnected(false)
    const { offline } = phone.page
    await offline.perform(renameShoppingList, { id: list, name: 'Tried' }).durable
    await phone.rest(100)
    const trip = newId()
    await offline.perform(createShoppingList, { id: trip, name: 'Trip' }).durable
    const rope = { id: newId(), shoppingListId: trip, name: 'Rope' }
    await offline.perform(createItem, rope).durable
    await offline.perform(tickItem, { id: rope.id, purchased: true }).durable
    await offline.perform(deleteShoppingList, { id: trip }).durable
    expect(offline.waiting.get().map(({ name }) => name)).toEqual(['renameShoppingList'])
  })

  test.each<[string, (offline: Offline, salt: string) => Performed]>([
    ['alone', (offline, id) => offline.perform(deleteItem, { id })],
    ['with all of them', (offline, id) => offline.perform(deleteItems, { ids: [id, milk] })],
  ])('made, changed among others and deleted %s: nobody misses it', async (how, remove) => {
    phone.setConnected(false)
    const { offline } = phone.page
    await offline.perform(renameShoppingList, { id: list, name: 'Tried' }).durable
    await phone.rest(100)
    const salt = newId()
    await offline.perform(createItem, { id: salt, shoppingListId: list, name: 'Salt' }).durable
    const items = [salt, milk].map(id => ({ id, purchased: true }))
    await offline.perform(updateItems, { items }).durable
    await remove(offline, salt).durable
    phone.setConnected(true)
    await phone.rest()
    expect(offline.tray.get()).toEqual([])
    expect(item(offline, salt)).toBeUndefined()
    expect(item(offline)?.purchased).toBe(how === 'alone' ? true : undefined)
  })

  test('made and given another name: the change does not take the place of what made it', async () => {
    phone.setConnected(false)
    const { offline } = phone.page
    await offline.perform(renameShoppingList, { id: list, name: 'Tried' }).durable
    await phone.rest(100)
    const trip = newId()
    await offline.perform(createShoppingList, { id: trip, name: 'Trip' }).durable
    await offline.perform(renameShoppingList, { id: trip, name: 'Hike' }).durable
    phone.setConnected(true)
    await phone.rest()
    expect(offline.tray.get()).toEqual([])
    expect(offline.peek(`ShoppingList:${trip}`)).toMatchObject({ name: 'Hike' })
  })

  test('made and deleted with another at once: the other is deleted all the same', async () => {
    phone.setConnected(false)
    const { offline } = phone.page
    await offline.perform(renameShoppingList, { id: list, name: 'Tried' }).durable
    await phone.rest(100)
    const salt = newId()
    await offline.perform(createItem, { id: salt, shoppingListId: list, name: 'Salt' }).durable
    await offline.perform(deleteItems, { ids: [salt, milk] }).durable
    phone.setConnected(true)
    await phone.rest()
    expect(offline.tray.get()).toEqual([])
    expect(await binned()).toMatchObject([{ name: 'Milk' }])
  })

  test('a tick of what was then deleted is not sent', async () => {
    phone.setConnected(false)
    const { offline } = phone.page
    await offline.perform(renameShoppingList, { id: list, name: 'Tried' }).durable
    await phone.rest(100)
    await offline.perform(tickItem, { id: milk, purchased: true }).durable
    await offline.perform(deleteItem, { id: milk }).durable
    expect(offline.waiting.get().map(entry => entry.name)).toEqual([
      'renameShoppingList',
      'deleteItem',
    ])
  })

  async function binned(): Promise<unknown> {
    const { data } = await user.graphql(
      'query ($id: ID!) { deletedItems(shoppingListId: $id) { name purchased notes } }',
      { id: list },
    )
    return data?.deletedItems
  }
})
