/** What `changes` tells of an account: the part that changed, and of five hundred lists the one that moved. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '../../../server/db/migrate.ts'
import { ChangesDocument } from '../../../src/generated/operations.ts'
import { createQueryText } from '../../../src/network/query-text.ts'
import { befriend } from '../../support/friends.ts'
import { done, newId } from '../../support/server/api.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestEngine,
  type TestServer,
  type TestUser,
} from '../../support/server/server.ts'

const manyLists = 500
const filtersOfEach = 30

/** Ana has as much of everything as fits; made where it lies, since only what is told of it counts here. */
async function start(engine: TestEngine) {
  const server = await startTestServer(engine)
  const [ana, ben, staff] = [
    await server.buildUser(),
    await server.buildUser({ firstName: 'Ben' }),
    await server.buildUser(),
  ]
  await befriend(ana, ben)
  await server.db.query
    .updateTable('user')
    .set({ role: 'SUPPORTL1' })
    .where('id', '=', staff.id)
    .execute()
  const listIds = await fill(server, ana)
  const feedback = newId()
  await done(ana, 'createFeedback', { id: feedback, feedback: 'It broke.', rating: 2 })
  return { server, ana, ben, staff, listIds, feedback, [Symbol.asyncDispose]: server.close }
}

async function fill({ db, clock }: TestServer, { id: userId }: TestUser): Promise<string[]> {
  const at = clock.now().toISOString()
  const lists = Array.from({ length: manyLists }, (_, ord) => ({ id: newId(), ord }))
  await db.transaction(async tx => {
    for (const { id, ord } of lists) {
      const name = `List ${ord}`
      await tx
        .insertInto('shopping_list')
        .values({
          ...{ id, user_id: userId, name, name_key: name.toLowerCase(), list_type: 'SIMPLE' },
          ...{ notes: null, revision: 1, self_revision: 1, deleted_at: null, restored_as: null },
          ...{ created_at: at, updated_at: at },
        })
        .execute()
      await tx
        .insertInto('membership')
        .values({
          ...{ id: newId(), list_id: id, user_id: userId, permission: 'ADMIN', ord, favourite: 0 },
          ...{ shared_by_user_id: null, left_revision: null, previous_permission: null },
          ended_at: null,
        })
        .execute()
    }
    for (const kind of ['LISTS', 'ITEMS'] as const) {
      for (let n = 0; n < filtersOfEach; n++) {
        await tx
          .insertInto('saved_filter')
          .values({
            ...{ id: newId(), user_id: userId, kind, name: `Filter ${n}`, filter: '{"text":"a"}' },
            deleted_at: null,
          })
          .execute()
      }
    }
  })
  return lists.map(({ id }) => id)
}

interface Known {
  readonly id: string
  readonly revision: number
}

/** Asks as the app does, to the letter. */
function createReader(user: TestUser) {
  const text = createQueryText()(ChangesDocument, { known: [], epoch: null })
  let known: readonly Known[] = []
  return async () => {
    const answer = await user.graphql(text, { known, epoch: null })
    const { own, lists } = Object(answer.data).changes
    const told = [...(own ? [{ id: 'account', revision: own.revision }] : []), ...lists]
    const ids = new Set(told.map(({ id }) => id))
    known = [
      ...known.filter(({ id }) => !ids.has(id)),
      ...told.map(({ id, revision }) => ({ id, revision })),
    ]
    return { own, lists, bytes: answer.text.length }
  }
}

/** Nothing but where the lists stand, the number and the invitation, which always come. */
const nothingElse = { userConfig: null, savedFilters: null, friends: null, feedback: null }

