import { describe, expect, test } from 'vitest'
import {
  changedLooks,
  fittingTags,
  keepTags,
  matchTags,
  mergeTags,
  nextTagColor,
  tagColors,
  tagsInAisle,
  withPresentLooks,
} from '../../rules/lists/tags.ts'
import { contrast } from '../support/contrast.ts'

const tag = (id: string, name = id) => ({ id, name })
const fruit = tag('1', 'Fruit')
const dairy = tag('2', 'Dairy')

test('of proposed tags those fit that the list has, and as many others as it has room for', () => {
  const proposed = [tag('a', 'TAG 3'), tag('b', 'New'), tag('c', 'Tag 4'), tag('d', 'Newer')]
  const full = Array.from({ length: 99 }, (_, n) => tag(String(n), `Tag ${n}`))
  expect(fittingTags(full, proposed)).toEqual([full[3], proposed[1], full[4]])
  const over = [...full, tag('99'), tag('100')]
  expect(fittingTags(over, proposed)).toEqual([full[3], full[4]])
})

describe('tags of an item join its list (spec section 4)', () => {
  test.each([
    [[fruit], [dairy], [fruit, dairy]],
    [[fruit], [fruit], [fruit]],
    [[fruit], [tag('9', 'FRUIT')], [fruit]],
    [[fruit], [tag('1', 'Renamed')], [fruit]],
    [[], [dairy, tag('9', 'dairy')], [dairy]],
    [[fruit, dairy], [], [fruit, dairy]],
  ])('%j and %j', (list, item, merged) => {
    expect(mergeTags(list, item)).toEqual(merged)
  })

  test('the item carries the list’s own tags, once each, in its own order', () => {
    const list = mergeTags([fruit], [tag('9', 'fruit'), dairy])
    expect(matchTags(list, [dairy, tag('9', 'fruit'), fruit])).toEqual([dairy, fruit])
  })
})

test('tags that left the list leave its items', () => {
  expect(keepTags([dairy, fruit, tag('3')], [fruit, dairy])).toEqual([dairy, fruit])
  expect(keepTags([dairy, fruit], [])).toEqual([])
})

describe('an item that is put into another aisle', () => {
  const sale = tag('3', 'Sale')

  test.each([
    ['takes its tag for the one it left', [fruit], '1', dairy, [dairy]],
    ['keeps its others behind', [fruit, sale], '1', dairy, [dairy, sale]],
    ['carries that tag already: it comes first', [fruit, sale, dairy], '1', dairy, [dairy, sale]],
    ['had none', [], undefined, dairy, [dairy]],
    ['goes where nothing is tagged', [fruit, sale], '1', undefined, []],
    ['stays there', [fruit, sale], '1', fruit, [fruit, sale]],
  ])('%s', (_, itemTags, leftId, to, expected) => {
    expect(tagsInAisle(itemTags, leftId, to)).toEqual(expected)
  })
})

test('of a whole set only the tags that are named as changed get another look', () => {
  const red = { ...tag('1', 'Fruit'), color: 'red' }
  const blue = { ...tag('2', 'Dairy'), color: 'blue' }
  const present = [
    { ...red, name: 'Obst' },
    { ...blue, color: 'green' },
    { ...tag('3'), color: 'grey' },
  ]
  const added = { name: 'Fruit' }
  const mine = { ...blue, name: 'Cheese' }
  expect(withPresentLooks([mine, red, added], present, ['2'])).toEqual([mine, present[0], added])
  expect(withPresentLooks([{ id: '2', name: 'Dairy' }], present, [])).toEqual([present[1]])
  expect(withPresentLooks([tag('9', 'Unknown')], present, [])).toEqual([tag('9', 'Unknown')])
})

test('those that look otherwise are told, not those that moved, came or went', () => {
  const seen = (id: string, name: string, color?: string) => ({ id, name, color })
  const before = [seen('a', 'A', 'red'), seen('b', 'B', 'red'), seen('c', 'C', 'red')]
  const wanted = [seen('c', 'C', 'blue'), { name: 'Dry', color: 'blue' }, seen('a', 'Aa', 'red')]
  expect(changedLooks(wanted, before)).toEqual(['c', 'a'])
  // Without a colour it keeps the one that it has.
  expect(changedLooks([seen('b', 'B'), seen('a', 'A', 'red'), seen('x', 'X')], before)).toEqual([])
})

describe('a colour for a new tag', () => {
  test('is one that the list does not use, then the least used', () => {
    const used: { color: string }[] = []
    for (const color of tagColors) {
      expect(nextTagColor(used)).toBe(color)
      used.push({ color: color.toUpperCase() })
    }
    expect(nextTagColor([...used, { color: tagColors[0] }])).toBe(tagColors[1])
    expect(nextTagColor([{ color: '#123456' }])).toBe(tagColors[0])
  })

  test.each(tagColors)('%s stands out on every ground, light and dark', color => {
    for (const ground of ['#ffffff', '#f6f5f3', '#17171a', '#212126', '#2a2a30']) {
      expect(contrast(color, ground)).toBeGreaterThanOrEqual(3)
    }
  })
})
