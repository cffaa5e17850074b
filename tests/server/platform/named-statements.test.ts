/** Statements that PostgreSQL knows by name survive a change of their tables by a newer version. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openPostgres } from '../../../server/db/postgres.ts'
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
})
