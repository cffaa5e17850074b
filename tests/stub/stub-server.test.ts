/** The household of stub mode, asked beneath /v1 as a script would ask it. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  GetAllFriendDocument,
  HistoryDocument,
  UpdateItemDocument,
} from '../../src/generated/operations.ts'
import { createMemoryHousehold } from '../../src/stub/household-store.ts'
import { openStub } from '../support/stub.ts'

async function signedIn() {
  const stub = openStub()
  await stub.signIn()
  const lists: readonly {
    id: string
    name: string
    items: readonly { id: string; name: string }[]
  }[] = (await stub.ask('GET', '/v1/shoppinglist')).body
  function listCalled(name: string) {
    const list = lists.find(one => one.name === name)
    if (list === undefined) throw new Error(`No list ${name}.`)
    return list
  }
  return { ...stub, lists, listCalled }
}

const options = { note: 'It failed.', requestToken: 'a-token' }

describe('the paths of the specification', () => {
  test('every entity has all, one, and those that a filter lets pass', async () => {
    const { ask } = await signedIn()
    for (const entity of ['shoppinglist', 'item', 'unit', 'userconfig', 'feedback', 'friend']) {
      const all = await ask('GET', `/v1/${entity}`)
      expect(all.status, entity).toBe(200)
      expect(all.body.length, entity).toBeGreaterThan(0)
      const [first] = all.body
      expect(await ask('GET', `/v1/${entity}/${first.id}`)).toEqual({ status: 200, body: first })
      expect(await ask('GET', `/v1/${entity}/nobody-s`)).toEqual({ status: 200, body: null })
      if (entity === 'unit') continue
      expect((await ask('POST', `/v1/${entity}/filter`, {})).body.length).toBe(all.body.length)
    }
  })

  test('a filter names fields', async () => {
    const { ask } = await signedIn()
    const beans = (await ask('POST', '/v1/item/filter', { name: ' BEANS' })).body
    expect(beans.map((item: { name: string }) => item.name)).toEqual(['Coffee beans'])
    expect((await ask('POST', '/v1/item/filter', { name: ' coffee' })).body).toEqual([])
    const bought = (await ask('POST', '/v1/item/filter', { name: 'CHED', purchased: true })).body
    expect(bought.map((item: { name: string }) => item.name)).toEqual(['Cheddar'])
    const favourites = (await ask('POST', '/v1/shoppinglist/filter', { favourite: true })).body
    expect(favourites.map((list: { name: string }) => list.name)).toEqual(['Weekly shop'])
  })

  test('a record is made, changed and deleted', async () => {
    const { ask } = await signedIn()
    const made = await ask('POST', '/v1/shoppinglist', { name: ' weekly SHOP ' })
    expect(made).toMatchObject({ status: 200, body: { name: 'weekly SHOP1', permission: 'ADMIN' } })
    const { id } = made.body
    const changed = await ask('PUT', `/v1/shoppinglist/${id}`, { notes: 'Tonight' })
    expect(changed.body).toMatchObject({ id, notes: 'Tonight' })
    const item = (await ask('POST', '/v1/item', { shoppingListId: id, name: 'Figs' })).body
    expect((await ask('PUT', `/v1/item/${item.id}`, { purchased: true })).body.purchased).toBe(true)
    const passed = { id: item.id, status: 'PASS' }
    expect((await ask('DELETE', `/v1/item/${item.id}`)).body).toMatchObject([passed])
    expect((await ask('DELETE', `/v1/item/${item.id}`)).body).toMatchObject([passed])
    expect((await ask('DELETE', `/v1/shoppinglist/${id}`)).body).toMatchObject([{ id }])
    expect((await ask('GET', `/v1/shoppinglist/${id}`)).body).toBeNull()
  })

  test('several are deleted by a body of ids', async () => {
    const { ask, listCalled } = await signedIn()
    const pantry = listCalled('Pantry')
    const ids = pantry.items.slice(0, 2).map(({ id }) => id)
    expect((await ask('DELETE', '/v1/item', ids)).body).toHaveLength(2)
    const diy = listCalled('DIY store')
    expect((await ask('DELETE', '/v1/shoppinglist', { ids: [diy.id] })).body).toMatchObject([
      { id: diy.id, status: 'PASS' },
    ])
    const { body } = await ask('GET', '/v1/shoppinglist')
    expect(body).toHaveLength(3)
    expect(body[1].items).toHaveLength(pantry.items.length - 2)
  })
})

describe('the household', () => {
  test('keeps the rules of lists: reset, copy, order, tags', async () => {
    const { ask, listCalled } = await signedIn()
    const { id, items } = listCalled('Weekly shop')
    const reset = (await ask('POST', `/v1/shoppinglist/${id}/reset`)).body
    expect(reset.items.some((item: { purchased: boolean }) => item.purchased)).toBe(false)
    const copy = (await ask('POST', `/v1/shoppinglist/${id}/copy`, { name: 'Weekly shop' })).body
    expect(copy).toMatchObject({ name: 'Weekly shop1', items: { length: items.length } })
    const last = items.at(-1)?.id
    await ask('PUT', `/v1/item/${last}/place`, { afterItemId: null })
    const after = (await ask('GET', `/v1/shoppinglist/${id}`)).body
    expect(after.items[0].id).toBe(last)
    const tagged = await ask('PUT', `/v1/item/${last}`, { itemTags: [{ name: 'New aisle' }] })
    expect(tagged.body.itemTags).toMatchObject([{ name: 'New aisle' }])
    const tags = (await ask('GET', `/v1/shoppinglist/${id}`)).body.itemTags
    expect(tags.map((tag: { name: string }) => tag.name)).toContain('New aisle')
  })

  test('tells what changed since what is known, and nothing else', async () => {
    const { ask, listCalled } = await signedIn()
    const first = (await ask('POST', '/v1/changes', { known: [] })).body
    expect(first).toMatchObject({ own: { revision: 1 }, lists: { length: 4 }, gone: [] })
    const known = [
      { id: 'account', revision: first.own.revision },
      ...first.lists.map(({ id, revision }: { id: string; revision: number }) => ({
        id,
        revision,
      })),
    ]
    const ask2 = () => ask('POST', '/v1/changes', { known, epoch: first.epoch })
    expect((await ask2()).body).toMatchObject({ own: null, lists: [], gone: [] })

    const pantry = listCalled('Pantry')
    await ask('PUT', `/v1/item/${pantry.items[0]?.id}`, { purchased: true })
    const diy = listCalled('DIY store')
    await ask('DELETE', `/v1/shoppinglist/${diy.id}`)
    const { body } = await ask2()
    expect(body.lists.map(({ id }: { id: string }) => id)).toEqual([pantry.id])
    expect(body.gone).toEqual([diy.id])
    expect(body.own.lists).toHaveLength(3)
    const anew = await ask('POST', '/v1/changes', { known, epoch: 'another' })
    expect(anew.body.lists).toHaveLength(3)
  })

  test('has a bin and a history', async () => {
    const { ask, listCalled, network } = await signedIn()
    const { id, items } = listCalled('Pantry')
    await ask('DELETE', `/v1/item/${items[0]?.id}`, undefined, { 'request-token': 'mine' })
    expect((await ask('GET', `/v1/shoppinglist/${id}/deleted`)).body).toMatchObject([
      { name: 'Rice', deletedByName: 'Sam Rivera', purgedAt: '2026-12-21T09:30:00.000Z' },
    ])
    const told = await network.send(HistoryDocument, { shoppingListId: id }, options)
    expect(told).toMatchObject({
      kind: 'answer',
      data: { history: [{ kind: 'ITEM_DELETED', itemNames: ['Rice'], requestToken: 'mine' }] },
    })
    await ask('DELETE', `/v1/shoppinglist/${id}`)
    const [deleted] = (await ask('GET', '/v1/shoppinglist/deleted')).body
    expect(deleted).toMatchObject({ id, name: 'Pantry', itemCount: 4 })
    const back = (await ask('POST', `/v1/shoppinglist/${id}/restore`, { newId: 'anew' })).body
    expect(back).toMatchObject({ id: 'anew', name: 'Pantry', items: { length: 4 } })
    expect((await ask('GET', '/v1/shoppinglist/deleted')).body).toEqual([])
  })

  test('lists that are deleted together lie in the bin, too', async () => {
    const { ask, listCalled } = await signedIn()
    const ids = ['Weekly shop', 'Pantry'].map(name => listCalled(name).id)
    await ask('DELETE', '/v1/shoppinglist', { ids })
    const deleted: readonly { id: string }[] = (await ask('GET', '/v1/shoppinglist/deleted')).body
    expect(deleted.map(({ id }) => id).sort()).toEqual([...ids].sort())
  })

  test('a list that comes back has its people, its place, its history and its bin', async () => {
    const { ask, listCalled } = await signedIn()
    const { id, items } = listCalled('Weekly shop')
    await ask('DELETE', `/v1/item/${items[0]?.id}`)
    await ask('DELETE', `/v1/shoppinglist/${id}`)
    const back = (await ask('POST', `/v1/shoppinglist/${id}/restore`, { newId: 'anew' })).body
    expect(back).toMatchObject({ shoppingListFriends: [{ name: 'Robin Hale' }], favourite: true })
    expect((await ask('GET', '/v1/shoppinglist')).body[0].id).toBe('anew')
    const told: readonly { kind: string }[] = (await ask('POST', '/v1/shoppinglist/anew/history'))
      .body
    expect(told.map(({ kind }) => kind)).toEqual([
      'LIST_RESTORED',
      'LIST_DELETED',
      'ITEM_DELETED',
      'ITEM_ADDED',
    ])
    expect((await ask('GET', '/v1/shoppinglist/anew/deleted')).body).toMatchObject([
      { name: 'Apples', shoppingListId: 'anew' },
    ])
    const [config] = (await ask('GET', '/v1/userconfig')).body
    expect(config.shoppingListId).toBe('anew')
  })

  test('what stands on its list again is no more in the bin', async () => {
    const { ask, listCalled } = await signedIn()
    const { id, items } = listCalled('Weekly shop')
    const rolls = items.find(({ name }) => name === 'Rolls')
    await ask('DELETE', `/v1/item/${rolls?.id}`)
    const bin = async () => (await ask('GET', `/v1/shoppinglist/${id}/deleted`)).body
    await ask('POST', '/v1/item', { shoppingListId: id, name: 'ROLLS', quantityToPurchase: 2 })
    expect(await bin()).toHaveLength(1)
    const same = { shoppingListId: id, name: 'rolls', quantityToPurchase: 6 }
    await ask('POST', '/v1/item', same)
    expect(await bin()).toHaveLength(1)
    await ask('POST', '/v1/item', { ...same, itemTags: [{ name: 'bakery' }] })
    expect(await bin()).toEqual([])
  })

  test('its bin is empty after 30 days', async () => {
    const { ask, listCalled, wait } = await signedIn()
    const [weekly, pantry] = [listCalled('Weekly shop'), listCalled('Pantry')]
    await ask('DELETE', `/v1/item/${weekly.items[0]?.id}`)
    await ask('DELETE', `/v1/shoppinglist/${pantry.id}`)
    const lists = async () => (await ask('GET', '/v1/shoppinglist/deleted')).body
    const items = async () => (await ask('GET', `/v1/shoppinglist/${weekly.id}/deleted`)).body
    wait(29)
    expect([await lists(), await items()]).toMatchObject([[{ name: 'Pantry' }], [{}]])
    wait(1)
    expect([await lists(), await items()]).toEqual([[], []])
    expect((await ask('POST', `/v1/shoppinglist/${pantry.id}/restore`)).status).toBe(404)
  })

  test('tells of moves and orders as the server does, and of new tags of items not at all', async () => {
    const { ask, listCalled } = await signedIn()
    const [weekly, diy] = [listCalled('Weekly shop'), listCalled('DIY store')]
    const [first, second] = diy.items
    await ask('PUT', `/v1/item/${second?.id}/place`, { afterItemId: null })
    await ask('PUT', '/v1/item/order', {
      shoppingListId: diy.id,
      itemIds: diy.items.map(({ id }) => id),
    })
    await ask('PUT', `/v1/item/${first?.id}`, { shoppingListId: weekly.id })
    const item = { name: 'Tape', itemTags: [{ name: 'Nowhere yet' }] }
    await ask('POST', '/v1/item/several', { shoppingListId: diy.id, items: [item] })
    const told = async (id: string): Promise<readonly object[]> =>
      (await ask('POST', `/v1/shoppinglist/${id}/history`)).body
    expect(await told(diy.id)).toMatchObject([
      { kind: 'ITEM_ADDED', itemNames: ['Tape'] },
      { kind: 'ITEM_MOVED_OUT', itemNames: ['Wall filler'] },
      { kind: 'ITEMS_ORDERED', itemNames: [] },
      { kind: 'ITEMS_ORDERED', itemNames: ['Masking tape'] },
    ])
    expect((await told(weekly.id))[0]).toMatchObject({
      kind: 'ITEM_MOVED_IN',
      itemNames: ['Wall filler'],
    })
  })

  test('shares lists and answers friends', async () => {
    const { ask, listCalled, network } = await signedIn()
    const friends = await network.send(GetAllFriendDocument, {}, options)
    if (friends.kind !== 'answer') throw new Error('No friends.')
    const [robin, noor] = friends.data.getAllFriend
    expect(robin).toMatchObject({ theirStatus: 'ACCEPTED', friendUser: { firstName: 'Robin' } })
    const { id } = listCalled('Pantry')
    const shared = await ask('PUT', `/v1/shoppinglist/${id}`, {
      shoppingListFriends: [{ friendId: robin?.friendId, permission: 'VIEW' }],
    })
    expect(shared.body.shoppingListFriends).toMatchObject([
      { name: 'Robin Hale', permission: 'VIEW', shoppingListId: id },
    ])
    const answered = await ask('PUT', `/v1/friend/${noor?.id}`, { firendStatus: 'ACCEPTED' })
    expect(answered.body).toMatchObject({ myStatus: 'ACCEPTED', firendStatus: 'ACCEPTED' })
    await ask('DELETE', `/v1/friend/${robin?.id}`)
    const lists = (await ask('GET', '/v1/shoppinglist')).body
    expect(lists.map((list: { name: string }) => list.name)).not.toContain('Garden party')
    const asked = (await ask('POST', '/v1/friend/request', { email: 'new@example.org' })).body
    expect(asked.friend).toMatchObject({ friendId: null, friendUser: { email: 'new@example.org' } })
  })

  test('takes feedback and what an account has besides', async () => {
    const { ask, listCalled } = await signedIn()
    const sent = await ask('POST', '/v1/feedback', { feedback: 'Good', rating: 5 })
    expect(sent.body).toMatchObject({ status: 'RECEIVED', rating: 5, note: null })
    expect((await ask('GET', '/v1/feedback')).body).toHaveLength(2)
    const { user } = (await ask('GET', '/auth/status')).body
    const renamed = await ask('PUT', `/v1/user/${user.id}`, { firstName: 'Kim', lastName: '' })
    expect(renamed.body).toMatchObject({ firstName: 'Kim', lastName: '' })
    const { id } = listCalled('Pantry')
    expect((await ask('PUT', `/v1/noticesettings/list/${id}`, { on: false })).body).toMatchObject({
      silentListIds: [id],
    })
    const token = (await ask('POST', '/v1/apitoken', { name: 'Hall', scope: 'READ' })).body
    expect(token).toMatchObject({ apiToken: { name: 'Hall', scope: 'READ' } })
    expect((await ask('GET', '/v1/apitoken')).body).toHaveLength(1)
    const [config] = (await ask('POST', '/v1/userconfig/filter', {})).body
    const preferred = await ask('PUT', `/v1/userconfig/${config.id}`, { itemConfirmDelete: true })
    expect(preferred.body.itemConfirmDelete).toBe(true)
  })

  test('is there after a reload, and made anew once it was deleted', async () => {
    const store = createMemoryHousehold()
    const stub = openStub(store)
    const { user } = (await stub.signIn()).body
    await stub.ask('POST', '/v1/shoppinglist', { name: 'Mine' })
    const again = openStub(store)
    await again.signIn()
    expect((await again.ask('GET', '/v1/shoppinglist')).body).toHaveLength(5)
    await again.ask('DELETE', `/v1/user/${user.id}`, { password: 'anything' })
    expect((await again.ask('GET', '/v1/shoppinglist')).status).toBe(401)
    await again.signIn()
    expect((await again.ask('GET', '/v1/shoppinglist')).body).toHaveLength(4)
  })
})

describe('who may', () => {
  test('whoever has no token, or a foreign one, is asked to sign in', async () => {
    const stub = openStub()
    expect(await stub.ask('GET', '/v1/item')).toEqual({
      status: 401,
      body: { code: 'UNAUTHENTICATED', message: 'Sign in.' },
    })
    stub.perTab.set('aisle.bearer', 'somebody-else-s')
    expect((await stub.ask('GET', '/v1/item')).status).toBe(401)
    const outcome = await stub.network.send(
      GetAllFriendDocument,
      {},
      { ...options, waitedFor: true },
    )
    expect(outcome).toEqual({ kind: 'signed-out' })
    expect(stub.signedOut()).toBe(1)
  })

  test('the token comes with the sign-in and goes with the sign-out', async () => {
    const stub = openStub()
    expect((await stub.ask('GET', '/auth/status')).body).toEqual({ success: false })
    await stub.signIn()
    const token = stub.perTab.get('aisle.bearer')
    expect((await stub.ask('GET', '/auth/status')).body).toMatchObject({ success: true })
    await stub.ask('GET', '/auth/logout')
    expect(stub.perTab.get('aisle.bearer')).toBeUndefined()
    stub.perTab.set('aisle.bearer', token ?? '')
    expect((await stub.ask('GET', '/v1/item')).status).toBe(401)
  })

  test('each call of the account that the app has is answered, if only with why not', async () => {
    const folder = readdirSync('src/network', { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.ts'))
      .map(file => readFileSync(`src/network/${file}`, 'utf8'))
    const calls = folder.flatMap(code => [
      ...code.matchAll(/\b(get|post|change|changeFor)\(\s*'(\/auth\/[^']+)'/g),
    ])
    expect(calls.length).toBeGreaterThan(15)
    const { ask } = await signedIn()
    for (const [, verb, path = ''] of calls) {
      // What staff alone has is not there.
      if (/^\/auth\/(mail|users)/.test(path)) continue
      const method = verb === 'get' ? 'GET' : 'POST'
      const { status } = await ask(method, path, method === 'GET' ? undefined : {})
      expect(status, `${method} ${path}`).toBe(200)
    }
  })

  test('another address is told whom the demo knows; a sign-up makes its person called so', async () => {
    const stub = openStub()
    const refused = await stub.ask('POST', '/auth/login', {
      username: 'ana@example.org',
      password: 'x',
    })
    expect(refused).toMatchObject({
      status: 200,
      body: { success: false, message: expect.stringContaining('sam@aisle.example') },
    })
    const fields = { firstName: 'Ana', lastName: 'Sol', email: 'ana@example.org' }
    const short = await stub.ask('POST', '/auth/signup', { ...fields, password: 'short' })
    expect(short.body).toMatchObject({ success: false, field: 'password' })
    const made = await stub.ask('POST', '/auth/signup', {
      ...fields,
      password: 'a long enough one',
    })
    expect(made.body).toMatchObject({ success: true, user: { firstName: 'Ana' } })
    expect((await stub.ask('GET', '/v1/shoppinglist')).body).toHaveLength(4)
  })

  test('a list of somebody else is not deleted, and a friend may not rename it', async () => {
    const { ask, listCalled } = await signedIn()
    const { id, items } = listCalled('Garden party')
    const refused = { status: 403, body: { code: 'FORBIDDEN' } }
    const diy = listCalled('DIY store')
    expect((await ask('DELETE', '/v1/shoppinglist', [id, diy.id])).body).toMatchObject([
      { id, status: 'FAIL', message: expect.stringContaining('Only the owner') },
      { id: diy.id, status: 'PASS', message: null },
    ])
    expect((await ask('GET', `/v1/shoppinglist/${id}`)).body).toMatchObject({ id })
    const own = listCalled('Pantry').id
    expect((await ask('POST', `/v1/shoppinglist/${own}/leave`)).body).toMatchObject([
      { id: own, status: 'FAIL', message: expect.stringContaining('This list is yours.') },
    ])
    expect((await ask('GET', `/v1/shoppinglist/${own}`)).body).toMatchObject({ id: own })
    expect(await ask('PUT', `/v1/shoppinglist/${id}`, { name: 'Mine' })).toMatchObject(refused)
    const favourite = await ask('PUT', `/v1/shoppinglist/${id}`, { favourite: true })
    expect(favourite.body).toMatchObject({ favourite: true, sharedByName: 'Robin Hale' })
    const ticked = await ask('PUT', `/v1/item/${items[0]?.id}`, { purchased: true })
    expect(ticked.status).toBe(200)
    expect((await ask('POST', `/v1/shoppinglist/${id}/leave`)).body).toMatchObject([{ id }])
    expect((await ask('GET', `/v1/shoppinglist/${id}`)).body).toBeNull()
  })
})

describe('bad input', () => {
  test.each([
    ['an unknown entity', 'GET', '/v1/recipe', undefined, 404, 'There is nothing at this address.'],
    [
      'an entity in capitals',
      'GET',
      '/v1/ShoppingList',
      undefined,
      404,
      'There is nothing at this address.',
    ],
    ['another method', 'PATCH', '/v1/item/1', '{}', 404, 'There is nothing at this address.'],
    [
      'broken JSON',
      'POST',
      '/v1/shoppinglist',
      '{"name":',
      400,
      'The body of the request is not a JSON object.',
    ],
    [
      'no object',
      'POST',
      '/v1/shoppinglist',
      '7',
      400,
      'The body of the request is not a JSON object.',
    ],
    ['no name', 'POST', '/v1/shoppinglist', {}, 400, 'Name is missing.'],
    [
      'a name of blanks',
      'POST',
      '/v1/shoppinglist',
      { name: ' ' },
      400,
      'Name is empty. Write at least one character.',
    ],
    ['a number for a name', 'POST', '/v1/shoppinglist', { name: 7 }, 400, 'Name must be a text.'],
    [
      'a name too long',
      'POST',
      '/v1/shoppinglist',
      { name: 'x'.repeat(201) },
      400,
      'Name is too long: 201 characters, at most 200 are possible.',
    ],
    [
      'no stars',
      'POST',
      '/v1/feedback',
      { feedback: 'x', rating: 2.5 },
      400,
      'Rating must be a whole number from 1 to 5.',
    ],
    ['an item nowhere', 'PUT', '/v1/item/none', { name: 'x' }, 404, 'This was not found.'],
    [
      'an item of no list',
      'POST',
      '/v1/item',
      { shoppingListId: 'none', name: 'x' },
      404,
      'This was not found.',
    ],
    ['the desk', 'GET', '/v1/feedback/summary', undefined, 404, 'This was not found.'],
    [
      'the account of somebody else',
      'PUT',
      '/v1/user/7',
      { phone: '1' },
      404,
      'This was not found.',
    ],
    [
      'quiet hours without an end',
      'PUT',
      '/v1/noticesettings/quiethours',
      { from: '22:00' },
      400,
      'Quiet hours need a time of day from 00:00 to 23:59.',
    ],
    [
      'notices of a list that is not there',
      'PUT',
      '/v1/noticesettings/list/none',
      { on: false },
      404,
      'This was not found.',
    ],
    [
      'a status of feedback, which staff sets',
      'PUT',
      '/v1/feedback/status',
      { ids: [], status: 'TODO' },
      403,
      'Only the support team answers and classifies feedback.',
    ],
    ['an unknown call', 'POST', '/auth/nothing', {}, 404, 'There is nothing at this address.'],
  ] as const)('%s', async (_what, method, path, body, status, message) => {
    const { ask } = await signedIn()
    expect(await ask(method, path, body)).toMatchObject({ status, body: { message } })
  })

  test('of any kind is refused before anything is kept', async () => {
    const { ask, listCalled, signIn } = await signedIn()
    const weekly = listCalled('Weekly shop')
    const [item] = weekly.items
    const itemPath = `/v1/item/${item?.id}`
    const listPath = `/v1/shoppinglist/${weekly.id}`
    for (const [method, path, body, field] of [
      ['PUT', itemPath, { itemTags: [{}] }, 'itemTags'],
      ['PUT', itemPath, { itemTags: [null] }, 'itemTags'],
      ['PUT', itemPath, { itemTags: [{ name: ' ' }] }, 'itemTags'],
      ['PUT', itemPath, { name: null }, 'name'],
      ['PUT', itemPath, { unitId: 'unit-nope' }, 'unitId'],
      ['POST', '/v1/item/several', { shoppingListId: weekly.id, items: [{}] }, 'items'],
      ['POST', '/v1/shoppinglist', { name: 'A', listType: 'FOO' }, 'listType'],
      ['PUT', listPath, { itemTags: [{ name: 'A', color: 'red' }] }, 'itemTags'],
      [
        'PUT',
        listPath,
        { shoppingListFriends: [{ friendId: 7, permission: 'FOO' }] },
        'shoppingListFriends',
      ],
      [
        'PUT',
        listPath,
        { shoppingListFriends: [{ friendId: 999, permission: 'VIEW' }] },
        'shoppingListFriends',
      ],
    ] as const) {
      const answer = await ask(method, path, body)
      expect([JSON.stringify(body), answer.status, answer.body]).toEqual([
        JSON.stringify(body),
        400,
        expect.objectContaining({ code: 'BAD_INPUT', field, message: expect.any(String) }),
      ])
    }
    await signIn()
    expect((await ask('GET', listPath)).body).toMatchObject({ items: weekly.items })
    for (const [method, path, body] of [
      ['PUT', '/v1/userconfig/nope', {}],
      ['POST', '/v1/shoppinglist/nope/history', {}],
    ] as const) {
      expect(await ask(method, path, body)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      })
    }
    const [friend] = (await ask('GET', '/v1/friend')).body
    expect((await ask('GET', `/v1/friend/${friend.friendId}`)).body).toEqual(friend)
  })

  test('for an account, a friend and feedback is refused in the words of the server', async () => {
    const { ask } = await signedIn()
    const { user } = (await ask('GET', '/auth/status')).body
    const rename = (fields: object) => ask('PUT', `/v1/user/${user.id}`, fields)
    expect(await rename({ firstName: null })).toMatchObject({
      status: 400,
      body: { field: 'firstName', message: 'First name cannot be left without a value.' },
    })
    expect(await rename({ lastName: 'x'.repeat(201) })).toMatchObject({
      status: 400,
      body: { field: 'lastName', limit: 200 },
    })
    const [friend] = (await ask('GET', '/v1/friend')).body
    expect(await ask('PUT', `/v1/friend/${friend.id}`, { firendStatus: 'INVITED' })).toMatchObject({
      status: 400,
      body: { message: 'Answer with ACCEPTED, REJECTED or BLOCKED.' },
    })
    const [feedback] = (await ask('GET', '/v1/feedback')).body
    expect(await ask('PUT', `/v1/feedback/${feedback.id}`, { reply: 'x' })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
  })

  test('a friend is asked whatever letters are capitals', async () => {
    const { ask } = await signedIn()
    const request = { email: 'NOOR@aisle.example' }
    expect((await ask('POST', '/v1/friend/request', request)).body.friend).toMatchObject({
      myStatus: 'ACCEPTED',
      friendUser: { firstName: 'Noor' },
    })
  })

  test('comes to a person as any refusal does', async () => {
    const { network, listCalled } = await signedIn()
    const [item] = listCalled('Pantry').items
    const refused = await network.send(
      UpdateItemDocument,
      { id: item?.id ?? '', quantityToPurchase: -1 },
      options,
    )
    expect(refused).toEqual({
      kind: 'refused',
      refusal: {
        code: 'BAD_INPUT',
        field: 'quantityToPurchase',
        limit: 0,
        message: 'Quantity to buy must be at least 0.',
      },
    })
  })
})
