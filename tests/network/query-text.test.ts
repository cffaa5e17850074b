import { readFileSync } from 'node:fs'
import { gql } from '@apollo/client'
import { buildSchema, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { UpdateItemDocument } from '../../src/generated/operations.ts'
import { createQueryText } from '../../src/network/query-text.ts'

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))

test('a tick is said in few bytes: only what is given, and no blanks', () => {
  const text = createQueryText()(UpdateItemDocument, { id: 'a', purchased: true, name: undefined })
  const operation = 'mutation updateItem($id:ID!,$purchased:Boolean)'
  expect(
    text.startsWith(`${operation}{updateItem(id:$id,purchased:$purchased){...ItemFields`),
  ).toBe(true)
  expect(validate(schema, parse(text))).toEqual([])
  // One packet of 1,460 bytes, with some 1,050 bytes of headers.
  expect(text.length).toBeLessThan(330)
})

test('the same document with other variables is another text', () => {
  const queryOf = createQueryText()
  expect(queryOf(UpdateItemDocument, { id: 'a', notes: null })).toContain('notes:$notes')
  expect(queryOf(UpdateItemDocument, { id: 'a' })).not.toContain('$notes')
})

test('what is used further inside stays, and so do a default and a text', () => {
  const nested = gql`query ($a: ID, $b: ID, $c: Int = 3) { f(a: $a, c: $c, in: { b: $b }) { id } }`
  const text = createQueryText()(nested, {})
  expect(text).toContain('($b:ID,$c:Int = 3)')
  expect(text).toContain('f(c:$c,in:{b:$b}){')
  const spoken = gql`mutation { say(words: "a  { b }") { id } }`
  expect(createQueryText()(spoken, {})).toContain('"a  { b }"')
})
