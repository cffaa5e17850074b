/** Accounts where a mail server is configured: nobody signs in before the mailed link was followed. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { retryJobs } from '../../../server/doctor/data.ts'
import { ana, byAna, openMailStage, origin, tokenIn } from '../../support/mail-stage.ts'
import { call, done } from '../../support/server/api.ts'
import { describeOnPostgres } from '../../support/server/engines.ts'
import { holdRows, untilSomebodyWaits } from '../../support/server/held-rows.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestClient,
} from '../../support/server/server.ts'
import { startSmtpSink } from '../../support/server/smtp.ts'
import { userCommand } from '../../support/server/user-command.ts'

const friendsOf = async (browser: TestClient) =>
  (await browser.graphql('query { getAllFriend { myStatus } }')).data.getAllFriend

const told = {
  success: true,
  message:
    'Look into your mail: we sent you a link. Open it on this device, and you are signed in.',
}

describeEachEngine('accounts with mail', engine => {
  test('the mailed link opens the account, signs in, and works once', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink, post } = stage
    const browser = server.client()
    expect(await post('/auth/signup', ana, browser)).toEqual(told)
    expect((await browser.get('/auth/status')).body).toEqual({ success: false })
    const unverified = {
      success: false,
      reason: 'UNVERIFIED',
      message:
        'Your email is not verified yet. Open the link that we sent you, or let us send a new one.',
    }
    expect(await post('/auth/login', byAna)).toEqual(unverified)
    const wrong = {
      success: false,
      message: 'Email or password is wrong. Check both and try again.',
    }
    expect(await post('/auth/login', { ...byAna, password: 'not hers' })).toEqual(wrong)

    const mail = sink.newest(ana.email)
    expect(mail.subject).toBe('Verify your email')
    expect(sink.mails).toHaveLength(1)
    const elsewhere = server.client()
    const verifyEmailToken = tokenIn(mail)
    expect(await post('/auth/verify-user', { verifyEmailToken }, elsewhere)).toMatchObject({
      success: true,
      message: 'Email verified.',
      user: { firstName: 'Ana', email: ana.email, role: 'ADMIN' },
    })
    expect((await elsewhere.get('/auth/status')).body).toMatchObject({ success: true })
    expect((await elsewhere.get('/auth/status')).body).not.toHaveProperty('askToVerifyEmail')
    expect(await post('/auth/verify-user', { token: verifyEmailToken })).toEqual({
      success: false,
      reason: 'USED',
      message: 'This link was used already. If you cannot sign in, let us send a new link.',
    })
    expect(await post('/auth/login', byAna)).toMatchObject({ success: true })
  })

  test('of two who follow one link at once one succeeds', async () => {
    await using stage = await openMailStage(engine)
    const { sink, post } = stage
    await post('/auth/signup', ana)
    const verifyEmailToken = tokenIn(sink.newest(ana.email))
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => post('/auth/verify-user', { verifyEmailToken })),
    )
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.filter(({ reason }) => reason === 'USED')).toHaveLength(3)
  })

  test('nothing is said of who exists: the same bytes for what is free, taken and unproven', async () => {
    await using stage = await openMailStage(engine)
    const { server } = stage
    await stage.proven()
    await stage.post('/auth/signup', { ...ana, email: 'bo@example.org' })
    async function ask(path: string, body: (email: string) => object) {
      const texts = []
      for (const email of ['ana@example.org', 'bo@example.org', 'nobody@example.org']) {
        const browser = server.client()
        await browser.get('/csrftoken')
        const { status, text, headers } = await browser.post(path, body(email))
        texts.push(JSON.stringify([status, text, [...headers.keys()].sort()]))
      }
      expect(new Set(texts).size, path).toBe(1)
    }
    await ask('/auth/signup', email => ({ ...ana, email }))
    await ask('/auth/forgot-password', email => ({ email }))
    await ask('/auth/resend-verification-email', email => ({ email }))
    await ask('/auth/login', username => ({ username, password: 'not the password' }))
    await ask('/auth/unlock-account', () => ({ token: 'nonsense', otp: '123456' }))
  })

  test('an owner hears that their address was tried, and nothing of the account changes', async () => {
    await using stage = await openMailStage(engine)
    const { sink, post } = stage
    await stage.proven()
    expect(
      await post('/auth/signup', { ...ana, password: 'somebody else', firstName: 'Eve' }),
    ).toEqual(told)
    expect(sink.newest(ana.email).subject).toBe('You have an account already')
    expect(await post('/auth/login', byAna)).toMatchObject({ user: { firstName: 'Ana' } })
    const stranger = { ...byAna, password: 'somebody else' }
    expect(await post('/auth/login', stranger)).toMatchObject({ success: false })
  })

  test('whoever signs up first with a strange address gets nothing of its owner', async () => {
    await using stage = await openMailStage(engine)
    const { sink, post, server } = stage
    await post('/auth/signup', { ...ana, firstName: 'Eve', password: 'known to eve' })
    const own = server.client()
    await post('/auth/signup', ana, own)
    const link = tokenIn(sink.newest(ana.email))
    // The link of her own sign-up brings her own name and password.
    expect(await post('/auth/verify-user', { verifyEmailToken: link }, own)).toMatchObject({
      user: { firstName: 'Ana' },
    })
    expect(await post('/auth/login', { ...byAna, password: 'known to eve' })).toMatchObject({
      success: false,
    })
    expect(await post('/auth/login', byAna)).toMatchObject({ success: true })

    // And where links were lost, a new one sets a new password.
    const bo = { ...ana, email: 'bo@example.org' }
    await post('/auth/signup', { ...bo, password: 'known to eve' })
    await post('/auth/signup', bo)
    await post('/auth/resend-verification-email', { email: bo.email })
    expect(sink.newest(bo.email).subject).toBe('Set a new password')
    expect(
      await server.db.query
        .selectFrom('user')
        .select('password_hash')
        .where('email', '=', bo.email)
        .execute(),
    ).toEqual([{ password_hash: '' }])
  })

  test('the link of a stranger’s sign-up brings neither their password nor their invitation', async () => {
    await using stage = await openMailStage(engine)
    const { sink, post, server } = stage
    const eve = await stage.proven({ email: 'eve@example.org', firstName: 'Eve' })
    const { inviteId } = Object((await eve.get('/auth/status')).body.user)
    const byEve = { ...ana, password: 'known to eve', inviteId, addFriend: true }
    await post('/auth/signup', byEve)
    const link = tokenIn(sink.newest(ana.email))
    const own = server.client()
    await post('/auth/signup', ana, own)
    expect(await post('/auth/verify-user', { verifyEmailToken: link }, own)).toMatchObject({
      success: true,
      message:
        'Email verified. Your account has no password yet: set one in your account settings.',
      reason: 'NO_PASSWORD',
      user: { email: ana.email },
    })
    for (const password of ['known to eve', ana.password]) {
      expect(await post('/auth/login', { ...byAna, password })).toMatchObject({ success: false })
    }
    // It is hers by the link: she sets a password of her own.
    expect((await own.get('/auth/ways-in')).body).toMatchObject({ password: false })
    await post('/auth/resend-verification-email', { email: ana.email })
    expect(sink.newest(ana.email).subject).toBe('Set a new password')
    const friends = await server.db.query.selectFrom('friend').select('user_id').execute()
    expect(friends).toEqual([])
  })

  test('of two sign-ups the link keeps its password in its own browser, of one in every other', async () => {
    await using stage = await openMailStage(engine)
    const { sink, post, server } = stage
    const phone = server.client()
    await post('/auth/signup', ana)
    await post('/auth/verify-user', { verifyEmailToken: tokenIn(sink.newest(ana.email)) }, phone)
    expect((await phone.get('/auth/ways-in')).body).toMatchObject({ password: true })
    expect(await post('/auth/login', byAna)).toMatchObject({ success: true })

    const bo = { ...ana, email: 'bo@example.org' }
    const desktop = server.client()
    await post('/auth/signup', bo, desktop)
    const link = tokenIn(sink.newest(bo.email))
    await post('/auth/signup', { ...bo, password: 'known to eve' })
    await post('/auth/verify-user', { verifyEmailToken: link }, desktop)
    expect((await desktop.get('/auth/ways-in')).body).toMatchObject({ password: true })
    const byBo = { username: bo.email, password: bo.password }
    expect(await post('/auth/login', byBo)).toMatchObject({ success: true })
  })

  test.each([
    ['the first letter', 0, true],
    ['the second letter', 1, true],
    ['the first letter, which waited', 0, false],
    ['the second letter, which waited', 1, false],
  ] as const)(
    'of two sign-ups in one browser %s brings the newest password, and the invitation, on any device',
    async (_, index, isMailed) => {
      await using stage = await openMailStage(engine)
      const { sink, post, server } = stage
      const host = await stage.proven({ email: 'bo@example.org', firstName: 'Bo' })
      const { inviteId } = Object((await host.get('/auth/status')).body.user)
      const desktop = server.client()
      const person = { ...ana, inviteId, addFriend: true }
      await desktop.post('/auth/signup', { ...person, password: 'a lost answer' })
      if (isMailed) await server.app.jobs.drain()
      server.clock.advance({ minutes: 1 })
      await post('/auth/signup', person, desktop)
      const letters = sink.mails.filter(({ to }) => to.includes(ana.email))
      expect(letters).toHaveLength(2)
      const [verifyEmailToken] = letters.slice(index).map(tokenIn)
      const phone = server.client()
      expect(await post('/auth/verify-user', { verifyEmailToken }, phone)).toMatchObject({
        success: true,
        message: 'Email verified.',
      })
      expect(await friendsOf(phone)).toEqual([{ myStatus: 'ACCEPTED' }])
      expect(await post('/auth/login', { ...byAna, password: 'a lost answer' })).toMatchObject({
        success: false,
      })
      expect(await post('/auth/login', byAna)).toMatchObject({ success: true })
    },
  )

  test('two sign-ups in one browser bring no password where another one came between', async () => {
    await using stage = await openMailStage(engine)
    const { sink, post, server } = stage
    const desktop = server.client()
    await post('/auth/signup', ana, desktop)
    await post('/auth/signup', { ...ana, password: 'known to eve' })
    await post('/auth/signup', ana, desktop)
    const phone = server.client()
    const verifyEmailToken = tokenIn(sink.newest(ana.email))
    await post('/auth/verify-user', { verifyEmailToken }, phone)
    expect((await phone.get('/auth/ways-in')).body).toMatchObject({ password: false })
  })

  test('a new verification mail is sent, and the links before it go on working', async () => {
    await using stage = await openMailStage(engine)
    const { sink, post } = stage
    await post('/auth/signup', ana)
    const first = tokenIn(sink.newest(ana.email))
    await post('/auth/resend-verification-email', { email: 'ANA@example.org' })
    expect(sink.mails).toHaveLength(2)
    const second = tokenIn(sink.newest(ana.email))
    expect(second).not.toBe(first)
    expect(await post('/auth/verify-user', { token: first })).toMatchObject({ success: true })
    expect(await post('/auth/verify-user', { token: second })).toMatchObject({ reason: 'USED' })
    // Whoever lost the answer of a link that worked waits for no mail in vain.
    await post('/auth/resend-verification-email', { email: ana.email })
    expect(sink.mails).toHaveLength(3)
    expect(sink.newest(ana.email).subject).toBe('You have an account already')
  })

  test('a link that somebody else follows on this browser proves and does not sign in', async () => {
    await using stage = await openMailStage(engine)
    const { sink, post } = stage
    const bo = await stage.proven({ email: 'bo@example.org', firstName: 'Bo' })
    await post('/auth/signup', ana)
    const verifyEmailToken = tokenIn(sink.newest(ana.email))
    expect(await post('/auth/verify-user', { verifyEmailToken }, bo)).toEqual({
      success: true,
      message: 'Email verified.',
    })
    expect((await bo.get('/auth/status')).body).toMatchObject({ user: { firstName: 'Bo' } })
    expect(await post('/auth/login', byAna)).toMatchObject({ success: true })
  })

  test('an address that nobody proved for seven days is free again', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink, post } = stage
    await post('/auth/signup', ana)
    const old = tokenIn(sink.newest(ana.email))
    server.clock.advance({ days: 7, minutes: 1 })
    expect(await post('/auth/verify-user', { verifyEmailToken: old })).toMatchObject({
      reason: 'EXPIRED',
    })
    const { purgeUnproven } = await import('../../../server/auth/users.ts')
    expect(await purgeUnproven(server.db, server.clock.now())).toBe(1)
    expect(await server.db.query.selectFrom('user').select('id').execute()).toEqual([])
    // Its link is too old, and not one that was never sent; what it carried is gone.
    expect(await post('/auth/verify-user', { verifyEmailToken: old })).toEqual({
      success: false,
      reason: 'EXPIRED',
      message:
        'This link is too old. If you cannot sign in, let us send a new link, or sign up again if you did so more than a week ago.',
    })
    const links = server.db.query.selectFrom('single_use_token').select(['user_id', 'payload'])
    expect(await links.execute()).toEqual([{ user_id: null, payload: null }])
    const { purgeTokens } = await import('../../../server/tokens/tokens.ts')
    server.clock.advance({ days: 30 })
    expect(await purgeTokens(server.db, server.clock.now())).toBe(1)
    await stage.proven({ firstName: 'Another' })
    server.clock.advance({ days: 30 })
    expect(await purgeUnproven(server.db, server.clock.now())).toBe(0)
  })

  test('a role that was given before the link was followed stays', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink, post } = stage
    const admin = await stage.proven({ email: 'ada@example.org' })
    await post('/auth/signup', ana)
    const known = await server.db.query
      .selectFrom('user')
      .select('id')
      .where('email', '=', ana.email)
      .executeTakeFirstOrThrow()
    await post(`/auth/users/${known.id}/role`, { role: 'SUPPORTL1' }, admin)
    const verifyEmailToken = tokenIn(sink.newest(ana.email))
    expect(await post('/auth/verify-user', { verifyEmailToken })).toMatchObject({
      user: { role: 'SUPPORTL1' },
    })
  })

  test('an account stays while a link to it works or waits, however old it is', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink, post } = stage
    const { purgeUnproven } = await import('../../../server/auth/users.ts')
    await post('/auth/signup', ana)
    server.clock.advance({ days: 6, minutes: 23 * 60 })
    sink.refuse(451)
    await post('/auth/signup', ana)
    server.clock.advance({ minutes: 120 })
    expect(await purgeUnproven(server.db, server.clock.now())).toBe(0)
    sink.refuse(undefined)
    await server.app.jobs.drain()
    server.clock.advance({ days: 6 })
    expect(await purgeUnproven(server.db, server.clock.now())).toBe(0)
    const verifyEmailToken = tokenIn(sink.newest(ana.email))
    expect(await post('/auth/verify-user', { verifyEmailToken })).toMatchObject({ success: true })
  })

  test('a forgotten password: the link carries an invitation on, and nothing that cannot be one', async () => {
    await using stage = await openMailStage(engine)
    const { sink, post } = stage
    await stage.proven()
    async function linkWith(inviteId: string) {
      await post('/auth/forgot-password', { email: ana.email, inviteId })
      return /https:\S+reset-password\S+/.exec(sink.newest(ana.email).text)?.[0]
    }
    expect(await linkWith('ab&c=1')).toMatch(/\?token=[\w-]{43}&inviteId=ab%26c%3D1$/)
    expect(await linkWith('two words')).toMatch(/\?token=[\w-]{43}$/)
  })

  test('a forgotten password: the link sets a new one once, and ends every session', async () => {
    await using stage = await openMailStage(engine)
    const { sink, post, server } = stage
    const browser = await stage.proven()
    expect(await post('/auth/forgot-password', { email: 'Ana@Example.org' })).toEqual({
      success: true,
      message:
        'If there is an account with this email, a mail with a link is on its way. Look into your mail, also where unwanted mail goes.',
    })
    const mail = sink.newest(ana.email)
    expect(mail.subject).toBe('Set a new password')
    const token = tokenIn(mail)
    const reset = (newPassword: string) => post('/auth/reset-password', { token, newPassword })
    expect(await reset('short')).toEqual({
      success: false,
      field: 'newPassword',
      message: 'Password is too short: at least 8 characters are needed.',
    })
    const answers = await Promise.all([reset('a green scooter'), reset('a green scooter')])
    expect(answers.filter(({ success }) => success)).toEqual([
      { success: true, message: 'Your new password is set. Sign in with it.' },
    ])
    expect(answers.filter(({ reason }) => reason === 'USED')).toHaveLength(1)
    expect((await browser.get('/auth/status')).body).toEqual({ success: false })
    expect(sink.newest(ana.email).subject).toBe('Your password was changed')
    expect(await post('/auth/login', byAna)).toMatchObject({ success: false })
    const signedIn = await post('/auth/login', { ...byAna, password: 'a green scooter' })
    expect(signedIn).toMatchObject({ success: true })

    server.clock.advance({ minutes: 61 })
    await post('/auth/forgot-password', { email: ana.email })
    const late = tokenIn(sink.newest(ana.email))
    server.clock.advance({ minutes: 60 })
    expect(
      await post('/auth/reset-password', { token: late, newPassword: 'a third one here' }),
    ).toEqual({
      success: false,
      reason: 'EXPIRED',
      message: 'This link is too old. Ask for a new link with "Forgot password?".',
    })
  })

  test('a new password ends the link that would sign in without one', async () => {
    await using stage = await openMailStage(engine)
    const { sink, post, server } = stage
    await stage.proven()
    // As an account from before mail was configured, which is asked to prove its address.
    const before = { must_verify: 0, verified_at: null }
    await server.db.query.updateTable('user').set(before).execute()
    await post('/auth/resend-verification-email', { email: ana.email })
    const verifyEmailToken = tokenIn(sink.newest(ana.email))
    await post('/auth/forgot-password', { email: ana.email })
    const token = tokenIn(sink.newest(ana.email))
    await post('/auth/reset-password', { token, newPassword: 'a green scooter' })
    const stranger = server.client()
    expect(await post('/auth/verify-user', { verifyEmailToken }, stranger)).toMatchObject({
      reason: 'USED',
    })
    expect((await stranger.get('/auth/status')).body).toEqual({ success: false })
  })

  test('so does one that is set by the old one', async () => {
    await using stage = await openMailStage(engine)
    const { sink, post, server } = stage
    const browser = await stage.proven()
    const before = { must_verify: 0, verified_at: null }
    await server.db.query.updateTable('user').set(before).execute()
    await post('/auth/resend-verification-email', { email: ana.email })
    const verifyEmailToken = tokenIn(sink.newest(ana.email))
    const { id } = Object((await browser.get('/auth/status')).body.user)
    await done(browser, 'updateUserPassword', {
      ...{ id, currentPassword: ana.password, newPassword: 'a green scooter' },
    })
    const stranger = server.client()
    expect(await post('/auth/verify-user', { verifyEmailToken }, stranger)).toMatchObject({
      reason: 'USED',
    })
    expect((await stranger.get('/auth/status')).body).toEqual({ success: false })
  })

  test('a mail that was refused for good keeps none of its kind from leaving later', async () => {
    await using stage = await openMailStage(engine)
    const { sink, post, server } = stage
    await stage.proven()
    const forget = () => post('/auth/forgot-password', { email: ana.email })
    const sent = () => sink.mails.filter(({ subject }) => subject === 'Set a new password')
    sink.refuse(550)
    await forget()
    sink.refuse(undefined)
    await forget()
    expect(sent()).toHaveLength(1)
    // Whoever runs the server tries the refused one again, and the one that waits.
    await server.app.jobs.drain()
    sink.refuse(451)
    await forget()
    expect(await retryJobs(server.db, server.clock.now())).toBe(2)
    sink.refuse(undefined)
    server.clock.advance({ minutes: 61 })
    await server.app.jobs.drain()
    expect(sent()).toHaveLength(3)
    const token = tokenIn(sink.newest(ana.email))
    const newPassword = 'a green scooter'
    expect(await post('/auth/reset-password', { token, newPassword })).toMatchObject({
      success: true,
    })
  })

  test('no mail that others ask for keeps the link of a forgotten password waiting', async () => {
    await using stage = await openMailStage(engine)
    const { sink, post, server } = stage
    await stage.proven()
    const eve = await stage.proven({ email: 'eve@example.org', firstName: 'Eve' })
    for (let times = 0; times < 3; times += 1) {
      const { friend } = await done(eve, 'sendFriendRequestByEmail', { email: ana.email })
      await done(eve, 'deleteByIdFriend', { id: friend.id })
      await done(eve, 'sendFriendRequestByEmail', { email: ana.email })
      await server.app.jobs.drain()
      await post('/auth/signup', { ...ana, firstName: 'Eve' })
    }
    await post('/auth/forgot-password', { email: ana.email })
    const token = tokenIn(sink.newest(ana.email))
    expect(await post('/auth/reset-password', { token, newPassword: 'a green scooter' })).toEqual(
      expect.objectContaining({ success: true }),
    )
    // Nor is anybody's mailbox filled by links that others ask for.
    for (let times = 0; times < 5; times += 1) {
      await post('/auth/forgot-password', { email: ana.email })
    }
    const links = sink.mails.filter(({ subject }) => subject === 'Set a new password')
    expect(links).toHaveLength(3)
  })

  test('whose account was deleted is told so, by whomever it was, unless nobody proved the address', async () => {
    await using stage = await openMailStage(engine)
    const { sink, server } = stage
    const person = async (email: string) => {
      const browser = await stage.proven({ email })
      return { browser, email, id: Object((await browser.get('/auth/status')).body.user).id }
    }
    const boss = await person('boss@example.org')
    const own = await person('own@example.org')
    const byDesk = await person('desk@example.org')
    const byTerminal = await person('terminal@example.org')
    const unproven = await person('unproven@example.org')
    const letters = () => sink.mails.filter(({ subject }) => subject.includes('was deleted'))
    const asOld = server.db.query.updateTable('user').set({ verified_at: null })
    await asOld.where('id', '=', unproven.id).execute()
    server.clock.advance({ minutes: 1 })

    const { password } = ana
    await done(own.browser, 'deleteUser', { id: own.id, password })
    // Nothing else of the person waits with it.
    const jobs = await server.db.query.selectFrom('job').select(['payload', 'user_id']).execute()
    const at = server.clock.now().toISOString()
    const payload = JSON.stringify({ letter: 'account-deleted', to: own.email, data: { at } })
    expect(jobs).toEqual([{ payload, user_id: null }])

    for (const { id } of [byDesk, unproven])
      await done(boss.browser, 'deleteUser', { id, password })
    await userCommand(server, `delete ${byTerminal.email} ${byTerminal.email}`)
    await server.app.jobs.drain()
    const told = letters().map(({ to }) => to.join())
    expect(told.sort()).toEqual([byDesk, own, byTerminal].map(({ email }) => email))
    for (const { subject, text } of letters()) {
      expect(subject).toBe('Your Aisle account was deleted')
      expect(text).toContain(`was deleted on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`)
      expect(text).toContain(`${origin}/contact`)
      expect(text).not.toMatch(/Ana|Lind/)
    }
    expect(await server.db.query.selectFrom('job').selectAll().execute()).toEqual([])
  })

  test('a reset proves the address, too, and keeps the invitation', async () => {
    await using stage = await openMailStage(engine)
    const { sink, post, server } = stage
    const host = await stage.proven({ email: 'bo@example.org', firstName: 'Bo' })
    const { id, inviteId } = Object((await host.get('/auth/status')).body.user)
    await post('/auth/signup', { ...ana, inviteId, addFriend: true })
    await post('/auth/forgot-password', { email: ana.email })
    const token = tokenIn(sink.newest(ana.email))
    await post('/auth/reset-password', { token, newPassword: 'a green scooter' })
    const signedIn = await post('/auth/login', { ...byAna, password: 'a green scooter' })
    expect(signedIn).toMatchObject({ success: true, user: { role: 'SILVER' } })
    const friends = await server.db.query
      .selectFrom('friend')
      .select(['friend_user_id', 'my_status', 'friend_status'])
      .where('user_id', '=', Object(signedIn.user).id)
      .execute()
    expect(friends).toEqual([
      { friend_user_id: id, my_status: 'ACCEPTED', friend_status: 'ACCEPTED' },
    ])
  })

  test('ten wrong passwords bring a mail whose code unlocks, in five tries', async () => {
    await using stage = await openMailStage(engine)
    const { sink, server, post } = stage
    await stage.proven()
    const stranger = server.client({ address: '198.51.100.7' })
    const wrong = { ...byAna, password: 'not the password' }
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await stranger.post('/auth/login', wrong)).status).toBe(200)
    }
    await server.app.jobs.drain()
    const locked = await stranger.post('/auth/login', byAna)
    expect(locked.status).toBe(429)
    expect(locked.body.message).toBe(
      'Too many tries. Wait 15 minutes, then try again. Or use the link in the mail that we sent to this address.',
    )
    const mail = sink.newest(ana.email)
    expect(mail.subject).toBe('Too many wrong passwords')
    const otp = /Code: (\d{6})/.exec(mail.text)?.[1] ?? ''
    const token = tokenIn(mail)
    const other = otp === '000000' ? '000001' : '000000'
    const unlock = (code: string) => post('/auth/unlock-account', { token, otp: code })
    expect(await unlock('12')).toMatchObject({ field: 'otp' })
    for (let tries = 0; tries < 4; tries += 1) {
      expect(await unlock(other)).toMatchObject({ reason: 'WRONG_CODE', field: 'otp' })
    }
    expect(await unlock(otp)).toEqual({
      success: true,
      message: 'Unlocked. Sign in with your password.',
    })
    expect(await unlock(otp)).toMatchObject({
      reason: 'USED',
      message: expect.stringContaining('used already. Sign in;'),
    })
    expect((await stranger.post('/auth/login', byAna)).body).toMatchObject({ success: true })
    expect(
      JSON.stringify(await server.db.query.selectFrom('single_use_token').selectAll().execute()),
    ).not.toContain(otp)
  })

  test('five wrong codes, however many at once, and the right one no longer works', async () => {
    await using stage = await openMailStage(engine)
    const { sink, server, post } = stage
    await stage.proven()
    const stranger = server.client({ address: '198.51.100.7' })
    for (let tries = 0; tries < 10; tries += 1) {
      await stranger.post('/auth/login', { ...byAna, password: 'not the password' })
    }
    await server.app.jobs.drain()
    const mail = sink.newest(ana.email)
    const otp = /Code: (\d{6})/.exec(mail.text)?.[1] ?? ''
    const token = tokenIn(mail)
    const codes = Array.from({ length: 12 }, (_, index) => String(index).padStart(6, '9'))
    await Promise.all(codes.map(code => post('/auth/unlock-account', { token, otp: code })))
    expect(await post('/auth/unlock-account', { token, otp })).toEqual({
      success: false,
      reason: 'USED',
      message:
        'The code was wrong five times, so this link works no more. Wait until you may try again, or set a new password with "Forgot password?".',
    })
  })

  test('one mail unlocks every address that was locked while it waited', async () => {
    await using stage = await openMailStage(engine)
    const { sink, server, post } = stage
    await stage.proven()
    sink.refuse(451)
    const strangers = ['198.51.100.7', '198.51.100.8'].map(address => server.client({ address }))
    for (const stranger of strangers) {
      for (let tries = 0; tries < 10; tries += 1) {
        await stranger.post('/auth/login', { ...byAna, password: 'not the password' })
      }
      await server.app.jobs.drain()
    }
    sink.refuse(undefined)
    server.clock.advance({ minutes: 1 })
    await server.app.jobs.drain()
    const warnings = sink.mails.filter(({ subject }) => subject === 'Too many wrong passwords')
    expect(warnings).toHaveLength(1)
    const mail = sink.newest(ana.email)
    const otp = /Code: (\d{6})/.exec(mail.text)?.[1]
    expect(await post('/auth/unlock-account', { token: tokenIn(mail), otp })).toMatchObject({
      success: true,
    })
    for (const stranger of strangers) {
      expect((await stranger.post('/auth/login', byAna)).body).toMatchObject({ success: true })
    }
  })

  test('nobody locks somebody else out: browsers that were signed in before have tries of their own', async () => {
    await using stage = await openMailStage(engine)
    const { server } = stage
    const own = await stage.proven()
    await own.get('/auth/logout')
    const wrong = { ...byAna, password: 'not the password' }
    let address = 0
    async function tryElsewhere() {
      address += 1
      const stranger = server.client({ address: `198.51.100.${address}` })
      return (await stranger.post('/auth/login', wrong)).status
    }
    expect(await tryElsewhere()).toBe(200)
    // As after 98 tries from as many addresses.
    await server.db.query
      .updateTable('attempt')
      .set({ count: 98 })
      .where('key', 'like', 'sign-in-overall:%')
      .execute()
    const elsewhere = []
    for (let tries = 0; tries < 4; tries += 1) elsewhere.push(await tryElsewhere())
    // A bound over all addresses.
    expect(elsewhere).toEqual([200, 200, 429, 429])
    const fresh = server.client({ address: '203.0.113.9' })
    expect((await fresh.post('/auth/login', byAna)).status).toBe(429)
    expect((await own.post('/auth/login', byAna)).body).toMatchObject({ success: true })
    // Its own tries are counted, too.
    await own.get('/auth/logout')
    const answers = []
    for (let tries = 0; tries < 11; tries += 1) answers.push(await own.post('/auth/login', wrong))
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429])
    // No mail goes out for that: it names what helps.
    expect(answers.at(-1)?.body.message).toBe(
      'Too many tries. Wait 15 minutes, then try again. Or set a new password with "Forgot password?".',
    )
    async function lockedOut(username: string) {
      const stranger = server.client({ address: '198.51.100.200' })
      for (let tries = 0; tries < 10; tries += 1) {
        await stranger.post('/auth/login', { ...wrong, username })
      }
      return (await stranger.post('/auth/login', { ...wrong, username })).body.message
    }
    await stage.proven({ email: 'bo@example.org' })
    const message = await lockedOut('bo@example.org')
    expect(message).toMatch(/Or use the link in the mail/)
    expect(await lockedOut('nobody@example.org')).toBe(message)
  })

  test('a browser cannot make itself known', async () => {
    await using stage = await openMailStage(engine)
    const { server } = stage
    await stage.proven()
    const bo = await stage.proven({ email: 'bo@example.org' })
    const cookie = '__Host-aisle-browser'
    const known = bo.cookies.get(cookie) ?? expect.fail('Nothing says that Bo was signed in here.')
    const wrong = { ...byAna, password: 'not the password' }
    const statuses = []
    for (let tries = 0; tries < 11; tries += 1) {
      const forged = server.client({ address: '198.51.100.7' })
      forged.cookies.set(cookie, tries % 2 ? 'a.b~c.d~' : known)
      statuses.push((await forged.post('/auth/login', wrong)).status)
    }
    expect(statuses.at(-1)).toBe(429)
  })

  test('a new device is told of, a known one is not', async () => {
    await using stage = await openMailStage(engine)
    const { sink, post } = stage
    const own = await stage.proven()
    await own.get('/auth/logout')
    await post('/auth/login', byAna, own)
    expect(sink.mails.map(mail => mail.subject)).toEqual(['Verify your email'])
    await post('/auth/login', byAna)
    expect(sink.newest(ana.email).subject).toBe('You signed in on a new device')
  })

  test('each new device is told of, also where another letter waits', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink } = stage
    await stage.proven()
    for (const browser of ['Chrome/140.0', 'Firefox/140.0']) {
      await server.client().post('/auth/login', byAna, { 'user-agent': browser })
    }
    await server.app.jobs.drain()
    const told = sink.mails.filter(({ subject }) => subject === 'You signed in on a new device')
    const texts = told.map(({ text }) => /Chrome|Firefox/.exec(text)?.[0])
    expect(texts.sort()).toEqual(['Chrome', 'Firefox'])
  })

  test('letters about new devices, however many, keep no other warning waiting', async () => {
    await using stage = await openMailStage(engine)
    const { sink, post } = stage
    const own = await stage.proven()
    for (let count = 0; count < 12; count += 1) await post('/auth/login', byAna)
    await post('/auth/change-email', { email: 'new@example.org' }, own)
    expect(sink.newest(ana.email).subject).toBe('Your email is about to change')
  })

  test('of tokens that are made and ended without end each is told of, and keeps no other kind out', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink } = stage
    const own = await stage.proven()
    async function makeTokens(count: number) {
      for (let made = 0; made < count; made += 1) {
        const { apiToken } = await done(own, 'createApiToken', { name: 'Script', scope: 'READ' })
        await done(own, 'deleteByIdApiToken', { id: apiToken.id })
      }
    }
    const jobs = async () => (await own.get('/healthz?detail')).body.jobs
    await makeTokens(20)
    expect(await jobs()).toMatchObject({ waiting: 20 })
    // None that works goes untold.
    const more = await call(own, 'createApiToken', { name: 'Script', scope: 'READ' })
    expect(more.errors?.[0]).toMatchObject({
      message: expect.stringMatching(
        /^You made 20 tokens within 2 hours.* Try again in 2 hours\.$/,
      ),
      extensions: { code: 'BAD_INPUT', field: 'name', limit: 20 },
    })
    await stage.post('/auth/change-email', { email: 'new@example.org' }, own)
    const subjects = sink.mails.map(({ subject }) => subject)
    // Of one moment, they go in any order.
    const toThem = ['A script can reach your lists', 'Your email is about to change']
    expect(subjects.filter(subject => toThem.includes(subject))).toHaveLength(10)
    expect(subjects).toContain('Is this your new email?')
    expect(await jobs()).toMatchObject({ waiting: 11 })
    server.clock.advance({ minutes: 60 })
    await server.app.jobs.drain()
    server.clock.advance({ minutes: 60 })
    await server.app.jobs.drain()
    const told = sink.mails.filter(({ to }) => to.includes(ana.email))
    expect(told.map(({ subject }) => subject)).toContain('Your email is about to change')
    expect(await jobs()).toMatchObject({ waiting: 0, failed: 0 })
  })

  test('an address that refuses all letters leaves twenty of a kind an hour', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink } = stage
    const own = await stage.proven()
    sink.refuse(550)
    const { id } = Object((await own.get('/auth/status')).body.user)
    let currentPassword = ana.password
    async function change() {
      const newPassword = `${currentPassword}.`
      await done(own, 'updateUserPassword', { id, currentPassword, newPassword })
      currentPassword = newPassword
      await server.app.jobs.drain()
    }
    for (let made = 0; made < 25; made += 1) await change()
    const { body } = await own.get('/healthz?detail')
    expect(body.jobs).toMatchObject({ waiting: 0, failed: 20 })
    sink.refuse(undefined)
    server.clock.advance({ minutes: 61 })
    await change()
    expect(sink.newest(ana.email).subject).toBe('Your password was changed')
  })

  test('accounts from before mail was configured go on, and are asked', async () => {
    await using sink = await startSmtpSink()
    await using before = await startTestServer(engine)
    await before.client().post('/auth/signup', ana)
    await using server = await startTestServer(engine, {
      address: before.address,
      clock: before.clock,
      settings: { smtpUrl: sink.url, publicUrl: origin },
    })
    const browser = server.client()
    const signedIn = await browser.post('/auth/login', byAna)
    expect(signedIn.body).toMatchObject({ success: true, askToVerifyEmail: true })
    expect((await browser.get('/auth/status')).body).toMatchObject({ askToVerifyEmail: true })
    await browser.post('/auth/resend-verification-email', { email: ana.email })
    await server.app.jobs.drain()
    const mail = sink.mails.find(({ subject }) => subject === 'Verify your email')
    if (!mail) throw new Error('No mail asks to verify the address.')
    const verifyEmailToken = tokenIn(mail)
    await browser.post('/auth/verify-user', { verifyEmailToken })
    expect((await browser.get('/auth/status')).body).not.toHaveProperty('askToVerifyEmail')
  })

  test.each(['the link', 'a new password', 'the terminal'])(
    'requests of friends reach an account from before mail once %s proves its address',
    async by => {
      await using before = await startTestServer(engine)
      await before.client().post('/auth/signup', ana)
      await using sink = await startSmtpSink()
      const { address, clock } = before
      const settings = { smtpUrl: sink.url, publicUrl: origin }
      await using server = await startTestServer(engine, { address, clock, settings })
      await server.app.jobs.drain()
      const link = tokenIn(sink.newest(ana.email))
      const bo = { ...ana, email: 'bo@example.org', firstName: 'Bo' }
      const host = server.client()
      await host.post('/auth/signup', bo)
      await server.app.jobs.drain()
      await host.post('/auth/verify-user', { verifyEmailToken: tokenIn(sink.newest(bo.email)) })
      const browser = server.client()
      await browser.post('/auth/login', byAna)
      await done(host, 'sendFriendRequestByEmail', { email: ana.email })
      expect(await friendsOf(browser)).toEqual([])
      const { account } = await done(browser, 'changes', { known: [] })

      if (by === 'the terminal') await userCommand(server, `verify ${ana.email}`)
      else if (by === 'the link') {
        await browser.post('/auth/verify-user', { verifyEmailToken: link })
      } else {
        await browser.post('/auth/forgot-password', { email: ana.email })
        await server.app.jobs.drain()
        const mail = sink.mails.find(({ subject }) => subject === 'Set a new password')
        const token = mail && tokenIn(mail)
        await browser.post('/auth/reset-password', { token, newPassword: ana.password })
        await browser.post('/auth/login', byAna)
      }
      expect(await friendsOf(browser)).toEqual([{ myStatus: 'INVITED' }])
      // A device that was in use before hears of it, too.
      const known = [{ id: 'account', revision: account.revision }]
      const changed = await done(browser, 'changes', { known })
      expect(changed.account?.friends).toMatchObject([{ myStatus: 'INVITED' }])
    },
  )

  // On SQLite one comes after the other.
  test.runIf(engine.name === 'PostgreSQL')(
    'a request that is sent while the account is being opened reaches it',
    async () => {
      await using stage = await openMailStage(engine)
      const { server, sink } = stage
      const host = await stage.proven({ email: 'bo@example.org', firstName: 'Bo' })
      const browser = server.client()
      await stage.post('/auth/signup', ana, browser)
      const verifyEmailToken = tokenIn(sink.newest(ana.email))
      // The link has looked for requests, and its session waits.
      const held = await holdRows(server, async tx => {
        await sql`lock table session in exclusive mode`.execute(tx)
      })
      const opening = browser.post('/auth/verify-user', { verifyEmailToken })
      await untilSomebodyWaits(server)
      const asking = done(host, 'sendFriendRequestByEmail', { email: ana.email })
      await Promise.race([asking, untilSomebodyWaits(server, 2)])
      await held.release()
      expect((await opening).body).toMatchObject({ success: true })
      await asking
      expect(await friendsOf(browser)).toEqual([{ myStatus: 'INVITED' }])
    },
  )

  test('accounts that waited for a mail are opened by their password once mail is no longer configured', async () => {
    await using stage = await openMailStage(engine)
    stage.sink.refuse(451)
    await stage.post('/auth/signup', ana)
    const bo = { ...ana, email: 'bo@example.org', firstName: 'Bo' }
    await stage.post('/auth/signup', bo)
    const { address, clock } = stage.server
    await using server = await startTestServer(engine, { address, clock })
    const browser = server.client()
    const signedIn = await browser.post('/auth/login', byAna)
    // Else nobody would administer it, ever.
    expect(signedIn.body).toMatchObject({ success: true, user: { role: 'ADMIN' } })
    expect((await browser.get('/auth/status')).body).toMatchObject({ user: { role: 'ADMIN' } })
    const second = await server.client().post('/auth/login', { ...byAna, username: bo.email })
    expect(second.body).toMatchObject({ success: true, user: { role: 'SILVER' } })
  })

  test('an account that is opened by its password finds the requests of before', async () => {
    await using stage = await openMailStage(engine)
    const host = await stage.proven({ email: 'bo@example.org', firstName: 'Bo' })
    await stage.post('/auth/signup', ana)
    await done(host, 'sendFriendRequestByEmail', { email: ana.email })
    const { address, clock } = stage.server
    await using server = await startTestServer(engine, { address, clock })
    const browser = server.client()
    await browser.post('/auth/login', byAna)
    expect(await friendsOf(browser)).toEqual([{ myStatus: 'INVITED' }])
  })

  test('check-account says yes or no, ten times an hour', async () => {
    await using stage = await openMailStage(engine)
    const { server } = stage
    await stage.proven()
    const browser = server.client({ address: '198.51.100.7' })
    const ask = async (email: string) => (await browser.post('/auth/check-account', { email })).body
    expect(await ask('ANA@example.org')).toEqual({ success: true, message: 'yes' })
    expect(await ask('bo@example.org')).toEqual({ success: true, message: 'no' })
    for (let tries = 0; tries < 8; tries += 1) await ask('bo@example.org')
    expect((await browser.post('/auth/check-account', { email: ana.email })).status).toBe(429)
  })

  test('a phone token is taken by its shape and refused in words', async () => {
    await using stage = await openMailStage(engine)
    expect(await stage.post('/auth/verify-user', { verifyPhoneToken: '123456' })).toEqual({
      success: false,
      field: 'verifyPhoneToken',
      message:
        'Phone numbers cannot be verified here: this server sends no SMS. Nothing depends on it.',
    })
  })

  test('a dump of the database holds no usable secret', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink, post } = stage
    const browser = await stage.proven()
    await post('/auth/forgot-password', { email: ana.email })
    sink.refuse(451)
    await post('/auth/signup', { ...ana, email: 'bo@example.org' })
    const tables = await Promise.all(
      (['job', 'single_use_token', 'session', 'user', 'attempt'] as const).map(table =>
        server.db.query.selectFrom(table).selectAll().execute(),
      ),
    )
    const dump = JSON.stringify(tables)
    expect(dump).toContain('bo@example.org')
    const session =
      browser.cookies.get('__Host-aisle-session') ?? expect.fail('Nobody is signed in.')
    const secrets = [ana.password, session, ...sink.mails.map(tokenIn)]
    for (const secret of secrets) expect(dump).not.toContain(secret)
    expect(JSON.stringify(server.logged)).not.toMatch(/example\.org|bicycle/)
  })
})

describeEachEngine('sign-up that is closed', engine => {
  test('is for who was invited', async () => {
    await using open = await startTestServer(engine)
    const host = await open.buildUser()
    const { inviteId } = Object((await host.get('/auth/status')).body.user)
    await using server = await startTestServer(engine, {
      address: open.address,
      clock: open.clock,
      settings: { signUp: 'closed' },
    })
    const refused = await server.client().post('/auth/signup', ana)
    expect(refused.body).toEqual({
      success: false,
      reason: 'CLOSED',
      message:
        'New accounts are made by invitation here. Open the link of an invitation, or ask whoever runs this server.',
    })
    const mangled = await server.client().post('/auth/signup', { ...ana, inviteId: 'x' })
    expect(mangled.body).toMatchObject({ reason: 'CLOSED' })
    const invited = await server.client().post('/auth/signup', { ...ana, inviteId })
    expect(invited.body).toMatchObject({ success: true })
  })
})

describeEachEngine('an app that another host serves', engine => {
  test('exactly that pair may speak to each other', async () => {
    await using server = await startTestServer(engine, {
      settings: { publicUrl: 'https://app.example.org', apiEnv: 'https://api.example.org' },
    })
    const ask = (from: string) =>
      server.fetch(
        new Request('https://api.example.org/graphql', {
          method: 'OPTIONS',
          headers: { origin: from, 'access-control-request-method': 'POST' },
        }),
      )
    const allowed = await ask('https://app.example.org')
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example.org')
    expect(allowed.headers.get('access-control-allow-credentials')).toBe('true')
    for (const stranger of ['https://evil.example.org', 'https://api.example.org.evil', 'null']) {
      const refused = await ask(stranger)
      expect(refused.headers.get('access-control-allow-origin')).toBeNull()
    }
    const { headers } = await server.client().get('/settings.json')
    expect(headers.get('content-security-policy')).toContain(
      "connect-src 'self' https://api.example.org;",
    )
    expect((await server.client().get('/settings.json')).body).toMatchObject({
      apiEnv: 'https://api.example.org',
    })

    await using alone = await startTestServer(engine)
    const { headers: none } = await alone.client().get('/settings.json', {
      origin: 'https://app.example.org',
    })
    expect(none.get('access-control-allow-origin')).toBeNull()
    expect(none.get('content-security-policy')).toContain("connect-src 'self';")
  })
})

describeEachEngine('A link that an administrator hands over', engine => {
  test('opens the account of who got no mail, and proves no address', async () => {
    await using stage = await openMailStage(engine)
    const { server, post } = stage
    const ben = await stage.proven({ email: 'ben@example.org', firstName: 'Ben' })
    await post('/auth/signup', ana)
    const { text } = await userCommand(server, `reset ${ana.email}`)
    const [, token = ''] = /token=([\w-]+)/.exec(text) ?? []
    const newPassword = 'a yellow submarine'
    expect(await post('/auth/reset-password', { token, newPassword })).toMatchObject({
      success: true,
    })
    const signedIn = await post('/auth/login', { username: ana.email, password: newPassword })
    expect(signedIn).toMatchObject({ success: true, askToVerifyEmail: true })
    // It is nobody's to whoever asks for a friend there.
    const { friend } = await done(ben, 'sendFriendRequestByEmail', { email: ana.email })
    expect(friend).toMatchObject({ friendId: null })
    const rows = await server.db.query.selectFrom('friend').select('friend_user_id').execute()
    expect(rows).toEqual([{ friend_user_id: null }])
  })
})

describeOnPostgres('An address that was signed up with twice', engine => {
  test('keeps the password of the link that is followed while the second sign-up is written', async () => {
    await using stage = await openMailStage(engine)
    const { server, post } = stage
    await post('/auth/signup', ana)
    const verified_at = server.clock.now().toISOString()
    const proving = await holdRows(server, async tx => {
      await tx.updateTable('user').set({ verified_at }).where('email', '=', ana.email).execute()
    })
    const second = post('/auth/signup', { ...ana, password: 'a yellow submarine' })
    await untilSomebodyWaits(server)
    await proving.release()
    await second
    expect(await post('/auth/login', byAna)).toMatchObject({ success: true })
    expect(stage.sink.newest(ana.email).subject).not.toContain('Confirm')
  })
})
