/** A copy while writes go on, and what takes the place of the data again. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { backUp } from '../../../server/backup/backup.ts'
import { BackupError } from '../../../server/backup/backup-error.ts'
import { dump, withoutPassword } from '../../../server/backup/postgres-tools.ts'
import { restore } from '../../../server/backup/restore.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { openPostgres } from '../../../server/db/postgres.ts'
import { createSystemRandom } from '../../../server/environment.ts'
import { createTokens } from '../../../server/tokens/tokens.ts'
import { createAuthenticator } from '../../support/browser/authenticator.ts'
import { call, done } from '../../support/server/api.ts'
import {
  describeEachEngine,
  describeOnPostgres,
  sqlite,
  type TestEngine,
} from '../../support/server/engines.ts'
import { startTestServer, type TestServer, type TestUser } from '../../support/server/server.ts'
import { userCommand } from '../../support/server/user-command.ts'
import { createClock } from '../../support/simulation/clock.ts'

/** A server whose database outlives it, and what is done to that from outside. */
async function start(engine: TestEngine, options = {}) {
  const place = await engine.newPlace(options)
  // Dumps carry the machine's own time.
  const clock = createClock(new Date().toISOString())
  const open = () => startTestServer(engine, { address: place, clock })
  const copies = join(place.dataDir, 'copies')
  mkdirSync(copies)
  const copy = join(copies, 'aisle.copy')
  const settings = { dataDir: place.dataDir, databaseUrl: place.databaseUrl }
  return {
    place,
    clock,
    open,
    copy,
    backUp: (target = copy) => backUp({ settings, target, now: clock.now() }),
    restore: (overwrite = false, from = copy) =>
      restore({ settings, copy: from, overwrite, now: clock.now() }),
    [Symbol.asyncDispose]: async () => place.remove(),
  }
}

async function addPasskey(ana: TestUser) {
  const { options } = (await ana.post('/auth/passkey/register-options', {})).body
  const response = createAuthenticator('http://aisle.test').register(options)
  return ana.post('/auth/passkey/register', { response, name: 'Phone' })
}

/** As by the provider that no server has here; ended ones were there before. */
async function keepWayIn({ db, clock }: TestServer, { id }: TestUser, ended_at: string | null) {
  const created_at = ended_at === null ? clock.now().toISOString() : '2026-01-01T00:00:00.000Z'
  const issuer = { issuer: 'https://id.example.org', subject: 'person-7' }
  const row = { ...issuer, user_id: id, created_at, ended_at }
  return db.query.insertInto('identity').values(row).returning('subject').execute()
}

