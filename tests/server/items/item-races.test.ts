import { expect, test } from 'vitest'
import { call, done, newId } from '../../support/server/api.ts'
import { describeEachEngine, startTestServer } from '../../support/server/server.ts'

describeEachEngine('What happens at the same time', engine => {
  test('everything at once: answers or refusals, nothing fails, nothing is lost or doubled', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const lists = []
    for (const name of ['A', 'B', 'C']) lists.push(await done(ana, 'createShoppingList', { name }))
    const [a, b, c] = lists.map(list => list.id)
    const items: string[] = []
    for (let index = 0; index < 12; index += 1) {
      items.push((await done(ana, 'createItem', { shoppingListId: a, name: `${index}` })).id)
    }
    const swap = (first: string, second: string, ids: readonly string[]) => [
      'swapShoppingListItems',
      {
        firstShoppingListId: first,
        secondShoppingListId: second,
        firstItemIds: ids,
        secondItemIds: ids,
      },
    ]
    const calls = items.flatMap((id, index) => [
      ['updateItem', { id, purchased: true, itemTags: [{ name: `tag ${index % 3}` }] }],
      ['updateItem', { id, shoppingListId: index % 2 ? b : c, name: `moved ${index}` }],
      ['moveItem', { id, afterItemId: items[(index + 5) % 12] }],
      swap(a, b, [id]),
      swap(c, a, [id]),
      ...(index % 3 === 0 ? [['deleteByIdItem', { id }]] : []),
      ['createShoppingList', { name: 'A' }],
      ['updateShoppingList', { id: b, name: `Name ${index}`, favourite: index % 2 === 0 }],
      ['updateShoppingListsOrder', { shoppingListIds: index % 2 ? [c, a] : [b] }],
      ['resetShoppingList', { id: c }],
      ['copyShoppingList', { id: a, name: 'Copy' }],
    ]) as readonly (readonly [string, object])[]
    const answers = await Promise.all(calls.map(([name, args]) => call(ana, name, { ...args })))
    const refusals = answers.flatMap(({ refusal, errors }) => (errors ? [refusal] : []))
    for (const refusal of refusals)
      expect(refusal).toEqual({ code: 'NOT_FOUND', reason: 'DELETED' })

    const ids = new Set(items.filter((_, index) => index % 3 !== 0))
    const left: readonly { readonly id: string }[] = await done(ana, 'getAllItem')
    expect(left.filter(item => ids.has(item.id))).toHaveLength(ids.size)
    expect(left.filter(item => items.includes(item.id))).toHaveLength(ids.size)
  })

  test('one id made many times at once, under different tokens, is made once', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    // A first that commits between another's look and its write is met in a few rounds of a hundred.
    for (let round = 0; round < 5; round += 1) {
      const [id, itemId, backId] = [newId(), newId(), newId()]
      const name = `Milk ${round}`
      const lists = await twins(ana, 'createShoppingList', { id, name })
      expect(new Set(lists.map(list => list.name))).toEqual(new Set([name]))
      await twins(ana, 'createItem', { id: itemId, shoppingListId: id, name: 'Milk' })
      await done(ana, 'deleteByIdShoppingList', { id })
      await twins(ana, 'restoreShoppingList', { id, newId: backId })
    }
    expect(await done(ana, 'getAllShoppingList')).toHaveLength(5)
    expect(await done(ana, 'getAllItem')).toHaveLength(5)
  })

  test('a list deleted while others write to it: they hear that it was', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const list = await done(ana, 'createShoppingList', { name: 'Weekend' })
    const { id } = await done(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' })
    const writes = Array.from({ length: 20 }, (_, index) =>
      index % 2
        ? call(ana, 'createItem', { shoppingListId: list.id, name: `${index}` })
        : call(ana, 'updateItem', { id, name: `${index}` }),
    )
    const [deleted, ...answers] = await Promise.all([
      call(ana, 'deleteByIdShoppingList', { id: list.id }),
      ...writes,
    ])
    expect(deleted.result[0].status).toBe('PASS')
    for (const { refusal, errors } of answers) {
      if (errors) expect(refusal).toEqual({ code: 'NOT_FOUND', reason: 'LIST_DELETED' })
    }
    expect(await done(ana, 'getAllItem')).toEqual([])
  })
})

/** The same, as often at once as the database has connections, each under a token of its own; none is refused. */
function twins(user: Parameters<typeof done>[0], name: string, args: object) {
  return Promise.all(
    Array.from({ length: 10 }, () => done(user, name, { ...args }, { requestToken: newId() })),
  )
}
