import { expect, test } from 'vitest'
import { call, done, newId } from '../../support/server/api.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestEngine,
} from '../../support/server/server.ts'

async function start(engine: TestEngine, letters: string) {
  const server = await startTestServer(engine)
  const ana = await server.buildUser()
  const list = await done(ana, 'createShoppingList', { name: 'Weekend' })
  const ids: Record<string, string> = {}
  for (const name of letters) {
    ids[name] = (await done(ana, 'createItem', { shoppingListId: list.id, name })).id
  }
  const read = async (): Promise<readonly { name: string; order: number }[]> =>
    (await done(ana, 'getByIdShoppingList', { id: list.id }, { select: 'items { name order }' }))
      .items
  const letterOrder = async () => (await read()).map(item => item.name).join('')
  const move = (name: string, after: string | null) =>
    done(ana, 'moveItem', { id: ids[name], afterItemId: after === null ? null : ids[after] })
  async function known() {
    const { revision } = await done(ana, 'getByIdShoppingList', { id: list.id })
    return [{ id: list.id, revision }]
  }
  async function changedSince(revisions: object) {
    const { lists } = await done(ana, 'changes', { known: revisions })
    return (
      lists[0]?.items
        .map((item: { name: string }) => item.name)
        .sort()
        .join('') ?? ''
    )
  }
  return {
    server,
    ana,
    list,
    ids,
    read,
    letterOrder,
    move,
    known,
    changedSince,
    [Symbol.asyncDispose]: server.close,
  }
}

describeEachEngine('The order of items', engine => {
  test('a whole order: named first, unknown ignored, twice counts once, the rest behind', async () => {
    await using house = await start(engine, 'ABCDE')
    const { ana, list, ids, read, known, changedSince } = house
    await done(ana, 'deleteByIdItem', { id: ids.B })
    const before = await known()
    const itemIds = [ids.D, newId(), ids.A, ids.D]
    const ordered = await done(ana, 'updateItemsOrder', { shoppingListId: list.id, itemIds })
    expect(ordered.map((item: { name: string }) => item.name).join('')).toBe('DACE')
    expect(await read()).toEqual([
      { name: 'D', order: 0 },
      { name: 'A', order: 1 },
      { name: 'C', order: 2 },
      { name: 'E', order: 3 },
    ])
    expect(await changedSince(before)).toBe('ADE')
  })

  test('one item moves behind another, or to the first place', async () => {
    await using house = await start(engine, 'ABCDE')
    const { letterOrder, move, known, changedSince } = house
    await move('E', null)
    expect(await letterOrder()).toBe('EABCD')
    await move('E', 'B')
    expect(await letterOrder()).toBe('ABECD')
    const before = await known()
    await move('A', 'D')
    expect(await letterOrder()).toBe('BECDA')
    expect(await changedSince(before)).toBe('A')
    await move('D', 'B')
    expect(await letterOrder()).toBe('BDECA')
  })

  test('without its neighbour a place means nothing', async () => {
    await using house = await start(engine, 'ABC')
    const { ana, list, ids, letterOrder } = house
    await done(ana, 'moveItem', { id: ids.C, afterItemId: newId() })
    await done(ana, 'moveItem', { id: ids.C, afterItemId: ids.C })
    await done(ana, 'moveItem', { id: ids.C })
    const other = await done(ana, 'createShoppingList', { name: 'Other' })
    await done(ana, 'swapShoppingListItems', {
      ...{ firstShoppingListId: list.id, firstItemIds: [] },
      ...{ secondShoppingListId: other.id, secondItemIds: [] },
      places: [{ id: ids.C }],
    })
    expect(await letterOrder()).toBe('ABC')
    const gone = await call(ana, 'moveItem', { id: newId(), afterItemId: ids.A })
    expect(gone.code).toBe('NOT_FOUND')
  })

  test('two moves of different rows both stand, in whatever order they arrive', async () => {
    await using house = await start(engine, 'ABCDEF')
    const { letterOrder, move } = house
    await Promise.all([move('A', 'D'), move('F', 'B')])
    expect(await letterOrder()).toBe('BFCDAE')
  })

  test('orders stay ascending and whole through a hundred moves', { timeout: 40_000 }, async () => {
    await using house = await start(engine, 'ABCDEFGH')
    const { ids, read, letterOrder, move } = house
    let expected = [...'ABCDEFGH']
    const letters = Object.keys(ids)
    for (let step = 0; step < 100; step += 1) {
      const name = letters[(step * 5 + 3) % 8] ?? 'A'
      const after = step % 7 === 0 ? null : (letters[(step * 3 + 1) % 8] ?? 'B')
      await move(name, after)
      if (name !== after) {
        expected = expected.filter(letter => letter !== name)
        expected.splice(after === null ? 0 : expected.indexOf(after) + 1, 0, name)
      }
      expect(await letterOrder()).toBe(expected.join(''))
    }
    const orders = (await read()).map(item => item.order)
    expect(new Set(orders).size).toBe(8)
    expect(Math.min(...orders)).toBeGreaterThanOrEqual(0)
  })
})
