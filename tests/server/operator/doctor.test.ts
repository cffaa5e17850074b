/** Each line is well, or says what mends it. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { backUp } from '../../../server/backup/backup.ts'
import { move } from '../../../server/backup/move.ts'
import { runScripts, toScript } from '../../../server/backup/postgres-tools.ts'
import { restore } from '../../../server/backup/restore.ts'
import { openBesideServer, openDatabase } from '../../../server/db/open.ts'
import { openPostgres } from '../../../server/db/postgres.ts'
import { retryJobs } from '../../../server/doctor/data.ts'
import { examine } from '../../../server/doctor/examine.ts'
import { unreadSettings } from '../../../server/doctor/machine.ts'
import { explainFailure } from '../../../server/process/start-failure.ts'
import { SettingError } from '../../../server/settings/setting-error.ts'
import { parseSettings, readSettings, type Settings } from '../../../server/settings.ts'
import { done } from '../../support/server/api.ts'
import {
  describeEachEngine,
  describeOnPostgres,
  sqlite,
  type TestEngine,
} from '../../support/server/engines.ts'
import { startTestServer } from '../../support/server/server.ts'
import { startSmtpSink } from '../../support/server/smtp.ts'
import { createClock } from '../../support/simulation/clock.ts'

const plenty = async (): Promise<number> => 9_000_000_000

/** A server that was used and stopped, and what the doctor says of it. */
async function start(engine: TestEngine, migrated = true) {
  const place = await engine.newPlace({ migrated })
  onTestFinished(() => place.remove())
  chmodSync(place.dataDir, 0o700)
  const buildDir = join(place.dataDir, 'dist')
  const built = join(buildDir, '.vite/built')
  mkdirSync(join(built, '..'), { recursive: true })
  writeFileSync(join(buildDir, 'index.html'), '')
  writeFileSync(built, '0123456789abcdef')
  const settings: Settings = {
    ...parseSettings({ DATA_DIR: place.dataDir, BUILD_DIR: buildDir }),
    databaseUrl: place.databaseUrl,
  }
  // PostgreSQL's clock is the machine's own.
  const clock = createClock(new Date().toISOString())
  return {
    place,
    settings,
    clock,
    /** What is to be mended: about → [says, mend]. */
    async ill(changed: Partial<Settings> = {}, freeSpace = plenty) {
      const findings = await examine({ ...settings, ...changed }, clock.now(), freeSpace)
      return Object.fromEntries(
        findings.flatMap(({ about, says, mend }) =>
          mend === undefined ? [] : [[about, `${says} → ${mend}`]],
        ),
      )
    },
  }
}

