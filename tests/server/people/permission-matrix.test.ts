/**
 * Who may do what, written down once: every operation of the contract by everybody who might ask. A refusal
 * leaves every table as it was, and what is not yours reads like what is not there (spec section 12).
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { befriend, shareWith } from '../../support/friends.ts'
import { call, done, newId, operationOf, sampleOf } from '../../support/server/api.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestClient,
  type TestServer,
  type TestUser,
} from '../../support/server/server.ts'

type Level = 'VIEW' | 'EDIT' | 'ADMIN' | 'owner'
const levels: readonly Level[] = ['VIEW', 'EDIT', 'ADMIN', 'owner']
/** None of them sees the list, whatever they are to its owner or to the product. */
const outsiders = [
  'stranger',
  'asked by the owner',
  'rejected by the owner',
  'blocked by the owner',
  'SUPPORTL1',
  'SUPPORTL2',
  'SUPPORTL3',
  'role ADMIN',
] as const
type Outsider = (typeof outsiders)[number]

interface Place {
  readonly list: string
  readonly item: string
  readonly other: string
}

type Args = (place: Place, own: { readonly list: string }) => Readonly<Record<string, unknown>>
type Trial = readonly [name: string, lowest: Level, args: Args, what?: string]

const onList: readonly Trial[] = [
  ['getByIdShoppingList', 'VIEW', ({ list }) => ({ id: list })],
  ['getByIdItem', 'VIEW', ({ item }) => ({ id: item })],
  ['getByFilterItem', 'VIEW', ({ list }) => ({ filters: { shoppingListId: list } })],
  ['history', 'VIEW', ({ list }) => ({ shoppingListId: list })],
  ['deletedItems', 'VIEW', ({ list }) => ({ shoppingListId: list })],
  ['copyShoppingList', 'VIEW', ({ list }) => ({ id: list, name: 'Copy' })],
  ['setShopping', 'VIEW', ({ list }) => ({ shoppingListId: list, isShopping: true })],
  ['setListNotices', 'VIEW', ({ list }) => ({ shoppingListId: list, on: false })],
  ['moveShoppingList', 'VIEW', ({ list }) => ({ id: list, afterShoppingListId: null })],
  ['updateShoppingList', 'VIEW', ({ list }) => ({ id: list, favourite: true }), 'favourite'],
  ['createItem', 'EDIT', ({ list }) => ({ shoppingListId: list, name: 'Tea' })],
  ['createItems', 'EDIT', ({ list }) => ({ shoppingListId: list, items: [{ name: 'Tea' }] })],
  ['updateItem', 'EDIT', ({ item }) => ({ id: item, purchased: true })],
  ['updateItem', 'EDIT', ({ item }, own) => ({ id: item, shoppingListId: own.list }), 'takes it'],
  ['updateItems', 'EDIT', ({ item }) => ({ items: [{ id: item, name: 'x' }] })],
  ['moveItem', 'EDIT', ({ item, other }) => ({ id: item, afterItemId: other })],
  ['updateItemsOrder', 'EDIT', ({ list, item }) => ({ shoppingListId: list, itemIds: [item] })],
  ['resetShoppingList', 'EDIT', ({ list }) => ({ id: list })],
  [
    'swapShoppingListItems',
    'EDIT',
    ({ list, item }, own) => ({
      firstShoppingListId: list,
      secondShoppingListId: own.list,
      firstItemIds: [item],
      secondItemIds: [],
    }),
  ],
  ['deleteByIdItem', 'EDIT', ({ item }) => ({ id: item })],
  ['deleteByIdsItem', 'EDIT', ({ item }) => ({ ids: [item] })],
  ['updateShoppingList', 'ADMIN', ({ list }) => ({ id: list, name: 'Renamed' }), 'name'],
  ['updateShoppingList', 'ADMIN', ({ list }) => ({ id: list, notes: 'x' }), 'notes'],
  ['updateShoppingList', 'ADMIN', ({ list }) => ({ id: list, listType: 'STOCK' }), 'type'],
  ['updateShoppingList', 'ADMIN', ({ list }) => ({ id: list, itemTags: [] }), 'tags'],
  ['updateShoppingList', 'ADMIN', ({ list }) => ({ id: list, shoppingListFriends: [] }), 'people'],
  ['createShareLink', 'ADMIN', ({ list }) => ({ shoppingListId: list, permission: 'VIEW' })],
  ['endShareLinks', 'ADMIN', ({ list }) => ({ shoppingListId: list })],
  ['deleteByIdShoppingList', 'owner', ({ list }) => ({ id: list })],
  ['deleteByIdsShoppingList', 'owner', ({ list }) => ({ ids: [list] })],
]