describeEachEngine('Backup and restore', engine => {
  test('a copy that is made while writes go on is whole, and its owner’s alone', async () => {
    await using house = await start(engine)
    const server = await house.open()
    const ana = await server.buildUser()
    const list = await done(ana, 'createShoppingList', { name: 'Weekend' })
    let isWriting = true
    let written = 0
    async function write(): Promise<void> {
      while (isWriting) {
        await done(ana, 'createItem', { shoppingListId: list.id, name: `Item ${written}` })
        written += 1
        // Other work of this process has its turn, too.
        await new Promise(resolve => setImmediate(resolve))
      }
    }
    const writing = write()
    await expect.poll(() => written).toBeGreaterThan(2)
    const before = written
    await house.backUp()
    isWriting = false
    await writing
    expect(statSync(house.copy).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(house.copy, '..'))).toEqual(['aisle.copy'])
    await expect(house.backUp()).rejects.toThrow(`${house.copy} exists already: name another file.`)
    await server.close()

    await house.restore(true)
    const again = await house.open()
    const rows = await again.db.query
      .selectFrom('item')
      .innerJoin('shopping_list', 'shopping_list.id', 'item.list_id')
      .select(['item.revision', 'shopping_list.revision as listRevision'])
      .orderBy('item.revision')
      .execute()
    // Of one moment: the list has moved as often as it has items.
    expect(rows.length).toBeGreaterThanOrEqual(before)
    // Restored, the list goes on beyond what anybody was told.
    expect(rows.at(-1)?.revision).toBe((rows[0]?.listRevision ?? 0) % 100_000)
    await again.close()
  })

  test('of two copies to one place at once the second is refused', async () => {
    await using house = await start(engine)
    const server = await house.open()
    await server.buildUser()
    await server.close()
    const copies = await Promise.allSettled([house.backUp(), house.backUp()])
    const taken = new BackupError(`${house.copy} exists already: name another file.`)
    expect(copies.toSorted((a, b) => a.status.localeCompare(b.status))).toEqual([
      { status: 'fulfilled', value: house.copy },
      { status: 'rejected', reason: taken },
    ])
    expect(readdirSync(join(house.copy, '..'))).toEqual(['aisle.copy'])
    await house.restore(true)
    await (await house.open()).close()
  })

  test('a restore refuses what is newer unless told, ends sessions, and begins an epoch', async () => {
    await using house = await start(engine)
    const server = await house.open()
    const ana = await server.buildUser()
    const epoch = await server.db.epoch(server.db.query)
    const { id } = await done(ana, 'createShoppingList', { name: 'In the copy' })
    const { apiToken } = await done(ana, 'createApiToken', { name: 'Script', scope: 'READ' })
    const sharing = { shoppingListId: id, permission: 'EDIT' }
    const own = async () => (await done(ana, 'changes', { known: [] })).account.inviteId
    const before = await own()
    await done(ana, 'renewInviteId')
    // The last is what the copy has.
    const invitations = [
      (await done(ana, 'createShareLink', sharing)).inviteId,
      before,
      await own(),
    ]
    const tokens = createTokens(house.clock.now, createSystemRandom())
    const [onPaper, mailed] = await server.db.transaction(async tx => [
      await tokens.issue(tx, { purpose: 'recovery' }),
      await tokens.issue(tx, { purpose: 'reset' }),
    ])
    await house.backUp()
    house.clock.advance({ minutes: 5 })
    // Ended after the backup, they must not come back with it.
    await done(ana, 'deleteByIdApiToken', { id: apiToken.id })
    await done(ana, 'endShareLinks', { shoppingListId: id })
    await done(ana, 'renewInviteId')
    await done(ana, 'createShoppingList', { name: 'After it' })
    await expect(house.restore(true)).rejects.toThrow('stop it, then restore')
    await server.close()

    await expect(house.restore()).rejects.toThrow('To restore all the same, add --overwrite.')
    const kept = await house.restore(true)
    const again = await house.open()
    const names = async (db = again.db) =>
      (await db.query.selectFrom('shopping_list').select('name').execute()).map(({ name }) => name)
    expect(await names()).toEqual(['In the copy'])
    expect(await again.db.epoch(again.db.query)).not.toBe(epoch)
    for (const table of ['session', 'api_token'] as const) {
      expect(await again.db.query.selectFrom(table).selectAll().execute()).toEqual([])
    }
    const ben = await again.buildUser()
    const { id: bens } = await done(ben, 'createShoppingList', { name: 'Ben’s' })
    for (const inviteId of invitations) {
      expect((await call(ben, 'acceptInvite', { inviteId })).code).toBe('NOT_FOUND')
      const taken = await call(ben, 'createShareLink', {
        ...sharing,
        shoppingListId: bens,
        inviteId,
      })
      expect(taken.code).toBe('CONFLICT')
    }
    const back = again.client()
    const login = { username: ana.email, password: ana.password }
    const { inviteId } = Object((await back.post('/auth/login', login)).body.user)
    expect(Object(await done(ben, 'acceptInvite', { inviteId })).friend).toMatchObject({
      myStatus: 'ACCEPTED',
    })
    // Who lost a passkey has nothing but that code.
    expect(await tokens.find(again.db.query, 'recovery', onPaper)).toHaveProperty('hash')
    expect(await tokens.find(again.db.query, 'reset', mailed)).toBe('unknown')
    await again.close()
    if (engine.name === 'SQLite') {
      expect(kept.map(path => existsSync(path))).toEqual([true])
      expect(statSync(join(house.place.dataDir, 'aisle.db')).mode & 0o777).toBe(0o600)
    }
  })

  test.each([
    [
      'a message of somebody without an account',
      (_: TestUser, server: TestServer) =>
        server.client().post('/auth/contact', {
          ...{ name: 'Bo', email: 'bo@example.org', feedback: 'How do I host it?' },
        }),
    ],
    ['a passkey', addPasskey],
    [
      'an item that a script deleted',
      async (ana: TestUser, server: TestServer) => {
        const { id } = await server.db.query
          .selectFrom('item')
          .select('id')
          .executeTakeFirstOrThrow()
        return ana.graphql('mutation ($id: ID!) { deleteByIdItem(id: $id) { status } }', { id })
      },
    ],
    [
      'a request for friendship',
      (ana: TestUser) =>
        ana.graphql('mutation { sendFriendRequestByEmail(email: "bo@example.org") { message } }'),
    ],
    [
      'a way in by another provider',
      (ana: TestUser, server: TestServer) => keepWayIn(server, ana, null),
    ],
    [
      'a way in that was ended',
      (ana: TestUser, server: TestServer) =>
        keepWayIn(server, ana, server.clock.now().toISOString()),
    ],
    [
      'an account that was deleted',
      (ana: TestUser) =>
        ana.graphql(`mutation { deleteUser(id: ${ana.id}, password: "${ana.password}") { id } }`),
    ],
    [
      'an account that was deleted while nobody was signed in to it',
      async (ana: TestUser, server: TestServer) => {
        await server.db.query.deleteFrom('session').execute()
        return userCommand(server, `delete ${ana.email} ${ana.email}`)
      },
    ],
    [
      'a link to a list',
      async (ana: TestUser, { db }: TestServer) => {
        const { id } = await db.query
          .selectFrom('shopping_list')
          .select('id')
          .executeTakeFirstOrThrow()
        const query =
          'mutation ($id: ID!) { createShareLink(shoppingListId: $id, permission: VIEW) { inviteId } }'
        return ana.graphql(query, { id })
      },
    ],
    [
      'what staff did',
      (ana: TestUser, { db, clock }: TestServer) =>
        db.query
          .insertInto('audit')
          .values({
            ...{ id: 'deed', action: 'unlock', subject: 'user 7', detail: null },
            ...{ user_id: ana.id, at: clock.now().toISOString() },
          })
          .returning('id')
          .execute(),
    ],
  ])('a restore over %s is refused, also where it is all that is newer', async (_, act) => {
    await using house = await start(engine)
    // Dumps know the second, and not its parts.
    house.clock.advance({ minutes: -1 })
    const server = await house.open()
    const ana = await server.buildUser()
    await done(ana, 'createShoppingList', { name: 'Weekend', items: [{ name: 'Milk' }] })
    await house.backUp()
    house.clock.advance({ minutes: 5 })
    const answer = await act(ana, server)
    expect(JSON.stringify(answer)).not.toMatch(/errors|"success":false/)
    await server.close()
    await expect(house.restore()).rejects.toThrow('To restore all the same, add --overwrite.')
    await house.restore(true)
    // Nothing came in since.
    await house.restore()
  })

  test('no account gets the number of one that was made after the copy', async () => {
    await using house = await start(engine)
    const server = await house.open()
    await server.buildUser()
    await house.backUp()
    // A device knows its person by that number alone, and may still hold what they have not sent.
    const lost = await server.buildUser()
    await server.close()
    await house.restore(true)
    const again = await house.open()
    const next = await again.buildUser()
    expect(next.id).toBe(lost.id + 1)
    await again.close()
  })

  test('nor where the data of after the copy is gone, and nobody can tell its numbers', async () => {
    await using house = await start(engine)
    const server = await house.open()
    const ana = await server.buildUser()
    const ben = await server.buildUser()
    await house.backUp()
    await server.close()
    await using elsewhere = await start(engine)
    await elsewhere.restore(true, house.copy)
    const begun = await elsewhere.open()
    const next = await begun.buildUser()
    expect(next.id).toBe(ben.id + 1_000_001)
    // Once more: it went on from the copy, and its own numbers are known.
    await begun.close()
    await elsewhere.restore(true, house.copy)
    const again = await elsewhere.open()
    expect((await again.buildUser()).id).toBe(next.id + 1)
    expect(
      (await again.db.query.selectFrom('user').select('id').orderBy('id').execute())[0],
    ).toEqual({ id: ana.id })
    await again.close()
  })

  test('nor where the copy is of before the first account', async () => {
    await using house = await start(engine)
    const server = await house.open()
    await house.backUp()
    await server.close()
    await using elsewhere = await start(engine)
    await elsewhere.restore(true, house.copy)
    const begun = await elsewhere.open()
    expect((await begun.buildUser()).id).toBeGreaterThan(1_000_000)
    await begun.close()
  })

  test('nor where the data was begun anew, and gave as many numbers since', async () => {
    await using house = await start(engine)
    const server = await house.open()
    const ana = await server.buildUser()
    await house.backUp()
    await server.close()
    await using elsewhere = await start(engine, { migrated: false })
    elsewhere.clock.advance({ minutes: 1 })
    const anew = await elsewhere.open()
    for (let count = 0; count < 2; count += 1) await anew.buildUser()
    await anew.close()
    await elsewhere.restore(true, house.copy)
    const restored = await elsewhere.open()
    const next = await restored.buildUser()
    expect(next.id).toBe(ana.id + 1_000_001)
    await restored.close()
  })

  test('a restore over the data of an older version asks those tables that it has', async () => {
    await using house = await start(engine)
    const server = await house.open()
    const ana = await server.buildUser()
    await done(ana, 'createShoppingList', { name: 'Weekend' })
    await sql`drop table passkey`.execute(server.db.query)
    await sql`drop table feedback`.execute(server.db.query)
    await house.backUp()
    house.clock.advance({ minutes: 5 })
    await done(ana, 'createShoppingList', { name: 'After it' })
    await server.close()
    await expect(house.restore()).rejects.toThrow('To restore all the same, add --overwrite.')
  })

  test('what is no whole copy is refused, and the data stays as it was', async () => {
    await using house = await start(engine)
    const server = await house.open()
    const ana = await server.buildUser()
    await done(ana, 'createShoppingList', { name: 'Weekend' })
    await house.backUp()
    await server.close()
    const cut = `${house.copy}.cut`
    copyFileSync(house.copy, cut)
    truncateSync(cut, Math.floor(statSync(cut).size / 2))
    const text = `${house.copy}.text`
    writeFileSync(text, 'Milk')
    for (const file of [cut, text]) {
      await expect(house.restore(true, file)).rejects.toThrow(/cannot be used|pg_restore failed/)
    }
    const absent = `${house.copy}.absent`
    await expect(house.restore(true, absent)).rejects.toThrow(`There is no file ${absent}.`)
    const again = await house.open()
    expect(await again.db.query.selectFrom('shopping_list').select('name').execute()).toEqual([
      { name: 'Weekend' },
    ])
    await again.close()
  })

  test('a copy of a newer version is neither made nor restored, and the data stays as it was', async () => {
    await using house = await start(engine)
    const server = await house.open()
    const ana = await server.buildUser()
    await done(ana, 'createShoppingList', { name: 'Weekend' })
    const { query } = server.db
    await sql`insert into migration values ('999-from-the-future', '2030-01-01')`.execute(query)
    const { databaseUrl, dataDir } = house.place
    const source = databaseUrl ? 'the database at DATABASE_URL' : join(dataDir, 'aisle.db')
    await expect(house.backUp()).rejects.toThrow(
      `The copy of ${source} cannot be used: a newer version of Aisle made it.`,
    )
    if (databaseUrl) await dump(databaseUrl, house.copy)
    else await sql`vacuum into ${house.copy}`.execute(query)
    await sql`delete from migration where name = '999-from-the-future'`.execute(query)
    await server.close()

    await expect(house.restore(true)).rejects.toThrow('a newer version of Aisle made it')
    const again = await house.open()
    expect(await again.db.query.selectFrom('shopping_list').select('name').execute()).toEqual([
      { name: 'Weekend' },
    ])
    await again.close()
  })
})

