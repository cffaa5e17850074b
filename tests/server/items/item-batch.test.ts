/** Many items by one operation: all of the new ones or none, of the changed ones those that are there. */
import { expect, test } from 'vitest'
import { call, done, newId, share } from '../../support/server/api.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestEngine,
} from '../../support/server/server.ts'

interface Named {
  readonly name: string
}

async function start(engine: TestEngine) {
  const server = await startTestServer(engine)
  const [ana, ben] = [await server.buildUser(), await server.buildUser()]
  const list = await done(ana, 'createShoppingList', {
    name: 'Shop',
    itemTags: [{ name: 'Dairy' }],
  })
  const add = (name: string, more: object = {}) =>
    done(ana, 'createItem', { shoppingListId: list.id, name, ...more })
  const read = async (listId: string = list.id) =>
    done(ana, 'getByFilterItem', { filters: { shoppingListId: listId } })
  const names = async (listId: string = list.id) =>
    (await read(listId)).map((item: Named) => item.name).join(' ')
  const revision = async () => (await done(ana, 'getByIdShoppingList', { id: list.id })).revision
  return { server, ana, ben, list, add, read, names, revision, [Symbol.asyncDispose]: server.close }
}

describeEachEngine('Many items made', engine => {
  test('under an id of somebody else are refused, never answered as if they were made', async () => {
    await using house = await start(engine)
    const { server, ana, ben, list, names } = house
    await share(server, list, ben, 'EDIT')
    const id = newId()
    const make = (user: typeof ana, name: string) =>
      call(user, 'createItems', { shoppingListId: list.id, items: [{ id, name }] })
    expect((await make(ben, 'Milk')).errors).toBeUndefined()
    expect((await make(ana, 'Bread')).code).toBe('CONFLICT')
    const whole = { name: 'New', items: [{ id, name: 'Bread' }] }
    expect((await call(ana, 'createShoppingList', whole)).code).toBe('CONFLICT')
    expect(await names()).toBe('Milk')
  })

  test('stand in the order given, under one revision, with their tags', async () => {
    await using house = await start(engine)
    const { ana, list, read, revision } = house
    const before = await revision()
    const items = [
      {
        id: newId(),
        name: ' Milk ',
        itemTags: [{ name: 'New' }, { name: 'dairy' }],
        unitId: 'unit-l',
      },
      { name: 'Bread', quantityToPurchase: 2, notes: 'dark', purchased: true },
      { name: 'Eggs', itemTags: [{ name: 'NEW' }], quantityInStock: 1.5 },
    ]
    const made = await done(ana, 'createItems', { shoppingListId: list.id, items })
    expect(made).toMatchObject([
      { id: items[0]?.id, name: 'Milk', unitId: 'unit-l', order: 0 },
      { name: 'Bread', quantityToPurchase: 2, notes: 'dark', purchased: true, order: 1 },
      { name: 'Eggs', quantityInStock: 1.5, order: 2 },
    ])
    expect(made[0].itemTags.map((tag: Named) => tag.name)).toEqual(['New', 'Dairy'])
    expect(made[2].itemTags).toEqual([made[0].itemTags[0]])
    expect(await revision()).toBe(before + 1)
    expect(await read()).toEqual(made)
  })

  test('stand where they are wanted, in gaps where there are any', async () => {
    await using house = await start(engine)
    const { ana, list, add, names, revision } = house
    const rows = []
    for (const name of ['A', 'B', 'C', 'D']) rows.push(await add(name))
    const [a, b, c] = rows
    await done(ana, 'deleteByIdItem', { id: b.id })
    const known = await revision()
    const first = newId()
    await done(ana, 'createItems', {
      shoppingListId: list.id,
      items: [{ id: first, name: 'b', afterItemId: a.id }],
    })
    expect(await names()).toBe('A b C D')
    const { lists } = await done(ana, 'changes', { known: [{ id: list.id, revision: known }] })
    expect(lists[0].items.map((item: Named) => item.name)).toEqual(['b'])
    await done(ana, 'createItems', {
      shoppingListId: list.id,
      items: [
        { name: 'top', afterItemId: null },
        { name: 'e', afterItemId: b.id },
        { name: 'c2', afterItemId: c.id },
        { name: 'c1', afterItemId: c.id },
      ],
    })
    expect(await names()).toBe('top A b C c1 c2 D e')
  })

  test('are made once: the same ids again answer with what is there', async () => {
    await using house = await start(engine)
    const { ana, list, names, revision } = house
    const [one, two] = [newId(), newId()]
    const make = (...items: object[]) =>
      done(ana, 'createItems', { shoppingListId: list.id, items })
    await make({ id: one, name: 'One' })
    const known = await revision()
    expect(await make({ id: one, name: 'Other' })).toMatchObject([{ id: one, name: 'One' }])
    expect(await revision()).toBe(known)
    expect(await make({ id: one, name: 'Other' }, { id: two, name: 'Two' })).toMatchObject([
      { name: 'One' },
      { name: 'Two' },
    ])
    expect(await names()).toBe('One Two')
  })

  test('all of them or none', async () => {
    await using house = await start(engine)
    const { ana, ben, list, add, names } = house
    const gone = await add('Gone')
    await done(ana, 'deleteByIdItem', { id: gone.id })
    const foreign = await done(ben, 'createShoppingList', { name: 'Ben', items: [{ name: 'x' }] })
    const [benItem] = await done(ben, 'getByFilterItem', {
      filters: { shoppingListId: foreign.id },
    })
    const twice = newId()
    for (const [items, error] of [
      [[{ name: 'Good' }, { name: ' ' }], { code: 'BAD_INPUT', field: 'name' }],
      [[{ name: 'Good' }, { name: 'x', quantityInStock: -1 }], { field: 'quantityInStock' }],
      [[{ name: 'Good' }, { name: 'x', id: 'short' }], { field: 'id' }],
      [
        [
          { name: 'Good', id: twice },
          { name: 'x', id: twice },
        ],
        { field: 'items' },
      ],
      [[{ name: 'Good' }, { name: 'x', id: gone.id }], { code: 'CONFLICT' }],
      [[{ name: 'Good' }, { name: 'x', id: benItem.id }], { code: 'CONFLICT' }],
      [Array.from({ length: 10_001 }, () => ({ name: 'x' })), { field: 'items', limit: 10_000 }],
    ] as const) {
      const { refusal } = await call(ana, 'createItems', { shoppingListId: list.id, items })
      expect(refusal).toMatchObject(error)
    }
    expect(await names()).toBe('')
  })

  test('need the permission to edit', async () => {
    await using house = await start(engine)
    const { server, ben, list, names } = house
    await share(server, list, ben, 'VIEW')
    const { refusal } = await call(ben, 'createItems', {
      shoppingListId: list.id,
      items: [{ name: 'x' }],
    })
    expect(refusal.code).toBe('FORBIDDEN')
    expect(await names()).toBe('')
  })

  test('come with a new list, or the list does not come either', async () => {
    await using house = await start(engine)
    const { ana, names } = house
    const party = await done(ana, 'createShoppingList', {
      name: 'Party',
      itemTags: [{ name: 'Cold' }],
      items: [{ name: 'Ice', itemTags: [{ name: 'cold' }] }, { name: 'Cups' }],
    })
    expect(await names(party.id)).toBe('Ice Cups')
    expect(party.itemTags).toHaveLength(1)
    const bad = await call(ana, 'createShoppingList', { name: 'Bad', items: [{ name: '' }] })
    expect(bad.refusal).toMatchObject({ code: 'BAD_INPUT', field: 'name' })
    const lists = await done(ana, 'getAllShoppingList')
    expect(lists.map((one: Named) => one.name)).toEqual(['Shop', 'Party'])
  })
})