/** They reach nothing but the caller's own account, or are the same for everybody. */
const personal = [
  ...['getAllShoppingList', 'getByFilterShoppingList', 'getAllItem', 'changes'],
  ...['getAllUnit', 'getByIdUnit', 'getByFilterUnit', 'createUnit', 'updateUnit'],
  ...['deleteByIdUnit', 'deleteByIdsUnit', 'getAllUserConfig', 'getByIdUserConfig'],
  ...['getByFilterUserConfig', 'updateUserConfig', 'createUserConfig', 'deleteByIdUserConfig'],
  ...['deleteByIdsUserConfig', 'createSavedFilter', 'updateSavedFilter', 'deleteByIdSavedFilter'],
  ...['createShoppingList', 'sampleShoppingList', 'updateShoppingListsOrder'],
  ...['restoreShoppingList', 'deletedShoppingLists', 'renewInviteId'],
  ...['getAllFriend', 'getByIdFriend', 'getByFilterFriend', 'createFriend', 'updateFriend'],
  ...['deleteByIdFriend', 'deleteByIdsFriend', 'sendFriendRequestByEmail'],
  ...['getFriendByInviteId', 'acceptInvite'],
  ...['getAllApiToken', 'createApiToken', 'deleteByIdApiToken'],
  ...['noticeSettings', 'subscribeToNotices', 'unsubscribeFromNotices', 'setQuietHours'],
]
/** What is tried below, one by one. */
const special = ['leaveShoppingList', 'handOverShoppingList']

interface House {
  readonly server: TestServer
  readonly users: Readonly<Record<Level | Outsider | 'former friend', TestUser>>
  readonly own: ReadonlyMap<TestUser, string>
  /** The owner's API token that may read only. */
  readonly reading: TestClient
  /** Nobody is signed in there; and the browser of somebody whose account is gone, who had the list. */
  readonly nobodies: readonly TestClient[]
  build(): Promise<Place>
}

async function openHouse(server: TestServer): Promise<House> {
  const names = [...levels, ...outsiders, 'former friend'] as const
  const made = []
  for (const name of names) made.push([name, await server.buildUser()] as const)
  const users = Object.fromEntries(made) as House['users']
  const { owner } = users
  const answer = (user: TestUser, firendStatus: string) =>
    done(owner, 'updateFriend', { id: String(user.id), firendStatus })
  for (const level of ['VIEW', 'EDIT', 'ADMIN'] as const) await befriend(owner, users[level])
  await done(owner, 'createFriend', { id: String(users['asked by the owner'].id) })
  for (const status of ['REJECTED', 'BLOCKED'] as const) {
    const user = users[`${status === 'REJECTED' ? 'rejected' : 'blocked'} by the owner`]
    await done(user, 'createFriend', { id: String(owner.id) })
    await answer(user, status)
  }
  for (const [role, user] of [
    ['SUPPORTL1', users.SUPPORTL1],
    ['SUPPORTL2', users.SUPPORTL2],
    ['SUPPORTL3', users.SUPPORTL3],
    ['ADMIN', users['role ADMIN']],
  ] as const) {
    await server.db.query.updateTable('user').set({ role }).where('id', '=', user.id).execute()
  }
  const own = new Map<TestUser, string>()
  for (const [, user] of made) {
    own.set(user, (await done(user, 'createShoppingList', { name: 'Own' })).id)
  }
  const gone = await server.buildUser()
  await befriend(owner, gone)
  const { id: last } = await done(owner, 'createShoppingList', { name: 'Last' })
  await shareWith(owner, last, [[gone, 'EDIT']])
  const elsewhere = server.client()
  const { email: username, password } = gone
  await elsewhere.post('/auth/login', { username, password })
  await done(elsewhere, 'deleteUser', { id: gone.id, password })
  async function build() {
    const { id: list } = await done(owner, 'createShoppingList', { name: 'Shared' })
    await shareWith(owner, list, [
      [users.VIEW, 'VIEW'],
      [users.EDIT, 'EDIT'],
      [users.ADMIN, 'ADMIN'],
    ])
    const items = await done(owner, 'createItems', {
      shoppingListId: list,
      items: [{ name: 'Milk' }, { name: 'Bread' }],
    })
    return { list, item: items[0].id, other: items[1].id }
  }
  const { token } = await done(owner, 'createApiToken', { name: 'Script', scope: 'READ' })
  const script = server.client()
  const reading: TestClient = {
    ...script,
    graphql: (query, args, options) =>
      script.graphql(query, args, { ...options, headers: { authorization: `Bearer ${token}` } }),
  }
  // Notes its use.
  await call(reading, 'getAllUnit')
  return { server, users, own, reading, nobodies: [server.client(), gone], build }
}

