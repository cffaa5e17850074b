/**
 * What becomes of every gesture when the permission changes meanwhile, between a guest without a network and
 * the owner of a shared list (spec sections 11 and 12): done where it is still permitted, else in the guest's
 * tray; a list that is no longer theirs leaves the device at the first contact.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEdits } from '../../src/cache/edits/all-edits.ts'
import { createItem, tickItem, updateItem } from '../../src/cache/edits/item-edits.ts'
import { updateShoppingList } from '../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../src/cache/records/new-id.ts'
import { done, permit } from '../support/api.ts'
import { aboutPeople, gestures, type Place, viewOf } from '../support/conflict-gestures.ts'
import { createDevice, type Device, visibleState } from '../support/device.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** What a person must be permitted for each gesture; NONE where it touches nothing of the shared list. */
const wanted: Readonly<Record<string, 'NONE' | 'VIEW' | 'EDIT' | 'ADMIN' | 'OWNER'>> = {
  add: 'EDIT',
  'add several': 'EDIT',
  tick: 'EDIT',
  'change several': 'EDIT',
  rename: 'EDIT',
  quantity: 'EDIT',
  stock: 'EDIT',
  note: 'EDIT',
  tag: 'EDIT',
  'move to another list': 'EDIT',
  delete: 'EDIT',
  'delete several': 'EDIT',
  'move down': 'EDIT',
  reorder: 'EDIT',
  reset: 'EDIT',
  swap: 'EDIT',
  'notes of the list': 'ADMIN',
  'type of the list': 'ADMIN',
  'tags of the list': 'ADMIN',
  'rename the list': 'ADMIN',
  'delete the list': 'OWNER',
  favourite: 'VIEW',
  copy: 'VIEW',
  'move the list': 'VIEW',
  'leave the list': 'VIEW',
  'reorder the lists': 'NONE',
  'new list': 'NONE',
  sample: 'NONE',
  'bring back a list': 'NONE',
  preferences: 'NONE',
  'save a filter': 'NONE',
  'rename a saved filter': 'NONE',
  'change a saved filter': 'NONE',
  'delete a saved filter': 'NONE',
}

const ranks = ['NONE', 'VIEW', 'EDIT', 'ADMIN', 'OWNER']
const changes = ['ADMIN', 'EDIT', 'VIEW', 'taken away', 'list deleted'] as const
type Change = (typeof changes)[number]

test('every gesture and every edit is in the table', () => {
  expect(Object.keys(wanted).sort()).toEqual(gestures.map(({ name }) => name).sort())
  const tried = new Set(gestures.map(({ edit }) => edit))
  expect(
    allEdits.map(({ name }) => name).filter(name => !tried.has(name) && !aboutPeople.has(name)),
  ).toEqual([])
})

describe.each(gestures.map(gesture => [gesture.name, gesture] as const))('%s', (name, gesture) => {
  test.each(changes)('meanwhile: %s', async change => {
    await using house = await open()
    const { owner, guest, place, device } = house
    device.setConnected(false)
    await gesture.act(device.page.offline, place).durable
    if (change === 'list deleted') await done(owner, 'deleteByIdShoppingList', { id: place.list })
    else await permit(server, place.list, guest, change === 'taken away' ? undefined : change)
    device.setConnected(true)
    await device.rest(1_000)

    const refused = refusalOf(wanted[name] ?? 'NONE', change, gesture.removes !== undefined)
    const { offline } = device.page
    const tray = offline.tray.get()
    expect(tray.map(({ refusal }) => `${refusal.code} ${refusal.reason}`)).toEqual(refused)
    expect(tray.map(({ entries }) => entries.map(entry => entry.name))).toEqual(
      refused.map(() => [gesture.edit]),
    )
    const isGone = change === 'taken away' || change === 'list deleted'
    if (isGone) expect(viewOf(offline).list(place.list)).toBeUndefined()
    else if (refused.length === 0) expect(gesture.stands(viewOf(offline), place)).toBe(true)
    await expectFresh(device, guest)
  })
})

/** Codes and reasons in the guest's tray. */
function refusalOf(level: string, change: Change, isRemoval: boolean): readonly string[] {
  if (level === 'NONE') return []
  if (change === 'taken away' || change === 'list deleted') {
    // A list that was to go is gone; an item that was to go still stands where others see it.
    if (isRemoval) return change === 'taken away' && level === 'EDIT' ? ['FORBIDDEN undefined'] : []
    return [change === 'taken away' ? 'NOT_FOUND REVOKED' : 'NOT_FOUND LIST_DELETED']
  }
  return ranks.indexOf(change) < ranks.indexOf(level) ? ['FORBIDDEN undefined'] : []
}

