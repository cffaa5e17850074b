import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { derivedId } from '../../../rules/derived-id.ts'
import { sampleList } from '../../../rules/lists/sample-list.ts'
import { call, done, newId, share } from '../../support/server/api.ts'
import { describeOnPostgres } from '../../support/server/engines.ts'
import { holdRows, untilSomebodyWaits } from '../../support/server/held-rows.ts'
import { describeEachEngine, startTestServer } from '../../support/server/server.ts'

interface Item {
  readonly id: string
  readonly name: string
}

describeEachEngine('Whole lists', engine => {
  test.each([
    [
      'SIMPLE',
      { quantityInStock: 5, quantityToPurchase: 3 },
      { quantityInStock: 0, quantityToPurchase: 0 },
    ],
    [
      'SIMPLE',
      { quantityInStock: 5, quantityToPurchase: null },
      { quantityInStock: 5, quantityToPurchase: null },
    ],
    [
      'STOCK',
      { quantityInStock: 5, quantityToPurchase: 3 },
      { quantityInStock: 0, quantityToPurchase: 3 },
    ],
    [
      'STOCK',
      { quantityInStock: 5, quantityToPurchase: null },
      { quantityInStock: 5, quantityToPurchase: null },
    ],
  ])('reset of a %s list: %j becomes %j', async (listType, before, after) => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const list = await done(ana, 'createShoppingList', { name: 'Weekend', listType })
    const item = await done(ana, 'createItem', {
      shoppingListId: list.id,
      name: 'Milk',
      purchased: true,
      ...before,
    })
    await done(ana, 'resetShoppingList', { id: list.id })
    expect(await done(ana, 'getByIdItem', { id: item.id })).toMatchObject({
      ...after,
      purchased: false,
    })
  })

  test('a reset stamps only what it changes', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const list = await done(ana, 'createShoppingList', { name: 'Weekend' })
    const add = (name: string, purchased: boolean) =>
      done(ana, 'createItem', { shoppingListId: list.id, name, purchased })
    await add('Milk', true)
    await add('Tea', false)
    const { revision } = await done(ana, 'getByIdShoppingList', { id: list.id })
    const reset = await done(
      ana,
      'resetShoppingList',
      { id: list.id },
      { select: 'revision items { name purchased }' },
    )
    expect(reset).toEqual({
      revision: revision + 1,
      items: [
        { name: 'Milk', purchased: false },
        { name: 'Tea', purchased: false },
      ],
    })
    const { lists } = await done(ana, 'changes', { known: [{ id: list.id, revision }] })
    expect(lists[0].items.map((item: Item) => item.name)).toEqual(['Milk'])
  })

  test('a copy has everything, under ids that follow from its own', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben] = [await server.buildUser(), await server.buildUser()]
    const list = await done(ana, 'createShoppingList', {
      name: 'Weekend',
      listType: 'STOCK',
      notes: 'n',
      itemTags: [{ name: 'Dairy' }, { name: 'Unused' }],
    })
    const more = { notes: 'low fat', unitId: 'unit-l', quantityInStock: 1, quantityToPurchase: 2 }
    const args = {
      shoppingListId: list.id,
      name: 'Milk',
      purchased: true,
      itemTags: [{ name: 'Dairy' }],
    }
    await done(ana, 'createItem', { ...args, name: 'Gone' }).then(item =>
      done(ana, 'deleteByIdItem', { id: item.id }),
    )
    const milk = await done(ana, 'createItem', { ...args, ...more })
    await share(server, list, ben, 'VIEW')
    const newListId = newId()
    const copy = await done(
      ben,
      'copyShoppingList',
      { id: list.id, name: ' Mine ', newId: newListId },
      {
        select: `id userId name listType notes favourite permission sharedByName itemTags { id name color }
          items { id name shoppingListId notes unitId quantityInStock quantityToPurchase purchased order itemTags { id } }`,
      },
    )
    const tagId = derivedId(newListId, list.itemTags[0].id)
    expect(copy).toMatchObject({
      id: newListId,
      userId: ben.id,
      name: 'Mine',
      listType: 'STOCK',
      notes: 'n',
      favourite: false,
      permission: 'ADMIN',
      sharedByName: null,
      itemTags: [{ id: tagId, name: 'Dairy' }, { name: 'Unused' }],
      items: [
        {
          id: derivedId(newListId, milk.id),
          name: 'Milk',
          shoppingListId: newListId,
          purchased: true,
          order: 0,
          itemTags: [{ id: tagId }],
          ...more,
        },
      ],
    })
    const again = { id: list.id, name: 'Other', newId: newListId }
    expect((await done(ben, 'copyShoppingList', again)).name).toBe('Mine')
    expect((await call(ana, 'copyShoppingList', again)).code).toBe('CONFLICT')
    const twice = await done(ben, 'copyShoppingList', { id: list.id, name: 'mine' })
    expect(twice.name).toBe('mine1')
    expect((await call(ben, 'copyShoppingList', { id: newId(), name: 'x' })).code).toBe('NOT_FOUND')
  })

  test('an id that an item of it would get and somebody has used is a conflict, and nothing is made', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const list = await done(ana, 'createShoppingList', { name: 'Weekend' })
    const { id } = await done(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' })
    const copy = { id: list.id, name: 'Copy', newId: newId() }
    const other = { id: derivedId(copy.newId, id), shoppingListId: list.id, name: 'Tea' }
    await done(ana, 'createItem', other)
    expect((await call(ana, 'copyShoppingList', copy)).refusal).toEqual({ code: 'CONFLICT' })
    expect(await done(ana, 'getAllShoppingList')).toHaveLength(1)
    expect(await done(ana, 'getAllItem')).toHaveLength(2)
  })

  test('the sample shows what lists can do, under ids that follow from its own', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const id = newId()
    const select =
      'id name notes itemTags { id name } items { id name unitId itemTags { name } order }'
    const sample = await done(ana, 'sampleShoppingList', { newId: id }, { select })
    expect(sample).toMatchObject({ id, name: sampleList.name, notes: sampleList.notes })
    expect(sample.items.map((item: Item) => item.id)).toEqual(
      sampleList.items.map(item => derivedId(id, item.key)),
    )
    expect(sample.items[0]).toMatchObject({
      name: 'Apples',
      unitId: 'unit-kg',
      itemTags: [{ name: 'Fruit & vegetables' }],
    })
    expect(await done(ana, 'sampleShoppingList', { newId: id }, { select })).toEqual(sample)
    expect((await done(ana, 'sampleShoppingList')).name).toBe('Sample list1')
  })
})