/**
 * Everything that is stored, as one text: equal before and after a refusal. But for when the server swept last, which
 * it notes by itself once it has run for a minute.
 */
async function hashTables({ db }: TestServer): Promise<string> {
  const hash = createHash('sha256')
  const tables = await db.query.introspection.getTables()
  for (const { name } of tables.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db.query)
    const lines = rows
      .map(row => JSON.stringify(row))
      .filter(isNotSwept)
      .sort()
    hash.update(`${name} ${lines.join('\n')}`)
  }
  return hash.digest('hex')
}

const isNotSwept = (line: string) => !line.includes('"sweeper-clock"')

const schema = buildSchema(
  readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8'),
)
const queries = Object.keys(schema.getQueryType()?.getFields() ?? {})
const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {})

/** The same operation behind an allowed one that changes nothing. */
function second(user: TestClient, name: string, args: Readonly<Record<string, unknown>>) {
  const text = operationOf(name, Object.keys(args))
  const allowed = queries.includes(name)
    ? 'first: getAllUnit { id }'
    : 'first: deleteByIdItem(id: "nothing") { id }'
  const at = text.indexOf('{') + 1
  return user.graphql(`${text.slice(0, at)} ${allowed} second: ${text.slice(at)}`, args)
}

const codeOf = (answer: Awaited<ReturnType<typeof second>>) => answer.errors?.[0]?.extensions?.code

test('every operation has its place in the table', () => {
  const known = new Set([...onList.map(([name]) => name), ...personal, ...special])
  const later = [...queries, ...mutations].filter(name => !known.has(name))
  // Operations of the account and the desk have tests of their own.
  expect(
    later.filter(
      name =>
        !name.includes('Feedback') &&
        /Item|List|Friend|Invite|Share|UserConfig|Filter|Unit|Token/.test(name),
    ),
  ).toEqual([])
})