describeOnPostgres('Programs that are newer than the server', engine => {
  test('set what it does not know, and the copy is restored all the same', async () => {
    await using house = await start(engine)
    const server = await house.open()
    const ana = await server.buildUser()
    await done(ana, 'createShoppingList', { name: 'Weekend' })
    await server.close()
    // As those of 17 write it, on a server of 15.
    const newer = `#!/bin/sh
PATH="\${PATH#*:}"
pg_restore "$@" || exit
for argument; do case "$argument" in --file=*) script="\${argument#--file=}";; esac; done
if [ -f "$script" ]; then sed -i 's/^SET lock_timeout = 0;/&\\nSET transaction_timeout = 0;/' "$script"; fi
`
    const programs = join(house.place.dataDir, 'programs')
    mkdirSync(programs)
    writeFileSync(join(programs, 'pg_restore'), newer, { mode: 0o755 })
    vi.stubEnv('PATH', `${programs}:${process.env.PATH}`)
    onTestFinished(() => void vi.unstubAllEnvs())
    await house.backUp()
    await house.restore(true)
    const again = await house.open()
    expect(await again.db.query.selectFrom('shopping_list').select('name').execute()).toEqual([
      { name: 'Weekend' },
    ])
    await again.close()
  })
})

describeOnPostgres('A database that other programs use', engine => {
  test.each([
    ['a table', 'create table invoice (id integer)', '"invoice"'],
    ['a view', 'create view names as select first_name from "user"', '"names"'],
    ['a sequence', 'create sequence numbers', '"numbers"'],
    ['tables of the same names', 'drop table migration', '"activity"'],
  ])('is not restored over where it holds %s of theirs', async (_, made, name) => {
    await using house = await start(engine)
    await (await house.open()).close()
    await house.backUp()
    const database = await openPostgres(house.place.databaseUrl ?? '', 'aisle-test')
    onTestFinished(() => database.close())
    await sql.raw(made).execute(database.query)
    for (const overwrite of [false, true]) {
      await expect(house.restore(overwrite)).rejects.toThrow(`did not make, ${name}`)
    }
  })

  test('is restored beside an extension that its user may neither make nor drop', async context => {
    await using house = await start(engine)
    await (await house.open()).close()
    const { databaseUrl = '', dataDir } = house.place
    const database = await openPostgres(databaseUrl, 'aisle-test')
    onTestFinished(() => database.close())
    const command = (text: string) => sql.raw(text).execute(database.query)
    const { rows } = await sql<{ name: string }>`
      select name from pg_available_extension_versions
      where superuser and not trusted and cardinality(coalesce(requires, '{}')) = 0 limit 1
    `.execute(database.query)
    const [extension] = rows
    if (!extension) return context.skip()
    const role = `less_${randomUUID().replaceAll('-', '')}`
    await command(`create role ${role} login`)
    await command(`alter schema public owner to ${role}`)
    await command(`do $$ declare it record; begin
      for it in select tablename as name from pg_tables where schemaname = 'public' loop
        execute format('alter table public.%I owner to ${role}', it.name);
      end loop; end $$`)
    await command(`create extension "${extension.name}"`)
    const settings = { dataDir, databaseUrl: databaseUrl.replace('aisle@', `${role}@`) }
    const now = house.clock.now()
    const copy = await backUp({ settings, target: `${house.copy}.less`, now })
    expect(await restore({ settings, copy, overwrite: true, now })).toEqual([])
  })

  test('is not restored over where they look into the tables of Aisle from elsewhere', async () => {
    await using house = await start(engine)
    const server = await house.open()
    await server.buildUser()
    await server.close()
    await house.backUp()
    const database = await openPostgres(house.place.databaseUrl ?? '', 'aisle-test')
    onTestFinished(() => database.close())
    const made = 'create schema reports create view people as select id from public."user"'
    await sql.raw(made).execute(database.query)
    await expect(house.restore(true)).rejects.toThrow('cannot drop')
    const { rows } = await sql`select id from reports.people`.execute(database.query)
    expect(rows).toHaveLength(1)
    await sql.raw('drop schema reports cascade').execute(database.query)
    expect(await house.restore(true)).toEqual([])
  })
})

