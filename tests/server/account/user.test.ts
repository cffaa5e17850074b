/** A person's own account: what is shown of it, its name, its password, its devices and its end. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { limits } from '../../../rules/limits.ts'
import { befriendByInvite } from '../../../server/access/friendship.ts'
import { createMoved } from '../../../server/changes/changes.ts'
import { purgeTokens } from '../../../server/tokens/tokens.ts'
import { befriend, shareWith } from '../../support/friends.ts'
import { call, done, newId, run } from '../../support/server/api.ts'
import { describeOnPostgres } from '../../support/server/engines.ts'
import { holdRows, untilSomebodyWaits } from '../../support/server/held-rows.ts'
import { purgeAll } from '../../support/server/purge.ts'
import {
  describeEachEngine,
  sqlite,
  startTestServer,
  type TestClient,
  type TestEngine,
  type TestServer,
  type TestUser,
} from '../../support/server/server.ts'

async function start(engine: TestEngine) {
  const server = await startTestServer(engine)
  const boss = await server.buildUser({ firstName: 'Bo', lastName: 'Admin' })
  const ana = await server.buildUser({
    firstName: 'Ana',
    lastName: 'Sol',
    phone: '030 1234',
    email: 'sunny@example.org',
  })
  const ben = await server.buildUser({ firstName: 'Ben', lastName: 'Lund' })
  return { server, boss, ana, ben, [Symbol.asyncDispose]: server.close }
}

/** Another browser of the same person. */
async function elsewhere(server: TestServer, user: TestUser, agent = 'curl/8') {
  const browser = server.client()
  const fields = { username: user.email, password: user.password }
  const { body } = await browser.post('/auth/login', fields, { 'user-agent': agent })
  expect(body).toMatchObject({ success: true })
  return browser
}

const isSignedIn = async (browser: ReturnType<TestServer['client']>) =>
  (await browser.get('/auth/status')).body.success

/** Past the ten minutes in which nobody is asked for the password. */
const later = (server: TestServer) => server.clock.advance({ minutes: 11 })

