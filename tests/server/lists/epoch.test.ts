/** Another epoch: the data may have gone back behind what devices were told. */
import { copyFileSync, lstatSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/open.ts'
import { openPostgres } from '../../../server/db/postgres.ts'
import { call, done, newId } from '../../support/server/api.ts'
import { describeEachEngine, describeOnPostgres, sqlite } from '../../support/server/engines.ts'
import { startTestServer } from '../../support/server/server.ts'

describeEachEngine('The epoch', engine => {
  test('travels with every answer; in another one everything comes whole, or as gone', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const list = await done(ana, 'createShoppingList', { name: 'Weekend' })
    const milk = await done(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' })
    const first = await done(ana, 'changes', { known: [] })
    const absent = newId()
    const known = [
      { id: 'account', revision: first.account.revision },
      { id: list.id, revision: first.lists[0].revision },
      { id: absent, revision: 4 },
    ]

    const same = await done(ana, 'changes', { known, epoch: first.epoch })
    expect(same).toEqual({
      epoch: first.epoch,
      account: null,
      own: null,
      lists: [],
      gone: [absent],
      more: false,
    })
    for (const epoch of ['another', '']) {
      expect(await done(ana, 'changes', { known, epoch })).toMatchObject({
        epoch: first.epoch,
        account: { revision: first.account.revision },
        lists: [{ id: list.id, snapshot: true, list: { name: 'Weekend' }, items: [milk] }],
        gone: [absent],
      })
    }
    // A device of before asks without one, and is believed.
    expect(await done(ana, 'changes', { known })).toMatchObject({ account: null, lists: [] })
  })

  test('stays over a stop and a start, and is another one in another database', async () => {
    await using server = await startTestServer(engine)
    await using other = await startTestServer(engine)
    const epoch = () => server.db.epoch(server.db.query)
    const before = await epoch()
    const twin = await startTestServer(engine, { address: server.address })
    expect(await twin.db.epoch(twin.db.query)).toBe(before)
    await twin.db.mark()
    await twin.close()
    expect(await epoch()).toBe(before)
    expect(await other.db.epoch(other.db.query)).not.toBe(before)
  })

  test('is known before the first ask for it, however many those are', async () => {
    await using server = await startTestServer(engine)
    const people = await Promise.all(Array.from({ length: 5 }, () => server.buildUser()))
    await using fresh = await server.startSecond()
    const browsers = people.map(({ email, password }) => {
      const browser = fresh.client()
      return browser.post('/auth/login', { username: email, password }).then(() => browser)
    })
    const asked = (await Promise.all(browsers)).flatMap(browser => Array(4).fill(browser))
    const answers = await Promise.all(asked.map(browser => call(browser, 'changes', { known: [] })))
    expect(answers.map(({ code }) => code)).toEqual(Array(20).fill(undefined))
  })
})

describeOnPostgres('The place of a database', engine => {
  async function serve() {
    const server = await startTestServer(engine)
    const ana = await server.buildUser()
    const { id } = await done(ana, 'createShoppingList', { name: 'Weekend' })
    const { query } = server.db
    return {
      server,
      /** As a cluster leaves it whose place was taken by another one. */
      tellOfAnotherPlace: () =>
        query
          .updateTable('setting')
          .set({ value: 'elsewhere' })
          .where('key', 'like', 'mark.%')
          .execute(),
      async revision() {
        const list = query.selectFrom('shopping_list').select('revision').where('id', '=', id)
        return (await list.executeTakeFirstOrThrow()).revision
      },
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    }
  }

  test('a dump that was loaded makes another epoch, in which revisions are beyond those of before', async () => {
    await using served = await serve()
    const { db } = served.server
    const [epoch, revision] = [await db.epoch(db.query), await served.revision()]
    await sql`alter table setting rename to old`.execute(db.query)
    await sql`create table setting (like old including all)`.execute(db.query)
    await sql`insert into setting select * from old`.execute(db.query)
    expect(await db.epoch(db.query)).not.toBe(epoch)
    await db.mark()
    expect(await served.revision()).toBe(revision + 100_000)
  })

  test('revisions leap once, whichever process sees it first, and not again', async () => {
    await using served = await serve()
    await using second = await served.server.startSecond()
    const revision = await served.revision()
    await Promise.all([served.server.db.mark(), second.db.mark()])
    expect(await served.revision()).toBe(revision)
    await served.tellOfAnotherPlace()
    await Promise.all([served.server, second, served.server].map(({ db }) => db.mark()))
    expect(await served.revision()).toBe(revision + 100_000)
  })

  test('a process that may read less of it keeps a mark of its own', async () => {
    await using served = await serve()
    const { db, address } = served.server
    const revision = await served.revision()
    const role = `less_${newId().replaceAll('-', '')}`
    for (const command of [
      `create role ${role} login`,
      `grant select, insert, update on all tables in schema public to ${role}`,
      'revoke execute on function pg_control_system() from public',
    ]) {
      await sql.raw(command).execute(db.query)
    }
    const other = await openPostgres(address.databaseUrl?.replace('aisle@', `${role}@`) ?? '')
    for (const one of [other, db, other, db]) await one.mark()
    expect(await served.revision()).toBe(revision)
    await served.tellOfAnotherPlace()
    for (const one of [other, db, other, db]) await one.mark()
    await other.close()
    expect(await served.revision()).toBe(revision + 2 * 100_000)
  })

  test('a process that goes on over a failover looks as soon as it has a connection again', async () => {
    await using served = await serve()
    const revision = await served.revision()
    await served.tellOfAnotherPlace()
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen %'
    `.execute(served.server.db.query)
    await expect.poll(() => served.revision(), { timeout: 10_000 }).toBe(revision + 100_000)
  })
})

/** A database that was opened and written to; what its copy by hand makes of it is `then`. */
async function withCopy(then: (place: Place) => Promise<void>): Promise<void> {
  const place = await sqlite.newPlace()
  const file = join(place.dataDir, 'aisle.db')
  const copy = join(place.dataDir, 'copy.db')
  const open = () => openDatabase(place)
  const database = await open()
  const write = (key: string) =>
    database.query.insertInto('setting').values({ key, value: '' }).execute()
  const before = await database.epoch(database.query)
  await write('in the copy')
  await sql`vacuum into ${copy}`.execute(database.query)
  try {
    await then({
      database,
      write,
      before,
      file,
      copy,
      async epochAfter() {
        const again = await open()
        const epoch = await again.epoch(again.query)
        await again.close()
        return epoch
      },
      dropCompanions: () => {
        for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
      },
    })
  } finally {
    place.remove()
  }
}

interface Place {
  readonly database: Awaited<ReturnType<typeof openDatabase>>
  readonly write: (key: string) => Promise<unknown>
  readonly before: string
  readonly file: string
  readonly copy: string
  readonly epochAfter: () => Promise<string>
  readonly dropCompanions: () => void
}

test('a copy put back by hand is noticed, though it was made in the same life of the server', async () => {
  await withCopy(async ({ database, write, before, file, copy, epochAfter, dropCompanions }) => {
    await write('after the copy')
    await database.close()
    expect(await epochAfter()).toBe(before)
    copyFileSync(copy, file)
    dropCompanions()
    const after = await epochAfter()
    expect(after).not.toBe(before)
    expect(await epochAfter()).toBe(after)
  })
})

test('a copy put back after a crash is noticed: by its file, and by the mark of the last minute', async () => {
  await withCopy(async ({ database, before, file, copy, epochAfter, dropCompanions }) => {
    // The handle stays open, as a process that died leaves things; only the file is another one.
    renameSync(copy, file)
    dropCompanions()
    expect(await epochAfter()).not.toBe(before)
    await database.query.destroy()
  })
  await withCopy(async ({ database, write, before, file, copy, epochAfter, dropCompanions }) => {
    await write('after the copy')
    await database.mark()
    await database.query.destroy()
    copyFileSync(copy, file)
    dropCompanions()
    expect(await epochAfter()).not.toBe(before)
  })
})

test('the mark is written through no link, which root would follow to wherever it leads', async () => {
  await withCopy(async ({ database, write, file, copy }) => {
    const mark = join(dirname(file), 'aisle.mark')
    const before = readFileSync(copy)
    symlinkSync(copy, `${mark}.new`)
    await write('what is to be marked')
    await database.mark()
    expect(readFileSync(copy).equals(before)).toBe(true)
    expect(lstatSync(mark).isFile()).toBe(true)
    await database.close()
  })
})
