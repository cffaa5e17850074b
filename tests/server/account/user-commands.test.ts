import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../server/db/open.ts'
import { done } from '../../support/server/api.ts'
import { describeOnPostgres, sqlite } from '../../support/server/engines.ts'
import { describeEachEngine, startTestServer } from '../../support/server/server.ts'
import { userCommand as command } from '../../support/server/user-command.ts'

describeEachEngine('npm run user', engine => {
  test('makes an account whose link sets the password, beside the running server', async () => {
    await using server = await startTestServer(engine, { settings: { signUp: 'closed' } })
    expect(await command(server, 'list')).toEqual({ ok: true, text: 'There are no accounts yet.' })
    const made = await command(server, 'make bo@example.org Bo Berg')
    expect(made).toMatchObject({ ok: true, text: expect.stringContaining('(ADMIN)') })
    const token = /token=([\w-]{43})$/.exec(made.text)?.[1]
    const browser = server.client()
    const login = { username: 'bo@example.org', password: 'a purple bicycle' }
    expect((await browser.post('/auth/login', login)).body).toMatchObject({ success: false })
    const set = { token, newPassword: login.password }
    expect((await browser.post('/auth/reset-password', set)).body).toMatchObject({ success: true })
    expect((await browser.post('/auth/login', login)).body).toMatchObject({
      user: { firstName: 'Bo', role: 'ADMIN' },
    })

    const again = await command(server, 'make BO@example.org Bo Berg')
    expect(again).toEqual({
      ok: false,
      text: 'There is an account with the email BO@example.org already.',
    })
    expect((await command(server, 'make cy@example.org Cy Cole SUPPORTL1')).ok).toBe(true)
    expect((await command(server, 'list')).text.split('\n')).toEqual([
      '1\tbo@example.org\tBo Berg\tADMIN\temail not verified',
      expect.stringMatching(/^\d\tcy@example\.org\tCy Cole\tSUPPORTL1\temail not verified$/),
    ])
  })

  test('makes an account that finds the requests to its address once its password is set', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser({ firstName: 'Ana' })
    await done(ana, 'sendFriendRequestByEmail', { email: 'bo@example.org' })
    const made = await command(server, 'make bo@example.org Bo Berg')
    const token = /token=([\w-]{43})$/.exec(made.text)?.[1]
    const browser = server.client()
    const login = { username: 'bo@example.org', password: 'a purple bicycle' }
    await browser.post('/auth/reset-password', { token, newPassword: login.password })
    await browser.post('/auth/login', login)
    expect(await done(browser, 'getAllFriend')).toMatchObject([
      { friendId: ana.id, myStatus: 'INVITED', friendUser: { firstName: 'Ana' } },
    ])
  })

  test('gives roles, verifies, ends sessions and deletes', async () => {
    await using server = await startTestServer(engine)
    await server.buildUser()
    const user = await server.buildUser({ email: 'bo@example.org' })
    await command(server, 'role bo@example.org SUPPORTL2')
    expect((await user.get('/auth/status')).body).toMatchObject({ user: { role: 'SUPPORTL2' } })
    expect(await command(server, 'role bo@example.org BOSS')).toMatchObject({ ok: false })
    await command(server, 'verify bo@example.org')
    expect((await command(server, 'list')).text).toContain('SUPPORTL2\temail verified')
    expect((await command(server, 'end-sessions bo@example.org')).text).toBe(
      'bo@example.org is signed out on 1 device.',
    )
    expect((await user.get('/auth/status')).body).toEqual({ success: false })
    expect((await command(server, 'delete bo@example.org')).ok).toBe(false)
    expect((await command(server, 'delete bo@example.org bo@example.org')).ok).toBe(true)
    expect((await command(server, 'role bo@example.org GOLD')).text).toBe(
      'There is no account with the email bo@example.org.',
    )
  })

  test('unlocks one account and no other', async () => {
    await using server = await startTestServer(engine)
    const people = ['bo@example.org', 'cy@example.org']
    for (const email of people) await server.buildUser({ email })
    const login = (username: string, password: string) =>
      server
        .client({ address: '198.51.100.7' })
        .post('/auth/login', { username, password })
        .then(({ status }) => status)
    for (const email of people) {
      for (let tries = 0; tries < 10; tries += 1) await login(email, 'not the password')
    }
    expect(await login('bo@example.org', 'a purple bicycle')).toBe(429)
    await command(server, 'unlock bo@example.org')
    expect(await login('bo@example.org', 'a purple bicycle')).toBe(200)
    expect(await login('cy@example.org', 'a purple bicycle')).toBe(429)
  })

  test('says what it does not know, and how it is used', async () => {
    await using server = await startTestServer(engine)
    expect(await command(server, 'dance')).toEqual({
      ok: false,
      text: expect.stringMatching(/^There is no command dance\.\nnpm run user -- list /),
    })
    expect(await command(server, 'reset')).toEqual({
      ok: false,
      text: 'Name an account by its email.',
    })
  })
})

