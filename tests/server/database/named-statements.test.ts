/** Statements that PostgreSQL knows by name survive a change of their tables by a newer version. */
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { openPostgres } from '../../../server/db/postgres.ts'
import { type Place, prepare } from '../../../server/db/prepared.ts'
import { describeOnPostgres } from '../../support/server/engines.ts'

describeOnPostgres('Named statements', engine => {
  test('are planned once a connection, and anew where a table changed', async () => {
    const place = await engine.newPlace()
    const database = await openPostgres(place.databaseUrl ?? '')
    const read = (db: typeof database.query) =>
      sql<{ id: number; name?: string }>`select * from thing where id = ${1}`.execute(db)
    const known = () =>
      sql<{ count: number }>`
        select count(*) as count from pg_prepared_statements where statement like '%from thing%'
      `.execute(database.query)
    await sql`create table thing (id integer)`.execute(database.query)
    await sql`insert into thing values (1)`.execute(database.query)
    for (let n = 0; n < 5; n += 1) await read(database.query)
    // Itself not counted: it has no name yet.
    expect((await known()).rows).toEqual([{ count: 1 }])

    await sql`alter table thing add column name text`.execute(database.query)
    expect((await read(database.query)).rows).toEqual([{ id: 1, name: null }])

    for (let n = 0; n < 5; n += 1) await read(database.query)
    await sql`alter table thing drop column name`.execute(database.query)
    let tries = 0
    const { rows } = await database.transaction(tx => {
      tries += 1
      return read(tx)
    })
    expect(rows).toEqual([{ id: 1 }])
    expect(tries).toBe(2)
    await database.close()
    place.remove()
  })

  test('have 64 values at most', async () => {
    const place = await engine.newPlace()
    const database = await openPostgres(place.databaseUrl ?? '')
    for (const count of [64, 65]) {
      const keys = Array.from({ length: count }, (_, n) => `key ${n}`)
      const read = database.query.selectFrom('setting').select('key').where('key', 'in', keys)
      for (let n = 0; n < 5; n += 1) await read.execute()
    }
    const named = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like '%from "setting"%'
    `.execute(database.query)
    expect(named.rows.map(({ statement }) => statement.split('$').length - 1)).toEqual([64])
    await database.close()
    place.remove()
  })

  test('are described once a connection, and rows that look otherwise by then are not read', async () => {
    const place = await engine.newPlace()
    const database = await openPostgres(place.databaseUrl ?? '')
    const read = () => sql`select * from thing where id = ${1}`.execute(database.query)
    const tell = (statement: string) => sql.raw(statement).execute(database.query)
    await tell('create table thing (id integer)')
    await tell('insert into thing values (1)')
    for (let n = 0; n < 3; n += 1) await read()
    const describe = vi.spyOn(pg.Connection.prototype, 'describe')
    for (let n = 0; n < 3; n += 1) expect((await read()).rows).toEqual([{ id: 1 }])
    expect(describe).not.toHaveBeenCalled()
    vi.restoreAllMocks()

    const named = await sql<{ name: string }>`
      select name from pg_prepared_statements where statement like '%from thing%'
    `.execute(database.query)
    const name = named.rows[0]?.name
    await tell(`deallocate "${name}"`)
    await tell(`alter table thing add column name text default 'Milk'`)
    // As behind a pooler that has put another connection beneath.
    await tell(`prepare "${name}" (integer) as select * from thing where id = $1`)
    await expect(read()).rejects.toThrow('The rows of a statement have changed.')
    expect((await read()).rows).toEqual([{ id: 1, name: 'Milk' }])
    await database.close()
    place.remove()
  })

  test('of a transaction, those that leave together end by one Sync, and a failure passes over the rest', async () => {
    const place = await engine.newPlace()
    const database = await openPostgres(place.databaseUrl ?? '')
    const add = prepare((db, place: Place<{ key: string }>) =>
      db
        .insertInto('setting')
        .values({ key: place('key'), value: '' })
        .returning('key'),
    )
    const addAll = (...keys: readonly string[]) =>
      database.transaction(tx => Promise.all(keys.map(key => add.first(tx, { key }))))
    const kept = () => database.query.selectFrom('setting').select('key').orderBy('key').execute()
    for (const n of [1, 2, 3, 4]) await addAll(`a${n}`, `b${n}`)

    const sync = vi.spyOn(pg.Connection.prototype, 'sync')
    expect(await addAll('a', 'b', 'c')).toEqual([{ key: 'a' }, { key: 'b' }, { key: 'c' }])
    // The beginning with what follows it, and the commit.
    expect(sync).toHaveBeenCalledTimes(2)
    vi.restoreAllMocks()

    const before = await kept()
    let told: readonly string[] = []
    const failing = database.transaction(async tx => {
      const answers = await Promise.allSettled(['d', 'a', 'e'].map(key => add.first(tx, { key })))
      told = answers.map(answer => (answer.status === 'fulfilled' ? 'done' : `${answer.reason}`))
    })
    await expect(failing).rejects.toThrow(/unique/)
    expect(told).toEqual(['done', expect.stringMatching(/unique/), expect.stringMatching(/unique/)])
    expect(await kept()).toEqual(before)

    await expect(addAll('d', 'e').then(kept)).resolves.toHaveLength(before.length + 2)
    await database.close()
    place.remove()
  })

  test('of a transaction, one whose rows look otherwise by then fails alone, and all of it begins anew', async () => {
    const place = await engine.newPlace()
    const database = await openPostgres(place.databaseUrl ?? '')
    const tell = (statement: string) => sql.raw(statement).execute(database.query)
    const read = prepare((db, place: Place<{ id: number }>) => ({
      compile: () => sql`select * from thing where id = ${place('id')}`.compile(db),
    }))
    const readTwice = () =>
      database.transaction(tx => Promise.all([1, 1].map(id => read.first(tx, { id }))))
    await tell('create table thing (id integer)')
    await tell('insert into thing values (1)')
    for (let n = 0; n < 5; n += 1) await readTwice()
    const named = await sql<{ name: string; pid: number }>`
      select name, pg_backend_pid() as pid from pg_prepared_statements
      where statement like '%from thing%'
    `.execute(database.query)
    await tell(`deallocate "${named.rows[0]?.name}"`)
    await tell(`alter table thing add column name text default 'Milk'`)
    await tell(`prepare "${named.rows[0]?.name}" (integer) as select * from thing where id = $1`)
    const row = { id: 1, name: 'Milk' }
    expect(await readTwice()).toEqual([row, row])
    // The connection is as good as it was.
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
      database.query,
    )
    expect(rows[0]?.pid).toBe(named.rows[0]?.pid)
    await database.close()
    place.remove()
  })
})
