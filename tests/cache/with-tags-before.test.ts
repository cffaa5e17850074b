/** Tags that two change, one of them several times without a network: what either did stands. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createItem, updateItem } from '../../src/cache/edits/item-edits.ts'
import {
  createShoppingList,
  updateShoppingList,
} from '../../src/cache/edits/shopping-list-edits.ts'
import { swapShoppingListItems } from '../../src/cache/edits/whole-list-edits.ts'
import { withTagsBefore } from '../../src/cache/policies/with-tags-before.ts'
import { newId } from '../../src/cache/records/new-id.ts'
import { seenRecords } from '../../src/cache/records/reader.ts'
import type { Offline } from '../../src/offline/offline.ts'
import { budget, chance, howMany } from '../support/depth.ts'
import { startTestServer } from '../support/server/server.ts'
import { createDevice } from '../support/simulation/device.ts'

const shop = newId()
const milk = newId()
const bread = newId()

type Tags = readonly { readonly id?: string; readonly name: string }[]

async function openTwo() {
  const server = await startTestServer()
  const user = await server.buildUser()
  const phone = createDevice({ userId: user.id, client: user })
  const laptop = createDevice({ userId: user.id, client: user })
  let mine = withTagsBefore((await phone.openPage()).offline)
  const other = withTagsBefore((await laptop.openPage()).offline)

  /** The other knows all, and so does this one unless it is without a network. */
  async function rest() {
    for (let round = 0; round < 2; round++) {
      await phone.rest()
      await mine.refresh()
      await other.refresh()
      await laptop.rest()
    }
    expect(mine.tray.get()).toEqual([])
  }
  function carried(offline: Offline, id: string): Tags {
    const view = seenRecords(offline)
    return (id === shop ? view.list(id) : view.item(id))?.itemTags ?? []
  }
  function tag(offline: Offline, id: string, tags: Tags) {
    const itemTags = tags.map(inputOf)
    if (id === shop) offline.perform(updateShoppingList, { id, itemTags })
    else offline.perform(updateItem, { id, itemTags })
  }

  function renamed(offline: Offline, name: string, to: string) {
    const tags = carried(offline, shop)
    tag(
      offline,
      shop,
      tags.map(one => (one.name === name ? { ...one, name: to } : one)),
    )
  }

  mine.perform(createShoppingList, { id: shop, name: 'Shop' })
  for (const [id, name] of Object.entries({ [milk]: 'Milk', [bread]: 'Bread' })) {
    mine.perform(createItem, { id, shoppingListId: shop, name, itemTags: [{ name: 'Food' }] })
  }
  await rest()

  return {
    phone,
    rest,
    give: (id: string, name: string) => tag(mine, id, [...carried(mine, id), { name }]),
    take: (id: string, ...names: readonly string[]) => {
      const left = carried(mine, id).filter(({ name }) => !names.includes(name))
      tag(mine, id, left)
    },
    rename: (name: string, to: string) => renamed(mine, name, to),
    /** The last of the list's tags first. */
    turn: () => tag(mine, shop, carried(mine, shop).toReversed()),
    firstOf: (id: string) => carried(mine, id)[0]?.name,
    /** As a row is dragged into an aisle: its tag is given anew, first of all. */
    putFirst(id: string, name: string) {
      const [own, others] = [true, false].map(is =>
        carried(mine, id).filter(one => (one.name === name) === is),
      )
      mine.perform(updateItem, {
        id,
        itemTags: [...(own ?? []), ...(others ?? [])].map(inputOf),
        itemTagsBefore: (others ?? []).map(inputOf),
      })
    },
    async meanwhileFirst(id: string, name: string) {
      tag(other, id, [{ name }, ...carried(other, id)])
      await laptop.rest()
    },
    async meanwhileRenamed(name: string, to: string) {
      renamed(other, name, to)
      await laptop.rest()
    },
    flip(id: string, name: string) {
      if (this.shows(id).includes(name)) this.take(id, name)
      else this.give(id, name)
    },
    /** Names of what it carries for this one, but for what the other gives. */
    shows: (id: string) =>
      carried(mine, id)
        .map(({ name }) => name)
        .filter(name => name !== 'Organic')
        .sort(),
    add: (name: string, itemTag: string) =>
      mine.perform(createItem, {
        id: newId(),
        shoppingListId: shop,
        name,
        itemTags: [{ name: itemTag }],
      }),
    find: (name: string) => {
      const view = seenRecords(mine)
      return view.itemIds(shop).find(id => view.item(id)?.name === name) ?? ''
    },
    /** What somebody else gives meanwhile; it has arrived when this ends. */
    async meanwhile(id: string, name: string) {
      tag(other, id, [...carried(other, id), { name }])
      await laptop.rest()
    },
    /** What was just done is answered, and no question tells of it. */
    async sendUntold() {
      const { network } = phone.page
      network.faults.push(undefined, 'lost', 'lost', 'lost')
      await phone.rest(0)
      expect(mine.waiting.get()).toEqual([])
      network.faults.length = 0
    },
    async restart() {
      await phone.rest(0)
      phone.kill()
      mine = withTagsBefore((await phone.openPage()).offline)
      await phone.rest(0)
    },
    /** Opens another tab; from when what it answers is called, all is done there. */
    async openTab() {
      const tab = withTagsBefore((await phone.openPage()).offline)
      await phone.rest(0)
      return () => {
        mine = tab
      }
    },
    offline: () => mine,
    toldOf: () => seenRecords(mine).revision(shop) ?? 0,
    /** Names of tags as both see them in the end. */
    async ends(id: string) {
      phone.setConnected(true)
      await rest()
      const [names = [], theirs] = [mine, other].map(offline =>
        carried(offline, id)
          .map(({ name }) => name)
          .sort(),
      )
      expect(theirs).toEqual(names)
      return names
    },
    async [Symbol.asyncDispose]() {
      phone.kill()
      laptop.kill()
      await server.close()
    },
  }
}

