import { readFileSync } from 'node:fs'
import { print } from 'graphql'
import { expect, test } from 'vitest'
import { withShortDocuments } from '../../build/short-graphql.ts'
import * as deskOperations from '../../src/generated/desk-operations.ts'
import * as operations from '../../src/generated/operations.ts'
import { readDocument } from '../../src/network/read-document.ts'

test('every document of the app is read out of its text as it was', () => {
  for (const document of Object.values({ ...operations, ...deskOperations })) {
    const fragments = document.definitions
      .slice(1)
      .map(definition => ({ ...document, definitions: [definition] }))
    const [own] = document.definitions
    if (own === undefined) throw new Error('An empty document.')
    const read = readDocument(print(own), ...fragments)
    expect(JSON.parse(JSON.stringify(read))).toEqual(document)
  }
})

test('it is read once, and spreads the fragments of others', () => {
  const unit = readDocument('fragment UnitFields on Unit{id name}')
  const query = readDocument('query getAllUnit{getAllUnit{...UnitFields}}', unit)
  expect(query.definitions).toBe(query.definitions)
  expect(query.definitions[1]).toBe(unit.definitions[0])
})

test('the build has texts in the place of syntax trees, and refuses what it could not read again', () => {
  const code = readFileSync('src/generated/operations.ts', 'utf8')
  const short = withShortDocuments(code, "'./read-document.ts'")
  expect(short).not.toContain('"kind"')
  expect(short).toContain('readDocument("mutation deleteByIdItem($id:ID!){deleteByIdItem(id:$id){')
  const number = code.replace(
    '"kind":"BooleanValue","value":false',
    '"kind":"IntValue","value":"1"',
  )
  expect(number).not.toBe(code)
  expect(() => withShortDocuments(number, '')).toThrow('OwnFeedbackDocument uses what')
})
