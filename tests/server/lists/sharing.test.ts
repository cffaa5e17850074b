import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '../../../server/db/migrate.ts'
import { purges } from '../../../server/purges.ts'
import { befriend, shareWith } from '../../support/friends.ts'
import { call, done, newId } from '../../support/server/api.ts'
import { purgeAll } from '../../support/server/purge.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestEngine,
  type TestServer,
  type TestUser,
} from '../../support/server/server.ts'

async function start(engine: TestEngine) {
  const server = await startTestServer(engine)
  const ana = await server.buildUser({ firstName: 'Ana', lastName: 'Sol' })
  const ben = await server.buildUser({ firstName: 'Ben', lastName: 'Lund' })
  const cleo = await server.buildUser({ firstName: 'Cleo', lastName: 'Ray' })
  await befriend(ana, ben)
  await befriend(ana, cleo)
  const list = await done(ana, 'createShoppingList', { name: 'Weekly' })
  return { server, ana, ben, cleo, id: list.id as string, [Symbol.asyncDispose]: server.close }
}

const seen = (user: TestUser, id: string) => done(user, 'getByIdShoppingList', { id })
const people = async (user: TestUser, id: string) =>
  new Map(
    (await seen(user, id)).shoppingListFriends.map(
      (one: { friendId: number; permission: string }) => [one.friendId, one.permission],
    ),
  )
const wish = ({ id: friendId }: TestUser, permission: string) => ({ friendId, permission })
const account = async (user: TestUser) =>
  (await done(user, 'changes', { known: [] })).account.revision

