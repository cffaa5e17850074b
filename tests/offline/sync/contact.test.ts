/** What the device makes of a server that asks for patience, and of a session that is said to be over. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { tickItem } from '../../../src/cache/edits/item-edits.ts'
import { createShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import type { TestClient } from '../../support/server/client.ts'
import type { TestServer } from '../../support/server/server.ts'
import type { Device } from '../../support/simulation/device.ts'
import { openPhoneWithMilk } from '../../support/simulation/phone-with-milk.ts'

let server: TestServer
let phone: Device
let milk: string
/** How a call is answered instead of by the server; undefined lets it through. */
let meet: (body: string) => Response | undefined
let asked: string[]

beforeEach(async () => {
  meet = () => undefined
  asked = []
  const client = (watched: TestClient): TestClient => ({
    ...watched,
    async fetch(path, init) {
      const body = String(init?.body)
      asked.push(body.includes('mutation') ? 'edit' : 'question')
      return meet(body) ?? watched.fetch(path, init)
    },
  })
  ;({ server, phone, milk } = await openPhoneWithMilk({ client }))
  asked = []
})

afterEach(async () => {
  phone.kill()
  await server.close()
})

const count = (what: string) => asked.filter(one => one === what).length

const unauthenticated = () =>
  new Response('{"errors":[{"message":"No.","extensions":{"code":"UNAUTHENTICATED"}}]}', {
    status: 401,
    headers: { 'content-type': 'application/json' },
  })

describe('401', () => {
  test('of a captive portal is no lost session: what waits goes out when the portal is gone', async () => {
    meet = () => new Response('<html>Pay here', { status: 401 })
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(5_000)
    expect(phone.page.offline.sync.get()).toMatchObject({ signedOut: false, reachable: false })
    meet = () => undefined
    await phone.rest(60_000)
    expect(phone.page.offline.sync.get()).toMatchObject({ waiting: 0, reachable: true })
  })

  test.each<readonly [string, () => void]>([
    ['"Send now"', () => void phone.page.offline.sendNow()],
    ['"Send now" in another tab', () => void phone.pages[1]?.offline.sendNow()],
    ['a network that comes back', () => phone.page.goOnline()],
    ['a network that comes back to another tab', () => phone.pages[1]?.goOnline()],
    [
      'whoever looks at the app again',
      () => {
        phone.page.visible.set(false)
        phone.page.visible.set(true)
      },
    ],
  ])('%s asks once whether the session is alive after all', async (_name, hint) => {
    await phone.openPage()
    await phone.rest()
    meet = unauthenticated
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(5_000)
    expect(phone.page.offline.sync.get()).toMatchObject({ signedOut: true, waiting: 1 })
    asked = []
    await phone.rest(300_000)
    expect(asked).toEqual([])
    hint()
    await phone.rest(5_000)
    expect(asked).toEqual(['question'])
    expect(phone.page.offline.sync.get()).toMatchObject({ signedOut: true, waiting: 1 })
    meet = () => undefined
    hint()
    await phone.rest(5_000)
    expect(phone.page.offline.sync.get()).toMatchObject({ signedOut: false, waiting: 0 })
  })

  test('of a session that turns out to be alive when somebody pulls the list down: all goes on', async () => {
    meet = unauthenticated
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(5_000)
    expect(phone.page.offline.sync.get()).toMatchObject({ signedOut: true, waiting: 1 })
    meet = () => undefined
    expect(await phone.page.offline.refresh({ waitedFor: true, hard: true })).toBe(true)
    await phone.rest(5_000)
    expect(phone.page.offline.sync.get()).toMatchObject({ signedOut: false, waiting: 0 })
  })
})

describe('Retry-After', () => {
  const busy = () =>
    new Response('{"errors":[{"message":"Slowly.","extensions":{"code":"RATE_LIMITED"}}]}', {
      status: 429,
      headers: { 'content-type': 'application/json', 'retry-after': '600' },
    })

  test('holds for edits whatever the browser hints at, in whichever tab', async () => {
    const second = await phone.openPage()
    await phone.rest()
    meet = body => (body.includes('mutation') ? busy() : undefined)
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(1_000)
    const before = count('edit')
    for (let n = 0; n < 20; n++) {
      phone.page.goOnline()
      second.goOnline()
      await phone.rest(100)
    }
    expect(count('edit')).toBe(before)
    meet = () => undefined
    await second.offline.sendNow()
    await phone.rest(1_000)
    expect(phone.page.offline.sync.get().waiting).toBe(0)
  })

  test('holds for questions too, but not for a person who waits for the answer', async () => {
    meet = busy
    await phone.page.offline.refresh()
    const before = count('question')
    for (let n = 0; n < 20; n++) {
      phone.page.goOnline()
      void phone.page.offline.refresh()
      await phone.rest(20_000)
    }
    expect(count('question')).toBe(before)
    meet = () => undefined
    expect(await phone.page.offline.refresh({ waitedFor: true })).toBe(true)
    expect(await phone.page.offline.refresh()).toBe(true)
  })

  test('holds for no person who asks, in whichever tab', async () => {
    const second = await phone.openPage()
    await phone.rest()
    meet = busy
    await phone.page.offline.refresh()
    meet = () => undefined
    await phone.rest(5_000)
    const answered = second.offline.refresh({ anyway: true })
    await phone.rest(1_000)
    expect(await answered).toBe(true)
  })

  test('holds no longer than it was asked for where the clock is set back meanwhile', async () => {
    meet = busy
    await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.page.offline.refresh()
    await phone.rest(1_000)
    const before = count('question')
    meet = () => undefined
    phone.clock.set(phone.clock.now() - 5 * 3_600_000)
    await phone.rest(630_000)
    expect(phone.page.offline.sync.get()).toMatchObject({ waiting: 0, reachable: true })
    expect(count('question')).toBeGreaterThan(before)
  })

  test('and ends where it is set back by less, too, with nothing that would end it', async () => {
    meet = busy
    await phone.page.offline.refresh()
    await phone.rest(400_000)
    const before = count('question')
    meet = () => undefined
    phone.clock.set(phone.clock.now() - 200_000)
    await phone.rest(390_000)
    expect(count('question')).toBe(before)
    await phone.rest(20_000)
    expect(count('question')).toBe(before + 1)
  })
})

test('an edit that carries much has the time to go out over a weak signal', async () => {
  phone.page.network.faults.push('late')
  const list = newId()
  const name = 'Weekly'
  const notes = 'x'.repeat(300_000)
  await phone.page.offline.perform(createShoppingList, { id: list, name, notes }).durable
  await phone.rest(60_000)
  expect(phone.page.offline.waiting.get().map(entry => entry.attempts)).toEqual([0])
  phone.page.network.releaseLate()
  await phone.rest(1_000)
  expect(phone.page.offline.sync.get().waiting).toBe(0)
})