function inputOf({ id, name }: Tags[number]) {
  return { ...(id !== undefined && { id }), name }
}

type Two = Awaited<ReturnType<typeof openTwo>>

test.each<[string, (two: Two) => unknown]>([
  ['another item is tagged', ({ give }) => give(milk, 'Dairy')],
  ['an item with a tag is added', ({ add }) => add('Cheese', 'Dairy')],
  ['the list gets a tag', ({ give }) => give(shop, 'Dairy')],
  ['the same item is tagged', ({ give }) => give(bread, 'Dairy')],
  ['the same item loses a tag', ({ take }) => take(bread, 'Food')],
])(
  'an item keeps what another gave it though before it was tagged without a network %s',
  async (_, first) => {
    await using two = await openTwo()
    two.phone.setConnected(false)
    first(two)
    two.give(bread, 'Bakery')
    await two.meanwhile(bread, 'Organic')
    expect(await two.ends(bread)).toEqual(expect.arrayContaining(['Bakery', 'Organic']))
  },
)

test.each<[string, (two: Two) => unknown]>([
  ['an item is tagged', ({ give }) => give(milk, 'Dairy')],
  ['an item with a tag is added', ({ add }) => add('Cheese', 'Dairy')],
  ['the list gets a tag', ({ give }) => give(shop, 'Dairy')],
])(
  'the list and its items keep what another gave them though before its tags %s',
  async (_, first) => {
    await using two = await openTwo()
    two.phone.setConnected(false)
    first(two)
    two.give(shop, 'Frozen')
    await two.meanwhile(bread, 'BBQ')
    expect(await two.ends(bread)).toEqual(['BBQ', 'Food'])
    expect(await two.ends(shop)).toEqual(['BBQ', 'Dairy', 'Food', 'Frozen'])
  },
)

const states: readonly [string, (two: Two) => unknown][] = [
  ['sent', ({ sendUntold }) => sendUntold()],
  ['waiting', () => {}],
  [
    'waiting over a restart',
    async ({ restart, offline }) => {
      await restart()
      expect(offline().waiting.get()).not.toEqual([])
    },
  ],
]