describeEachEngine('Many items changed', engine => {
  test('each in the fields that are given, on whichever list', async () => {
    await using house = await start(engine)
    const { ana, add, revision } = house
    const other = await done(ana, 'createShoppingList', { name: 'Other', items: [{ name: 'Far' }] })
    const [far] = await done(ana, 'getByFilterItem', { filters: { shoppingListId: other.id } })
    const milk = await add('Milk', {
      notes: 'n',
      quantityToPurchase: 2,
      itemTags: [{ name: 'Dairy' }],
    })
    const eggs = await add('Eggs', { purchased: true, unitId: 'unit-g' })
    const before = await revision()
    const changed = await done(ana, 'updateItems', {
      items: [
        { id: far.id, name: 'Near' },
        { id: milk.id, notes: null, itemTags: [{ name: 'Cold' }, { name: 'dairy' }] },
        { id: eggs.id, purchased: false, unitId: null, quantityInStock: 3 },
      ],
    })
    expect(changed).toMatchObject([
      { id: far.id, name: 'Near', shoppingListId: other.id },
      { id: milk.id, name: 'Milk', notes: null, quantityToPurchase: 2 },
      { id: eggs.id, name: 'Eggs', purchased: false, unitId: null, quantityInStock: 3 },
    ])
    expect(changed[1].itemTags.map((tag: Named) => tag.name)).toEqual(['Cold', 'Dairy'])
    for (const item of changed)
      expect(await done(ana, 'getByIdItem', { id: item.id })).toEqual(item)
    expect(await revision()).toBe(before + 1)
  })

  test('stamp only what they change', async () => {
    await using house = await start(engine)
    const { ana, list, add, revision } = house
    const [one, two] = [await add('One'), await add('Two', { purchased: true })]
    const known = await revision()
    await done(ana, 'updateItems', {
      items: [one, two].map(({ id }) => ({ id, purchased: true })),
    })
    const { lists } = await done(ana, 'changes', { known: [{ id: list.id, revision: known }] })
    expect(lists[0].items.map((item: Named) => item.name)).toEqual(['One'])
  })

  test('leave out what is gone or may not be changed; refused where nothing is left', async () => {
    await using house = await start(engine)
    const { server, ana, ben, list, add, read } = house
    const [one, two, three] = [await add('One'), await add('Two'), await add('Three')]
    await done(ana, 'deleteByIdItem', { id: two.id })
    const tick = (user: typeof ana, ...ids: readonly string[]) =>
      call(user, 'updateItems', { items: ids.map(id => ({ id, purchased: true })) })
    const { result } = await tick(ana, two.id, 'never was', three.id)
    expect(result).toMatchObject([{ id: three.id, purchased: true }])
    const deleted = await tick(ana, two.id)
    expect(deleted.refusal).toMatchObject({ code: 'NOT_FOUND', reason: 'DELETED' })
    await share(server, list, ben, 'VIEW')
    expect((await tick(ben, one.id)).refusal).toMatchObject({ code: 'FORBIDDEN' })
    const stranger = await server.buildUser()
    const { refusal } = await tick(stranger, one.id)
    expect(refusal).toEqual({ code: 'NOT_FOUND' })
    expect((await read()).map((item: { purchased: boolean }) => item.purchased)).toEqual([
      false,
      true,
    ])
  })

  test('keep tags that somebody put on since the revision they were based on', async () => {
    await using house = await start(engine)
    const { ana, add, revision } = house
    const milk = await add('Milk', { itemTags: [{ name: 'Dairy' }] })
    const knownRevision = await revision()
    await done(ana, 'updateItem', { id: milk.id, itemTags: [{ name: 'Dairy' }, { name: 'Sale' }] })
    const [item] = await done(ana, 'updateItems', {
      items: [{ id: milk.id, itemTags: [{ name: 'Cold' }] }],
      knownRevision,
    })
    expect(item.itemTags.map((tag: Named) => tag.name)).toEqual(['Cold', 'Sale'])
  })

  test('nothing is half changed', async () => {
    await using house = await start(engine)
    const { ana, add, read } = house
    const [one, two] = [await add('One'), await add('Two')]
    const { refusal } = await call(ana, 'updateItems', {
      items: [
        { id: one.id, name: 'Changed' },
        { id: two.id, name: '' },
      ],
    })
    expect(refusal).toMatchObject({ code: 'BAD_INPUT', field: 'name' })
    expect((await read()).map((item: Named) => item.name)).toEqual(['One', 'Two'])
  })
})

