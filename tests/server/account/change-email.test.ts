/** Another address for an account: proven by the link that goes there, told to the one of before. */
import { expect, test } from 'vitest'
import { befriend } from '../../support/friends.ts'
import { ana, byAna, openMailStage, tokenIn } from '../../support/mail-stage.ts'
import { done } from '../../support/server/api.ts'
import { describeOnPostgres } from '../../support/server/engines.ts'
import { holdRows, untilSomebodyWaits } from '../../support/server/held-rows.ts'
import { describeEachEngine, startTestServer, type TestUser } from '../../support/server/server.ts'
import { userCommand } from '../../support/server/user-command.ts'

const wanted = 'ana.new@example.org'

describeEachEngine('Change of address', engine => {
  test('the link changes it, once, and the address of before is told', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink, post } = stage
    const browser = await stage.proven()
    server.clock.advance({ minutes: 61 })
    expect(await post('/auth/change-email', { email: wanted }, browser)).toEqual({
      success: false,
      reason: 'CONFIRM',
      message: 'Confirm that it is you, then try again.',
    })
    expect(await post('/auth/confirm', { password: 'not hers' }, browser)).toMatchObject({
      success: false,
      field: 'password',
    })
    expect(await post('/auth/confirm', { password: ana.password }, browser)).toMatchObject({
      success: true,
    })
    const asked = await post('/auth/change-email', { email: ` ${wanted} ` }, browser)
    expect(asked).toMatchObject({ success: true, message: expect.stringContaining(wanted) })
    expect(sink.newest(ana.email).subject).toBe('Your email is about to change')
    expect(sink.newest(ana.email).text).toContain(wanted)
    expect((await browser.get('/auth/status')).body).toMatchObject({ user: { email: ana.email } })

    const token = tokenIn(sink.newest(wanted))
    const opened = await Promise.all(
      [1, 2].map(() => server.client().post('/auth/verify-new-email', { token })),
    )
    expect(opened.map(({ body }) => body.success).sort()).toEqual([false, true])
    await server.app.jobs.drain()
    const user = { email: wanted }
    // Whoever was signed in still is, and the link signed nobody in.
    expect((await browser.get('/auth/status')).body).toMatchObject({ success: true, user })
    expect((await browser.get('/auth/status')).body).not.toHaveProperty('askToVerifyEmail')
    expect(sink.newest(ana.email).subject).toBe('Your email was changed')
    expect(await post('/auth/login', byAna)).toMatchObject({ success: false })
    const login = { ...byAna, username: wanted }
    expect(await post('/auth/login', login)).toMatchObject({ success: true, user })
    expect(await post('/auth/verify-new-email', { token })).toEqual({
      success: false,
      reason: 'USED',
      message:
        'This link was used already. Sign in with the new email, or ask for a new link in your account settings if they still show the old one.',
    })
  })

  test('each link that does not work has its own next step', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink, post } = stage
    const browser = await stage.proven()
    await post('/auth/change-email', { email: wanted }, browser)
    const first = tokenIn(sink.newest(wanted))
    await post('/auth/change-email', { email: 'other@example.org' }, browser)
    // The newest alone counts.
    expect(await post('/auth/verify-new-email', { token: first })).toMatchObject({ reason: 'USED' })
    for (const token of ['', 'nonsense', first.slice(1)]) {
      expect(await post('/auth/verify-new-email', { token })).toMatchObject({ reason: 'UNKNOWN' })
    }
    // A link that was made for something else.
    expect(
      await post('/auth/reset-password', {
        token: tokenIn(sink.newest('other@example.org')),
        newPassword: 'six green paper boats',
      }),
    ).toMatchObject({ success: false, reason: 'UNKNOWN' })
    server.clock.advance({ days: 1, minutes: 1 })
    const late = tokenIn(sink.newest('other@example.org'))
    expect(await post('/auth/verify-new-email', { token: late })).toMatchObject({
      reason: 'EXPIRED',
      message: expect.stringContaining('account settings'),
    })
    expect((await browser.get('/auth/status')).body).toMatchObject({ user: { email: ana.email } })
  })

  test('an address that somebody has gets the same answer, and its holder a mail', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink, post } = stage
    const browser = await stage.proven()
    await stage.proven({ email: 'eve@example.org', firstName: 'Eve' })
    const answers = []
    for (const email of ['eve@example.org', 'free@example.org']) {
      const answer = await post('/auth/change-email', { email }, browser)
      answers.push(JSON.stringify(answer).replaceAll(email, 'X'))
    }
    expect(answers[0]).toBe(answers[1])
    expect(sink.newest('eve@example.org').subject).toBe('You have an account already')
    // Free when it was asked for, and taken by the time that the link is opened.
    const token = tokenIn(sink.newest('free@example.org'))
    await stage.proven({ email: 'free@example.org', firstName: 'Fay' })
    expect(await post('/auth/verify-new-email', { token })).toMatchObject({ reason: 'TAKEN' })
    // One that nobody proved is nobody's.
    server.clock.advance({ minutes: 121 })
    await post('/auth/signup', { ...ana, email: 'loose@example.org' })
    await post('/auth/confirm', { password: ana.password }, browser)
    await post('/auth/change-email', { email: 'loose@example.org' }, browser)
    const loose = tokenIn(sink.newest('loose@example.org'))
    expect(await post('/auth/verify-new-email', { token: loose })).toMatchObject({ success: true })
    expect((await browser.get('/auth/status')).body).toMatchObject({
      user: { firstName: 'Ana', email: 'loose@example.org' },
    })
  })

  test('one that waits is told, and called off from any device without a proof', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink, post } = stage
    const browser = await stage.proven()
    const phone = server.client()
    await post('/auth/login', byAna, phone)
    const waiting = async () => (await phone.get('/auth/ways-in')).body.changingTo
    expect(await waiting()).toBeNull()
    await post('/auth/change-email', { email: wanted }, browser)
    expect(await waiting()).toBe(wanted)
    const token = tokenIn(sink.newest(wanted))
    server.clock.advance({ minutes: 61 })
    for (const _ of ['once', 'once more']) {
      expect(await post('/auth/change-email/cancel', {}, phone)).toEqual({
        success: true,
        message: `Your email stays ${ana.email}.`,
      })
      expect(await waiting()).toBeNull()
    }
    expect(await post('/auth/verify-new-email', { token })).toEqual({
      success: false,
      reason: 'USED',
      message:
        'This link does not work any more: the change was called off, or asked for anew. It left your email as it was. Ask for a new one in your account settings.',
    })
    expect((await server.client().post('/auth/change-email/cancel', {})).status).toBe(401)
  })

  test('one whose link was not opened in time, or found the address taken, waits no more', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink, post } = stage
    const browser = await stage.proven()
    const waiting = async () => (await browser.get('/auth/ways-in')).body.changingTo
    await post('/auth/change-email', { email: wanted }, browser)
    const token = tokenIn(sink.newest(wanted))
    await stage.proven({ email: wanted, firstName: 'Fay' })
    expect(await post('/auth/verify-new-email', { token })).toMatchObject({ reason: 'TAKEN' })
    expect(await waiting()).toBeNull()
    await post('/auth/change-email', { email: 'other@example.org' }, browser)
    expect(await waiting()).toBe('other@example.org')
    server.clock.advance({ days: 1, minutes: 61 })
    expect(await waiting()).toBeNull()
  })

  test('a new password ends the link that somebody else asked for, and a change the links of before', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink, post } = stage
    const browser = await stage.proven()
    await post('/auth/change-email', { email: wanted }, browser)
    const token = tokenIn(sink.newest(wanted))
    server.clock.advance({ minutes: 61 })
    await post('/auth/forgot-password', { email: ana.email })
    const reset = tokenIn(sink.newest(ana.email))
    const newPassword = 'six green paper boats'
    await post('/auth/reset-password', { token: reset, newPassword })
    expect(await post('/auth/verify-new-email', { token })).toMatchObject({ reason: 'USED' })

    await post('/auth/login', { username: ana.email, password: newPassword }, browser)
    server.clock.advance({ minutes: 61 })
    await post('/auth/confirm', { password: newPassword }, browser)
    await post('/auth/change-email', { email: wanted }, browser)
    await post('/auth/forgot-password', { email: ana.email })
    const late = tokenIn(sink.newest(ana.email))
    const again = tokenIn(sink.newest(wanted))
    expect(await post('/auth/verify-new-email', { token: again })).toMatchObject({ success: true })
    // The address of before may be somebody else's by now.
    expect(await post('/auth/reset-password', { token: late, newPassword })).toMatchObject({
      reason: 'USED',
    })
  })

  test.each(['a new password', 'a reset'])(
    '%s ends the link whose letter still waits',
    async by => {
      await using stage = await openMailStage(engine)
      const { server, sink, post } = stage
      const thief = await stage.proven()
      await post('/auth/forgot-password', { email: ana.email })
      const token = tokenIn(sink.newest(ana.email))
      // An address whose mails of this hour are used up, and one whose letter nobody queued yet.
      for (let times = 0; times < 4; times++) {
        await post('/auth/change-email', { email: wanted }, thief)
      }
      const sent = () => sink.mails.filter(({ to }) => !to.includes(ana.email))
      expect(sent()).toHaveLength(3)
      const newPassword = 'six green paper boats'
      if (by === 'a reset') {
        await thief.post('/auth/change-email', { email: wanted })
        const set = await server.client().post('/auth/reset-password', { token, newPassword })
        expect(set.body).toMatchObject({ success: true })
      } else {
        const own = server.client()
        const { user } = (await own.post('/auth/login', byAna)).body
        const args = { id: Object(user).id, currentPassword: ana.password, newPassword }
        await done(own, 'updateUserPassword', args, { select: 'id' })
      }
      await server.app.jobs.drain()
      server.clock.advance({ minutes: 61 })
      await server.app.jobs.drain()
      expect(sent()).toHaveLength(3)
      expect(await post('/auth/verify-new-email', { token: tokenIn(sink.newest(wanted)) })).toEqual(
        expect.objectContaining({ reason: 'USED' }),
      )
    },
  )

  test.each(['the device', 'all others', 'the desk', 'the terminal'])(
    'what a thief asked for ends with the thief: by %s',
    async by => {
      await using stage = await openMailStage(engine)
      const { server, sink, post } = stage
      const own = await stage.proven()
      const thief = server.client()
      await post('/auth/login', byAna, thief)
      await post('/auth/change-email', { email: wanted }, thief)
      const token = tokenIn(sink.newest(wanted))
      const { sessions } = (await own.get('/auth/sessions')).body
      const ended = (Array.isArray(sessions) ? sessions : []).find(({ current }) => !current)
      const { id } = Object((await own.get('/auth/status')).body.user)
      const ways: Readonly<Record<string, () => Promise<unknown>>> = {
        'the device': () => post('/auth/sessions/end', { id: ended.id }, own),
        'all others': () => post('/auth/sessions/end-others', {}, own),
        'the desk': () => post(`/auth/users/${id}/end-sessions`, {}, own),
        'the terminal': () => userCommand(server, `end-sessions ${ana.email}`),
      }
      await ways[by]?.()
      expect((await thief.get('/auth/status')).body).toEqual({ success: false })
      expect(await post('/auth/verify-new-email', { token })).toMatchObject({ reason: 'USED' })
    },
  )

  test('what a thief asked for ends before its letter was written, too', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink, post } = stage
    const own = await stage.proven()
    const thief = server.client()
    await post('/auth/login', byAna, thief)
    await thief.post('/auth/change-email', { email: wanted })
    await post('/auth/sessions/end-others', {}, own)
    expect(sink.mails.filter(({ to }) => to.includes(wanted))).toEqual([])
  })

  test('what a thief is asking for while they are signed out ends, too', async () => {
    await using stage = await openMailStage(engine)
    const { server, post } = stage
    const { db } = server
    const own = await stage.proven()
    const { id } = Object((await own.get('/auth/status')).body.user)
    const sessions = () => db.query.selectFrom('session').select('hash').execute()
    const before = (await sessions()).map(({ hash }) => hash)
    await post('/auth/login', byAna, server.client())
    const session = (await sessions()).find(({ hash }) => !before.includes(hash))?.hash ?? ''
    const ways: (() => Promise<unknown>)[] = [() => own.post('/auth/sessions/end-others', {})]
    // In a process of its own; on SQLite it would hold up this one.
    if (db.engine === 'postgres') ways.push(() => userCommand(server, `end-sessions ${ana.email}`))
    for (const [at, end] of ways.entries()) {
      const asking = await holdRows(server, async tx => {
        const locked = tx.updateTable('session').set({ browser: null })
        await locked.where('user_id', '=', id).execute()
        const moment = server.clock.now().toISOString()
        await tx
          .insertInto('single_use_token')
          .values({
            ...{ hash: `asked ${at}`, purpose: 'change-address', user_id: id, used_at: null },
            ...{ payload: JSON.stringify({ session, email: wanted }), created_at: moment },
            expires_at: '9999',
          })
          .execute()
      })
      const ending = end()
      await untilSomebodyWaits(server)
      await asking.release()
      await ending
      const left = db.query
        .selectFrom('single_use_token')
        .select('hash')
        .where('used_at', 'is', null)
      expect(await left.where('purpose', '=', 'change-address').execute()).toEqual([])
    }
  })

  test('what one asked for oneself stays where others are signed out', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink, post } = stage
    const own = await stage.proven()
    const other = server.client()
    await post('/auth/login', byAna, other)
    await post('/auth/change-email', { email: wanted }, own)
    const token = tokenIn(sink.newest(wanted))
    const { sessions } = (await own.get('/auth/sessions')).body
    const ended = (Array.isArray(sessions) ? sessions : []).find(({ current }) => !current)
    await post('/auth/sessions/end', { id: ended.id }, own)
    await post('/auth/sessions/end-others', {}, own)
    expect((await other.get('/auth/status')).body).toEqual({ success: false })
    expect(await post('/auth/verify-new-email', { token })).toMatchObject({ success: true })
  })

  test('no letter that waits for the address of before opens the account', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink, post } = stage
    const browser = await stage.proven()
    server.clock.advance({ minutes: 61 })
    await post('/auth/confirm', { password: ana.password }, browser)
    await post('/auth/change-email', { email: wanted }, browser)
    const token = tokenIn(sink.newest(wanted))
    const resets = () => sink.mails.filter(({ subject }) => subject === 'Set a new password')
    for (let times = 0; times < 4; times++) {
      await post('/auth/forgot-password', { email: ana.email })
    }
    expect(resets()).toHaveLength(3)
    const [waiting] = await server.db.query.selectFrom('job').selectAll().execute()
    if (!waiting) throw new Error('No letter waits.')
    expect(await post('/auth/verify-new-email', { token })).toMatchObject({ success: true })
    // One that was on its way to be queued.
    await server.db.query
      .insertInto('job')
      .values({ ...waiting, key: null })
      .execute()
    server.clock.advance({ minutes: 61 })
    await server.app.jobs.drain()
    expect(sink.newest(ana.email).subject).toBe('Your email was changed')
    expect(resets()).toHaveLength(3)
  })

  test('the warning comes at once, though strangers have used up the mails of the hour', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink, post } = stage
    const thief = await stage.proven()
    for (let times = 0; times < 4; times++) {
      await post('/auth/forgot-password', { email: ana.email })
    }
    await thief.post('/auth/change-email', { email: wanted })
    await server.app.jobs.drain()
    expect(sink.newest(wanted).subject).toBe('Is this your new email?')
    expect(sink.newest(ana.email).subject).toBe('Your email is about to change')
  })

  test('without mail it changes at once, a taken one is refused, and friends see the new one', async () => {
    await using server = await startTestServer(engine)
    const user = await server.buildUser()
    const ben = await server.buildUser({ firstName: 'Ben' })
    await befriend(user, ben)
    const change = async (email: unknown) => (await user.post('/auth/change-email', { email })).body
    expect(await change(ben.email.toUpperCase())).toMatchObject({ success: false, field: 'email' })
    for (const email of ['', 'no address', 'ana\u200b@example.org', 7, user.email]) {
      expect(await change(email)).toMatchObject({ success: false, field: 'email' })
    }
    expect(await change('Ana+shop@Example.org')).toMatchObject({ success: true })
    const friends = await ben.graphql('query { getAllFriend { friendUser { email } } }')
    expect(friends.data.getAllFriend).toEqual([{ friendUser: { email: 'Ana+shop@Example.org' } }])
    const login = { username: 'ana+shop@example.org', password: user.password }
    expect((await server.client().post('/auth/login', login)).body).toMatchObject({ success: true })
    // A request by the new address reaches the account.
    const eve = await server.buildUser({ firstName: 'Eve' })
    await done(eve, 'sendFriendRequestByEmail', { email: 'ana+shop@example.org' })
    const asked = await user.graphql('query { getAllFriend { id } }')
    expect(asked.data.getAllFriend).toHaveLength(2)
  })

  test('of people who claim one address at once, one has it, and the others hear why not', async () => {
    await using server = await startTestServer(engine)
    const people = await Promise.all([1, 2, 3, 4].map(() => server.buildUser()))
    const answers = await Promise.all(
      people.map(person => person.post('/auth/change-email', { email: 'home@example.org' })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    for (const { body } of answers) if (!body.success) expect(body.field).toBe('email')
  })

  test('is had while all friends get one, too, and nobody waits for each other', async () => {
    await using server = await startTestServer(engine)
    const friends = await Promise.all(
      ['Ana', 'Ben', 'Cleo', 'Dora'].map(firstName => server.buildUser({ firstName })),
    )
    for (const [at, one] of friends.entries()) {
      for (const other of friends.slice(at + 1)) await befriend(one, other)
    }
    async function change(one: TestUser) {
      for (let times = 0; times < 5; times += 1) {
        const email = `${one.id}-${times}@example.org`
        const { body } = await one.post('/auth/change-email', { email })
        expect(body).toMatchObject({ success: true })
      }
    }
    await Promise.all(friends.map(change))
  })

  test('strangers, and who did not confirm, change nothing', async () => {
    await using server = await startTestServer(engine)
    const user = await server.buildUser()
    server.clock.advance({ minutes: 11 })
    const calls = [
      'change-email',
      'second-step',
      'provider/link',
      'provider/unlink',
      'passkey/register-options',
      'passkey/register',
      'passkey/remove',
    ]
    for (const call of calls) {
      const { body, status } = await user.post(`/auth/${call}`, { email: wanted, required: true })
      expect([call, status, body.reason]).toEqual([call, 200, 'CONFIRM'])
      expect((await server.client().post(`/auth/${call}`, {})).status).toBe(401)
    }
    expect((await server.client().get('/auth/ways-in')).status).toBe(401)
    expect((await server.client().post('/auth/confirm', { password: 'x' })).status).toBe(401)
    expect((await user.post('/auth/confirm', {})).body).toMatchObject({ field: 'password' })
    for (let round = 0; round < 10; round++) await user.post('/auth/confirm', { password: 'no' })
    const { status, headers } = await user.post('/auth/confirm', { password: user.password })
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
  })
})

describeOnPostgres('An address that nobody has proven', engine => {
  test('is no longer free where its own link is followed at that moment', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink, post } = stage
    const browser = await stage.proven()
    const email = 'lou@example.org'
    await post('/auth/signup', { ...ana, email, firstName: 'Lou' })
    await post('/auth/change-email', { email }, browser)
    const token = tokenIn(sink.newest(email))
    const verified_at = server.clock.now().toISOString()
    const proving = await holdRows(server, async tx => {
      await tx.updateTable('user').set({ verified_at }).where('email', '=', email).execute()
    })
    const followed = server.client().post('/auth/verify-new-email', { token })
    await untilSomebodyWaits(server)
    await proving.release()
    expect((await followed).body).toMatchObject({ success: false, reason: 'TAKEN' })
    const people = await server.db.query
      .selectFrom('user')
      .select(['first_name', 'email'])
      .execute()
    expect(people).toContainEqual({ first_name: 'Lou', email })
  })
})
