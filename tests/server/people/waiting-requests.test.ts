/** Requests to an address that was nobody's, once somebody has it with whom there is something already. */
import { expect, test } from 'vitest'
import { deliverRequest } from '../../../server/access/friendship.ts'
import { createMoved, lockAccounts } from '../../../server/changes/changes.ts'
import { befriend } from '../../support/friends.ts'
import { origin, tokenIn } from '../../support/mail-stage.ts'
import { done, newId } from '../../support/server/api.ts'
import { describeOnPostgres } from '../../support/server/engines.ts'
import { holdRows, untilSomebodyWaits } from '../../support/server/held-rows.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestClient,
  type TestEngine,
  type TestServer,
  type TestUser,
} from '../../support/server/server.ts'
import { startSmtpSink } from '../../support/server/smtp.ts'
import { userCommand } from '../../support/server/user-command.ts'

const later = 'ana.later@example.org'
const friends = [{ myStatus: 'ACCEPTED', firendStatus: 'ACCEPTED' }]

async function start(engine: TestEngine) {
  const server = await startTestServer(engine)
  const ana = await server.buildUser({ firstName: 'Ana' })
  const ben = await server.buildUser({ firstName: 'Ben' })
  return { server, ana, ben, [Symbol.asyncDispose]: server.close }
}

const all = (client: TestClient) => done(client, 'getAllFriend')
const ask = (user: TestClient, email: string) => done(user, 'sendFriendRequestByEmail', { email })
const answer = (user: TestUser, other: TestUser, firendStatus: string) =>
  done(user, 'updateFriend', { id: String(other.id), firendStatus })

/** Friends whose record has the id of a request to an address. */
async function befriendByAddress(one: TestUser, other: TestUser): Promise<void> {
  await ask(one, other.email)
  await answer(other, one, 'ACCEPTED')
}

async function takeAddress(user: TestClient, email: string): Promise<void> {
  const { body } = await user.post('/auth/change-email', { email })
  expect(body).toMatchObject({ success: true })
}

async function revisionOf(client: TestClient): Promise<number> {
  const { account } = await done(client, 'changes', { known: [] })
  return account.revision
}

async function signIn({ client }: TestServer, { email, password }: TestUser): Promise<TestClient> {
  const browser = client()
  await browser.post('/auth/login', { username: email, password })
  return browser
}

