/** How many of each kind a list or a person can have: one more is refused by the server, whatever a device counted. */
import { expect, test } from 'vitest'
import { befriend } from '../../support/friends.ts'
import { call, done, newId } from '../../support/server/api.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestEngine,
  type TestServer,
  type TestUser,
} from '../../support/server/server.ts'

async function start(engine: TestEngine) {
  const server = await startTestServer(engine)
  const ana = await server.buildUser({ firstName: 'Ana' })
  const ben = await server.buildUser({ firstName: 'Ben' })
  const { id } = await done(ana, 'createShoppingList', { name: 'Weekly' })
  return { server, ana, ben, id: id as string, [Symbol.asyncDispose]: server.close }
}

/** So many people of whom nobody signs in, all of them on the list. */
async function fillWithPeople({ db, clock }: TestServer, listId: string, owner: TestUser) {
  const at = clock.now().toISOString()
  const people = Array.from({ length: 200 }, (_, n) => ({
    email: `p${n}@example.org`,
    email_key: `p${n}@example.org`,
    first_name: `Person ${n}`,
    last_name: '',
    phone: null,
    password_hash: '',
    role: 'SILVER',
    invite_id: newId(),
    verified_at: null,
    created_at: at,
    updated_at: at,
  }))
  const made = await db.query.insertInto('user').values(people).returning('id').execute()
  const shares = made.map(({ id }) => ({
    id: newId(),
    list_id: listId,
    user_id: id,
    permission: 'VIEW' as const,
    ord: 0,
    favourite: 0,
    shared_by_user_id: owner.id,
    ended_at: null,
    left_revision: null,
    previous_permission: null,
  }))
  await db.query.insertInto('membership').values(shares).execute()
}

describeEachEngine('The most that there can be', engine => {
  test('of tags on a list is 100, those included that joined since the wish was made', async () => {
    await using house = await start(engine)
    const { ana, id } = house
    const list = () => done(ana, 'getByIdShoppingList', { id })
    const { revision: knownRevision } = await list()
    const itemTags = Array.from({ length: 100 }, (_, n) => ({ name: `Aisle ${n}` }))
    const { revision } = await done(ana, 'updateShoppingList', { id, itemTags })
    const more = { id, itemTags: [{ name: 'Shelf' }], knownRevision }
    expect((await call(ana, 'updateShoppingList', more)).refusal).toEqual({
      code: 'BAD_INPUT',
      field: 'itemTags',
      limit: 100,
    })
    expect((await list()).itemTags).toHaveLength(100)

    // Of two changes in one document the one that is refused late leaves nothing behind, and the other stands.
    const add = (name: string, tag: string) =>
      `${name}: createItem(shoppingListId: "${id}", name: "${name}", itemTags: [{ name: "${tag}" }]) { id }`
    const { errors } = await ana.graphql(
      `mutation { ${add('Milk', 'aisle 99')} ${add('Tea', 'Shelf')} }`,
    )
    expect(errors?.[0]?.extensions).toMatchObject({ field: 'itemTags' })
    expect(await done(ana, 'getAllItem')).toMatchObject([{ name: 'Milk' }])
    expect((await list()).revision).toBe(revision + 1)
  })

  test('of people on a list is 200, whether somebody is named or comes by a link', async () => {
    await using house = await start(engine)
    const { server, ana, ben, id } = house
    await befriend(ana, ben)
    const guest = await server.buildUser()
    const link = await done(ana, 'createShareLink', { shoppingListId: id, permission: 'VIEW' })
    await fillWithPeople(server, id, ana)
    const full = { code: 'BAD_INPUT', field: 'shoppingListFriends', limit: 200 }
    const named = await call(ana, 'updateShoppingList', {
      id,
      shoppingListFriends: [{ friendId: ben.id, permission: 'VIEW' }],
      changedFriendIds: [ben.id],
    })
    expect(named.refusal).toEqual(full)
    const { inviteId } = link
    expect((await call(guest, 'acceptInvite', { inviteId })).refusal).toEqual(full)
    for (const user of [ben, guest]) expect(await done(user, 'getAllShoppingList')).toEqual([])
    expect(await done(guest, 'getAllFriend')).toEqual([])
    // One goes, one comes.
    const { shoppingListFriends } = await done(ana, 'getByIdShoppingList', { id })
    const changedFriendIds = [shoppingListFriends[0].friendId]
    await done(ana, 'updateShoppingList', { id, shoppingListFriends: [], changedFriendIds })
    await done(guest, 'acceptInvite', { inviteId })
    expect(await done(guest, 'getAllShoppingList')).toMatchObject([{ id }])
  })

  test('of links to a list that are remembered is 100', async () => {
    await using house = await start(engine)
    const { server, ana, id } = house
    const { query } = server.db
    const at = server.clock.now().toISOString()
    const rows = Array.from({ length: 150 }, () => ({
      ...{ hash: newId(), list_id: id, user_id: ana.id, permission: 'VIEW' as const },
      ...{ created_at: at, expires_at: at },
    }))
    await query.insertInto('share_link').values(rows).execute()
    server.clock.advance({ minutes: 1 })
    await done(ana, 'createShareLink', { shoppingListId: id, permission: 'VIEW' })
    const left = await query.selectFrom('share_link').select('created_at').execute()
    expect(left).toHaveLength(100)
    expect(left.filter(row => row.created_at !== at)).toHaveLength(1)
  })

  test('of feedback from one person is 500, until some of it is deleted', async () => {
    await using house = await start(engine)
    const { server, ben } = house
    const at = server.clock.now().toISOString()
    const rows = Array.from({ length: 500 }, () => ({
      ...{ id: newId(), user_id: ben.id, sender_name: null, sender_email: null },
      ...{ feedback: 'Again', rating: 3, status: 'RECEIVED' as const },
      ...{ reply: null, note: null, fixed_in: null, device_log: null },
      ...{ created_at: at, updated_at: at },
    }))
    await server.db.query.insertInto('feedback').values(rows).execute()
    const send = () => call(ben, 'createFeedback', { feedback: 'Once more', rating: 3 })
    const refused = await send()
    expect(refused.refusal).toEqual({ code: 'BAD_INPUT', field: 'feedback', limit: 500 })
    expect(refused.errors?.[0]?.message).toContain('You have sent 500 times')
    await done(ben, 'deleteByIdFeedback', { id: rows[0]?.id })
    expect((await send()).errors).toBeUndefined()
  })
})
