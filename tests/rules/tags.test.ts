import { describe, expect, test } from 'vitest'
import {
  fittingTags,
  keepTags,
  laidOver,
  matchTags,
  mergeTags,
  nextTagColor,
  tagColors,
  tagsInAisle,
  wishNow,
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

describe('a set of tags as it stands by now', () => {
  const look = (id: string | undefined, name: string, color?: string) => ({
    ...(id !== undefined && { id }),
    name,
    ...(color && { color }),
  })
  type Look = ReturnType<typeof look>
  const dairy = look('1', 'Dairy', 'red')

  test.each<[string, Look[], Look[], Look[], Look[]]>([
    // what is wanted, what was seen, what is there by now, what is wanted by now
    ['nothing was changed', [dairy], [dairy], [dairy], [dairy]],
    ['what is new is as it is wanted', [look(undefined, 'New')], [], [], [look(undefined, 'New')]],
    ['what left stays gone', [dairy, look('2', 'B')], [dairy, look('2', 'B')], [], []],
    ['by its name alone, too', [look(undefined, 'dairy')], [look(undefined, 'Dairy')], [], []],
    [
      'beside one without an id',
      [look(undefined, 'Dairy'), look(undefined, 'New')],
      [look(undefined, 'Dairy')],
      [],
      [look(undefined, 'New')],
    ],
    [
      'what another called anew',
      [dairy],
      [dairy],
      [look('1', 'Cold', 'red')],
      [look('1', 'Cold', 'red')],
    ],
    [
      'and coloured anew',
      [dairy],
      [dairy],
      [look('1', 'Dairy', 'blue')],
      [look('1', 'Dairy', 'blue')],
    ],
    [
      'one calls it anew while the other colours it',
      [look('1', 'Dairy', 'green')],
      [dairy],
      [look('1', 'Cold', 'red')],
      [look('1', 'Cold', 'green')],
    ],
    [
      'both call it anew',
      [look('1', 'Milk', 'red')],
      [dairy],
      [look('1', 'Cold', 'blue')],
      [look('1', 'Milk', 'blue')],
    ],
    [
      'a colour that is not told stays',
      [look('1', 'Dairy')],
      [dairy],
      [look('1', 'Dairy', 'blue')],
      [look('1', 'Dairy', 'blue')],
    ],
    [
      'a name alone is the tag that was seen, whatever it is called by now',
      [look(undefined, 'Dairy')],
      [dairy],
      [look('1', 'Cold', 'red')],
      [look('1', 'Cold', 'red')],
    ],
    [
      'one that is renamed leaves its name to a new one',
      [look('1', 'Cold', 'red'), look(undefined, 'Dairy', 'blue')],
      [dairy],
      [dairy],
      [look('1', 'Cold', 'red'), look(undefined, 'Dairy', 'blue')],
    ],
    [
      'though another took it off the list',
      [look('1', 'Cold', 'red'), look(undefined, 'Dairy', 'blue')],
      [dairy],
      [],
      [look(undefined, 'Dairy', 'blue')],
    ],
  ])('%s', (_, wanted, before, present, now) => {
    const find = ({
      id,
      name,
    }: {
      readonly id?: string | null | undefined
      readonly name: string
    }) => {
      const there = present.find(one => one.id === id) ?? present.find(one => one.name === name)
      return there && { id: there.id ?? '', name: there.name, color: there.color ?? '' }
    }
    expect(wishNow(wanted, before, find).wanted).toEqual(now)
  })
})

test('what is made anew carries what others gave it, too, and not what they took off', () => {
  const [food, organic, vegan] = [tag('1', 'Food'), tag('2', 'Organic'), { name: 'Vegan' }]
  expect(laidOver([food, organic], [food, vegan], [food])).toEqual([food, vegan, organic])
  expect(laidOver<{ id?: string; name: string }>([organic], [food, vegan], [food])).toEqual([
    vegan,
    organic,
  ])
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
