/** What the log says of account calls, common passwords, and a sign-out on a full disk. */
import { expect, test } from 'vitest'
import { checkPassword } from '../../../rules/people/password.ts'
import { describeEachEngine, startTestServer } from '../../support/server/server.ts'

describeEachEngine('Account calls', engine => {
  test('the log tells a failed sign-in from a good one, without an address', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const browser = server.client()
    async function logged(password: string, username = ana.email) {
      await browser.post('/auth/login', { username, password })
      return Object(Object(server.logged.at(-1))[0])
    }
    const good = await logged(ana.password)
    expect(good).toMatchObject({ route: '/auth/login', outcome: 'signed-in', userId: ana.id })
    const failed = await logged('a green bicycle')
    expect(failed).toMatchObject({ status: 200, outcome: 'refused' })
    expect(failed.userId).toBeUndefined()
    // The same account under the same key, another under another.
    expect((await logged('a blue bicycle')).accountKey).toBe(failed.accountKey)
    expect((await logged('a blue bicycle', 'ben@example.org')).accountKey).not.toBe(
      failed.accountKey,
    )
    expect(JSON.stringify(server.logged)).not.toContain(ana.email)
    expect(JSON.stringify(server.logged)).not.toContain('ben@example.org')
  })

  test('a sign-out works on a full disk', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const other = server.client()
    await other.post('/auth/login', { username: ana.email, password: ana.password })
    const stolen = new Map(ana.cookies)
    const { transaction } = server.db
    const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
    Object.assign(server.db, { transaction: () => Promise.reject(full) })
    const left = await ana.get('/auth/logout')
    expect(left.body).toMatchObject({ success: true })
    expect((await ana.get('/auth/status')).body).toEqual({ success: false })
    // Nor is its token of any use to somebody who kept it; the other browser stays signed in.
    for (const [name, value] of stolen) ana.cookies.set(name, value)
    expect((await ana.get('/auth/status')).body).toEqual({ success: false })
    expect((await other.get('/auth/status')).body).toMatchObject({ success: true })
    Object.assign(server.db, { transaction })
    const before = await server.db.query.selectFrom('session').selectAll().execute()
    await server.client().post('/auth/login', { username: ana.email, password: ana.password })
    expect(await server.db.query.selectFrom('session').selectAll().execute()).toHaveLength(
      before.length,
    )
  })
})

test('the server refuses common passwords that the browser’s short list does not know', async () => {
  await using server = await startTestServer()
  const fields = { firstName: 'Ana', lastName: 'Lind', email: 'ana@example.org', phone: '' }
  for (const password of ['slipknot', 'Butterfly', 'firebird', 'metallic']) {
    const { body } = await server.client().post('/auth/signup', { ...fields, password })
    expect([password, body.success, body.field]).toEqual([password, false, 'password'])
  }
  expect(checkPassword('password', 'metallic')).toBeUndefined()
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const long = dictionary['passwords-common'].filter(word => String(word).length >= 8)
  expect(long.length).toBeGreaterThan(3_000)
})
