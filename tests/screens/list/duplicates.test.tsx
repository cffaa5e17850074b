import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { seededUnits } from '../../../server/db/migrations/002-seed-units.ts'
import { createItem, updateItem } from '../../../src/cache/edits/item-edits.ts'
import { DuplicatesCard } from '../../../src/features/quick-add/duplicates/duplicates-card.tsx'
import {
  createKeptDuplicates,
  duplicatesKey,
} from '../../../src/features/quick-add/duplicates/kept-duplicates.ts'
import { planMerge } from '../../../src/features/quick-add/duplicates/merge-plan.ts'
import {
  createNameIndex,
  type NamedItem,
} from '../../../src/features/quick-add/duplicates/name-index.ts'
import { memoryStorage } from '../../support/memory-storage.ts'
import { shop, showList } from './list-stage.tsx'

describe('the names on a list', () => {
  it('finds duplicates once it is loaded, in slices', () => {
    const { index, run } = build([item('a', 'Milk'), item('b', 'Bread'), item('c', ' MILK ')])
    expect(index.duplicates.get()).toEqual([])
    run()
    expect(index.duplicates.get()).toEqual([['a', 'c']])
    expect(index.find('bread')?.id).toBe('b')
    expect(index.find('cheese')).toBeUndefined()
  })

  it('does a large list piece by piece, and each item once', () => {
    const many = Array.from({ length: 1_000 }, (_, count) => item(`id${count}`, `Name ${count}`))
    const { index, run, reads, slices } = build(many)
    run()
    expect(reads()).toBe(1_000)
    expect(slices()).toBe(5)
    expect(index.find('name 999')?.id).toBe('id999')
  })

  it('reads only what changed', () => {
    const { index, run, reads, change } = build([item('a', 'Milk'), item('b', 'Bread')])
    run()
    const before = reads()
    change(item('b', 'Bread', { purchased: true }))
    index.changed(['b'])
    expect(reads()).toBe(before + 1)
  })

  it('judges a name once, of however many items at a time', () => {
    let asked = 0
    const many = Array.from({ length: 1_000 }, (_, count) => ({
      ...item(`id${count}`, 'Milk'),
      get order() {
        asked += 1
        return count
      },
    }))
    const { index, run, change } = build(many)
    run()
    const before = asked
    for (const each of many) change(Object.create(each), each.id)
    index.changed(many.map(({ id }) => id))
    expect(index.duplicates.get()[0]).toHaveLength(1_000)
    // To put them in their order asks each of them some ten times.
    expect(asked - before).toBeLessThan(100 * many.length)
  })

  it('a tick of something else tells nobody', () => {
    const { index, run, change } = build([item('a', 'Milk'), item('b', 'Bread')])
    run()
    let told = 0
    index.duplicates.subscribe(() => {
      told += 1
    })
    change(item('b', 'Bread', { purchased: true }))
    index.changed(['b'])
    expect(told).toBe(0)
  })

  it('is told of once where names are there twice all over a large list', () => {
    const many = Array.from({ length: 1_000 }, (_, count) =>
      item(`id${count}`, `Name ${count % 500}`, { order: count }),
    )
    const { index, run } = build(many)
    const told: number[] = []
    index.duplicates.subscribe(() => told.push(index.duplicates.get().length))
    run()
    expect(told).toEqual([500])
    expect(index.duplicates.get()[1]).toEqual(['id1', 'id501'])
  })

  it('what becomes of one in the trolley tells nobody, and leaves the other names as they are', () => {
    const { index, run, change } = build([
      ...['a', 'b', 'c'].map(id => item(id, 'Milk')),
      ...['d', 'e'].map(id => item(id, 'Bread')),
    ])
    run()
    const [, bread] = index.duplicates.get()
    change(item('b', 'Milk', { purchased: true }))
    index.changed(['b'])
    const after = index.duplicates.get()
    expect(after).toEqual([
      ['a', 'c'],
      ['d', 'e'],
    ])
    expect(after[1]).toBe(bread)
    change(item('b', 'Milk', { purchased: true, quantityToPurchase: 2 }))
    index.changed(['b'])
    expect(index.duplicates.get()).toBe(after)
  })

  it('a name follows the row that stands highest', () => {
    const { index, run, change } = build([
      ...['a', 'b'].map(id => item(id, 'Milk')),
      ...['d', 'e'].map(id => item(id, 'Bread')),
    ])
    run()
    change(item('e', 'Bread', { order: 0 }))
    index.changed(['e'])
    expect(index.duplicates.get()).toEqual([
      ['e', 'd'],
      ['a', 'b'],
    ])
  })

  it.each([
    ['one is ticked', item('b', 'Milk', { purchased: true })],
    ['one is renamed', item('b', 'Oat milk')],
    ['one moves to another list', item('b', 'Milk', { shoppingListId: 'other' })],
    ['one is deleted', undefined],
  ])('they are duplicates no longer when %s', (_, next) => {
    const { index, run, change } = build([item('a', 'Milk'), item('b', 'Milk')])
    run()
    expect(index.duplicates.get()).toHaveLength(1)
    change(next, 'b')
    index.changed(['b'])
    expect(index.duplicates.get()).toEqual([])
  })

  it.each([
    ['added', undefined, item('b', 'Milk')],
    ['renamed', item('b', 'Mlik'), item('b', 'Milk')],
    ['brought back', item('b', 'Milk', { purchased: true }), item('b', 'Milk')],
    ['moved here', item('b', 'Milk', { shoppingListId: 'other' }), item('b', 'Milk')],
  ])('they are duplicates when one is %s', (_, before, after) => {
    const { index, run, change } = build([item('a', 'Milk'), ...(before ? [before] : [])])
    run()
    expect(index.duplicates.get()).toEqual([])
    change(after)
    index.changed(['b'])
    expect(index.duplicates.get()).toEqual([['a', 'b']])
  })

  it('an item of another list is none of its business', () => {
    const { index, run, change } = build([item('a', 'Milk')])
    run()
    change(item('z', 'Milk', { shoppingListId: 'other' }))
    index.changed(['z'])
    expect(index.duplicates.get()).toEqual([])
    expect(index.find('milk')?.id).toBe('a')
  })

  it('prefers the unticked one of a name', () => {
    const { index, run } = build([item('a', 'Milk', { purchased: true }), item('b', 'Milk')])
    run()
    expect(index.find('milk')?.id).toBe('b')
  })

  it('what went while nobody looked is gone after the next load', () => {
    const { index, run, change } = build([item('a', 'Milk'), item('b', 'Milk')])
    run()
    change(undefined, 'b')
    index.load(['a'])
    expect(index.duplicates.get()).toEqual([])
  })

  it('stops where the screen is left', () => {
    const { index, run, reads } = build([item('a', 'Milk')])
    index.close()
    run()
    expect(reads()).toBe(0)
  })
})

