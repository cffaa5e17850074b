import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { fileNameOf, listNameOf, readTextFile } from '../../rules/exchange/exchange-bytes.ts'
import { guardCell, readCsv, unguardCell, writeCsv } from '../../rules/exchange/exchange-csv.ts'
import { readCsvList, writeCsvList } from '../../rules/exchange/exchange-csv-list.ts'
import { readJsonList, writeJsonList } from '../../rules/exchange/exchange-json.ts'
import { findJsonFault } from '../../rules/exchange/exchange-json-fault.ts'
import { type ExchangeList, joinTags, type Reading } from '../../rules/exchange/exchange-list.ts'
import { limits } from '../../rules/limits.ts'
import { tagColors } from '../../rules/lists/tags.ts'
import { nameKey } from '../../rules/names.ts'
import { checkName, checkNotes, cleanName } from '../../rules/text.ts'

const units = [
  { id: 'u1', name: 'kilogram', abbreviation: 'kg' },
  { id: 'u2', name: 'litre', abbreviation: 'l' },
  { id: 'u3', name: 'can', abbreviation: 'can' },
]

describe('round trip', () => {
  it('JSON gives back every list to the letter', () => {
    fc.assert(
      fc.property(anyList, list => {
        const reading = readJsonList(writeJsonList(list, '2026-11-21T09:30:00.000Z'), units)
        expect(reading).toEqual({ list, findings: [] })
      }),
    )
  })

  it('looks for no colours past the tags that a list can hold', () => {
    const names = Array.from({ length: 10_000 }, (_, at) => ({ name: `Tag ${at}` }))
    const colors = joinTags(names).map(tag => tag.color)
    expect(new Set(colors.slice(limits.tagsPerList))).toEqual(new Set([tagColors[0]]))
    expect(colors.slice(0, tagColors.length)).toEqual(tagColors)
  })

  it('CSV gives back every list to the letter, whatever the file is called', () => {
    fc.assert(
      fc.property(anyList, list => {
        expect(readCsvList(writeCsvList(list), 'Some file', units)).toEqual({ list, findings: [] })
      }),
    )
  })

  it('what a JSON file leaves out is as on a new list', () => {
    const reading = readJsonList(jsonWith({ items: [{ name: 'Milk' }] }), units)
    expect(reading).toEqual({ list: listOf({}), findings: [] })
  })

  it('CSV whose rows a spreadsheet sorted gives back the list, its items in that order', () => {
    const { list } = readCsvList(
      [
        'Row type,Name,Tags,Tag colours,Notes',
        'item,Ale,Drinks,#111111,',
        ',Bread,Bakery; New,,',
        '"STOCK list, favourite",Cellar,Bakery; Empty; Drinks,#222222; #333333; #444444,dark',
      ].join('\n'),
      'Some file',
      units,
    )
    expect(list).toMatchObject({
      name: 'Cellar',
      listType: 'STOCK',
      favourite: true,
      notes: 'dark',
      items: [{ name: 'Ale' }, { name: 'Bread' }],
    })
    expect(list?.tags.slice(0, 3)).toEqual([
      { name: 'Bakery', color: '#222222' },
      { name: 'Empty', color: '#333333' },
      { name: 'Drinks', color: '#444444' },
    ])
    expect(list?.tags[3]?.name).toBe('New')
  })

  it('holds through the bytes of a file', () => {
    fc.assert(
      fc.property(anyList, list => {
        const file = readTextFile(new TextEncoder().encode(writeCsvList(list)), 'list.csv')
        expect(file.kind).toBe('csv')
        const text = file.kind === 'csv' ? file.text : ''
        expect(readCsvList(text, 'Some file', units).list).toEqual(list)
      }),
    )
  })

  it('a list as large as a server keeps one leaves in files that may come back', () => {
    // 20 MB with 100 bytes an item besides its texts, as the server measures it.
    const one = listOf({ notes: 'Butter, 250 g\n'.repeat(135) })
    const list = { ...one, items: Array(limits.hardItemsPerList).fill(one.items).flat() }
    for (const [text, name] of [
      [writeJsonList(list, '2026-11-21T09:30:00.000Z'), 'list.json'],
      [writeCsvList(list), 'list.csv'],
    ] as const) {
      const file = readTextFile(new TextEncoder().encode(text), name)
      expect(file.kind).not.toBe('refused')
    }
  })

  it('CSV cells of any text', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'ab"\',;\t\r\n =+-@\ufeff') })
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }))
    fc.assert(
      fc.property(rows, cells => {
        const read = readCsv(writeCsv([['a', 'b'], ...cells]))
        expect(read.fault).toBeUndefined()
        const said = cells.filter(row => row.some(text => text.trim() !== ''))
        expect(read.rows.slice(1).map(row => row.cells)).toEqual(said)
      }),
    )
  })

  it('the guard against formulas comes off again, whatever it guarded', () => {
    const text = fc.string({ unit: fc.constantFrom(...'a\'"=+-@＝ ;\t\r\n') })
    fc.assert(
      fc.property(text, value => {
        expect(unguardCell(guardCell(value))).toBe(value)
        expect(guardCell(value)).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
        expect(guardCell(value)).not.toMatch(/^[\t\r\n]/)
      }),
    )
  })

  it('no formula starts a cell, not even for a spreadsheet that separates by something else', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab"\',;\t\n =+-@') })
    fc.assert(
      fc.property(text, notes => {
        const csv = writeCsvList(
          listOf({ name: `Milk${notes}`.trim(), notes, tags: ['=x', notes] }),
        )
        for (const cell of csv.split(/[;\t\r\n]/)) expect(cell).not.toMatch(/^[\s"]*[=+\-@]/)
        for (const { cells } of readCsv(csv).rows) {
          for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+\-@]/)
        }
      }),
    )
  })
})