describeOnPostgres('A copy', engine => {
  test('has the tags of all its items, also of one that was added while it was made', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const list = await done(ana, 'createShoppingList', { name: 'Weekend' })
    const milk = await done(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' })
    const { transaction } = server.db
    const { promise: adding, resolve } =
      Promise.withResolvers<Awaited<ReturnType<typeof holdRows>>>()
    vi.spyOn(server.db, 'transaction').mockImplementationOnce(async (...parts) => {
      const held = await holdRows(server, async tx => {
        await sql`lock table item in access exclusive mode`.execute(tx)
        const joined = { joined_revision: 2, left_revision: null, left_at: null }
        const tag = { id: 'dairy', list_id: list.id, name: 'Dairy', color: '#2b8a3e', ord: 0 }
        await tx
          .insertInto('item_tag')
          .values({ ...tag, ...joined })
          .execute()
        const tags = JSON.stringify([{ id: tag.id, joined: 2, left: null }])
        await tx.updateTable('item').set({ tags }).where('id', '=', milk.id).execute()
      })
      resolve(held)
      return transaction(...parts)
    })
    const select = 'items { name itemTags { name } }'
    const copying = done(ana, 'copyShoppingList', { id: list.id, name: 'Copy' }, { select })
    const held = await adding
    await untilSomebodyWaits(server)
    await held.release()
    expect(await copying).toEqual({ items: [{ name: 'Milk', itemTags: [{ name: 'Dairy' }] }] })
  })
})