/** What is known of it then lies beside the base. */
async function sendAndRestart({ phone, sendUntold, restart }: Two) {
  await sendUntold()
  phone.setConnected(false)
  await phone.rest()
  await restart()
}

test.each([...states, ['sent before a restart', sendAndRestart]])(
  'what one gave oneself can be taken off again: %s',
  async (state, pass) => {
    await using two = await openTwo()
    two.phone.setConnected(state.startsWith('sent'))
    const known = two.toldOf()
    two.give(milk, 'Dairy')
    await pass(two)
    expect(two.toldOf()).toBe(known)
    two.take(milk, 'Dairy')
    two.take(shop, 'Dairy')
    expect(await two.ends(milk)).toEqual(['Food'])
    expect(await two.ends(shop)).toEqual(['Food'])
  },
)

test.each([...states, ['sent before a restart', sendAndRestart]])(
  'what one took off the list oneself can be given again: %s',
  async (state, pass) => {
    await using two = await openTwo()
    // One that the item had, and one that it never had.
    const food = ['Food', 'Local']
    two.give(bread, 'Local')
    await two.rest()
    two.phone.setConnected(state.startsWith('sent'))
    const known = two.toldOf()
    two.take(shop, ...food)
    await pass(two)
    expect(two.toldOf()).toBe(known)
    for (const name of food) two.give(milk, name)
    expect(await two.ends(milk)).toEqual(food)
    expect(await two.ends(bread)).toEqual([])
  },
)

const toAndFro: readonly [
  string,
  readonly string[],
  (two: Two, step: (one: () => void) => Promise<void>) => unknown,
][] = [
  [
    'a new tag on an item: on, off, on',
    ['Dairy', 'Food'],
    async ({ give, take }, step) => {
      await step(() => give(milk, 'Dairy'))
      await step(() => take(milk, 'Dairy'))
      give(milk, 'Dairy')
    },
  ],
  [
    'a tag of an item: off, on, off',
    [],
    async ({ give, take }, step) => {
      await step(() => take(milk, 'Food'))
      await step(() => give(milk, 'Food'))
      take(milk, 'Food')
    },
  ],
  [
    'a tag of an item: off, on, off, on',
    ['Food'],
    async ({ give, take }, step) => {
      await step(() => take(milk, 'Food'))
      await step(() => give(milk, 'Food'))
      await step(() => take(milk, 'Food'))
      give(milk, 'Food')
    },
  ],
  [
    'a new tag of the list, given to an item last: on, off, on',
    ['Dairy', 'Food'],
    async ({ give, take }, step) => {
      await step(() => give(shop, 'Dairy'))
      await step(() => take(shop, 'Dairy'))
      await step(() => give(shop, 'Dairy'))
      give(milk, 'Dairy')
    },
  ],
  [
    'a new tag that comes with an item, goes with the list’s and comes again',
    ['Dairy', 'Food'],
    async ({ give, take }, step) => {
      await step(() => give(milk, 'Dairy'))
      await step(() => take(shop, 'Dairy'))
      give(milk, 'Dairy')
    },
  ],
  [
    'a new tag that comes with another item, goes with the list’s and comes again',
    ['Dairy', 'Food'],
    async ({ give, take }, step) => {
      await step(() => give(bread, 'Dairy'))
      await step(() => take(shop, 'Dairy'))
      give(milk, 'Dairy')
    },
  ],
  [
    'a tag that goes with the list’s, comes to an item again and goes',
    [],
    async ({ give, take }, step) => {
      await step(() => take(shop, 'Food'))
      await step(() => give(milk, 'Food'))
      take(milk, 'Food')
    },
  ],
]

test.each(
  toAndFro.flatMap(([how, ends, act]) =>
    states.map(([state, pass]) => [how, state, ends, act, pass] as const),
  ),
)('what was done last stands: %s, %s', async (_, state, ends, act, pass) => {
  await using two = await openTwo()
  two.phone.setConnected(state.startsWith('sent'))
  const known = two.toldOf()
  await act(two, async one => {
    one()
    await pass(two)
    expect(two.toldOf()).toBe(known)
  })
  expect(await two.ends(milk)).toEqual(ends)
})

