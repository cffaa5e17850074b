/**
 * Every edit through prediction and through the server: what a person is shown while it waits is what the
 * server then says, to the letter, apart from the times that only the server can make.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tagIdOf } from '../../rules/derived-id.ts'
import { friendIdOf } from '../../rules/people/friends.ts'
import { allEdits, editsByName } from '../../src/cache/edits/all-edits.ts'
import { createItem } from '../../src/cache/edits/item-edits.ts'
import { createSavedFilter } from '../../src/cache/edits/saved-filter-edits.ts'
import { createShoppingList } from '../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../src/cache/records/new-id.ts'
import { seenRecords } from '../../src/cache/records/reader.ts'
import type { Offline } from '../../src/offline/offline.ts'
import type { EditVariables, NamedEdit } from '../../src/offline/outbox/edit.ts'
import { done, permit } from '../support/server/api.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../support/server/server.ts'
import { createDevice, visibleState } from '../support/simulation/device.ts'

/** What is there before each edit; ids are made anew for each. */
interface Start {
  readonly weekly: string
  readonly cellar: string
  readonly milk: string
  readonly bread: string
  readonly eggs: string
  readonly apples: string
  readonly wine: string
  readonly config: string
  readonly userId: number
  readonly fresh: string
  /** Called Cold, among those of items. */
  readonly filter: string
  readonly tag: (name: string) => string
  /** Somebody else. */
  readonly friend: TestUser
  /** They ask for friendship; answers the record. */
  readonly asked: () => Promise<string>
  /** They ask by the person's address. */
  readonly askedByAddress: () => Promise<void>
  /** They accepted what was asked of their address, which they left; answers it. */
  readonly left: () => Promise<string>
  /** They are a friend; answers the record. */
  readonly befriended: () => Promise<string>
  /** Of somebody else, who shares it. */
  readonly shared: () => Promise<string>
  /** Done before, with the server's answer; or with `waits`, before it is asked. */
  readonly first: (edit: string, variables: EditVariables, waits?: 'waits') => Promise<void>
  /** A list as whoever deletes it remembers it. */
  readonly shown: (listId: string) => EditVariables
}

type Case = readonly [
  name: string,
  why: string,
  variables: (start: Start) => EditVariables | Promise<EditVariables>,
  /** What the server does not take of it, and is in the tray then. */
  refused?: (start: Start) => EditVariables,
]

