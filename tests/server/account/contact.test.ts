/** A message from somebody without an account. */
import { expect, test } from 'vitest'
import { done } from '../../support/server/api.ts'
import { describeEachEngine, startTestServer } from '../../support/server/server.ts'

const message = {
  name: '  Ana ',
  email: ' ana@example.org ',
  feedback: 'How do I <b>host</b> it?\n=1+1',
  recaptcha: '',
}

describeEachEngine('Contact', engine => {
  test('reaches the desk under the name that was left, and nobody else', async () => {
    await using server = await startTestServer(engine)
    const admin = await server.buildUser()
    const other = await server.buildUser()
    const { status, body } = await server.client().post('/auth/contact', message)
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, message: 'Thank you. Your message has arrived.' },
    })
    expect(await done(admin, 'getAllFeedback')).toMatchObject([
      {
        feedback: message.feedback,
        rating: null,
        status: 'RECEIVED',
        user: { userId: null, firstName: 'Ana', email: 'ana@example.org' },
      },
    ])
    expect(await done(other, 'getAllFeedback')).toEqual([])
  })

  test('that is sent again since no answer came is one message, and on another day another', async () => {
    await using server = await startTestServer(engine)
    const admin = await server.buildUser()
    const stranger = server.client()
    const send = async (part: Partial<typeof message> = {}) =>
      (await stranger.post('/auth/contact', { ...message, ...part })).body.success
    expect(await send()).toBe(true)
    expect(await Promise.all([send(), send()])).toEqual([true, true])
    expect(await done(admin, 'getAllFeedback')).toHaveLength(1)
    for (const part of [{ name: 'Bea' }, { email: 'bea@example.org' }, { feedback: 'Thank you' }]) {
      expect(await send(part)).toBe(true)
    }
    expect(await done(admin, 'getAllFeedback')).toHaveLength(4)
    server.clock.advance({ days: 1 })
    expect(await send()).toBe(true)
    expect(await done(admin, 'getAllFeedback')).toHaveLength(5)
  })

  test.each([
    ['name', '', 'Name is empty. Write at least one character.'],
    ['email', 'ana', 'Email is not an address. Write it like ana@example.org.'],
    ['feedback', ' \n', 'Feedback is empty. Write at least one character.'],
    [
      'feedback',
      'x'.repeat(10_001),
      'Feedback is too long: 10,001 characters, at most 10,000 are possible.',
    ],
  ])('refuses %s %#', async (field, value, sentence) => {
    await using server = await startTestServer(engine)
    const answer = await server.client().post('/auth/contact', { ...message, [field]: value })
    expect(answer.body).toEqual({ success: false, field, message: sentence })
    expect(await server.db.query.selectFrom('feedback').selectAll().execute()).toEqual([])
  })

  test('takes five an hour from one address, and needs a CSRF token', async () => {
    await using server = await startTestServer(engine)
    const stranger = server.client({ address: '192.0.2.7' })
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await stranger.post('/auth/contact', message)).body.success).toBe(true)
    }
    expect((await stranger.post('/auth/contact', message)).status).toBe(429)
    const elsewhere = server.client({ address: '192.0.2.8' })
    expect((await elsewhere.post('/auth/contact', message)).body.success).toBe(true)
    server.clock.advance({ minutes: 61 })
    expect((await stranger.post('/auth/contact', message)).body.success).toBe(true)
    const bare = await server.fetch(
      new Request('http://localhost/auth/contact', {
        method: 'POST',
        body: JSON.stringify(message),
      }),
    )
    expect(bare.status).toBe(403)
  })
})
