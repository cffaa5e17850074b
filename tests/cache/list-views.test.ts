/** Which items are open and which done: told step by step, and always what a fresh look would say. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createListViews } from '../../src/cache/sync/list-views.ts'
import type { CacheRecord } from '../../src/offline/derived-cache.ts'
import type { Offline } from '../../src/offline/offline.ts'

test('follow every tick, move, addition and deletion', () => {
  fc.assert(
    fc.property(fc.array(severalSteps, { maxLength: 20 }), all => {
      const house = createRecords()
      const followed = createListViews(house.offline)
      const stops = lists.map(id => followed.subscribe(id, () => {}))
      for (const id of lists) followed.view(id)
      for (const several of all) {
        house.take(...several)
        const fresh = createListViews(house.offline)
        for (const id of lists) {
          expect(followed.view(id)).toEqual(fresh.view(id))
          expect(followed.counts(id)).toEqual(fresh.counts(id))
        }
      }
      for (const stop of stops) stop()
    }),
  )
})

test('attended again, they know what they did not hear', () => {
  const house = createRecords()
  const views = createListViews(house.offline)
  house.take({ kind: 'place', item: 'a', list: 'L1', at: 0 })
  expect(views.view('L1').openIds).toEqual(['a'])
  views.attend()()
  house.take({ kind: 'tick', item: 'a', purchased: true })
  expect(views.view('L1').openIds).toEqual(['a'])
  views.attend()
  expect(views.view('L1').doneIds).toEqual(['a'])
  house.take({ kind: 'tick', item: 'a', purchased: false })
  expect(views.view('L1').openIds).toEqual(['a'])
})

test('a tick leaves the ids and the other list alone', () => {
  const house = createRecords()
  const views = createListViews(house.offline)
  const told: string[] = []
  for (const id of lists) views.subscribe(id, () => told.push(id))
  house.take({ kind: 'place', item: 'a', list: 'L1', at: 0 })
  house.take({ kind: 'place', item: 'b', list: 'L2', at: 0 })
  const before = lists.map(id => views.view(id))
  told.length = 0
  house.take({ kind: 'tick', item: 'a', purchased: true })
  expect(told).toEqual(['L1'])
  expect(views.view('L1').ids).toBe(before[0]?.ids)
  expect(views.view('L1').doneIds).toEqual(['a'])
  expect(views.view('L2')).toBe(before[1])
})

test('a row that moves, comes or goes makes nobody look at the others', () => {
  const house = createRecords()
  for (const item of items) house.take({ kind: 'place', item, list: 'L1', at: 0 })
  const looked = new Set<string>()
  const views = createListViews({
    ...house.offline,
    peek(id: string) {
      looked.add(id)
      return house.offline.peek(id)
    },
  })
  expect(views.view('L1').ids).toEqual(['e', 'd', 'c', 'b', 'a'])
  looked.clear()
  house.take({ kind: 'place', item: 'c', list: 'L1', at: 0 })
  house.take({ kind: 'place', item: 'f', list: 'L1', at: 2 })
  house.take({ kind: 'delete', item: 'c' })
  expect(views.view('L1').ids).toEqual(['e', 'f', 'd', 'b', 'a'])
  expect([...looked].filter(id => id.startsWith('Item:'))).toEqual(['Item:c', 'Item:f'])
})

const lists = ['L1', 'L2'] as const
const items = ['a', 'b', 'c', 'd', 'e']

type Step =
  | { readonly kind: 'tick'; readonly item: string; readonly purchased: boolean }
  | { readonly kind: 'place'; readonly item: string; readonly list: string; readonly at: number }
  | { readonly kind: 'delete'; readonly item: string }

function steps(): fc.Arbitrary<Step> {
  const item = fc.constantFrom(...items)
  return fc.oneof(
    fc.record({ kind: fc.constant('tick' as const), item, purchased: fc.boolean() }),
    fc.record({
      kind: fc.constant('place' as const),
      item,
      list: fc.constantFrom(...lists),
      at: fc.nat(5),
    }),
    fc.record({ kind: fc.constant('delete' as const), item }),
  )
}

/** Told of in one go. */
const severalSteps = fc.array(steps(), { minLength: 1, maxLength: 3 })

/** Records as they lie in the cache, told of as the cache tells. */
function createRecords() {
  const records = new Map<string, CacheRecord>()
  const listeners = new Set<(ids: ReadonlySet<string>) => void>()
  const refsOf = (list: string) => records.get(`ShoppingList:${list}`)?.items as Ref[]
  for (const list of lists) records.set(`ShoppingList:${list}`, { items: [] })

  function setRefs(list: string, refs: readonly Ref[]): string {
    records.set(`ShoppingList:${list}`, { items: refs })
    return `ShoppingList:${list}`
  }

  function change(step: Step): readonly string[] {
    const id = `Item:${step.item}`
    const before = records.get(id)
    if (step.kind === 'delete') {
      // The reference stays, as it does in the layer.
      records.delete(id)
      return [id]
    }
    if (step.kind === 'tick') {
      if (!before) return []
      records.set(id, { ...before, purchased: step.purchased })
      return [id]
    }
    records.set(id, { purchased: before?.purchased ?? false, shoppingListId: step.list })
    const changed = lists.map(list =>
      setRefs(
        list,
        refsOf(list).filter(ref => ref.__ref !== id),
      ),
    )
    setRefs(step.list, refsOf(step.list).toSpliced(step.at, 0, { __ref: id }))
    return [id, ...changed]
  }

  return {
    offline: {
      peek: (id: string) => records.get(id),
      onChanged(listener: (ids: ReadonlySet<string>) => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    } as unknown as Offline,
    take(...several: readonly Step[]) {
      const changed = new Set(several.flatMap(change))
      if (changed.size > 0) for (const listener of listeners) listener(changed)
    },
  }
}

interface Ref {
  readonly __ref: string
}
