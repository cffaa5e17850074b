import { expect, test } from 'vitest'
import { describeEachEngine, startTestServer } from '../support/server.ts'

const ana = {
  firstName: 'Ana',
  lastName: 'Lind',
  email: 'Ana@Example.org',
  phone: '+46 70 123 45 67',
  password: 'a purple bicycle',
}
const byAna = { username: ana.email, password: ana.password }

describeEachEngine('accounts', engine => {
  test('sign-up signs in; status, sign-out and sign-in follow the contract', async () => {
    await using server = await startTestServer(engine)
    const browser = server.client()
    expect((await browser.get('/auth/status')).body).toEqual({ success: false })

    const signedUp = await browser.post('/auth/signup', ana)
    const user = {
      id: 1,
      firstName: 'Ana',
      lastName: 'Lind',
      email: 'Ana@Example.org',
      phone: '+46 70 123 45 67',
      role: 'ADMIN',
      createdAt: '2026-11-21T09:00:00.000Z',
      inviteId: expect.stringMatching(/^[\w-]{22}$/),
    }
    expect(signedUp.body).toEqual({ success: true, user, message: 'You are signed in.' })
    expect((await browser.get('/auth/status')).body).toEqual({ success: true, user })

    const left = await browser.get('/auth/logout')
    expect(left.body).toEqual({
      success: true,
      time: '2026-11-21T09:00:00.000Z',
      message: 'You are signed out.',
    })
    expect((await browser.get('/auth/status')).body).toEqual({ success: false })
    // The other end may not have heard the first answer.
    expect((await browser.get('/auth/logout')).body).toMatchObject({ success: true })

    const signedIn = await browser.post('/auth/login', { ...byAna, recaptcha: '' })
    expect(signedIn.body).toEqual({ success: true, user, message: 'You are signed in.' })
  })
})
