import { expect, test } from 'vitest'
import { givenTagId, tagIdOf } from '../../../rules/derived-id.ts'
import { call, done, newId, share } from '../../support/server/api.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestEngine,
} from '../../support/server/server.ts'

interface Tag {
  readonly id: string
  readonly name: string
  readonly color: string
}

async function start(engine: TestEngine) {
  const server = await startTestServer(engine)
  const [ana, ben] = [await server.buildUser(), await server.buildUser()]
  const list = await done(ana, 'createShoppingList', {
    name: 'Weekend',
    itemTags: [{ name: 'Dairy' }, { name: 'Fruit' }],
  })
  const [dairy, fruit] = list.itemTags as readonly [Tag, Tag]
  const readList = () => done(ana, 'getByIdShoppingList', { id: list.id })
  const listTags = async () => (await readList()).itemTags.map((tag: Tag) => tag.name).join(' ')
  const add = (name: string, itemTags: readonly object[]) =>
    done(ana, 'createItem', { shoppingListId: list.id, name, itemTags })
  return {
    server,
    ana,
    ben,
    list,
    dairy,
    fruit,
    readList,
    listTags,
    add,
    [Symbol.asyncDispose]: server.close,
  }
}

const names = ({ itemTags }: { readonly itemTags: readonly Tag[] }) =>
  itemTags.map(tag => tag.name).join(' ')