describeEachEngine('An account', engine => {
  test('is shown to oneself and to staff whole, to a friend without its role, to nobody else', async () => {
    await using house = await start(engine)
    const { ana, ben, boss } = house
    const own = await done(ana, 'getUserById', { id: ana.id })
    expect(own).toEqual({
      id: ana.id,
      firstName: 'Ana',
      lastName: 'Sol',
      email: ana.email,
      phone: '030 1234',
      createdAt: expect.any(String),
      role: 'SILVER',
    })
    expect(await done(boss, 'getUserById', { id: ana.id })).toEqual(own)
    expect(await done(ben, 'getUserById', { id: ana.id })).toBeNull()
    expect(await done(ben, 'getUserById', { id: 999 })).toBeNull()
    await befriend(ana, ben)
    expect(await done(ben, 'getUserById', { id: ana.id })).toEqual({ ...own, role: null })
  })

  test('is renamed while all of its friends are, too, and nobody waits for each other', async () => {
    await using house = await start(engine)
    const { server, ana, ben } = house
    const others = await Promise.all(
      ['Cleo', 'Dora'].map(firstName => server.buildUser({ firstName })),
    )
    const friends = [ana, ben, ...others]
    for (const [at, one] of friends.entries()) {
      for (const other of friends.slice(at + 1)) await befriend(one, other)
    }
    async function rename(one: TestUser) {
      for (let times = 0; times < 5; times += 1) {
        await done(one, 'updateUserBasics', { id: one.id, firstName: `Ana ${times}` })
      }
    }
    await Promise.all(friends.map(rename))
    for (const { id } of friends) {
      expect(await done(ana, 'getUserById', { id })).toMatchObject({ firstName: 'Ana 4' })
    }
  })

  test('gets another name and phone, which friends and fellow shoppers are told', async () => {
    await using house = await start(engine)
    const { ana, ben } = house
    await befriend(ana, ben)
    const list = await done(ana, 'createShoppingList', { name: 'Weekly shop' })
    await shareWith(ana, list.id, [[ben, 'EDIT']])
    const before = await done(ben, 'changes', { known: [] })
    const known = before.lists.map((one: { id: string; revision: number }) => ({
      id: one.id,
      revision: one.revision,
    }))
    const args = { id: ana.id, firstName: ' Anna ', lastName: 'Maria Sol', phone: null }
    expect(await done(ana, 'updateUserBasics', args)).toMatchObject({
      firstName: 'Anna',
      lastName: 'Maria Sol',
      phone: null,
    })
    const account = { id: 'account', revision: before.account.revision }
    const after = await done(ben, 'changes', { known: [...known, account] })
    expect(after.account.friends[0].friendUser).toMatchObject({ firstName: 'Anna' })
    expect(after.lists[0].list).toMatchObject({ sharedByName: 'Anna Maria Sol' })
    // Many people have one name alone.
    const alone = await done(ana, 'updateUserBasics', { id: ana.id, lastName: ' ' })
    expect(alone.lastName).toBe('')
  })

  test('refuses names and phones past their limits, and whatever is of somebody else', async () => {
    await using house = await start(engine)
    const { ana, ben, boss } = house
    const wrongs = [
      [{ firstName: '' }, 'firstName'],
      [{ firstName: 'a'.repeat(201) }, 'firstName'],
      [{ lastName: null }, 'lastName'],
      [{ phone: 'call me' }, 'phone'],
      [{ phone: '1'.repeat(41) }, 'phone'],
    ] as const
    for (const [fields, field] of wrongs) {
      const { code, refusal } = await call(ana, 'updateUserBasics', { id: ana.id, ...fields })
      expect([code, refusal.field]).toEqual(['BAD_INPUT', field])
    }
    for (const other of [ben, boss]) {
      const args = { id: ana.id, firstName: 'Eve' }
      expect(await call(other, 'updateUserBasics', args)).toMatchObject({ code: 'NOT_FOUND' })
    }
    const there = await call(ben, 'deleteUser', { id: ana.id })
    const nobody = await call(ben, 'deleteUser', { id: 999 })
    expect(there.text).toBe(nobody.text)
    expect(await done(ana, 'getUserById', { id: ana.id })).toMatchObject({ firstName: 'Ana' })
  })

  test('gets a new password for the old one, which ends every other session', async () => {
    await using house = await start(engine)
    const { ana, server } = house
    const phone = await elsewhere(server, ana)
    const args = { id: ana.id, currentPassword: ana.password, newPassword: 'a green tricycle' }
    const wrong = await call(ana, 'updateUserPassword', { ...args, currentPassword: 'not mine!' })
    expect(wrong.refusal).toMatchObject({ code: 'BAD_INPUT', field: 'currentPassword' })
    const weak = await call(ana, 'updateUserPassword', { ...args, newPassword: 'password1' })
    expect(weak.refusal).toMatchObject({ code: 'BAD_INPUT', field: 'newPassword' })
    expect(await isSignedIn(phone)).toBe(true)

    const requestToken = newId()
    const changed = await call(ana, 'updateUserPassword', args, { requestToken })
    expect(changed.result).toMatchObject({ email: ana.email })
    expect(await isSignedIn(ana)).toBe(true)
    expect(await isSignedIn(phone)).toBe(false)
    // The answer was lost, and is asked for again.
    const again = await call(ana, 'updateUserPassword', args, { requestToken })
    expect(again.text).toBe(changed.text)
    const login = (password: string) =>
      server.client().post('/auth/login', { username: ana.email, password })
    expect((await login(ana.password)).body.success).toBe(false)
    expect((await login(args.newPassword)).body.success).toBe(true)
  })

  test('keeps no hash of a password beside the answers, and lets nobody guess', async () => {
    await using house = await start(engine)
    const { ana, server } = house
    const guess = (currentPassword: string) =>
      call(ana, 'updateUserPassword', {
        id: ana.id,
        currentPassword,
        newPassword: 'a green tricycle',
      })
    const passwords = [ana.password, 'a blue tricycle', 'a red tricycle']
    for (const [at, newPassword] of passwords.entries()) {
      if (at === 0) continue
      const change = { id: ana.id, currentPassword: passwords[at - 1], newPassword }
      await done(ana, 'updateUserPassword', change, { requestToken: `change-${at}` })
    }
    // What is remembered of a request to tell it from another says nothing of the passwords in it.
    const kept = await server.db.query
      .selectFrom('request')
      .select('operation_hash')
      .where('token', 'like', 'change-%')
      .execute()
    expect([kept.length, new Set(kept.map(row => row.operation_hash)).size]).toEqual([2, 1])
    for (let tries = 0; tries < 10; tries += 1) {
      expect(await guess(`wrong ${tries}`)).toMatchObject({ code: 'BAD_INPUT' })
    }
    const stopped = await guess('a red tricycle')
    expect(stopped).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    expect(stopped.headers.get('retry-after')).toMatch(/^\d+$/)
    const many = await ana.graphql(
      `mutation ($id: Int!) {
        a: updateUserPassword(id: $id, currentPassword: "one", newPassword: "a green tricycle") { id }
        b: updateUserPassword(id: $id, currentPassword: "two", newPassword: "a green tricycle") { id }
      }`,
      { id: ana.id },
    )
    expect(many.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT', limit: 1 })
  })

  test('counts guesses by session, so that nobody is kept from their account, and all together', async () => {
    await using house = await start(engine)
    const { ana, server } = house
    const phone = server.client()
    await phone.post('/auth/login', { username: ana.email, password: ana.password })
    const confirm = async (browser: typeof phone, password: string) =>
      (await browser.post('/auth/confirm', { password })).status
    const guesses = []
    for (let tries = 0; tries < 11; tries += 1) guesses.push(await confirm(phone, `wrong ${tries}`))
    expect(guesses).toEqual([...Array(10).fill(200), 429])
    expect((await ana.post('/auth/confirm', { password: ana.password })).body).toMatchObject({
      success: true,
    })
    // As after a hundred tries of as many sessions.
    const { numUpdatedRows } = await server.db.query
      .updateTable('attempt')
      .set({ count: 100 })
      .where('key', 'like', 'proof-overall:%')
      .executeTakeFirst()
    expect(numUpdatedRows).toBe(1n)
    expect(await confirm(ana, ana.password)).toBe(429)
  })

  test('names its devices, this one first, and ends one or all others', async () => {
    await using house = await start(engine)
    const { ana, ben, server } = house
    const agent =
      'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537'
    server.clock.advance({ ms: 1_000 })
    const phone = await elsewhere(server, ana, agent)
    const tablet = await elsewhere(server, ana)
    const list = async () =>
      (await ana.get('/auth/sessions')).body.sessions as readonly Record<string, unknown>[]
    const devices = await list()
    expect(devices.map(one => [one.browser, one.current])).toEqual([
      [null, true],
      expect.anything(),
      expect.anything(),
    ])
    const onPhone = devices.find(one => one.browser === 'Chrome on Android')
    expect(onPhone).toMatchObject({ current: false, seenAt: expect.any(String) })
    expect(JSON.stringify(devices)).not.toContain([...phone.cookies.values()][0])
    // Another person's id of a session is nobody's.
    await ben.post('/auth/sessions/end', { id: onPhone?.id })
    expect(await isSignedIn(phone)).toBe(true)
    const ended = await ana.post('/auth/sessions/end', { id: onPhone?.id })
    expect(ended.body).toMatchObject({ success: true })
    expect(await isSignedIn(phone)).toBe(false)
    const others = await ana.post('/auth/sessions/end-others', {})
    expect(others.body.message).toBe('Signed out on 1 other device.')
    expect(await isSignedIn(tablet)).toBe(false)
    expect(await isSignedIn(ana)).toBe(true)
    expect((await phone.get('/auth/sessions')).status).toBe(401)
  })

  test('is signed in on so many browsers, and on the next one instead of the one not used for longest', async () => {
    await using house = await start(engine)
    const { ana, ben, server } = house
    server.clock.advance({ minutes: 61 })
    expect(await isSignedIn(ana)).toBe(true)
    const others = Array.from({ length: limits.sessions }, (_, n) => ({
      hash: `${n}`.padStart(64, '0'),
      user_id: ana.id,
      created_at: '2026-01-01T00:00:00.000Z',
      seen_at: new Date(server.clock.now().getTime() - (n + 1) * 1_000).toISOString(),
      expires_at: '2099-01-01T00:00:00.000Z',
      browser: null,
      confirmed_at: null,
    }))
    await server.db.query.insertInto('session').values(others).execute()
    const phone = await elsewhere(server, ana)
    const { sessions } = (await ana.get('/auth/sessions')).body
    expect(sessions).toHaveLength(limits.sessions)
    const left = await server.db.query
      .selectFrom('session')
      .select('hash')
      .where('user_id', '=', ana.id)
      .execute()
    expect(left.map(({ hash }) => hash)).not.toContain(others.at(-1)?.hash)
    expect(left.map(({ hash }) => hash)).toContain(others[0]?.hash)
    for (const client of [ana, ben, phone]) expect(await isSignedIn(client)).toBe(true)
  })

  test('is not deleted by a wrong password, however lately somebody signed in', async () => {
    await using house = await start(engine)
    const { ana } = house
    const { refusal } = await call(ana, 'deleteUser', { id: ana.id, password: 'not this one' })
    expect(refusal).toMatchObject({ code: 'BAD_INPUT', field: 'password' })
    expect(await isSignedIn(ana)).toBe(true)
  })

  test('is deleted with the password, and without one where it has none, soon after a sign-in', async () => {
    await using house = await start(engine)
    const { ana, ben, boss, server } = house
    for (const password of [undefined, '', 'not mine!']) {
      for (const [client, { id }] of [
        [ana, ana],
        [boss, ben],
      ] as const) {
        const { refusal } = await call(client, 'deleteUser', { id, password })
        expect(refusal).toMatchObject({ code: 'BAD_INPUT', field: 'password' })
      }
    }
    const gone = await done(ana, 'deleteUser', { id: ana.id, password: ana.password })
    expect(gone).toMatchObject({ email: ana.email })
    expect(await isSignedIn(ana)).toBe(false)
    const early = await elsewhere(server, ben)
    later(server)
    const again = await elsewhere(server, ben)
    // As who signs in by a passkey, or by another provider.
    const none = { password_hash: '' }
    await server.db.query.updateTable('user').set(none).where('id', '=', ben.id).execute()
    const { refusal } = await call(early, 'deleteUser', { id: ben.id })
    expect(refusal).toMatchObject({ code: 'BAD_INPUT', field: 'password' })
    expect(await done(again, 'deleteUser', { id: ben.id })).toMatchObject({ id: ben.id })
    expect(await isSignedIn(early)).toBe(false)
    // The address is free, and its new person is another one.
    const next = await server.buildUser({ email: ana.email })
    expect(next.id).not.toBe(ana.id)
  })

  test('asks who it is where the clock was ahead at the sign-in, which ended nobody else’s session', async () => {
    await using house = await start(engine)
    const { ana, ben, server } = house
    server.clock.advance({ days: 200 })
    const signedIn = await elsewhere(server, ana)
    server.clock.advance({ days: -200 })
    const { refusal } = await call(signedIn, 'deleteUser', { id: ana.id })
    expect(refusal).toMatchObject({ code: 'BAD_INPUT', field: 'password' })
    expect(await isSignedIn(ana)).toBe(true)
    expect(await isSignedIn(ben)).toBe(true)
  })

  test('tells its last use, and ends, by the clock that was set right, where one was ahead', async () => {
    await using house = await start(engine)
    const { server, ana } = house
    const made = await done(ana, 'createApiToken', { name: 'Script', scope: 'READ' })
    const script = server.client()
    const byToken = { headers: { authorization: `Bearer ${made.token}` } }
    async function use() {
      expect((await script.graphql('{ getAllUnit { id } }', {}, byToken)).errors).toBeUndefined()
      const { sessionEndsAt } = (await ana.get('/auth/status')).body
      const [{ seenAt }] = Object((await ana.get('/auth/sessions')).body).sessions
      const [{ usedAt }] = await done(ana, 'getAllApiToken')
      return { sessionEndsAt, seenAt, usedAt }
    }
    server.clock.advance({ days: 100 })
    await use()
    server.clock.advance({ days: -99 })
    const now = server.clock.now()
    const at = now.toISOString()
    const sessionEndsAt = new Date(now.getTime() + 180 * 86_400_000).toISOString()
    expect(await use()).toEqual({ sessionEndsAt, seenAt: at, usedAt: at })
  })

  test('ends where it is asked for by a request-token, as a device asks', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const asked = { id: ana.id, password: ana.password }
    const gone = await done(ana, 'deleteUser', asked, { requestToken: 'leaving' })
    expect(gone).toMatchObject({ email: ana.email })
    expect(await isSignedIn(ana)).toBe(false)
    expect(await server.db.query.selectFrom('request').selectAll().execute()).toEqual([])
  })

  test('tells the other devices that it is gone', async () => {
    await using server = await startTestServer(engine)
    const phone = await server.buildUser()
    const desktop = server.client()
    await desktop.post('/auth/login', { username: phone.email, password: phone.password })
    const left = server.client()
    await left.post('/auth/login', { username: phone.email, password: phone.password })
    const cookie = left.cookies.get('aisle-session') ?? ''
    await left.get('/auth/logout')
    await done(desktop, 'deleteUser', { id: phone.id, password: phone.password })
    const status = async (browser: TestClient) => (await browser.get('/auth/status')).body
    expect(await status(phone)).toEqual({ success: false, reason: 'DELETED' })
    // Whoever had left before is told nothing.
    left.cookies.set('aisle-session', cookie)
    expect(await status(left)).toEqual({ success: false })
    server.clock.advance({ days: 181 })
    expect(await status(phone)).toEqual({ success: false })
  })

  test('leaves nothing of its person behind, and others keep what is theirs', async () => {
    await using house = await start(engine)
    const { ana, ben, boss, server } = house
    await befriend(ana, ben)
    await befriend(ana, boss)
    const { id: given } = await done(ana, 'createShoppingList', { name: 'House' })
    const { id: dropped } = await done(ana, 'createShoppingList', { name: 'Party' })
    const { id: bens } = await done(ben, 'createShoppingList', { name: 'House' })
    await shareWith(ana, given, [
      [ben, 'ADMIN'],
      [boss, 'VIEW'],
    ])
    await shareWith(ana, dropped, [[boss, 'EDIT']])
    await shareWith(ben, bens, [[ana, 'EDIT']])
    const milk = await done(ana, 'createItem', { shoppingListId: bens, name: 'Milk' })
    await done(ana, 'createFeedback', { feedback: 'Nice', rating: 5 })
    const token = newId()
    const asking = () => call(ben, 'createFriend', { id: String(ana.id) }, { requestToken: token })
    expect((await asking()).text).toContain('sunny')

    const asked = { id: ana.id, password: ana.password, handOver: true }
    await done(ana, 'deleteUser', asked)

    const lists = await done(ben, 'getAllShoppingList')
    const found = Object.fromEntries(
      lists.map((one: { id: string; name: string; userId: number }) => [
        one.id,
        [one.name, one.userId],
      ]),
    )
    expect(found).toEqual({ [given]: ['House1', ben.id], [bens]: ['House', ben.id] })
    expect(await done(ben, 'getByIdItem', { id: milk.id })).toMatchObject({ name: 'Milk' })
    const seen = await done(boss, 'getAllShoppingList')
    expect(seen.map((one: { id: string }) => one.id)).toEqual([given])
    expect(await call(boss, 'createItem', { shoppingListId: dropped, name: 'x' })).toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await done(ben, 'getAllFriend')).toEqual([])
    expect(await done(boss, 'getAllFeedback')).toEqual([])
    // Asked again it is still done, and names nobody any more.
    expect((await asking()).result).toMatchObject({ friendUser: { userId: null, email: null } })
    // The mail that tells them has left.
    await server.app.jobs.drain()
    expect(await everything(server)).not.toMatch(/Ana\b|Sol\b|sunny/)
  })

  test('is deleted, on however many browsers it is signed in', async () => {
    await using house = await start(engine)
    const { ana, server } = house
    const at = server.clock.now().toISOString()
    // As of a script that signs in each time: more than a statement takes values for.
    const sessions = Array.from({ length: 10_000 }, (_, n) => ({
      ...{ hash: `script-${n}`, user_id: ana.id, created_at: at, seen_at: at },
      ...{ expires_at: '2099-01-01', browser: null, confirmed_at: null },
    }))
    for (let n = 0; n < sessions.length; n += 1_000) {
      await server.db.query
        .insertInto('session')
        .values(sessions.slice(n, n + 1_000))
        .execute()
    }
    await done(ana, 'deleteUser', { id: ana.id, password: ana.password })
    expect((await ana.get('/auth/status')).body).toEqual({ success: false, reason: 'DELETED' })
    const told = await server.db.query
      .selectFrom('single_use_token')
      .select('hash')
      .where('purpose', '=', 'account-gone')
      .execute()
    expect(told).toHaveLength(sessions.length + 1)
  })

  test('leaves no name in the answers that are stored for others, whatever signs it has', async () => {
    await using house = await start(engine)
    const { ben, server } = house
    const ana = await server.buildUser({ firstName: 'Anna "Ö\\%_"', lastName: 'Uncommon' })
    await befriend(ana, ben)
    const { id } = await done(ana, 'createShoppingList', { name: 'Anna "Ö\\%_" Uncommon' })
    const { id: bens } = await done(ben, 'createShoppingList', { name: 'Party' })
    await shareWith(ana, id, [[ben, 'ADMIN']])
    await shareWith(ben, bens, [[ana, 'EDIT']])
    const full = 'Anna "Ö\\%_" Uncommon'
    const tokens = [newId(), newId(), newId()] as const
    const ask = (listId: string, select: string, requestToken: string) =>
      run(
        ben,
        `mutation { a: updateShoppingList(id: "${listId}", notes: "x") { ${select} } }`,
        {},
        requestToken,
      )
    const asking = async () => [
      (await ask(id, 'name ownerName', tokens[0])).a,
      (await ask(bens, 'name shoppingListFriends { name }', tokens[1])).a,
      (await ask(id, 'who: ownerName', tokens[2])).a,
    ]
    expect(await asking()).toEqual([
      { name: full, ownerName: full },
      { name: 'Party', shoppingListFriends: [{ name: full }] },
      { who: full },
    ])
    // As older versions stored them: told again to the letter.
    await sql`update migration set applied_at = '2000-01-01' where name = '001-create-tables'`.execute(
      server.db.query,
    )
    await server.db.query
      .updateTable('request')
      .set({ trace: null, list_id: null })
      .where('token', 'in', [tokens[0], tokens[1]])
      .execute()
    await done(ana, 'deleteUser', { id: ana.id, password: ana.password, handOver: true })
    expect(await asking()).toEqual([
      // What a list is called is its people's.
      { name: full, ownerName: '' },
      { name: 'Party', shoppingListFriends: [{ name: '' }] },
      { who: 'Ben Lund' },
    ])
    const kept = await server.db.query.selectFrom('request').select('answer').execute()
    expect(JSON.stringify(kept).split('Uncommon')).toHaveLength(2)
  })

  test('has what others were answered read only where older versions may have stored it', async () => {
    await using house = await start(engine)
    const { ana, ben, server } = house
    await befriend(ana, ben)
    const { id } = await done(ben, 'createShoppingList', { name: 'Party' })
    const asking = { notes: 'x', id }
    await done(ben, 'updateShoppingList', asking, { select: 'id', requestToken: 'told' })
    // Nothing has stored it so: it only shows whether anybody looked.
    const answer = JSON.stringify({ data: { ownerName: 'Ana Sol' } })
    const rows = () => server.db.query.selectFrom('request').select('answer').execute()
    await server.db.query
      .updateTable('request')
      .set({ trace: null, list_id: null, answer })
      .where('token', '=', 'told')
      .execute()
    await done(ana, 'deleteUser', { id: ana.id, password: ana.password })
    expect(await rows()).toContainEqual({ answer })
  })

  test('leaves its only list, and no name in what is stored of it for others', async () => {
    await using house = await start(engine)
    const { ana, ben, server } = house
    await befriend(ana, ben)
    const { id } = await done(ana, 'createShoppingList', { name: 'House' })
    await shareWith(ana, id, [[ben, 'ADMIN']])
    const requestToken = newId()
    const asking = () =>
      done(ben, 'updateShoppingList', { id, notes: 'x' }, { select: 'id ownerName', requestToken })
    expect(await asking()).toEqual({ id, ownerName: 'Ana Sol' })
    await done(ana, 'deleteUser', { id: ana.id, password: ana.password, handOver: true })
    expect(await everything(server)).not.toContain('Ana Sol')
    expect(await asking()).toEqual({ id, ownerName: 'Ben Lund' })
  })

  test('tells whoever had a list of its person that the list was deleted, for 90 days', async () => {
    await using house = await start(engine)
    const { ana, ben, boss, server } = house
    const cleo = await server.buildUser()
    for (const friend of [ben, boss, cleo]) await befriend(ana, friend)
    const { id } = await done(ana, 'createShoppingList', { name: 'House' })
    const { id: given } = await done(ana, 'createShoppingList', { name: 'Given' })
    const { id: binned } = await done(ana, 'createShoppingList', { name: 'Binned' })
    const own = await done(ben, 'createShoppingList', { name: 'Own' })
    for (const list of [id, binned]) {
      await shareWith(ana, list, [
        [ben, 'ADMIN'],
        [cleo, 'EDIT'],
      ])
      await shareWith(ana, list, [[ben, 'EDIT']])
    }
    await shareWith(ana, given, [[boss, 'ADMIN']])
    const add = async (shoppingListId: string, name: string) =>
      (await done(ana, 'createItem', { shoppingListId, name })).id
    const [milk, tea, moved, rice] = [
      await add(id, 'Milk'),
      await add(id, 'Tea'),
      await add(id, 'Oil'),
      await add(binned, 'Rice'),
    ]
    await done(ana, 'deleteByIdItem', { id: tea })
    await done(ana, 'updateItem', { id: moved, shoppingListId: given })
    await done(ana, 'deleteByIdShoppingList', { id: binned })
    await done(ana, 'deleteUser', { id: ana.id, password: ana.password, handOver: true })

    const asked: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ['updateShoppingList', { id, favourite: true }],
      ['updateShoppingList', { id: binned, favourite: true }],
      ['createItem', { shoppingListId: id, name: 'Eggs' }],
      ['updateItem', { id: milk, purchased: true }],
      ['updateItem', { id: tea, purchased: true }],
      ['updateItem', { id: rice, purchased: true }],
      ['updateItems', { items: [{ id: milk, purchased: true }] }],
      ['moveItem', { id: milk }],
    ]
    const toldTo = async (user: TestUser) => {
      const refusals = []
      for (const [name, args] of asked) refusals.push((await call(user, name, args)).refusal)
      const swap = { firstShoppingListId: own.id, firstItemIds: [], secondItemIds: [milk] }
      const swapped = await call(ben, 'swapShoppingListItems', {
        ...swap,
        secondShoppingListId: id,
      })
      if (user === ben) refusals.push(swapped.refusal)
      return new Set(refusals.map(refusal => `${refusal?.code} ${refusal?.reason}`))
    }
    const all = async () => [await toldTo(ben), await toldTo(cleo), await toldTo(boss)]
    const bare = new Set(['NOT_FOUND undefined'])
    const told = [new Set(['NOT_FOUND LIST_DELETED']), new Set(['NOT_FOUND REVOKED']), bare]
    expect(await all()).toEqual(told)
    expect((await call(boss, 'updateItem', { id: moved, purchased: true })).code).toBeUndefined()
    for (const gone of [milk, tea, rice]) {
      expect(await done(ben, 'deleteByIdItem', { id: gone })).toMatchObject([{ status: 'PASS' }])
    }
    for (const days of [89, 32]) {
      expect(await all()).toEqual(told)
      server.clock.advance({ days })
      await purgeAll(purgeTokens, server.db, server.clock.now())
    }
    expect(await all()).toEqual([bare, bare, bare])
  })

  test('of another person is deleted by an ADMIN alone, which is written down', async () => {
    await using house = await start(engine)
    const { ana, boss } = house
    await done(boss, 'deleteUser', { id: ana.id, password: boss.password })
    expect(await done(boss, 'getUserById', { id: ana.id })).toBeNull()
    const [deed] = await done(boss, 'auditLog')
    expect(deed).toMatchObject({ action: 'deleteUser', subject: `user ${ana.id}` })
  })
})