describe('two people on one list', () => {
  test('taken away: all that waits for it goes to the tray, the rest is sent, nothing comes back', async () => {
    await using house = await open()
    const { owner, guest, place, device } = house
    const { offline } = device.page
    device.setConnected(false)
    await offline.perform(tickItem, { id: place.item, purchased: true }).durable
    const added = { id: newId(), shoppingListId: place.list, name: 'Butter' }
    await offline.perform(createItem, added).durable
    await offline.perform(tickItem, { id: added.id, purchased: true }).durable
    const own = { id: newId(), shoppingListId: place.other, name: 'Salt' }
    await offline.perform(createItem, own).durable
    await permit(server, place.list, guest, undefined)
    device.setConnected(true)
    await device.rest(1_000)
    expect(offline.tray.get().map(({ entries }) => entries.map(({ name }) => name))).toEqual([
      ['tickItem'],
      ['createItem', 'tickItem'],
    ])
    expect(offline.tray.get()[1]?.entries[0]?.variables).toEqual(added)
    expect(viewOf(offline).itemIds(place.other)).toContain(own.id)
    expect(viewOf(offline).list(place.list)).toBeUndefined()
    await expectFresh(device, guest)

    // Given back: the list comes whole, and what was refused can be tried again.
    await permit(server, place.list, guest, 'EDIT')
    void offline.refresh()
    await device.rest(1_000)
    for (const { id } of offline.tray.get()) await offline.tryAgain(id)
    await device.rest(1_000)
    expect(offline.tray.get()).toEqual([])
    const items = await done(owner, 'getByFilterItem', { filters: { shoppingListId: place.list } })
    expect(items.map((item: Shown) => item.name + (item.purchased ? ' x' : ''))).toEqual([
      'Milk x',
      'Bread',
      'Eggs',
      'Butter x',
    ])
    await expectFresh(device, guest)
  })

  test('the owner deletes, the guest edits: delete stands, the edit goes to the tray', async () => {
    await using house = await open()
    const { owner, guest, place, device } = house
    const { offline } = device.page
    device.setConnected(false)
    await offline.perform(updateItem, { id: place.item, name: 'Oat milk' }).durable
    await done(owner, 'deleteByIdItem', { id: place.item })
    device.setConnected(true)
    await device.rest(1_000)
    const [refused] = offline.tray.get()
    expect(refused?.refusal).toMatchObject({ code: 'NOT_FOUND', reason: 'DELETED' })
    expect(refused?.entries[0]?.variables).toEqual({ id: place.item, name: 'Oat milk' })
    expect(viewOf(offline).item(place.item)).toBeUndefined()
    await expectFresh(device, guest)
  })

  test('tags changed by both: both changes stand', async () => {
    await using house = await open('ADMIN')
    const { owner, guest, place, device } = house
    const { offline } = device.page
    const knownRevision = Number(offline.peek(`Cursor:${place.list}`)?.revision)
    device.setConnected(false)
    const mine = { id: place.item, itemTags: [{ name: 'Cold' }], knownRevision }
    await offline.perform(updateItem, mine).durable
    await offline.perform(updateShoppingList, {
      id: place.list,
      itemTags: [{ name: 'Home' }],
      knownRevision,
    }).durable
    const theirs = { id: place.item, itemTags: [{ name: 'White' }], knownRevision }
    await done(owner, 'updateItem', theirs)
    device.setConnected(true)
    await device.rest(1_000)
    const names = (record: Shown | undefined) =>
      Array.isArray(record?.itemTags) ? record.itemTags.map(tag => tag.name).sort() : []
    const view = viewOf(offline)
    expect(names(view.item(place.item))).toEqual(['Cold', 'White'])
    expect(names(view.list(place.list))).toEqual(['Cold', 'Home', 'White'])
    await expectFresh(device, guest)
  })

  test('favourite and order are each one’s own', async () => {
    await using house = await open()
    const { owner, guest, place, device } = house
    const before = await done(owner, 'getAllShoppingList')
    const { offline } = device.page
    device.setConnected(false)
    await offline.perform(updateShoppingList, { id: place.list, favourite: true }).durable
    await gestureNamed('move the list').act(offline, place).durable
    device.setConnected(true)
    await device.rest(1_000)
    expect(viewOf(offline).list(place.list)).toMatchObject({ favourite: true })
    expect(viewOf(offline).listIds).toEqual([place.other, place.list])
    expect(await done(owner, 'getAllShoppingList')).toEqual(before)
    await expectFresh(device, guest)
  })
})

type Shown = Readonly<Record<string, unknown>>

function gestureNamed(name: string) {
  const gesture = gestures.find(one => one.name === name)
  if (!gesture) throw new Error(`There is no gesture ${name}.`)
  return gesture
}

interface House extends AsyncDisposable {
  readonly owner: TestUser
  readonly guest: TestUser
  /** The shared list, and as the other list one of the guest's own. */
  readonly place: Place
  /** The guest's. */
  readonly device: Device
}

async function open(permission: 'ADMIN' | 'EDIT' = 'EDIT'): Promise<House> {
  const owner = await server.buildUser()
  const guest = await server.buildUser()
  const list = await done(owner, 'createShoppingList', { id: newId(), name: 'Weekly' })
  const items: string[] = []
  for (const name of ['Milk', 'Bread', 'Eggs']) {
    const fields = { id: newId(), shoppingListId: list.id, name, quantityToPurchase: 1 }
    items.push((await done(owner, 'createItem', fields)).id)
  }
  await permit(server, list.id, guest, permission)
  const other = await done(guest, 'createShoppingList', { id: newId(), name: 'Own' })
  const binned = newId()
  await done(guest, 'createShoppingList', { id: binned, name: 'Binned' })
  await done(guest, 'deleteByIdShoppingList', { id: binned })
  const [config] = await done(guest, 'getByFilterUserConfig', { filters: {} })
  const saved = { kind: 'ITEMS', name: 'Cold', filter: '{}' }
  const { id: filter } = await done(guest, 'createSavedFilter', saved)
  const device = createDevice({ userId: guest.id, client: guest })
  await device.openPage()
  await device.rest(1_000)
  const [item = '', , sibling = ''] = items
  return {
    owner,
    guest,
    device,
    place: {
      item,
      sibling,
      items,
      list: list.id,
      other: other.id,
      fresh: newId(),
      binned,
      config: config.id,
      filter,
    },
    async [Symbol.asyncDispose]() {
      device.kill()
    },
  }
}

/** The device shows what a new one would be told. */
async function expectFresh(device: Device, guest: TestUser): Promise<void> {
  const fresh = createDevice({ userId: guest.id, client: guest })
  await fresh.openPage()
  await fresh.rest(1_000)
  expect(visibleState(device.page.offline)).toEqual(visibleState(fresh.page.offline))
  fresh.kill()
}
