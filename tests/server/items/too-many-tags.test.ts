/** Tens of thousands of tags have room in one request: what they cost, and what is refused before each is read. */
import { expect, test } from 'vitest'
import { limits } from '../../../rules/limits.ts'
import { parseSettings } from '../../../server/settings.ts'
import { call, done } from '../../support/server/api.ts'
import { describeEachEngine, startTestServer } from '../../support/server/server.ts'

const tagsNamed = (count: number, nameOf: (n: number) => string = n => `Tag ${n}`) =>
  Array.from({ length: count }, (_, n) => ({ name: nameOf(n) }))

describeEachEngine('Many tags in one request', engine => {
  test('are paid for as often as they are named, within items, too', async () => {
    const account = { ...parseSettings({}).account, burst: 200, perSecond: 1 }
    await using server = await startTestServer(engine, { settings: { account } })
    const ana = await server.buildUser()
    const list = { name: 'Week', items: [{ name: 'Milk' }] }
    const { id, items } = await done(ana, 'createShoppingList', list, {
      select: 'id items { id }',
    })
    const [{ id: itemId }] = items
    const itemTags = tagsNamed(8_000, () => 't')
    for (const [name, args] of [
      ['createItems', { shoppingListId: id, items: [{ name: 'Tea', itemTags }] }],
      ['createShoppingList', { name: 'Party', items: [{ name: 'Tea', itemTags }] }],
      ['updateItems', { items: [{ id: itemId, itemTags }] }],
      ['updateItems', { items: [{ id: itemId, itemTags: [], itemTagsBefore: itemTags }] }],
    ] as const) {
      server.clock.advance({ minutes: 10 })
      const codes: unknown[] = []
      for (let sent = 0; sent < 10; sent += 1) {
        codes.push((await call(ana, name, args, { select: 'id' })).code)
      }
      expect.soft([codes[0], codes.indexOf('RATE_LIMITED')], name).toEqual([undefined, 6])
    }
  })

  test('are refused by their names before each is read, where a list cannot have so many', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const list = { name: 'Week', items: [{ name: 'Milk' }] }
    const { id, items } = await done(ana, 'createShoppingList', list, {
      select: 'id items { id }',
    })
    const [{ id: itemId }] = items
    // Who reads each comes to one that is no name.
    const itemTags = [...tagsNamed(limits.tagsPerList + 1), { name: '' }]
    const few = tagsNamed(1)
    for (const [name, args] of [
      ['createItem', { shoppingListId: id, name: 'Tea', itemTags }],
      ['createItems', { shoppingListId: id, items: [{ name: 'Tea', itemTags }] }],
      [
        'createItems',
        { shoppingListId: id, items: itemTags.map(tag => ({ name: 'Tea', itemTags: [tag] })) },
      ],
      ['createShoppingList', { name: 'Party', itemTags }],
      ['createShoppingList', { name: 'Party', items: [{ name: 'Tea', itemTags }] }],
      ['updateItem', { id: itemId, itemTags }],
      ['updateItem', { id: itemId, itemTags: few, itemTagsBefore: itemTags }],
      ['updateItems', { items: [{ id: itemId, itemTags }] }],
      ['updateItems', { items: [{ id: itemId, itemTags: few, itemTagsBefore: itemTags }] }],
      ['updateShoppingList', { id, itemTags }],
      ['updateShoppingList', { id, itemTags: few, itemTagsBefore: itemTags }],
    ] as const) {
      const label = `${name} ${JSON.stringify(args).slice(0, 120)}`
      const { errors } = await call(ana, name, args, { select: 'id' })
      expect.soft(errors?.[0], label).toMatchObject({
        message: 'A list can have at most 100 tags. Delete some first.',
        extensions: { code: 'BAD_INPUT', field: 'itemTags', limit: 100 },
      })
    }
    expect(await done(ana, 'getAllItem', {}, { select: 'name itemTags { name }' })).toEqual([
      { name: 'Milk', itemTags: [] },
    ])
  })

  test('may be those that left the list, besides all that it has', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const select = 'id revision items { id } itemTags { id name }'
    const full = {
      name: 'Week',
      itemTags: tagsNamed(100),
      items: [{ name: 'Milk' }, { name: 'Tea' }],
    }
    const seen = await done(ana, 'createShoppingList', full, { select })
    const others = tagsNamed(100, n => `Other ${n}`)
    const { itemTags } = await done(
      ana,
      'updateShoppingList',
      { id: seen.id, itemTags: others },
      { select },
    )
    const [milk, tea] = seen.items
    const changes = {
      knownRevision: seen.revision,
      items: [
        { id: milk.id, itemTags: seen.itemTags },
        { id: tea.id, itemTags: itemTags },
      ],
    }
    const told = await done(ana, 'updateItems', changes, { select: 'itemTags { id }' })
    expect(told.map((item: { itemTags: unknown[] }) => item.itemTags.length)).toEqual([0, 100])
    // As often as each is named, it counts once, however it is written.
    const twice = [...others, ...tagsNamed(100, n => ` OTHER ${n} `)]
    await done(ana, 'updateItem', { id: milk.id, itemTags: twice }, { select: 'id' })
  })
})
