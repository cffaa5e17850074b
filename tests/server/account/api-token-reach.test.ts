/** What an API token reaches: lists, and nothing that would outlive it in the hands of who found it. */
import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { befriend, shareWith } from '../../support/friends.ts'
import { call, done, newId, sampleOf } from '../../support/server/api.ts'
import type { TestClient } from '../../support/server/client.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestEngine,
} from '../../support/server/server.ts'

const schema = buildSchema(
  readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8'),
)

/** What `shop` does below. */
const ofLists: ReadonlySet<string> = new Set([
  ...['createShoppingList', 'updateShoppingList', 'deleteByIdShoppingList'],
  ...['deleteByIdsShoppingList', 'resetShoppingList', 'copyShoppingList', 'sampleShoppingList'],
  ...['updateShoppingListsOrder', 'moveShoppingList', 'swapShoppingListItems'],
  ...['restoreShoppingList', 'setShopping', 'createItem', 'createItems', 'updateItem'],
  ...['updateItems', 'deleteByIdItem', 'deleteByIdsItem', 'updateItemsOrder', 'moveItem'],
])

const scopes = ['READ', 'READ_WRITE'] as const

async function start(engine: TestEngine, scope: (typeof scopes)[number]) {
  const server = await startTestServer(engine)
  const [ana, eve] = [await server.buildUser(), await server.buildUser()]
  const { token } = await done(ana, 'createApiToken', { name: 'Kitchen', scope })
  const plain = server.client()
  /** As who found the token asks. */
  const script: TestClient = {
    ...plain,
    graphql: (query, args, options) =>
      plain.graphql(query, args, { ...options, headers: { authorization: `Bearer ${token}` } }),
  }
  return { server, ana, eve, script, [Symbol.asyncDispose]: server.close }
}

const codeOf = (error: { extensions?: Readonly<Record<string, unknown>> } | undefined) =>
  error?.extensions?.code

describeEachEngine('An API token', engine => {
  test.each(scopes)('of %s reads no invitation, by whatever way it asks', async scope => {
    await using house = await start(engine, scope)
    const { ana, script } = house
    for (const query of [
      '{ changes(known: []) { own { inviteId } } }',
      '{ changes(known: []) { account { inviteId } } }',
      '{ c: changes(known: []) { own { ...Own } } } fragment Own on OwnChanges { x: inviteId }',
      '{ changes(known: []) { ... on Changes { own { ... { inviteId } } } } }',
    ]) {
      const { data, errors } = await script.graphql(query)
      expect([data, codeOf(errors?.[0])]).toEqual([null, 'FORBIDDEN'])
      expect(errors?.[0]?.message).toContain('Ask without inviteId.')
      expect((await ana.graphql(query)).errors).toBeUndefined()
    }
    const { data } = await script.graphql('{ changes(known: []) { own { revision } } }')
    expect(data).toEqual({ changes: { own: { revision: 0 } } })
  })

  test('that writes does nothing of the account, and nothing that tells others of it', async () => {
    await using house = await start(engine, 'READ_WRITE')
    const { server, ana, script } = house
    const tables = ['user', 'friend', 'job', 'user_config', 'saved_filter', 'feedback'] as const
    async function dump() {
      const all = []
      for (const table of tables)
        all.push(await server.db.query.selectFrom(table).selectAll().execute())
      return JSON.stringify(all)
    }
    const list = await done(ana, 'createShoppingList', { name: 'Week' })
    const before = await dump()
    const refused = []
    for (const { name, args } of Object.values(schema.getMutationType()?.getFields() ?? {})) {
      if (ofLists.has(name)) continue
      const samples = args.map(arg => [arg.name, sampleOf(String(arg.type))])
      const ids = args.some(arg => arg.name === 'shoppingListId') ? { shoppingListId: list.id } : {}
      const answer = await call(script, name, { ...Object.fromEntries(samples), ...ids })
      expect([name, answer.code]).toEqual([name, 'FORBIDDEN'])
      expect(answer.errors?.[0]?.message).toBe(
        'An API token cannot do that. Sign in to Aisle for it.',
      )
      refused.push(name)
    }
    expect(refused).toEqual(
      expect.arrayContaining([
        ...['createFriend', 'updateFriend', 'sendFriendRequestByEmail', 'acceptInvite'],
        ...['updateUserConfig', 'createSavedFilter', 'setQuietHours', 'setListNotices'],
        ...['createFeedback', 'createShareLink', 'handOverShoppingList', 'leaveShoppingList'],
      ]),
    )
    expect(await dump()).toBe(before)
  })

  test('that writes says nothing of who is on a list', async () => {
    await using house = await start(engine, 'READ_WRITE')
    const { ana, eve, script } = house
    await befriend(ana, eve)
    const { id } = await done(ana, 'createShoppingList', { name: 'Week' })
    const people = async () => (await done(ana, 'getByIdShoppingList', { id })).shoppingListFriends
    const wanted = [{ friendId: eve.id, permission: 'ADMIN' }]
    for (const shoppingListFriends of [wanted, [], null]) {
      const args = { id, name: 'Mine now', shoppingListFriends }
      expect((await call(script, 'updateShoppingList', args)).code).toBe('FORBIDDEN')
    }
    expect(await people()).toEqual([])
    await shareWith(ana, id, [[eve, 'VIEW']])
    const before = await people()
    const args = { id, shoppingListFriends: [], changedFriendIds: [eve.id] }
    expect((await call(script, 'updateShoppingList', args)).code).toBe('FORBIDDEN')
    expect(await people()).toEqual(before)
  })

  test('that writes does all that shopping needs', async () => {
    await using house = await start(engine, 'READ_WRITE')
    const { ana, script } = house
    await shop(script)
    expect(await done(ana, 'getAllShoppingList')).toHaveLength(3)
  })
})

