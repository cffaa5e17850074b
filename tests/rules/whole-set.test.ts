import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Member, mergeIds, mergeWholeSet, setAt } from '../../rules/whole-set.ts'

test.each([
  // what it is now, what is wanted, what was seen then, what it is afterwards
  ['nothing is changed', 'ab', 'ab', 'ab', 'ab'],
  ['one is given', 'a', 'ax', 'a', 'ax'],
  ['one is taken off', 'ab', 'a', 'ab', 'a'],
  ['what another gave stays', 'abz', 'abx', 'ab', 'abxz'],
  ['what another took off stays gone', 'b', 'abx', 'ab', 'bx'],
  ['both gave the same', 'ax', 'ax', 'a', 'ax'],
  ['both took the same off', 'a', 'a', 'ab', 'a'],
  ['given and taken off again, while another gave it', 'ax', 'a', 'ax', 'a'],
  ['taken off and given again, while another took it off', '', 'ab', 'b', 'a'],
  ['another order', 'abc', 'cb', 'abc', 'cb'],
  ['another order, and what another gave behind it', 'azbc', 'cb', 'abc', 'cbz'],
  ['an order that another changed, too', 'cab', 'acb', 'abc', 'acb'],
  ['one is given in the order that another changed', 'cab', 'abxc', 'abc', 'cabx'],
  ['one is taken off in the order that another changed', 'cab', 'ac', 'abc', 'ca'],
  ['one is given where another gave it elsewhere', 'bx', 'xb', 'b', 'xb'],
  ['some are given before all others', 'ab', 'xyab', 'ab', 'xyab'],
  ['some are given behind one that another took off', 'b', 'axyb', 'ab', 'xyb'],
  ['twice is once', 'a', 'axax', 'a', 'ax'],
])('a set changed by two: %s', (_, current, wanted, base, after) => {
  expect(mergeIds([...current], [...wanted], [...base]).join('')).toBe(after)
})

describe('a whole set', () => {
  const a = { id: 'a', joined: 1, left: null }
  const b = { id: 'b', joined: 5, left: null }
  const c = { id: 'c', joined: 1, left: 5 }

  test.each([
    ['nothing new', [a], 'a', 3, 'a', '', ''],
    ['a new one joins', [a], 'ax', 3, 'ax', 'x', ''],
    ['one is taken out', [a], '', 3, '', '', 'a'],
    ['what joined since stays', [a, b], 'a', 4, 'ab', '', ''],
    ['what joined since stays, though all is taken out', [a, b], '', 4, 'b', '', 'a'],
    ['what was known is taken out', [a, b], 'a', 5, 'a', '', 'b'],
    ['what left since stays gone', [a, c], 'ac', 4, 'a', '', ''],
    ['what was known to be gone comes back', [a, c], 'ac', 5, 'ac', 'c', ''],
    ['without a revision the wish is all', [a, b, c], 'c', undefined, 'c', 'c', 'ab'],
    ['wanted order first, what stayed behind', [a, b], 'xa', 4, 'xab', 'x', ''],
    ['twice is once', [a], 'xax', 3, 'xa', 'x', ''],
  ])('%s', (_, current, wanted, known, ids, joined, left) => {
    const merged = mergeWholeSet(current, [...wanted], setAt(current, known))
    expect(merged.ids.join('')).toBe(ids)
    expect(merged.joined.join('')).toBe(joined)
    expect(merged.left.join('')).toBe(left)
  })

  test('two people who each add and remove on the same known set: both changes stand, in either order', () => {
    const some = fc.subarray([...'abcdef'])
    const own = fc.subarray([...'xyz'])
    fc.assert(
      fc.property(some, own, some, fc.subarray([...'uvw']), (keep1, add1, keep2, add2) => {
        const base = [...'abcdef'].map(id => ({ id, joined: 1, left: null }))
        const outcome = (wishes: readonly (readonly string[])[]) =>
          wishes.reduce<readonly Member[]>((set, wish, n) => apply(set, wish, 1, n + 2), base)
        const one = [...keep1, ...add1]
        const two = [...keep2, ...add2]
        const expected = [...keep1.filter(id => keep2.includes(id)), ...add1, ...add2].sort()
        expect(present(outcome([one, two]))).toEqual(expected)
        expect(present(outcome([two, one]))).toEqual(expected)
      }),
    )
  })
})

/** What a server does with the answer of the rule: stamps who joined and who left. */
function apply(set: readonly Member[], wish: readonly string[], known: number, revision: number) {
  const merged = mergeWholeSet(set, wish, setAt(set, known))
  const left = new Set(merged.left)
  const joined = new Set(merged.joined)
  return [
    ...set
      .filter(({ id }) => !joined.has(id))
      .map(m => (left.has(m.id) ? { ...m, left: revision } : m)),
    ...merged.joined.map(id => ({ id, joined: revision, left: null })),
  ]
}

function present(set: readonly Member[]): string[] {
  return set
    .filter(({ left }) => left === null)
    .map(({ id }) => id)
    .sort()
}