describeOnPostgres('A sound dump', engine => {
  test.each([
    ['are missing', undefined, 'pg_restore is needed and was not found'],
    ['are too old', 'unsupported version (1.16) in file header', 'unsupported version (1.16)'],
  ])('is not called none where the programs %s', async (_, said, sentence) => {
    await using house = await start(engine)
    await (await house.open()).close()
    await house.backUp()
    const programs = join(house.place.dataDir, 'programs')
    mkdirSync(programs)
    const old = `#!/bin/sh\necho 'pg_restore: error: ${said}' >&2\nexit 1\n`
    if (said) writeFileSync(join(programs, 'pg_restore'), old, { mode: 0o755 })
    vi.stubEnv('PATH', programs)
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(house.restore(true)).rejects.toThrow(sentence)
  })
})

describeOnPostgres('A database that is reached by its socket', engine => {
  test('is copied and restored, with a password and without', async () => {
    await using house = await start(engine)
    const socket = house.place.databaseUrl?.replace('@localhost/', '@/') ?? ''
    const urls = [
      socket,
      socket.replace('@', ':pass%20word@'),
      // As the driver takes it, too.
      decodeURIComponent(socket).replace('@', ':50%off@'),
      `${socket}&password=pass`,
      `${socket}&uselibpqcompat=true&sslmode=disable`,
    ]
    for (const [n, databaseUrl] of urls.entries()) {
      const settings = { dataDir: house.place.dataDir, databaseUrl }
      const now = house.clock.now()
      const copy = await backUp({ settings, target: `${house.copy}.${n}`, now })
      expect(await restore({ settings, copy, overwrite: true, now })).toEqual([])
    }
  })
})

