import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkQuantity } from '../../rules/items/quantity.ts'
import { parseQuickAdd } from '../../rules/items/quick-add.ts'
import { findUnit } from '../../rules/items/units.ts'
import { cleanName } from '../../rules/text.ts'
import { seededUnits } from '../../server/db/migrations/002-seed-units.ts'

const units = [
  { id: 'kg', name: 'kilogram', abbreviation: 'kg' },
  { id: 'g', name: 'gram', abbreviation: 'g' },
  { id: 'l', name: 'litre', abbreviation: 'l' },
  { id: 'bottle', name: 'bottle', abbreviation: 'btl' },
  { id: 'can', name: 'can', abbreviation: 'can' },
  { id: 'bunch', name: 'bunch', abbreviation: 'bunch' },
  { id: 'loaf', name: 'loaf', abbreviation: 'loaf' },
  { id: 'piece', name: 'piece', abbreviation: 'pc' },
  { id: 'dozen', name: 'dozen', abbreviation: 'doz' },
]

describe('one line of quick add', () => {
  test.each([
    ['beer 6 x 330 ml', { name: 'beer 330 ml', quantity: 6, counted: true }],
    ['Mehl 2x500 g', { name: 'Mehl 500 g', quantity: 2, counted: true }],
    ['water 6 × 1,5 l', { name: 'water 1,5 l', quantity: 6, counted: true }],
    ['flour 6 x 1 000 g', { name: 'flour 1 000 g', quantity: 6, counted: true }],
    ['1 000 x nails', { name: 'nails', quantity: 1000, counted: true }],
    ['nails x 1 000', { name: 'nails', quantity: 1000, counted: true }],
    ['eggs 12 x 2', { name: 'eggs 12 x 2' }],
    ['米，油 6 x 500 g', { name: '米，油 500 g', quantity: 6, counted: true }],
    ['啤酒，黑 6x330 ml', { name: '啤酒，黑 330 ml', quantity: 6, counted: true }],
    ['حليب ٣ x ٥٠٠ g', { name: 'حليب ٥٠٠ g', quantity: 3, counted: true }],
    ['٧up 6 x 330 ml', { name: '٧up 330 ml', quantity: 6, counted: true }],
  ])('%j is so many of a size', (text, read) => {
    expect(
      parseQuickAdd(text, [...units, { id: 'ml', name: 'millilitre', abbreviation: 'ml' }]),
    ).toEqual(read)
  })

  test.each([
    '3,5 % Milch',
    '10 % cream',
    '2 - 3 apples',
    '3 to 4 carrots',
    '2 or 3 lemons',
    '2 à 3 pommes',
    '2 ou 3 pommes',
    '2 kg - 3 kg apples',
    'apples 2 - 3',
    'apples 2– 3',
    'apples ½ - 1',
    'Äpfel 2 bis 3',
    'pommes 2 à 3',
    'carrots 3 - 4 kg',
    'carrots 3 kg - 4 kg',
    'eggs 1 + 1',
    '2 in 1 shampoo',
    'shampoo 2 in 1',
    '3 for 2 soap',
    'soap 3 for 2',
    'Seife 3 für 2',
    'potatoes 1 kg or 2',
    'mince 500 g to 1 kg',
    'milk 1 l + 2',
    'milk 1 l & 2',
    '2 kg &',
    '2 kg / 3',
    '2 kg /3 apples',
    'milk 1 l / 2',
    'two to one 2 : 1',
    '2 bis 3',
    '5 € voucher',
    '5 $ voucher',
    '20 £ voucher',
    '9 V battery',
    '60 W bulb',
    '9 mm drill',
    'Mehl Typ 405',
    'flour type 00',
    'Windeln Größe 4',
    'Schuhe GRÖSSE 42',
    'nappies size 4',
    'Chanel No. 5',
    'Bleistift Nr. 2',
    'sun cream factor 50',
    'Lichtschutzfaktor 30',
    'Sonnencreme LSF 50',
    'sunscreen SPF 30',
    'Omega 3',
    '1,000 g flour',
    '1.500 kg flour',
    'flour 1,000 g',
    '1 500 g farine',
    '6 500 g bags',
    '2 400 g cans tomatoes',
    '1 000 500 g farine',
    '1 000.5 g farine',
    '1 000 000 g farine',
    '1 000 - 2 000 g farine',
    'farine 1 000 - 2 000 g',
    '0 000 g farine',
    '100 000 nails',
    'nails 1 000',
    '20 000 mAh power bank',
    '1 000 € voucher',
    '1 000 g',
    'farine 1 500 g',
    'farine 12 500 g',
    'nails 1 500',
    '1 500 g',
    'party 24/12',
    '24/7 gum',
    'shrimps 16/20',
    '10/12 shrimps',
    '٢٤/٧ gum',
    '١ ٥٠٠ g farine',
    '3/2 cucumber',
    'call 030/1234',
    'call 30/1234',
    '03/11 party',
  ])('%j is a name: its number is part of something else', text => {
    expect(parseQuickAdd(text, units)).toEqual({ name: text })
  })

  test.each([
    ['2 kg apples', 'apples', 2, 'kg'],
    ['2kg apples', 'apples', 2, 'kg'],
    ['2 KG Apples', 'Apples', 2, 'kg'],
    ['2 kilograms of apples', 'apples', 2, 'kg'],
    ['apples 2 kg', 'apples', 2, 'kg'],
    ['apples 2kg', 'apples', 2, 'kg'],
    ['milk 1,5 l', 'milk', 1.5, 'l'],
    ['milk 1.5 L', 'milk', 1.5, 'l'],
    ['2 Liters milk', 'milk', 2, 'l'],
    ['1 1/2 l milk', 'milk', 1.5, 'l'],
    ['1½ l milk', 'milk', 1.5, 'l'],
    ['milk 1 ½ l', 'milk', 1.5, 'l'],
    ['3 bottles sparkling water', 'sparkling water', 3, 'bottle'],
    ['2 bunches radish', 'radish', 2, 'bunch'],
    ['2 loaves bread', 'bread', 2, 'loaf'],
    ['4 pcs. soap', 'soap', 4, 'piece'],
    ['eggs 12', 'eggs', 12, undefined],
    ['  eggs   12 ', 'eggs', 12, undefined],
    ['2 dozen eggs', 'eggs', 2, 'dozen'],
    ['2 canned tomatoes', 'canned tomatoes', 2, undefined],
    ['7 up', 'up', 7, undefined],
    ['apples: 2 kg', 'apples', 2, 'kg'],
    ['apples, 2kg', 'apples', 2, 'kg'],
    ['flour type 405: 2 kg', 'flour type 405', 2, 'kg'],
    ['Omega 3 2', 'Omega 3', 2, undefined],
    ['٣ تفاح', 'تفاح', 3, undefined],
    ['تفاح ۱۲', 'تفاح', 12, undefined],
    ['卵 １０', '卵', 10, undefined],
    ['٢٫٥ kg تفاح', 'تفاح', 2.5, 'kg'],
    ['米，油 １．５ kg', '米，油', 1.5, 'kg'],
    ['２ 7up', '7up', 2, undefined],
    ['2 ٧up', '٧up', 2, undefined],
    ['eggs - 12', 'eggs', 12, undefined],
    ['eggs = 12', 'eggs', 12, undefined],
    ['vitamin B12 - 3', 'vitamin B12', 3, undefined],
    ['cola 1 l - 6', 'cola 1 l', 6, undefined],
    ['2 l – milk', 'milk', 2, 'l'],
    ['2 kg: apples', 'apples', 2, 'kg'],
    ['2 pcs., soap', 'soap', 2, 'piece'],
    ['2 l soy-milk', 'soy-milk', 2, 'l'],
    ['flour 405 500 g', 'flour 405', 500, 'g'],
    ['1 000 g sugar', 'sugar', 1000, 'g'],
    ['1\u202f000 g sugar', 'sugar', 1000, 'g'],
    ['1\u00a0000\u00a0g sugar', 'sugar', 1000, 'g'],
    ['12 000g sugar', 'sugar', 12000, 'g'],
    ['2 000 g of sugar', 'sugar', 2000, 'g'],
    ['* 1 000 g sugar', 'sugar', 1000, 'g'],
    ['sugar 1 000 g', 'sugar', 1000, 'g'],
    ['sugar 100 000 g', 'sugar', 100000, 'g'],
    ['flour 405 1 000 g', 'flour 405', 1000, 'g'],
    ['flour 00 1 000 g', 'flour 00', 1000, 'g'],
    ['١ ٠٠٠ g سكر', 'سكر', 1000, 'g'],
    ['3/2 l milk', 'milk', 1.5, 'l'],
    ['* 2 kg flour', 'flour', 2, 'kg'],
    ['* 500 g Mehl', 'Mehl', 500, 'g'],
    ['* 1/2 l milk', 'milk', 0.5, 'l'],
    ['* 2 dozen eggs', 'eggs', 2, 'dozen'],
    ['x2 cans tomatoes', 'tomatoes', 2, 'can'],
    ['x3 kg apples', 'apples', 3, 'kg'],
  ])('%j', (text, name, quantity, unitId) => {
    expect(parseQuickAdd(text, units)).toEqual({
      name,
      quantity,
      ...(unitId === undefined ? {} : { unitId }),
    })
  })

  test.each([
    '3x eggs',
    '3 x eggs',
    '3 × eggs',
    'x3 eggs',
    'x 3 eggs',
    '×3 eggs',
    'eggs x3',
    'eggs 3x',
  ])('%j counts pieces', text => {
    expect(parseQuickAdd(text, units)).toEqual({ name: 'eggs', quantity: 3, counted: true })
  })

  test.each(['x2000 nails', '2000x nails'])('%j is no year', text => {
    const read = { name: 'nails', quantity: 2000, counted: true }
    expect(parseQuickAdd(text, units)).toEqual(read)
  })

  test('the blank that parts thousands may be narrow', () => {
    expect(parseQuickAdd('1\u202f500 g farine', units)).toEqual({ name: '1 500 g farine' })
  })

  test.each(['½ cucumber', '1/2 cucumber', 'cucumber ½', 'cucumber 1 / 2'])(
    '%j is a part of a piece',
    text => {
      expect(parseQuickAdd(text, units)).toEqual({ name: 'cucumber', quantity: 0.5, counted: true })
    },
  )

  test.each([
    ['apples'],
    ['7'],
    ['½'],
    ['2 kg'],
    ['3 x'],
    ['2 kg:'],
    [': 2 kg'],
    ['- 2'],
    ['x 3'],
    ['x3 kg'],
    ['7up'],
    ['vitamin B12'],
    ['milk 3.5%'],
    ['50% off soap'],
    ['-1 milk'],
    ['Windeln Gr. 4'],
    ['Kaffeefilter Gr 4'],
    ['Couches taille 4'],
    ['Spaghetti Nr 5'],
    ['Chanel No 5'],
    ['Folgemilch Stufe 2'],
    ['Kalender 2027'],
    ['2027 calendar'],
    ['Riesling 2022'],
    ['Artikelnr. 4711'],
    ['Pinsel Serie 7 Nr. 2'],
    ['2000 nails'],
    ['* 2027 calendar'],
    ['0 milk'],
    ['1.2345 l milk'],
    ['9999999 nails'],
    ['1e9 nails'],
    ['2026-11-24'],
    ['🥛'],
    ['חלב'],
    [''],
  ])('%j is a name as it stands', text => {
    expect(parseQuickAdd(text, units)).toEqual({ name: text })
  })

  test('never leaves an empty name, never invents a letter, never a quantity that would be refused', () => {
    const word = fc.constantFrom(
      '2',
      '1/2',
      '½',
      '1,5',
      'kg',
      'g',
      'x',
      'of',
      'milk',
      '0',
      '-1',
      '%',
      '12.3456',
    )
    // Those whose plain form is another character, too.
    const digit = fc.constantFrom('2', '٣', '۵', '６', '٢٫٥', '１，５')
    const sign = fc.constantFrom('x', ' x ', '× ')
    const line = fc.oneof(
      fc.array(word).map(words => words.join(' ')),
      fc.string({ unit: 'grapheme' }),
      fc
        .tuple(fc.string({ unit: fc.constantFrom(...'米，．٫٧۷７7u ') }), digit, sign, digit)
        .map(([start, count, times, size]) => `${start} ${count}${times}${size} g`),
    )
    fc.assert(
      fc.property(line, text => {
        const { name, quantity } = parseQuickAdd(text, units)
        const clean = cleanName(text).replace(/\s+/g, ' ')
        // Of "milk 2 x 500 g" what counts it is taken out of the middle.
        let at = 0
        for (const part of name.split(' ')) {
          at = clean.indexOf(part, at)
          expect(at).toBeGreaterThanOrEqual(0)
          at += part.length
        }
        expect(name === '').toBe(clean === '')
        if (quantity !== undefined) expect(checkQuantity('quantity', quantity)).toBeUndefined()
      }),
      { numRuns: 2000 },
    )
  })
})