describeEachEngine('Tags', engine => {
  test('tags of an item join the list, by id, then by name, in its own order', async () => {
    await using house = await start(engine)
    const { ana, list, dairy, fruit, listTags, add } = house
    const item = await add('Milk', [
      { name: 'Vegan', color: '#123456' },
      { name: ' FRUIT ' },
      { id: dairy.id, name: 'renamed on my phone' },
      { name: 'vegan' },
    ])
    expect(names(item)).toBe('Vegan Fruit Dairy')
    expect(item.itemTags[1]).toEqual(fruit)
    expect(item.itemTags[0]).toEqual({
      id: tagIdOf(list.id, 'Vegan'),
      name: 'Vegan',
      color: '#123456',
    })
    expect(await listTags()).toBe('Dairy Fruit Vegan')
    const changed = await done(ana, 'updateItem', { id: item.id, itemTags: [{ name: 'Frozen' }] })
    expect(names(changed)).toBe('Frozen')
    expect(await listTags()).toBe('Dairy Fruit Vegan Frozen')
  })

  test('a client’s id for a new tag becomes one of the list’s own, which answers to both', async () => {
    await using house = await start(engine)
    const { ana, list, dairy, add } = house
    const id = newId()
    const mine = (await add('Milk', [{ id, name: 'Mine' }])).itemTags[0]
    expect(mine.id).toBe(givenTagId(list.id, id))
    expect((await add('Tea', [{ id, name: 'Renamed' }])).itemTags).toEqual([mine])
    expect((await add('Oil', [mine])).itemTags).toEqual([mine])
    const other = await done(ana, 'createShoppingList', { name: 'Other' })
    const item = await done(ana, 'createItem', {
      shoppingListId: other.id,
      name: 'Milk',
      itemTags: [{ id: dairy.id, name: 'Dairy' }],
    })
    expect(item.itemTags[0].id).toBe(givenTagId(other.id, dairy.id))
  })

  test('who knows a list’s id can neither block a tag there nor ask which exist', async () => {
    await using house = await start(engine)
    const { server, ben, list, dairy, listTags, add } = house
    const planned = tagIdOf(list.id, 'Frozen')
    const bens = await done(ben, 'createShoppingList', {
      name: 'Squat',
      itemTags: [
        { id: planned, name: 'Taken' },
        { id: dairy.id, name: 'Known' },
        { id: newId(), name: 'Unknown' },
      ],
    })
    // An id that is a tag elsewhere, one that will be, and one that never was are treated alike.
    expect(bens.itemTags.map((tag: Tag) => tag.id)).not.toContain(dairy.id)
    expect(bens.itemTags.map((tag: Tag) => tag.id)).not.toContain(planned)
    expect((await add('Peas', [{ name: 'Frozen' }])).itemTags[0]).toMatchObject({ id: planned })
    expect(await listTags()).toBe('Dairy Fruit Frozen')
    // Even a row of before, under an id that another list will want, is in nobody's way.
    const vegan = tagIdOf(list.id, 'Vegan')
    const row = { list_id: bens.id, name: 'Old', color: '#000000', ord: 9, joined_revision: 1 }
    await server.db.query
      .insertInto('item_tag')
      .values({ id: vegan, ...row })
      .execute()
    expect((await add('Tofu', [{ name: 'Vegan' }])).itemTags[0]).toMatchObject({ id: vegan })
    const changed = await done(ben, 'getByIdShoppingList', { id: bens.id })
    expect(changed.itemTags.map((tag: Tag) => tag.name)).toEqual([
      'Taken',
      'Known',
      'Unknown',
      'Old',
    ])
  })

  test('an editor adds tags by tagging, but does not change the list’s own', async () => {
    await using house = await start(engine)
    const { server, ben, list, dairy, listTags } = house
    await share(server, list, ben, 'EDIT')
    const item = await done(ben, 'createItem', {
      shoppingListId: list.id,
      name: 'Milk',
      itemTags: [{ id: dairy.id, name: 'Cheese', color: '#000000' }, { name: 'New' }],
    })
    expect(item.itemTags[0]).toEqual(dairy)
    expect(await listTags()).toBe('Dairy Fruit New')
    const refused = await call(ben, 'updateShoppingList', { id: list.id, itemTags: [] })
    expect(refused.code).toBe('FORBIDDEN')
  })

  test('the list’s tags: renamed, coloured, ordered, and gone from the items with them', async () => {
    await using house = await start(engine)
    const { ana, list, dairy, fruit, add } = house
    const item = await add('Apple', [dairy, fruit])
    const { revision } = await done(ana, 'getByIdShoppingList', { id: list.id })
    const changed = await done(ana, 'updateShoppingList', {
      id: list.id,
      itemTags: [{ name: 'Bread' }, { id: fruit.id, name: 'Obst', color: '#ABCDEF' }],
    })
    expect(changed.itemTags).toMatchObject([
      { name: 'Bread' },
      { id: fruit.id, name: 'Obst', color: '#ABCDEF' },
    ])
    expect((await done(ana, 'getByIdItem', { id: item.id })).itemTags).toEqual([
      changed.itemTags[1],
    ])
    const { lists } = await done(ana, 'changes', { known: [{ id: list.id, revision }] })
    expect(names(lists[0].list)).toBe('Bread Obst')
    expect(lists[0].items.map(names)).toEqual(['Obst'])

    // What comes back to the list does not come back to the items.
    await done(ana, 'updateShoppingList', { id: list.id, itemTags: [fruit, dairy] })
    expect(names(await done(ana, 'getByIdItem', { id: item.id }))).toBe('Fruit')
  })

  test('a whole set with the revision it was based on: both people’s changes stand', async () => {
    await using house = await start(engine)
    const { server, ana, ben, list, dairy, fruit, readList, listTags, add } = house
    await share(server, list, ben, 'ADMIN')
    const item = await add('Milk', [dairy])
    const { revision } = await readList()

    // Ben adds Frozen and takes Dairy away; Ana, who knows neither, adds Vegan.
    await done(ben, 'updateShoppingList', {
      id: list.id,
      itemTags: [fruit, { name: 'Frozen' }],
      knownRevision: revision,
    })
    await done(ana, 'updateShoppingList', {
      id: list.id,
      itemTags: [dairy, fruit, { name: 'Vegan' }],
      knownRevision: revision,
    })
    expect(await listTags()).toBe('Fruit Vegan Frozen')

    await done(ana, 'updateItem', { id: item.id, itemTags: [{ name: 'Vegan' }] })
    const tagged = (await readList()).revision
    await done(ben, 'updateItem', { id: item.id, itemTags: [fruit], knownRevision: tagged })
    const both = await done(ana, 'updateItem', {
      id: item.id,
      itemTags: [{ name: 'Vegan' }, { name: 'Frozen' }],
      knownRevision: tagged,
    })
    expect(names(both)).toBe('Frozen Fruit')
    expect(names(await done(ana, 'updateItem', { id: item.id, itemTags: [dairy] }))).toBe('Dairy')
  })

  test.each([
    ['fewer changes', 0],
    ['more changes', 12],
  ])('an item that moved meanwhile to a list of %s loses what is taken off it', async (_, more) => {
    await using house = await start(engine)
    const { server, ana, ben, list, dairy, fruit, readList, add } = house
    await share(server, list, ben, 'EDIT')
    const other = await done(ana, 'createShoppingList', { name: 'Elsewhere' })
    await share(server, other, ben, 'EDIT')
    for (let made = 0; made < more; made++) {
      await done(ana, 'createItem', { shoppingListId: other.id, name: `Item ${made}` })
    }
    const item = await add('Milk', [dairy, fruit])
    for (const notes of ['a', 'b', 'c']) await done(ana, 'updateItem', { id: item.id, notes })
    const { revision } = await readList()
    // Ben, who is without a network, takes Dairy off; Ana moves the item.
    await done(ana, 'updateItem', { id: item.id, shoppingListId: other.id })
    const one = { id: item.id, itemTags: [fruit], knownRevision: revision }
    expect(names(await done(ben, 'updateItem', one))).toBe('Fruit')
  })

  test.each([
    ['fewer changes', 0],
    ['more changes', 12],
  ])(
    'what somebody gave right before they moved the item to a list of %s stays',
    async (_, more) => {
      await using house = await start(engine)
      const { ana, dairy, fruit, readList, add } = house
      const other = await done(ana, 'createShoppingList', { name: 'Elsewhere' })
      for (let made = 0; made < more; made++) {
        await done(ana, 'createItem', { shoppingListId: other.id, name: `Item ${made}` })
      }
      const item = await add('Milk', [dairy])
      for (const notes of ['a', 'b', 'c']) await done(ana, 'updateItem', { id: item.id, notes })
      const { revision } = await readList()
      await done(ana, 'updateItem', { id: item.id, itemTags: [dairy, fruit] })
      await done(ana, 'updateItem', { id: item.id, shoppingListId: other.id })
      const none = { id: item.id, itemTags: [], knownRevision: revision }
      expect(names(await done(ana, 'updateItem', none))).toBe('Fruit')
    },
  )

  test('a set that tells what was seen: what was given and taken off is done, the rest stands', async () => {
    await using house = await start(engine)
    const { server, ana, ben, list, dairy, fruit, listTags, add } = house
    await share(server, list, ben, 'ADMIN')
    const [milk, feta] = [await add('Milk', [dairy]), await add('Feta', [dairy, fruit])]

    // Ben gives Frozen, takes Dairy off and renames Fruit; Ana saw none of it.
    const seen = [dairy]
    await done(ben, 'updateItem', {
      id: milk.id,
      itemTags: [{ name: 'Frozen' }],
      itemTagsBefore: seen,
    })
    const both = await done(ana, 'updateItem', {
      id: milk.id,
      itemTags: [{ name: 'Vegan' }, dairy],
      itemTagsBefore: seen,
    })
    expect(names(both)).toBe('Vegan Frozen')
    // Given and taken off again, it was nothing.
    const none = { id: milk.id, itemTags: [], itemTagsBefore: [] }
    expect(names(await done(ana, 'updateItem', none))).toBe('Vegan Frozen')

    await done(ben, 'updateShoppingList', {
      id: list.id,
      itemTags: [{ ...fruit, name: 'Obst' }],
      itemTagsBefore: [dairy, fruit],
    })
    expect(await listTags()).toBe('Obst Frozen Vegan')
    const ofList = await done(ana, 'updateShoppingList', {
      id: list.id,
      itemTags: [{ name: 'Cheap' }, { ...fruit, color: '#123456' }, dairy],
      itemTagsBefore: [dairy, fruit],
    })
    // Her colour and his name; what left is not there again.
    expect(names(ofList)).toBe('Cheap Obst Frozen Vegan')
    expect(ofList.itemTags[1].color).toBe('#123456')

    // Of many at once: one that left its list comes back where it is given, and where it was seen it does not.
    await done(ana, 'updateItems', {
      items: [
        { id: milk.id, itemTags: [dairy], itemTagsBefore: [{ name: 'VEGAN' }] },
        { id: feta.id, itemTags: [dairy, fruit], itemTagsBefore: [dairy] },
      ],
    })
    expect(names(await done(ana, 'getByIdItem', { id: milk.id }))).toBe('Dairy Frozen')
    expect(names(await done(ana, 'getByIdItem', { id: feta.id }))).toBe('Obst')
  })

  test('an item that moved meanwhile keeps what somebody else gave it there', async () => {
    await using house = await start(engine)
    const { ana, dairy, fruit, add } = house
    const other = await done(ana, 'createShoppingList', { name: 'Elsewhere' })
    const item = await add('Milk', [dairy, fruit])
    await done(ana, 'updateItem', { id: item.id, shoppingListId: other.id })
    const given = { id: item.id, itemTags: [dairy, fruit, { name: 'Vegan' }] }
    await done(ana, 'updateItem', { ...given, itemTagsBefore: [dairy, fruit] })
    const taken = { id: item.id, itemTags: [fruit], itemTagsBefore: [dairy, fruit] }
    expect(names(await done(ana, 'updateItem', taken))).toBe('Fruit Vegan')
  })

  test('a tag that left does not come back beside a newer one of its name', async () => {
    await using house = await start(engine)
    const { ana, list, dairy, fruit, listTags, add } = house
    await done(ana, 'updateShoppingList', { id: list.id, itemTags: [fruit] })
    const newer = { id: newId(), name: 'DAIRY' }
    await done(ana, 'updateShoppingList', { id: list.id, itemTags: [fruit, newer] })
    expect((await add('Milk', [dairy])).itemTags[0].id).toBe(givenTagId(list.id, newer.id))
    expect(await listTags()).toBe('Fruit DAIRY')
  })

  test('a tag that left after it was renamed comes back as it is called by who brings it, and beside no other', async () => {
    await using house = await start(engine)
    const { ana, list, dairy, fruit, listTags, add } = house
    const setTags = (itemTags: readonly object[]) =>
      done(ana, 'updateShoppingList', { id: list.id, itemTags })
    await setTags([{ ...dairy, name: 'Fridge' }, fruit])
    await setTags([fruit])
    await setTags([fruit, { name: 'Fridge' }])
    expect((await add('Milk', [dairy])).itemTags).toEqual([dairy])
    expect(await listTags()).toBe('Fruit Fridge Dairy')
  })

  test('tags that come to a list together are one where they are called the same, one of before included', async () => {
    await using house = await start(engine)
    const { ana, list, fruit, listTags } = house
    const [own] = (
      await done(ana, 'updateShoppingList', {
        id: list.id,
        itemTags: [{ id: newId(), name: 'Frozen' }, fruit],
      })
    ).itemTags
    await done(ana, 'updateShoppingList', { id: list.id, itemTags: [fruit] })
    const items = await done(ana, 'createItems', {
      shoppingListId: list.id,
      items: [
        { name: 'Peas', itemTags: [{ name: 'frozen' }] },
        { name: 'Ice', itemTags: [own] },
      ],
    })
    expect(await listTags()).toBe('Fruit frozen')
    expect(items.map(names)).toEqual(['frozen', 'frozen'])
  })

  test('of the tags that left a list those are kept that left last', async () => {
    await using house = await start(engine)
    const { server, ana, list, listTags } = house
    const set = (round: number) =>
      done(ana, 'updateShoppingList', {
        id: list.id,
        itemTags: Array.from({ length: 60 }, (_, n) => ({ name: `Tag ${round} ${n}` })),
      })
    for (let round = 0; round < 8; round += 1) await set(round)
    const { revision } = await set(8)
    const tags = [{ name: 'Bread' }]
    await done(ana, 'updateShoppingList', { id: list.id, itemTags: tags })
    const rows = await server.db.query
      .selectFrom('item_tag')
      .select(['name', 'left_revision'])
      .where('list_id', '=', list.id)
      .execute()
    expect(rows.filter(row => row.left_revision === null)).toHaveLength(1)
    expect(rows.filter(row => row.left_revision !== null)).toHaveLength(240)
    // One that left since they looked stays away.
    const stale = { id: list.id, itemTags: [...tags, { name: 'Tag 8 1' }], knownRevision: revision }
    const [late] = rows.filter(row => row.name === 'Tag 8 1')
    expect(late).toBeDefined()
    await done(ana, 'updateShoppingList', stale)
    expect(await listTags()).toBe('Bread')
  })

  test('what tags cannot be', async () => {
    await using house = await start(engine)
    const { ana, list } = house
    const refused: readonly (readonly object[])[] = [
      [{ name: '' }],
      [{ name: ' \t ' }],
      [{ name: 'x'.repeat(201) }],
      [{ name: 'bell\u0007' }],
      [{ name: '\ud83d' }],
      [{ name: 'Tag', color: 'red' }],
      [{ name: 'Tag', color: '#12345' }],
      [{ name: 'Tag', id: '' }],
      [{ name: 'Tag', id: 'x'.repeat(101) }],
      Array.from({ length: 101 }, (_, index) => ({ name: `Tag ${index}` })),
    ]
    for (const itemTags of refused) {
      const asList = await call(ana, 'updateShoppingList', { id: list.id, itemTags })
      expect([asList.code, asList.refusal.field]).toEqual(['BAD_INPUT', 'itemTags'])
      const asItem = await call(ana, 'createItem', { shoppingListId: list.id, name: 'x', itemTags })
      expect([asItem.code, asItem.refusal.field]).toEqual(['BAD_INPUT', 'itemTags'])
    }
    expect(await house.listTags()).toBe('Dairy Fruit')
    expect(await done(ana, 'getAllItem')).toEqual([])
  })

  test('a name that a tag gives up is free for another, in the same set and later', async () => {
    await using house = await start(engine)
    const { ana, list, dairy, fruit, listTags, add } = house
    const milk = await add('Milk', [dairy])
    const changed = await done(ana, 'updateShoppingList', {
      id: list.id,
      itemTags: [{ name: 'Dairy' }, { id: dairy.id, name: 'Cheese' }, fruit],
    })
    expect(names(changed)).toBe('Dairy Cheese Fruit')
    expect(names(await done(ana, 'getByIdItem', { id: milk.id }))).toBe('Cheese')
    await done(ana, 'updateShoppingList', {
      id: list.id,
      itemTags: [{ ...changed.itemTags[0], name: 'Butter' }, changed.itemTags[1], fruit],
    })
    expect(names(await add('Whey', [{ name: 'dairy' }]))).toBe('dairy')
    expect(await listTags()).toBe('Butter Cheese Fruit dairy')
  })

  test('two tags cannot have one name', async () => {
    await using house = await start(engine)
    const { ana, list, dairy, fruit } = house
    const { code, errors } = await call(ana, 'updateShoppingList', {
      id: list.id,
      itemTags: [dairy, { ...fruit, name: 'dairy' }],
    })
    expect(code).toBe('BAD_INPUT')
    // Not which: a refusal is kept as it is, and a name would outlive its tag.
    expect(errors?.[0]?.message).toBe('Two tags have the same name. Rename one.')
  })

  test('a hundred tags fit', async () => {
    await using house = await start(engine)
    const { ana, list } = house
    const itemTags = Array.from({ length: 100 }, (_, index) => ({ name: `Tag ${index}` }))
    const full = await done(ana, 'updateShoppingList', { id: list.id, itemTags })
    expect(full.itemTags).toHaveLength(100)
    const args = { shoppingListId: list.id, name: 'x', itemTags: [{ name: 'One more' }] }
    const { code, refusal } = await call(ana, 'createItem', args)
    expect([code, refusal.limit]).toEqual(['BAD_INPUT', 100])
  })
})