describeEachEngine('Changes of an account', engine => {
  test('a favourite sends one place, and neither 500 others nor 60 filters', async () => {
    await using house = await start(engine)
    const { ana, listIds } = house
    const read = createReader(ana)
    const whole = await read()
    expect(whole.own.lists).toHaveLength(manyLists)
    expect(whole.own.savedFilters).toHaveLength(2 * filtersOfEach)
    expect(whole.own.friends).toHaveLength(1)
    const id = listIds[250]
    await done(ana, 'updateShoppingList', { id, favourite: true }, { select: 'id' })
    const { own, lists, bytes } = await read()
    expect(own).toMatchObject({ ...nothingElse, lists: [{ id, order: 250, favourite: true }] })
    expect(lists).toEqual([])
    expect(bytes).toBeLessThan(600)
    expect((await read()).own).toBeNull()
  })

  test('each part comes where it changed, and no other', async () => {
    await using house = await start(engine)
    const { ana, ben, staff, listIds, feedback } = house
    const read = createReader(ana)
    await read()
    const [config] = await done(ana, 'getByFilterUserConfig', { filters: {} })
    const filter = newId()
    const places = (own: { readonly lists: readonly Known[] }) => own.lists.map(({ id }) => id)
    const [first, second] = listIds

    await done(ana, 'updateUserConfig', { id: config.id, itemConfirmDelete: true })
    const { __typename: _, ...preferences } = (await read()).own.userConfig
    expect(preferences).toEqual(
      expect.not.objectContaining({ savedFilters: expect.anything() as unknown }),
    )
    expect(preferences).toMatchObject({ id: config.id, itemConfirmDelete: true })

    await done(ana, 'deleteByIdSavedFilter', { id: config.savedFilters[0].id })
    await done(ana, 'createSavedFilter', { id: filter, kind: 'ITEMS', name: 'Cold', filter: '{}' })
    const filters = (await read()).own
    expect(filters).toMatchObject({ ...nothingElse, lists: [], savedFilters: { length: 60 } })
    expect(filters.savedFilters).toContainEqual(expect.objectContaining({ id: filter }))

    await done(ana, 'moveShoppingList', { id: second, afterShoppingListId: null }, { select: 'id' })
    const moved = (await read()).own
    expect(moved).toMatchObject(nothingElse)
    expect(places(moved).toSorted()).toEqual([first, second].toSorted())

    await done(ben, 'updateUserBasics', { id: ben.id, firstName: 'Benno' })
    const friends = (await read()).own
    expect(friends).toMatchObject({
      ...nothingElse,
      lists: [],
      friends: [{ friendUser: { firstName: 'Benno' } }],
    })

    await done(staff, 'updateFeedback', { id: feedback, reply: 'Mended.', note: 'Ours alone.' })
    const answered = await read()
    expect(answered.own).toMatchObject({
      ...nothingElse,
      lists: [],
      feedback: [{ id: feedback, reply: 'Mended.' }],
    })
    expect(JSON.stringify(answered)).not.toContain('Ours alone.')
    await done(staff, 'updateFeedbackStatus', { ids: [feedback], status: 'FIXED' })
    expect((await read()).own.feedback).toMatchObject([{ id: feedback, status: 'FIXED' }])
    await done(ana, 'deleteByIdFeedback', { id: feedback })
    expect((await read()).own).toMatchObject({ ...nothingElse, feedback: [] })
  })

  test('who knows no revision, or one from the future, gets all but feedback, which is asked for', async () => {
    await using house = await start(engine)
    const { ana } = house
    for (const known of [[], [{ id: 'account', revision: 99_999 }]]) {
      const { own } = await done(
        ana,
        'changes',
        { known },
        {
          select:
            'own { lists { id } userConfig { id } savedFilters { id } friends { id } feedback { id } }',
        },
      )
      expect(own).toMatchObject({
        lists: { length: manyLists },
        userConfig: { id: expect.any(String) as unknown },
        savedFilters: { length: 60 },
        friends: { length: 1 },
        feedback: null,
      })
    }
  })

  test('a client of before is told the whole account, as it was', async () => {
    await using house = await start(engine)
    const { ana, listIds } = house
    const select =
      'account { revision lists { id } userConfig { savedFilters { id } } friends { id } }'
    const { account } = await done(ana, 'changes', { known: [] }, { select })
    await done(ana, 'updateShoppingList', { id: listIds[7], favourite: true }, { select: 'id' })
    const known = [{ id: 'account', revision: account.revision }]
    expect((await done(ana, 'changes', { known }, { select })).account).toMatchObject({
      lists: { length: manyLists },
      userConfig: { savedFilters: { length: 60 } },
      friends: null,
    })
  })

  test('a device that stayed behind while the server was updated misses nothing', async () => {
    await using house = await start(engine)
    const { server, ana, listIds } = house
    const read = createReader(ana)
    await read()
    const [id] = listIds
    await done(ana, 'updateShoppingList', { id, favourite: true }, { select: 'id' })
    await asBeforeThePartsOf(server)
    const { own } = await read()
    expect(own.lists).toContainEqual(expect.objectContaining({ id, favourite: true }))
    expect(own).toMatchObject({ userConfig: {}, savedFilters: { length: 60 } })
  })
})

async function asBeforeThePartsOf({ db, clock }: TestServer): Promise<void> {
  for (const part of ['preferences', 'filters', 'feedback']) {
    await sql`alter table "user" drop column ${sql.ref(`${part}_revision`)}`.execute(db.query)
  }
  await sql`alter table membership drop column place_revision`.execute(db.query)
  await sql`delete from migration where name = '019-part-the-account'`.execute(db.query)
  await migrate(db, clock.now)
}
