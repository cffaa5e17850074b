/** A change of many of which somebody had deleted one: what was done of it stays in view, the rest lies in the tray. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { updateItems } from '../../../src/cache/edits/item-batch-edits.ts'
import { createItem } from '../../../src/cache/edits/item-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import type { Offline } from '../../../src/offline/offline.ts'
import { openPhoneWithMilk } from '../../support/simulation/phone-with-milk.ts'

let stage: Awaited<ReturnType<typeof openPhoneWithMilk>>
let eggs: string

beforeEach(async () => {
  stage = await openPhoneWithMilk()
  eggs = newId()
  const { phone, list, server } = stage
  phone.page.offline.perform(createItem, { id: eggs, shoppingListId: list, name: 'Eggs' })
  await phone.rest()
  await server.db.query.deleteFrom('item').where('id', '=', eggs).execute()
})

afterEach(async () => {
  stage.phone.kill()
  await stage.server.close()
})

const isTicked = (offline: Offline) => offline.peek(`Item:${stage.milk}`)?.purchased

/** What milk was seen to be from then on. */
function watchMilk(offline: Offline): readonly unknown[] {
  const seen: unknown[] = []
  offline.onChanged(() => seen.push(isTicked(offline)))
  return seen
}

const both = () => ({ items: [stage.milk, eggs].map(id => ({ id, purchased: true })) })

const tickBoth = (offline: Offline) => offline.perform(updateItems, both()).durable

function expectRestInTray(offline: Offline): void {
  const rest = [{ id: eggs, purchased: true }]
  expect(offline.tray.get()).toMatchObject([
    { refusal: { code: 'NOT_FOUND' }, entries: [{ variables: { items: rest } }] },
  ])
}

test('it is true at once, and lies on the device without another question', async () => {
  const { phone } = stage
  const { offline } = phone.page
  const seen = watchMilk(offline)
  await tickBoth(offline)
  await phone.rest(50)
  phone.setConnected(false)
  await phone.rest()
  expectRestInTray(offline)
  expect(isTicked(offline)).toBe(true)
  expect(seen).not.toContain(false)
  expect(phone.disk.entries.size).toBe(0)
  phone.kill()
  const again = await phone.openPage()
  await phone.rest()
  expect(isTicked(again.offline)).toBe(true)
  expectRestInTray(again.offline)
})

test.each([
  ['lost', ['answer-lost' as const]],
  ['late', [undefined]],
])(
  'where its first answer was %s, it stays painted until a question was answered',
  async (how, faults) => {
    const { phone, effects } = stage
    const { offline, network } = phone.page
    const seen = watchMilk(offline)
    network.faults.push(...faults)
    await tickBoth(offline)
    if (how === 'late') void offline.refresh()
    await phone.rest(10_000)
    expectRestInTray(offline)
    expect(isTicked(offline)).toBe(true)
    expect(seen).not.toContain(false)
    await phone.rest(10_000)
    expect(offline.sync.get().waiting).toBe(0)
    expect(phone.disk.entries.size).toBe(0)
    expect(effects.all.filter(({ name }) => name === 'updateItems')).toHaveLength(1)
  },
)

/** Tapped where nothing but the outbox is written, and the answer has come. */
async function tickWithoutBase(): Promise<void> {
  const { phone } = stage
  phone.disk.failCache = () => new Error('full')
  await tickBoth(phone.page.offline)
  await phone.rest(300)
  phone.setConnected(false)
  expectRestInTray(phone.page.offline)
}

/** The page is killed there, and opened again with a network. */
async function openedAgain(): Promise<Offline> {
  const { phone } = stage
  phone.kill()
  phone.disk.failCache = undefined
  phone.setConnected(true)
  const { offline } = await phone.openPage()
  await phone.rest(10_000)
  return offline
}

test('killed before it was written it is told again, and its rest lies in the tray once', async () => {
  await tickWithoutBase()
  const offline = await openedAgain()
  expect(isTicked(offline)).toBe(true)
  expectRestInTray(offline)
  expect(stage.phone.disk.entries.size).toBe(0)
})

test('its rest does not come back once it was discarded', async () => {
  const { phone, effects } = stage
  await tickWithoutBase()
  const { offline } = phone.page
  await offline.discard(offline.tray.get()[0]?.id ?? '')
  const again = await openedAgain()
  expect([isTicked(again), again.tray.get(), phone.disk.tray.size]).toEqual([true, [], 0])
  expect(effects.all.filter(({ name }) => name === 'updateItems')).toHaveLength(1)
})

test('a second tab shows the same', async () => {
  const { phone } = stage
  const second = await phone.openPage()
  await phone.rest()
  const seen = watchMilk(second.offline)
  await tickBoth(phone.page.offline)
  await phone.rest(100)
  phone.setConnected(false)
  await phone.rest()
  expectRestInTray(second.offline)
  expect(isTicked(second.offline)).toBe(true)
  expect(seen).not.toContain(false)
  await second.offline.discard(second.offline.tray.get()[0]?.id ?? '')
  await phone.rest()
  expect([phone.disk.tray.size, phone.page.offline.tray.get()]).toEqual([0, []])
})

test('of which nothing was done all of it lies in the tray, as any that is refused', async () => {
  const { phone, server, milk } = stage
  await server.db.query.deleteFrom('item').where('id', '=', milk).execute()
  const { id: token } = phone.page.offline.perform(updateItems, both())
  await phone.rest(10_000)
  expect(phone.page.offline.tray.get()).toMatchObject([{ id: token, entries: [{ id: token }] }])
})