test('what was done to and fro, and sent before a restart, can be done again', async () => {
  await using two = await openTwo()
  const known = two.toldOf()
  two.give(milk, 'Dairy')
  await two.sendUntold()
  two.take(milk, 'Dairy')
  two.take(bread, 'Food')
  await sendAndRestart(two)
  expect(two.toldOf()).toBe(known)
  two.give(milk, 'Dairy')
  two.give(bread, 'Food')
  expect(await two.ends(milk)).toEqual(['Dairy', 'Food'])
  expect(await two.ends(bread)).toEqual(['Food'])
})

test('what was given in one tab, and told of by nobody yet, is taken off in another', async () => {
  await using two = await openTwo()
  const goThere = await two.openTab()
  const known = two.toldOf()
  two.give(milk, 'Dairy')
  await two.sendUntold()
  two.phone.setConnected(false)
  goThere()
  expect(two.toldOf()).toBe(known)
  two.take(milk, 'Dairy')
  expect(await two.ends(milk)).toEqual(['Food'])
})

test('an item that was added with a tag, and sent before a restart, loses it', async () => {
  await using two = await openTwo()
  two.add('Cheese', 'Dairy')
  await sendAndRestart(two)
  const cheese = two.find('Cheese')
  two.take(cheese, 'Dairy')
  expect(await two.ends(cheese)).toEqual([])
})

test('what another gave meanwhile stays though one’s own tag was given and taken off again', async () => {
  await using two = await openTwo()
  two.phone.setConnected(false)
  two.give(milk, 'Dairy')
  await two.meanwhile(milk, 'Organic')
  two.take(milk, 'Dairy')
  expect(await two.ends(milk)).toEqual(['Food', 'Organic'])
})

test('a tag that came along with a moved item, was taken off there and given again, stays', async () => {
  await using two = await openTwo()
  const cellar = newId()
  two.offline().perform(createShoppingList, { id: cellar, name: 'Cellar' })
  await two.rest()
  two.phone.setConnected(false)
  two.offline().perform(updateItem, { id: milk, shoppingListId: cellar })
  await two.meanwhile(milk, 'Organic')
  two.take(milk, 'Food')
  two.give(milk, 'Food')
  expect(await two.ends(milk)).toEqual(['Food', 'Organic'])
})

test('a renamed tag is not mistaken for a new one that has its old name', async () => {
  await using two = await openTwo()
  two.phone.setConnected(false)
  two.rename('Food', 'Groceries')
  two.give(milk, 'Food')
  two.give(bread, 'Food')
  two.take(milk, 'Food')
  two.take(bread, 'Groceries')
  expect(await two.ends(milk)).toEqual(['Groceries'])
  expect(await two.ends(bread)).toEqual(['Food'])
  expect(await two.ends(shop)).toEqual(['Food', 'Groceries'])
})

test('an item that is put into an aisle whose tag it has stands there, whichever aisle another put it into', async () => {
  await using two = await openTwo()
  two.give(milk, 'Dairy')
  await two.rest()
  two.phone.setConnected(false)
  await two.meanwhileFirst(milk, 'Organic')
  two.putFirst(milk, 'Dairy')
  expect(await two.ends(milk)).toEqual(['Dairy', 'Food', 'Organic'])
  expect(two.firstOf(milk)).toBe('Dairy')
})

test('what another renamed keeps its new name though the tags are put in another order', async () => {
  await using two = await openTwo()
  two.give(shop, 'Dairy')
  await two.rest()
  two.phone.setConnected(false)
  await two.meanwhileRenamed('Food', 'Groceries')
  two.turn()
  two.rename('Dairy', 'Cold')
  expect(await two.ends(shop)).toEqual(['Cold', 'Groceries'])
})

const tagGestures = howMany('AISLE_TAG_HISTORIES', 10, 200)

