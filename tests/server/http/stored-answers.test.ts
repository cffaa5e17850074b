/** What is kept of answers for a repetition: little, and nothing that was deleted. */
import { readFileSync } from 'node:fs'
import { buildSchema, getNamedType } from 'graphql'
import { expect, test } from 'vitest'
import { call, done, newId, run, share } from '../../support/server/api.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestEngine,
} from '../../support/server/server.ts'

async function start(engine: TestEngine) {
  const server = await startTestServer(engine)
  const [ana, ben] = [await server.buildUser(), await server.buildUser()]
  async function kept() {
    const rows = await server.db.query.selectFrom('request').selectAll().execute()
    return rows.map(row => `${row.answer}${row.trace ?? ''}`).join('\n')
  }
  return { server, ana, ben, kept, [Symbol.asyncDispose]: server.close }
}

const itemsNamed = (count: number, notes = '') =>
  Array.from({ length: count }, (_, n) => ({ id: newId(), name: `Item ${n}`, notes }))

const gone = {
  name: '',
  notes: null,
  itemTags: [],
  permission: 'VIEW',
  createdAt: '1970-01-01T00:00:00.000Z',
}

describeEachEngine('Stored answers', engine => {
  test('a kilobyte of request keeps no megabytes', async () => {
    await using house = await start(engine)
    const { ana, kept } = house
    const list = newId()
    const items = itemsNamed(2_000, 'x'.repeat(200))
    await done(ana, 'createShoppingList', { id: list, name: 'Long', items })
    const wide = `{ id ${Array.from({ length: 2 }, (_, n) => `a${n}: items { id name notes }`).join(' ')} }`
    const query = `mutation ($id: ID!) {
      one: updateShoppingList(id: $id, favourite: true) ${wide}
      order: updateItemsOrder(shoppingListId: $id, itemIds: []) { id name notes }
      all: updateShoppingListsOrder(shoppingListIds: []) { id items { id name notes } }
    }`
    const first = await ana.graphql(query, { id: list }, { requestToken: 'big' })
    expect(first.errors).toBeUndefined()
    expect(first.text.length).toBeGreaterThan(1_000_000)
    expect((await kept()).length).toBeLessThan(500)
    const second = await ana.graphql(query, { id: list }, { requestToken: 'big' })
    expect(second.text).toBe(first.text)
  })

  test('what is longer than an id is not kept for having been deleted', async () => {
    await using house = await start(engine)
    const { ana, kept } = house
    const before = await kept()
    const limit = { code: 'BAD_INPUT', limit: 100 }
    for (const name of [
      ...['deleteByIdItem', 'deleteByIdShoppingList', 'leaveShoppingList', 'deleteByIdFriend'],
      ...['deleteByIdSavedFilter', 'deleteByIdApiToken', 'deleteByIdFeedback'],
    ]) {
      const asked = (length: number) =>
        call(ana, name, { id: 'x'.repeat(length) }, { requestToken: `${name}-${length}` })
      const { refusal, errors } = await asked(101)
      expect(refusal, name).toEqual({ ...limit, field: 'id' })
      expect(errors?.[0]?.message).toBe('An id has at most 100 characters.')
      expect((await asked(100)).result, name).toMatchObject([{ status: 'PASS' }])
    }
    const ids = ['x', 'x'.repeat(101)]
    for (const name of ['deleteByIdsItem', 'deleteByIdsShoppingList', 'deleteByIdsFeedback']) {
      const { refusal } = await call(ana, name, { ids }, { requestToken: name })
      expect(refusal, name).toEqual({ ...limit, field: 'ids' })
    }
    const status = { ids, status: 'TODO' }
    const { refusal } = await call(ana, 'updateFeedbackStatus', status)
    expect(refusal).toEqual({ ...limit, field: 'ids' })
    expect(await kept()).not.toContain('x'.repeat(101))
    expect(before).not.toContain('x')
  })

  test('a long answer is told anew: same records, as they are now, in the words of who asks', async () => {
    await using house = await start(engine)
    const { ana, ben, kept } = house
    const list = await done(ana, 'createShoppingList', { name: 'Week' })
    const items = itemsNamed(60, 'as it was')
    const add = (select: string) =>
      call(ana, 'createItems', { shoppingListId: list.id, items }, { requestToken: 'add', select })
    const first = await add('id name notes order revision: updatedAt')
    expect((await add('id name notes order revision: updatedAt')).text).toBe(first.text)
    expect(await kept()).not.toMatch(/as it was|Item 5/)
    await done(ana, 'updateItem', { id: items[0]?.id, name: 'Milk' })
    await done(ana, 'deleteByIdItem', { id: items[1]?.id })
    const again = (await add('id name')).result
    expect(again.slice(0, 3)).toEqual([
      { id: items[0]?.id, name: 'Milk' },
      { id: items[1]?.id, name: '' },
      { id: items[2]?.id, name: 'Item 2' },
    ])
    expect(again).toHaveLength(60)
    expect(await done(ana, 'getAllItem', {}, { select: 'id' })).toHaveLength(59)
    // Nobody else's token.
    expect((await call(ben, 'createItems', { shoppingListId: list.id, items })).code).toBe(
      'NOT_FOUND',
    )
  })

  test('what is deleted leaves everybody’s stored answers at once, and stays done', async () => {
    await using house = await start(engine)
    const { server, ana, ben, kept } = house
    const list = await done(ana, 'createShoppingList', { name: 'Week' }, { requestToken: 'list' })
    await share(server, list, ben, 'EDIT')
    const add = { id: newId(), shoppingListId: list.id, name: 'Secret present', notes: 'For Ben' }
    await done(ana, 'createItem', add, { requestToken: 'add' })
    const tick = { id: add.id, purchased: true }
    await done(ben, 'updateItem', tick, { requestToken: 'tick' })
    expect(await kept()).toContain('Secret present')
    await done(ana, 'deleteByIdItem', { id: add.id }, { requestToken: 'gone' })
    expect(await kept()).not.toMatch(/Secret present|For Ben/)
    const again = await call(ana, 'createItem', add, { requestToken: 'add' })
    expect([again.errors, again.result]).toMatchObject([undefined, { ...gone, id: add.id }])
    const ticked = await call(ben, 'updateItem', tick, { requestToken: 'tick' })
    expect([ticked.errors, ticked.result]).toMatchObject([undefined, { ...gone, id: add.id }])
    const removed = await call(ana, 'deleteByIdItem', { id: add.id }, { requestToken: 'gone' })
    expect(removed.result).toEqual([{ id: add.id, status: 'PASS', message: null }])
    // The list stands: told as it is.
    const listed = await call(ana, 'createShoppingList', { name: 'Week' }, { requestToken: 'list' })
    expect(listed.result).toMatchObject({ id: list.id, name: 'Week' })
    await done(ana, 'deleteByIdShoppingList', { id: list.id })
    expect(await kept()).not.toContain('Week')
    const late = await call(ana, 'createShoppingList', { name: 'Week' }, { requestToken: 'list' })
    expect([late.errors, late.result]).toMatchObject([
      undefined,
      { id: list.id, name: '', ownerName: '', createdAt: gone.createdAt },
    ])
  })

  test('a tag that is taken off its list leaves them, too', async () => {
    await using house = await start(engine)
    const { server, ana, ben, kept } = house
    const tag = { id: newId(), name: 'Secret tag' }
    const first = { id: newId(), name: 'Week', itemTags: [tag] }
    const list = await done(ana, 'createShoppingList', first, { requestToken: 'list' })
    await share(server, list, ben, 'EDIT')
    const add = { id: newId(), shoppingListId: list.id, name: 'Milk', itemTags: [tag] }
    await done(ben, 'createItem', add, { requestToken: 'add' })
    expect(await kept()).toContain('Secret tag')
    await done(ana, 'updateShoppingList', { id: list.id, itemTags: [] }, { requestToken: 'off' })
    expect(await kept()).not.toContain('Secret tag')
    const again = await call(ben, 'createItem', add, { requestToken: 'add' })
    expect([again.errors, again.result]).toMatchObject([undefined, { name: 'Milk', itemTags: [] }])
  })

  test('an item that was moved away and deleted there leaves them, too', async () => {
    await using house = await start(engine)
    const { ana, kept } = house
    const one = await done(ana, 'createShoppingList', { name: 'One' })
    const two = await done(ana, 'createShoppingList', { name: 'Two' })
    const item = { id: newId(), shoppingListId: one.id, name: 'Secret' }
    await done(ana, 'createItem', item, { requestToken: 'add' })
    await done(ana, 'updateItem', { id: item.id, shoppingListId: two.id }, { requestToken: 'go' })
    await done(ana, 'deleteByIdItem', { id: item.id })
    expect(await kept()).not.toContain('Secret')
  })

  test('what may not be seen any more is not told by a repetition', async () => {
    await using house = await start(engine)
    const { server, ana, ben } = house
    const list = await done(ana, 'createShoppingList', { name: 'Week' })
    await share(server, list, ben, 'EDIT')
    const items = itemsNamed(60, 'seen')
    const add = () =>
      call(ben, 'createItems', { shoppingListId: list.id, items }, { requestToken: 'add' })
    expect((await add()).result[0].notes).toBe('seen')
    await done(ana, 'updateShoppingList', { id: list.id, shoppingListFriends: [] })
    const { result, errors } = await add()
    expect([errors, result[0]]).toMatchObject([undefined, { ...gone, id: items[0]?.id }])
  })

  test('filters, preferences and friends are told anew, with nothing kept of them', async () => {
    await using house = await start(engine)
    const { ana, kept } = house
    const filter = { id: newId(), kind: 'ITEMS', name: 'Hidden', filter: 'secret' }
    const save = () => call(ana, 'createSavedFilter', filter, { requestToken: 'save' })
    const first = await save()
    expect((await save()).text).toBe(first.text)
    const config = await done(ana, 'getByFilterUserConfig', { filters: {} })
    const prefer = () =>
      call(
        ana,
        'updateUserConfig',
        { id: config[0].id, itemFilters: 'secret' },
        { requestToken: 'prefer' },
      )
    const preferred = await prefer()
    expect((await prefer()).text).toBe(preferred.text)
    const ask = () =>
      call(
        ana,
        'sendFriendRequestByEmail',
        { email: 'secret@example.org' },
        { requestToken: 'ask' },
      )
    const asked = await ask()
    expect((await ask()).text).toBe(asked.text)
    expect(await kept()).not.toMatch(/secret|Hidden/)
    await done(ana, 'deleteByIdSavedFilter', { id: filter.id })
    await done(ana, 'deleteByIdFriend', { id: asked.result.friend.id })
    expect((await save()).result).toEqual({ id: filter.id, kind: 'LISTS', name: '', filter: '' })
    expect((await ask()).result).toMatchObject({
      message: asked.result.message,
      friend: { id: asked.result.friend.id, friendUser: { email: null } },
    })
  })

  test('the code of a link to a list is kept nowhere, and a repetition has it from who asks', async () => {
    await using house = await start(engine)
    const { server, ana, ben, kept } = house
    const list = await done(ana, 'createShoppingList', { name: 'Week' })
    const args = { shoppingListId: list.id, permission: 'EDIT' }
    const inviteId = `link_${newId()}`
    const make = () => call(ana, 'createShareLink', { ...args, inviteId }, { requestToken: 'link' })
    const first = await make()
    expect(first.result).toMatchObject({ ...args, inviteId })
    expect((await make()).text).toBe(first.text)
    // One that the server made is told once.
    const ask = () => call(ana, 'createShareLink', args, { requestToken: 'made-here' })
    const { result: made } = await ask()
    expect(made.inviteId).toMatch(/^[\w-]{22}$/)
    expect((await ask()).result).toEqual({ ...made, inviteId: '' })
    expect(await server.db.query.selectFrom('share_link').selectAll().execute()).toHaveLength(2)
    expect(await kept()).toContain(list.id)
    expect(await kept()).not.toContain(inviteId)
    expect(await kept()).not.toContain(made.inviteId)
    expect((await call(ben, 'acceptInvite', { inviteId: made.inviteId })).code).toBeUndefined()
  })

  test('a deletion of many is told anew with those that failed', async () => {
    await using house = await start(engine)
    const { server, ana, ben } = house
    const list = await done(ben, 'createShoppingList', { name: 'Ben’s', items: itemsNamed(1) })
    await share(server, list, ana, 'VIEW')
    const [item] = await done(ana, 'getAllItem')
    const ids = [item.id, ...Array.from({ length: 100 }, newId)]
    const remove = () => call(ana, 'deleteByIdsItem', { ids }, { requestToken: 'go' })
    const first = await remove()
    expect(first.result[0]).toMatchObject({ id: item.id, status: 'FAIL' })
    expect((await remove()).text).toBe(first.text)
  })

  test('in a batch a repetition is told anew, too', async () => {
    await using house = await start(engine)
    const { ana } = house
    const list = newId()
    const items = itemsNamed(60)
    const query =
      'mutation ($id: ID!, $items: [NewItemInput!]!) { createShoppingList(id: $id, name: "Week", items: $items) { id items { id name } } }'
    const first = await run(ana, query, { id: list, items }, 'make')
    const response = await ana.post('/graphql', [
      { query, variables: { id: list, items }, extensions: { requestToken: 'make' } },
    ])
    expect(JSON.parse(response.text)).toEqual([{ data: first }])
  })
})

test('every mutation of the contract is known to what remembers its answer', () => {
  const contract = buildSchema(
    readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8'),
  )
  const types = Object.values(contract.getMutationType()?.getFields() ?? {}).map(
    field => getNamedType(field.type).name,
  )
  expect([...new Set(types)].sort()).toEqual([
    // Told anew by ids (server/graphql/engine/answer-again.ts), or kept since they hold nothing of a person's.
    'AcceptedInvite',
    'Boolean',
    'CreatedApiToken',
    'DeleteResult',
    'Feedback',
    'FeedbackResult',
    'Friend',
    'FriendRequestResult',
    'ID',
    'Item',
    'NoticeSettings',
    'SavedFilter',
    'ShareLink',
    'ShoppingList',
    'Unit',
    'User',
    'UserConfig',
  ])
})
