import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrate, migrations } from '../../../server/db/migrate.ts'
import type { Migration } from '../../../server/db/migration.ts'
import { type Database, openBesideServer, openDatabase } from '../../../server/db/open.ts'
import { type Place, prepare } from '../../../server/db/prepared.ts'
import { explainCommand } from '../../../server/process/start-failure.ts'
import { describeEachEngine, sqlite, type TestEngine } from '../../support/server/engines.ts'

async function withDatabase(
  engine: TestEngine,
  handles: number,
  use: (...databases: [Database, ...Database[]]) => Promise<void>,
): Promise<void> {
  const place = await engine.newPlace({ migrated: false })
  const open = () => openDatabase(place)
  const databases = await Promise.all(Array.from({ length: handles }, open))
  try {
    const [first, ...others] = databases
    // These tests write there; what the database knows of itself would stand between.
    await first?.query.deleteFrom('setting').execute()
    if (first) await use(first, ...others)
  } finally {
    for (const database of databases) await database.close()
    place.remove()
  }
}

/** References by columns that no index begins with. */
const unfoundOnSqlite = sql<{ to: string }>`
  select owner.name as owner, reference."from" as "column", reference."table" as "to"
  from sqlite_master as owner, pragma_foreign_key_list(owner.name) as reference
  where owner.type = 'table' and not exists (
    select 1 from pragma_index_list(owner.name) as own, pragma_index_info(own.name) as part
    where own.partial = 0 and part.seqno = 0 and part.name = reference."from"
  )
`
const unfoundOnPostgres = sql<{ to: string }>`
  select owner.relname as owner, part.attname as "column", target.relname as "to"
  from pg_constraint as reference
  join pg_class as owner on owner.oid = reference.conrelid
  join pg_class as target on target.oid = reference.confrelid
  join pg_attribute as part on part.attrelid = owner.oid and part.attnum = reference.conkey[1]
  where reference.contype = 'f' and not exists (
    select 1 from pg_index as own
    where own.indrelid = owner.oid and own.indpred is null and own.indkey[0] = part.attnum
  )
`

const now = () => new Date('2026-11-21T09:00:00.000Z')
const setting = (key: string, value = '') => ({ key, value })

async function keysOf(database: Pick<Database, 'query'>): Promise<string[]> {
  const rows = await database.query.selectFrom('setting').select('key').orderBy('key').execute()
  return rows.map(row => row.key)
}

describeEachEngine('migrations', engine => {
  test('several servers that start at once on an empty database migrate it once', async () => {
    await withDatabase(engine, 4, async database => {
      const { rows } = await sql<{
        name: string
      }>`select name from migration order by name`.execute(database.query)
      expect(rows.map(row => row.name)).toEqual(migrations.map(step => step.name).toSorted())
      const units = await database.query.selectFrom('unit').select('id').execute()
      expect(new Set(units.map(unit => unit.id)).size).toBe(units.length)
      expect(units).toContainEqual({ id: 'unit-kg' })
    })
  })

  test('a second start changes nothing', async () => {
    await withDatabase(engine, 1, async database => {
      await database.query.deleteFrom('unit').where('id', '=', 'unit-kg').execute()
      await migrate(database, now)
      const kilogram = database.query.selectFrom('unit').where('id', '=', 'unit-kg')
      expect(await kilogram.selectAll().execute()).toEqual([])
    })
  })

  test('what refers to what may be deleted is found by an index, however much there is', async () => {
    await withDatabase(engine, 1, async database => {
      const { rows } = await (engine.name === 'SQLite'
        ? unfoundOnSqlite
        : unfoundOnPostgres
      ).execute(database.query)
      // Units stay.
      expect(rows.filter(({ to }) => to !== 'unit')).toEqual([])
      expect(rows.length).toBeGreaterThan(0)
    })
  })

  test('a step that fails leaves nothing behind', async () => {
    await withDatabase(engine, 1, async database => {
      const good: Migration = {
        name: '900-good',
        up: async db => {
          await sql`create table good (id text)`.execute(db)
        },
      }
      const bad: Migration = {
        name: '901-bad',
        up: async () => {
          throw new Error('no')
        },
      }
      await expect(migrate(database, now, [...migrations, good, bad])).rejects.toThrow('no')
      await expect(sql`select * from good`.execute(database.query)).rejects.toThrow()
      await migrate(database, now, [...migrations, good])
      expect((await sql`select * from good`.execute(database.query)).rows).toEqual([])
    })
  })

  test('a database of a newer version stops the start with a sentence', async () => {
    const place = await engine.newPlace()
    const database = await openDatabase(place)
    await sql`insert into migration values ('999-from-the-future', '2030-01-01')`.execute(
      database.query,
    )
    await database.close()
    await expect(openDatabase(place)).rejects.toThrow(
      'The database was made by a newer version of Aisle (it knows 999-from-the-future): ' +
        'bring the code up to date (git pull), or restore a backup from before the update.',
    )
    place.remove()
  })
})

