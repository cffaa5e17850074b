import { describe, expect, it } from 'vitest'
import { type ExchangeList, toExchangeList } from '../../rules/exchange/exchange-list.ts'
import { groupByTag, writeMarkdownList, writeTextList } from '../../rules/exchange/exchange-text.ts'
import { anExchangeItem } from '../support/records.ts'

const units = [
  { id: 'u1', name: 'kilogram', abbreviation: 'kg' },
  { id: 'u2', name: 'bottle', abbreviation: 'bottle' },
]

const list: ExchangeList = {
  name: 'Weekly shop',
  listType: 'STOCK',
  favourite: false,
  notes: 'Bring *bags*',
  tags: [
    { name: 'Fruit', color: '#2b8a3e' },
    { name: 'Dairy', color: '#1c7ed6' },
    { name: 'Bakery', color: '#b7791f' },
  ],
  items: [
    anExchangeItem('Milk', { tags: ['Dairy'], quantityToPurchase: 2, unit: 'bottle' }),
    anExchangeItem('Apples', {
      tags: ['Fruit', 'Dairy'],
      quantityToPurchase: 1.5,
      unit: 'kilogram',
      quantityInStock: 0.5,
      notes: 'the red ones\nif they look good',
    }),
    anExchangeItem('Nails', { quantityToPurchase: 0 }),
    anExchangeItem('Feta', {
      tags: ['Dairy'],
      purchased: true,
      quantityToPurchase: 1,
      notes: 'of sheep',
    }),
  ],
}

describe('a list for people to read', () => {
  it('as text, by tag in the order of the aisles', () => {
    expect(writeTextList(list, { all: true, units })).toBe(
      [
        'Weekly shop',
        '',
        'Fruit:',
        '- 1 kg Apples (0.5 kg in stock; the red ones if they look good)',
        '',
        'Dairy:',
        '- 2 bottles Milk',
        '- 1 Feta (of sheep) ✓',
        '',
        'Other:',
        '- Nails',
        '',
      ].join('\n'),
    )
  })

  it('as Markdown with checkboxes', () => {
    expect(writeMarkdownList(list, { all: true, units })).toBe(
      [
        '# Weekly shop',
        '',
        'Bring \\*bags\\*',
        '',
        '## Fruit',
        '',
        '- [ ] 1 kg Apples (0.5 kg in stock; the red ones if they look good)',
        '',
        '## Dairy',
        '',
        '- [ ] 2 bottles Milk',
        '- [x] 1 Feta (of sheep)',
        '',
        '## Other',
        '',
        '- [ ] Nails',
        '',
      ].join('\n'),
    )
  })

  it('without what is in the trolley, and on a STOCK list without what there is enough of', () => {
    const named = (listType: 'SIMPLE' | 'STOCK') =>
      groupByTag({ ...list, listType }, false).flatMap(({ items }) => items.map(item => item.name))
    expect(named('SIMPLE')).toEqual(['Apples', 'Milk', 'Nails'])
    expect(named('STOCK')).toEqual(['Apples', 'Milk'])
    expect(writeTextList(list, { all: false, units })).not.toMatch(/Feta|Nails/)
  })

  it('on a SIMPLE list what is wanted is to buy, whatever there is', () => {
    const simple = { ...list, listType: 'SIMPLE' as const }
    expect(writeTextList(simple, { all: true, units })).toContain(
      '- 1.5 kg Apples (0.5 kg in stock; the red ones',
    )
  })

  it('without headings where nothing has a tag', () => {
    const plain = { ...list, tags: [], items: [anExchangeItem('Milk'), anExchangeItem('Bread')] }
    expect(writeTextList(plain, { all: true, units })).toBe('Weekly shop\n\n- Milk\n- Bread\n')
  })

  it.each([
    ['<b>bold</b>', '\\<b\\>bold\\</b\\>'],
    ['[x] done', '\\[x\\] done'],
    ['# head', '\\# head'],
    ['1. one', '1\\. one'],
    ['- dash', '\\- dash'],
    ['a_b*c', 'a\\_b\\*c'],
  ])('Markdown takes %j literally', (name, escaped) => {
    const markdown = writeMarkdownList(
      { ...list, tags: [], items: [anExchangeItem(name)] },
      { all: true, units },
    )
    expect(markdown).toContain(`- [ ] ${escaped}\n`)
  })
})

describe('a list as it leaves the product', () => {
  it('has names instead of ids, and every tag that one of its items has', () => {
    const dairy = { id: 't1', name: 'Dairy', color: '#1C7ED6' }
    const fruit = { id: 't2', name: 'Fruit', color: '#2b8a3e' }
    const stored = toExchangeList(
      { name: 'A', listType: 'SIMPLE', favourite: true, notes: null, itemTags: [dairy] },
      [
        {
          name: 'Milk',
          quantityToPurchase: null,
          quantityInStock: 0,
          unitId: 'u2',
          itemTags: [dairy, fruit],
          notes: null,
          purchased: true,
        },
      ],
      units,
    )
    expect(stored).toEqual({
      name: 'A',
      listType: 'SIMPLE',
      favourite: true,
      notes: '',
      tags: [
        { name: 'Dairy', color: '#1c7ed6' },
        { name: 'Fruit', color: '#2b8a3e' },
      ],
      items: [
        anExchangeItem('Milk', { unit: 'bottle', tags: ['Dairy', 'Fruit'], purchased: true }),
      ],
    })
  })
})
