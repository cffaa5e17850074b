import { expect, test } from 'vitest'
import { lockAccounts } from '../../../server/changes/changes.ts'
import { call, done, newId, share } from '../../support/server/api.ts'
import { holdRows, untilSomebodyWaits } from '../../support/server/held-rows.ts'
import { describeEachEngine, startTestServer } from '../../support/server/server.ts'

describeEachEngine('Lists', engine => {
  test('a new list comes back as it was written, trimmed', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const id = newId()
    const list = await done(ana, 'createShoppingList', {
      id,
      name: '  Weekend 🥕 <b>&amp;</b> לחם  ',
      listType: 'STOCK',
      favourite: true,
      notes: '  two lines\n\tkept  ',
      itemTags: [{ name: 'Dairy', color: '#1c7ed6' }, { name: 'Fruit' }],
    })
    expect(list).toMatchObject({
      id,
      userId: ana.id,
      name: 'Weekend 🥕 <b>&amp;</b> לחם',
      listType: 'STOCK',
      favourite: true,
      notes: '  two lines\n\tkept  ',
      order: 0,
      permission: 'ADMIN',
      sharedByName: null,
      shoppingListFriends: [],
      createdAt: '2026-11-21T09:00:00.000Z',
      updatedAt: '2026-11-21T09:00:00.000Z',
    })
    expect(list.itemTags).toMatchObject([
      { name: 'Dairy', color: '#1c7ed6' },
      { name: 'Fruit', color: '#d9480f' },
    ])
    expect(await done(ana, 'getByIdShoppingList', { id })).toEqual(list)
    expect(await done(ana, 'getAllShoppingList')).toEqual([list])
  })

  test('what is absent takes its default', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const list = await done(ana, 'createShoppingList', { name: 'Milk' })
    expect(list).toMatchObject({ listType: 'SIMPLE', favourite: false, notes: null, itemTags: [] })
    expect(list.id).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('names are unique per owner, case-insensitively, with the smallest free number', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben] = [await server.buildUser(), await server.buildUser()]
    const nameOf = async (name: string, user = ana) =>
      (await done(user, 'createShoppingList', { name })).name
    expect(await nameOf('Milk')).toBe('Milk')
    expect(await nameOf('milk')).toBe('milk1')
    expect(await nameOf('MILK')).toBe('MILK2')
    expect(await nameOf('Milk', ben)).toBe('Milk')

    const other = await done(ana, 'createShoppingList', { name: 'Bread' })
    const renamed = await done(ana, 'updateShoppingList', { id: other.id, name: 'mILK' })
    expect(renamed.name).toBe('mILK3')
    const again = await done(ana, 'updateShoppingList', { id: other.id, name: 'mILK3' })
    expect(again.name).toBe('mILK3')

    await done(ana, 'deleteByIdShoppingList', { id: other.id })
    expect(await nameOf('milk')).toBe('milk3')
  })

  test('fifty at once get fifty names', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const lists = await Promise.all(
      Array.from({ length: 50 }, () => done(ana, 'createShoppingList', { name: 'Milk' })),
    )
    expect(new Set(lists.map(list => list.name)).size).toBe(50)
    expect(new Set(lists.map(list => list.order)).size).toBe(50)
  })

  test('a second create of the same id answers with the first', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben] = [await server.buildUser(), await server.buildUser()]
    const id = newId()
    const first = await done(ana, 'createShoppingList', { id, name: 'Milk' }, { requestToken: 'a' })
    const second = await done(ana, 'createShoppingList', { id, name: 'Tea' }, { requestToken: 'b' })
    expect(second).toEqual(first)
    expect((await call(ben, 'createShoppingList', { id, name: 'Tea' })).code).toBe('CONFLICT')
    await done(ana, 'deleteByIdShoppingList', { id })
    expect((await call(ana, 'createShoppingList', { id, name: 'Tea' })).code).toBe('CONFLICT')
  })

  test('an update changes what it names and nothing else', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const list = await done(ana, 'createShoppingList', {
      name: 'Milk',
      notes: 'note',
      favourite: true,
      itemTags: [{ name: 'Dairy' }],
    })
    server.clock.advance({ minutes: 1 })
    const typed = await done(ana, 'updateShoppingList', { id: list.id, listType: 'STOCK' })
    expect(typed).toEqual({
      ...list,
      listType: 'STOCK',
      revision: list.revision + 1,
      updatedAt: '2026-11-21T09:01:00.000Z',
    })
    const cleared = await done(ana, 'updateShoppingList', {
      id: list.id,
      notes: null,
      favourite: null,
      itemTags: null,
    })
    expect(cleared).toMatchObject({ notes: null, favourite: false, itemTags: [], name: 'Milk' })
    for (const field of ['name', 'listType']) {
      const { code, refusal } = await call(ana, 'updateShoppingList', {
        id: list.id,
        [field]: null,
      })
      expect([code, refusal.field]).toEqual(['BAD_INPUT', field])
    }
  })

  test('a favourite that is taken back while another device sets it is none', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const { id } = await done(ana, 'createShoppingList', { name: 'Milk' })
    const setting = await holdRows(server, async tx => {
      await lockAccounts({ db: tx }, [ana.id])
      await tx.updateTable('membership').set({ favourite: 1 }).where('list_id', '=', id).execute()
    })
    const takingBack = done(ana, 'updateShoppingList', { id, favourite: false })
    await untilSomebodyWaits(server)
    await setting.release()
    expect((await takingBack).favourite).toBe(false)
    expect((await done(ana, 'getByIdShoppingList', { id })).favourite).toBe(false)
  })

  test('a favourite is one person’s own and moves the account, not the list', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben] = [await server.buildUser(), await server.buildUser()]
    const list = await done(ana, 'createShoppingList', { name: 'Milk' })
    await share(server, list, ben, 'VIEW')
    const marked = await done(ben, 'updateShoppingList', { id: list.id, favourite: true })
    expect(marked).toMatchObject({
      favourite: true,
      revision: list.revision,
      permission: 'VIEW',
      sharedByName: 'Ana Tester 1',
      shoppingListFriends: [{ friendId: ben.id, permission: 'VIEW', shoppingListId: list.id }],
    })
    expect((await done(ana, 'getByIdShoppingList', { id: list.id })).favourite).toBe(false)
    expect(
      await done(ben, 'getByFilterShoppingList', { filters: { favourite: true } }),
    ).toHaveLength(1)
    expect(await done(ana, 'getByFilterShoppingList', { filters: { favourite: true } })).toEqual([])
  })

  test('filters: owner, part of the name, favourite', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben] = [await server.buildUser(), await server.buildUser()]
    const find = async (filters: object) =>
      (await done(ana, 'getByFilterShoppingList', { filters })).map(
        (list: { name: string }) => list.name,
      )
    await done(ana, 'createShoppingList', { name: 'Straße' })
    await done(ana, 'createShoppingList', { name: 'Été 100%_' })
    const bens = await done(ben, 'createShoppingList', { name: 'Ben’s' })
    await share(server, bens, ana, 'EDIT')
    expect(await find({})).toHaveLength(3)
    expect(await find({ name: 'STRASSE' })).toEqual(['Straße'])
    expect(await find({ name: 'été' })).toEqual(['Été 100%_'])
    expect(await find({ name: '%_' })).toEqual(['Été 100%_'])
    expect(await find({ userId: ben.id })).toEqual(['Ben’s'])
    expect(await find({ userId: null, name: null, favourite: null })).toHaveLength(3)
  })

  test('deletes answer PASS for what is gone or never was', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben] = [await server.buildUser(), await server.buildUser()]
    const mine = await done(ana, 'createShoppingList', { name: 'Milk' })
    const bens = await done(ben, 'createShoppingList', { name: 'Bread' })
    const hidden = await done(ben, 'createShoppingList', { name: 'Secret' })
    await share(server, bens, ana, 'ADMIN')
    const ids = [mine.id, bens.id, hidden.id, newId(), mine.id]
    const results = await done(ana, 'deleteByIdsShoppingList', { ids })
    expect(results.map((result: { status: string }) => result.status)).toEqual([
      'PASS',
      'FAIL',
      'PASS',
      'PASS',
      'PASS',
    ])
    expect(results.map((result: { id: string }) => result.id)).toEqual(ids)
    expect(results[1].message).toContain('owner')
    expect(await done(ana, 'deleteByIdShoppingList', { id: mine.id })).toEqual([
      { id: mine.id, status: 'PASS', message: null },
    ])
    expect(await done(ana, 'getByIdShoppingList', { id: mine.id })).toBeNull()
    expect(await done(ben, 'getAllShoppingList')).toHaveLength(2)
  })

  test('leaving: a guest goes, the owner cannot', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben] = [await server.buildUser(), await server.buildUser()]
    const list = await done(ana, 'createShoppingList', { name: 'Milk' })
    await share(server, list, ben, 'VIEW')
    expect((await done(ana, 'leaveShoppingList', { id: list.id }))[0].status).toBe('FAIL')
    expect((await done(ben, 'leaveShoppingList', { id: list.id }))[0].status).toBe('PASS')
    expect((await done(ben, 'leaveShoppingList', { id: list.id }))[0].status).toBe('PASS')
    expect(await done(ben, 'getAllShoppingList')).toEqual([])
    expect((await done(ana, 'getByIdShoppingList', { id: list.id })).shoppingListFriends).toEqual(
      [],
    )
  })

  test('the order is each person’s own: named first, the rest behind, 0 to n - 1', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben] = [await server.buildUser(), await server.buildUser()]
    const lists = []
    for (const name of ['A', 'B', 'C', 'D']) {
      const list = await done(ana, 'createShoppingList', { name })
      await share(server, list, ben, 'VIEW')
      lists.push(list)
    }
    const names = async (user = ana) =>
      (await done(user, 'getAllShoppingList')).map((list: { name: string }) => list.name).join('')
    const before = await names(ben)
    const [a, b, c, d] = lists
    const shoppingListIds = [d.id, newId(), b.id, d.id]
    const ordered = await done(ana, 'updateShoppingListsOrder', { shoppingListIds })
    expect(ordered.map((list: { order: number }) => list.order)).toEqual([0, 1, 2, 3])
    expect(await names()).toBe('DBAC')
    expect(await names(ben)).toBe(before)

    await done(ana, 'moveShoppingList', { id: c.id, afterShoppingListId: null })
    expect(await names()).toBe('CDBA')
    await done(ana, 'moveShoppingList', { id: d.id, afterShoppingListId: a.id })
    expect(await names()).toBe('CBAD')
    await done(ana, 'moveShoppingList', { id: d.id, afterShoppingListId: newId() })
    await done(ana, 'moveShoppingList', { id: d.id })
    expect(await names()).toBe('CBAD')
  })

  test('500 lists, and a sentence about the next', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const first = await done(ana, 'createShoppingList', { name: 'List' })
    const row = await server.db.query
      .selectFrom('shopping_list')
      .selectAll()
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: 499 }, (_, index) => ({
      ...row,
      id: newId(),
      name: `List ${index}`,
      name_key: `list ${index}`,
    }))
    await server.db.query.insertInto('shopping_list').values(rows).execute()
    const { code, refusal, errors } = await call(ana, 'createShoppingList', { name: 'More' })
    expect([code, refusal.limit]).toEqual(['BAD_INPUT', 500])
    expect(errors?.[0]?.message).toContain('500 lists')
  })
})