describeEachEngine('Sharing', engine => {
  test('a friend gets the list with the permission, and everybody sees who has it', async () => {
    await using house = await start(engine)
    const { ana, ben, cleo, id } = house
    const before = await account(ben)
    const list = await shareWith(ana, id, [
      [ben, 'EDIT'],
      [cleo, 'VIEW'],
    ])
    expect(list.shoppingListFriends).toMatchObject([
      { shoppingListId: id, friendId: ben.id, name: 'Ben Lund', permission: 'EDIT', byLink: false },
      { friendId: cleo.id, name: 'Cleo Ray', permission: 'VIEW' },
    ])
    expect(await seen(ben, id)).toMatchObject({
      permission: 'EDIT',
      sharedByName: 'Ana Sol',
      ownerName: 'Ana Sol',
      shoppingListFriends: list.shoppingListFriends,
    })
    expect(await seen(ana, id)).toMatchObject({ permission: 'ADMIN', sharedByName: null })
    expect(await account(ben)).toBeGreaterThan(before)
    const history = await done(cleo, 'history', { shoppingListId: id })
    expect(history[0]).toMatchObject({ kind: 'LIST_SHARED', userName: 'Ana Sol' })
    expect(JSON.stringify(await seen(ben, id))).not.toContain('@')
  })

  test('the whole set: who is not named goes, at once and with the reason', async () => {
    await using house = await start(engine)
    const { ana, ben, cleo, id } = house
    await shareWith(ana, id, [
      [ben, 'EDIT'],
      [cleo, 'VIEW'],
    ])
    await shareWith(ana, id, [[cleo, 'ADMIN']])
    expect(await people(ana, id)).toEqual(new Map([[cleo.id, 'ADMIN']]))
    const add = await call(ben, 'createItem', { shoppingListId: id, name: 'Milk' })
    expect(add.refusal).toEqual({ code: 'NOT_FOUND', reason: 'REVOKED' })
    expect((await done(ben, 'changes', { known: [{ id, revision: 1 }] })).gone).toEqual([id])
    await shareWith(ana, id, [])
    expect(await people(ana, id)).toEqual(new Map())
    // Back again, at the end of their lists.
    await shareWith(ana, id, [[ben, 'VIEW']])
    expect(await seen(ben, id)).toMatchObject({ permission: 'VIEW' })
  })

  test('both changes stand: who joined meanwhile stays, who left stays gone', async () => {
    await using house = await start(engine)
    const { ana, ben, cleo, id } = house
    await shareWith(ana, id, [[ben, 'ADMIN']])
    const { revision: knownRevision } = await seen(ana, id)
    await befriend(ben, cleo)
    await shareWith(ben, id, [[cleo, 'EDIT']])
    const update = (user: TestUser, shoppingListFriends: object[]) =>
      done(user, 'updateShoppingList', { id, shoppingListFriends, knownRevision })
    await update(ana, [wish(ben, 'ADMIN')])
    expect(await people(ana, id)).toEqual(
      new Map([
        [ben.id, 'ADMIN'],
        [cleo.id, 'EDIT'],
      ]),
    )
    await done(cleo, 'leaveShoppingList', { id })
    await done(ben, 'leaveShoppingList', { id })
    await update(ana, [wish(ben, 'ADMIN')])
    expect(await people(ana, id)).toEqual(new Map())
  })

  test('of those who are named alone: whatever became of the others stays', async () => {
    await using house = await start(engine)
    const { server, ana, ben, cleo, id } = house
    const dan = await server.buildUser({ firstName: 'Dan' })
    for (const friend of [cleo, dan]) await befriend(ben, friend)
    await shareWith(ana, id, [[ben, 'ADMIN']])
    const { revision: knownRevision } = await seen(ana, id)
    await shareWith(ben, id, [
      [ben, 'ADMIN'],
      [cleo, 'EDIT'],
      [dan, 'VIEW'],
    ])
    const change = (shoppingListFriends: object[], ...changed: TestUser[]) => ({
      id,
      shoppingListFriends,
      changedFriendIds: changed.map(user => user.id),
    })
    const update = (variables: Readonly<Record<string, unknown>>) =>
      done(ana, 'updateShoppingList', variables)
    await update({ ...change([wish(ben, 'EDIT')], ben), knownRevision })
    await update(change([], dan))
    expect(await people(ana, id)).toEqual(
      new Map([
        [ben.id, 'EDIT'],
        [cleo.id, 'EDIT'],
      ]),
    )
    // Back to what it was, before the first answer was known.
    await update({ ...change([wish(ben, 'ADMIN')], ben), knownRevision })
    expect((await people(ana, id)).get(ben.id)).toBe('ADMIN')
    // Another permission for somebody who left meanwhile brings nobody back; sharing anew does.
    await done(ben, 'leaveShoppingList', { id })
    await update({ ...change([wish(ben, 'VIEW')], ben), knownRevision })
    expect(await people(ana, id)).toEqual(new Map([[cleo.id, 'EDIT']]))
    await update(change([wish(ben, 'VIEW')], ben))
    expect(await people(ana, id)).toEqual(
      new Map([
        [ben.id, 'VIEW'],
        [cleo.id, 'EDIT'],
      ]),
    )
    // Who sends it stays, and names whom they speak of.
    await shareWith(ana, id, [[ben, 'ADMIN']])
    await done(ben, 'updateShoppingList', change([], ben))
    expect(await people(ana, id)).toEqual(new Map([[ben.id, 'ADMIN']]))
    const more = await call(ana, 'updateShoppingList', change([wish(cleo, 'VIEW')], ben))
    expect(more.refusal).toMatchObject({ code: 'BAD_INPUT', field: 'changedFriendIds' })
  })

  test('only accepted friends of the one who adds; a stranger is answered as nobody is', async () => {
    await using house = await start(engine)
    const { server, ana, ben, cleo, id } = house
    const stranger = await server.buildUser()
    const asked = await server.buildUser()
    await done(ana, 'createFriend', { id: String(asked.id) })
    await shareWith(ana, id, [[ben, 'ADMIN']])
    const texts = []
    for (const [user, friendId] of [
      [ana, stranger.id],
      [ana, 1_000_000],
      [ana, asked.id],
      [ben, cleo.id],
    ] as const) {
      const shoppingListFriends = [wish(ben, 'ADMIN'), { friendId, permission: 'VIEW' }]
      texts.push((await call(user, 'updateShoppingList', { id, shoppingListFriends })).text)
    }
    expect([...new Set(texts)]).toEqual([texts[0]])
    expect(JSON.parse(texts[0] ?? '').errors[0].extensions).toEqual({
      code: 'BAD_INPUT',
      field: 'shoppingListFriends',
    })
    expect(await people(ana, id)).toEqual(new Map([[ben.id, 'ADMIN']]))
  })

  test('an ADMIN may change anyone but the owner, nobody promotes themselves', async () => {
    await using house = await start(engine)
    const { ana, ben, cleo, id } = house
    await shareWith(ana, id, [
      [ben, 'EDIT'],
      [cleo, 'VIEW'],
    ])
    for (const user of [ben, cleo]) {
      const shoppingListFriends = [wish(user, 'ADMIN')]
      const answer = await call(user, 'updateShoppingList', { id, shoppingListFriends })
      expect(answer.code).toBe('FORBIDDEN')
    }
    await shareWith(ana, id, [
      [ben, 'ADMIN'],
      [cleo, 'VIEW'],
    ])
    await shareWith(ben, id, [[cleo, 'EDIT']])
    // Who is not named stays where it is oneself.
    expect(await people(ana, id)).toEqual(
      new Map([
        [ben.id, 'ADMIN'],
        [cleo.id, 'EDIT'],
      ]),
    )
    const owner = await call(ben, 'updateShoppingList', {
      id,
      shoppingListFriends: [wish(ana, 'VIEW')],
    })
    expect(owner.code).toBe('FORBIDDEN')
    const twice = [wish(cleo, 'VIEW'), wish(cleo, 'EDIT')]
    const answer = await call(ana, 'updateShoppingList', { id, shoppingListFriends: twice })
    expect(answer.refusal).toEqual({ code: 'BAD_INPUT', field: 'shoppingListFriends' })
    await shareWith(ben, id, [])
    expect(await people(ana, id)).toEqual(new Map([[ben.id, 'ADMIN']]))
  })

  test('unfriending and blocking end every share that one owns or gave to the other', async () => {
    await using house = await start(engine)
    const { ana, ben, cleo, id } = house
    const dead = await done(ana, 'createShoppingList', { name: 'Dead' })
    const theirs = await done(ben, 'createShoppingList', { name: 'Theirs' })
    const third = await done(cleo, 'createShoppingList', { name: 'Third' })
    await shareWith(ana, id, [
      [ben, 'ADMIN'],
      [cleo, 'VIEW'],
    ])
    await shareWith(ana, dead.id, [[ben, 'EDIT']])
    await done(ana, 'deleteByIdShoppingList', { id: dead.id })
    await shareWith(ben, theirs.id, [[ana, 'VIEW']])
    await shareWith(cleo, third.id, [[ana, 'ADMIN']])
    await shareWith(ana, third.id, [[ben, 'EDIT']])
    await done(ben, 'deleteByIdFriend', { id: String(ana.id) })
    expect(await people(ana, id)).toEqual(new Map([[cleo.id, 'VIEW']]))
    expect(await people(cleo, third.id)).toEqual(new Map([[ana.id, 'ADMIN']]))
    expect(await people(ben, theirs.id)).toEqual(new Map())
    expect((await done(ben, 'getAllShoppingList')).map((one: { id: string }) => one.id)).toEqual([
      theirs.id,
    ])
    // Nor does it come back from the bin with the people that it had.
    const back = await done(ana, 'restoreShoppingList', { id: dead.id })
    expect(back.shoppingListFriends).toEqual([])
    await done(cleo, 'updateFriend', { id: String(ana.id), firendStatus: 'BLOCKED' })
    expect(await seen(cleo, id)).toBeNull()
    expect(await people(cleo, third.id)).toEqual(new Map())
  })

  test.each(['owner', 'friend'] as const)(
    'whom a block by the %s parted is brought together by no administrator',
    async who => {
      await using house = await start(engine)
      const { ana, ben, cleo, id } = house
      await befriend(ben, cleo)
      await shareWith(ana, id, [[ben, 'ADMIN']])
      const { inviteId } = await done(ben, 'createShareLink', {
        shoppingListId: id,
        permission: 'EDIT',
      })
      const [one, other] = who === 'owner' ? [ana, cleo] : [cleo, ana]
      await done(one, 'updateFriend', { id: String(other.id), firendStatus: 'BLOCKED' })
      const wished = [wish(ben, 'ADMIN'), wish(cleo, 'VIEW')]
      const sharing = await call(ben, 'updateShoppingList', { id, shoppingListFriends: wished })
      expect(sharing.refusal).toEqual({ code: 'BAD_INPUT', field: 'shoppingListFriends' })
      expect((await call(cleo, 'acceptInvite', { inviteId })).code).toBe('NOT_FOUND')
      expect(await people(ana, id)).toEqual(new Map([[ben.id, 'ADMIN']]))
      // A list of the administrator's own is theirs to share with both.
      const theirs = await done(ben, 'createShoppingList', { name: 'Theirs' })
      await shareWith(ben, theirs.id, [
        [ana, 'VIEW'],
        [cleo, 'VIEW'],
      ])
      expect((await people(ben, theirs.id)).size).toBe(2)
    },
  )

  const partings: readonly (readonly [
    string,
    (house: Awaited<ReturnType<typeof start>>) => Promise<unknown>,
  ])[] = [
    ['left it', ({ ben, id }) => done(ben, 'leaveShoppingList', { id })],
    [
      'was put off it',
      ({ ana, ben, id }) =>
        done(ana, 'updateShoppingList', {
          id,
          shoppingListFriends: [],
          changedFriendIds: [ben.id],
        }),
    ],
    [
      'fell out with its owner',
      ({ ana, ben }) => done(ana, 'updateFriend', { id: String(ben.id), firendStatus: 'BLOCKED' }),
    ],
    [
      'deleted their account',
      ({ ben }) => done(ben, 'deleteUser', { id: ben.id, password: ben.password }),
    ],
  ]

  test.each(partings)('who came by somebody that %s has it from the owner', async (what, part) => {
    await using house = await start(engine)
    const { ana, ben, cleo, id } = house
    await befriend(ben, cleo)
    await shareWith(ana, id, [[ben, 'ADMIN']])
    await shareWith(ben, id, [[cleo, 'VIEW']])
    expect(await seen(cleo, id)).toMatchObject({ sharedByName: 'Ben Lund' })
    const { revision } = await seen(cleo, id)
    await part(house)
    const { lists } = await done(cleo, 'changes', { known: [{ id, revision }] })
    expect(lists).toMatchObject([{ list: { permission: 'VIEW', sharedByName: 'Ana Sol' } }])
    // Nor is it theirs to take away.
    const isThere = what !== 'deleted their account'
    if (isThere) await done(cleo, 'deleteByIdFriend', { id: String(ben.id) })
    expect(await people(ana, id)).toEqual(new Map([[cleo.id, 'VIEW']]))
  })

  test('who came by somebody that may not share it any more reads who may', async () => {
    await using house = await start(engine)
    const { ana, ben, cleo, id } = house
    await befriend(ben, cleo)
    await shareWith(ana, id, [[ben, 'ADMIN']])
    await shareWith(ben, id, [[cleo, 'VIEW']])
    for (const [permission, sharedByName] of [
      ['EDIT', 'Ana Sol'],
      ['VIEW', 'Ana Sol'],
      ['ADMIN', 'Ben Lund'],
    ] as const) {
      const { revision } = await seen(cleo, id)
      await done(ana, 'updateShoppingList', {
        id,
        shoppingListFriends: [wish(ben, permission)],
        changedFriendIds: [ben.id],
      })
      expect(await seen(cleo, id)).toMatchObject({ sharedByName })
      const { lists } = await done(cleo, 'changes', { known: [{ id, revision }] })
      expect(lists).toMatchObject([{ list: { sharedByName } }])
    }
    // It is Ben's gift all the same, and ends with the friendship.
    await done(cleo, 'deleteByIdFriend', { id: String(ben.id) })
    expect(await people(ana, id)).toEqual(new Map([[ben.id, 'ADMIN']]))
  })

  test.each([true, false])(
    'so has who is older than its owner, friends of whoever ended their account: %s',
    async areFriends => {
      await using house = await start(engine)
      const { ana, ben, cleo } = house
      const dan = await house.server.buildUser({ firstName: 'Dan', lastName: 'Fox' })
      await befriend(ben, dan)
      if (areFriends) await befriend(ben, cleo)
      await befriend(dan, cleo)
      const { id } = await done(ben, 'createShoppingList', { name: 'His' })
      await shareWith(ben, id, areFriends ? [[cleo, 'ADMIN']] : [[dan, 'ADMIN']])
      if (!areFriends) await shareWith(dan, id, [[cleo, 'ADMIN']])
      await shareWith(cleo, id, [[ana, 'VIEW']])
      await done(cleo, 'deleteUser', { id: cleo.id, password: cleo.password })
      expect(await seen(ana, id)).toMatchObject({ sharedByName: 'Ben Lund' })
    },
  )

  test('so has who is on a list that lay in the bin while whoever invited them ended their account', async () => {
    await using house = await start(engine)
    const { ana, ben, cleo } = house
    await befriend(ben, cleo)
    const { id } = await done(ben, 'createShoppingList', { name: 'His' })
    await shareWith(ben, id, [[cleo, 'ADMIN']])
    await shareWith(cleo, id, [[ana, 'VIEW']])
    await done(ben, 'deleteByIdShoppingList', { id })
    await done(cleo, 'deleteUser', { id: cleo.id, password: cleo.password })
    const back = await done(ben, 'restoreShoppingList', { id })
    expect(await seen(ana, back.id)).toMatchObject({ permission: 'VIEW', sharedByName: 'Ben Lund' })
  })

  test('so has who came by somebody that had left before an update, and is told', async () => {
    await using house = await start(engine)
    const { server, ana, ben, cleo, id } = house
    await shareWith(ana, id, [
      [ben, 'ADMIN'],
      [cleo, 'VIEW'],
    ])
    const { revision } = await seen(cleo, id)
    const cleos = server.db.query.updateTable('membership').where('user_id', '=', cleo.id)
    for (const [shared_by_user_id, name] of [
      [ben.id, 'Ben Lund'],
      [null, 'Ana Sol'],
    ] as const) {
      await cleos.set({ shared_by_user_id }).execute()
      await sql`delete from migration where name = '030-name-who-is-there'`.execute(server.db.query)
      await migrate(server.db, server.clock.now)
      expect(await seen(cleo, id)).toMatchObject({ sharedByName: name })
    }
    expect((await done(cleo, 'changes', { known: [{ id, revision }] })).lists).toMatchObject([
      { revision: revision + 1, list: { sharedByName: 'Ana Sol' } },
    ])
    expect(await seen(ana, id)).toMatchObject({ sharedByName: null })
  })

  test('the owner hands a list over, and stays on it', async () => {
    await using house = await start(engine)
    const { ana, ben, cleo, id } = house
    await done(ben, 'createShoppingList', { name: 'weekly' })
    await shareWith(ana, id, [
      [ben, 'VIEW'],
      [cleo, 'EDIT'],
    ])
    for (const [user, userId, code] of [
      [ben, ben.id, 'FORBIDDEN'],
      [ana, ana.id, 'BAD_INPUT'],
      [ana, 1_000_000, 'BAD_INPUT'],
    ] as const) {
      expect((await call(user, 'handOverShoppingList', { id, userId })).code).toBe(code)
    }
    const { errors } = await call(cleo, 'handOverShoppingList', { id, userId: ben.id })
    expect(errors?.[0]?.message).toContain('hand it over')
    const list = await done(ana, 'handOverShoppingList', { id, userId: ben.id })
    expect(list).toMatchObject({
      userId: ben.id,
      ownerName: 'Ben Lund',
      name: 'Weekly1',
      permission: 'ADMIN',
      sharedByName: 'Ben Lund',
    })
    expect(await seen(ben, id)).toMatchObject({ permission: 'ADMIN', sharedByName: null })
    expect(await people(ben, id)).toEqual(
      new Map([
        [ana.id, 'ADMIN'],
        [cleo.id, 'EDIT'],
      ]),
    )
    expect(await done(ana, 'deleteByIdShoppingList', { id })).toMatchObject([{ status: 'FAIL' }])
    expect(await done(ana, 'leaveShoppingList', { id })).toMatchObject([{ status: 'PASS' }])
    expect(await done(ben, 'deleteByIdShoppingList', { id })).toMatchObject([{ status: 'PASS' }])
  })

  test('a share from before the list was handed over leaves alone who owned it and who owns it', async () => {
    await using house = await start(engine)
    const { server, ana, ben, cleo, id } = house
    const dan = await server.buildUser({ firstName: 'Dan' })
    await befriend(cleo, dan)
    await shareWith(ana, id, [
      [ben, 'EDIT'],
      [cleo, 'ADMIN'],
    ])
    const { revision: knownRevision } = await seen(ana, id)
    await done(ana, 'handOverShoppingList', { id, userId: ben.id })
    const shoppingListFriends = [wish(ben, 'EDIT'), wish(cleo, 'ADMIN'), wish(dan, 'VIEW')]
    await done(cleo, 'updateShoppingList', { id, shoppingListFriends, knownRevision })
    expect(await people(ben, id)).toEqual(
      new Map([
        [ana.id, 'ADMIN'],
        [cleo.id, 'ADMIN'],
        [dan.id, 'VIEW'],
      ]),
    )
    // Who knows whose it is by now cannot mean it.
    const { revision } = await seen(cleo, id)
    for (const known of [{ knownRevision: revision }, {}]) {
      const late = await call(cleo, 'updateShoppingList', { id, shoppingListFriends, ...known })
      expect(late.code).toBe('FORBIDDEN')
    }
    const gone = { shoppingListFriends: [wish(cleo, 'ADMIN')], knownRevision: revision }
    await done(cleo, 'updateShoppingList', { id, ...gone })
    expect(await people(ben, id)).toEqual(new Map([[cleo.id, 'ADMIN']]))
  })

  test('permission is what it is when the edit arrives, on lists and items alike', async () => {
    await using house = await start(engine)
    const { ana, ben, id } = house
    const milk = await done(ana, 'createItem', { shoppingListId: id, name: 'Milk' })
    await shareWith(ana, id, [[ben, 'EDIT']])
    const tick = () => call(ben, 'updateItem', { id: milk.id, purchased: true })
    expect((await tick()).result.permission).toBe('EDIT')
    await shareWith(ana, id, [[ben, 'VIEW']])
    expect((await tick()).code).toBe('FORBIDDEN')
    expect((await done(ben, 'getByIdItem', { id: milk.id })).permission).toBe('VIEW')
    await shareWith(ana, id, [])
    expect((await tick()).refusal).toEqual({ code: 'NOT_FOUND', reason: 'REVOKED' })
  })

  test('an open event stream hears at once that the list is gone', async () => {
    await using house = await start(engine)
    const { ana, ben, id } = house
    await shareWith(ana, id, [[ben, 'EDIT']])
    const response = await ben.fetch('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'x-csrf-token': await (await ben.fetch('/csrftoken')).text(),
      },
      body: JSON.stringify({ query: 'subscription { changed { id revision } }' }),
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let told = ''
    const wanted = [`"id":"${id}","revision":null`, '"id":"account"']
    const listen = (async () => {
      while (!wanted.every(part => told.includes(part))) {
        const chunk = await reader?.read()
        if (!chunk || chunk.done) throw new Error('The stream ended.')
        told += chunk.value
      }
    })()
    await done(ana, 'deleteByIdFriend', { id: String(ben.id) })
    await listen
    await reader?.cancel()
  })
})