test.each([
  ['?sslmode=no-verify', '?sslmode=require'],
  ['?uselibpqcompat=true&sslmode=require', '?sslmode=require'],
  ['?sslmode=no-verify&uselibpqcompat=true', '?sslmode=require&'],
  ['?sslmode=verify-full&sslrootcert=/ca.pem', '?sslmode=verify-full&sslrootcert=/ca.pem'],
])('PostgreSQL’s programs get %s as %s', (options, theirs) => {
  expect(withoutPassword(`postgres://aisle:secret@db/aisle${options}`)).toEqual({
    url: `postgres://aisle@db/aisle${theirs}`,
    environment: { PGPASSWORD: 'secret' },
  })
})

test('a copy takes no name that stands there, be it of what is elsewhere', async () => {
  await using house = await start(sqlite)
  await (await openDatabase(house.place)).close()
  const link = join(house.place.dataDir, 'monday.db')
  symlinkSync(join(house.place.dataDir, 'a-disk-that-is-away.db'), link)
  await expect(house.backUp(link)).rejects.toThrow(
    new BackupError(`${link} exists already: name another file.`),
  )
})

test('a copy makes no folder: the disk that it lies on may be away', async () => {
  await using house = await start(sqlite)
  await (await openDatabase(house.place)).close()
  const away = join(house.place.dataDir, 'disk')
  await expect(house.backUp(join(away, 'backups', 'monday.db'))).rejects.toThrow(
    new BackupError(`There is no folder ${join(away, 'backups')}: make it, or mount its disk.`),
  )
  expect(existsSync(away)).toBe(false)
})

