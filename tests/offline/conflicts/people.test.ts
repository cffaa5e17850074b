/**
 * Two people, their friendship and a list between them, while one of them is without a network: what was
 * refused lies in the tray with what it was, and nothing of the list is left on the device.
 */
import { expect, test } from 'vitest'
import type { Permission } from '../../../rules/people/permissions.ts'
import {
  answerFriend,
  removeFriend,
  sendFriendRequest,
} from '../../../src/cache/edits/friend-edits.ts'
import { createItem, tickItem } from '../../../src/cache/edits/item-edits.ts'
import { shareShoppingList } from '../../../src/cache/edits/sharing-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import type { Offline } from '../../../src/offline/offline.ts'
import { befriend, shareWith } from '../../support/friends.ts'
import { peopleOf } from '../../support/people-gestures.ts'
import { call, done } from '../../support/server/api.ts'
import { startTestServer, type TestUser } from '../../support/server/server.ts'
import { createDevice, visibleState } from '../../support/simulation/device.ts'

async function open() {
  const server = await startTestServer()
  const ana = await server.buildUser({ firstName: 'Ana' })
  const ben = await server.buildUser({ firstName: 'Ben' })
  await befriend(ana, ben)
  const { id: list } = await done(ana, 'createShoppingList', { name: 'Weekly' })
  const milk = await done(ana, 'createItem', { shoppingListId: list, name: 'Secret milk' })
  await shareWith(ana, list, [[ben, 'EDIT']])
  const phone = createDevice({ userId: ben.id, client: ben })
  const { offline } = await phone.openPage()
  await phone.rest()
  async function close() {
    phone.kill()
    await server.close()
  }
  return { server, ana, ben, list, milk: milk.id, phone, offline, [Symbol.asyncDispose]: close }
}

type Taking = readonly [
  what: string,
  take: (ana: TestUser, ben: TestUser, list: string) => Promise<unknown>,
  refusal: string,
]

const takings: readonly Taking[] = [
  ['lowered', (ana, ben, list) => shareWith(ana, list, [[ben, 'VIEW']]), 'FORBIDDEN undefined'],
  ['unshared', (ana, _ben, list) => shareWith(ana, list, []), 'NOT_FOUND REVOKED'],
  [
    'unfriended',
    (ana, ben) => done(ana, 'deleteByIdFriend', { id: String(ben.id) }),
    'NOT_FOUND REVOKED',
  ],
  [
    'blocked',
    (ana, ben) => done(ana, 'updateFriend', { id: String(ben.id), firendStatus: 'BLOCKED' }),
    'NOT_FOUND REVOKED',
  ],
  [
    'the list deleted',
    (ana, _ben, list) => done(ana, 'deleteByIdShoppingList', { id: list }),
    'NOT_FOUND LIST_DELETED',
  ],
]

test.each(takings)(
  '%s while the other is offline with waiting edits',
  async (what, take, refusal) => {
    await using house = await open()
    const { ana, ben, list, milk, phone, offline } = house
    phone.setConnected(false)
    await offline.perform(tickItem, { id: milk, purchased: true }).durable
    const butter = { id: newId(), shoppingListId: list, name: 'Butter' }
    await offline.perform(createItem, butter).durable
    await take(ana, ben, list)
    phone.setConnected(true)
    await phone.rest(3_000)
    const tray = offline.tray.get()
    expect(tray.map(entry => `${entry.refusal.code} ${entry.refusal.reason}`)).toEqual([
      refusal,
      refusal,
    ])
    expect(tray[1]?.entries[0]?.variables).toEqual(butter)
    expect(offline.sync.get().waiting).toBe(0)
    if (what === 'lowered') {
      expect(offline.peek(`ShoppingList:${list}`)).toMatchObject({ permission: 'VIEW' })
      expect(offline.peek(`Item:${milk}`)).toMatchObject({ permission: 'VIEW', purchased: false })
      return
    }
    for (const id of [`ShoppingList:${list}`, `Item:${milk}`, `People:${list}`, `Cursor:${list}`]) {
      expect(offline.peek(id)).toBeUndefined()
    }
    expect(JSON.stringify(offline.cache.extract())).not.toContain('Secret milk')
  },
)

test.each(takings.slice(1))(
  '%s while the page is open: it leaves at the first contact',
  async (_what, take) => {
    await using house = await open()
    const { ana, ben, list, milk, phone, offline } = house
    expect(offline.peek(`Item:${milk}`)).toBeDefined()
    await take(ana, ben, list)
    void offline.refresh()
    await phone.rest(1_000)
    expect(offline.peek(`ShoppingList:${list}`)).toBeUndefined()
    expect(offline.peek(`Item:${milk}`)).toBeUndefined()
  },
)

test('a request that was made offline is sent once there is a network, and shown meanwhile', async () => {
  await using house = await open()
  const { server, phone, offline } = house
  const cleo = await server.buildUser({ firstName: 'Cleo' })
  phone.setConnected(false)
  await offline.perform(sendFriendRequest, { email: cleo.email }).durable
  const shown = () => friendsOf(offline)
  expect(shown()).toHaveLength(2)
  expect(await done(cleo, 'getAllFriend')).toEqual([])
  phone.setConnected(true)
  await phone.rest(1_000)
  const [request] = await done(cleo, 'getAllFriend')
  await done(cleo, 'updateFriend', { id: request.id, firendStatus: 'ACCEPTED' })
  void offline.refresh()
  await phone.rest(1_000)
  expect(shown()).toEqual([
    expect.objectContaining({ firendStatus: 'ACCEPTED' }),
    expect.objectContaining({ firendStatus: 'ACCEPTED' }),
  ])
  expect(JSON.stringify(shown())).toContain('Cleo')
})

