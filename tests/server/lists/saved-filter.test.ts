import { type CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { jsonKeys } from '../../../server/db/json-rows.ts'
import { purgeSavedFilters, readSavedFilters } from '../../../server/graphql/lists/saved-filter.ts'
import { call, done, newId } from '../../support/server/api.ts'
import { purgeAll } from '../../support/server/purge.ts'
import { describeEachEngine, startTestServer, type TestUser } from '../../support/server/server.ts'
import { planOf } from '../../support/server/watched-statements.ts'

async function filtersOf(user: TestUser) {
  const [config] = await done(user, 'getByFilterUserConfig', { filters: {} })
  return config.savedFilters
}

const save = (user: TestUser, name: string, more: object = {}) =>
  done(user, 'createSavedFilter', { kind: 'ITEMS', name, filter: '{}', ...more })

describeEachEngine('Saved filters', engine => {
  test('are saved, renamed, changed and deleted; the preferences tell them, in one order', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben] = [await server.buildUser(), await server.buildUser()]
    const id = newId()
    const cold = await save(ana, ' Cold ', { id, filter: '{"tag":"🥛"}' })
    expect(cold).toEqual({ id, kind: 'ITEMS', name: 'Cold', filter: '{"tag":"🥛"}' })
    const mine = await save(ana, 'Mine', { kind: 'LISTS' })
    const apples = await save(ana, 'apples')
    expect(await filtersOf(ana)).toEqual([apples, cold, mine])
    expect(await filtersOf(ben)).toEqual([])
    const { account } = await done(ana, 'changes', { known: [] })
    expect(account.userConfig.savedFilters).toEqual([apples, cold, mine])

    const renamed = await done(ana, 'updateSavedFilter', { id, name: 'Zero degrees' })
    expect(renamed).toEqual({ ...cold, name: 'Zero degrees' })
    const changed = await done(ana, 'updateSavedFilter', { id, filter: '' })
    expect(changed).toEqual({ ...renamed, filter: '' })
    expect(await filtersOf(ana)).toEqual([apples, changed, mine])
    expect(await done(ana, 'deleteByIdSavedFilter', { id })).toEqual([
      { id, status: 'PASS', message: null },
    ])
    expect(await filtersOf(ana)).toEqual([apples, mine])
  })

  test('each move of them moves the account, and nothing else', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    await done(ana, 'createShoppingList', { name: 'Weekly' })
    const id = newId()
    async function revision() {
      const { account, lists } = await done(ana, 'changes', { known: [] })
      return [account.revision, lists[0].revision]
    }
    let [before, list] = await revision()
    for (const move of [
      () => save(ana, 'Cold', { id }),
      () => done(ana, 'updateSavedFilter', { id, name: 'Cool' }),
      () => done(ana, 'deleteByIdSavedFilter', { id }),
    ]) {
      await move()
      expect(await revision()).toEqual([before + 1, list])
      ;[before, list] = await revision()
    }
    await done(ana, 'deleteByIdSavedFilter', { id })
    expect(await revision()).toEqual([before, list])
  })

  test('names are unique among those of a kind and of a person', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben] = [await server.buildUser(), await server.buildUser()]
    const { id } = await save(ana, 'Cold')
    expect(await save(ana, 'COLD')).toMatchObject({ name: 'COLD1' })
    expect(await save(ana, 'Cold', { kind: 'LISTS' })).toMatchObject({ name: 'Cold' })
    expect(await save(ben, 'Cold')).toMatchObject({ name: 'Cold' })
    const same = await done(ana, 'updateSavedFilter', { id, name: 'cold' })
    expect(same).toMatchObject({ name: 'cold' })
    const taken = await done(ana, 'updateSavedFilter', { id, name: 'cold1' })
    expect(taken).toMatchObject({ name: 'cold11' })
  })

  test('the same id again answers with the first; one that is used or dead is refused', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben] = [await server.buildUser(), await server.buildUser()]
    const id = newId()
    const cold = await save(ana, 'Cold', { id })
    expect(await save(ana, 'Other', { id })).toEqual(cold)
    const args = { id, kind: 'ITEMS', name: 'Mine', filter: '{}' }
    expect((await call(ben, 'createSavedFilter', args)).code).toBe('CONFLICT')
    await done(ana, 'deleteByIdSavedFilter', { id })
    expect((await call(ana, 'createSavedFilter', args)).code).toBe('CONFLICT')
    expect(await filtersOf(ben)).toEqual([])
  })

  test('somebody else sees and changes none', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben] = [await server.buildUser(), await server.buildUser()]
    const cold = await save(ana, 'Cold')
    const { id } = cold
    for (const unknown of [id, newId()]) {
      const answer = await call(ben, 'updateSavedFilter', { id: unknown, name: 'Mine' })
      expect(answer.refusal).toEqual({ code: 'NOT_FOUND' })
    }
    expect(await done(ben, 'deleteByIdSavedFilter', { id })).toMatchObject([{ status: 'PASS' }])
    expect(await filtersOf(ana)).toEqual([cold])
    await done(ana, 'deleteByIdSavedFilter', { id })
    const late = await call(ana, 'updateSavedFilter', { id, name: 'Late' })
    expect(late.refusal).toEqual({ code: 'NOT_FOUND', reason: 'DELETED' })
  })

  test('what they cannot be is refused, and leaves nothing behind', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const cold = await save(ana, 'Cold')
    const good = { kind: 'ITEMS', name: 'Dry', filter: '{}' }
    for (const [field, value] of [
      ['id', 'mine'],
      ['name', ' '],
      ['name', 'x'.repeat(201)],
      ['filter', 'x'.repeat(5_001)],
      ['filter', '\u0000'],
      ['kind', 'UNITS'],
    ] as const) {
      const answer = await call(ana, 'createSavedFilter', { ...good, [field]: value })
      expect([field, answer.code]).toEqual([field, 'BAD_INPUT'])
    }
    for (const field of ['name', 'filter']) {
      const answer = await call(ana, 'updateSavedFilter', { id: cold.id, [field]: null })
      expect([field, answer.refusal]).toEqual([field, { code: 'BAD_INPUT', field }])
    }
    expect(await filtersOf(ana)).toEqual([cold])
  })

  test('at most 30 of a kind', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    for (let count = 1; count <= 30; count += 1) await save(ana, `Filter ${count}`)
    const [{ id }] = await filtersOf(ana)
    const args = { kind: 'ITEMS', name: 'One more', filter: '{}' }
    const answer = await call(ana, 'createSavedFilter', args)
    expect(answer.refusal).toEqual({ code: 'BAD_INPUT', field: 'savedFilters', limit: 30 })
    expect(answer.errors?.[0]?.message).toContain('at most 30 filters of items')
    await save(ana, 'Mine', { kind: 'LISTS' })
    await done(ana, 'deleteByIdSavedFilter', { id })
    await save(ana, 'One more')
  })

  test('a dead one keeps nothing of what was written, and stays dead', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const { id } = await save(ana, 'Gifts', { filter: '{"tag":"secret"}' })
    const remove = () => done(ana, 'deleteByIdSavedFilter', { id })
    await remove()
    const rows = await server.db.query.selectFrom('saved_filter').selectAll().execute()
    expect(rows).toMatchObject([{ id, kind: 'ITEMS', name: '', filter: '' }])
    expect(await remove()).toMatchObject([{ status: 'PASS' }])
    expect(await call(ana, 'updateSavedFilter', { id, name: 'x' })).toMatchObject({
      refusal: { code: 'NOT_FOUND', reason: 'DELETED' },
    })
    const again = { id, kind: 'ITEMS', name: 'Gifts', filter: '{}' }
    expect((await call(ana, 'createSavedFilter', again)).code).toBe('CONFLICT')
    expect(await save(ana, 'Gifts')).toMatchObject({ name: 'Gifts' })
  })

  test('dead ones are forgotten after 90 days', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const [kept, dead] = [await save(ana, 'Kept'), await save(ana, 'Dead')]
    await done(ana, 'deleteByIdSavedFilter', { id: dead.id })
    const rows = () => server.db.query.selectFrom('saved_filter').select('id').execute()
    const dayMs = 24 * 60 * 60 * 1000
    const start = server.clock.now().getTime()
    await purgeAll(purgeSavedFilters, server.db, new Date(start + 90 * dayMs))
    expect(await rows()).toHaveLength(2)
    await purgeAll(purgeSavedFilters, server.db, new Date(start + 90 * dayMs + 1))
    expect(await rows()).toEqual([{ id: kept.id }])
  })

  test('are found among those of everybody, past those that are dead, by an index', async () => {
    await using server = await startTestServer(engine)
    const { db, clock } = server
    const [ana, ben] = [await server.buildUser(), await server.buildUser()]
    await save(ana, 'Kept')
    for (const [user, deletedAt] of [
      [ana, clock.now().toISOString()],
      [ben, null],
    ] as const) {
      const ids = jsonKeys(Array.from({ length: 2_000 }, newId))
      await sql`
        insert into saved_filter (id, user_id, kind, name, filter, deleted_at)
        select one.key, cast(${user.id} as integer), 'ITEMS', '', '', cast(${deletedAt} as text)
        from json_each(${ids}) as one where true
      `.execute(db.query)
    }
    // As PostgreSQL does by itself, and SQLite never.
    if (engine.name === 'PostgreSQL') await sql`analyze saved_filter`.execute(db.query)
    const asked: CompiledQuery[] = []
    const noted = db.query.withPlugin({
      transformQuery({ node, queryId }) {
        asked.push(db.query.getExecutor().compileQuery(node, queryId))
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const viewer = { id: ana.id, role: 'SILVER' } as const
    expect(await readSavedFilters({ db: noted, viewer })).toMatchObject([{ name: 'Kept' }])
    const [look] = asked
    if (!look) throw new Error('Nobody looked for them.')
    const plan = await planOf(db, { text: look.sql, values: look.parameters })
    if (db.engine === 'sqlite') expect(plan).toMatch(/INDEX \S+ \(user_id=\? AND deleted_at=\?\)/)
    else expect(plan).not.toMatch(/Seq Scan|Rows Removed/)
  })
})
