/** Each statement of docs/specification.md has a row in specification.md beside this file, and each row its test. */
import { readFileSync } from 'node:fs'
import { buildSchema, type GraphQLObjectType, isInputObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { missingTest, readClaims } from './claims.ts'
import { readStatements, type Statement } from './statements.ts'

const notBuiltYet = 15
const page = readFileSync('docs/specification.md', 'utf8')
const statements = readStatements(page).filter(({ section }) => section !== notBuiltYet)
const rows = readRows(readFileSync('tests/spec/specification.md', 'utf8'))

interface Row {
  readonly section: number
  /** How the statement begins. */
  readonly begins: string
  readonly shownBy: string
}

test('every statement has its row', () => {
  expect(statements.length).toBeGreaterThan(180)
  expect(statements.filter(statement => !rows.some(row => isOf(row, statement)))).toEqual([])
})

test('every row has its statement', () => {
  expect(rows.filter(row => !statements.some(statement => isOf(row, statement)))).toEqual([])
})

test('every row names tests that are there, or says why there is none', () => {
  const faults = rows.flatMap(({ begins, shownBy }) => {
    const claims = readClaims(shownBy)
    if (claims.length === 0 && !/^none: .{10,}/.test(shownBy))
      return [`${begins}: nothing shows it`]
    return claims.flatMap(([file, title]) => missingTest(file, title) ?? [])
  })
  expect(faults).toEqual([])
  expect(rows.filter(({ shownBy }) => shownBy.startsWith('none')).length).toBeLessThan(20)
})

test('sentences are told apart', () => {
  const text = `# T
## 1. One
A "b. C!" d. \`E\` f (g, H). **I.** J k.
- L, e.g. m.

| n | o |
|---|---|
| P | \`q\` |
`
  expect(readStatements(text).map(({ text }) => text)).toEqual([
    'A "b. C!" d.',
    'E f (g, H).',
    'I. J k.',
    'L, e.g. m.',
    'P – q',
  ])
})

test('what section 7 says of fields, filters and operations is in the contract', () => {
  const contract = buildSchema(readFileSync('schema.graphql', 'utf8'))
  const mutations = contract.getMutationType()?.getFields() ?? {}
  const operations = { ...mutations, ...contract.getQueryType()?.getFields() }
  const seventh = page.split(/^## /m).find(part => part.startsWith('7.')) ?? ''
  const missing: string[] = []
  const tables = seventh.matchAll(/^\| ([A-Z]\w+) \|(.*)\|(.*)\|(.*)\|$/gm)
  let found = 0
  for (const [, record = '', create = '', update = '', filters = ''] of tables) {
    found += 1
    const filter = contract.getType(`${record}Filters`)
    const known: readonly (readonly [string, readonly string[]])[] = [
      [create, argumentsOf(mutations[`create${record}`])],
      [update, argumentsOf(mutations[`update${record}`])],
      [filters, isInputObjectType(filter) ? Object.keys(filter.getFields()) : []],
    ]
    for (const [cell, names] of known) {
      const wanted = cell.match(/\b[a-z]\w+\b/g) ?? []
      if (cell.includes('as create')) continue
      missing.push(...wanted.filter(name => !names.includes(name)).map(name => `${record}.${name}`))
    }
  }
  expect(found).toBe(5)
  expect(missing).toEqual([])
  const named =
    seventh.match(
      /(?<=`)(?:get|create|update|delete|reset|copy|sample|swap|send|move|leave|hand|renew|accept|end|history|deleted|restore)\w*(?=`)/g,
    ) ?? []
  expect(named.filter(name => !name.endsWith('X') && !(name in operations))).toEqual([])
})

function argumentsOf(field: ReturnType<GraphQLObjectType['getFields']>[string] | undefined) {
  return field?.args.map(({ name }) => name) ?? []
}

function isOf(row: Row, statement: Statement): boolean {
  return row.section === statement.section && statement.text.startsWith(row.begins)
}

/** Headings "## 4", rows "| how it begins | shown by |". */
function readRows(table: string): readonly Row[] {
  return table.split(/^## (?=\d)/m).flatMap((part, index) =>
    index === 0
      ? []
      : [...part.matchAll(/^\| (?!statement \|)(.+?) \| (.+) \|$/gm)].map(
          ([, begins = '', shownBy = '']) => ({
            section: Number.parseInt(part, 10),
            begins,
            shownBy,
          }),
        ),
  )
}
