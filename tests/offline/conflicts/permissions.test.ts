/**
 * What becomes of every gesture when what a guest may do changes meanwhile, as people change it, between the
 * guest without a network and the owner of a shared list (spec sections 11 and 12): done where it was permitted
 * when it arrived, else in the guest's tray; a list that is no longer theirs leaves the device at the first
 * contact.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { derivedId } from '../../../rules/derived-id.ts'
import { allEdits } from '../../../src/cache/edits/all-edits.ts'
import { createItem, tickItem, updateItem } from '../../../src/cache/edits/item-edits.ts'
import { updateShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { withTagsBefore } from '../../../src/cache/policies/with-tags-before.ts'
import { historyCacheId, historyFields } from '../../../src/cache/records/local-records.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { isDeep } from '../../support/depth.ts'
import { befriend, shareWith } from '../../support/friends.ts'
import { done } from '../../support/server/api.ts'
import { startTestServer, type TestServer, type TestUser } from '../../support/server/server.ts'
import {
  aboutPeople,
  type Gesture,
  gestures,
  type Place,
  viewOf,
} from '../../support/simulation/conflict-gestures.ts'
import {
  createDevice,
  type Device,
  keptOnDisk,
  visibleState,
} from '../../support/simulation/device.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** What a person must be permitted for each gesture; NONE where it touches nothing of the shared list. */
const wanted: Readonly<Record<string, Rank>> = {
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

const ranks = ['NONE', 'VIEW', 'EDIT', 'ADMIN', 'OWNER'] as const
type Rank = (typeof ranks)[number]

/** The reason with which an edit is refused of a list that the guest has no more. */
type Gone = 'REVOKED' | 'LIST_DELETED'

interface Change {
  readonly what: string
  make(house: House): Promise<unknown>
  /** What the guest may do afterwards, or why the list is gone. */
  readonly leaves: Rank | { readonly gone: Gone }
}

/** Each as people make it. */
const changes: readonly Change[] = [
  {
    what: 'raised to ADMIN',
    make: ({ owner, guest, place }) => shareWith(owner, place.list, [[guest, 'ADMIN']]),
    leaves: 'ADMIN',
  },
  {
    what: 'handed over to the guest',
    make: ({ owner, guest, place }) =>
      done(owner, 'handOverShoppingList', { id: place.list, userId: guest.id }),
    leaves: 'OWNER',
  },
  {
    what: 'lowered',
    make: ({ owner, guest, place }) => shareWith(owner, place.list, [[guest, 'VIEW']]),
    leaves: 'VIEW',
  },
  {
    what: 'unshared',
    make: ({ owner, place }) => shareWith(owner, place.list, []),
    leaves: { gone: 'REVOKED' },
  },
  {
    what: 'left on another device',
    make: ({ guest, place }) => done(guest, 'leaveShoppingList', { id: place.list }),
    leaves: { gone: 'REVOKED' },
  },
  {
    what: 'unfriended',
    make: ({ owner, guest }) => done(owner, 'deleteByIdFriend', { id: String(guest.id) }),
    leaves: { gone: 'REVOKED' },
  },
  {
    what: 'blocked',
    make: ({ owner, guest }) =>
      done(owner, 'updateFriend', { id: String(guest.id), firendStatus: 'BLOCKED' }),
    leaves: { gone: 'REVOKED' },
  },
  {
    what: 'the list deleted',
    make: ({ owner, place }) => done(owner, 'deleteByIdShoppingList', { id: place.list }),
    leaves: { gone: 'LIST_DELETED' },
  },
  {
    what: 'the account deleted',
    make: ({ owner }) => done(owner, 'deleteUser', { id: owner.id, password: owner.password }),
    leaves: { gone: 'LIST_DELETED' },
  },
]

test('every gesture and every edit is in the table', () => {
  expect(Object.keys(wanted).sort()).toEqual(gestures.map(({ name }) => name).sort())
  const tried = new Set(gestures.map(({ edit }) => edit))
  expect(
    allEdits.map(({ name }) => name).filter(name => !tried.has(name) && !aboutPeople.has(name)),
  ).toEqual([])
})

const cases = gestures.flatMap((gesture, row) =>
  changes.flatMap((change, column) => [
    { gesture, change, name: gesture.name, what: change.what, row, column },
  ]),
)

describe('the permission changes, then the edit arrives', () => {
  test.each(everyOther(cases, 0))('$name · $what', async ({ gesture, change }) => {
    await using house = await open()
    const { device, place } = house
    device.setConnected(false)
    await gesture.act(device.page.offline, place).durable
    await change.make(house)
    device.setConnected(true)
    await device.rest(1_000)

    const level = wanted[gesture.name] ?? 'NONE'
    expectTray(device, gesture, refusalOf(level, change.leaves, gesture))
    if (isGone(change)) expectNothingLeft(house)
    else if (device.page.offline.tray.get().length === 0) {
      expect(gesture.stands(viewOf(device.page.offline), place)).toBe(true)
    }
    await expectFresh(device, house.guest)
  })
})

describe('the edit arrives, then the permission changes, and the device hears of both at once', () => {
  // Nobody can become the owner of a list that they have left.
  const possible = everyOther(cases, 1).filter(
    ({ name, what }) => !(name === 'leave the list' && what === 'handed over to the guest'),
  )
  test.each(possible)('$name · $what', async ({ gesture, change }) => {
    await using house = await open()
    const { owner, guest, device, place } = house
    const { offline, network } = device.page
    device.setConnected(false)
    const performed = gesture.act(offline, place)
    await performed.durable
    // It arrives, and no answer comes back.
    network.faults.push(...Array.from({ length: 20 }, () => 'answer-lost' as const))
    device.setConnected(true)
    await device.rest(100)
    expect(network.delivered).toContain(performed.id)
    device.setConnected(false)
    network.faults.length = 0
    const level = wanted[gesture.name] ?? 'NONE'
    const refused = refusalOf(level, 'EDIT', gesture)
    if (level === 'EDIT' && !gesture.needs.includes('both')) await expectSeen(owner, gesture, place)
    await change.make(house)
    device.setConnected(true)
    await device.rest(65_000)

    expectTray(device, gesture, refused)
    if (isGone(change)) expectNothingLeft(house)
    await expectFresh(device, guest)
  })
})

/** Every day each gesture meets each change in one of the two orders, in turn; where AISLE_DEEP=1 in both. */
function everyOther(all: typeof cases, order: number): typeof cases {
  return isDeep ? all : all.filter(({ row, column }) => (row + column) % 2 === order)
}

function isGone({ leaves }: Change): boolean {
  return typeof leaves === 'object'
}

/** Codes and reasons in the guest's tray. */
function refusalOf(level: Rank, leaves: Change['leaves'], gesture: Gesture): readonly string[] {
  if (level === 'NONE') return []
  if (typeof leaves === 'object') {
    if (!gesture.removes) return [`NOT_FOUND ${leaves.gone}`]
    // A list that was to go is gone; an item that was to go still stands where others see it.
    return leaves.gone === 'REVOKED' && level === 'EDIT' ? ['FORBIDDEN undefined'] : []
  }
  const isRefused =
    ranks.indexOf(leaves) < ranks.indexOf(level) ||
    // Whoever owns a list can delete it, not leave it.
    (gesture.edit === 'leaveShoppingList' && leaves === 'OWNER')
  return isRefused ? ['FORBIDDEN undefined'] : []
}

function expectTray(device: Device, gesture: Gesture, refused: readonly string[]): void {
  const tray = device.page.offline.tray.get()
  expect(tray.map(({ refusal }) => `${refusal.code} ${refusal.reason}`)).toEqual(refused)
  expect(tray.map(({ entries }) => entries.map(entry => entry.name))).toEqual(
    refused.map(() => [gesture.edit]),
  )
}

/** Neither in what is shown nor on the disk; what the guest did themselves lies in the tray. */
function expectNothingLeft({ device, place }: House): void {
  const { offline } = device.page
  expect(viewOf(offline).list(place.list)).toBeUndefined()
  expect(offline.sync.get().waiting).toBe(0)
  const kept = keptOnDisk(device)
  const tag = `ItemTag:${derivedId(place.list, 'chilled')}`
  for (const id of [`ShoppingList:${place.list}`, `Item:${place.sibling}`, tag]) {
    expect(kept).not.toContain(id)
    expect(offline.peek(id)).toBeUndefined()
  }
}

/** At the owner's. */
async function expectSeen(owner: TestUser, gesture: Gesture, place: Place): Promise<void> {
  const device = createDevice({ userId: owner.id, client: owner })
  await device.openPage()
  await device.rest(1_000)
  expect(gesture.stands(viewOf(device.page.offline), place)).toBe(true)
  device.kill()
}

describe('two people on one list', () => {
  test('what left it is not kept either once it is taken away', async () => {
    await using house = await open()
    const { owner, guest, place, device } = house
    const { offline } = device.page
    await done(owner, 'updateShoppingList', { id: place.list, itemTags: [{ name: 'Frozen' }] })
    await offline.refresh()
    await offline.perform(createItem, {
      ...{ id: newId(), shoppingListId: place.other, name: 'Salt', itemTags: [{ name: 'Spices' }] },
    }).durable
    await device.rest(1_000)
    await shareWith(owner, place.list, [])
    await offline.refresh()
    await device.rest(1_000)
    const kept = keptOnDisk(device)
    expect(kept).not.toMatch(/Chilled|Frozen/)
    expect(kept).toContain('Spices')
    await expectFresh(device, guest)
  })

  test('whoever has gone is named no more in the history that is kept without a network', async () => {
    await using house = await open()
    const { owner, guest, place, device } = house
    const { offline } = device.page
    const third = await server.buildUser()
    await befriend(owner, third)
    await shareWith(owner, place.list, [
      [guest, 'EDIT'],
      [third, 'EDIT'],
    ])
    await offline.refresh()
    const kept = { id: historyCacheId(place.list), fragment: historyFields }
    const keep = () =>
      offline.cache.writeFragment({
        ...kept,
        data: { __typename: 'KeptHistory', id: place.list, activities: [] },
      })
    keep()
    await done(owner, 'updateShoppingList', { id: place.list, notes: 'More' })
    await offline.refresh()
    expect(offline.peek(kept.id), 'all are there').toBeDefined()
    await done(third, 'deleteUser', { id: third.id, password: third.password })
    await offline.refresh()
    expect(offline.peek(kept.id)).toBeUndefined()
  })

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
    await shareWith(owner, place.list, [])
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
    await shareWith(owner, place.list, [[guest, 'EDIT']])
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
    const mine = withTagsBefore(offline)
    await mine.perform(updateShoppingList, { id: place.list, itemTags: [{ name: 'Home' }] }).durable
    await mine.perform(updateItem, { id: place.item, itemTags: [{ name: 'Cold' }] }).durable
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
    const fields = {
      ...{ id: newId(), shoppingListId: list.id, name, quantityToPurchase: 1 },
      ...(name === 'Eggs' && { itemTags: [{ name: 'Chilled' }] }),
    }
    items.push((await done(owner, 'createItem', fields)).id)
  }
  await befriend(owner, guest)
  await shareWith(owner, list.id, [[guest, permission]])
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
