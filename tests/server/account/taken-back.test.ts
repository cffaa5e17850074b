/** Whoever takes an account back, or moves it, ends what was open before: links that were mailed, streams, and waiting. */
import { expect, test } from 'vitest'
import { ana, byAna, type MailStage, openMailStage, tokenIn } from '../../support/mail-stage.ts'
import { done, openStream } from '../../support/server/api.ts'
import { describeEachEngine } from '../../support/server/server.ts'

const newPassword = 'six green paper boats'
const used = { success: false, reason: 'USED' }

/** Ten from one address: one more has to wait, whatever it brings. */
async function tryTooOften({ server }: MailStage) {
  const stranger = server.client({ address: '198.51.100.7' })
  for (let tries = 0; tries < 10; tries += 1) {
    await stranger.post('/auth/login', { ...byAna, password: 'not the password' })
  }
  await server.app.jobs.drain()
  return stranger
}

async function askForReset({ sink, post }: MailStage): Promise<string> {
  await post('/auth/forgot-password', { email: ana.email })
  return tokenIn(sink.newest(ana.email))
}

async function moveTo(stage: MailStage, browser: ReturnType<MailStage['server']['client']>) {
  const email = 'ana.new@example.org'
  await stage.post('/auth/change-email', { email }, browser)
  const token = tokenIn(stage.sink.newest(email))
  expect(await stage.post('/auth/verify-new-email', { token })).toMatchObject({ success: true })
}

describeEachEngine('An account that is taken back', engine => {
  test('by a reset lets its person in at once, and no other link sets a password', async () => {
    await using stage = await openMailStage(engine)
    const { post } = stage
    await stage.proven()
    const [first, second] = [await askForReset(stage), await askForReset(stage)]
    const stranger = await tryTooOften(stage)
    expect((await stranger.post('/auth/login', byAna)).status).toBe(429)
    expect(await post('/auth/reset-password', { token: first, newPassword })).toMatchObject({
      success: true,
    })
    const login = await stranger.post('/auth/login', { ...byAna, password: newPassword })
    expect(login.body).toMatchObject({ success: true })
    const late = { token: second, newPassword: 'known to eve' }
    expect(await post('/auth/reset-password', late)).toMatchObject(used)
  })

  test('by a new password leaves no link that sets another', async () => {
    await using stage = await openMailStage(engine)
    const { post } = stage
    const browser = await stage.proven()
    const { id } = Object((await browser.get('/auth/status')).body.user)
    const token = await askForReset(stage)
    const change = { id, currentPassword: ana.password, newPassword }
    await done(browser, 'updateUserPassword', change, { select: 'id' })
    const late = { token, newPassword: 'known to eve' }
    expect(await post('/auth/reset-password', late)).toMatchObject(used)
    const login = { ...byAna, password: newPassword }
    expect(await post('/auth/login', login)).toMatchObject({ success: true })
  })

  test.each(['reset', 'password', 'desk'])(
    'ends the streams of who was signed in: by %s',
    async by => {
      await using stage = await openMailStage(engine)
      const { server, post } = stage
      const desk = await stage.proven({ email: 'bo@example.org' })
      const thief = await stage.proven()
      const { id } = Object((await thief.get('/auth/status')).body.user)
      const own = server.client()
      await post('/auth/login', byAna, own)
      const signal = AbortSignal.timeout(10_000)
      const stream = await openStream(thief, 'subscription { changed { id } }', signal)
      if (by === 'reset') {
        const token = await askForReset(stage)
        await post('/auth/reset-password', { token, newPassword })
      } else if (by === 'password') {
        const change = { id, currentPassword: ana.password, newPassword }
        await done(own, 'updateUserPassword', change, { select: 'id' })
      } else {
        expect(await post(`/auth/users/${id}/end-sessions`, {}, desk)).toEqual({ success: true })
      }
      expect(await stream.text()).not.toContain('event: next')
      // By the server: not because the test gave up.
      expect(signal.aborted).toBe(false)
    },
  )

  test('at another address takes no link that went to the one of before', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink, post } = stage
    const browser = await stage.proven()
    await tryTooOften(stage)
    const warning = sink.newest(ana.email)
    const otp = /Code: (\d{6})/.exec(warning.text)?.[1]
    // As an account from before mail was configured, which is asked to prove its address.
    const before = { must_verify: 0, verified_at: null }
    await server.db.query.updateTable('user').set(before).execute()
    await post('/auth/resend-verification-email', { email: ana.email })
    const verifyEmailToken = tokenIn(sink.newest(ana.email))
    await moveTo(stage, browser)
    const stranger = server.client()
    expect(await post('/auth/verify-user', { verifyEmailToken }, stranger)).toMatchObject(used)
    expect((await stranger.get('/auth/status')).body).toEqual({ success: false })
    const unlock = { token: tokenIn(warning), otp }
    expect(await post('/auth/unlock-account', unlock, stranger)).toMatchObject(used)
  })

  test('nobody is warned of an account that they never had', async () => {
    await using stage = await openMailStage(engine)
    const { sink, post } = stage
    await post('/auth/signup', ana)
    await tryTooOften(stage)
    expect(sink.mails.map(({ subject }) => subject)).toEqual(['Verify your email'])
  })
})
