/**
 * Random histories of three devices, of one person, of two who share lists, or of three who ask, answer, share,
 * take away, hand over and change their addresses, against the real server:
 * they take back what they did, hear of each change in order or not, and of what they missed at once or in pieces;
 * whatever happens, when all is quiet nothing is lost, nothing is doubled, and all sides are equal.
 * AISLE_HISTORIES and AISLE_PEOPLE_HISTORIES set how many.
 */
import fc from 'fast-check'
import { print } from 'graphql'
import { expect, test } from 'vitest'
import { allEdits } from '../../src/cache/edits/all-edits.ts'
import {
  ItemFieldsFragmentDoc,
  ShoppingListFieldsFragmentDoc,
} from '../../src/generated/operations.ts'
import { budget, chance, howMany } from '../support/depth.ts'
import { befriend, shareWith } from '../support/friends.ts'
import { friendsOf, peopleOf } from '../support/people-gestures.ts'
import { call, done, permit } from '../support/server/api.ts'
import {
  sqlite,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../support/server/server.ts'
import { asLists, checkAgainstEffects } from '../support/simulation/check-effects.ts'
import { aboutPeople } from '../support/simulation/conflict-gestures.ts'
import {
  createDevice,
  type Device,
  keptOnDisk,
  preferencesOf,
  visibleState,
} from '../support/simulation/device.ts'
import { watchEffects } from '../support/simulation/effects.ts'
import { createLedger, type Saved } from '../support/simulation/ledger.ts'
import { withUndoables } from '../support/simulation/open-undoable.ts'
import {
  anyHappening,
  gestureNames,
  type Happening,
  happen,
} from '../support/simulation/shopper.ts'
import { createSimDisk } from '../support/simulation/sim-disk.ts'
import {
  createSimStreams,
  type Telling,
  tellings,
  watchMoves,
} from '../support/simulation/sim-streams.ts'

const histories = howMany('AISLE_HISTORIES', 100, 1_000)
const historiesOfThree = howMany('AISLE_PEOPLE_HISTORIES', 24, 400)
const shards = 4

/** Histories that failed once. */
const pinned: readonly (readonly [number, string])[][] = [
  // Made and deleted before any catch-up told of it: the list stayed on the device that made it.
  [
    [0, 'connect'],
    [2, 'newList'],
    [2, 'disconnect'],
    [2, 'deleteList'],
    [0, 'tick'],
    [0, 'connect'],
    [0, 'connect'],
    [0, 'newList'],
    [0, 'newList'],
  ],
  // An order was settled while an item of the list had been answered and was not in the base yet.
  [
    [2, 'disconnect'],
    [2, 'sample'],
    [2, 'add'],
    [2, 'reorder'],
  ],
  // Made, changed among others and deleted before any of it left: the change was refused for want of it.
  [
    [0, 'newList'],
    [0, 'disconnect'],
    [0, 'renameList'],
    [0, 'add'],
    [0, 'add'],
    [0, 'add'],
    [0, 'changeMany'],
    [0, 'deleteItem'],
  ],
]

for (const [at, happenings] of pinned.entries()) {
  test(`history ${at + 1} that failed once`, async () => {
    await using server = await startTestServer()
    await history(server, {
      people: 1,
      happenings: happenings.map(([device, what]) => ({ device, what, pick: 0, value: 0 })),
    })
  })
}

/** Histories of two people that failed once. */
const pinnedOfTwo: readonly (readonly Happening[])[] = [
  // A list came back to where it stood, and another one had got that place: the two stood otherwise on the device.
  [
    { device: 1, what: 'newList', pick: 0, value: 0 },
    { device: 1, what: 'deleteList', pick: 0, value: 0 },
    { device: 0, what: 'add', pick: 0, value: 0 },
    { device: 1, what: 'moveList', pick: 0, value: 0 },
    { device: 0, what: 'discard', pick: 0, value: 0 },
    { device: 0, what: 'bringBackList', pick: 0, value: 0 },
    { device: 0, what: 'newList', pick: 0, value: 0 },
  ],
  // An item moved to another list, and its old list went in the same answer: it took the item along.
  [
    { device: 0, what: 'newList', pick: 0, value: 0 },
    { device: 0, what: 'newList', pick: 0, value: 0 },
    { device: 0, what: 'connect', pick: 0, value: 0 },
    { device: 0, what: 'swap', pick: 0, value: 124 },
    { device: 0, what: 'deleteList', pick: 0, value: 0 },
  ],
  // The permission changed and the items did not: they went on telling the old one.
  [
    { device: 2, what: 'refresh', pick: 0, value: 0 },
    { device: 0, what: 'permit', pick: 0, value: 2 },
  ],
  [
    { device: 2, what: 'connect', pick: 0, value: 0 },
    { device: 0, what: 'permit', pick: 0, value: 2 },
    { device: 0, what: 'tick', pick: 0, value: 0 },
    { device: 0, what: 'newList', pick: 0, value: 0 },
  ],
  // Deleted by one, moved to another list by the other: it stayed there on the device that had moved it.
  [
    { device: 2, what: 'newList', pick: 0, value: 0 },
    { device: 0, what: 'deleteItems', pick: 0, value: 0 },
    { device: 2, what: 'swap', pick: 629, value: 0 },
    { device: 0, what: 'connect', pick: 0, value: 0 },
    { device: 0, what: 'newList', pick: 0, value: 0 },
  ],
  // Deleted while the list was taken away, and given back before that was noticed: it was missed for good.
  [
    { device: 2, what: 'wait', pick: 0, value: 100 },
    { device: 0, what: 'permit', pick: 0, value: 1 },
    { device: 2, what: 'deleteItem', pick: 0, value: 0 },
    { device: 0, what: 'permit', pick: 0, value: 0 },
  ],
  // Left, and shared again before a catch-up told that it was gone: it came back without its items.
  [
    { device: 2, what: 'wait', pick: 0, value: 100 },
    { device: 2, what: 'leaveList', pick: 0, value: 0 },
    { device: 0, what: 'permit', pick: 0, value: 0 },
  ],
  // Two ticks that left as one were refused and discarded: no more than the second had been let go.
  [
    { device: 1, what: 'tickBehindFrame', pick: 397, value: 669 },
    { device: 1, what: 'tick', pick: 988, value: 810 },
    { device: 2, what: 'deleteItem', pick: 166, value: 777 },
    { device: 1, what: 'discard', pick: 101, value: 821 },
  ],
  // Made and deleted behind a slow frame: the disk had the deletion first, and what was made was called lost.
  [
    { device: 1, what: 'changeMany', pick: 740, value: 749 },
    { device: 2, what: 'tickBehindFrame', pick: 915, value: 603 },
    { device: 2, what: 'add', pick: 791, value: 953 },
    { device: 2, what: 'deleteItem', pick: 923, value: 331 },
  ],
  // Moved to a list of one's own, and told before the permission of the list that it had left: it took that.
  [
    { device: 2, what: 'fault', pick: 0, value: 2 },
    { device: 2, what: 'newList', pick: 942, value: 266 },
    { device: 2, what: 'reorderLists', pick: 733, value: 500 },
    { device: 2, what: 'add', pick: 863, value: 147 },
    { device: 2, what: 'permit', pick: 752, value: 16 },
    { device: 2, what: 'swap', pick: 418, value: 503 },
  ],
]

for (const [at, happenings] of pinnedOfTwo.entries()) {
  test(`history ${at + 1} of two people that failed once`, async () => {
    await using server = await startTestServer()
    await history(server, { people: 2, happenings })
  })
}

test('every edit that exists is among the gestures', async () => {
  await using server = await startTestServer()
  const user = await server.buildUser()
  const device = createDevice({ userId: user.id, client: user })
  const ledger = createLedger()
  await device.openPage()
  await device.rest()
  const before = ['saveFilter', ...Array(3).fill('newList'), ...Array(9).fill('add')]
  for (const [pick, what] of [...before, ...gestureNames(), 'bringBackList'].entries()) {
    await happen([device], { device: 0, what, pick, value: 12 }, { ledger })
  }
  const tried = new Set(ledger.saved.map(({ name }) => name))
  expect(
    allEdits.map(({ name }) => name).filter(name => !tried.has(name) && !aboutPeople.has(name)),
  ).toEqual([])
  device.kill()
})

for (let shard = 0; shard < shards; shard++) {
  const numRuns = Math.ceil(histories / shards)
  const timeout = budget(numRuns, 2)
  test(`random histories, part ${shard + 1} of ${shards}`, { timeout }, async () => {
    await using server = await startShard(shard)
    await fc.assert(
      fc.asyncProperty(anyHistory(), plan => history(server, plan)),
      {
        numRuns,
        ...chance(20261121, shard),
      },
    )
  })
}

for (let shard = 0; shard < 2; shard++) {
  const numRuns = Math.ceil(historiesOfThree / 2)
  const timeout = budget(numRuns, 3)
  test(`random histories of three people, part ${shard + 1} of 2`, { timeout }, async () => {
    await using server = await startShard(shard)
    await fc.assert(
      fc.asyncProperty(anyHistoryOfThree(), plan => history(server, plan)),
      {
        numRuns,
        ...chance(20261122, shard),
      },
    )
  })
}

/** In every other part the server answers what somebody missed in pieces. */
function startShard(shard: number): Promise<TestServer> {
  return startTestServer(sqlite, shard % 2 ? { itemsPerAnswer: 2 } : {})
}

interface Plan {
  /**
   * Three devices: all of one person; or two of the owner and one of somebody who may edit; or one of each of
   * three, all friends, who have a list of the first.
   */
  readonly people: number
  readonly happenings: readonly Happening[]
  /** Whether the browsers say that there is no network. */
  readonly saysOnline?: boolean
  /** Whether the first person has lists with items and tags from the start. */
  readonly isFurnished?: boolean
  /** How the devices hear of each change, in turn; not at all where it is empty. */
  readonly told?: readonly Telling[]
}

const anyScene = {
  saysOnline: fc.boolean(),
  isFurnished: fc.boolean(),
  told: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.constantFrom(...tellings), { minLength: 1, maxLength: 7 }),
    },
  ),
}