test('a copy to a full disk blames that disk, and not the database', async () => {
  await using house = await start(sqlite)
  await (await openDatabase(house.place)).close()
  const memory = new DatabaseSync(':memory:')
  const proto = Object.getPrototypeOf(memory.prepare('select 1'))
  memory.close()
  onTestFinished(() => void vi.restoreAllMocks())
  // Full; and no room for what SQLite makes beside a file that still had some.
  for (const errcode of [13, 4874]) {
    vi.spyOn(proto, 'run').mockImplementation(() => {
      throw Object.assign(new Error('as SQLite says it'), { errcode })
    })
    await expect(house.backUp()).rejects.toThrow(
      new BackupError(`The disk of ${house.copy} is full: name a file elsewhere.`),
    )
  }
  expect(readdirSync(join(house.place.dataDir, 'copies'))).toEqual([])
})

test('the two commands say in one sentence what they did, or why not', async () => {
  await using house = await start(sqlite)
  await (await openDatabase(house.place)).close()
  const root = join(import.meta.dirname, '../../..')
  const run = promisify(execFile)
  async function command(program: string, ...args: string[]) {
    const options = {
      cwd: house.place.dataDir,
      env: { PATH: process.env.PATH, DATA_DIR: house.place.dataDir },
    }
    const started = run(process.execPath, [join(root, 'server', program), ...args], options)
    return started.then(
      ({ stdout }) => stdout,
      ({ stderr }) => String(stderr),
    )
  }
  expect(await command('backup-data.ts', house.copy)).toBe(
    `The backup lies in ${house.copy}, whole and verified.\n`,
  )
  expect(await command('backup-data.ts', house.copy)).toBe(
    `No backup was made. ${house.copy} exists already: name another file.\n`,
  )
  const inFile = join(house.copy, 'inside.db')
  expect(await command('backup-data.ts', inFile)).toBe(
    `No backup was made. ${inFile} cannot be written (ENOTDIR): name a file elsewhere.\n`,
  )
  expect(await command('restore-data.ts', inFile)).toBe(
    `Nothing was restored. There is no file ${inFile}.\n`,
  )
  expect(await command('restore-data.ts')).toBe(
    'Nothing was restored. Name the backup: npm run restore -- backup.db\n',
  )
  expect(await command('backup-data.ts', '--help')).toBe(
    "No backup was made. Unknown option '--help'.\n",
  )
  for (const program of ['backup-data.ts', 'restore-data.ts']) {
    expect(await command(program, '/mnt/my', 'stick/monday.db')).toMatch(
      /^No.* Name one file alone: a name with blanks stands in quotes\.\n$/,
    )
  }
  expect(await command('restore-data.ts', house.copy, '--overwite')).toBe(
    "Nothing was restored. Unknown option '--overwite'.\n",
  )
  expect(await command('restore-data.ts', house.copy)).toMatch(
    /Everybody has to sign in again\. .*; recovery codes are those of the backup\.\n$/,
  )
})