describeEachEngine('the doctor', engine => {
  test('finds nothing where all is well', async () => {
    const { place, settings, clock, ill } = await start(engine)
    const server = await startTestServer(engine, { address: place, clock })
    const ana = await server.buildUser()
    const list = await done(ana, 'createShoppingList', { name: 'Weekend' })
    await done(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' })
    // Also beside a server that runs.
    expect(await ill()).toEqual({})
    await server.close()
    const findings = await examine(settings, clock.now(), plenty)
    expect(findings.map(({ about }) => about)).toEqual([
      'settings',
      'app',
      'permissions',
      'disk',
      'mail',
      'database',
      'integrity',
      'clock',
      'jobs',
    ])
    expect(findings[1]?.says).toBe('It is built, as +01234567.')
    expect(JSON.stringify(findings)).not.toMatch(/Weekend|Milk|ana-/)
  })

  test('counts the jobs that wait, however many', async () => {
    const { place, clock, ill } = await start(engine)
    const server = await startTestServer(engine, { address: place, clock })
    const at = clock.now().toISOString()
    await sql`
      insert into job (id, kind, payload, created_at, run_at)
      with recursive numbers (n) as (
        select 1 union all select n + 1 from numbers where n < 150000
      )
      select cast(n as text), 'none', '{}', ${at}, ${at} from numbers
    `.execute(server.db.query)
    await server.close()
    expect(await ill()).toEqual({})
    clock.advance({ minutes: 61 })
    expect((await ill()).jobs).toMatch(/^150000 wait, 0 failed for good. Nobody does them/)
  })

  test('names what is wrong in the data, and what mends it', async () => {
    const { place, clock, ill } = await start(engine)
    const server = await startTestServer(engine, { address: place, clock })
    const ana = await server.buildUser()
    const list = await done(ana, 'createShoppingList', { name: 'Weekend' })
    await done(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' })
    const { query } = server.db
    await query.deleteFrom('job').execute()
    const at = clock.now().toISOString()
    const job = { kind: 'none', payload: '{}', key: null, user_id: null, failure: null }
    await query
      .insertInto('job')
      .values([
        { ...job, id: '1', created_at: at, run_at: at, failed_at: null },
        {
          ...{ ...job, id: '2', created_at: at, run_at: at, failed_at: at },
          failure: '{"error":"MailRefused","code":"RCPT TO 550 5.1.1"}',
        },
      ])
      .execute()
    expect(await ill()).toEqual({
      jobs: '1 wait, 1 failed for good; the last failure: none, RCPT TO 550 5.1.1. → npm run doctor -- --retry-jobs',
    })
    expect(await retryJobs(server.db, clock.now())).toBe(1)
    expect(await ill()).toEqual({})
    const nextDay = new Date(clock.now().getTime() + 86_400_000).toISOString()
    await query
      .updateTable('job')
      .set({ tries: 12, run_at: nextDay, failure: null })
      .where('id', '=', '2')
      .execute()
    expect(await retryJobs(server.db, clock.now())).toBe(1)
    const runs = await query.selectFrom('job').select('run_at').execute()
    expect(runs).toEqual([{ run_at: at }, { run_at: at }])
    clock.advance({ minutes: 90 })
    if (engine.name === 'SQLite') {
      expect(await ill()).toEqual({
        jobs: '2 wait, 0 failed for good. Nobody does them: no server runs on this data. → npm start',
      })
      // One that runs may be slow with those before, as a mail to a server that hangs.
      const until = new Date(clock.now().getTime() + 60_000).toISOString()
      await query
        .insertInto('lease')
        .values({ name: 'jobs', holder: 'a server', ends_at: until })
        .execute()
      expect(await ill()).toEqual({})
    }
    clock.advance({ minutes: -180 })
    expect((await ill()).clock).toMatch(/ → sudo timedatectl set-ntp true$/)
    clock.advance({ minutes: 90 })
    await query.updateTable('item').set({ revision: 999 }).execute()
    expect(await ill()).toEqual({
      integrity: '1 items are ahead of their list. → npm run restore -- BACKUP',
    })
    await sql`insert into migration values ('999-from-the-future', '2030-01-01')`.execute(query)
    expect((await ill()).database).toBe(
      'A newer version of Aisle made it; this one does not start on it. → git pull && npm ci && npm run build',
    )
    await server.close()
  })

  test('has clear words without a database', async () => {
    const { place, ill } = await start(engine, false)
    const { database } = await ill()
    expect(database).toContain(engine.name === 'SQLite' ? 'There is none at' : 'It is empty')
    expect(database).toMatch(/ → npm start$/)
    expect(existsSync(join(place.dataDir, 'aisle.db'))).toBe(false)
    expect(await ill({ databaseUrl: 'postgres://aisle:secret@127.0.0.1:1/aisle' })).toEqual({
      database:
        "The database at DATABASE_URL does not let it in (ECONNREFUSED). → psql 'postgres://aisle@127.0.0.1:1/aisle' -c 'select 1'",
    })
  })
})

describeOnPostgres('A database that is another user’s', engine => {
  test('is named by the start and by the doctor, with what mends it', async () => {
    const { place, settings, ill } = await start(engine, false)
    const guest = `guest_${randomUUID().replaceAll('-', '')}`
    const owner = await openPostgres(place.databaseUrl ?? '')
    onTestFinished(async () => {
      await sql.raw(`drop owned by ${guest}; drop role ${guest}`).execute(owner.query)
      await owner.close()
    })
    // As every database is from PostgreSQL 15 on, unless it was made for that user.
    await sql
      .raw(`create role ${guest} login; revoke create on schema public from public`)
      .execute(owner.query)
    const databaseUrl = place.databaseUrl?.replace('//aisle@', `//${guest}@`)
    const failure = await openDatabase({ ...settings, databaseUrl }).catch(error => error)
    expect(explainFailure(failure)).toBe(
      'Aisle could not start: the database at DATABASE_URL does not let it in: permission denied for schema public (42501).',
    )
    const { database = '' } = await ill({ databaseUrl })
    const [says, mend = ''] = database.split(' → ')
    expect(says).toBe(`${guest} may not make tables there.`)
    const [, statement = ''] = /^sudo -u postgres psql --dbname=\S+ -c '(.*)'$/.exec(mend) ?? []
    await sql.raw(statement).execute(owner.query)
    expect((await ill({ databaseUrl })).database).toMatch(/^It is empty: .* → npm start$/)
    await (await openDatabase({ ...settings, databaseUrl })).close()
    expect(await ill({ databaseUrl })).toEqual({})
  })
})

describeOnPostgres('A database that is not UTF-8', engine => {
  test.each(['LATIN1', 'SQL_ASCII'])(
    'but %s is refused by whatever opens it, and what is in it carried over',
    async encoding => {
      const { place, settings, clock, ill } = await start(engine)
      const { dataDir, databaseUrl: utf8 = '' } = place
      const name = `test_${randomUUID().replaceAll('-', '')}`
      const owner = await openPostgres(utf8, 'aisle-test')
      onTestFinished(async () => {
        await sql.raw(`drop database ${name} with (force)`).execute(owner.query)
        await owner.close()
      })
      await sql
        .raw(`create database ${name} encoding '${encoding}' locale 'C' template template0`)
        .execute(owner.query)
      const databaseUrl = utf8.replace(/[^/]+(?=\?)/, name)
      const other = { ...settings, databaseUrl }
      const now = clock.now()
      // As a version before filled it.
      const script = join(dataDir, 'tables.sql')
      const target = join(dataDir, 'tables.dump')
      await toScript(await backUp({ settings, target, now }), script)
      await runScripts(databaseUrl, [script])

      const copy = await backUp({ settings: other, target: join(dataDir, 'copy.dump'), now })
      const sentence = `the database at DATABASE_URL is encoded as ${encoding}, which takes no emoji: make one with --encoding=UTF8 --template=template0`
      for (const opens of [
        () => openDatabase(other),
        () => openBesideServer(other),
        () => restore({ settings: other, copy, overwrite: true, now }),
        () => move({ dataDir, databaseUrl, to: 'sqlite', now }),
      ]) {
        const failure = await opens().catch(error => error)
        expect(explainFailure(failure)).toContain(`Aisle could not start: ${sentence}`)
      }
      const { database } = await ill({ databaseUrl })
      expect(database?.slice(1)).toContain(sentence.slice(1))
      expect(database).toMatch(/ → sudo .* createdb .* --template=template0 aisle_utf8$/)
      await restore({ settings, copy, overwrite: true, now })
    },
  )
})

test('the doctor names what is wrong on the machine, and what mends it', async () => {
  const { place, ill } = await start(sqlite)
  await (await openDatabase(place)).close()
  const file = join(place.dataDir, 'aisle.db')
  expect(await ill({ publicUrl: 'https://aisle.example.org' })).toEqual({
    settings: expect.stringMatching(/ → TRUST_PROXY=true npm start$/),
  })
  const unbuilt = {
    app: expect.stringMatching(/no built app in .*, or not all of it\. → npm run build$/),
  }
  expect(await ill({ buildDir: '/nowhere' })).toEqual(unbuilt)
  const half = join(place.dataDir, 'half')
  mkdirSync(half)
  writeFileSync(join(half, 'index.html'), '')
  expect(await ill({ buildDir: half })).toEqual(unbuilt)
  expect(await ill({}, async () => 12_345_678)).toEqual({
    disk: `12 MB are free where ${place.dataDir} lies. → du -xh '${place.dataDir}' | sort -h | tail`,
  })
  chmodSync(file, 0o644)
  expect(await ill()).toEqual({
    permissions: `Others on this machine can reach ${file}. → chmod go= '${file}'`,
  })
  expect(await ill({ smtpUrl: 'smtp://127.0.0.1:1' })).toEqual({
    mail: '127.0.0.1 does not answer as a mail server (ECONNREFUSED). → nc -vz 127.0.0.1 1',
  })
  await using sink = await startSmtpSink()
  expect(await ill({ smtpUrl: sink.url })).toEqual({})
  writeFileSync(file, 'Milk'.repeat(2_000))
  expect((await ill()).database).toMatch(
    /^The database in DATA_DIR cannot be opened .* → npm run restore -- BACKUP --overwrite$/,
  )
})

test.each([
  ['by STARTTLS', 'openssl s_client -connect 127.0.0.1:PORT -starttls smtp'],
  ['from the first byte', 'openssl s_client -connect 127.0.0.1:PORT'],
] as const)('the doctor names a certificate that is not accepted, shown %s', async (tls, mend) => {
  const { place, ill } = await start(sqlite)
  await (await openDatabase(place)).close()
  await using sink = await startSmtpSink({ tls })
  const { mail = '' } = await ill({ smtpUrl: sink.url })
  expect(mail.replace(new URL(sink.url).port, 'PORT')).toMatch(
    new RegExp(
      `^127.0.0.1 shows a certificate that is not accepted \\([A-Z_]*CERT[A-Z_]*\\)\\. → ${mend}$`,
    ),
  )
})

test('the doctor names a password that is wrong, and one that would go in plain text', async () => {
  const { place, ill } = await start(sqlite)
  await (await openDatabase(place)).close()
  await using sink = await startSmtpSink({ password: 'right' })
  const { port } = new URL(sink.url)
  expect(await ill({ smtpUrl: `smtp://aisle:right@127.0.0.1:${port}` })).toEqual({})
  expect(await ill({ smtpUrl: `smtp://aisle:wrong@127.0.0.1:${port}` })).toEqual({
    mail: '127.0.0.1 does not accept the name and password in SMTP_URL. → SMTP_URL=smtp://user:password@host:587 npm run doctor',
  })
  // This machine too, by an address that does not say so.
  const { mail = '' } = await ill({ smtpUrl: `smtp://aisle:secret@0.0.0.0:${port}` })
  expect(mail).toMatch(/^0\.0\.0\.0 offers no TLS \(STARTTLS 50\d\): the password/)
  const way = /SMTP_URL='(.*)' npm run doctor$/.exec(mail)?.[1] ?? ''
  expect(await ill({ smtpUrl: way.replace('user:password', 'aisle:right') })).toEqual({})
  expect(sink.passwords).toEqual(['right', 'wrong', 'right'])
})

const nobody = 65_534

// Another user than root cannot become one.
test.runIf(process.geteuid?.() === 0)(
  'a command that the wrong user runs names the right one',
  async () => {
    const { place, settings, clock, ill } = await start(sqlite)
    await (await openDatabase(place)).close()
    const file = join(place.dataDir, 'aisle.db')
    const envFile = join(place.dataDir, '.env')
    writeFileSync(envFile, 'PORT=1', { mode: 0o600 })
    // As the folder of the sources is: open, but for this file.
    chmodSync(place.dataDir, 0o755)
    process.seteuid?.(nobody)
    try {
      expect((await ill()).database).toBe(
        `${file} cannot be read by who runs this. → sudo -u '#0' npm run doctor`,
      )
      await expect(
        backUp({ settings, target: '/tmp/aisle-nobody.db', now: clock.now() }),
      ).rejects.toThrow(
        `${file} cannot be read by this user: run this as the user whom it belongs to.`,
      )
      for (const to of ['postgres', 'sqlite'] as const) {
        const databaseUrl = 'postgres://127.0.0.1:1/aisle'
        await expect(
          move({ dataDir: place.dataDir, databaseUrl, to, now: clock.now() }),
        ).rejects.toThrow(
          `${file} cannot be read by this user: run this as the user whom it belongs to.`,
        )
      }
      expect(explainFailure(await openDatabase(place).catch(error => error))).toBe(
        `Aisle could not start: this user may not use its data (EACCES: permission denied, open '${file}'). Run it as the one whom that belongs to, or set DATA_DIR.`,
      )
      const barred = `The file ${envFile} cannot be read by this user: run this as the one whom it belongs to.`
      expect(() => readSettings({}, envFile)).toThrow(barred)
      expect(unreadSettings(new SettingError(barred), envFile).mend).toBe(
        "sudo -u '#0' npm run doctor",
      )
    } finally {
      process.seteuid?.(0)
    }
  },
)

test('npm run doctor prints a line for each, and fails where one is to be mended', async () => {
  const { place } = await start(sqlite)
  const script = join(import.meta.dirname, '../../../server/doctor.ts')
  const run = (environment: Record<string, string>, ...args: string[]) =>
    promisify(execFile)(process.execPath, [script, ...args], {
      cwd: place.dataDir,
      env: { PATH: process.env.PATH, DATA_DIR: place.dataDir, ...environment },
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }) => ({ code: Number(code), stdout: String(stdout) }),
    )
  const without = await run({})
  expect(without.code).toBe(1)
  expect(without.stdout).toMatch(/^✗ database {5}There is none at .*\n {15}→ npm start$/m)
  expect(await run({ PORT: 'http' })).toEqual({
    code: 1,
    stdout: expect.stringMatching(/^✗ settings {5}PORT must be a whole number/),
  })
  // What it cannot do first is named by the look that follows.
  expect(
    (await run({ DATABASE_URL: 'postgres://127.0.0.1:1/aisle' }, '--retry-jobs')).stdout,
  ).toMatch(/^✗ database {5}The database at DATABASE_URL does not let it in/m)
  await expect(promisify(execFile)(process.execPath, [script, '--retry'])).rejects.toMatchObject({
    code: 1,
    stderr: "Unknown option '--retry'.\n",
  })
})