function anyHistory(): fc.Arbitrary<Plan> {
  return fc.record({
    people: fc.constantFrom(1, 2),
    happenings: fc.array(anyHappening(3, { losesDatabase: true, takesBack: true }), {
      minLength: 5,
      maxLength: 40,
    }),
    ...anyScene,
  })
}

function anyHistoryOfThree(): fc.Arbitrary<Plan> {
  return fc.record({
    people: fc.constant(3),
    happenings: fc.array(
      anyHappening(3, { aboutPeople: true, losesDatabase: true, takesBack: true }),
      {
        minLength: 5,
        maxLength: 40,
      },
    ),
    ...anyScene,
  })
}

async function history(
  server: TestServer,
  { people, happenings, saysOnline = false, isFurnished = false, told = [] }: Plan,
): Promise<void> {
  const effects = watchEffects()
  const ledger = withUndoables(createLedger())
  const accounts: TestUser[] = []
  for (let one = 0; one < people; one++) accounts.push(await server.buildUser())
  const streams = createSimStreams({
    moves: watchMoves(
      server.db,
      accounts.map(({ id }) => id),
    ),
    devices: () => devices.map((device, at) => [owners[at]?.id ?? 0, device]),
    tellings: told,
  })
  const users = accounts.map(user => ({
    id: user.id,
    client: effects.watch(streams.watch(user)),
    user,
  }))
  const between = (work: () => Promise<void>) =>
    effects.between(async () => {
      await work()
      await streams.tell()
    })
  const [owner, guest = owner, third] = users
  if (!owner || !guest) throw new Error('Nobody is there.')
  const owners = third ? users : [owner, owner, guest]
  const devices = owners.map(({ id, client }) =>
    createDevice({ userId: id, client, disk: createSimDisk({ keepsTwice: true }), saysOnline }),
  )
  if (isFurnished) await furnish(owner.user)
  const shared = people === 2
  if (shared) {
    const list = await done(owner.user, 'createShoppingList', { name: 'Shared' })
    await done(owner.user, 'createItem', { shoppingListId: list.id, name: 'Milk' })
    await permit(server, list.id, guest, 'EDIT')
  }
  if (third) {
    await befriend(owner.user, guest.user)
    await befriend(owner.user, third.user)
    const list = await done(owner.user, 'createShoppingList', { name: 'Shared' })
    await done(owner.user, 'createItem', { shoppingListId: list.id, name: 'Milk' })
    await shareWith(owner.user, list.id, [
      [guest.user, 'EDIT'],
      [third.user, 'ADMIN'],
    ])
  }
  const company = {
    // Each has another besides, which may be asked before it is theirs.
    emails: users.flatMap(({ user }) => [user.email, `other.${user.email}`]),
    join: (device: number, inviteId: string) =>
      between(async () => {
        const user = owners[device]?.user
        if (user) await call(user, 'acceptInvite', { inviteId })
      }),
    takeAddress: (device: number, email: string) =>
      between(async () => {
        await owners[device]?.user.post('/auth/change-email', { email })
      }),
  }
  const permitOne = ({ pick, value }: Happening) =>
    between(() => permitAnyList(server, owner.id, guest.id, pick, value))
  try {
    for (const device of devices) await device.openPage()
    for (const happening of happenings) {
      const scene = {
        ledger,
        ...(shared && { permit: permitOne }),
        ...(third && { people: company }),
      }
      await happen(devices, happening, scene)
      for (const device of devices) await device.rest(happening.value % 50)
    }
    await quiet(devices)

    const truths = new Map<number, unknown>()
    const preferences = new Map<number, unknown>()
    const friends = new Map<number, ReturnType<typeof friendsOf>>()
    const people = new Map<string, ReturnType<typeof peopleOf>>()
    for (const { id, client, user } of users) {
      const fresh = createDevice({ userId: id, client })
      await fresh.openPage()
      await fresh.rest()
      const truth = visibleState(fresh.page.offline)
      truths.set(id, truth)
      preferences.set(id, preferencesOf(fresh.page.offline))
      friends.set(id, friendsOf(fresh.page.offline))
      for (const { id: list } of asLists(truth)) {
        const told = peopleOf(fresh.page.offline, list)
        expect(told, 'who has a list').toEqual(people.get(list) ?? told)
        people.set(list, told)
      }
      expect(plain(truth), 'a fresh sign-in').toEqual(await permitted(user))
      fresh.kill()
    }
    for (const [at, device] of devices.entries()) {
      const owner = owners[at]?.id ?? 0
      expect(visibleState(device.page.offline), `device ${at}`).toEqual(truths.get(owner))
      expect(preferencesOf(device.page.offline), `device ${at}`).toEqual(preferences.get(owner))
      expect(friendsOf(device.page.offline), `device ${at}`).toEqual(friends.get(owner))
      for (const { id } of asLists(truths.get(owner))) {
        expect(peopleOf(device.page.offline, id), `device ${at}`).toEqual(people.get(id))
      }
    }
    checkFriendships(friends)
    checkAgainstEffects([...truths.values()].flatMap(asLists), effects.all)
    expect(ledger.unaccounted(effects.all).map(toWords), 'lost').toEqual([])
    expect(ledger.unfounded(effects.all), 'refused for what one deleted oneself').toEqual([])
    for (const [at, device] of devices.entries()) {
      expect(device.troubles).toEqual([])
      const reopened = await reopenOffline(device)
      expect(visibleState(reopened), `device ${at} reopened`).toEqual(
        truths.get(owners[at]?.id ?? 0),
      )
    }
    expect(ledger.unaccounted(effects.all).map(toWords), 'lost by a restart').toEqual([])
    for (const [at, device] of devices.entries()) {
      const own = new Set(asLists(truths.get(owners[at]?.id ?? 0)).map(({ id }) => id))
      const kept = keptOnDisk(device)
      for (const id of people.keys()) {
        if (!own.has(id))
          expect(kept, `left on device ${at}`).not.toContain(`"ShoppingList:${id}":{`)
      }
    }
  } finally {
    for (const device of devices) device.kill()
  }
}