describe('with the units that the server has', () => {
  test.each([
    ['12 fl oz juice', 'juice', 12, 'unit-fl-oz'],
    ['12 fl. oz. juice', 'juice', 12, 'unit-fl-oz'],
    ['2 fluid ounces vanilla', 'vanilla', 2, 'unit-fl-oz'],
    ['2 fluid ounces of vanilla', 'vanilla', 2, 'unit-fl-oz'],
    ['juice 12 fl oz', 'juice', 12, 'unit-fl-oz'],
    ['orange juice 12 FL OZ', 'orange juice', 12, 'unit-fl-oz'],
    ['12fl oz juice', 'juice', 12, 'unit-fl-oz'],
    ['2 oz cheese', 'cheese', 2, 'unit-oz'],
    ['1 ¼ lb beef', 'beef', 1.25, 'unit-lb'],
    ['2 lbs beef', 'beef', 2, 'unit-lb'],
    ['2 tins tomatoes', 'tomatoes', 2, 'unit-can'],
    ['1 tin of tuna', 'tuna', 1, 'unit-can'],
    ['2 cans of tomatoes', 'tomatoes', 2, 'unit-can'],
    ['.5 l milk', 'milk', 0.5, 'unit-l'],
    [',5 l milk', 'milk', 0.5, 'unit-l'],
    ['milk .5 l', 'milk', 0.5, 'unit-l'],
    ['1 / 2 l cream', 'cream', 0.5, 'unit-l'],
    ['5 meter rope', 'rope', 5, 'unit-m'],
    ['rope 5 Meter', 'rope', 5, 'unit-m'],
    ['5 meters rope', 'rope', 5, 'unit-m'],
    ['30 centimeter ribbon', 'ribbon', 30, 'unit-cm'],
    ['2 deciliters cream', 'cream', 2, 'unit-dl'],
    ['33 centiliter cola', 'cola', 33, 'unit-cl'],
    ['500 Gramm Hack', 'Hack', 500, 'unit-g'],
    ['2 Kilogramm Mehl', 'Mehl', 2, 'unit-kg'],
    ['Mehl 2 Kilogramm', 'Mehl', 2, 'unit-kg'],
    ['2 kilogrammes farine', 'farine', 2, 'unit-kg'],
    ['1/2 l cream', 'cream', 0.5, 'unit-l'],
    ['cream 1 / 2 l', 'cream', 0.5, 'unit-l'],
    ['500 g + salt', '+ salt', 500, 'unit-g'],
    ['2 kg & flour', '& flour', 2, 'unit-kg'],
    ['2,5kg potatoes', 'potatoes', 2.5, 'unit-kg'],
    ['potatoes 2,5kg', 'potatoes', 2.5, 'unit-kg'],
    ['3 heads lettuce', 'lettuce', 3, 'unit-head'],
    ['2 boxes matches', 'matches', 2, 'unit-box'],
    ['4 loaves', undefined],
    ['7 up', 'up', 7],
    ['eggs 12', 'eggs', 12],
    ['100% juice', undefined],
    ['1 ¼ lb', undefined],
    ['1 1/2 kg', undefined],
    ['12 fl oz', undefined],
    ['3M tape', undefined],
    ['5G SIM card', undefined],
    ['SIM card 5G', undefined],
    ['1 lb 4 oz mince', undefined],
    ['1lb 4oz mince', undefined],
    ['1 lb. 4 oz. mince', undefined],
    ['* 1 lb 4 oz mince', undefined],
    ['beef 1 lb 4 oz', undefined],
    ['beef 2 lbs 4 oz', undefined],
    ['1 lb 4 oz', undefined],
    ['1 lb 4 oz: mince', undefined],
    ['photo frame 10 x 15 cm', undefined],
    ['photo frame 10 x 15 cm.', undefined],
    ['photo frame 10x15cm', undefined],
    ['photo frame 10x 15 cm', undefined],
    ['photo frame 10 x15 cm', undefined],
    ['frame 13x18 cm', undefined],
    ['frame 13 X 18 CM', undefined],
    ['paper 21,0 × 29,7 cm', undefined],
    ['towel 50x100 cm', undefined],
    ['tile 100 x 200 mm', undefined],
    ['wood 10 x 15 x 20 cm', undefined],
    ['wood 10x15 x 20 cm', undefined],
    ['10 x 15 x 20 cm', undefined],
    ['10 x 15 x 20 cm box', undefined],
    ['10 × 15 × 20mm box', undefined],
    ['1,5 X 2,5 X 20 CM batten', undefined],
    ['20 x 30 cm', undefined],
    ['20 x 30 cm pan', undefined],
    ['20 x30 cm pan', undefined],
    ['20x30cm pan', undefined],
    ['20 x 30 mm tiles', undefined],
    ['20 x 30 cm, flat pan', undefined],
    ['２０ x ３０ cm 鍋', undefined],
    ['towel 50x100 cm 2', 'towel 50x100 cm', 2],
    ['2 towels 50x100 cm', 'towels 50x100 cm', 2],
    ['2 20 x 30 cm pans', '20 x 30 cm pans', 2],
    ['2 10 x 15 x 20 cm boxes', '10 x 15 x 20 cm boxes', 2],
    ['9 V battery 4', '9 V battery', 4],
    ['5G SIM card 2', '5G SIM card', 2],
    ['2 30', undefined],
    ['. milk', undefined],
  ] as const)('%j', (text, name, quantity?: number, unitId?: string) => {
    expect(parseQuickAdd(text, seededUnits)).toEqual({
      name: name ?? text,
      ...(quantity === undefined ? {} : { quantity }),
      ...(unitId === undefined ? {} : { unitId }),
    })
  })

  test.each([
    ['3 apples', 'apples', 3],
    ['12 eggs', 'eggs', 12],
    ['eggs 12', 'eggs', 12],
    ['10 AA batteries', 'AA batteries', 10],
    ['2 vegan burgers', 'vegan burgers', 2],
    ['3 watermelons', 'watermelons', 3],
    ['6 mixed peppers', 'mixed peppers', 6],
    ['3 orange juices', 'orange juices', 3],
    ['5 in-ear headphones', 'in-ear headphones', 5],
    ['2 forks', 'forks', 2],
    ['4 inner tubes', 'inner tubes', 4],
    ['2 Head & Shoulders', 'Head & Shoulders', 2],
    ['2 Head /Shoulders', 'Head /Shoulders', 2],
    ['3 pack + refill', 'pack + refill', 3],
    ['2 Heads: & Shoulders', 'Heads: & Shoulders', 2],
    ['2 V-neck shirts', 'V-neck shirts', 2],
    ['2 WD-40', 'WD-40', 2],
    ['2 M8 screws', 'M8 screws', 2],
    ['2 5G SIM cards', '5G SIM cards', 2],
    ['SIM cards 5G 2', 'SIM cards 5G', 2],
    ['4 candles for 3 cakes', 'candles for 3 cakes', 4],
    ['4 tomatoes or peppers', 'tomatoes or peppers', 4],
    ['plug in 2', 'plug in', 2],
    ['vitamin C 2', 'vitamin C', 2],
    ['king-size pillow 2', 'king-size pillow', 2],
    ['Snickers king size 2', 'Snickers king size', 2],
    ['toothpaste travel size 3', 'toothpaste travel size', 3],
    ['Max Factor 2', 'Max Factor', 2],
    ['2 l milk', 'milk', 2, 'unit-l'],
    ['milk 2 l', 'milk', 2, 'unit-l'],
    ['2 liter milk', 'milk', 2, 'unit-l'],
    ['1 Liter Milch', 'Milch', 1, 'unit-l'],
    ['2 litres of milk', 'milk', 2, 'unit-l'],
    ['2 milliliters vanilla', 'vanilla', 2, 'unit-ml'],
    ['2 l iced tea', 'iced tea', 2, 'unit-l'],
    ['500 g flour', 'flour', 500, 'unit-g'],
    ['500g Mehl', 'Mehl', 500, 'unit-g'],
    ['Mehl 500g', 'Mehl', 500, 'unit-g'],
    ['500G FLOUR', 'FLOUR', 500, 'unit-g'],
    ['200 grammes beurre', 'beurre', 200, 'unit-g'],
    ['500 g de farine', 'farine', 500, 'unit-g'],
    ["1 l d'eau", 'eau', 1, 'unit-l'],
    ["1 kg d' ail", 'ail', 1, 'unit-kg'],
    ['1 l d’huile', 'huile', 1, 'unit-l'],
    ['1 kg di patate', 'patate', 1, 'unit-kg'],
    ['500 g De Cecco', 'De Cecco', 500, 'unit-g'],
    ['Kaffee 500 gr 2', 'Kaffee 500 gr', 2],
    ['piano 2', 'piano', 2],
    ['2100 nails', 'nails', 2100],
    ['2000 g flour', 'flour', 2000, 'unit-g'],
    ['1 kilo sugar', 'sugar', 1, 'unit-kg'],
    ['2 KG POTATOES', 'POTATOES', 2, 'unit-kg'],
    ['1 kg beef for stew', 'beef for stew', 1, 'unit-kg'],
    ['5 m rope', 'rope', 5, 'unit-m'],
    ['5M cable', 'cable', 5, 'unit-m'],
    ['cable 3M', 'cable', 3, 'unit-m'],
    ['30 cm ribbon', 'ribbon', 30, 'unit-cm'],
    ['4 oz cream cheese', 'cream cheese', 4, 'unit-oz'],
    ['beef 2 lb', 'beef', 2, 'unit-lb'],
    ['2 cans 400 g tomatoes', '400 g tomatoes', 2, 'unit-can'],
    ['2 cans 8 oz tomatoes', '8 oz tomatoes', 2, 'unit-can'],
    ['2 cans beans 1 lb 4 oz', 'beans 1 lb 4 oz', 2, 'unit-can'],
    ['sugar 1 lb 2 bags', 'sugar 1 lb', 2, 'unit-bag'],
    ['milk 1 l 2', 'milk 1 l', 2],
    ['cola 1 l : 6', 'cola 1 l', 6],
    ['tuna 200 g - 3 cans', 'tuna 200 g', 3, 'unit-can'],
    ['Mehl Typ 405 2 kg', 'Mehl Typ 405', 2, 'unit-kg'],
    ['nappies size 4 2 packs', 'nappies size 4', 2, 'unit-pack'],
    ['2 heads of lettuce', 'lettuce', 2, 'unit-head'],
    ['2 dozen eggs', 'eggs', 2, 'unit-dozen'],
    ['2 bottles of wine for Anna', 'wine for Anna', 2, 'unit-bottle'],
  ] as const)('%j is what people type', (text, name, quantity: number, unitId?: string) => {
    expect(parseQuickAdd(text, seededUnits)).toEqual({
      name,
      quantity,
      ...(unitId === undefined ? {} : { unitId }),
    })
  })

  test.each([
    ['* 3 eggs', 'eggs', 3],
    ['x3 500 g flour', '500 g flour', 3],
    ['x2 bananas', 'bananas', 2],
    ['2 x bananas', 'bananas', 2],
    ['x3 can opener', 'can opener', 3],
    ['3x can opener', 'can opener', 3],
    ['2 x 500 g flour', '500 g flour', 2],
    ['2 x 5 € voucher', '5 € voucher', 2],
    ['10 x milk', 'milk', 10],
    ['2 x 500 g rice', '500 g rice', 2],
    ['2 x 6 x 330 ml beer', '6 x 330 ml beer', 2],
    ['2 x 20x30 cm pan', '20x30 cm pan', 2],
    ['2 x 10 x 15 x 20 cm box', '10 x 15 x 20 cm box', 2],
    ['towel 50x100 cm x2', 'towel 50x100 cm', 2],
    ['cable 3 x 2 m', 'cable 2 m', 3],
    ['2 x 1 lb 4 oz mince', '1 lb 4 oz mince', 2],
    ['sun cream factor 50 2x', 'sun cream factor 50', 2],
    ['Windeln Größe x4', 'Windeln Größe', 4],
  ])('%j is what people type, and counts pieces', (text, name, quantity) => {
    expect(parseQuickAdd(text, seededUnits)).toEqual({ name, quantity, counted: true })
  })

  test('each is read by its name and its abbreviation, before and behind', () => {
    for (const { id, name, abbreviation } of seededUnits) {
      for (const word of [name, abbreviation]) {
        const read = { name: 'thing', quantity: 2, unitId: id }
        expect(parseQuickAdd(`2 ${word} thing`, seededUnits)).toEqual(read)
        expect(parseQuickAdd(`thing 2 ${word}`, seededUnits)).toEqual(read)
      }
    }
  })
})

test.each([
  ['L', 'l'],
  ['kilos', 'kg'],
  ['Kg.', 'kg'],
  ['pieces', 'piece'],
  ['gramme', 'g'],
  ['ｋｇ', 'kg'],
  ['', undefined],
  ['.', undefined],
  ['mile', undefined],
])('the word %j means the unit %j', (word, id) => {
  expect(findUnit(word, units)?.id).toBe(id)
})

test('a unit that is called liter is read in both spellings', () => {
  const liter = [{ id: 'liter', name: 'Liter', abbreviation: 'Ltr.' }]
  for (const word of ['liter', 'Liters', 'litre', 'litres', 'ltr'])
    expect(findUnit(word, liter)?.id).toBe('liter')
})

test('one spelled exactly so comes before another letter case', () => {
  const spoons = [
    { id: 'tea', name: 'teaspoon', abbreviation: 't' },
    { id: 'table', name: 'tablespoon', abbreviation: 'T' },
  ]
  expect(findUnit('T', spoons)?.id).toBe('table')
  expect(findUnit('t', spoons)?.id).toBe('tea')
})