describe('what a merge would be', () => {
  const full = (id: string, quantityToPurchase: number | null, unitId: string | null) => ({
    ...item(id, 'Milk'),
    quantityToPurchase,
    unitId,
    quantityInStock: 0,
    notes: null,
    itemTags: [],
  })

  it('adds up all of the same unit', () => {
    const plan = planMerge([full('a', 1, 'l'), full('b', 2, 'l'), full('c', 3, 'l')], seededUnits)
    expect(plan?.after.quantityToPurchase).toBe(6)
    expect(plan?.gone.map(each => each.id)).toEqual(['b', 'c'])
  })

  it('leaves alone what counts otherwise', () => {
    const plan = planMerge([full('a', 1, 'kg'), full('b', 2, 'l'), full('c', 3, 'l')], seededUnits)
    expect(plan?.before.id).toBe('b')
    expect(plan?.gone.map(each => each.id)).toEqual(['c'])
    expect(planMerge([full('a', 1, 'kg'), full('b', 2, 'l')], seededUnits)).toBeUndefined()
  })
})

describe('the card', () => {
  const rows = [
    { id: 'a', name: 'Milk', amount: '2 l', notes: '' },
    { id: 'b', name: 'milk', amount: '1 l', notes: 'the blue one' },
  ]

  it('shows both rows and merges with one tap', async () => {
    const done: string[] = []
    render(
      <DuplicatesCard
        rows={rows}
        merged="3 l"
        areNotesLong={false}
        more={1}
        onMerge={() => done.push('merge')}
        onKeep={() => done.push('keep')}
      />,
    )
    const card = screen.getByRole('region', { name: 'On the list twice' })
    expect(card.textContent).toContain('2 l')
    expect(card.textContent).toContain('the blue one')
    expect(within(card).getByText('milk').tagName, 'its amount stays beside it').toBe('BDI')
    expect(card.textContent).toContain('1 more like this')
    await userEvent.click(screen.getByRole('button', { name: 'Merge Milk' }))
    await userEvent.click(screen.getByRole('button', { name: 'Keep both' }))
    expect(done).toEqual(['merge', 'keep'])
  })

  it.each([
    ['in other units', { unitId: 'unit-kg', quantityToPurchase: 1 }, /different units/],
    ['with long notes', { notes: 'b'.repeat(3_000) }, /^Their notes .* 5,000 characters/],
  ])('says why two of one name %s cannot be merged', async (_, fields, why) => {
    await showList({
      items: ['Milk'],
      prepare({ plain }) {
        const notes = 'a'.repeat(3_000)
        plain.perform(updateItem, { id: 'milk', quantityToPurchase: 2, unitId: 'unit-l', notes })
        const another = { id: 'other', name: 'milk', quantityToPurchase: 1, unitId: 'unit-l' }
        plain.perform(createItem, { shoppingListId: shop, ...another, ...fields })
      },
    })
    const card = await screen.findByRole('region', { name: 'On the list twice' })
    within(card).getByText(why)
    expect(screen.queryByRole('button', { name: 'Merge Milk' })).toBeNull()
  })
})

