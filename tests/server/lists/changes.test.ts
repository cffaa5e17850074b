import { expect, test } from 'vitest'
import { purgeGone } from '../../../server/changes/catch-up.ts'
import { call, done, newId, revoke, share } from '../../support/server/api.ts'
import { purgeAll } from '../../support/server/purge.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestEngine,
} from '../../support/server/server.ts'

interface Unit {
  readonly id: string
  readonly revision: number
}

async function start(engine: TestEngine) {
  const server = await startTestServer(engine)
  const [ana, ben] = [await server.buildUser(), await server.buildUser()]
  const list = await done(ana, 'createShoppingList', {
    name: 'Weekend',
    itemTags: [{ name: 'Dairy' }],
  })
  const add = (name: string, more: object = {}) =>
    done(ana, 'createItem', { shoppingListId: list.id, name, ...more })
  const ask = (known: readonly Unit[] = [], user = ana) => done(user, 'changes', { known })
  return { server, ana, ben, list, add, ask, [Symbol.asyncDispose]: server.close }
}

/** What a reader knows after an answer. */
function revisionsOf(answer: {
  readonly account: { readonly revision: number } | null
  readonly lists: readonly Unit[]
}): Unit[] {
  const lists = answer.lists.map(({ id, revision }) => ({ id, revision }))
  return answer.account ? [{ id: 'account', revision: answer.account.revision }, ...lists] : lists
}

