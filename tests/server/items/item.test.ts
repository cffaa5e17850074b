import { expect, test } from 'vitest'
import { call, done, newId, share } from '../../support/server/api.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestEngine,
} from '../../support/server/server.ts'

async function start(engine: TestEngine) {
  const server = await startTestServer(engine)
  const [ana, ben] = [await server.buildUser(), await server.buildUser()]
  const list = await done(ana, 'createShoppingList', { name: 'Weekend' })
  const add = (name: string, more: object = {}) =>
    done(ana, 'createItem', { shoppingListId: list.id, name, ...more })
  return { server, ana, ben, list, add, [Symbol.asyncDispose]: server.close }
}

const names = (items: readonly { readonly name: string }[]) =>
  items.map(item => item.name).join(' ')

describeEachEngine('Items', engine => {
  test('a new item comes back as it was written, trimmed', async () => {
    await using house = await start(engine)
    const { ana, list } = house
    const id = newId()
    const item = await done(ana, 'createItem', {
      id,
      shoppingListId: list.id,
      name: '  Hafermilch 🥛 <i>bio</i> حليب ',
      purchased: true,
      notes: 'the red one\nnot the blue',
      unitId: 'unit-l',
      quantityInStock: 0.125,
      quantityToPurchase: 999_999.999,
      itemTags: [{ name: 'Dairy', color: '#1C7ED6' }],
    })
    expect(item).toMatchObject({
      id,
      name: 'Hafermilch 🥛 <i>bio</i> حليب',
      shoppingListId: list.id,
      purchased: true,
      notes: 'the red one\nnot the blue',
      unitId: 'unit-l',
      unit: { id: 'unit-l', name: 'litre', abbreviation: 'l' },
      quantityInStock: 0.125,
      quantityToPurchase: 999_999.999,
      itemTags: [{ name: 'Dairy', color: '#1C7ED6' }],
      order: 0,
      permission: 'ADMIN',
      createdAt: '2026-11-21T09:00:00.000Z',
    })
    expect(await done(ana, 'getByIdItem', { id })).toEqual(item)
    const { items } = await done(
      ana,
      'getByIdShoppingList',
      { id: list.id },
      { select: 'items { id name unit { abbreviation } }' },
    )
    expect(items).toEqual([{ id, name: item.name, unit: { abbreviation: 'l' } }])
  })

  test('what is absent takes its default', async () => {
    await using house = await start(engine)
    expect(await house.add('Milk')).toMatchObject({
      purchased: false,
      notes: null,
      unit: null,
      unitId: null,
      quantityInStock: 0,
      quantityToPurchase: null,
      itemTags: [],
    })
  })

  test('a second create of the same id answers with the first, under any token', async () => {
    await using house = await start(engine)
    const { ana, ben, list, add } = house
    const id = newId()
    const first = await add('Milk', { id })
    await done(ana, 'updateItem', { id, purchased: true })
    const again = await add('Other', { id })
    expect(again).toMatchObject({ id, name: 'Milk', purchased: true, createdAt: first.createdAt })

    const bens = await done(ben, 'createShoppingList', { name: 'Ben’s' })
    const args = { id, shoppingListId: bens.id, name: 'Mine' }
    expect((await call(ben, 'createItem', args)).code).toBe('CONFLICT')
    await done(ana, 'deleteByIdItem', { id })
    const late = await call(ana, 'createItem', { id, shoppingListId: list.id, name: 'Milk' })
    expect(late.code).toBe('CONFLICT')
  })

  test('an update changes what it names and nothing else', async () => {
    await using house = await start(engine)
    const { server, ana, add } = house
    const item = await add('Milk', {
      notes: 'n',
      unitId: 'unit-l',
      quantityInStock: 2,
      quantityToPurchase: 3,
      itemTags: [{ name: 'Dairy' }],
    })
    server.clock.advance({ minutes: 1 })
    const ticked = await done(ana, 'updateItem', { id: item.id, purchased: true })
    expect(ticked).toEqual({ ...item, purchased: true, updatedAt: '2026-11-21T09:01:00.000Z' })
    const cleared = await done(ana, 'updateItem', {
      id: item.id,
      notes: null,
      unitId: null,
      quantityInStock: null,
      quantityToPurchase: null,
      purchased: null,
      itemTags: null,
    })
    expect(cleared).toMatchObject({
      name: 'Milk',
      notes: null,
      unit: null,
      quantityInStock: 0,
      quantityToPurchase: null,
      purchased: false,
      itemTags: [],
    })
    for (const field of ['name', 'shoppingListId']) {
      const { code, refusal } = await call(ana, 'updateItem', { id: item.id, [field]: null })
      expect([code, refusal.field]).toEqual(['BAD_INPUT', field])
    }
  })

  test('filters: list, part of the name, purchased', async () => {
    await using house = await start(engine)
    const { ana, list, add } = house
    const other = await done(ana, 'createShoppingList', { name: 'Other' })
    await add('Oat milk', { purchased: true })
    await add('MILCH')
    await done(ana, 'createItem', { shoppingListId: other.id, name: 'Buttermilk' })
    const find = async (filters: object) => names(await done(ana, 'getByFilterItem', { filters }))
    expect(await find({ name: 'mil' })).toBe('Oat milk MILCH Buttermilk')
    expect(await find({ shoppingListId: list.id })).toBe('Oat milk MILCH')
    expect(await find({ purchased: true })).toBe('Oat milk')
    expect(await find({ purchased: false, name: 'milk' })).toBe('Buttermilk')
    expect(await find({ shoppingListId: newId() })).toBe('')
    expect(names(await done(ana, 'getAllItem'))).toBe('Oat milk MILCH Buttermilk')
  })

  test('filters by a part of a Greek word, whose sigma looks otherwise at its end', async () => {
    await using house = await start(engine)
    const { ana, add } = house
    await add('Μουστάρδα')
    await add('Κρέας')
    const find = async (name: string) =>
      names(await done(ana, 'getByFilterItem', { filters: { name } }))
    expect(await find('μους')).toBe('Μουστάρδα')
    expect(await find('ΚΡΈΑΣ')).toBe('Κρέας')
    // Case-insensitive: marks count.
    expect(await find('κρεας')).toBe('')
  })

  test('deletes answer PASS for what is gone or never was, FAIL for what may only be seen', async () => {
    await using house = await start(engine)
    const { server, ana, ben, add } = house
    const milk = await add('Milk')
    const bens = await done(ben, 'createShoppingList', { name: 'Ben’s' })
    const tea = await done(ben, 'createItem', { shoppingListId: bens.id, name: 'Tea' })
    const ids = [milk.id, tea.id, newId()]
    const status = async () =>
      (await done(ana, 'deleteByIdsItem', { ids })).map((one: { status: string }) => one.status)
    expect(await status()).toEqual(['PASS', 'PASS', 'PASS'])
    await share(server, bens, ana, 'VIEW')
    expect(await status()).toEqual(['PASS', 'FAIL', 'PASS'])
    expect(await done(ana, 'deleteByIdItem', { id: milk.id })).toMatchObject([{ status: 'PASS' }])
    expect(await done(ana, 'getByIdItem', { id: milk.id })).toBeNull()
    expect(names(await done(ana, 'getAllItem'))).toBe('Tea')
  })

  test('a list holds 10,000 items, reads, orders and resets them, and refuses the next', async () => {
    await using house = await start(engine)
    const { server, ana, list, add } = house
    const first = await add('Item 0', { quantityToPurchase: 1 })
    const row = await server.db.query
      .selectFrom('item')
      .selectAll()
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: 9_999 }, (_, index) => ({
      ...row,
      id: newId(),
      ord: index + 1,
    }))
    for (let start = 0; start < rows.length; start += 1_000) {
      await server.db.query
        .insertInto('item')
        .values(rows.slice(start, start + 1_000))
        .execute()
    }
    const { code, refusal, errors } = await call(ana, 'createItem', {
      shoppingListId: list.id,
      name: 'More',
    })
    expect([code, refusal.limit]).toEqual(['BAD_INPUT', 10_000])
    expect(errors?.[0]?.message).toContain('10,000 items')

    const ids = [...rows.map(item => item.id).reverse(), first.id]
    const ordered = await done(
      ana,
      'updateItemsOrder',
      { shoppingListId: list.id, itemIds: ids },
      { select: 'id order' },
    )
    expect(ordered).toEqual(ids.map((id, order) => ({ id, order })))
    await done(ana, 'resetShoppingList', { id: list.id })
    const changes = await done(
      ana,
      'changes',
      { known: [] },
      { select: 'lists { items { id quantityToPurchase } } more' },
    )
    expect(changes.lists[0].items).toHaveLength(10_000)
    expect(changes.lists[0].items[0]).toEqual({ id: ids[0], quantityToPurchase: 0 })
    expect(changes.more).toBe(false)
    const copy = await done(
      ana,
      'copyShoppingList',
      { id: list.id, name: 'Copy' },
      { select: 'items { order }' },
    )
    expect(copy.items).toHaveLength(10_000)
  })
})