/** Every row of every table, as text. */
async function everything({ db }: TestServer): Promise<string> {
  const rows: unknown[] = []
  for (const { name } of await db.query.introspection.getTables()) {
    const found = await sql`select * from ${sql.table(name)}`.execute(db.query)
    rows.push(...found.rows)
  }
  return JSON.stringify(rows)
}

test('the end of an account leaves nothing large to one statement, in which SQLite answers nobody', async () => {
  await using house = await start(sqlite)
  const { ana, ben, server } = house
  const items = Array.from({ length: 2_500 }, (_, n) => ({ name: `Item ${n}` }))
  const made = { name: 'Long', items }
  const list = await done(ana, 'createShoppingList', made, { select: 'id items { id }' })
  await befriend(ana, ben)
  await shareWith(ana, list.id, [[ben, 'VIEW']])
  const ids = list.items.map(({ id }: { id: string }) => id)
  await done(ana, 'deleteByIdsItem', { ids: ids.slice(0, 1_200) })
  await server.db.query
    .insertInto('request')
    .values(
      Array.from({ length: 2_500 }, (_, n) => ({
        ...{ user_id: ana.id, token: `edit-${n}`, operation_hash: '', answer: '{}' },
        ...{ trace: null, list_id: null, created_at: server.clock.now().toISOString() },
      })),
    )
    .execute()
  for (const [table, owner, left] of [
    ['shopping_list', 'list_id = old.id', ['item', 'item_gone', 'activity']],
    ['user', 'user_id = old.id', ['request']],
  ] as const) {
    for (const rest of left) {
      await sql`
        create trigger ${sql.raw(`left_in_${rest}`)} before delete on ${sql.table(table)}
        when exists (select 1 from ${sql.table(rest)} where ${sql.raw(owner)})
        begin select raise(abort, 'Something is left.'); end
      `.execute(server.db.query)
    }
  }
  await done(ana, 'deleteUser', { id: ana.id, password: ana.password })
  expect(await everything(server)).not.toContain('Item 1')
  const traces = server.db.query.selectFrom('single_use_token').where('purpose', '=', 'id-gone')
  // Of each item, and of who had the list.
  expect(await traces.selectAll().execute()).toHaveLength(2_501)
})