test('a block that is taken back before it left the device gives back what it hid, in each tab', async () => {
  await using house = await open()
  const { ana, ben, milk, phone, offline } = house
  const { id: own } = await done(ben, 'createShoppingList', { name: 'Own' })
  await shareWith(ben, own, [[ana, 'EDIT']])
  await phone.openPage()
  void offline.refresh()
  await phone.rest()
  const shown = () =>
    phone.pages.map(page => [
      visibleState(page.offline),
      peopleOf(page.offline, own),
      friendsOf(page.offline).map(friend => ({ ...friend, updatedAt: undefined })),
    ])
  phone.setConnected(false)
  // The try that fails is one of this.
  await offline.perform(tickItem, { id: milk, purchased: true }).durable
  await phone.rest(100)
  const before = shown()
  const id = String(friendsOf(offline)[0]?.id)
  await offline.perform(answerFriend, { id, firendStatus: 'BLOCKED' }).durable
  await phone.rest(0)
  expect(shown()).toHaveLength(2)
  for (const [at, now] of shown().entries()) expect(now).not.toEqual(before[at])
  await offline.perform(answerFriend, { id, firendStatus: 'ACCEPTED' }).durable
  await phone.rest(0)
  expect(offline.sync.get().waiting).toBe(2)
  expect(shown()).toEqual(before)
  phone.setConnected(true)
  await phone.rest(3_000)
  for (const { offline } of phone.pages) {
    expect(visibleState(offline)).toMatchObject([{ items: [{ purchased: true }] }, { name: 'Own' }])
  }
})

test('sharing and unfriending offline meet what others did meanwhile', async () => {
  await using house = await open()
  const { server, ana, ben, list, phone, offline } = house
  const cleo = await server.buildUser({ firstName: 'Cleo' })
  await befriend(ben, cleo)
  await shareWith(ana, list, [[ben, 'ADMIN']])
  void offline.refresh()
  await phone.rest(1_000)
  phone.setConnected(false)
  const known = Number(offline.peek(`Cursor:${list}`)?.revision)
  await offline.perform(shareShoppingList, {
    id: list,
    shoppingListFriends: [
      { friendId: ben.id, permission: 'ADMIN' },
      { friendId: cleo.id, permission: 'EDIT' },
    ],
    knownRevision: known,
  }).durable
  const dan = await server.buildUser()
  await befriend(ana, dan)
  await shareWith(ana, list, [
    [ben, 'ADMIN'],
    [dan, 'VIEW'],
  ])
  phone.setConnected(true)
  await phone.rest(1_000)
  const { shoppingListFriends } = await done(ana, 'getByIdShoppingList', { id: list })
  const people = shoppingListFriends.map((one: { friendId: number }) => one.friendId)
  expect(new Set(people)).toEqual(new Set([ben.id, dan.id, cleo.id]))

  const friend = friendsOf(offline).find(one => one?.friendId === ana.id)
  phone.setConnected(false)
  await offline.perform(removeFriend, { id: String(friend?.id) }).durable
  expect(offline.peek(`ShoppingList:${list}`)).toBeUndefined()
  phone.setConnected(true)
  await phone.rest(3_000)
  expect(offline.peek(`ShoppingList:${list}`)).toBeUndefined()
  expect((await call(ben, 'getByIdShoppingList', { id: list })).result).toBeNull()
})

test('two changes of who has a list touch the people that they name alone', async () => {
  await using house = await open()
  const { server, ana, ben, list, phone, offline } = house
  const cleo = await server.buildUser({ firstName: 'Cleo' })
  const dan = await server.buildUser({ firstName: 'Dan' })
  const eve = await server.buildUser({ firstName: 'Eve' })
  for (const friend of [dan, eve]) await befriend(ben, friend)
  await befriend(ana, dan)
  await shareWith(ana, list, [
    [ben, 'ADMIN'],
    [dan, 'VIEW'],
  ])
  void offline.refresh()
  await phone.rest(1_000)
  phone.setConnected(false)
  const knownRevision = Number(offline.peek(`Cursor:${list}`)?.revision)
  const share = ({ perform }: Offline, { id: friendId }: TestUser, permission: Permission) =>
    perform(shareShoppingList, {
      id: list,
      shoppingListFriends: [{ friendId, permission }],
      changedFriendIds: [friendId],
      knownRevision,
    }).durable
  await share(offline, dan, 'EDIT')
  phone.kill()
  const reopened = (await phone.openPage()).offline
  await phone.rest(100)
  await share(reopened, eve, 'VIEW')
  await share(reopened, dan, 'VIEW')
  const args = { shoppingListId: list, permission: 'VIEW' }
  const { inviteId } = await done(ana, 'createShareLink', args)
  await done(cleo, 'acceptInvite', { inviteId })
  phone.setConnected(true)
  await phone.rest(1_000)
  const { shoppingListFriends } = await done(ana, 'getByIdShoppingList', { id: list })
  const people = shoppingListFriends.map((one: { friendId: number; permission: string }) => [
    one.friendId,
    one.permission,
  ])
  expect(new Map(people)).toEqual(
    new Map([
      [ben.id, 'ADMIN'],
      [cleo.id, 'VIEW'],
      [dan.id, 'VIEW'],
      [eve.id, 'VIEW'],
    ]),
  )
  expect(new Set(peopleOf(reopened, list).map(one => one.friendId))).toEqual(
    new Set([ben.id, cleo.id, dan.id, eve.id]),
  )
})

function friendsOf(offline: Offline) {
  const refs = offline.peek('ROOT_QUERY')?.getAllFriend
  return Array.isArray(refs) ? refs.map(({ __ref }) => offline.peek(String(__ref))) : []
}
