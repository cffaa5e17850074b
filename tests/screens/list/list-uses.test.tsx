/** What the add box suggests on a device where nothing was ever added: what the person's lists tell. */
import { act, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { useRef } from 'react'
import { describe, expect, it } from 'vitest'
import type { DatedUse } from '../../../rules/items/suggestions.ts'
import { deleteItem, tickItem, updateItem } from '../../../src/cache/edits/item-edits.ts'
import { historyKey } from '../../../src/features/quick-add/device-storage.ts'
import { useNameIndex } from '../../../src/features/quick-add/duplicates/use-name-index.ts'
import { createListUses } from '../../../src/features/quick-add/list-uses.ts'
import { QuickAddBox } from '../../../src/features/quick-add/quick-add-box.tsx'
import { type Device, listId } from '../../cache/undo-device.ts'
import { memoryStorage } from '../../support/memory-storage.ts'
import { showPart } from '../features/undo-stage.tsx'

const Shop = listId('Shop')
const dairy = { name: 'Dairy', color: '#1c7ed6' }

describe('a device where nothing was added yet', () => {
  it('suggests what is on other lists, ticked or not, with tags, unit and quantity', async () => {
    const { user, box, offline } = await open(device => {
      device.offline.perform(updateItem, { id: 'feta', quantityToPurchase: 2, itemTags: [dairy] })
      device.offline.perform(tickItem, { id: 'feta', purchased: true })
    })
    await suggested(user, box, 'fet', 'Feta · 2')
    await user.click(screen.getByRole('button', { name: 'Feta · 2' }))
    expect(offline.waiting.get().at(-1)?.variables).toMatchObject({
      shoppingListId: Shop,
      name: 'Feta',
      quantityToPurchase: 2,
      itemTags: [dairy],
    })
  })

  it('puts tags of other lists on a typed name where this list has them, and no others', async () => {
    const { user, box, offline } = await open(device => {
      const itemTags = [dairy, { name: 'Cold', color: '#123456' }]
      device.offline.perform(updateItem, { id: 'feta', itemTags })
      device.offline.perform(updateItem, { id: 'bread', itemTags: [dairy] })
    })
    await suggested(user, box, 'feta', 'feta · Dairy')
    await user.keyboard('{Enter}')
    const { itemTags } = offline.waiting.get().at(-1)?.variables ?? {}
    expect(itemTags).toMatchObject([{ name: 'Dairy' }])
  })

  it('nor where the name was added here before, which others tag elsewhere', async () => {
    const { user, box, offline, happens } = await open()
    await user.type(box, 'feta{Enter}')
    const own = lastMade(offline)
    happens(() => offline.perform(updateItem, { id: 'feta', itemTags: [dairy] }))
    happens(() => offline.perform(deleteItem, { id: own }))
    await suggested(user, box, 'ric', 'Rice')
    await user.clear(box)
    await user.type(box, 'feta{Enter}')
    const { variables } = offline.waiting.get().at(-1) ?? {}
    expect(variables).toMatchObject({ name: 'feta' })
    expect(variables).not.toHaveProperty('itemTags')
  })

  it('follows what changes and what goes', async () => {
    const { user, box, offline, happens } = await open()
    await suggested(user, box, 'ric', 'Rice')
    happens(() => offline.perform(updateItem, { id: 'rice', name: 'Ricotta' }))
    await suggested(user, box, 'rico', 'Ricotta')
    happens(() => offline.perform(deleteItem, { id: 'rice' }))
    await waitFor(async () => {
      await user.clear(box)
      await user.type(box, 'rico')
      expect(screen.queryByRole('button', { name: 'Ricotta' })).toBeNull()
    })
  })

  it('forgets a name for good, on this device, until it is added again', async () => {
    const storage = memoryStorage()
    const first = await open(() => {}, storage)
    await suggested(first.user, first.box, 'ric', 'Rice')
    await first.user.keyboard('{ArrowDown}{Delete}')
    expect(screen.queryByRole('button', { name: 'Rice' })).toBeNull()
    await first.user.click(screen.getByRole('button', { name: 'Undo' }))
    await suggested(first.user, first.box, 'ric', 'Rice')
    await first.user.keyboard('{ArrowDown}{Delete}')
    await waitFor(async () =>
      expect(JSON.stringify(await storage.getItem(historyKey(7)))).toContain('Rice'),
    )
    first.shown.unmount()

    const again = await open(() => {}, storage)
    await suggested(again.user, again.box, 'fet', 'Feta')
    await again.user.clear(again.box)
    await again.user.type(again.box, 'ric')
    expect(screen.queryByRole('button', { name: 'Rice' })).toBeNull()
    await again.user.type(again.box, 'e 2{Enter}')
    again.happens(() =>
      again.offline.perform(tickItem, { id: lastMade(again.offline), purchased: true }),
    )
    await again.user.type(again.box, 'ric')
    expect(await screen.findByRole('button', { name: /^Bring back Rice/i })).toBeTruthy()
  })

  it('keeps nothing of what the lists tell', async () => {
    const storage = memoryStorage()
    const { user, box } = await open(() => {}, storage)
    await suggested(user, box, 'ric', 'Rice')
    expect(storage.size).toBe(0)
  })
})

it('a reset takes no quantity out of the memory', async () => {
  const { user, box, offline, happens } = await open()
  await user.type(box, 'Eggs 6{Enter}')
  happens(() =>
    offline.perform(updateItem, { id: lastMade(offline), quantityToPurchase: 0, purchased: true }),
  )
  // Brought back as the reset left it.
  await user.type(box, 'eggs{Enter}')
  happens(() => offline.perform(deleteItem, { id: lastMade(offline) }))
  await suggested(user, box, 'egg', 'Eggs · 6')
})

describe('reading the lists', () => {
  it('goes slice by slice when there is time, and later reads what changed', () => {
    const { told, run, reads, items } = build(1_000)
    told.load([...items.keys()])
    const touched: string[] = []
    told.onChanged(keys => touched.push(...keys))
    expect([reads(), [...told.keys()].length]).toEqual([0, 0])
    expect(run()).toBe(5)
    expect([reads(), [...told.keys()].length]).toEqual([1_000, 1_000])
    expect(touched.splice(0)).toHaveLength(1_000)
    told.load([...items.keys()])
    expect(run()).toBe(0)
    items.set('7', { ...someUse('7'), name: 'Seven' })
    told.changed(['7'])
    expect(run()).toBe(1)
    expect(reads()).toBe(1_001)
    expect(touched).toEqual(['name 7', 'seven'])
    expect(told.of('SEVEN')?.itemId).toBe('7')
    expect(told.of('Name 7')).toBeUndefined()
  })

  it('knows 10,000 names', () => {
    const { told, run, items } = build(10_000)
    told.load([...items.keys()])
    run()
    expect([...told.keys()]).toHaveLength(10_000)
    expect(told.of('Name 3')).toMatchObject({ name: 'Name 3' })
    items.set('9999', { ...someUse('9999'), quantity: 4 })
    items.delete('9998')
    told.changed(['9999', '9998'])
    run()
    expect(told.ofKey('name 9999')).toMatchObject({ quantity: 4 })
    expect(told.ofKey('name 9998')).toBeUndefined()
  })

  it('one name on several lists is one, as long as one of them has it', () => {
    const { told, run, items } = build(0)
    items.set('a', { ...someUse('a'), name: 'Milk' })
    items.set('b', { ...someUse('b'), name: 'MILK' })
    told.load(['a', 'b'])
    run()
    expect([[...told.keys()].length, told.of('milk')?.weight]).toEqual([1, 2])
    items.delete('b')
    told.changed(['b'])
    run()
    expect([told.of('milk')?.name, told.of('milk')?.weight]).toEqual(['Milk', 1])
    items.delete('a')
    told.changed(['a'])
    run()
    expect(told.of('milk')).toBeUndefined()
  })

  it('ends when it is closed', () => {
    const { told, run } = build(300)
    told.load(['1'])
    told.close()
    expect(run()).toBe(0)
  })
})

/** The add box of the list Shop, and another list beside it. */
async function open(prepare: (device: Device) => unknown = () => {}, storage = memoryStorage()) {
  const lists = { Shop: ['Bread'], Pantry: ['Rice', 'Feta'] }
  const shown = await showPart(lists, <Box storage={storage} />, prepare)
  return { ...shown, box: screen.getByRole('textbox', { name: 'Add an item' }) }
}

function Box({ storage }: { readonly storage: ReturnType<typeof memoryStorage> }) {
  const index = useNameIndex(Shop)
  const input = useRef<HTMLInputElement>(null)
  return (
    <QuickAddBox
      listId={Shop}
      index={index}
      input={input}
      texts={new Map()}
      full={() => undefined}
      storage={storage}
      later={atOnce}
    />
  )
}

/** Types until what the lists tell was read. */
async function suggested(user: UserEvent, box: HTMLElement, typed: string, name: string) {
  await waitFor(async () => {
    await act(async () => {})
    await user.clear(box)
    await user.type(box, typed)
    expect(screen.getByRole('button', { name })).toBeTruthy()
  })
}

function lastMade(offline: Device['offline']): string {
  const made = offline.waiting.get().findLast(entry => entry.name === 'createItem')
  return String(made?.variables.id)
}

/** Nobody waits for a frame here. */
function atOnce(work: () => void): () => void {
  work()
  return () => {}
}

function someUse(id: string): DatedUse {
  return {
    name: `Name ${id}`,
    quantity: null,
    unitId: null,
    tags: [],
    itemId: id,
    at: Number(id) || 0,
  }
}

/** So many items, the later ones changed last. */
function build(count: number) {
  const items = new Map(
    Array.from({ length: count }, (_, n) => [String(n), someUse(String(n))] as const),
  )
  let tasks: (() => void)[] = []
  let reads = 0
  const told = createListUses({
    readItem(id) {
      reads += 1
      return items.get(id)
    },
    later(work) {
      tasks.push(work)
      return () => {
        tasks = tasks.filter(task => task !== work)
      }
    },
  })
  return {
    told,
    items,
    reads: () => reads,
    /** Answers how many slices there were. */
    run() {
      let slices = 0
      for (let task = tasks.shift(); task; task = tasks.shift()) {
        slices += 1
        task()
      }
      return slices
    },
  }
}