/** Each mutation that a token may do, as a script does it. */
async function shop(script: TestClient): Promise<void> {
  const { id } = await done(script, 'createShoppingList', {
    name: 'Week',
    items: [{ name: 'Tea' }],
  })
  const itemTags = [{ id: newId(), name: 'Cold', color: '#336699' }]
  const changed = { id, name: 'Weekend', favourite: true, notes: 'Soon', itemTags }
  await done(script, 'updateShoppingList', changed)
  const copy = await done(script, 'copyShoppingList', { id, name: 'Copy' })
  await done(script, 'sampleShoppingList')
  await done(script, 'updateShoppingListsOrder', { shoppingListIds: [copy.id, id] })
  await done(script, 'moveShoppingList', { id, afterShoppingListId: null })
  await done(script, 'setShopping', { shoppingListId: id, isShopping: true })
  const milk = await done(script, 'createItem', { shoppingListId: id, name: 'Milk' })
  const items = await done(script, 'createItems', {
    shoppingListId: id,
    items: [{ name: 'Eggs' }, { name: 'Bread' }],
  })
  const itemIds = items.map((item: { id: string }) => item.id)
  await done(script, 'updateItem', { id: milk.id, purchased: true })
  await done(script, 'updateItems', { items: [{ id: milk.id, purchased: false }] })
  await done(script, 'updateItemsOrder', { shoppingListId: id, itemIds })
  await done(script, 'moveItem', { id: milk.id, afterItemId: null })
  await done(script, 'swapShoppingListItems', {
    ...{ firstShoppingListId: id, secondShoppingListId: copy.id },
    ...{ firstItemIds: [milk.id], secondItemIds: [] },
  })
  await done(script, 'resetShoppingList', { id })
  await done(script, 'deleteByIdItem', { id: itemIds[0] })
  await done(script, 'deleteByIdsItem', { ids: itemIds })
  expect(await done(script, 'deletedItems', { shoppingListId: id })).toHaveLength(2)
  await done(script, 'deleteByIdShoppingList', { id: copy.id })
  await done(script, 'restoreShoppingList', { id: copy.id })
  await done(script, 'deleteByIdsShoppingList', { ids: [] })
  await done(script, 'getAllUnit')
  await done(script, 'history', { shoppingListId: id })
}