const cases: readonly Case[] = [
  ['createItem', 'plain', s => ({ id: s.fresh, shoppingListId: s.weekly, name: ' Butter ' })],
  [
    'createItem',
    'everything',
    s => ({
      id: s.fresh,
      shoppingListId: s.weekly,
      name: 'Butter',
      purchased: true,
      notes: 'salted\nplease',
      unitId: 'unit-g',
      quantityInStock: 1.5,
      quantityToPurchase: 0.25,
      itemTags: [{ name: 'dairy' }, { name: 'Cold', color: '#123456' }, { name: 'New' }],
    }),
  ],
  [
    'createItem',
    'a tag by its id',
    s => ({
      id: s.fresh,
      shoppingListId: s.weekly,
      name: 'Butter',
      itemTags: [{ id: s.tag('Dairy'), name: 'Anything' }],
    }),
  ],
  ...(['createItem', 'createItems'] as const).map(
    (name): Case => [
      name,
      'a tag of the name that another had before',
      async s => {
        const fruit = { id: tagIdOf(s.weekly, 'Fresh'), name: 'Fruit' }
        await s.first('updateShoppingList', { id: s.weekly, itemTags: [{ name: 'Fresh' }] })
        await s.first('updateShoppingList', { id: s.weekly, itemTags: [fruit] })
        const item = { id: s.fresh, name: 'Peas', itemTags: [{ name: 'Fresh' }] }
        const shoppingListId = s.weekly
        return name === 'createItem'
          ? { ...item, shoppingListId }
          : { items: [item], shoppingListId }
      },
    ],
  ),
  ...(['createItem', 'updateShoppingList'] as const).map(
    (name): Case => [
      name,
      'a tag of the name that another had before, which is gone',
      async s => {
        const fruit = { id: tagIdOf(s.weekly, 'Fresh'), name: 'Fruit' }
        await s.first('updateShoppingList', { id: s.weekly, itemTags: [{ name: 'Fresh' }] })
        await s.first('updateShoppingList', { id: s.weekly, itemTags: [fruit] })
        await s.first('updateShoppingList', { id: s.weekly, itemTags: [] })
        const itemTags = [{ name: 'Fresh' }]
        return name === 'createItem'
          ? { id: s.fresh, shoppingListId: s.weekly, name: 'Peas', itemTags }
          : { id: s.weekly, itemTags }
      },
    ],
  ),
  [
    'createItem',
    'a tag that left its list and comes back by its name, in the colour that it had',
    async s => {
      const itemTags = [{ name: 'Fresh', color: '#123456' }]
      await s.first('updateShoppingList', { id: s.weekly, itemTags })
      await s.first('updateShoppingList', { id: s.weekly, itemTags: [] })
      const tags = [{ name: 'Fresh' }]
      return { id: s.fresh, shoppingListId: s.weekly, name: 'Peas', itemTags: tags }
    },
  ],
  [
    'createItems',
    'some, with tags that exist, that are new, and that one of them brought',
    s => ({
      shoppingListId: s.weekly,
      items: [
        { id: s.fresh, name: ' Butter ', itemTags: [{ name: 'New' }, { name: 'fruit' }] },
        { id: newId(), name: 'Kale', itemTags: [{ name: 'new' }], quantityToPurchase: 0.5 },
        { id: newId(), name: 'Soap', purchased: true, notes: 'n', unitId: 'unit-g' },
        { id: newId(), name: 'Figs', itemTags: [{ id: s.tag('Dairy'), name: 'Other' }] },
      ],
    }),
  ],
  [
    'createItems',
    'each where it is wanted',
    s => {
      const second = newId()
      return {
        shoppingListId: s.weekly,
        items: [
          { id: s.fresh, name: 'First', afterItemId: null },
          { id: second, name: 'Second', afterItemId: s.fresh },
          { id: newId(), name: 'Behind milk', afterItemId: s.milk },
          { id: newId(), name: 'At the end' },
          { id: newId(), name: 'At the end, too', afterItemId: s.wine },
        ],
      }
    },
  ],
  [
    'updateItems',
    'ticks on two lists',
    s => ({ items: [s.milk, s.eggs, s.wine].map(id => ({ id, purchased: false })) }),
  ],
  [
    'updateItems',
    'different fields, some cleared',
    s => ({
      items: [
        { id: s.milk, name: ' Oat milk', notes: null, unitId: null },
        { id: s.bread, quantityInStock: null, itemTags: [{ name: 'New' }, { name: 'dairy' }] },
        { id: s.eggs, quantityToPurchase: null, itemTags: [{ name: 'new' }] },
        { id: s.wine, itemTags: [] },
      ],
    }),
  ],
  [
    'updateItems',
    'one of which is gone',
    async s => {
      await s.first('deleteItem', { id: s.bread })
      return {
        items: [
          { id: s.milk, name: 'Oat milk' },
          { id: s.bread, name: 'Rusk', itemTags: [{ name: 'Dry' }] },
          { id: s.wine, purchased: false },
        ],
      }
    },
    s => ({ items: [{ id: s.bread, name: 'Rusk', itemTags: [{ name: 'Dry' }] }] }),
  ],
  ['updateItem', 'name', s => ({ id: s.milk, name: ' Oat milk' })],
  [
    'updateItem',
    'cleared',
    s => ({ id: s.milk, notes: null, unitId: null, quantityToPurchase: null }),
  ],
  ['updateItem', 'quantities', s => ({ id: s.milk, quantityInStock: 3, quantityToPurchase: 0 })],
  ['updateItem', 'tags', s => ({ id: s.milk, itemTags: [{ name: 'Bakery' }, { name: 'Other' }] })],
  ['updateItem', 'no tags', s => ({ id: s.milk, itemTags: [] })],
  ['updateItem', 'nothing: it takes in others', s => ({ id: s.milk, takesIn: [s.bread] })],
  ['updateItem', 'to another list', s => ({ id: s.milk, shoppingListId: s.cellar })],
  [
    'updateItem',
    'to another list with a name',
    s => ({ id: s.bread, shoppingListId: s.cellar, name: 'Rusk' }),
  ],
  ['tickItem', 'on', s => ({ id: s.milk, purchased: true })],
  ['tickItem', 'off', s => ({ id: s.eggs, purchased: false })],
  ['deleteItem', 'one', s => ({ id: s.bread })],
  ['deleteItems', 'several', s => ({ ids: [s.bread, s.eggs] })],
  ['moveItem', 'down', s => ({ id: s.milk, afterItemId: s.eggs })],
  ['moveItem', 'down by one', s => ({ id: s.milk, afterItemId: s.bread })],
  ['moveItem', 'to the top', s => ({ id: s.eggs, afterItemId: null })],
  ['moveItem', 'behind what is not there', s => ({ id: s.eggs, afterItemId: s.wine })],
  ['moveItem', 'nowhere', s => ({ id: s.eggs })],
  [
    'updateItemsOrder',
    'some',
    s => ({ shoppingListId: s.weekly, itemIds: [s.eggs, s.wine, s.milk] }),
  ],
  ['createShoppingList', 'plain', s => ({ id: s.fresh, name: 'Party ' })],
  ['createShoppingList', 'a name that exists', s => ({ id: s.fresh, name: 'wEEKLY' })],
  [
    'createShoppingList',
    'everything',
    s => ({
      id: s.fresh,
      name: 'Party',
      listType: 'STOCK',
      favourite: true,
      notes: 'x',
      itemTags: [{ name: 'A' }, { name: 'B' }],
    }),
  ],
  [
    'createShoppingList',
    'with its items',
    s => ({
      id: s.fresh,
      name: 'Party',
      itemTags: [{ name: 'A' }],
      items: [
        { id: newId(), name: 'Ice', itemTags: [{ name: 'B' }, { name: 'a' }] },
        { id: newId(), name: 'Cups', quantityToPurchase: 20 },
      ],
    }),
  ],
  ['updateShoppingList', 'fields', s => ({ id: s.weekly, listType: 'STOCK', notes: 'for two' })],
  ['updateShoppingList', 'favourite', s => ({ id: s.weekly, favourite: true })],
  [
    'updateShoppingList',
    'tags: one renamed, one new, one gone',
    s => ({
      id: s.weekly,
      itemTags: [{ name: 'New' }, { id: s.tag('Dairy'), name: 'Milk things', color: '#abcdef' }],
    }),
  ],
  [
    'updateShoppingList',
    'tags: one renamed, and a new one of the name that it had',
    async s => {
      await s.first('updateShoppingList', { id: s.weekly, itemTags: [{ name: 'Fresh' }] })
      const fruit = { id: tagIdOf(s.weekly, 'Fresh'), name: 'Fruit' }
      return { id: s.weekly, itemTags: [{ name: 'fresh' }, fruit] }
    },
  ],
  [
    'updateShoppingList',
    'tags: one that left comes back called otherwise, and a new one of the name that it had',
    async s => {
      await s.first('updateShoppingList', { id: s.weekly, itemTags: [{ name: 'Fresh' }] })
      await s.first('updateShoppingList', { id: s.weekly, itemTags: [] })
      const fruit = { id: tagIdOf(s.weekly, 'Fresh'), name: 'Fruit' }
      return { id: s.weekly, itemTags: [fruit, { name: 'Fresh' }] }
    },
  ],
  [
    'updateShoppingList',
    'tags: one by its id and by its name, and a new one twice',
    s => ({
      id: s.weekly,
      itemTags: [
        { id: s.tag('Dairy'), name: 'Dairy' },
        { name: 'New' },
        { name: 'dairy' },
        { name: 'new' },
      ],
    }),
  ],
  [
    'updateShoppingList',
    'tags: of which one is renamed, and one was seen as it is no more',
    s => ({
      id: s.weekly,
      itemTags: [
        { id: s.tag('Fruit'), name: 'Obst' },
        { name: 'New' },
        { id: s.tag('Dairy'), name: 'Milk things', color: '#abcdef' },
      ],
      itemTagsBefore: [
        { id: s.tag('Fruit'), name: 'Obst' },
        { id: s.tag('Dairy'), name: 'Dairy' },
      ],
    }),
  ],
  ['renameShoppingList', 'free', s => ({ id: s.weekly, name: 'Monthly' })],
  ['renameShoppingList', 'taken', s => ({ id: s.weekly, name: 'Cellar' })],
  ['renameShoppingList', 'its own', s => ({ id: s.weekly, name: 'weekly' })],
  ['deleteShoppingList', 'one', s => ({ id: s.weekly })],
  ['updateShoppingListsOrder', 'some', s => ({ shoppingListIds: [s.cellar] })],
  ['moveShoppingList', 'down', s => ({ id: s.weekly, afterShoppingListId: s.cellar })],
  ['moveShoppingList', 'to the top', s => ({ id: s.cellar, afterShoppingListId: null })],
  ['moveShoppingList', 'nowhere', s => ({ id: s.cellar })],
  ['resetShoppingList', 'simple', s => ({ id: s.weekly })],
  ['resetShoppingList', 'stock', s => ({ id: s.cellar })],
  ['copyShoppingList', 'with tags', s => ({ id: s.weekly, name: 'Weekly', newId: s.fresh })],
  ['copyShoppingList', 'stock', s => ({ id: s.cellar, name: 'Attic', newId: s.fresh })],
  ['sampleShoppingList', 'plain', s => ({ newId: s.fresh })],
  [
    'swapShoppingListItems',
    'both ways',
    s => ({
      firstShoppingListId: s.weekly,
      secondShoppingListId: s.cellar,
      firstItemIds: [s.eggs, s.milk],
      secondItemIds: [s.wine],
    }),
  ],
  [
    'swapShoppingListItems',
    'tags that are new there, in the order of the list that they leave',
    async s => {
      await s.first('updateItem', { id: s.eggs, itemTags: [{ name: 'Fruit' }] })
      return {
        firstShoppingListId: s.weekly,
        secondShoppingListId: s.cellar,
        firstItemIds: [s.eggs, s.bread],
        secondItemIds: [],
      }
    },
  ],
  [
    'swapShoppingListItems',
    'each where it is wanted',
    s => ({
      firstShoppingListId: s.weekly,
      secondShoppingListId: s.cellar,
      firstItemIds: [s.eggs, s.milk],
      secondItemIds: [s.wine],
      places: [
        { id: s.wine, afterItemId: null },
        { id: s.milk, afterItemId: null },
        { id: s.eggs, afterItemId: s.milk },
        { id: s.apples, afterItemId: s.bread },
        { id: s.bread },
      ],
    }),
  ],
  [
    'updateUserConfig',
    'all',
    s => ({
      id: s.config,
      shoppingListId: s.weekly,
      unitId: 'unit-g',
      itemFilters: '{}',
      itemConfirmDelete: true,
    }),
  ],
  [
    'updateUserConfig',
    'cleared',
    async s => {
      await s.first('updateUserConfig', {
        id: s.config,
        shoppingListId: s.weekly,
        unitId: 'unit-g',
        itemFilters: '{}',
        shoppingListFilters: '{}',
        itemConfirmDelete: true,
        shoppingListConfirmDelete: true,
      })
      return {
        id: s.config,
        shoppingListId: null,
        unitId: null,
        itemFilters: null,
        shoppingListFilters: null,
      }
    },
  ],
  [
    'updateUserConfig',
    'a yes or no, which cannot be cleared',
    s => ({ id: s.config, itemConfirmDelete: null }),
    s => ({ id: s.config, itemConfirmDelete: null }),
  ],
  ['leaveShoppingList', 'of somebody else', async s => ({ id: await s.shared() })],
  [
    'restoreShoppingList',
    'that was deleted on this device',
    async s => {
      const shown = s.shown(s.weekly)
      await s.first('deleteShoppingList', { id: s.weekly }, 'waits')
      return { id: s.weekly, newId: s.fresh, shown }
    },
  ],
  [
    'restoreShoppingList',
    'of STOCK, under a name that is taken meanwhile',
    async s => {
      const shown = s.shown(s.cellar)
      await s.first('deleteShoppingList', { id: s.cellar }, 'waits')
      await s.first('renameShoppingList', { id: s.weekly, name: 'Cellar' }, 'waits')
      return { id: s.cellar, newId: s.fresh, shown }
    },
  ],
  [
    'createSavedFilter',
    'plain',
    s => ({ id: s.fresh, kind: 'ITEMS', name: ' Dry ', filter: '{}' }),
  ],
  [
    'createSavedFilter',
    'a name that its kind has',
    s => ({ id: s.fresh, kind: 'ITEMS', name: 'cold', filter: '{}' }),
  ],
  [
    'createSavedFilter',
    'a name that the other kind has',
    s => ({ id: s.fresh, kind: 'LISTS', name: 'Cold', filter: '{}' }),
  ],
  ['updateSavedFilter', 'name', s => ({ id: s.filter, name: ' Frozen' })],
  ['updateSavedFilter', 'a name that another has', s => ({ id: s.filter, name: 'SOON' })],
  ['updateSavedFilter', 'what it chooses', s => ({ id: s.filter, filter: '{"low":true}' })],
  ['deleteSavedFilter', 'plain', s => ({ id: s.filter })],
  ['sendFriendRequestByEmail', 'to nobody', () => ({ email: ' Nobody@Example.org' })],
  ['sendFriendRequestByEmail', 'to somebody', s => ({ email: s.friend.email })],
  [
    'sendFriendRequestByEmail',
    'to a friend',
    async s => {
      await s.befriended()
      return { email: s.friend.email.toUpperCase() }
    },
  ],
  [
    'sendFriendRequestByEmail',
    'to the address of before of whoever accepted there',
    async s => ({ email: await s.left() }),
  ],
  [
    'sendFriendRequestByEmail',
    'to who asked by an address',
    async s => {
      await s.askedByAddress()
      return { email: s.friend.email }
    },
  ],
  [
    'updateFriend',
    'a request is accepted',
    async s => ({ id: await s.asked(), firendStatus: 'ACCEPTED' }),
  ],
  [
    'updateFriend',
    'a request is rejected',
    async s => ({ id: await s.asked(), firendStatus: 'REJECTED' }),
  ],
  [
    'updateFriend',
    'a friend is blocked, who shares and has a list',
    async s => {
      const id = await s.befriended()
      await s.shared()
      await s.first('shareShoppingList', {
        id: s.weekly,
        shoppingListFriends: [{ friendId: s.friend.id, permission: 'EDIT' }],
      })
      return { id, firendStatus: 'BLOCKED' }
    },
  ],
  [
    'deleteByIdFriend',
    'a friend who shares a list',
    async s => {
      const id = await s.befriended()
      await s.shared()
      return { id }
    },
  ],
  ['deleteByIdFriend', 'a request', async s => ({ id: await s.asked() })],
  [
    'shareShoppingList',
    'a friend joins',
    async s => {
      await s.befriended()
      const wish = { friendId: s.friend.id, permission: 'EDIT' }
      return { id: s.weekly, shoppingListFriends: [wish] }
    },
  ],
  [
    'shareShoppingList',
    'a friend may do more, and goes',
    async s => {
      await s.befriended()
      const shoppingListFriends = [{ friendId: s.friend.id, permission: 'VIEW' }]
      await s.first('shareShoppingList', { id: s.weekly, shoppingListFriends })
      await s.first('shareShoppingList', {
        id: s.weekly,
        shoppingListFriends: [{ friendId: s.friend.id, permission: 'ADMIN' }],
      })
      return { id: s.weekly, shoppingListFriends: [] }
    },
  ],
  [
    'handOverShoppingList',
    'to a friend',
    async s => {
      await s.befriended()
      const shoppingListFriends = [{ friendId: s.friend.id, permission: 'VIEW' }]
      await s.first('shareShoppingList', { id: s.weekly, shoppingListFriends })
      return { id: s.weekly, userId: s.friend.id }
    },
  ],
  [
    'createShareLink',
    'plain',
    s => ({ shoppingListId: s.weekly, permission: 'VIEW', inviteId: s.fresh }),
  ],
  ['endShareLinks', 'plain', s => ({ shoppingListId: s.weekly })],
  [
    'createFeedback',
    'plain',
    s => ({ id: s.fresh, userId: s.userId, feedback: ' It <b>works</b>\n', rating: 4 }),
  ],
  [
    'createFeedback',
    'with the log of the device',
    s => ({ id: s.fresh, userId: s.userId, feedback: 'It broke', rating: 1, deviceLog: 'core' }),
  ],
  [
    'deleteFeedback',
    'plain',
    async s => {
      const said = { id: s.fresh, userId: s.userId, feedback: 'Never mind', rating: 3 }
      await s.first('createFeedback', said)
      return { id: s.fresh, userId: s.userId }
    },
  ],
]

