/** What a search finds, on both engines alike, and how: the longest texts must not hold up everybody. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { containsText } from '../../../server/db/contains-text.ts'
import { describeEachEngine, startTestServer } from '../../support/server/server.ts'

const signs = String.raw`100 % \ _ * . (a+)+$ [^x] | ? {2} ***= ***: (?i) \d ''`

describeEachEngine('A text in another', engine => {
  test('is found to the letter, wherever it stands, and never in none', async () => {
    await using server = await startTestServer(engine)
    const { query: db } = server.db
    for (const [text, wanted, found] of [
      ['Milk', 'milk', true],
      ['Milk', 'ILK', true],
      ['Milk', 'Milky', false],
      ['Milk', '', true],
      ['', '', true],
      ['', 'x', false],
      ['two\nlines', 'o\nl', true],
      ['KÄSE Straße', 'käse straẞe', true],
      ['Ὀδυσσεύς', 'σεύσ', true],
      ['Ὀδυσσεύς', 'δυσσεύς', true],
      ['İzmir', 'izmir', true],
      ['\u{1f95b}\u{1f95b}', '\u{1f95b}', true],
      ['\u{1f95b}', '\u{1f96b}', false],
      ...Array.from(signs, sign => [signs, sign, true] as const),
      ...Array.from(signs.replaceAll(' ', ''), sign => ['letters', sign, 'letrs'.includes(sign)]),
      ...signs.split(' ').map(part => [`x${signs}x`, part, true] as const),
      [signs, signs, true],
      ['abc', 'a.c', false],
      ['abc', 'a_c', false],
      ['abc', 'a%', false],
      ['abc', '***:b', false],
      ['a'.repeat(10_000), `${'a'.repeat(199)}b`, false],
      [`${'a'.repeat(10_000)}b`, `${'a'.repeat(199)}b`, true],
      [`b${'a'.repeat(10_000)}`, `b${'a'.repeat(199)}`, true],
      [null, 'x', null],
      [null, '', null],
    ] as const) {
      const has = containsText(db, sql`cast(${text} as text)`, String(wanted))
      const { rows } = await sql<{ has: unknown }>`select ${has} as has`.execute(db)
      const answer = rows[0]?.has
      const label = `${String(text).slice(0, 80)} · ${wanted}`
      expect.soft(answer === null ? null : Boolean(answer), label).toBe(found)
    }
  })

  test('is looked for in one pass over it, not anew at each place', async () => {
    await using server = await startTestServer(engine)
    const { query: db } = server.db
    const { sql: text } = containsText(db, sql.ref('notes'), 'tea').compile(db)
    const quick = { sqlite: 'instr(lower("notes"), ?) > 0', postgres: 'lower("notes") ~ $1' }
    expect(text).toBe(quick[server.db.engine])
  })
})