describeEachEngine('A request that waited for its address', engine => {
  test.each([
    ['by number', befriend],
    ['by address', befriendByAddress],
  ])('is taken up by the friendship that there is %s', async (_, makeFriends) => {
    await using house = await start(engine)
    const { ana, ben } = house
    await ask(ben, later)
    await makeFriends(ana, ben)
    const known = [{ id: 'account', revision: await revisionOf(ben) }]
    await takeAddress(ana, later)
    expect(await all(ana)).toMatchObject(friends)
    expect(await all(ben)).toMatchObject(friends)
    // Who asked is told that the request is gone, on devices that are open as well.
    expect((await done(ben, 'changes', { known })).account?.friends).toMatchObject(friends)
    await done(ben, 'deleteByIdFriend', { id: String(ana.id) })
    expect([await all(ana), await all(ben)]).toEqual([[], []])
  })

  test('makes friends of two who have asked each other', async () => {
    await using house = await start(engine)
    const { ana, ben } = house
    await ask(ben, later)
    await ask(ana, ben.email)
    await takeAddress(ana, later)
    expect(await all(ana)).toMatchObject(friends)
    expect(await all(ben)).toMatchObject(friends)
  })

  test('and is all that has room refuses nobody the address', async () => {
    await using house = await start(engine)
    const { server, ana, ben } = house
    await ask(ben, later)
    await ask(ana, ben.email)
    const at = server.clock.now().toISOString()
    const rows = [ana.id, ben.id].flatMap(user_id =>
      Array.from({ length: 199 }, (_, index) => ({
        ...{ id: crypto.randomUUID(), user_id, friend_user_id: 2_000_000 + index },
        ...{ is_known: 1, is_told: 0, my_status: 'ACCEPTED' as const },
        ...{ friend_status: 'INVITED' as const, created_at: at, updated_at: at },
      })),
    )
    await server.db.query.insertInto('friend').values(rows).execute()
    await takeAddress(ana, later)
    expect(await done(ana, 'getByIdFriend', { id: String(ben.id) })).toMatchObject(friends[0] ?? {})
    expect([await all(ana), await all(ben)].map(({ length }) => length)).toEqual([200, 200])
  })

  test.each(['REJECTED', 'BLOCKED'])(
    'does not reach who answered %s, and who asked is told nothing',
    async refusal => {
      await using house = await start(engine)
      const { ana, ben } = house
      await befriendByAddress(ana, ben)
      await answer(ana, ben, refusal)
      await ask(ben, later)
      const before = await all(ana)
      const seen = await all(ben)
      await takeAddress(ana, later)
      expect(await all(ana)).toEqual(before)
      expect(await all(ben)).toEqual(seen)
      // As any other request that was refused, it is taken up by a yes.
      await answer(ana, ben, 'ACCEPTED')
      expect(await all(ana)).toMatchObject(friends)
      expect(await all(ben)).toMatchObject(friends)
    },
  )

  test.each(['the link', 'the terminal'])(
    'is taken up by a friendship from before mail, too, once %s proves the address',
    async by => {
      await using before = await start(engine)
      await befriendByAddress(before.ana, before.ben)
      await using sink = await startSmtpSink()
      const { address, clock } = before.server
      const settings = { smtpUrl: sink.url, publicUrl: origin }
      await using server = await startTestServer(engine, { address, clock, settings })
      await server.app.jobs.drain()
      const { email } = before.ana
      const mail = sink.mails.find(
        ({ to, subject }) => to.includes(email) && subject === 'Verify your email',
      )
      if (!mail) throw new Error('No mail asks to verify the address.')
      const ana = await signIn(server, before.ana)
      const ben = await signIn(server, before.ben)
      // Where mail proves addresses, hers is nobody's yet.
      expect((await ask(ben, email)).friend).toMatchObject({
        ...{ friendId: null, firendStatus: 'INVITED' },
      })
      if (by === 'the terminal') await userCommand(server, `verify ${email}`)
      else await ana.post('/auth/verify-user', { verifyEmailToken: tokenIn(mail) })
      expect((await ana.get('/auth/status')).body).not.toHaveProperty('askToVerifyEmail')
      expect(await all(ana)).toMatchObject(friends)
      expect(await all(ben)).toMatchObject(friends)
    },
  )
})

describeEachEngine('Requests to several addresses of one person', engine => {
  test.each([0, 1])('are turned down with one of them, such as number %i', async which => {
    await using house = await start(engine)
    // Which of the records comes first is chance.
    for (let round = 0; round < 4; round += 1) {
      const [ana, ben] = [await house.server.buildUser(), await house.server.buildUser()]
      const first = await ask(ana, ben.email)
      const email = `${newId()}@example.org`
      await takeAddress(ben, email)
      const asked = [first, await ask(ana, email)].map(({ friend }) => friend.id)
      await done(ana, 'updateFriend', { id: asked[which], firendStatus: 'BLOCKED' })
      await done(ben, 'createFriend', { id: String(ana.id) })
      expect(await all(ana)).not.toContainEqual(expect.objectContaining(friends[0]))
    }
  })
})

describeOnPostgres('A request that reaches somebody', engine => {
  test('while it is withdrawn is withdrawn from them', async () => {
    await using house = await start(engine)
    const { server, ana, ben } = house
    const { friend } = await ask(ben, later)
    const viewer = { id: ana.id, role: 'SILVER' } as const
    const delivering = await holdRows(server, async db => {
      const writer = { db, viewer, now: server.clock.now().toISOString(), moved: createMoved() }
      await lockAccounts(writer, [ana.id, ben.id])
      await deliverRequest(writer, { id: friend.id, user_id: ben.id }, ana.id)
    })
    const withdrawing = done(ben, 'deleteByIdFriend', { id: friend.id })
    await untilSomebodyWaits(server)
    await delivering.release()
    await withdrawing
    expect([await all(ana), await all(ben)]).toEqual([[], []])
  })
})
