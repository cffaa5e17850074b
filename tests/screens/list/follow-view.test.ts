import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RowIds } from '../../../src/cache/sync/list-views.ts'
import { followView } from '../../../src/list/rows/follow-view.ts'

describe('rows that were ticked', () => {
  test('stay where they are until the screen settles', () => {
    const before = { openIds: ['apples', 'bread', 'milk'], doneIds: [] }
    const view = { openIds: ['apples', 'milk'], doneIds: ['bread'] }
    expect(followView(before, view)).toEqual({ openIds: ['apples', 'bread', 'milk'], doneIds: [] })
  })

  test('keep their place when they are unticked in the trolley', () => {
    const before = { openIds: ['apples'], doneIds: ['bread', 'milk'] }
    const view = { openIds: ['apples', 'milk'], doneIds: ['bread'] }
    expect(followView(before, view)).toEqual({ openIds: ['apples'], doneIds: ['bread', 'milk'] })
  })

  test('keep their place while others come and go', () => {
    const before = { openIds: ['apples', 'bread', 'milk'], doneIds: [] }
    const view = { openIds: ['milk', 'salt'], doneIds: ['bread'] }
    expect(followView(before, view).openIds).toEqual(['bread', 'milk', 'salt'])
  })

  test('are nowhere twice, and nothing is lost', () => {
    fc.assert(
      fc.property(views(), views(), (before, view) => {
        const shown = followView(before, view)
        const ids = [...shown.openIds, ...shown.doneIds]
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.toSorted()).toEqual([...view.openIds, ...view.doneIds].toSorted())
      }),
    )
  })

  test('are where the data has them when nothing lingers', () => {
    const before = { openIds: ['apples', 'bread'], doneIds: [] }
    const view = { openIds: ['bread', 'apples', 'milk'], doneIds: [] }
    expect(followView(before, view)).toBe(view)
  })
})

function views(): fc.Arbitrary<RowIds> {
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 12 }).map(String))
  return fc.tuple(ids, fc.nat()).map(([all, cut]) => {
    const at = all.length === 0 ? 0 : cut % (all.length + 1)
    return { openIds: all.slice(0, at), doneIds: all.slice(at) }
  })
}