describeEachEngine('Many items in the history', engine => {
  test('tell of each list what changed on it, and nothing of other lists or of what was left out', async () => {
    await using house = await start(engine)
    const { ana, list, add } = house
    const milk = await add('Milk')
    const salt = await add('Salt')
    const other = await done(ana, 'createShoppingList', { name: 'Other' })
    const bread = await done(ana, 'createItem', { shoppingListId: other.id, name: 'Bread' })
    await done(ana, 'updateItems', {
      items: [
        { id: milk.id, purchased: true },
        { id: salt.id, name: 'Salt' },
        { id: bread.id, notes: 'rye' },
        { id: newId(), unitId: null },
      ],
    })
    const last = async (shoppingListId: string) =>
      (await done(ana, 'history', { shoppingListId }))[0]
    expect(await last(list.id)).toMatchObject({ kind: 'ITEM_TICKED', fields: [], itemCount: 1 })
    expect(await last(other.id)).toMatchObject({ kind: 'ITEM_CHANGED', fields: ['notes'] })
  })

  test('are one line', async () => {
    await using house = await start(engine)
    const { ana, list, read } = house
    const items = Array.from({ length: 12 }, (_, n) => ({ name: `Item ${n}` }))
    await done(ana, 'createItems', { shoppingListId: list.id, items })
    const ids = (await read()).map((item: { id: string }) => item.id)
    const change = (...changes: readonly object[]) =>
      done(ana, 'updateItems', {
        items: ids.map((id: string, n: number) => ({ id, ...changes[n % changes.length] })),
      })
    await change({ purchased: true })
    await change({ purchased: true }, { purchased: false })
    await change({ purchased: false, quantityInStock: 1 }, { notes: 'n' })
    const other = await done(ana, 'createShoppingList', {
      name: 'Other',
      items: [{ name: 'There' }],
    })
    const [there] = await done(ana, 'getByFilterItem', { filters: { shoppingListId: other.id } })
    await done(ana, 'swapShoppingListItems', {
      firstShoppingListId: list.id,
      secondShoppingListId: other.id,
      firstItemIds: ids.slice(0, 2),
      secondItemIds: [],
      places: [
        { id: ids[0], afterItemId: null },
        { id: ids[1], afterItemId: there.id },
      ],
    })
    const history = async (shoppingListId: string) =>
      (await done(ana, 'history', { shoppingListId })).map(
        ({ kind, itemCount, fields }: Record<string, unknown>) => ({ kind, itemCount, fields }),
      )
    expect(await history(list.id)).toEqual([
      { kind: 'ITEM_MOVED_OUT', itemCount: 2, fields: [] },
      { kind: 'ITEM_CHANGED', itemCount: 12, fields: ['purchased', 'quantityInStock', 'notes'] },
      { kind: 'ITEM_UNTICKED', itemCount: 6, fields: [] },
      { kind: 'ITEM_TICKED', itemCount: 12, fields: [] },
      { kind: 'ITEM_ADDED', itemCount: 12, fields: [] },
      { kind: 'LIST_CREATED', itemCount: 0, fields: expect.any(Array) },
    ])
    expect((await history(other.id))[0]).toEqual({
      kind: 'ITEM_MOVED_IN',
      itemCount: 2,
      fields: [],
    })
    expect((await read(other.id)).map((item: Named) => item.name)).toEqual([
      'Item 0',
      'There',
      'Item 1',
    ])
  })
})