async function furnish(user: TestUser): Promise<void> {
  for (const name of ['Shop', 'Pantry']) {
    const items = ['Milk', 'Bread', 'Eggs'].map((item, at) => ({
      name: item,
      itemTags: [{ name: `Tag ${at}` }],
    }))
    await done(user, 'createShoppingList', { name, items })
  }
}

/** One of the owner's lists is shared with the guest at some level, or no longer. */
async function permitAnyList(
  server: TestServer,
  ownerId: number,
  guestId: number,
  pick: number,
  value: number,
): Promise<void> {
  const lists = await server.db.query
    .selectFrom('shopping_list')
    .select('id')
    .where('user_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const list = lists[pick % Math.max(lists.length, 1)]
  const levels = ['EDIT', undefined, 'VIEW', 'ADMIN'] as const
  if (list) await permit(server, list.id, { id: guestId }, levels[value % levels.length])
}

/** What the server answers to this person, by another way than the catch-up. */
async function permitted(user: TestUser): Promise<unknown> {
  const query = `query { getAllShoppingList { ...ShoppingListFields items { ...ItemFields } } }
    ${print(ShoppingListFieldsFragmentDoc)} ${print(ItemFieldsFragmentDoc)}`
  const { data } = await user.graphql(query)
  return data.getAllShoppingList
}

function plain(state: unknown): unknown {
  return JSON.parse(
    JSON.stringify(state, (key, value) => (key === '__typename' ? undefined : value)),
  )
}

function toWords({ name, variables, entry }: Saved): unknown {
  return { name, variables, id: entry?.id }
}

/** The network is back for all, whatever is late arrives, and each has heard of the others. */
async function quiet(devices: readonly Device[]): Promise<void> {
  for (const device of devices) {
    device.page.network.faults.length = 0
    device.page.visible.set(true)
    device.setConnected(true)
  }
  for (let round = 0; round < 3; round++) {
    for (const device of devices) {
      device.page.network.releaseLate()
      await device.rest(65_000)
      expect(device.page.offline.sync.get()).toMatchObject({ waiting: 0, storage: 'durable' })
    }
  }
  for (const device of devices) {
    void device.page.offline.refresh()
    await device.rest()
  }
}

/** What the device shows after its battery died, with no network to mend it. */
async function reopenOffline(device: Device) {
  device.setConnected(false)
  device.kill()
  await device.openPage()
  return device.page.offline
}

/** A friendship is one for both. */
function checkFriendships(friends: ReadonlyMap<number, ReturnType<typeof friendsOf>>): void {
  const accepted = { myStatus: 'ACCEPTED', firendStatus: 'ACCEPTED' }
  for (const [userId, own] of friends) {
    for (const { friendId, myStatus, firendStatus } of own) {
      if (myStatus !== 'ACCEPTED' || firendStatus !== 'ACCEPTED') continue
      const back = friends.get(Number(friendId))?.find(friend => friend.friendId === userId)
      expect(back, 'the other side').toMatchObject(accepted)
    }
  }
}
