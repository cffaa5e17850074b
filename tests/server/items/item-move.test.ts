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
  const first = await done(ana, 'createShoppingList', {
    name: 'First',
    itemTags: [{ name: 'Dairy' }],
  })
  const second = await done(ana, 'createShoppingList', {
    name: 'Second',
    itemTags: [{ name: 'dairy' }],
  })
  const add = (list: { id: string }, name: string, more: object = {}) =>
    done(ana, 'createItem', { shoppingListId: list.id, name, ...more })
  const read = async (list: { id: string }, user = ana) =>
    (await done(user, 'getByFilterItem', { filters: { shoppingListId: list.id } }))
      .map((item: Named) => item.name)
      .join(' ')
  return { server, ana, ben, first, second, add, read, [Symbol.asyncDispose]: server.close }
}

describeEachEngine('Items that move to another list', engine => {
  test('updateItem with another list moves to its end and merges the tags there by name', async () => {
    await using house = await start(engine)
    const { ana, first, second, add, read } = house
    await add(second, 'Bread')
    const milk = await add(first, 'Milk', { itemTags: [{ name: 'Dairy' }, { name: 'Vegan' }] })
    const [before] = [await done(ana, 'getByIdShoppingList', { id: first.id })]
    const moved = await done(ana, 'updateItem', {
      id: milk.id,
      shoppingListId: second.id,
      name: 'Oat milk',
    })
    expect(moved).toMatchObject({ shoppingListId: second.id, name: 'Oat milk', order: 1 })
    expect(moved.itemTags.map((tag: Named) => tag.name)).toEqual(['dairy', 'Vegan'])
    expect(moved.itemTags[0]).toEqual(second.itemTags[0])
    expect([await read(first), await read(second)]).toEqual(['', 'Bread Oat milk'])
    expect((await done(ana, 'getByIdShoppingList', { id: second.id })).itemTags).toHaveLength(2)

    const { lists } = await done(ana, 'changes', {
      known: [{ id: first.id, revision: before.revision }],
    })
    const changed = (id: string) => lists.find((list: { id: string }) => list.id === id)
    expect(changed(first.id)).toMatchObject({ items: [], gone: [milk.id] })

    await done(ana, 'updateItem', { id: milk.id, shoppingListId: first.id })
    const back = await done(ana, 'changes', {
      known: [{ id: first.id, revision: before.revision }],
    })
    const home = back.lists.find((list: { id: string }) => list.id === first.id)
    expect(home).toMatchObject({ items: [{ id: milk.id }], gone: [] })
  })

  test('one that was moved and then deleted is told to be deleted, not taken away', async () => {
    await using house = await start(engine)
    const { ana, ben, server, first, second, add } = house
    for (const list of [first, second]) await share(server, list, ben, 'EDIT')
    const milk = await add(first, 'Milk')
    for (const list of [second, first, second]) {
      await done(ana, 'updateItem', { id: milk.id, shoppingListId: list.id })
    }
    await done(ana, 'deleteByIdItem', { id: milk.id })
    for (const user of [ana, ben]) {
      const { refusal } = await call(user, 'updateItem', { id: milk.id, purchased: true })
      expect(refusal).toEqual({ code: 'NOT_FOUND', reason: 'DELETED' })
    }
  })

  test('a moved item takes the tags that are named with the move', async () => {
    await using house = await start(engine)
    const { ana, first, second, add } = house
    const milk = await add(first, 'Milk', { itemTags: [{ name: 'Dairy' }] })
    const moved = await done(ana, 'updateItem', {
      id: milk.id,
      shoppingListId: second.id,
      itemTags: [{ name: 'Cold' }],
    })
    expect(moved.itemTags.map((tag: Named) => tag.name)).toEqual(['Cold'])
  })

  test('both lists must be open to editing', async () => {
    await using house = await start(engine)
    const { server, ana, ben, first, second, add } = house
    const milk = await add(first, 'Milk')
    await share(server, first, ben, 'EDIT')
    await share(server, second, ben, 'VIEW')
    const args = { id: milk.id, shoppingListId: second.id }
    expect((await call(ben, 'updateItem', args)).code).toBe('FORBIDDEN')
    expect((await call(ben, 'updateItem', { ...args, shoppingListId: newId() })).code).toBe(
      'NOT_FOUND',
    )
    const back = { id: (await add(second, 'Tea')).id, shoppingListId: first.id }
    expect((await call(ben, 'updateItem', back)).code).toBe('FORBIDDEN')
    expect((await done(ana, 'getByIdItem', { id: milk.id })).shoppingListId).toBe(first.id)
  })

  test('a swap moves both ways, in the order named, and ignores what is not there', async () => {
    await using house = await start(engine)
    const { ana, first, second, add, read } = house
    const [a, b, c] = [await add(first, 'A'), await add(first, 'B'), await add(first, 'C')]
    const [x, y] = [await add(second, 'X', { itemTags: [{ name: 'New' }] }), await add(second, 'Y')]
    const lists = await done(ana, 'swapShoppingListItems', {
      firstShoppingListId: first.id,
      secondShoppingListId: second.id,
      firstItemIds: [c.id, newId(), a.id, y.id, c.id],
      secondItemIds: [x.id, b.id],
    })
    expect(lists.map((list: { id: string }) => list.id)).toEqual([first.id, second.id])
    expect(lists[0].itemTags.map((tag: Named) => tag.name)).toEqual(['Dairy', 'New'])
    expect([await read(first), await read(second)]).toEqual(['B X', 'Y C A'])
  })

  test('full lists exchange as many items as they get, and no more', {
    timeout: 60_000,
  }, async () => {
    await using house = await start(engine)
    const { ana, first } = house
    for (const half of ['a', 'b']) {
      const items = Array.from({ length: 5_000 }, (_, index) => ({ name: `${half}${index}` }))
      await done(ana, 'createItems', { shoppingListId: first.id, items }, { select: 'id' })
    }
    const copied = { id: first.id, name: 'Copy' }
    const second = await done(ana, 'copyShoppingList', copied, { select: 'id items { id }' })
    const { items } = await done(
      ana,
      'getByIdShoppingList',
      { id: first.id },
      { select: 'items { id }' },
    )
    const idsOf = (all: readonly { readonly id: string }[], count: number) =>
      all.slice(0, count).map(item => item.id)
    const swap = (going: number, coming: number) =>
      call(
        ana,
        'swapShoppingListItems',
        {
          firstShoppingListId: first.id,
          secondShoppingListId: second.id,
          firstItemIds: idsOf(items, going),
          secondItemIds: idsOf(second.items, coming),
        },
        { select: 'items { id }' },
      )
    const full = { code: 'BAD_INPUT', field: 'items', limit: 10_000 }
    expect((await swap(2, 1)).refusal).toEqual(full)
    expect((await swap(1, 2)).refusal).toEqual(full)
    const [one, other] = (await swap(1, 1)).result
    expect([one.items.length, other.items.length]).toEqual([10_000, 10_000])
    expect(one.items.at(-1).id).toBe(second.items[0].id)
    expect(other.items.at(-1).id).toBe(items[0].id)
  })

  test('a swap with itself changes nothing', async () => {
    await using house = await start(engine)
    const { ana, first, add, read } = house
    const a = await add(first, 'A')
    await add(first, 'B')
    await done(ana, 'swapShoppingListItems', {
      firstShoppingListId: first.id,
      secondShoppingListId: first.id,
      firstItemIds: [a.id],
      secondItemIds: [],
    })
    expect(await read(first)).toBe('A B')
  })

  test('swaps that cross never wait for each other', async () => {
    await using house = await start(engine)
    const { ana, first, second, add, read } = house
    const items = await Promise.all(Array.from({ length: 10 }, (_, n) => add(first, `I${n}`)))
    const swap = (one: { id: string }, other: { id: string }, ids: readonly string[]) =>
      done(ana, 'swapShoppingListItems', {
        firstShoppingListId: one.id,
        secondShoppingListId: other.id,
        firstItemIds: ids,
        secondItemIds: ids,
      })
    await Promise.all(
      items.flatMap(item => [swap(first, second, [item.id]), swap(second, first, [item.id])]),
    )
    const all = [...(await read(first)).split(' '), ...(await read(second)).split(' ')]
    expect(all.filter(Boolean).sort()).toEqual(items.map(item => item.name).sort())
  })
})
