import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { FriendStatus } from '../../../rules/people/friends.ts'
import { endFriendshipsOf } from '../../../server/access/friends-of-account.ts'
import { createMoved, lockOpenings } from '../../../server/changes/changes.ts'
import { befriend, shareWith } from '../../support/friends.ts'
import { call, done, newId } from '../../support/server/api.ts'
import { describeOnPostgres } from '../../support/server/engines.ts'
import { holdRows, untilSomebodyWaits } from '../../support/server/held-rows.ts'
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
  return { server, ana, ben, cleo, [Symbol.asyncDispose]: server.close }
}

const all = (user: TestUser) => done(user, 'getAllFriend')
const standing = async (user: TestUser) =>
  (await all(user)).map((one: { myStatus: string; firendStatus: string }) => [
    one.myStatus,
    one.firendStatus,
  ])
const answer = (user: TestUser, other: TestUser, firendStatus: string) =>
  done(user, 'updateFriend', { id: String(other.id), firendStatus })

/** An operation that friendship stands beneath, as another part of the server calls it. */
function inTransaction<T>(
  server: TestServer,
  userId: number,
  work: (writer: Parameters<typeof endFriendshipsOf>[0]) => Promise<T>,
): Promise<T> {
  const now = server.clock.now().toISOString()
  return server.db.transaction(db =>
    work({ db, now, moved: createMoved(), viewer: { id: userId, role: 'SILVER' } }),
  )
}

/** As many requests of others as have room. */
async function fillInbox({ db, clock }: TestServer, userId: number): Promise<void> {
  const at = clock.now().toISOString()
  const rows = Array.from({ length: 200 }, (_, index) => ({
    ...{ id: newId(), user_id: userId, friend_user_id: 2_000_000 + index },
    ...{ is_known: 1, is_told: 0, my_status: 'INVITED' as const },
    ...{ friend_status: 'ACCEPTED' as const, created_at: at, updated_at: at },
  }))
  await db.query.insertInto('friend').values(rows).execute()
}