describeEachEngine('predicted is what', engine => {
  let server: TestServer
  let friend: TestUser

  beforeAll(async () => {
    server = await startTestServer(engine)
    friend = await server.buildUser()
  })
  afterAll(() => server.close())

  test.for(cases)('%s: %s', async ([name, _why, variables, refused]) => {
    const user = await server.buildUser()
    if (names.includes(name)) friend = await server.buildUser()
    const phone = createDevice({ userId: user.id, client: user })
    const { offline } = await phone.openPage()
    await phone.rest()
    // Of many, what has the wanted value already is not stamped.
    const unpredicted = new Set([
      'createdAt',
      'updatedAt',
      ...(name === 'updateItems' ? ['updatedBy'] : []),
    ])
    const start = await begin()
    await phone.rest()

    const given = await variables(start)
    const stamps = itemStamps()
    server.clock.advance({ minutes: 1 })
    phone.setConnected(false)
    await offline.perform(editNamed(name), given).durable
    const predicted = seen()
    phone.setConnected(true)
    await phone.rest(3_000)
    expect(offline.sync.get().waiting).toBe(0)
    expect(offline.tray.get().flatMap(({ entries }) => entries.map(one => one.variables))).toEqual(
      refused ? [refused(start)] : [],
    )
    expect(predicted).toEqual(seen())
    phone.kill()

    /** When each item was changed last. */
    function itemStamps(): ReadonlyMap<string, string> {
      const view = seenRecords(offline)
      const ids = view.listIds().flatMap(id => view.itemIds(id))
      return new Map(ids.map(id => [id, view.item(id)?.updatedAt ?? '']))
    }

    function seen() {
      return JSON.parse(
        JSON.stringify([
          visibleState(offline),
          offline.peek(`UserConfig:${start.config}`),
          friendsOf(offline),
          offline.peek(`ShoppingList:${start.weekly}`) && offline.peek(`People:${start.weekly}`),
          // Which are told to be changed now.
          name === 'updateItems' ||
            [...itemStamps()].flatMap(([id, at]) => (at === stamps.get(id) ? [] : id)).sort(),
        ]),
        (key, value) => (unpredicted.has(key) ? undefined : value),
      )
    }

    async function begin(): Promise<Start> {
      const [weekly, cellar, milk, bread, eggs, apples, wine] = Array.from({ length: 7 }, newId)
      if (!weekly || !cellar || !milk || !bread || !eggs || !apples || !wine) throw new Error('ids')
      const tags = ['Dairy', 'Bakery', 'Fruit'].map(tag => ({ id: newId(), name: tag }))
      offline.perform(createShoppingList, { id: weekly, name: 'Weekly', itemTags: tags })
      offline.perform(createShoppingList, {
        id: cellar,
        name: 'Cellar',
        listType: 'STOCK',
        itemTags: [{ name: 'dairy' }],
      })
      const add = (id: string, shoppingListId: string, more: object) =>
        offline.perform(createItem, { id, shoppingListId, name: id.slice(-4), ...more })
      add(milk, weekly, {
        notes: 'n',
        unitId: 'unit-l',
        quantityInStock: 1,
        quantityToPurchase: 2,
        itemTags: [{ name: 'Dairy' }, { name: 'Bakery' }],
      })
      add(bread, weekly, { itemTags: [{ name: 'Bakery' }], quantityInStock: 4 })
      add(eggs, weekly, { purchased: true, quantityToPurchase: 12, quantityInStock: 1 })
      add(apples, cellar, { purchased: true, quantityToPurchase: 5, quantityInStock: 9 })
      add(wine, cellar, { purchased: true, quantityInStock: 3, itemTags: [{ name: 'dairy' }] })
      const filter = newId()
      const saved = { kind: 'ITEMS', filter: '{"purchased":false}' } as const
      offline.perform(createSavedFilter, { id: filter, name: 'Cold', ...saved })
      offline.perform(createSavedFilter, { id: newId(), name: 'Soon', ...saved })
      await phone.rest()
      // Somebody else changed all of it last, with whom no case has to do.
      const by = { updated_by: (await server.buildUser()).id }
      const { query } = server.db
      await query.updateTable('item').set(by).where('created_by', '=', user.id).execute()
      await query.updateTable('shopping_list').set(by).where('user_id', '=', user.id).execute()
      await offline.refresh({ hard: true })
      const { data } = await user.graphql('{ getByFilterUserConfig(filters: {}) { id } }')
      return {
        weekly,
        cellar,
        milk,
        bread,
        eggs,
        apples,
        wine,
        config: data.getByFilterUserConfig[0].id,
        userId: user.id,
        fresh: newId(),
        filter,
        friend,
        async asked() {
          await done(friend, 'createFriend', { id: String(user.id) })
          await offline.refresh()
          return friendIdOf(user.id, friend.id)
        },
        async askedByAddress() {
          await done(friend, 'sendFriendRequestByEmail', { email: user.email })
          await offline.refresh()
        },
        async left() {
          await done(user, 'sendFriendRequestByEmail', { email: friend.email })
          await done(friend, 'createFriend', { id: String(user.id) })
          const moved = `${newId()}@example.org`
          await query
            .updateTable('user')
            .set({ email: moved, email_key: moved })
            .where('id', '=', friend.id)
            .execute()
          // Friends are told in the order in which they came.
          server.clock.advance({ minutes: 1 })
          await offline.refresh()
          return friend.email
        },
        async befriended() {
          await done(friend, 'createFriend', { id: String(user.id) })
          await done(user, 'createFriend', { id: String(friend.id) })
          await offline.refresh()
          return friendIdOf(user.id, friend.id)
        },
        tag: tagName => tags.find(one => one.name === tagName)?.id ?? '',
        async shared() {
          const id = newId()
          const create =
            'mutation ($id: ID, $name: String!) { createShoppingList(id: $id, name: $name) { id } }'
          await friend.graphql(create, { id, name: 'Theirs' })
          await permit(server, id, user, 'EDIT')
          await offline.refresh()
          if (!offline.peek(`ShoppingList:${id}`)) throw new Error('It is not shared.')
          return id
        },
        async first(before, given, waits) {
          if (waits) phone.setConnected(false)
          await offline.perform(editNamed(before), given).durable
          if (!waits) await phone.rest(3_000)
        },
        shown: id => shownList(offline, id),
      }
    }
  })
})

test('every edit is in the table', () => {
  const tried = new Set(cases.map(([name]) => name))
  expect(allEdits.map(edit => edit.name).filter(name => !tried.has(name))).toEqual([])
})

/** Each answers for a friend of its own, so that no case finds what another left. */
const names = cases.map(([name]) => name).filter(name => /Friend|share|handOver/.test(name))

function friendsOf(offline: Offline): unknown {
  const refs = offline.peek('ROOT_QUERY')?.getAllFriend
  return Array.isArray(refs) ? refs.map(({ __ref }) => offline.peek(String(__ref))) : []
}

function shownList(offline: Offline, id: string): EditVariables {
  const view = seenRecords(offline)
  const list = view.list(id)
  if (!list) throw new Error('There is no such list.')
  const { id: _, ...fields } = list
  return { ...fields, itemIds: view.itemIds(id) }
}

function editNamed(name: string): NamedEdit {
  const edit = editsByName.get(name)
  if (!edit) throw new Error(`There is no edit ${name}.`)
  return edit
}