describeOnPostgres('A new name', engine => {
  test('is told to whoever becomes a friend in that moment', async () => {
    await using house = await start(engine)
    const { server, ana, ben } = house
    const { account } = await done(ben, 'changes', { known: [] })
    const befriending = await holdRows(server, async tx => {
      const writer = { db: tx, now: server.clock.now().toISOString(), moved: createMoved() }
      await befriendByInvite({ ...writer, viewer: { id: ben.id, role: 'SILVER' } }, ana.id, ben.id)
    })
    const naming = done(ana, 'updateUserBasics', { id: ana.id, firstName: 'Anna' })
    await untilSomebodyWaits(server)
    await befriending.release()
    await naming
    // What Ben's device was told of the friendship had the name of before.
    const known = [{ id: 'account', revision: account.revision + 1 }]
    const after = await done(ben, 'changes', { known })
    expect(after.account?.friends).toMatchObject([{ friendUser: { firstName: 'Anna' } }])
  })

  test('that is taken back while another device sets it is told to friends', async () => {
    await using house = await start(engine)
    const { server, ana, ben } = house
    await befriend(ana, ben)
    const { firstName } = await done(ana, 'getUserById', { id: ana.id })
    const setting = await holdRows(server, async tx => {
      await tx.updateTable('user').set({ first_name: 'Anna' }).where('id', '=', ana.id).execute()
    })
    const { account } = await done(ben, 'changes', { known: [] })
    const takingBack = done(ana, 'updateUserBasics', { id: ana.id, firstName })
    await untilSomebodyWaits(server)
    await setting.release()
    await takingBack
    const known = [{ id: 'account', revision: account.revision }]
    const after = await done(ben, 'changes', { known })
    expect(after.account?.friends).toMatchObject([{ friendUser: { firstName } }])
  })
})