describeEachEngine('Invitations', engine => {
  const inviteIdOf = async (user: TestUser) =>
    (await done(user, 'changes', { known: [] })).account.inviteId

  test('a person’s own link makes friends at once; renewing kills it', async () => {
    await using house = await start(engine)
    const { server, ana } = house
    const dan = await server.buildUser({ firstName: 'Dan' })
    const old = await inviteIdOf(ana)
    expect(await done(dan, 'getFriendByInviteId', { inviteId: old })).toEqual({
      userId: ana.id,
      firstName: 'Ana',
      lastName: 'Sol',
      email: null,
    })
    const inviteId = await done(ana, 'renewInviteId')
    expect(await inviteIdOf(ana)).toBe(inviteId)
    const none = await call(dan, 'acceptInvite', { inviteId: newId() })
    expect(none.refusal).toEqual({ code: 'NOT_FOUND' })
    expect((await call(dan, 'acceptInvite', { inviteId: old })).text).toBe(none.text)
    expect((await call(ana, 'acceptInvite', { inviteId })).text).toContain('is your own')
    expect((await call(ana, 'acceptInvite', { inviteId: 'a\u0000b' })).code).toBe('BAD_INPUT')
    expect(await done(dan, 'getFriendByInviteId', { inviteId: old })).toBeNull()
    const { friend, shoppingList } = await done(dan, 'acceptInvite', { inviteId })
    expect(shoppingList).toBeNull()
    expect(friend).toMatchObject({
      myStatus: 'ACCEPTED',
      firendStatus: 'ACCEPTED',
      friendUser: { firstName: 'Ana', email: ana.email },
    })
    expect(await done(ana, 'getAllFriend')).toHaveLength(3)
    expect(await done(dan, 'acceptInvite', { inviteId })).toMatchObject({ friend })
  })

  test('who was turned down finds the link dead', async () => {
    await using house = await start(engine)
    const { ana, ben } = house
    const inviteId = await inviteIdOf(ana)
    await done(ana, 'updateFriend', { id: String(ben.id), firendStatus: 'REJECTED' })
    expect((await call(ben, 'acceptInvite', { inviteId })).text).toBe(
      (await call(ben, 'acceptInvite', { inviteId: newId() })).text,
    )
  })

  test('one link makes a friend and shares the list, for seven days', async () => {
    await using house = await start(engine)
    const { server, ana, id } = house
    const dan = await server.buildUser({ firstName: 'Dan' })
    const eve = await server.buildUser({ firstName: 'Eve' })
    const inviteId = `link_${newId()}`
    const args = { shoppingListId: id, permission: 'EDIT', inviteId }
    const link = await done(ana, 'createShareLink', args)
    expect(link).toMatchObject(args)
    expect(await done(ana, 'createShareLink', args)).toEqual(link)
    const { friend, shoppingList } = await done(dan, 'acceptInvite', { inviteId })
    expect(friend.friendUser.userId).toBe(ana.id)
    expect(shoppingList).toMatchObject({ id, permission: 'EDIT', sharedByName: 'Ana Sol' })
    expect((await seen(ana, id)).shoppingListFriends).toMatchObject([
      { friendId: dan.id, permission: 'EDIT', byLink: true },
    ])
    // No secret of it lies in the database.
    const kept = await server.db.query.selectFrom('share_link').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain(inviteId)
    server.clock.advance({ days: 7 })
    expect((await call(eve, 'acceptInvite', { inviteId })).code).toBe('NOT_FOUND')
    server.clock.advance({ days: 91 })
    for (const purge of purges) await purgeAll(purge, server.db, server.clock.now())
    expect(await server.db.query.selectFrom('share_link').selectAll().execute()).toEqual([])
  })

  test('a link is what it was made as, and of who made it', async () => {
    await using house = await start(engine)
    const { ana, ben, id } = house
    await shareWith(ana, id, [[ben, 'ADMIN']])
    const args = { shoppingListId: id, permission: 'VIEW', inviteId: `link_${newId()}` }
    await done(ana, 'createShareLink', args)
    const other = await call(ana, 'createShareLink', { ...args, permission: 'ADMIN' })
    expect([other.code, (await call(ben, 'createShareLink', args)).code]).toEqual([
      'CONFLICT',
      'CONFLICT',
    ])
  })

  test('a link ends with the right of its maker, with the list, and when it is ended', async () => {
    await using house = await start(engine)
    const { server, ana, ben, id } = house
    const eve = await server.buildUser()
    await shareWith(ana, id, [[ben, 'ADMIN']])
    const make = async (user: TestUser) =>
      (await done(user, 'createShareLink', { shoppingListId: id, permission: 'VIEW' })).inviteId
    const look = async (inviteId: string) =>
      (await server.client().get(`/auth/invite/${inviteId}`)).body
    /** What somebody has who signs up by it, as the screens do. */
    async function joined(inviteId: string) {
      const guest = server.client()
      const { body } = await guest.post('/auth/signup', {
        ...{ firstName: 'New', lastName: 'Guest', email: `guest-${newId()}@example.org` },
        ...{ phone: '', password: 'a purple bicycle', addFriend: true, inviteId },
      })
      const lists = await done(guest, 'getAllShoppingList')
      const friends = await done(guest, 'getAllFriend')
      return [body.success, lists.length, friends.length]
    }
    const nobodys = await look(newId())
    expect(nobodys).toMatchObject({ success: false })
    const [bens, anas, last] = [await make(ben), await make(ana), await make(ana)]
    expect(await look(bens)).toMatchObject({ firstName: 'Ben', listName: 'Weekly' })
    expect(await joined(bens)).toEqual([true, 1, 1])
    await shareWith(ana, id, [[ben, 'EDIT']])
    expect((await call(eve, 'acceptInvite', { inviteId: bens })).code).toBe('NOT_FOUND')
    expect(await look(bens)).toEqual(nobodys)
    expect(await joined(bens)).toEqual([true, 0, 0])
    const refused = await call(ben, 'createShareLink', { shoppingListId: id, permission: 'VIEW' })
    expect(refused.code).toBe('FORBIDDEN')
    await done(ana, 'endShareLinks', { shoppingListId: id })
    expect((await call(eve, 'acceptInvite', { inviteId: anas })).code).toBe('NOT_FOUND')
    expect(last).toMatch(/^[\w-]{22}$/)
    const final = await make(ana)
    await done(ana, 'deleteByIdShoppingList', { id })
    expect((await call(eve, 'acceptInvite', { inviteId: final })).code).toBe('NOT_FOUND')
    const short = { shoppingListId: newId(), permission: 'VIEW', inviteId: 'short' }
    expect((await call(ana, 'createShareLink', short)).code).toBe('NOT_FOUND')
  })

  test('nobody makes a link of what is, or was, the invitation of somebody else', async () => {
    await using house = await start(engine)
    const { server, ana, ben, id } = house
    const [mallory, dan] = [await server.buildUser({ firstName: 'Mallory' }), house.cleo]
    const { id: own } = await done(mallory, 'createShoppingList', { name: 'Mine' })
    const take = (inviteId: string) =>
      call(mallory, 'createShareLink', { shoppingListId: own, permission: 'VIEW', inviteId })
    const makeLink = async () =>
      (await done(ana, 'createShareLink', { shoppingListId: id, permission: 'VIEW' })).inviteId
    const [anas, bens] = [await inviteIdOf(ana), await inviteIdOf(ben)]
    const ended = await makeLink()
    await done(ana, 'endShareLinks', { shoppingListId: id })
    const expired = await makeLink()
    server.clock.advance({ days: 8 })
    for (const purge of purges) await purgeAll(purge, server.db, server.clock.now())
    const pushedOut = await makeLink()
    for (let count = 0; count < 20; count += 1) {
      server.clock.advance({ ms: 1000 })
      await makeLink()
    }
    const renewed = await done(ana, 'renewInviteId')
    const linked = await makeLink()
    const taken = { anas, renewed, bens, ended, expired, pushedOut, linked }
    for (const [name, inviteId] of Object.entries(taken)) {
      expect.soft((await take(inviteId)).refusal, name).toEqual({ code: 'CONFLICT' })
    }
    await done(ana, 'deleteUser', { id: ana.id, password: ana.password })
    for (const [name, inviteId] of Object.entries(taken)) {
      expect.soft((await take(inviteId)).refusal, name).toEqual({ code: 'CONFLICT' })
      const opened = await done(dan, 'getFriendByInviteId', { inviteId })
      expect.soft(opened?.firstName ?? null, name).toBe(inviteId === bens ? 'Ben' : null)
    }
  })

  test('a link that was named like an invitation before that was refused leads nobody astray', async () => {
    await using house = await start(engine)
    const { server, ana, id, cleo } = house
    const mallory = await server.buildUser({ firstName: 'Mallory' })
    const { id: own } = await done(mallory, 'createShoppingList', { name: 'Mine' })
    const made = { shoppingListId: own, permission: 'VIEW', inviteId: `link_${newId()}` }
    const link = await done(mallory, 'createShareLink', made, { requestToken: 'made' })
    const { inviteId } = made
    await server.db.query
      .updateTable('user')
      .set({ invite_id: inviteId })
      .where('id', '=', ana.id)
      .execute()
    expect(await done(cleo, 'getFriendByInviteId', { inviteId })).toMatchObject({ userId: ana.id })
    const dan = await server.buildUser()
    const { friend, shoppingList } = await done(dan, 'acceptInvite', { inviteId })
    expect([friend.friendUser.userId, shoppingList]).toEqual([ana.id, null])
    // What was answered once is answered so again.
    expect(await done(mallory, 'createShareLink', made, { requestToken: 'made' })).toEqual(link)
    const again = () => call(ana, 'createShareLink', { ...made, shoppingListId: id })
    expect((await again()).code).toBe('CONFLICT')
    // Both go, one after the other, and neither stands in the way of the other.
    await done(mallory, 'deleteUser', { id: mallory.id, password: mallory.password })
    await done(ana, 'renewInviteId')
    expect((await again()).code).toBe('CONFLICT')
  })

  test('a link that is opened again says nothing again; one that gives more says so', async () => {
    await using house = await start(engine)
    const { server, ana, id } = house
    const dan = await server.buildUser({ firstName: 'Dan' })
    const make = async (permission: string) =>
      (await done(ana, 'createShareLink', { shoppingListId: id, permission })).inviteId
    const kinds = async () =>
      (await done(ana, 'history', { shoppingListId: id })).map((one: { kind: string }) => one.kind)
    const viewing = await make('VIEW')
    for (const inviteId of [viewing, viewing]) await done(dan, 'acceptInvite', { inviteId })
    expect(await kinds()).toEqual(['LIST_JOINED', 'LIST_CREATED'])
    const { revision } = await seen(ana, id)
    await done(dan, 'acceptInvite', { inviteId: viewing })
    expect((await seen(ana, id)).revision).toBe(revision)
    const editing = await make('EDIT')
    for (const inviteId of [editing, viewing]) await done(dan, 'acceptInvite', { inviteId })
    expect(await kinds()).toEqual(['LIST_SHARED', 'LIST_JOINED', 'LIST_CREATED'])
    expect(await people(ana, id)).toEqual(new Map([[dan.id, 'EDIT']]))
  })

  test('who came by a link that gives less uses the other of that day', async () => {
    await using house = await start(engine)
    const { server, ana, id } = house
    const dan = await server.buildUser({ firstName: 'Dan' })
    const links = []
    for (const permission of ['VIEW', 'EDIT']) {
      links.push(await done(ana, 'createShareLink', { shoppingListId: id, permission }))
    }
    server.clock.advance({ minutes: 60 })
    for (const { inviteId } of links) await done(dan, 'acceptInvite', { inviteId })
    expect(await people(ana, id)).toEqual(new Map([[dan.id, 'EDIT']]))
  })

  test('a link gives nobody back what was taken from them since', async () => {
    await using house = await start(engine)
    const { server, ana, cleo } = house
    let { id } = house
    const dan = await server.buildUser({ firstName: 'Dan' })
    async function make(permission: string) {
      const { inviteId } = await done(ana, 'createShareLink', { shoppingListId: id, permission })
      server.clock.advance({ minutes: 1 })
      return inviteId as string
    }
    const open = (inviteId: string) => call(dan, 'acceptInvite', { inviteId })
    const permission = async () => (await people(ana, id)).get(dan.id)
    const isFriend = async () =>
      (await done(ana, 'getAllFriend')).some((one: { friendId: number }) => one.friendId === dan.id)
    const first = await make('ADMIN')
    await open(first)
    // A right: neither while they have the list, nor by leaving it and coming back.
    await shareWith(ana, id, [[dan, 'VIEW']])
    await open(first)
    expect(await permission()).toBe('VIEW')
    await done(dan, 'leaveShoppingList', { id })
    for (let times = 0; times < 2; times += 1) {
      server.clock.advance({ minutes: 1 })
      await open(first)
      expect(await permission()).toBe('VIEW')
    }
    const second = await make('EDIT')
    for (const inviteId of [second, first]) {
      await open(inviteId)
      expect(await permission()).toBe('EDIT')
    }
    // Who left by themselves comes back as they were.
    await done(dan, 'leaveShoppingList', { id })
    await open(second)
    expect(await permission()).toBe('EDIT')

    // The list.
    await shareWith(ana, id, [])
    for (const inviteId of [first, second]) expect((await open(inviteId)).code).toBe('NOT_FOUND')
    expect(await permission()).toBeUndefined()
    await done(ana, 'deleteByIdShoppingList', { id })
    const { id: backId } = await done(ana, 'restoreShoppingList', { id })
    expect((await open(second)).code).toBe('NOT_FOUND')
    expect(await people(ana, backId)).toEqual(new Map())
    id = backId
    const third = await make('VIEW')
    for (const inviteId of [third, second, first]) {
      await open(inviteId)
      expect(await permission()).toBe('VIEW')
    }

    // With the friendship.
    const friends = await done(ana, 'getAllFriend')
    const { id: friendId } = friends.find((one: { friendId: number }) => one.friendId === dan.id)
    await done(ana, 'deleteByIdFriend', { id: friendId })
    expect((await open(third)).code).toBe('NOT_FOUND')
    expect([await permission(), await isFriend()]).toEqual([undefined, false])
    // While it lay in the bin; who left it there by themselves comes back.
    const fourth = await make('EDIT')
    for (const isPutOff of [true, false]) {
      await open(await make('EDIT'))
      await done(ana, 'deleteByIdShoppingList', { id })
      if (isPutOff) await done(ana, 'deleteByIdFriend', { id: String(dan.id) })
      else await done(dan, 'leaveShoppingList', { id })
      id = (await done(ana, 'restoreShoppingList', { id })).id
      const { code } = await open(fourth)
      const expected = isPutOff ? ['NOT_FOUND', undefined] : [undefined, 'EDIT']
      expect([code, await permission()]).toEqual(expected)
    }
    // For everybody else they work.
    await done(cleo, 'acceptInvite', { inviteId: second })
    expect((await people(ana, id)).get(cleo.id)).toBe('EDIT')
  })

  test('a link takes nothing away, and at most 20 work at once', async () => {
    await using house = await start(engine)
    const { server, ana, ben, id } = house
    await shareWith(ana, id, [[ben, 'ADMIN']])
    async function make() {
      server.clock.advance({ ms: 1000 })
      const args = { shoppingListId: id, permission: 'VIEW' }
      return (await done(ana, 'createShareLink', args)).inviteId
    }
    const first = await make()
    const { shoppingList } = await done(ben, 'acceptInvite', { inviteId: first })
    expect(shoppingList.permission).toBe('ADMIN')
    for (let count = 0; count < 20; count += 1) await make()
    expect((await call(ben, 'acceptInvite', { inviteId: first })).code).toBe('NOT_FOUND')
  })
})

