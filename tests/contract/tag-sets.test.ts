/** Tags that are given and taken off where somebody saw others than are there: predicted is what the server does. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateItems } from '../../src/cache/edits/item-batch-edits.ts'
import { createItem, updateItem } from '../../src/cache/edits/item-edits.ts'
import {
  createShoppingList,
  updateShoppingList,
} from '../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../src/cache/records/new-id.ts'
import { seenRecords } from '../../src/cache/records/reader.ts'
import { budget, chance, howMany } from '../support/depth.ts'
import { startTestServer, type TestServer } from '../support/server/server.ts'
import { createDevice, visibleState } from '../support/simulation/device.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const colours = ['#d9480f', '#1c7ed6'] as const
/** One that the list has, one that left it, or one that it never had. */
const tag = fc.record({
  name: fc.constantFrom('Dairy', 'Dairy', 'Bakery', 'Fruit', 'Gone', 'New', 'Newer'),
  by: fc.constantFrom('id', 'name'),
  color: fc.constantFrom(undefined, ...colours),
  isRenamed: fc.boolean(),
})
const tags = fc.uniqueArray(tag, { maxLength: 4, selector: ({ name }) => name })
type Tag = typeof tag extends fc.Arbitrary<infer T> ? T : never

const rounds = howMany('AISLE_TAG_HISTORIES', 10, 200)

test('whatever was seen when a set was chosen', { timeout: budget(rounds, 2) }, async () => {
  const change = fc.record({
    what: fc.constantFrom('item', 'items', 'list'),
    wanted: tags,
    before: tags,
    more: fc.record({ wanted: tags, before: tags }),
  })
  await fc.assert(
    fc.asyncProperty(change, async ({ what, wanted, before, more }) => {
      const user = await server.buildUser()
      const phone = createDevice({ userId: user.id, client: user })
      const { offline } = await phone.openPage()
      const [shop, milk, bread] = [newId(), newId(), newId()]
      const itemTags = ['Dairy', 'Bakery', 'Gone', 'Fruit'].map(name => ({ id: newId(), name }))
      offline.perform(createShoppingList, { id: shop, name: 'Shop', itemTags })
      for (const [id, ...names] of [
        [milk, 'Dairy', 'Gone'],
        [bread, 'Bakery', 'Dairy'],
      ] as const) {
        const own = names.map(name => ({ name }))
        offline.perform(createItem, { id, shoppingListId: shop, name: id, itemTags: own })
      }
      await phone.rest()
      const view = seenRecords(offline)
      const all = view.list(shop)?.itemTags ?? []
      const rest = all.filter(({ name }) => name !== 'Gone')
      offline.perform(updateShoppingList, { id: shop, itemTags: rest })
      await phone.rest()

      function inputs(given: readonly Tag[]) {
        return given.map(({ name, by, color, isRenamed }) => {
          const id = by === 'id' ? all.find(one => one.name === name)?.id : undefined
          const isOther = isRenamed && what === 'list' && id !== undefined
          return {
            ...(id !== undefined && { id }),
            name: isOther ? `${name}!` : name,
            ...(color && { color }),
          }
        })
      }
      const set = (chosen: {
        readonly wanted: readonly Tag[]
        readonly before: readonly Tag[]
      }) => ({
        itemTags: inputs(chosen.wanted),
        itemTagsBefore: inputs(chosen.before),
      })
      phone.setConnected(false)
      const one = set({ wanted, before })
      if (what === 'list') offline.perform(updateShoppingList, { id: shop, ...one })
      else if (what === 'item') offline.perform(updateItem, { id: milk, ...one })
      else {
        const items = [
          { id: milk, ...one },
          { id: bread, ...set(more) },
        ]
        offline.perform(updateItems, { items })
      }
      const predicted = shown()
      phone.setConnected(true)
      await phone.rest(3_000)
      await offline.refresh()
      await phone.rest(3_000)
      expect(offline.waiting.get()).toEqual([])
      // Two of one name are refused, and then nothing is changed.
      if (offline.tray.get().length === 0) expect(predicted).toEqual(shown())
      else expect(what).toBe('list')
      phone.kill()

      function shown() {
        const stamps = new Set(['updatedAt', 'createdAt', 'updatedBy'])
        return JSON.parse(
          JSON.stringify(visibleState(offline), (key, value) =>
            stamps.has(key) ? undefined : value,
          ),
        )
      }
    }),
    { numRuns: rounds, ...chance(20261129) },
  )
})