describeEachEngine('Changes', engine => {
  test('who names a list twice is told all since the older of the two', async () => {
    await using house = await start(engine)
    const { list, add, ask } = house
    const old = revisionsOf(await ask())
    await add('Milk')
    const known = revisionsOf(await ask())
    await add('Bread')
    for (const twice of [
      [...old, ...known],
      [...known, ...old],
    ]) {
      const { lists } = await ask(twice)
      expect(lists).toMatchObject([{ id: list.id, items: [{ name: 'Milk' }, { name: 'Bread' }] }])
    }
  })

  test('who knows nothing gets everything, then nothing more', async () => {
    await using house = await start(engine)
    const { ana, list, add, ask } = house
    const milk = await add('Milk', { itemTags: [{ name: 'Dairy' }] })
    const all = await ask()
    expect(all).toMatchObject({
      account: {
        lists: [{ id: list.id, order: 0, favourite: false }],
        userConfig: { userId: ana.id },
      },
      lists: [{ id: list.id, snapshot: true, items: [milk], gone: [] }],
      gone: [],
      more: false,
    })
    expect(all.lists[0].list).toEqual(await done(ana, 'getByIdShoppingList', { id: list.id }))
    expect(await ask(revisionsOf(all))).toEqual({
      epoch: all.epoch,
      account: null,
      own: null,
      lists: [],
      gone: [],
      more: false,
    })
  })

  test('a change of an item sends that item, whole, and not the list', async () => {
    await using house = await start(engine)
    const { ana, list, add, ask } = house
    await add('Milk')
    const tea = await add('Tea')
    const known = revisionsOf(await ask())
    const ticked = await done(ana, 'updateItem', { id: tea.id, purchased: true })
    const { account, lists } = await ask(known)
    expect(account).toBeNull()
    expect(lists).toEqual([
      {
        id: list.id,
        revision: (known[1]?.revision ?? 0) + 1,
        snapshot: false,
        list: null,
        items: [ticked],
        gone: [],
      },
    ])
  })

  test('a deletion sends the id', async () => {
    await using house = await start(engine)
    const { ana, add, ask } = house
    const milk = await add('Milk')
    const known = revisionsOf(await ask())
    await done(ana, 'deleteByIdItem', { id: milk.id })
    expect((await ask(known)).lists).toMatchObject([
      { snapshot: false, items: [], gone: [milk.id] },
    ])
  })

  test('a change of the list sends the list without its items', async () => {
    await using house = await start(engine)
    const { ana, list, add, ask } = house
    await add('Milk')
    const known = revisionsOf(await ask())
    await done(ana, 'updateShoppingList', { id: list.id, name: 'Week' })
    expect((await ask(known)).lists).toMatchObject([
      { snapshot: false, list: { name: 'Week' }, items: [] },
    ])
    await add('Tea', { itemTags: [{ name: 'New' }] })
    const tagged = await ask(
      revisionsOf(await ask())
        .slice(1)
        .map(unit => ({ ...unit, revision: unit.revision - 1 })),
    )
    expect(tagged.lists[0].list.itemTags).toHaveLength(2)
  })

  test('order, favourite and preferences move the account alone', async () => {
    await using house = await start(engine)
    const { ana, list, ask } = house
    const other = await done(ana, 'createShoppingList', { name: 'Other' })
    let known = revisionsOf(await ask())
    const [{ id }] = await done(ana, 'getByFilterUserConfig', { filters: {} })
    const nothing = {
      lists: [],
      userConfig: null,
      savedFilters: null,
      friends: null,
      feedback: null,
    }
    const moves: readonly (readonly [move: () => Promise<unknown>, told: object])[] = [
      [
        () => done(ana, 'moveShoppingList', { id: other.id, afterShoppingListId: null }),
        {
          lists: [
            { id: other.id, order: 0 },
            { id: list.id, order: 1 },
          ],
        },
      ],
      [
        () => done(ana, 'updateShoppingList', { id: list.id, favourite: true }),
        { lists: [{ id: list.id, favourite: true }] },
      ],
      [
        () => done(ana, 'updateUserConfig', { id, itemConfirmDelete: true }),
        { userConfig: { itemConfirmDelete: true } },
      ],
    ]
    for (const [move, told] of moves) {
      await move()
      const answer = await ask(known)
      expect(answer.lists).toEqual([])
      expect(answer.own).toMatchObject({ ...nothing, ...told })
      expect(answer.account.revision).toBeGreaterThan(known[0]?.revision ?? 0)
      known = [...revisionsOf(answer), ...known.slice(1)]
    }
    expect((await ask()).account).toMatchObject({
      lists: [
        { id: other.id, order: 0, favourite: false },
        { id: list.id, order: 1, favourite: true },
      ],
      userConfig: { itemConfirmDelete: true },
    })
  })

  test('lists that are deleted, left, revoked or were never visible are gone', async () => {
    await using house = await start(engine)
    const { server, ana, ben, list, ask } = house
    const others = []
    for (const name of ['Deleted', 'Left', 'Revoked', 'Secret']) {
      const other = await done(ana, 'createShoppingList', { name })
      if (name !== 'Secret') await share(server, other, ben, 'EDIT')
      others.push(other)
    }
    const [deleted, left, revoked, secret] = others
    const known = [
      ...revisionsOf(await ask([], ben)),
      { id: secret.id, revision: 1 },
      { id: newId(), revision: 7 },
    ]
    expect(known.filter(unit => unit.id !== 'account')).toHaveLength(5)
    await done(ana, 'deleteByIdShoppingList', { id: deleted.id })
    await done(ben, 'leaveShoppingList', { id: left.id })
    await revoke(server, revoked.id, ben)
    const answer = await ask(known, ben)
    expect(answer.gone).toEqual(known.slice(1).map(unit => unit.id))
    expect(answer.lists).toEqual([])
    expect((await ask()).lists.map((one: Unit) => one.id)).toContain(list.id)
  })

  test('a list that somebody gets comes whole', async () => {
    await using house = await start(engine)
    const { server, ben, list, add, ask } = house
    const milk = await add('Milk')
    const known = revisionsOf(await ask([], ben))
    await share(server, list, ben, 'VIEW')
    expect((await ask(known, ben)).lists).toMatchObject([
      {
        snapshot: true,
        list: { permission: 'VIEW', sharedByName: 'Ana Tester 1' },
        items: [{ id: milk.id, permission: 'VIEW' }],
      },
    ])
  })

  test('a revision too old, or from the future, gets a snapshot', async () => {
    await using house = await start(engine)
    const { server, list, add, ask } = house
    await add('Milk')
    await add('Tea')
    await server.db.query.updateTable('shopping_list').set({ purged_revision: 2 }).execute()
    const snapshot = async (revision: number) =>
      (await ask([{ id: list.id, revision }])).lists[0].snapshot
    expect(await snapshot(1)).toBe(true)
    expect(await snapshot(2)).toBe(false)
    expect(await snapshot(99)).toBe(true)
  })

  test('deletions are remembered for ninety days; who stayed away longer gets the list whole', async () => {
    await using house = await start(engine)
    const { server, ana, list, add, ask } = house
    const milk = await add('Milk')
    const known = revisionsOf(await ask()).slice(1)
    await done(ana, 'deleteByIdItem', { id: milk.id })
    server.clock.advance({ days: 89 })
    await purgeAll(purgeGone, server.db, server.clock.now())
    expect((await ask(known)).lists).toMatchObject([{ snapshot: false, gone: [milk.id] }])
    server.clock.advance({ days: 2 })
    await purgeAll(purgeGone, server.db, server.clock.now())
    expect((await ask(known)).lists).toMatchObject([{ id: list.id, snapshot: true, gone: [] }])
    const recent = [{ id: list.id, revision: (await ask()).lists[0].revision }]
    await add('Tea')
    expect((await ask(recent)).lists).toMatchObject([{ snapshot: false, items: [{ name: 'Tea' }] }])
  })

  test('a unit that is named twice counts with its older revision', async () => {
    await using house = await start(engine)
    const { list, add, ask } = house
    await add('Milk')
    const known = [
      { id: list.id, revision: 2 },
      { id: list.id, revision: 1 },
    ]
    expect((await ask(known)).lists).toMatchObject([{ items: [{ name: 'Milk' }] }])
  })

  test('a large answer is cut between lists, and the next one goes on', async () => {
    await using house = await start(engine)
    const { server, ana, list, add, ask } = house
    const { id } = await add('Milk')
    const row = await server.db.query
      .selectFrom('item')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const lists = [list]
    for (const name of ['B', 'C']) lists.push(await done(ana, 'createShoppingList', { name }))
    for (const { id: list_id } of lists) {
      const rows = Array.from({ length: 3_000 }, (_, ord) => ({
        ...row,
        id: newId(),
        list_id,
        ord,
      }))
      for (let at = 0; at < 3_000; at += 1_000) {
        await server.db.query
          .insertInto('item')
          .values(rows.slice(at, at + 1_000))
          .execute()
      }
    }
    const first = await ask()
    expect([first.lists.length, first.more]).toEqual([2, true])
    // What nobody asks for is not read, and makes no answer too long.
    const { data } = await ana.graphql('{ changes(known: []) { lists { id } more } }')
    expect(data?.changes).toMatchObject({ lists: { length: 3 }, more: false })
    const known = revisionsOf(first)
    const second = await ask(known)
    expect([second.lists.length, second.more, second.account]).toEqual([1, false, null])
    expect(second.lists[0].items).toHaveLength(3_000)
    expect((await ask([...known, ...revisionsOf(second)])).lists).toEqual([])
  })

  test.each([
    { what: 'notes', field: 'notes', count: 200, notes: '\u{1f95b}'.repeat(5_000), tags: 0 },
    // A row keeps the ids of its tags, an answer their names.
    { what: 'tags', field: 'itemTags { name }', count: 60, notes: null, tags: 99 },
  ])('so is one of a few items with long $what', async ({ field, count, notes, tags }) => {
    await using house = await start(engine)
    const { server, ana, list, add } = house
    const { id } = await add('Milk')
    const { query: db } = server.db
    const row = await db
      .selectFrom('item')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const lists = [list]
    for (const name of ['B', 'C', 'D']) lists.push(await done(ana, 'createShoppingList', { name }))
    for (const { id: list_id } of lists) {
      const named = Array.from({ length: tags }, (_, ord) => ({
        ...{ id: newId(), list_id, ord, name: `${'\u{1f95b}'.repeat(198)}${ord}` },
        ...{ color: '#2b8a3e', joined_revision: 1, left_revision: null },
      }))
      for (const tag of named) await db.insertInto('item_tag').values(tag).execute()
      const members = named.map(tag => ({ id: tag.id, joined: 1, left: null }))
      const rows = Array.from({ length: count }, (_, ord) => ({
        ...{ ...row, id: newId(), list_id, ord, notes, tags: JSON.stringify(members) },
      }))
      await db.insertInto('item').values(rows).execute()
    }
    const known: Unit[] = []
    const parts: number[] = []
    for (let isMore = true; isMore; ) {
      const query = `query ($known: [KnownRevision!]!) {
        changes(known: $known) { lists { id revision items { ${field} } } more }
      }`
      const { data, text } = await ana.graphql(query, { known })
      expect(Buffer.byteLength(text)).toBeLessThan(14_000_000)
      const { lists: told, more: goesOn } = Object(data?.changes)
      parts.push(told.length)
      known.push(...told.map(({ id, revision }: Unit) => ({ id, revision })))
      isMore = goesOn
    }
    expect(parts).toEqual([2, 2])
  })

  test('writers at once, some of them refused: a reader misses nothing', async () => {
    await using house = await start(engine)
    const { ana, list, ask } = house
    const seen = new Map<string, string>()
    let known: readonly Unit[] = []
    async function read() {
      const answer = await ask(known)
      for (const one of answer.lists) {
        for (const item of one.items) seen.set(item.id, item.name)
        for (const gone of one.gone) seen.delete(gone)
        known = [
          ...known.filter(unit => unit.id !== one.id),
          { id: one.id, revision: one.revision },
        ]
      }
    }
    let isWriting = true
    const reader = (async () => {
      while (isWriting) await read()
    })()
    await Promise.all(
      Array.from({ length: 12 }, async (_, writer) => {
        for (let step = 0; step < 6; step += 1) {
          const args = { shoppingListId: list.id, name: `${writer}-${step}` }
          const { id } = await done(ana, 'createItem', args)
          await call(ana, 'createItem', { ...args, unitId: 'none' })
          if (step % 3 === 0) await done(ana, 'deleteByIdItem', { id })
          if (step % 3 === 1)
            await done(ana, 'updateItem', { id, name: `changed ${writer}-${step}` })
        }
      }),
    )
    isWriting = false
    await reader
    await read()
    const truth = await done(ana, 'getAllItem')
    expect([...seen].sort()).toEqual(
      truth.map((item: { id: string; name: string }) => [item.id, item.name]).sort(),
    )
  })
})