describeEachEngine('At once', engine => {
  test('50 accept the same link: each is on the list once', async () => {
    await using house = await start(engine)
    const { server, ana, id } = house
    const { inviteId } = await done(ana, 'createShareLink', {
      shoppingListId: id,
      permission: 'EDIT',
    })
    const guests = await Promise.all(Array.from({ length: 10 }, () => server.buildUser()))
    const tries = guests.flatMap(guest => Array(5).fill(guest))
    await Promise.all(tries.map(guest => done(guest, 'acceptInvite', { inviteId })))
    expect((await people(ana, id)).size).toBe(10)
    expect(await done(ana, 'getAllFriend')).toHaveLength(12)
  })

  test('share and delete, unfriend and edit, hand over and delete, leave and promote: one outcome, no orphan', {
    timeout: 60_000,
  }, async () => {
    await using house = await start(engine)
    const { server, ana, ben, cleo } = house
    const both = ['EDIT', 'VIEW'] as const
    for (const race of ['delete', 'leave', 'hand over', 'unfriend'] as const) {
      const { id } = await done(ana, 'createShoppingList', { name: `Race: ${race}` })
      await shareWith(ana, id, [
        [ben, 'EDIT'],
        [cleo, 'EDIT'],
      ])
      const milk = await done(ana, 'createItem', { shoppingListId: id, name: 'Milk' })
      const share = (at: number) => () =>
        call(ana, 'updateShoppingList', {
          id,
          shoppingListFriends: [
            wish(ben, at % 4 ? 'ADMIN' : 'VIEW'),
            wish(cleo, both[at % 2] ?? 'VIEW'),
          ],
        })
      const edit = (at: number) => () =>
        at % 2
          ? call(ben, 'createItem', { shoppingListId: id, name: `Item ${at}` })
          : call(ben, 'updateItem', { id: milk.id, purchased: at % 4 === 0 })
      const once = {
        delete: () => call(ana, 'deleteByIdShoppingList', { id }),
        leave: () => call(ben, 'leaveShoppingList', { id }),
        'hand over': () => call(ana, 'handOverShoppingList', { id, userId: ben.id }),
        unfriend: () => call(ana, 'deleteByIdFriend', { id: String(ben.id) }),
      }[race]
      const against = {
        delete: share,
        leave: share,
        'hand over': (at: number) =>
          at % 2 ? share(at) : () => call(ana, 'deleteByIdShoppingList', { id }),
        unfriend: edit,
      }[race]
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, at) => (at === 25 ? once : against(at))()),
      )
      const refusals = ['NOT_FOUND', 'BAD_INPUT', 'FORBIDDEN', undefined]
      for (const { code } of answers) expect(refusals, race).toContain(code)
      if (race === 'unfriend') {
        expect((await people(ana, id)).has(ben.id)).toBe(false)
        await befriend(ana, ben)
      }
      // Both see the same list, or none.
      const [hers, his] = [await seen(ana, id), await seen(ben, id)]
      if (hers && his) expect(his.shoppingListFriends).toEqual(hers.shoppingListFriends)
      if (race === 'delete') expect([hers, his]).toEqual([null, null])
    }
    await expectNoOrphans(server)
  })

  test('who becomes the owner is neither put out nor made less by a share that waited for it', async () => {
    await using house = await start(engine)
    const { server, ana, ben, cleo } = house
    for (let round = 0; round < 20; round += 1) {
      const { id } = await done(ana, 'createShoppingList', { name: 'Given' })
      await shareWith(ana, id, [[ben, 'EDIT']])
      const shoppingListFriends = [round % 2 ? wish(cleo, 'EDIT') : wish(ben, 'VIEW')]
      await Promise.all([
        call(ana, 'handOverShoppingList', { id, userId: ben.id }),
        call(ana, 'updateShoppingList', { id, shoppingListFriends }),
      ])
    }
    await expectNoOrphans(server)
  })

  test('50 who make up and part at once leave both sides alike, and no share without a friendship', {
    timeout: 60_000,
  }, async () => {
    await using house = await start(engine)
    const { server, ana, ben, id } = house
    await shareWith(ana, id, [[ben, 'EDIT']])
    // Without addresses: whoever reads the answers may look when they are friends no more.
    const bare = { select: 'id' }
    const deeds = [
      () => call(ana, 'deleteByIdFriend', { id: String(ben.id) }),
      () => call(ben, 'createFriend', { id: String(ana.id) }, bare),
      () => call(ana, 'createFriend', { id: String(ben.id) }, bare),
      () => call(ana, 'updateShoppingList', { id, shoppingListFriends: [wish(ben, 'EDIT')] }),
      () => call(ben, 'updateFriend', { id: String(ana.id), firendStatus: 'ACCEPTED' }, bare),
    ]
    await Promise.all(Array.from({ length: 50 }, (_, at) => deeds[(at * 7) % deeds.length]?.()))
    const accepted = async (user: TestUser, other: TestUser) =>
      (await done(user, 'getAllFriend')).some(
        (friend: { friendId: number; myStatus: string; firendStatus: string }) =>
          friend.friendId === other.id &&
          friend.myStatus === 'ACCEPTED' &&
          friend.firendStatus === 'ACCEPTED',
      )
    const areFriends = await accepted(ana, ben)
    expect(await accepted(ben, ana)).toBe(areFriends)
    if (!areFriends) expect((await people(ana, id)).has(ben.id)).toBe(false)
    await expectNoOrphans(server)
  })
})

/** Each list has its owner on it, and nobody is on a list that is not there. */
async function expectNoOrphans({ db }: TestServer): Promise<void> {
  const owners = await db.query
    .selectFrom('shopping_list')
    .leftJoin('membership', join =>
      join
        .onRef('membership.list_id', '=', 'shopping_list.id')
        .onRef('membership.user_id', '=', 'shopping_list.user_id'),
    )
    .select(['shopping_list.id', 'membership.permission', 'membership.ended_at'])
    .execute()
  expect(new Set(owners.map(row => `${row.permission} ${row.ended_at}`))).toEqual(
    new Set(['ADMIN null']),
  )
  const strays = await db.query
    .selectFrom('membership')
    .leftJoin('shopping_list', 'shopping_list.id', 'membership.list_id')
    .where('shopping_list.id', 'is', null)
    .select('membership.id')
    .execute()
  expect(strays).toEqual([])
}