describeOnPostgres('A command that fails', engine => {
  test.each([
    ['user.ts', 'list', 'user'],
    ['doctor.ts', '--retry-jobs', 'job'],
  ])('%s %s says so, and ends', async (program, argument, table) => {
    const place = await engine.newPlace()
    onTestFinished(() => place.remove())
    const db = await openDatabase(place)
    await sql`alter table ${sql.table(table)} rename to away`.execute(db.query)
    await db.close()
    const script = join(import.meta.dirname, '../../../server', program)
    const env = { PATH: process.env.PATH, DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl }
    // What hangs is ended, and has no code.
    const options = { cwd: place.dataDir, env, timeout: 15_000 }
    const run = promisify(execFile)(process.execPath, [script, argument], options)
    await expect(run).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`"${table}" does not exist`),
    })
  })
})

test('of a list that is longer than a pipe the first lines can be read alone', async () => {
  await using server = await startTestServer()
  const ana = await server.buildUser()
  await sql`
    insert into user (email, email_key, first_name, last_name, role, invite_id, password_hash,
      must_verify, created_at, updated_at)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 3000)
    select n || email, n || email_key, first_name, last_name, 'SILVER', n || invite_id,
      password_hash, must_verify, created_at, updated_at
    from user, numbers where id = ${ana.id}
  `.execute(server.db.query)
  const script = join(import.meta.dirname, '../../../server/user.ts')
  const lines = `"${process.execPath}" "${script}" list | head -n 1`
  const { dataDir } = server.address
  const options = { cwd: dataDir, env: { PATH: process.env.PATH, DATA_DIR: dataDir } }
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', lines], options)
  expect([stdout.trim().split('\n').length, stderr]).toEqual([1, ''])
})

/** In a folder without data; answers what was printed. */
async function startWithoutData() {
  const script = join(import.meta.dirname, '../../../server/user.ts')
  const place = await sqlite.newPlace()
  onTestFinished(() => place.remove())
  const dataDir = join(place.dataDir, 'data')
  const options = { cwd: place.dataDir, env: { PATH: process.env.PATH, DATA_DIR: dataDir } }
  const run = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, [script, ...args], options)
  return { dataDir, run }
}

test('how it is used is told without a database, and makes none', async () => {
  const { dataDir, run } = await startWithoutData()
  for (const args of [[], ['help']]) {
    expect((await run(...args)).stdout).toMatch(/^npm run user -- list /)
  }
  expect(existsSync(dataDir)).toBe(false)
})

test('nothing but an account that is made makes a database', async () => {
  const { dataDir, run } = await startWithoutData()
  await expect(run('dance')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is no command dance\.\nnpm run user -- list /),
  })
  for (const command of ['list', 'unlock']) {
    await expect(run(command, 'bo@example.org')).rejects.toMatchObject({
      code: 1,
      stderr: `There is no database at ${join(dataDir, 'aisle.db')}: set DATA_DIR.\n`,
    })
  }
  expect(existsSync(dataDir)).toBe(false)
  await run('make', 'bo@example.org', 'Bo', 'Berg')
  expect((await run('list')).stdout).toContain('bo@example.org')
})