describe('formulas and HTML are taken literally', () => {
  it.each([
    '=HYPERLINK("http://example.org")',
    '+49 30 1234',
    '-1',
    '@SUM(A1)',
    "'=already guarded",
    '<script>alert(1)</script>',
    "'quoted'",
  ])('%s', name => {
    const list = listOf({ name, notes: name })
    const csv = writeCsvList(list)
    expect(csv).not.toMatch(/(^|[,\n"])[=+@]/)
    expect(readCsvList(csv, 'List', units).list?.items).toEqual(list.items)
    expect(readJsonList(writeJsonList(list, ''), units).list?.items).toEqual(list.items)
  })
})

describe('CSV of other programs', () => {
  it.each([
    ['a German spreadsheet', 'Artikel;Menge;Einheit\r\nMilch;1,5;l\r\n', ['Milch', 1.5, 'litre']],
    ['a separator line', 'sep=;\r\nName;Quantity\r\nMilk, fresh;2\r\n', ['Milk, fresh', 2, null]],
    ['tabs', 'Name\tQty\tUnit\nRice\t2\tkg\n', ['Rice', 2, 'kilogram']],
    ['a byte order mark', '\ufeffName,Unit\nBeans,cans', ['Beans', null, 'can']],
    ['quotes', '"name","amount"\n"Milk ""fresh""","1/2"', ['Milk "fresh"', 0.5, null]],
    ['columns in another order', 'Unit,Name\nkg,Rice', ['Rice', null, 'kilogram']],
    ['a blank line first', '\r\nName;Qty\r\nBread, dark;2', ['Bread, dark', 2, null]],
    ['blank lines, a mark', '\ufeff\n \n\tName\tQty\n\tRice\t2', ['Rice', 2, null]],
    ['an empty first column', '\ufeff\tName\n\tRice', ['Rice', null, null]],
    ['old line ends', 'Name,Qty\rRice,1\r', ['Rice', 1, null]],
    ['blank cells past the columns', 'Name,Qty\nRice,1,, ', ['Rice', 1, null]],
    ['a unit beside the number', 'Name;Menge\nMehl;1,5 kg', ['Mehl', 1.5, 'kilogram']],
    ['a unit right behind a fraction', 'Name,Amount\nMilk,½l', ['Milk', 0.5, 'litre']],
    ['a sign for times', 'Name,Qty\nBeer,2x', ['Beer', 2, null]],
  ])('%s', (_, text, [name, quantityToPurchase, unit]) => {
    const { list, findings } = readCsvList(text, 'List', units)
    expect(findings).toEqual([])
    expect(list?.items).toEqual([expect.objectContaining({ name, quantityToPurchase, unit })])
    expect(list).toMatchObject({ name: 'List', listType: 'SIMPLE', favourite: false, notes: '' })
  })

  it('rows in which nothing stands, as spreadsheets write them between and behind others', () => {
    const { list, findings } = readCsvList(
      'Name;Qty\r\nMilk;2\r\n;\r\n"";" "\r\nBread;\r\n;\r\n',
      'List',
      units,
    )
    expect(findings).toEqual([])
    expect(list?.items.map(({ name }) => name)).toEqual(['Milk', 'Bread'])
    const blank = `Name,Qty\n${',\n'.repeat(20_000)}Milk,much`
    expect(says(readCsvList(blank, 'List', units))).toEqual([
      'Line 20002: Quantity to buy: “much” is not a number. Write it like 2, 1.5 or 1,5.',
    ])
  })

  it('is read at once though it was made to hold one up', () => {
    const notes = `"${"\n'".repeat(24_000)}"`
    const text = `Name,Notes${','.repeat(2_000_000)}\n${`Milk,${notes}\n`.repeat(60)}`
    expect(readCsvList(text, 'List', units).findings).toHaveLength(60)
  })

  it('a unit that is not known goes into the notes', () => {
    const reading = readCsvList('Name,Unit,Notes\nBeer,crate,cold', 'List', units)
    expect(reading.list?.items[0]).toMatchObject({ unit: null, notes: 'cold\nUnit: crate' })
    expect(reading.findings).toEqual([
      {
        kind: 'remark',
        where: 'Line 2',
        message: 'The unit “crate” is not known; it was put into the notes.',
      },
    ])
  })

  it('or is left out where they have no room for it, and keeps no file out', () => {
    const full = 'x'.repeat(limits.notes - 10)
    const roomy = readCsvList(`Name,Unit,Notes\nRice,Sac,${full}`, 'List', units)
    expect(roomy.list?.items[0]?.notes).toBe(`${full}\nUnit: Sac`)
    const reading = readCsvList(`Name,Unit,Notes\nRice,Sack,${full}`, 'List', units)
    expect(reading.list?.items[0]).toMatchObject({ unit: null, notes: full })
    expect(says(reading)).toEqual(['Line 2: The unit “Sack” is not known; it was left out.'])
    const item = { name: 'Rice', unit: 'Sack', notes: full }
    expect(readJsonList(jsonWith({ items: [item] }), units).list?.items[0]?.notes).toBe(full)
  })

  it('what a sentence quotes is cut between two characters, and says that it is', () => {
    const crate = `a${'📦'.repeat(40)}`
    const unit = readCsvList(`Name,Unit\nBeer,${crate}`, 'List', units)
    expect(unit.findings.map(({ message }) => message)).toEqual([
      `The unit “a${'📦'.repeat(39)}…” is not known; it was put into the notes.`,
    ])
    const file = JSON.stringify({ format: 'aisle-list', version: crate, list: {} })
    expect(readJsonList(file, units).findings[0]?.message.isWellFormed()).toBe(true)
    const tags = Array.from({ length: 101 }, (_, count) => `Tag ${count + 1}${'s'.repeat(40)}`)
    const [first, ...rest] = tags
    const list = readCsvList(`Name,Tags\nMilk,${first}\nMilk,${rest.join(';')}`, 'List', units)
    expect(list.findings[0]?.message).toMatch(/^“Tag 101s{33}…” is tag 101;/)
  })

  it.each([
    ['Name,Quantity\nFlour,"1,000"', 1, 'Line 2: Quantity to buy: “1,000” was read as 1.'],
    ['Name;Menge\nMehl;2.500', 2.5, 'Line 2: Quantity to buy: “2.500” was read as 2.5.'],
  ])('what may be thousands is said: %j', (text, quantityToPurchase, sentence) => {
    const reading = readCsvList(text, 'List', units)
    expect(reading.list?.items).toEqual([expect.objectContaining({ quantityToPurchase })])
    expect(says(reading)).toEqual([sentence])
  })

  it('a unit beside the number that is not known goes where one of its own column goes', () => {
    const reading = readCsvList('Name,Qty\nKale,2 armfuls', 'List', units)
    const notes = 'Unit: armfuls'
    expect(reading.list?.items).toEqual([expect.objectContaining({ quantityToPurchase: 2, notes })])
    const other = readCsvList('Name,Qty,Unit\nKale,2 kg,l', 'List', units)
    expect(says(other)[0]).toMatch(/^Line 2: Quantity to buy: “2 kg” is not a number/)
  })

  it('names no more columns than anybody has, however many are blank', () => {
    const wide = `Name${',a'.repeat(999)}${','.repeat(20_000)}`
    expect(readCsvList(wide, 'List', units).findings).toHaveLength(999)
    const reading = readCsvList(`Name${',a'.repeat(4_900_000)}`, 'List', units)
    expect(reading.list).toBeUndefined()
    expect(says(reading)).toEqual(['Line 1: The file has more than 1,000 columns. Leave some out.'])
  })

  it.each([
    ['Name,Qty,Price\nBeer,6,2.50', 'The column “Price” is not known and was left out.'],
    ['Name,Qty,Menge\nBeer,6,2', 'The column “Menge” is there twice; the first counts.'],
  ])('a column that nothing is taken from is left out, with a remark: %j', (text, sentence) => {
    const reading = readCsvList(text, 'List', units)
    expect(reading.list?.items).toEqual([expect.objectContaining({ quantityToPurchase: 6 })])
    expect(says(reading)).toEqual([`Line 1: ${sentence}`])
  })
})

describe('refusals name the line, and nothing is half imported', () => {
  it.each([
    ['', ['Line 1: The file is empty.']],
    ['Milk\nBread', ['Line 1: The first line must name the columns, at least one of them “Name”.']],
    [
      'Name,Quantity\nMilk,much\n\nBread,-1\n,2',
      [
        'Line 2: Quantity to buy: “much” is not a number. Write it like 2, 1.5 or 1,5.',
        'Line 4: Quantity to buy must be at least 0.',
        'Line 5: Name is empty. Write at least one character.',
      ],
    ],
    ['Name,Notes\n"Milk,x', ['Line 2: A quote is opened and never closed.']],
    [
      'Name,Notes\n"Milk\n2"x,y',
      ['Line 3: There is text behind a closing quote. Write two quotes for one within a cell.'],
    ],
    [
      'Name,Done\n"Mi\nlk",yes\nBread,perhaps',
      expect.arrayContaining(['Line 4: Bought: “perhaps” is neither yes nor no.']),
    ],
    ['Name\nMilk,2', ['Line 2: The row has more cells than the first line has columns.']],
    [`Name\n${'x'.repeat(201)}`, [expect.stringContaining('200')]],
    [`Name,Quantity\nMilk,1.2345`, [expect.stringContaining('3 decimals')]],
    [`Name,Tags\nMilk,${'x'.repeat(50_001)}`, [expect.stringContaining('50,000')]],
  ])('%#', (text, sentences) => {
    const reading = readCsvList(text, 'List', units)
    expect(reading.list).toBeUndefined()
    expect(says(reading)).toEqual(sentences)
  })

  it('more items than a list can hold', () => {
    const rows = (count: number) => `Name\n${'Milk\n'.repeat(count)}`
    expect(readCsvList(rows(limits.hardItemsPerList), 'List', units).list?.items).toHaveLength(
      10_000,
    )
    const tooMany = readCsvList(rows(limits.hardItemsPerList + 1), 'List', units)
    expect(tooMany.list).toBeUndefined()
    expect(says(tooMany)).toEqual([
      'Line 10002: The file has more than 10,000 items, the most that a list can hold. Split it.',
    ])
    const items = Array.from({ length: limits.hardItemsPerList + 1 }, () => ({ name: 'Milk' }))
    expect(says(readJsonList(jsonWith({ items }), units))).toEqual([
      'Item 10,001: The file has 10,001 items; a list can hold at most 10,000. Split the file.',
    ])
  })

  const manyTags = Array.from({ length: 102 }, (_, count) => `Tag ${count + 1}`)
  const pastTags = '“Tag 101” is tag 101; a list can have at most 100 tags. Leave some out.'

  it('more tags than a list can have', () => {
    const rows = manyTags.map(tag => `Milk,${tag}; tag 1`)
    const reading = readCsvList(`Name,Tags\n${rows.join('\n')}`, 'List', units)
    expect(says(reading)).toEqual([`Line 102: ${pastTags}`])
    expect(reading.list).toBeUndefined()
    const whole = `Name,Tags,Row type\nMilk,New,\nAll,${manyTags.slice(0, 100).join(';')},SIMPLE list`
    expect(says(readCsvList(whole, 'List', units))).toEqual([
      'Line 2: “New” is tag 101; a list can have at most 100 tags. Leave some out.',
    ])
    const items = manyTags.map(tag => ({ name: 'Milk', tags: [tag] }))
    expect(says(readJsonList(jsonWith({ items }), units))).toEqual([`Item 101: ${pastTags}`])
    const tags = manyTags.map(name => ({ name, color: '#111111' }))
    expect(says(readJsonList(jsonWith({ tags, items }), units))).toEqual([`Tag 101: ${pastTags}`])
  })

  it.each([
    ['thing', 'Line 2: Row type: “thing” is neither “item” nor “SIMPLE list” nor “STOCK list”.'],
    ['SIMPLE list\nB,,simple LIST', 'Line 3: The list itself has a second row.'],
    [`SIMPLE list\nB,${'x'.repeat(201)},`, 'Line 3: Tag is too long: 201 characters, at most 200'],
  ])('a row type %j', (rows, sentence) => {
    const reading = readCsvList(`Name,Tags,Row type\nA,,${rows}`, 'List', units)
    expect(reading.list).toBeUndefined()
    expect(says(reading).join('\n')).toContain(sentence)
  })

  it.each([
    [
      `${'x'.repeat(201)},,SIMPLE list`,
      'Line 2: List name is too long: 201 characters, at most 200',
    ],
    [
      `A,${'x'.repeat(5_001)},STOCK list`,
      'Line 2: Notes are too long: 5,001 characters, at most 5,000',
    ],
  ])('the row of the list itself past a limit (%#)', (row, sentence) => {
    const reading = readCsvList(`Name,Notes,Row type\n${row}`, 'List', units)
    expect(says(reading).join('\n')).toContain(sentence)
  })

  it.each([
    ['{', 'Line 1, column 2: This is not JSON, or it is damaged. The file ends in the middle.'],
    ['\ufeff{\n "a": 1,\n}', 'Line 3, column 1: This is not JSON'],
    ['[]', 'not a list from here'],
    ['{"format":"other","version":1,"list":{}}', 'not a list from here'],
    ['{"format":"aisle-list","version":2,"list":{}}', 'format version 2;'],
    ['{"format":"aisle-list","version":"1","list":{}}', 'format version "1";'],
    [
      '{"format":"aisle-list","version":{"toString":1},"list":{}}',
      'format version {"toString":1};',
    ],
    ['{"format":"aisle-list","list":{}}', 'no format version;'],
    ['{"format":"aisle-list","version":1,"list":{}}', 'List name is empty'],
    [jsonWith({ items: {} }), 'List: “items” must be a list.'],
    [jsonWith({ listType: 'BIG' }), 'List: “listType” must be SIMPLE or STOCK.'],
    [jsonWith({ items: [{ name: 'Milk' }, 5] }), 'Item 2: This is not an item.'],
    [jsonWith({ items: [{ name: 5 }] }), 'Item 1: “name” must be a text.'],
    [jsonWith({ items: [{ name: 'A\u0000' }] }), 'Item 1: Name contains a character'],
    [
      jsonWith({ items: [{ name: 'A', quantityInStock: -1 }] }),
      'Item 1: Quantity in stock must be at least 0.',
    ],
    [
      jsonWith({ items: [{ name: 'A', quantityToPurchase: '2' }] }),
      'Item 1: “quantityToPurchase” must be a number.',
    ],
    [
      jsonWith({ items: [{ name: 'A', purchased: 'yes' }] }),
      'Item 1: “purchased” must be true or false.',
    ],
    [jsonWith({ items: [{ name: 'A', tags: [1] }] }), 'Item 1: “tags” must be names.'],
    [
      jsonWith({ tags: [{ name: 'A', color: 'red' }] }),
      'Tag 1: Its “color” must look like #1c7ed6.',
    ],
    [jsonWith({ tags: [{ name: ' ', color: '#111111' }] }), 'Tag 1: Tag is empty.'],
    [
      jsonWith({ items: [{ name: 'A', notes: 'x'.repeat(5_001) }] }),
      'Item 1: Notes are too long: 5,001 characters, at most 5,000',
    ],
  ])('JSON %j', (text, sentence) => {
    const reading = readJsonList(text, units)
    expect(reading.list).toBeUndefined()
    expect(says(reading).join('\n')).toContain(sentence)
  })
})

describe('where a text stops being JSON', () => {
  it.each([
    ['', 1, 1, 'The file ends in the middle.'],
    ['{"a": 1', 1, 8, 'The file ends in the middle.'],
    ['{"a": 1 "b": 2}', 1, 9, 'A comma or } should stand here.'],
    ['{\r\n  "a": 1,\r\n}', 3, 1, 'A name in quotes should stand here.'],
    ['{a: 1}', 1, 2, 'A name in quotes or } should stand here.'],
    ['{"a" 1}', 1, 6, 'A colon should stand here.'],
    ['{"a": }', 1, 7, 'A value should stand here.'],
    ['[1,]', 1, 4, 'A value should stand here.'],
    ['[1\n 2]', 2, 2, 'A comma or ] should stand here.'],
    ['[1}', 1, 3, 'A comma or ] should stand here.'],
    ["['a']", 1, 2, 'A value or ] should stand here.'],
    ['["🥛🥛", "a', 1, 8, 'A text starts here that does not end'],
    ['["a\nb"]', 1, 2, 'A text starts here that does not end'],
    ['[01]', 1, 2, 'A value or ] should stand here.'],
    ['{} x', 1, 4, 'Nothing more should stand here.'],
  ])('%j', (text, line, column, message) => {
    expect(findJsonFault(text)).toMatchObject({ line, column })
    expect(findJsonFault(text)?.message).toContain(message)
  })

  it('finds one exactly where the browser finds one', () => {
    const token = fc.constantFrom(
      ...'{}[],:',
      ...['"a"', '"', '\\', '\\n', '\\u00e4', '1', '-', '.5', 'true', 'nul', ' ', '\n'],
    )
    fc.assert(
      fc.property(fc.array(token, { maxLength: 12 }), tokens => {
        const text = tokens.join('')
        expect([text, findJsonFault(text) === undefined]).toEqual([text, isJson(text)])
      }),
      { numRuns: 2_000 },
    )
    fc.assert(fc.property(fc.json(), text => findJsonFault(text) === undefined))
  })

  it('takes any depth and any length', () => {
    expect(findJsonFault('['.repeat(1_000_000))?.column).toBe(1_000_001)
    expect(findJsonFault(`["${'x'.repeat(5_000_000)}\\n"`)?.column).toBe(5_000_006)
    expect(findJsonFault(`{"a":"${'\\u00e4'.repeat(1_000_000)}",}`)?.column).toBe(6_000_009)
  })
})

describe('junk of millions of characters is refused before it is looked at', () => {
  const many = 3_000_000
  const newlines = '\n'.repeat(many)
  const nested = `${'['.repeat(many)}${']'.repeat(many)}`
  const tooLong = 'A cell is longer than 50,000 characters.'
  const otherFormat =
    'File: This JSON file is not a list from here. Choose one that was exported as JSON.'
  it.each([
    ['one line', 'a.csv', 'é'.repeat(many), `Line 1: ${tooLong}`],
    ['blanks', 'a.csv', `a${' '.repeat(many)}a`, `Line 1: ${tooLong}`],
    ['one cell', 'a.csv', `Name\n${'a'.repeat(many)}`, `Line 2: ${tooLong}`],
    ['one cell of lines', 'a.csv', `Name\n"${'a\n'.repeat(many)}"`, `Line 2: ${tooLong}`],
    [
      'one cell that fits its quotes',
      'a.csv',
      `Name\n"${'a\n'.repeat(25_001)}"`,
      `Line 2: ${tooLong}`,
    ],
    ['quotes', 'a.csv', '"'.repeat(many), `Line 1: ${tooLong}`],
    ['a quote more', 'a.csv', '"'.repeat(many + 1), 'Line 1: A quote is opened and never closed.'],
    ['newlines', 'a.csv', newlines, 'File: The file is empty.'],
    [
      'newlines behind a name',
      'a.csv',
      `Milk${newlines}`,
      'Line 1: The first line must name the columns, at least one of them “Name”.',
    ],
    [
      'a row far down',
      'a.csv',
      `Name${newlines}\r\n\r${'x'.repeat(201)}`,
      `Line ${many + 3}: Name is too long: 201 characters, at most 200 are possible.`,
    ],
    [
      'columns with long names',
      'a.csv',
      `${'é'.repeat(many / 500)},`.repeat(500),
      'Line 1: The first line must name the columns, at least one of them “Name”.',
    ],
    [
      'tags of one name',
      'a.csv',
      `Name,Tags\n${`A,${'x;'.repeat(20_000)}\n`.repeat(many / 40_000)}`,
      'Line 2: Tags: 20,000 names in one cell; a list can have at most 100 tags. Leave some out.',
    ],
    [
      'fractions',
      'a.csv',
      `Name,Qty\n${`A,${'½'.repeat(40_000)}\n`.repeat(many / 40_000)}`,
      `Line 2: Quantity to buy: “${'½'.repeat(40)}…” is not a number. Write it like 2, 1.5 or 1,5.`,
    ],
    ['lists in lists', 'a.json', nested, otherFormat],
    ['lists that do not end', 'a.json', '['.repeat(many), otherFormat],
    ['records in records', 'a.json', '{"a":'.repeat(many / 5), otherFormat],
    [
      'a list of ours in which they lie',
      'a.json',
      jsonWith({ items: 0 }).replace('0', nested),
      otherFormat,
    ],
    ['lists in lists, called CSV', 'a.csv', nested, `Line 1: ${tooLong}`],
  ])('%s', (_, name, text, sentence) => {
    const work = countCharacters()
    const file = readTextFile(new TextEncoder().encode(text), name)
    const reading =
      file.kind === 'refused'
        ? { findings: [{ where: 'File', message: file.message }] }
        : file.kind === 'json'
          ? readJsonList(file.text, units)
          : readCsvList(file.text, 'List', units)
    expect(work()).toBeLessThan(200_000)
    expect(reading).not.toHaveProperty('list')
    expect(reading.findings.map(({ where, message }) => `${where}: ${message}`)[0]).toEqual(
      sentence,
    )
  })

  it('what a text has of brackets and quotes is no depth', () => {
    const notes = `${'['.repeat(1_000)}"{\\"{`
    const reading = readJsonList(jsonWith({ notes }), units)
    expect(reading.list?.notes).toBe(notes)
  })
})

/** How many characters are handed from now on to what takes far longer for each than a look at it. */
function countCharacters(): () => number {
  let count = 0
  const costly = ['normalize', 'toLowerCase', 'match', 'replaceAll', Symbol.iterator] as const
  const plain = costly.map(name => [name, Reflect.get(String.prototype, name)] as const)
  for (const [name, method] of plain) {
    Reflect.set(String.prototype, name, function (this: string, ...given: unknown[]) {
      count += this.length
      return Reflect.apply(method, this, given)
    })
  }
  const parse = vi.spyOn(JSON, 'parse')
  return () => {
    for (const [name, method] of plain) Reflect.set(String.prototype, name, method)
    for (const [text] of parse.mock.calls) count += text.length
    parse.mockRestore()
    return count
  }
}

describe('what a file is', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  it.each([
    ['UTF-16 of a spreadsheet', new Uint8Array([0xff, 0xfe, 0x4e, 0, 0xe4, 0]), 'a.csv', 'Nä'],
    ['UTF-16, the other way round', new Uint8Array([0xfe, 0xff, 0, 0x4e, 0, 0xe4]), 'a.txt', 'Nä'],
    ['UTF-8 with a mark', bytes('\ufeffNä'), 'a.csv', 'Nä'],
    ['Windows-1252', new Uint8Array([0x4e, 0xe4]), 'a.csv', 'Nä'],
  ])('%s', (_, content, name, text) => {
    expect(readTextFile(content, name)).toMatchObject({ kind: 'csv', text })
  })

  it('says so where it had to guess', () => {
    expect(readTextFile(new Uint8Array([0x4e, 0xe4]), 'a.csv')).toHaveProperty('remark')
    expect(readTextFile(bytes('Nä'), 'a.csv')).not.toHaveProperty('remark')
  })

  it.each([
    ['a.json', '{"a":1}', 'json'],
    ['a.txt', '{"a":1}', 'json'],
    ['a', 'Name\nMilk', 'csv'],
    ['a.csv', 'PK,Name,Qty\n1,Milk,2', 'csv'],
    ['a.csv', '{Name},b', 'csv'],
  ])('%s with %j is %s', (name, text, kind) => {
    expect(readTextFile(bytes(text), name).kind).toBe(kind)
  })

  it.each([
    ['a.json', bytes('Name\nMilk'), 'The name says JSON'],
    ['a.csv', bytes('{"a":1}'), 'The name says CSV'],
    ['a.csv', bytes('<!DOCTYPE html><p>Sign in'), 'web page'],
    ['a.csv', bytes('PK\u0003\u0004\u0014'), 'workbook'],
    ['a.zip', bytes('PK\u0005\u0006\0'), 'workbook'],
    ['a.csv', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]), 'not a text file'],
    ['a.csv', bytes(' \n '), 'empty'],
    ['a.csv', new Uint8Array(30_000_001).fill(65), '30 MB'],
  ])('%s is refused (%#)', (name, content, sentence) => {
    const file = readTextFile(content, name)
    expect(file.kind === 'refused' && file.message).toContain(sentence)
  })

  it.each([
    ['Weekly shop', 'Weekly shop.csv'],
    ['a/b:c', 'a-b-c.csv'],
    ['..', 'list.csv'],
    ['🛒', '🛒.csv'],
    ['x'.repeat(200), `${'x'.repeat(80)}.csv`],
  ])('the name of a list becomes the name of a file (%#)', (name, file) => {
    expect(fileNameOf(name, 'csv')).toBe(file)
  })

  it('the name of the file becomes the list', () => {
    expect(listNameOf('Weekly shop.csv')).toBe('Weekly shop')
    expect(listNameOf('.csv')).toBe('Imported list')
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function says(reading: Reading): string[] {
  return reading.findings.map(finding => `${finding.where}: ${finding.message}`)
}

function jsonWith(list: object): string {
  return JSON.stringify({ format: 'aisle-list', version: 1, list: { name: 'List', ...list } })
}

function listOf(item: Partial<ExchangeList['items'][number]>): ExchangeList {
  const full = {
    name: 'Milk',
    quantityToPurchase: null,
    quantityInStock: 0,
    unit: null,
    tags: [],
    notes: '',
    purchased: false,
    ...item,
  }
  return { name: 'List', listType: 'SIMPLE', favourite: false, notes: '', tags: [], items: [full] }
}

const anyName = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.string({ unit: fc.constantFrom(...'ab"\',;\\|=+-@ <>&'), maxLength: 12 }),
    fc.constantFrom('=1+1', '@x', '-', "'", "'=x", '\\', ';', 'a;b\\', 'עברית', '<b>', '٣', '🥛'),
  )
  .map(cleanName)
  .filter(name => checkName('name', name) === undefined)
const anyNotes = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...'ab"\',;\t\r\n =+-@\\\ufeff'), maxLength: 20 }),
  )
  .filter(notes => checkNotes('notes', notes) === undefined)
const anyQuantity = fc.oneof(
  fc.integer({ min: 0, max: 999_999_999 }).map(thousandths => thousandths / 1_000),
  fc.constantFrom(0, 0.001, 0.5, limits.quantity),
)
const anyTags = fc.uniqueArray(
  fc.record({ name: anyName, color: fc.constantFrom<string>(...tagColors) }),
  { selector: tag => nameKey(tag.name), maxLength: 5 },
)
const anyList: fc.Arbitrary<ExchangeList> = anyTags.chain(tags =>
  fc.record({
    name: anyName,
    listType: fc.constantFrom('SIMPLE' as const, 'STOCK' as const),
    favourite: fc.boolean(),
    notes: anyNotes,
    tags: fc.constant(tags),
    items: fc.array(
      fc.record({
        name: anyName,
        quantityToPurchase: fc.option(anyQuantity),
        quantityInStock: anyQuantity,
        unit: fc.option(fc.constantFrom(...units.map(unit => unit.name))),
        tags: fc.subarray(tags.map(tag => tag.name)),
        notes: anyNotes,
        purchased: fc.boolean(),
      }),
      { maxLength: 6 },
    ),
  }),
)
