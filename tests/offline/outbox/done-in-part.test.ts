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

function tickBoth(offline: Offline): Promise<void> {
  const items = [stage.milk, eggs].map(id => ({ id, purchased: true }))
  return offline.perform(updateItems, { items }).durable
}

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

test('killed before it left the disk, it is painted again, and its rest lies in the tray once', async () => {
  const { phone } = stage
  phone.disk.failCache = () => new Error('full')
  await tickBoth(phone.page.offline)
  await phone.rest(300)
  expectRestInTray(phone.page.offline)
  phone.setConnected(false)
  phone.kill()
  phone.disk.failCache = undefined
  const { offline } = await phone.openPage()
  await phone.rest()
  expect(isTicked(offline)).toBe(true)
  phone.setConnected(true)
  await phone.rest(10_000)
  expect(isTicked(offline)).toBe(true)
  expectRestInTray(offline)
  expect(phone.disk.entries.size).toBe(0)
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
