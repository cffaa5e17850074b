/** What the server shows of a list before the code is there, out of what the build cut from the app's own screen. */
import { beforeAll, expect, test } from 'vitest'
import { firstLookParts } from '../../build/pages/first-look-parts.ts'
import { type FirstLookParts, firstLook } from '../../server/http/first-look.ts'

let parts: FirstLookParts
beforeAll(async () => {
  parts = await firstLookParts()
})

const dairy = { id: 'dairy', name: 'Dairy', color: '#1c7ed6' }
const bio = { id: 'bio', name: 'Bio "{{name}}"', color: '#e8590c' }
const kilogram = { id: 'kg', name: 'kilogram', abbreviation: 'kg' }
const list = {
  id: 'weekly',
  name: 'Weekly & <more>',
  listType: 'SIMPLE',
  notes: null,
  order: 2,
  permission: 'ADMIN',
  sharedByName: null,
  itemTags: [],
}
const milk = {
  id: 'milk',
  name: 'Milk',
  quantityToPurchase: null,
  unitId: null,
  purchased: false,
  notes: null,
  order: 1,
  itemTags: [],
}
const bread = { ...milk, id: 'bread', name: 'Bread', order: 2 }
const salt = { ...milk, id: 'salt', name: 'Salt', purchased: true, order: 3 }

interface Told {
  readonly list?: object
  readonly items?: readonly object[]
  readonly config?: object
  readonly others?: readonly object[]
}

function look(told: Told = {}, path = '/product/shoppinglist?list=weekly') {
  const { items = [bread, milk, salt], config = {}, others = [] } = told
  const lists = [{ list: { ...list, ...told.list }, items }, ...others]
  const answers = new Map([
    ['changes', JSON.stringify({ data: { changes: { own: { userConfig: config }, lists } } })],
    ['getAllUnit', JSON.stringify({ data: { getAllUnit: [kilogram] } })],
  ])
  return firstLook(parts, answers, new URL(path, 'http://aisle.test'))
}

/** As it is read, row by row; the rows of what is to be bought alone. */
function rowsOf(html = '') {
  const [, rows = ''] = html.split('<ul data-rows>')
  return rows.split('</li>').slice(0, -1).map(wordsOf)
}

function wordsOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function screenOf(html = '', width = 'all'): string {
  return html.split(`<div data-media="${width}">`)[1]?.split('<div data-media=')[0] ?? ''
}

test('the rows stand in their order, with how far the shopping is, what is written and what is done', () => {
  const notes = 'Bring the "bags"'
  const { html, holds } = look({ list: { notes } }) ?? {}
  expect(rowsOf(html)).toEqual(['Milk', 'Bread'])
  const words = wordsOf(screenOf(html))
  expect(words).toContain('Weekly &amp; &lt;more>')
  expect(words).toContain('1 of 3 in the trolley')
  expect(words).toContain('Bring the &quot;bags&quot;')
  expect(words).toContain('In the trolley (1)')
  expect(words).not.toContain('You can look at this list')
  expect(holds).toEqual({ isFirst: true, title: 'Weekly & <more> – Aisle', path: '/product' })
})

test('no hole is left, no style stands in the HTML, and there is a screen for each width', () => {
  const { html = '' } = look({ list: { itemTags: [dairy] }, items: [milk] }) ?? {}
  expect(html).not.toContain('{{')
  expect(html).not.toMatch(/\sstyle=|SAMPLE|LIST-NOTES|LIST-ID|ITEM-/)
  for (const width of ['(min-width: 75rem)', '(min-width: 56.25rem)', 'all'])
    expect(wordsOf(screenOf(html, width))).toContain('Weekly')
})

test('it says which list it is, so that nothing is done on another', () => {
  const { html = '' } = look({ list: { id: '"weekly"' } }, '/product') ?? {}
  for (const width of ['(min-width: 75rem)', '(min-width: 56.25rem)', 'all'])
    expect(screenOf(html, width)).toContain('data-list="&quot;weekly&quot;"')
})

test('what nobody did and nobody wrote is not said', () => {
  const words = wordsOf(screenOf(look({ items: [milk] })?.html))
  expect(words).not.toContain('In the trolley')
  expect(words).toContain('0 of 1')
})

test('a row says how much, of what kind and what is to be heeded, as text', () => {
  const item = {
    ...milk,
    id: '"id"',
    name: '<b & "Cheese"',
    quantityToPurchase: 1.5,
    unitId: 'kg',
    itemTags: [dairy, bio],
    notes: '{{tags}} & old',
  }
  const { html } = look({ list: { itemTags: [dairy, bio] }, items: [bread, item] }) ?? {}
  expect(rowsOf(html)).toEqual([
    'Dairy',
    '&lt;b &amp; &quot;Cheese&quot; 1½ kg Bio &quot;{{name}}&quot; {{tags}} &amp; old',
    'Without a tag',
    'Bread',
  ])
  expect(html).toContain('data-item="&quot;id&quot;"')
  expect(html).toContain('data-style="background-color:#1c7ed6"')
})

test('a list that one may not change says so, and cannot be ticked', () => {
  const { html = '' } = look({ list: { permission: 'VIEW', sharedByName: 'Ben & Co' } }) ?? {}
  expect(wordsOf(screenOf(html))).toContain(
    'You can look at this list, not change it. Ben &amp; Co can let you.',
  )
  expect(html.match(/<input type="checkbox"[^>]*>/g)?.every(box => box.includes('disabled'))).toBe(
    true,
  )
  expect(html).not.toContain('Add an item')
})

test('of a long list the first rows are there, and the room of the others', () => {
  const items = Array.from({ length: 2_000 }, (_, n) => ({ ...milk, id: `${n}`, order: n }))
  const { html = '' } = look({ items }) ?? {}
  expect(rowsOf(html)).toHaveLength(30)
  expect(html).toContain(`data-style="min-height:${2_000 * 56}px"`)
  expect(wordsOf(screenOf(html))).toContain('2,000')
})

const other = { list: { ...list, id: 'other', name: 'Other', order: 1 }, items: [bread] }

test.each([
  ['/product', {}, 'Other'],
  ['/app', {}, 'Other'],
  ['/product/shoppinglist', { shoppingListId: 'weekly' }, 'Weekly'],
  ['/product/?list=other', { shoppingListId: 'weekly' }, 'Other'],
])('%s shows the list that the app would', (path, config, name) => {
  const { html } = look({ config, others: [other] }, path) ?? {}
  expect(wordsOf(screenOf(html))).toContain(name)
})

test.each([
  ['counts what is there', { list: { listType: 'STOCK' } }],
  ['has nothing to buy', { items: [salt] }],
  ['is empty', { items: [] }],
  ['is filtered', { config: { itemFilters: '{"v":1,"lists":{"weekly":{"sort":"name"}}}' } }],
])('a list that %s waits for the code', (_, told) => {
  expect(look(told)).toBe(undefined)
})

test.each(['/product/shoppinglist?list=gone', '/product/friends', '/product/item?item=milk', '/'])(
  '%s shows no list',
  path => expect(look({}, path)).toBe(undefined),
)

test('without an answer there is nothing to look at', () => {
  const url = new URL('http://aisle.test/product')
  expect(firstLook(parts, new Map(), url)).toBe(undefined)
  expect(firstLook(parts, new Map([['changes', '{"errors":[{}]}']]), url)).toBe(undefined)
})