describeEachEngine('A command beside the server', engine => {
  test('makes a new database, and leaves one of an older version to the start', async () => {
    const place = await engine.newPlace({ migrated: false })
    onTestFinished(() => place.remove())
    await (await openBesideServer(place)).close()
    const database = await openBesideServer(place)
    const { name } = migrations.at(-1) ?? { name: '' }
    await sql`delete from migration where name = ${name}`.execute(database.query)
    await database.close()
    const refusal = await openBesideServer(place).catch(error => error)
    expect(explainCommand(refusal)).toBe(
      'The database was last used by an older version of Aisle: start the server of this one, which brings it up to date.',
    )
  })
})

describeEachEngine('transactions', engine => {
  test('what throws leaves nothing, and the next one goes on', async () => {
    await withDatabase(engine, 1, async database => {
      const failing = database.transaction(async tx => {
        await tx.insertInto('setting').values(setting('half')).execute()
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      const refused = database.transaction(async tx => {
        await tx.insertInto('setting').values(setting('half')).execute()
        await tx.insertInto('setting').values(setting('half')).execute()
      })
      await expect(refused).rejects.toThrow()
      await database.transaction(tx => tx.insertInto('setting').values(setting('whole')).execute())
      expect(await keysOf(database)).toEqual(['whole'])
    })
  })

  test('a question does not wait behind a writer, and sees only what was committed', async () => {
    await withDatabase(engine, 1, async database => {
      await database.transaction(async tx => {
        await tx.insertInto('setting').values(setting('a')).execute()
        expect(await keysOf(database)).toEqual([])
      })
      expect(await keysOf(database)).toEqual(['a'])
    })
  })

  test('a snapshot stays as it was, and takes no writes', async () => {
    await withDatabase(engine, 1, async database => {
      await database.snapshot(async tx => {
        expect(await keysOf({ query: tx })).toEqual([])
        await database.query.insertInto('setting').values(setting('a')).execute()
        expect(await keysOf({ query: tx })).toEqual([])
      })
      expect(await keysOf(database)).toEqual(['a'])
      await expect(
        database.snapshot(tx => tx.insertInto('setting').values(setting('b')).execute()),
      ).rejects.toThrow()
    })
  })

  test('a hundred that add to one row through three handles lose nothing', async () => {
    await withDatabase(engine, 3, async (...databases) => {
      const [first] = databases
      await first.query.insertInto('setting').values(setting('count', '0')).execute()
      const add = (database: Database) =>
        database.transaction(async tx => {
          const { value } = await tx
            .selectFrom('setting')
            .select('value')
            .where('key', '=', 'count')
            .$call(database.forUpdate)
            .executeTakeFirstOrThrow()
          await sleep(1)
          await tx
            .updateTable('setting')
            .set({ value: String(Number(value) + 1) })
            .where('key', '=', 'count')
            .execute()
        })
      await Promise.all(
        Array.from({ length: 102 }, (_, index) => add(databases[index % 3] ?? first)),
      )
      const row = await first.query.selectFrom('setting').selectAll().executeTakeFirstOrThrow()
      expect(row.value).toBe('102')
    })
  })

  test('what is sent without waiting for its answer fails the commit, in its own words', async () => {
    const put = prepare((db, place: Place<{ key: string }>) =>
      db.insertInto('setting').values({ key: place('key'), value: '' }),
    )
    await withDatabase(engine, 1, async database => {
      const refused = database.transaction(async tx => {
        await put.send(tx, { key: 'half' })
        await put.send(tx, { key: 'half' })
      })
      await expect(refused).rejects.toThrow(/unique/i)
      const asked = database.transaction(async tx => {
        await put.send(tx, { key: 'half' })
        await put.send(tx, { key: 'half' })
        await keysOf({ query: tx })
      })
      await expect(asked).rejects.toThrow(/unique/i)
      await database.transaction(tx => put.send(tx, { key: 'whole' }))
      expect(await keysOf(database)).toEqual(['whole'])
    })
  })

  test.runIf(engine.name === 'PostgreSQL')(
    'a connection that breaks within a transaction fails that one, and nothing else',
    async () => {
      await withDatabase(engine, 1, async database => {
        const broken = database.transaction(async tx => {
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
          const pid = rows[0]?.pid
          await sql`select pg_terminate_backend(${pid})`.execute(database.query)
          const isThere = sql`select 1 from pg_stat_activity where pid = ${pid}`
          await expect.poll(async () => (await isThere.execute(database.query)).rows).toEqual([])
          await keysOf({ query: tx })
        })
        await expect(broken).rejects.toThrow()
        expect(await keysOf(database)).toEqual([])
      })
    },
  )

  test('two that lock in opposite order both succeed in the end', async () => {
    await withDatabase(engine, 1, async database => {
      await database.query
        .insertInto('setting')
        .values([setting('a'), setting('b')])
        .execute()
      const inOrder = (keys: readonly string[]) =>
        database.transaction(async tx => {
          for (const key of keys) {
            await tx
              .updateTable('setting')
              .set({ value: sql`value || ${keys.join('')}` })
              .where('key', '=', key)
              .execute()
            await sleep(30)
          }
        })
      await Promise.all([inOrder(['a', 'b']), inOrder(['b', 'a'])])
      const rows = await database.query.selectFrom('setting').select('value').execute()
      for (const { value } of rows) expect(value).toMatch(/^(abba|baab)$/)
    })
  })
})

describeEachEngine('what both engines hand back alike', engine => {
  test('a question asked before knows the columns that came since', async () => {
    await withDatabase(engine, 1, async ({ query }) => {
      await sql`create table one (id text)`.execute(query)
      await sql`create table other (name text)`.execute(query)
      await sql`insert into one values ('a')`.execute(query)
      await sql`insert into other values ('milk')`.execute(query)
      const ask = async () => (await sql`select * from one, other`.execute(query)).rows
      expect(await ask()).toEqual([{ id: 'a', name: 'milk' }])
      await sql`alter table one add column note text default 'new'`.execute(query)
      expect(await ask()).toEqual([{ id: 'a', note: 'new', name: 'milk' }])
    })
  })

  test('numbers, nulls and texts come back as they went in', async () => {
    await withDatabase(engine, 1, async database => {
      const { query } = database
      const at = now().toISOString()
      const { id: userId } = await query
        .insertInto('user')
        .values({
          email: 'ana@example.org',
          email_key: 'ana@example.org',
          first_name: '🛒',
          last_name: 'نورة',
          password_hash: 'x',
          role: 'SILVER',
          invite_id: 'x',
          created_at: at,
          updated_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await query
        .insertInto('shopping_list')
        .values({
          id: 'list',
          user_id: userId,
          name: 'Food',
          name_key: 'food',
          list_type: 'SIMPLE',
          revision: 1,
          self_revision: 1,
          created_at: at,
          updated_at: at,
        })
        .execute()
      const item = {
        id: 'item',
        list_id: 'list',
        created_by: userId,
        name: 'Milk "1,5%" \\ \n',
        quantity_in_stock: 0.1,
        quantity_to_purchase: 999_999.999,
        unit_id: null,
        purchased: 1,
        tags: '[]',
        notes: null,
        ord: 0,
        revision: 1,
        created_at: at,
        updated_at: at,
      }
      await query.insertInto('item').values(item).execute()
      const read = await query.selectFrom('item').selectAll().executeTakeFirstOrThrow()
      expect(read).toMatchObject(item)
      const counted = await query
        .selectFrom('item')
        .select(({ fn }) => [fn.countAll().as('count'), fn.sum('quantity_in_stock').as('sum')])
        .executeTakeFirstOrThrow()
      expect(counted).toMatchObject({ count: 1, sum: 0.1 })
    })
  })

  test('texts are sorted by code point', async () => {
    await withDatabase(engine, 1, async database => {
      await database.query
        .insertInto('setting')
        .values(['b', 'B', 'a', 'é', '_', '1'].map(key => setting(key)))
        .execute()
      expect(await keysOf(database)).toEqual(['1', 'B', '_', 'a', 'b', 'é'])
    })
  })

  test('a text where a number belongs, and a row that points nowhere, are refused', async () => {
    await withDatabase(engine, 1, async database => {
      const { query } = database
      await expect(
        sql`insert into attempt values ('k', 'many', '2026')`.execute(query),
      ).rejects.toThrow()
      const at = now().toISOString()
      const session = { hash: 'x', user_id: 77, created_at: at, seen_at: at, expires_at: at }
      await expect(query.insertInto('session').values(session).execute()).rejects.toThrow()
    })
  })
})

test('nobody else on the machine can read the data', async () => {
  const { dataDir, remove } = await sqlite.newPlace()
  await chmod(dataDir, 0o755)
  const database = await openDatabase({ dataDir })
  await database.query.insertInto('setting').values(setting('secret')).execute()
  for (const name of await readdir(dataDir)) {
    expect([name, (await stat(join(dataDir, name))).mode & 0o077]).toEqual([name, 0])
  }
  await database.close()
  remove()
})

test('what others could read of a database that lay there is tightened', async () => {
  const { dataDir, remove } = await sqlite.newPlace()
  const first = await openDatabase({ dataDir })
  await first.query.insertInto('setting').values(setting('secret')).execute()
  const names = ['aisle.db', 'aisle.db-wal', 'aisle.db-shm']
  for (const name of names) await chmod(join(dataDir, name), 0o644)
  const again = await openDatabase({ dataDir })
  for (const name of names) {
    expect([name, (await stat(join(dataDir, name))).mode & 0o077]).toEqual([name, 0])
  }
  await again.close()
  await first.close()
  remove()
})

describeEachEngine('notifications', engine => {
  test('every listener hears what is told, until it stops listening', async () => {
    await withDatabase(engine, 1, async database => {
      const heard: string[] = []
      const listener = { onNotify: (payload: string) => heard.push(payload), onReset() {} }
      const stop = database.listen(listener)
      await database.notify('one "two" \' 🛒')
      await expect.poll(() => heard).toEqual(['one "two" \' 🛒'])
      stop()
      await database.notify('three')
      await database.notify('four')
      expect(heard).toHaveLength(1)
    })
  })

  test.runIf(engine.name === 'PostgreSQL')(
    'processes hear each other; after a lost connection they doubt, then hear again',
    async () => {
      await withDatabase(engine, 2, async (one, two) => {
        if (!two) throw new Error('Two handles were asked for.')
        const heard: string[] = []
        two.listen({
          onNotify: payload => heard.push(payload),
          onReset: () => heard.push('reset'),
        })
        await one.notify('before')
        await expect.poll(() => heard).toEqual(['before'])
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query ilike 'listen%'
        `.execute(one.query)
        await expect.poll(() => heard).toEqual(['before', 'reset'])
        await one.notify('after')
        await expect.poll(() => heard).toEqual(['before', 'reset', 'after'])
      })
    },
  )
})

test('a database that another process holds as a whole, as while it is closed, is opened a moment later', async () => {
  const place = await sqlite.newPlace()
  await (await openDatabase(place)).close()
  const letGo = join(place.dataDir, 'let-go')
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', holding], {
    env: { ...process.env, FILE: join(place.dataDir, 'aisle.db'), LET_GO: letGo },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  const opened = await openDatabase(place)
  expect(existsSync(letGo)).toBe(true)
  await opened.close()
  if (holder.exitCode === null) await once(holder, 'exit')
  place.remove()
})

/** Lets go by itself: who waits for it does so synchronously. */
const holding = `
  import { writeFileSync } from 'node:fs'
  import { DatabaseSync } from 'node:sqlite'
  const database = new DatabaseSync(process.env.FILE)
  database.exec('pragma journal_mode = delete; begin exclusive')
  process.stdout.write('held')
  setTimeout(() => {
    writeFileSync(process.env.LET_GO, '')
    database.exec('commit')
  }, 500)
`
