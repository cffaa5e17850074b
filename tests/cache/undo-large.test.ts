/** Large things done and undone: one edit each way, sent as one operation, the same on every device. */
import { expect, test } from 'vitest'
import { updateItems } from '../../src/cache/edits/item-batch-edits.ts'
import { deleteItems } from '../../src/cache/edits/item-edits.ts'
import { createShoppingList } from '../../src/cache/edits/shopping-list-edits.ts'
import { resetShoppingList, swapShoppingListItems } from '../../src/cache/edits/whole-list-edits.ts'
import { readContent } from '../../src/cache/records/item-content.ts'
import { newId } from '../../src/cache/records/new-id.ts'
import { seenRecords } from '../../src/cache/records/reader.ts'
import { importList } from '../../src/features/exchange/import-list.ts'
import type { Offline } from '../../src/offline/offline.ts'
import { howMany } from '../support/depth.ts'
import { startTestServer } from '../support/server/server.ts'
import { createDevice } from '../support/simulation/device.ts'
import { openUndoable } from '../support/simulation/open-undoable.ts'

const count = howMany('AISLE_LARGE_LIST', 1_200, 2_000)

/** A phone without a network and a laptop of the same person; the list is on both. */
async function openTwo() {
  const server = await startTestServer()
  const user = await server.buildUser()
  const [phone, laptop] = [0, 1].map(() => createDevice({ userId: user.id, client: user }))
  if (!phone || !laptop) throw new Error('Two devices are needed.')
  const mine = await openUndoable(phone)
  const other = (await laptop.openPage()).offline
  const [shop, pantry] = [newId(), newId()]
  mine.perform(createShoppingList, {
    id: shop,
    name: 'Shop',
    itemTags: [{ name: 'Dairy' }],
    items: Array.from({ length: count }, (_, n) => ({
      id: newId(),
      name: `Item ${n}`,
      purchased: n % 2 === 0,
      quantityToPurchase: n,
      ...(n % 3 === 0 && { itemTags: [{ name: 'Dairy' }] }),
    })),
  })
  mine.perform(createShoppingList, { id: pantry, name: 'Pantry' })
  expect(mine.waiting.get()).toHaveLength(2)
  await phone.rest()
  await other.refresh()
  await laptop.rest()
  phone.setConnected(false)
  return {
    mine,
    other,
    shop,
    pantry,
    rows,
    async meet() {
      expect(mine.waiting.get()).toHaveLength(1)
      phone.setConnected(true)
      await phone.rest()
      expect([mine.waiting.get(), mine.tray.get()]).toEqual([[], []])
      await other.refresh()
      await laptop.rest()
      phone.setConnected(false)
      expect(rows(other, shop)).toEqual(rows(mine, shop))
    },
    /** Both ways without a network, then what the other device sees of each. */
    async [Symbol.asyncDispose]() {
      phone.kill()
      laptop.kill()
      await server.close()
    },
  }
}

/** What a person wrote, in the order shown. */
function rows(offline: Offline, listId: string): readonly unknown[] {
  const view = seenRecords(offline)
  return view.itemIds(listId).map(id => {
    const item = view.item(id)
    if (!item) return undefined
    const tags = item.itemTags.map(tag => tag.name)
    return { ...readContent({ ...item }), order: item.order, tags }
  })
}

type Two = Awaited<ReturnType<typeof openTwo>>

const idsOf = ({ mine, shop }: Two) => seenRecords(mine).itemIds(shop)

test.each<[string, (two: Two) => void]>([
  ['a reset', ({ mine, shop }) => void mine.perform(resetShoppingList, { id: shop })],
  [
    'an import',
    ({ mine, shop }) => {
      const items = Array.from({ length: count }, (_, n) => ({
        name: `Imported ${n}`,
        purchased: false,
        quantityToPurchase: 1,
        quantityInStock: 0,
        unit: null,
        notes: '',
        tags: ['Dairy', 'New'],
      }))
      const tags = ['Dairy', 'New'].map(name => ({ name, color: '#1c7ed6' }))
      const list = {
        name: '',
        listType: 'SIMPLE',
        favourite: false,
        notes: '',
        tags,
        items,
      } as const
      const target = { kind: 'existing', listId: shop, itemCount: count, tags: [] } as const
      importList(mine, list, target, [])
    },
  ],
  [
    'ticks',
    two => {
      const items = idsOf(two).map(id => ({ id, purchased: true }))
      two.mine.perform(updateItems, { items })
    },
  ],
  [
    'tags',
    two => {
      const items = idsOf(two).map(id => ({ id, itemTags: [{ name: 'Fresh' }] }))
      two.mine.perform(updateItems, { items })
    },
  ],
  ['a deletion', two => void two.mine.perform(deleteItems, { ids: idsOf(two).slice(100) })],
  [
    'a move to another list',
    two => {
      const firstItemIds = idsOf(two).filter((_, n) => n % 2 === 1)
      const { mine, shop: firstShoppingListId, pantry: secondShoppingListId } = two
      const lists = { firstShoppingListId, secondShoppingListId }
      mine.perform(swapShoppingListItems, { ...lists, firstItemIds, secondItemIds: [] })
    },
  ],
])(`%s of ${count} items and its undo`, { timeout: 60_000 }, async (_, act) => {
  await using two = await openTwo()
  const { mine, shop } = two
  const before = two.rows(mine, shop)
  act(two)
  expect(mine.history.all()).toHaveLength(3)
  const after = two.rows(mine, shop)
  expect(after).not.toEqual(before)
  await two.meet()
  expect(two.rows(mine, shop)).toEqual(after)
  expect(mine.history.undoLast()).toMatchObject({ kind: 'undone' })
  expect(two.rows(mine, shop)).toEqual(before)
  await two.meet()
  expect(two.rows(mine, shop)).toEqual(before)
})