describe('keeping both', () => {
  it('is remembered on the device, for these rows', async () => {
    const storage = memoryStorage()
    createKeptDuplicates(storage, 1).keep(['b', 'a'])
    await Promise.resolve()
    await new Promise(resolve => setTimeout(resolve))
    const again = createKeptDuplicates(storage, 1)
    await new Promise(resolve => setTimeout(resolve))
    expect(again.kept.get().has(duplicatesKey(['a', 'b']))).toBe(true)
    expect(again.kept.get().has(duplicatesKey(['a', 'b', 'c']))).toBe(false)
  })
})

function item(id: string, name: string, rest: Partial<NamedItem> = {}): NamedItem {
  return {
    id,
    name,
    shoppingListId: 'list',
    purchased: false,
    quantityToPurchase: null,
    unitId: null,
    order: id.charCodeAt(0),
    ...rest,
  }
}

function build(all: readonly NamedItem[]) {
  const stored = new Map(all.map(each => [each.id, each]))
  const queue: (() => void)[] = []
  let reads = 0
  let slices = 0
  const index = createNameIndex({
    listId: 'list',
    readItem(id) {
      reads += 1
      return stored.get(id)
    },
    later(work) {
      queue.push(work)
      return () => {
        queue.splice(queue.indexOf(work), 1)
      }
    },
  })
  index.load(all.filter(each => each.shoppingListId === 'list').map(each => each.id))
  return {
    index,
    run() {
      for (let work = queue.shift(); work; work = queue.shift()) {
        slices += 1
        work()
      }
    },
    change(next: NamedItem | undefined, id = next?.id ?? '') {
      if (next) stored.set(id, next)
      else stored.delete(id)
    },
    reads: () => reads,
    slices: () => slices,
  }
}