describeEachEngine('Friends', engine => {
  test('one asks, the other accepts: both have a record, with name and address', async () => {
    await using house = await start(engine)
    const { ana, ben } = house
    const asked = await done(ana, 'createFriend', { id: String(ben.id) })
    expect(asked).toMatchObject({
      friendId: ben.id,
      myStatus: 'ACCEPTED',
      firendStatus: 'INVITED',
      friendUser: { userId: ben.id, firstName: null, lastName: null, email: null },
    })
    const [request] = await all(ben)
    expect(request).toMatchObject({
      friendId: ana.id,
      myStatus: 'INVITED',
      firendStatus: 'ACCEPTED',
      friendUser: { userId: ana.id, firstName: 'Ana', lastName: 'Sol', email: ana.email },
    })
    const accepted = await done(ben, 'updateFriend', { id: request.id, firendStatus: 'ACCEPTED' })
    expect(accepted).toMatchObject({ id: request.id, myStatus: 'ACCEPTED' })
    const [friend] = await all(ana)
    expect(friend).toMatchObject({
      id: asked.id,
      firendStatus: 'ACCEPTED',
      friendUser: { firstName: 'Ben', lastName: 'Lund', email: ben.email },
    })
    expect(await done(ana, 'getByIdFriend', { id: friend.id })).toEqual(friend)
    expect(await done(ana, 'getByIdFriend', { id: String(ben.id) })).toEqual(friend)
    for (const userId of [ana.id, ben.id]) {
      expect(await done(ana, 'getByFilterFriend', { filters: { userId } })).toEqual([friend])
    }
    const filters = { userId: house.cleo.id }
    expect(await done(ana, 'getByFilterFriend', { filters })).toEqual([])
    expect(await all(house.cleo)).toEqual([])
  })

  test('asking twice is asking once, and asking who asked is accepting', async () => {
    await using house = await start(engine)
    const { ana, ben } = house
    const first = await done(ana, 'createFriend', { id: String(ben.id) })
    expect(await done(ana, 'createFriend', { id: String(ben.id) })).toMatchObject({ id: first.id })
    expect(await all(ana)).toHaveLength(1)
    await done(ben, 'createFriend', { id: String(ana.id) })
    expect([await standing(ana), await standing(ben)]).toEqual([
      [['ACCEPTED', 'ACCEPTED']],
      [['ACCEPTED', 'ACCEPTED']],
    ])
  })

  test('who changes nothing of the other’s records is not heard by their devices', async () => {
    await using house = await start(engine)
    const { ana, ben, cleo } = house
    const revision = async () => (await done(ben, 'changes', { known: [] })).account.revision
    const askBen = (user: TestUser) => done(user, 'createFriend', { id: String(ben.id) })
    const mailBen = (user: TestUser) => done(user, 'sendFriendRequestByEmail', { email: ben.email })
    await askBen(ana)
    await befriend(ben, cleo)
    const before = await revision()
    const { account } = await done(ben, 'changes', { known: [] })
    for (const repeat of [askBen, mailBen]) for (const user of [ana, cleo]) await repeat(user)
    await done(cleo, 'acceptInvite', { inviteId: account.inviteId })
    expect(await revision(), 'who asked before, or is a friend').toBe(before)
    await answer(ben, ana, 'BLOCKED')
    const blocked = await revision()
    expect(blocked).toBeGreaterThan(before)
    await askBen(ana)
    await mailBen(ana)
    await call(ana, 'acceptInvite', { inviteId: account.inviteId })
    expect(await revision(), 'who was blocked').toBe(blocked)
  })

  test('who asks and takes it back without end wakes nobody past 300 times an hour', async () => {
    await using house = await start(engine)
    const { server, ana, ben } = house
    const revision = async () => (await done(ben, 'changes', { known: [] })).account.revision
    const ask = () => call(ana, 'createFriend', { id: String(ben.id) })
    const withdraw = () => call(ana, 'deleteByIdFriend', { id: String(ben.id) })
    const before = await revision()
    for (let pair = 0; pair < 150; pair += 1) {
      expect([(await ask()).errors, (await withdraw()).errors]).toEqual([undefined, undefined])
    }
    const told = await revision()
    expect(told).toBe(before + 300)
    const refused = await ask()
    expect(refused.refusal).toEqual({ code: 'BAD_INPUT', field: 'id', limit: 300 })
    expect(await revision()).toBe(told)
    server.clock.advance({ minutes: 61 })
    expect((await ask()).errors).toBeUndefined()
  })

  test('both ask at once: friends, with one record each', async () => {
    await using house = await start(engine)
    const { ana, ben } = house
    await Promise.all([
      done(ana, 'createFriend', { id: String(ben.id) }),
      done(ben, 'createFriend', { id: String(ana.id) }),
      done(ana, 'sendFriendRequestByEmail', { email: ben.email }),
      done(ben, 'sendFriendRequestByEmail', { email: ana.email }),
    ])
    await answer(ana, ben, 'ACCEPTED')
    const [mine, theirs] = [await all(ana), await all(ben)]
    const known = (list: { friendId: number | null }[]) => list.filter(one => one.friendId !== null)
    expect(known(mine)).toMatchObject([{ myStatus: 'ACCEPTED', firendStatus: 'ACCEPTED' }])
    expect(known(theirs)).toMatchObject([{ myStatus: 'ACCEPTED', firendStatus: 'ACCEPTED' }])
  })

  test('who accepted a request to an address stays, though that is somebody else’s now', async () => {
    await using house = await start(engine)
    const { server, ana, ben, cleo } = house
    const address = ben.email
    await done(ana, 'sendFriendRequestByEmail', { email: address })
    await answer(ben, ana, 'ACCEPTED')
    const change = (user: TestUser, email: string) =>
      server.db.query
        .updateTable('user')
        .set({ email, email_key: email })
        .where('id', '=', user.id)
        .execute()
    await change(ben, `moved-${newId()}@example.org`)
    // Nobody's first, Cleo's then.
    const asked = await done(ana, 'sendFriendRequestByEmail', { email: address })
    expect(asked.friend).toMatchObject({ friendId: null, firendStatus: 'INVITED' })
    expect(await done(ana, 'getByIdFriend', { id: String(ben.id) })).toMatchObject({
      myStatus: 'ACCEPTED',
      firendStatus: 'ACCEPTED',
    })
    expect(await standing(ben)).toEqual([['ACCEPTED', 'ACCEPTED']])
    await change(cleo, address)
    const again = await done(ana, 'sendFriendRequestByEmail', { email: address })
    expect(again.friend.id).toBe(asked.friend.id)
    await answer(cleo, ana, 'ACCEPTED')
    const known = (await all(ana)).map((one: { friendId: number }) => one.friendId)
    expect(known.toSorted((a: number, b: number) => a - b)).toEqual([ben.id, cleo.id])
    expect(await standing(ana)).toEqual(Array(2).fill(['ACCEPTED', 'ACCEPTED']))
    // Whether they turned down who asks is not told by it, either.
    await answer(cleo, ana, 'BLOCKED')
    const third = await done(ana, 'sendFriendRequestByEmail', { email: address })
    expect(third.friend).toMatchObject({ friendId: null, firendStatus: 'INVITED' })
  })

  test('who was asked by an address and blocked is accepted in the same record', async () => {
    await using house = await start(engine)
    const { ana, ben } = house
    await done(ana, 'sendFriendRequestByEmail', { email: ben.email })
    await answer(ben, ana, 'ACCEPTED')
    const [before] = await all(ana)
    await answer(ana, ben, 'BLOCKED')
    await done(ben, 'deleteByIdFriend', { id: String(ana.id) })
    await answer(ana, ben, 'ACCEPTED')
    expect(await all(ana)).toMatchObject([{ id: before.id, myStatus: 'ACCEPTED' }])
    await answer(ben, ana, 'ACCEPTED')
    expect(await standing(ana)).toEqual([['ACCEPTED', 'ACCEPTED']])
  })

  test('two who ask each other by their addresses are friends', async () => {
    await using house = await start(engine)
    const { ana, ben } = house
    await done(ana, 'sendFriendRequestByEmail', { email: ben.email })
    await done(ben, 'sendFriendRequestByEmail', { email: ana.email })
    expect(await all(ana)).toMatchObject([
      { friendId: ben.id, myStatus: 'ACCEPTED', firendStatus: 'ACCEPTED' },
    ])
    expect(await all(ben)).toMatchObject([
      { friendId: ana.id, myStatus: 'ACCEPTED', firendStatus: 'ACCEPTED' },
    ])
  })

  test('two who ask each other are friends, though no request of theirs had room to be seen', async () => {
    await using house = await start(engine)
    const { server, ana, ben, cleo } = house
    for (const user of [ana, ben, cleo]) await fillInbox(server, user.id)
    await done(ana, 'createFriend', { id: String(ben.id) })
    await done(ben, 'sendFriendRequestByEmail', { email: ana.email })
    await done(ana, 'sendFriendRequestByEmail', { email: cleo.email })
    await done(cleo, 'sendFriendRequestByEmail', { email: ana.email })
    const friends = { myStatus: 'ACCEPTED', firendStatus: 'ACCEPTED' }
    for (const [one, other] of [
      [ana, ben],
      [ben, ana],
      [ana, cleo],
      [cleo, ana],
    ] as const) {
      expect(await done(one, 'getByIdFriend', { id: String(other.id) })).toMatchObject(friends)
    }
    // Each request became the record of its person.
    expect(await all(ana)).toHaveLength(202)
  })

  test('a yes that is said once more to a request to an address takes it from nobody', async () => {
    await using house = await start(engine)
    const { ana, ben } = house
    const { friend } = await done(ana, 'sendFriendRequestByEmail', { email: ben.email })
    const say = (firendStatus: string) => done(ana, 'updateFriend', { id: friend.id, firendStatus })
    await say('ACCEPTED')
    expect(await standing(ben)).toEqual([['INVITED', 'ACCEPTED']])
    await say('REJECTED')
    expect(await standing(ben)).toEqual([])
    await say('ACCEPTED')
    expect(await standing(ben)).toEqual([['INVITED', 'ACCEPTED']])
    await answer(ben, ana, 'ACCEPTED')
    expect(await standing(ana)).toEqual([['ACCEPTED', 'ACCEPTED']])
  })

  test('an address that is asked again leaves nothing with whoever had it before', async () => {
    await using house = await start(engine)
    const { ana, ben, cleo } = house
    const { email } = ben
    const ask = () => done(ana, 'sendFriendRequestByEmail', { email })
    const move = async (user: TestUser, to: string) =>
      expect((await user.post('/auth/change-email', { email: to })).body).toMatchObject({
        success: true,
      })
    const { friend } = await ask()
    await move(ben, 'ben.later@example.org')
    expect(await standing(ben)).toEqual([['INVITED', 'ACCEPTED']])
    expect((await ask()).friend.id).toBe(friend.id)
    expect(await standing(ben)).toEqual([])
    await move(cleo, email)
    await ask()
    expect(await standing(cleo)).toEqual([['INVITED', 'ACCEPTED']])
    await move(cleo, 'cleo.later@example.org')
    await move(ben, email)
    await ask()
    expect([await standing(ben), await standing(cleo)]).toEqual([[['INVITED', 'ACCEPTED']], []])
    await answer(ben, ana, 'ACCEPTED')
    expect(await standing(ana)).toEqual([['ACCEPTED', 'ACCEPTED']])
  })

  test('an address whose new owner has asked, too, leaves nothing with whoever had it before', async () => {
    await using house = await start(engine)
    const { ana, ben, cleo } = house
    const { email } = ben
    await done(ana, 'sendFriendRequestByEmail', { email })
    for (const [user, to] of [
      [ben, 'ben.later@example.org'],
      [cleo, email],
    ] as const) {
      const { body } = await user.post('/auth/change-email', { email: to })
      expect(body).toMatchObject({ success: true })
    }
    await done(cleo, 'createFriend', { id: String(ana.id) })
    expect(await standing(ben)).toEqual([['INVITED', 'ACCEPTED']])
    const { friend } = await done(ana, 'sendFriendRequestByEmail', { email })
    expect(friend).toMatchObject({ friendId: cleo.id, firendStatus: 'ACCEPTED' })
    expect(await standing(ana)).toEqual([['ACCEPTED', 'ACCEPTED']])
    expect(await standing(ben)).toEqual([])
  })

  test('an address gets the same answer whether anybody has it, or turned the asker down', async () => {
    await using house = await start(engine)
    const { ana, ben, cleo } = house
    await done(ana, 'createFriend', { id: String(ben.id) })
    await answer(ben, ana, 'BLOCKED')
    await done(ana, 'deleteByIdFriend', { id: String(ben.id) })
    const texts = []
    for (const email of [ben.email, cleo.email, `nobody-${newId()}@example.org`]) {
      const { result, text } = await call(ana, 'sendFriendRequestByEmail', { email })
      expect(result.friend.friendUser).toEqual({
        userId: null,
        firstName: null,
        lastName: null,
        email,
      })
      texts.push(text.replaceAll(email, '…').replaceAll(result.friend.id, '…'))
    }
    expect(new Set(texts).size).toBe(1)
    expect(await standing(ana)).toEqual(Array(3).fill(['ACCEPTED', 'INVITED']))
    expect(await standing(cleo)).toEqual([['INVITED', 'ACCEPTED']])
    expect(await standing(ben)).toEqual([['BLOCKED', 'INVITED']])
    // Whose address it is stays unknown to whoever guesses numbers, too.
    expect(await done(ana, 'getByIdFriend', { id: String(cleo.id) })).toBeNull()
    await answer(cleo, ana, 'ACCEPTED')
    expect(await done(ana, 'getByIdFriend', { id: String(cleo.id) })).toMatchObject({
      friendUser: { userId: cleo.id, firstName: 'Cleo', lastName: 'Ray', email: cleo.email },
    })
  })

  test('who turned somebody down is told of no address that it is theirs, and reaches them by none', async () => {
    await using house = await start(engine)
    const { ana, ben } = house
    await done(ana, 'createFriend', { id: String(ben.id) })
    await answer(ana, ben, 'BLOCKED')
    await done(ben, 'sendFriendRequestByEmail', { email: ana.email })
    const texts = []
    for (const email of [ben.email, `nobody-${newId()}@example.org`]) {
      const { result, text } = await call(ana, 'sendFriendRequestByEmail', { email })
      texts.push(text.replaceAll(email, '…').replaceAll(result.friend.id, '…'))
    }
    expect(new Set(texts).size).toBe(1)
    expect(await standing(ben)).toEqual([['ACCEPTED', 'INVITED']])
  })

  test('whoever takes an address that was asked before is no nearer to who turned them down', async () => {
    await using house = await start(engine)
    const { ana, ben } = house
    await befriend(ana, ben)
    await answer(ben, ana, 'BLOCKED')
    const email = 'ana.later@example.org'
    await done(ben, 'sendFriendRequestByEmail', { email })
    const before = await all(ana)
    expect((await ana.post('/auth/change-email', { email })).body).toMatchObject({ success: true })
    expect(await all(ana)).toEqual(before)
    const { id } = await done(ana, 'createShoppingList', { name: 'Hers' })
    const share = { id, shoppingListFriends: [{ friendId: ben.id, permission: 'VIEW' }] }
    expect((await call(ana, 'updateShoppingList', share)).code).toBe('BAD_INPUT')
  })

  test('a number gets the same answer whether anybody has it', async () => {
    await using house = await start(engine)
    const { ana, ben } = house
    const texts = []
    for (const id of [String(ben.id), '2000000000']) {
      const { result, text } = await call(ana, 'createFriend', { id })
      texts.push(text.replaceAll(result.id, '…').replaceAll(`Id":${id}`, 'Id":…'))
    }
    expect(new Set(texts).size).toBe(1)
    for (const id of ['0', '-1', '1.5', 'ana', newId(), '99999999999']) {
      expect((await call(ana, 'createFriend', { id })).refusal).toEqual({
        code: 'BAD_INPUT',
        field: 'id',
      })
    }
    expect((await call(ana, 'createFriend', { id: String(ana.id) })).code).toBe('BAD_INPUT')
    const own = await call(ana, 'sendFriendRequestByEmail', { email: ana.email })
    expect(own.refusal).toEqual({ code: 'BAD_INPUT', field: 'email' })
    const wrong = await call(ana, 'sendFriendRequestByEmail', { email: 'no address' })
    expect(wrong.refusal).toMatchObject({ code: 'BAD_INPUT', field: 'email' })
  })

  test.each(['REJECTED', 'BLOCKED'])('after %s a request reaches nobody', async refusal => {
    await using house = await start(engine)
    const { ana, ben } = house
    await done(ana, 'createFriend', { id: String(ben.id) })
    await answer(ben, ana, refusal)
    expect(await standing(ana)).toEqual([['ACCEPTED', refusal]])
    expect(await standing(ben)).toEqual([[refusal, 'ACCEPTED']])
    const again = await done(ana, 'createFriend', { id: String(ben.id) })
    expect(again).toMatchObject({ myStatus: 'ACCEPTED', firendStatus: 'INVITED' })
    expect(await standing(ben)).toEqual([[refusal, 'ACCEPTED']])
    // Forgetting and asking anew changes nothing.
    await done(ana, 'deleteByIdFriend', { id: again.id })
    await done(ana, 'createFriend', { id: String(ben.id) })
    expect(await standing(ben)).toEqual([[refusal, 'INVITED']])
    // Who turned down may ask, and that is a yes to what was asked.
    await answer(ben, ana, 'ACCEPTED')
    expect(await standing(ana)).toEqual([['ACCEPTED', 'ACCEPTED']])
  })

  test('unblocking lets them ask again', async () => {
    await using house = await start(engine)
    const { ana, ben } = house
    await befriend(ana, ben)
    await answer(ben, ana, 'BLOCKED')
    expect(await all(ana)).toMatchObject([{ friendUser: { email: null } }])
    await done(ben, 'deleteByIdFriend', { id: String(ana.id) })
    expect([await all(ana), await all(ben)]).toEqual([[], []])
    await done(ana, 'createFriend', { id: String(ben.id) })
    expect(await standing(ben)).toEqual([['INVITED', 'ACCEPTED']])
  })

  test('removing answers one result each, ends it for both, and withdraws a request', async () => {
    await using house = await start(engine)
    const { ana, ben, cleo } = house
    await befriend(ana, ben)
    await done(ana, 'createFriend', { id: String(cleo.id) })
    const [one, other] = await all(ana)
    const [foreign] = await all(cleo)
    const ids = [one.id, newId(), foreign.id, String(cleo.id)]
    expect(await done(ana, 'deleteByIdsFriend', { ids })).toEqual(
      ids.map(id => ({ id, status: 'PASS', message: null })),
    )
    expect(await done(ana, 'deleteByIdFriend', { id: other.id })).toMatchObject([
      { status: 'PASS' },
    ])
    for (const user of [ana, ben, cleo]) expect(await all(user)).toEqual([])
  })

  test('somebody else’s record is answered as one that never was', async () => {
    await using house = await start(engine)
    const { ana, ben, cleo } = house
    await befriend(ana, ben)
    const [record] = await all(ana)
    const texts = []
    for (const id of [record.id, newId(), String(ben.id)]) {
      expect(await done(cleo, 'getByIdFriend', { id })).toBeNull()
      texts.push((await call(cleo, 'updateFriend', { id, firendStatus: 'BLOCKED' })).text)
    }
    expect(new Set(texts).size).toBe(1)
    expect(JSON.parse(texts[0] ?? '').errors[0].extensions).toEqual({ code: 'NOT_FOUND' })
    const invited = await call(ana, 'updateFriend', { id: record.id, firendStatus: 'INVITED' })
    expect(invited.refusal).toEqual({ code: 'BAD_INPUT', field: 'firendStatus' })
    expect(await standing(ana)).toEqual([['ACCEPTED', 'ACCEPTED']])
  })

  test('the catch-up tells friends where one of them changed, and the invitation always', async () => {
    await using house = await start(engine)
    const { ana, ben } = house
    async function catchUp(revision?: number) {
      const known = revision === undefined ? [] : [{ id: 'account', revision }]
      return (await done(ana, 'changes', { known })).account
    }
    const first = await catchUp()
    expect(first).toMatchObject({ friends: [], inviteId: expect.stringMatching(/^[\w-]{22}$/) })
    expect(await catchUp(first.revision)).toBeNull()
    await done(ben, 'createFriend', { id: String(ana.id) })
    const second = await catchUp(first.revision)
    expect(second.friends).toEqual(await all(ana))
    const id = (await done(ana, 'createShoppingList', { name: 'Weekly' })).id
    await done(ana, 'updateShoppingList', { id, favourite: true })
    expect(await catchUp(second.revision)).toMatchObject({ friends: null })
    expect((await catchUp(first.revision)).friends).toHaveLength(1)
    expect((await catchUp(second.revision + 1000)).friends).toHaveLength(1)
  })

  test('an account that goes leaves no friendship, no share, and requests that nobody answers', async () => {
    await using house = await start(engine)
    const { server, ana, ben, cleo } = house
    await befriend(ana, ben)
    const { id } = await done(ben, 'createShoppingList', { name: 'Weekly' })
    await shareWith(ben, id, [[ana, 'EDIT']])
    await done(cleo, 'sendFriendRequestByEmail', { email: ana.email })
    await inTransaction(server, ana.id, writer => endFriendshipsOf(writer, ana.id))
    expect([await all(ana), await all(ben)]).toEqual([[], []])
    expect(await standing(cleo)).toEqual([['ACCEPTED', 'INVITED']])
    expect((await done(ben, 'getByIdShoppingList', { id })).shoppingListFriends).toEqual([])
  })

  test('at most 500 are turned down, whoever they are, and none of them is asked again past 200', async () => {
    await using house = await start(engine)
    const { server, ana, ben } = house
    const row = (at: number, mine: FriendStatus, isKnown: number) => ({
      id: newId(),
      user_id: ana.id,
      friend_user_id: isKnown === 1 ? 1_000_000 + at : null,
      is_known: isKnown,
      is_told: 0,
      email: isKnown === 1 ? null : `p${at}@b.example`,
      email_key: isKnown === 1 ? null : `p${at}@b.example`,
      my_status: mine,
      friend_status: 'INVITED' as const,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
    })
    const rejected = Array.from({ length: 249 }, (_, at) => row(at, 'REJECTED', 1))
    const blocked = Array.from({ length: 250 }, (_, at) => row(at, 'BLOCKED', 0))
    await server.db.query
      .insertInto('friend')
      .values([...rejected, ...blocked])
      .execute()
    const turnDown = (id: string, firendStatus = 'BLOCKED') =>
      call(ana, 'updateFriend', { id, firendStatus })
    // A number that nobody has counts as any other.
    for (const id of ['2000000000', String(ben.id)]) await done(ana, 'createFriend', { id })
    expect((await turnDown('2000000000')).errors).toBeUndefined()
    const one = await turnDown(String(ben.id))
    expect(one.refusal).toEqual({ code: 'BAD_INPUT', field: 'firendStatus', limit: 500 })
    expect(one.errors?.[0]?.message).toContain('at most 500 people')
    // Who is turned down already may be so in another way, and who is forgotten makes room.
    expect((await turnDown(String(rejected[0]?.friend_user_id))).errors).toBeUndefined()
    await done(ana, 'deleteByIdFriend', { id: blocked[0]?.id })
    expect((await turnDown(String(ben.id))).errors).toBeUndefined()

    const accepted = Array.from({ length: 199 }, (_, at) => row(1_000 + at, 'ACCEPTED', 1))
    await server.db.query.insertInto('friend').values(accepted).execute()
    expect((await turnDown(String(blocked[1]?.id), 'ACCEPTED')).errors).toBeUndefined()
    const again = await turnDown(String(blocked[2]?.id), 'ACCEPTED')
    expect(again.refusal).toEqual({ code: 'BAD_INPUT', field: 'friends', limit: 200 })
    const asked = await call(ana, 'createFriend', { id: String(rejected[1]?.friend_user_id) })
    expect(asked.refusal).toEqual(again.refusal)
  })

  test('at most 200 friends and requests; an inbox that is full takes no more', async () => {
    await using house = await start(engine)
    const { server, ana, ben } = house
    const at = server.clock.now().toISOString()
    const row = (userId: number, at200: number, mine: FriendStatus) => ({
      id: newId(),
      user_id: userId,
      friend_user_id: 1_000_000 + at200,
      is_known: 1,
      is_told: 0,
      my_status: mine,
      friend_status: 'INVITED' as const,
      created_at: at,
      updated_at: at,
    })
    const fill = (userId: number, mine: FriendStatus) =>
      server.db.query
        .insertInto('friend')
        .values(Array.from({ length: 200 }, (_, index) => row(userId, index, mine)))
        .execute()
    await fill(ana.id, 'ACCEPTED')
    const one = await call(ana, 'createFriend', { id: String(ben.id) })
    expect(one.refusal).toEqual({ code: 'BAD_INPUT', field: 'friends', limit: 200 })
    const other = await call(ana, 'sendFriendRequestByEmail', { email: ben.email })
    expect(other.refusal).toEqual(one.refusal)
    expect(await all(ben)).toEqual([])
    await done(ben, 'createFriend', { id: String(ana.id) })
    const accept = await call(ana, 'updateFriend', { id: String(ben.id), firendStatus: 'ACCEPTED' })
    expect(accept.refusal).toEqual(one.refusal)
    await fill(house.cleo.id, 'INVITED')
    await done(ben, 'createFriend', { id: String(house.cleo.id) })
    expect(await all(house.cleo)).toHaveLength(200)
  })

  test('at most 30 are asked by mail an hour, and 100 a day, whatever is withdrawn', async () => {
    await using house = await start(engine)
    const { server, ana, ben } = house
    let asked = 0
    function ask() {
      asked += 1
      return call(ana, 'sendFriendRequestByEmail', { email: `eve+${asked}@example.org` })
    }
    async function askAndWithdraw() {
      const { code, result } = await ask()
      if (code === undefined) await done(ana, 'deleteByIdFriend', { id: result.friend.id })
      return code
    }
    const requestToken = newId()
    const first = await call(
      ana,
      'sendFriendRequestByEmail',
      { email: 'eve@example.org' },
      { requestToken },
    )
    expect(first.code).toBeUndefined()
    for (let times = 0; times < 29; times += 1) {
      expect(await askAndWithdraw()).toBeUndefined()
      // A repetition is no request.
      await call(ana, 'sendFriendRequestByEmail', { email: 'eve@example.org' }, { requestToken })
    }
    const refused = await ask()
    expect(refused.refusal).toEqual({ code: 'BAD_INPUT', field: 'email', limit: 30 })
    expect(refused.errors?.[0]?.message).toBe(
      'You asked 30 people by mail within an hour, which is all that may be asked. Try again in 60 minutes, or give them your invite link.',
    )
    const mails = server.db.query.selectFrom('job').select('id').where('payload', 'like', '%eve+%')
    expect(await mails.execute()).toHaveLength(29)
    // Others may, and who is found here already can be asked by their number.
    expect((await call(ben, 'sendFriendRequestByEmail', { email: 'eve@example.org' })).code).toBe(
      undefined,
    )
    await done(ana, 'createFriend', { id: String(ben.id) })
    for (let hour = 0; hour < 2; hour += 1) {
      server.clock.advance({ minutes: 61 })
      for (let times = 0; times < 30; times += 1) expect(await askAndWithdraw()).toBeUndefined()
    }
    server.clock.advance({ minutes: 61 })
    for (let times = 0; times < 10; times += 1) expect(await askAndWithdraw()).toBeUndefined()
    const last = await ask()
    expect(last.refusal).toMatchObject({ field: 'email', limit: 100 })
    expect(last.errors?.[0]?.message).toContain('within a day, which')
    expect(last.errors?.[0]?.message).toContain('Try again in 21 hours')
    server.clock.advance({ days: 1 })
    expect(await askAndWithdraw()).toBeUndefined()
  })

  test('however many lists one of them shared and deleted, the other has theirs, and a block ends all', async () => {
    await using house = await start(engine)
    const { server, ana, ben } = house
    const { query } = server.db
    await befriend(ana, ben)
    const own = await done(ana, 'createShoppingList', { name: 'Own' })
    const now = server.clock.now().toISOString()
    // SQLite takes 32,766 values in a statement.
    const count = engine.name === 'SQLite' ? 32_800 : 3_000
    const numbers = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})`
    await sql`insert into shopping_list
      (id, user_id, name, name_key, list_type, revision, self_revision, deleted_at, created_at, updated_at)
      ${numbers} select 'gone' || i, cast(${ben.id} as integer), 'x', 'x', 'SIMPLE', 2, 2,
        cast(${now} as text), cast(${now} as text), cast(${now} as text) from n`.execute(query)
    for (const [person, sharedBy] of [
      [ben, null],
      [ana, ben.id],
    ] as const) {
      await sql`insert into membership (id, list_id, user_id, permission, ord, favourite, shared_by_user_id)
        ${numbers} select cast(${person.id} as text) || ' ' || i, 'gone' || i, cast(${person.id} as integer),
          'VIEW', i, 0, cast(${sharedBy} as integer) from n`.execute(query)
    }
    expect(await done(ana, 'getAllShoppingList', {}, { select: 'id' })).toEqual([{ id: own.id }])
    await answer(ana, ben, 'BLOCKED')
    const left = await query
      .selectFrom('membership')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('user_id', '=', ana.id)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
    expect(Number(left.count)).toBe(1)
  })
})

describeOnPostgres('A request by mail', engine => {
  test('waits for whoever opens an account before it is counted, as a batch does', async () => {
    await using house = await start(engine)
    const { server, ana } = house
    const opening = await holdRows(server, lockOpenings)
    const asking = done(ana, 'sendFriendRequestByEmail', { email: 'new@example.org' })
    await untilSomebodyWaits(server)
    const { rows } = await sql`
      select 1 from pg_locks where relation = 'attempt'::regclass and mode = 'RowExclusiveLock'
    `.execute(server.db.query)
    expect(rows).toEqual([])
    await opening.release()
    await asking
  })
})