test('whatever one does to tags, what was done last stands', {
  timeout: budget(tagGestures, 2),
}, async () => {
  const gesture = fc.record({
    what: fc.constantFrom(...Array(8).fill('flip'), 'meanwhile', 'send'),
    id: fc.constantFrom(milk, milk, bread, shop),
    name: fc.constantFrom('Dairy', 'Dairy', 'Food'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(gesture, { minLength: 6, maxLength: 14 }), async gestures => {
      await using two = await openTwo()
      two.phone.setConnected(false)
      for (const { what, id, name } of gestures) {
        if (what === 'flip') two.flip(id, name)
        else if (what === 'meanwhile') await two.meanwhile(id, 'Organic')
        else {
          two.phone.setConnected(true)
          await two.phone.rest(0)
          two.phone.setConnected(false)
        }
      }
      const places = [milk, bread, shop]
      const shown = places.map(id => two.shows(id))
      const given = new Set(gestures.flatMap(({ what, id }) => (what === 'meanwhile' ? id : [])))
      // What an item is given joins its list.
      if (given.size > 0) given.add(shop)
      for (const [at, id] of places.entries()) {
        const all = [...(shown[at] ?? []), ...(given.has(id) ? ['Organic'] : [])]
        expect(await two.ends(id)).toEqual(all.sort())
      }
    }),
    { numRuns: tagGestures, ...chance(20261128) },
  )
})

test('an item has again what it lost with its list’s tag, though nothing of that was told yet', async () => {
  await using two = await openTwo()
  two.give(milk, 'Cold')
  await two.rest()
  two.take(shop, 'Cold')
  await two.sendUntold()
  two.give(shop, 'Cold')
  await two.sendUntold()
  two.give(milk, 'Cold')
  await two.sendUntold()
  expect(await two.ends(milk)).toEqual(['Cold', 'Food'])
})

test('an item has again what it lost with its list’s tag before a restart', async () => {
  await using two = await openTwo()
  two.give(milk, 'Cold')
  await two.rest()
  two.take(shop, 'Cold')
  await sendAndRestart(two)
  two.give(shop, 'Cold')
  two.give(milk, 'Cold')
  expect(await two.ends(milk)).toEqual(['Cold', 'Food'])
})

test('what one did before it was told says nothing of what is done later: another’s stays', async () => {
  await using two = await openTwo()
  two.give(milk, 'Cold')
  await two.rest()
  two.give(milk, 'Sour')
  await two.rest()
  two.phone.setConnected(false)
  await two.meanwhile(milk, 'Organic')
  two.take(milk, 'Sour')
  expect(await two.ends(milk)).toEqual(['Cold', 'Food', 'Organic'])
})

test('what another gave meanwhile stays though one’s own change hides that it was told', async () => {
  await using two = await openTwo()
  const { phone } = two
  const known = two.toldOf()
  await two.meanwhile(bread, 'Organic')
  phone.page.network.faults.push('late')
  two.give(bread, 'Bakery')
  await phone.rest(0)
  await two.offline().refresh()
  expect(two.offline().waiting.get()).toHaveLength(1)
  expect(two.toldOf()).toBeGreaterThan(known)
  two.give(bread, 'Fresh')
  phone.page.network.releaseLate()
  expect(await two.ends(bread)).toEqual(['Bakery', 'Food', 'Fresh', 'Organic'])
})

test.each<[string, (mine: Offline, cellar: string) => void]>([
  ['by itself', (mine, cellar) => mine.perform(updateItem, { id: milk, shoppingListId: cellar })],
  [
    'with others',
    (mine, cellar) =>
      mine.perform(swapShoppingListItems, {
        firstShoppingListId: shop,
        secondShoppingListId: cellar,
        firstItemIds: [milk, bread],
        secondItemIds: [],
      }),
  ],
])(
  'an item that was moved %s loses a tag there though nobody told of the move',
  async (_, move) => {
    await using two = await openTwo()
    const cellar = newId()
    two.offline().perform(createShoppingList, { id: cellar, name: 'Cellar' })
    await two.rest()
    move(two.offline(), cellar)
    await two.sendUntold()
    expect(two.shows(milk)).toEqual(['Food'])
    two.take(milk, 'Food')
    expect(await two.ends(milk)).toEqual([])
  },
)
