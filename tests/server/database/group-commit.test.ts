/** Transactions of one moment share a commit on SQLite, and yet each stands or falls by itself. */
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { done, newId } from '../../support/server/api.ts'
import { startTestServer } from '../../support/server/server.ts'

function countCommits() {
  const counted = { commits: 0 }
  const exec = DatabaseSync.prototype.exec
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, text) {
    if (text === 'commit') counted.commits += 1
    exec.call(this, text)
  })
  return counted
}

afterEach(() => void vi.restoreAllMocks())

test('edits of many people at once are one write to the disk', async () => {
  await using server = await startTestServer()
  const people = await Promise.all(Array.from({ length: 8 }, () => server.buildUser()))
  const counted = countCommits()
  await Promise.all(people.map(person => done(person, 'createShoppingList', { name: 'Week' })))
  expect(counted.commits).toBeLessThan(4)
  for (const person of people) {
    expect(await done(person, 'getAllShoppingList', {}, { select: 'name' })).toEqual([
      { name: 'Week' },
    ])
  }
})

test('what is read turn by turn is gathered as long as each turn brings more', async () => {
  await using server = await startTestServer()
  const counted = countCommits()
  const edits: Promise<void>[] = []
  for (let n = 0; n < 8; n += 1) {
    const put = sql`insert into setting (key, value) values (${`turn ${n}`}, '')`
    edits.push(server.db.transaction(async tx => void (await put.execute(tx))))
    await nextTurn()
  }
  await Promise.all(edits)
  expect(counted.commits).toBe(1)
})

test('what fails among others leaves nothing, and the others stand', async () => {
  await using server = await startTestServer()
  const put = (key: string) => sql`insert into setting (key, value) values (${key}, '')`
  const outcomes = await Promise.allSettled([
    server.db.transaction(async tx => void (await put('first').execute(tx))),
    server.db.transaction(async tx => {
      await put('second').execute(tx)
      throw new Error('Thought better of it.')
    }),
    server.db.transaction(async tx => void (await put('third').execute(tx))),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  const rows = await server.db.query
    .selectFrom('setting')
    .select('key')
    .where('key', 'in', ['first', 'second', 'third'])
    .orderBy('key')
    .execute()
  expect(rows.map(({ key }) => key)).toEqual(['first', 'third'])
})

test('nobody is answered before the commit; where it fails, each runs again alone', async () => {
  await using server = await startTestServer()
  const exec = DatabaseSync.prototype.exec
  let refused = 0
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, text) {
    if (text === 'commit' && refused === 0) {
      refused += 1
      exec.call(this, 'rollback')
      throw new Error('disk I/O error')
    }
    exec.call(this, text)
  })
  const runs: string[] = []
  const put = (key: string) =>
    server.db.transaction(async tx => {
      runs.push(key)
      await sql`insert into setting (key, value) values (${key}, '')`.execute(tx)
    })
  await Promise.all([put('first'), put('second')])
  expect(runs).toEqual(['first', 'second', 'first', 'second'])
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from setting where key in ('first', 'second')
  `.execute(server.db.query)
  expect(rows).toEqual([{ count: 2 }])
})

test('a request and its twin in the same moment: one effect, one answer', async () => {
  await using server = await startTestServer()
  const ana = await server.buildUser()
  const list = await done(ana, 'createShoppingList', { name: 'Week' })
  const token = newId()
  const add = () =>
    ana.graphql(
      'mutation ($list: ID!) { createItem(shoppingListId: $list, name: "Milk") { id } }',
      { list: list.id },
      { requestToken: token },
    )
  const answers = await Promise.all([add(), add(), add()])
  expect(new Set(answers.map(answer => JSON.stringify(answer.body))).size).toBe(1)
  expect(await done(ana, 'getAllItem', {}, { select: 'name' })).toEqual([{ name: 'Milk' }])
})