describeEachEngine('The permission table', engine => {
  let server: TestServer
  let house: House
  let place: Place

  beforeAll(async () => {
    server = await startTestServer(engine)
    house = await openHouse(server)
    place = await house.build()
    await befriend(house.users.owner, house.users['former friend'])
    const people = [
      [house.users['former friend'], 'ADMIN'],
      ...levels.slice(0, 3).map(level => [house.users[level], level] as const),
    ] as Parameters<typeof shareWith>[2]
    await shareWith(house.users.owner, place.list, people)
    await done(house.users.owner, 'deleteByIdFriend', {
      id: String(house.users['former friend'].id),
    })
  })
  afterAll(() => server.close())

  describe.each(onList.map(([name, lowest, args, what = '']) => ({ name, lowest, args, what })))(
    '$name $what from $lowest',
    ({ name, lowest, args }) => {
      const isQuery = queries.includes(name)
      const isDeletion = name.startsWith('deleteBy')
      const argsFor = (user: TestUser, at = place) => args(at, { list: house.own.get(user) ?? '' })
      const nowhere = () => ({ list: newId(), item: newId(), other: newId() })

      test('by whoever may', async () => {
        for (const level of levels.slice(levels.indexOf(lowest))) {
          const at = await house.build()
          const user = house.users[level]
          const { errors, result, text } = await call(user, name, argsFor(user, at))
          expect(errors, level).toBeUndefined()
          // Whoever shares a list knows names; addresses are for friends, and stand nowhere but with them.
          expect(text, level).not.toContain('@')
          if (isDeletion) expect(result[0].status, level).toBe('PASS')
          if (isQuery) expect(result, level).not.toBeNull()
        }
      })

      test('by whoever may look, but not so much', async () => {
        const before = await hashTables(server)
        for (const level of levels.slice(0, levels.indexOf(lowest))) {
          const user = house.users[level]
          const { code, result } = await call(user, name, argsFor(user))
          const behind = await second(user, name, argsFor(user))
          if (isDeletion) {
            expect([result[0].status, behind.data.second[0].status], level).toEqual([
              'FAIL',
              'FAIL',
            ])
          } else {
            expect([code, codeOf(behind)], level).toEqual(['FORBIDDEN', 'FORBIDDEN'])
          }
        }
        expect(await hashTables(server)).toBe(before)
      })

      test('by anybody else it reads like what is not there', async () => {
        const before = await hashTables(server)
        for (const outsider of outsiders) {
          const user = house.users[outsider]
          const unknown = nowhere()
          const named = (text: string, at: Place) =>
            text
              .replaceAll(at.list, 'list')
              .replaceAll(at.item, 'item')
              .replaceAll(at.other, 'other')
          for (const ask of [call, second]) {
            const there = await ask(user, name, argsFor(user))
            const nothing = await ask(user, name, argsFor(user, unknown))
            expect(named(there.text, place), outsider).toBe(named(nothing.text, unknown))
            expect(there.text, outsider).not.toContain('@')
          }
        }
        expect(await hashTables(server)).toBe(before)
      })

      test('by the owner’s token that reads, a question is answered and a change refused', async () => {
        const before = await hashTables(server)
        const { owner } = house.users
        const args = argsFor(owner)
        const { result, code } = await call(house.reading, name, args)
        const behind = await second(house.reading, name, args)
        if (isQuery) {
          const own = (await call(owner, name, args)).result
          expect([result, behind.data.second]).toEqual([own, own])
        } else expect([code, codeOf(behind)]).toEqual(['FORBIDDEN', 'FORBIDDEN'])
        expect(await hashTables(server)).toBe(before)
      })

      test('by a former friend it is gone', async () => {
        const before = await hashTables(server)
        const user = house.users['former friend']
        const alone = await call(user, name, argsFor(user))
        const behind = await second(user, name, argsFor(user))
        for (const { result, refusal } of [
          alone,
          { result: behind.data?.second, refusal: behind.errors?.[0]?.extensions },
        ]) {
          if (isDeletion) expect(result[0].status).toBe(name.includes('Item') ? 'FAIL' : 'PASS')
          else if (refusal?.code !== undefined)
            expect(refusal).toEqual({ code: 'NOT_FOUND', reason: 'REVOKED' })
          else expect(isQuery && JSON.stringify(result)).toMatch(/^(null|\[\])$/)
        }
        expect(await hashTables(server)).toBe(before)
      })
    },
  )

  test('nobody, and whoever was deleted in their own browser, is asked to sign in, whatever they ask', async () => {
    const before = await hashTables(server)
    const fields = [...queries, ...mutations].map(name => {
      const field =
        schema.getQueryType()?.getFields()[name] ?? schema.getMutationType()?.getFields()[name]
      const args = (field?.args ?? []).map(
        ({ name, type }) => [name, sampleOf(String(type))] as const,
      )
      return [name, Object.fromEntries(args)] as const
    })
    expect(fields.length).toBeGreaterThan(80)
    for (const [name, args] of fields) {
      const answers = []
      for (const nobody of house.nobodies) {
        for (const ask of [call, second]) {
          const { status, text } = await ask(nobody, name, args)
          answers.push(`${status} ${text}`)
        }
      }
      expect(new Set(answers).size, name).toBe(1)
      expect(answers[0], name).toMatch(/^401 .*UNAUTHENTICATED/)
    }
    expect(await hashTables(server)).toBe(before)
  })

  test('leaving is for everybody but the owner; handing over is the owner’s alone', async () => {
    for (const level of levels) {
      const at = await house.build()
      const [left] = await done(house.users[level], 'leaveShoppingList', { id: at.list })
      expect(left.status, level).toBe(level === 'owner' ? 'FAIL' : 'PASS')
    }
    const { users } = house
    for (const level of ['VIEW', 'EDIT', 'ADMIN'] as const) {
      const args = { id: place.list, userId: users[level].id }
      expect((await call(users[level], 'handOverShoppingList', args)).code).toBe('FORBIDDEN')
    }
    const before = await hashTables(server)
    for (const outsider of outsiders) {
      const user = users[outsider]
      const [left] = await done(user, 'leaveShoppingList', { id: place.list })
      expect(left.status).toBe('PASS')
      const texts = []
      for (const id of [place.list, newId()]) {
        texts.push((await call(user, 'handOverShoppingList', { id, userId: users.EDIT.id })).text)
      }
      expect(texts[0]).toBe(texts[1])
    }
    expect(await hashTables(server)).toBe(before)
  })

  test('an id of any kind in the place of any other is refused, with nothing half done', async () => {
    const { users, own } = house
    const [attacker, victim] = [users.stranger, users.owner]
    const tagged = await done(victim, 'createItem', {
      shoppingListId: place.list,
      name: 'Tagged',
      itemTags: [{ name: 'Cold' }],
    })
    const [config] = await done(victim, 'getByFilterUserConfig', { filters: {} })
    const filter = await done(victim, 'createSavedFilter', {
      kind: 'ITEMS',
      name: 'Mine',
      filter: '{}',
    })
    const [friend] = await done(victim, 'getAllFriend')
    const ids = {
      list: place.list,
      item: place.item,
      tag: tagged.itemTags[0].id,
      config: config.id,
      filter: filter.id,
      friend: friend.id,
      person: String(victim.id),
    }
    const ownList = own.get(attacker) ?? ''
    const ownItem = (await done(attacker, 'createItem', { shoppingListId: ownList, name: 'Own' }))
      .id
    const [ownConfig] = await done(attacker, 'getByFilterUserConfig', { filters: {} })
    const places: readonly (readonly [
      string,
      (id: string) => Readonly<Record<string, unknown>>,
    ])[] = [
      ['updateItem', id => ({ id, purchased: true })],
      ['updateItem', id => ({ id: ownItem, shoppingListId: id })],
      ['updateItem', id => ({ id: ownItem, unitId: id })],
      ['updateItems', id => ({ items: [{ id, purchased: true }] })],
      ['moveItem', id => ({ id, afterItemId: null })],
      ['createItem', id => ({ shoppingListId: id, name: 'x' })],
      ['createItem', id => ({ shoppingListId: ownList, name: 'x', unitId: id })],
      ['createItems', id => ({ shoppingListId: id, items: [{ name: 'x' }] })],
      ['updateShoppingList', id => ({ id, name: 'x' })],
      ['resetShoppingList', id => ({ id })],
      ['copyShoppingList', id => ({ id, name: 'x' })],
      ['restoreShoppingList', id => ({ id })],
      ['moveShoppingList', id => ({ id, afterShoppingListId: null })],
      ['updateItemsOrder', id => ({ shoppingListId: id, itemIds: [ownItem] })],
      ['handOverShoppingList', id => ({ id, userId: attacker.id })],
      ['createShareLink', id => ({ shoppingListId: id, permission: 'ADMIN' })],
      ['endShareLinks', id => ({ shoppingListId: id })],
      ['updateUserConfig', id => ({ id, itemConfirmDelete: true })],
      ['updateUserConfig', id => ({ id: ownConfig.id, shoppingListId: id })],
      ['updateUserConfig', id => ({ id: ownConfig.id, unitId: id })],
      ['updateSavedFilter', id => ({ id, name: 'x' })],
      ['updateFriend', id => ({ id, firendStatus: 'ACCEPTED' })],
      ['acceptInvite', id => ({ inviteId: id })],
    ]
    const before = await hashTables(server)
    let tried = 0
    for (const [name, args] of places) {
      for (const [kind, id] of Object.entries(ids)) {
        const { code } = await call(attacker, name, args(id))
        expect(['NOT_FOUND', 'BAD_INPUT'], `${kind} in ${name}`).toContain(code)
        tried += 1
      }
    }
    for (const name of ['deleteByIdItem', 'deleteByIdShoppingList', 'deleteByIdFriend'] as const) {
      for (const [kind, id] of Object.entries(ids)) {
        const [{ status }] = await done(attacker, name, { id })
        expect(status, `${kind} in ${name}`).toBe('PASS')
        tried += 1
      }
    }
    expect(tried).toBeGreaterThan(40)
    expect(await hashTables(server)).toBe(before)

    // In an order, a foreign id is ignored; as an id of one's own it is taken already.
    const order = { shoppingListId: ownList, itemIds: [place.item, ownItem, ids.tag] }
    const [ordered] = await done(attacker, 'updateItemsOrder', order)
    expect(ordered.id).toBe(ownItem)
    for (const [name, args] of [
      ['createShoppingList', { id: place.list, name: 'x' }],
      ['createItem', { id: place.item, shoppingListId: ownList, name: 'x' }],
      ['createSavedFilter', { id: filter.id, kind: 'ITEMS', name: 'x', filter: '{}' }],
    ] as const) {
      expect((await call(attacker, name, args)).code).toBe('CONFLICT')
    }
    const swap = {
      firstShoppingListId: ownList,
      secondShoppingListId: ownList,
      firstItemIds: [place.item],
      secondItemIds: [place.other],
    }
    await done(attacker, 'swapShoppingListItems', swap)
    expect(await done(victim, 'getByIdItem', { id: place.item })).toMatchObject({
      shoppingListId: place.list,
    })
  })
})
