import { readFileSync } from 'node:fs'
import { gql } from '@apollo/client'
import { buildSchema, type DocumentNode, parse, type SelectionSetNode, validate } from 'graphql'
import { expect, test } from 'vitest'
import * as accountOperations from '../../src/generated/account-operations.ts'
import * as operations from '../../src/generated/operations.ts'
import { UpdateItemDocument } from '../../src/generated/operations.ts'
import { createQueryText } from '../../src/network/query-text.ts'

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))

test('a tick is said in few bytes: only what is given, and no blanks', () => {
  const text = createQueryText()(UpdateItemDocument, { id: 'a', purchased: true, name: undefined })
  const operation = 'mutation updateItem($id:ID!,$purchased:Boolean)'
  expect(text.startsWith(`${operation}{updateItem(id:$id,purchased:$purchased){id name`)).toBe(true)
  expect(validate(schema, parse(text))).toEqual([])
  // One packet of 1,460 bytes, with some 1,050 bytes of headers.
  expect(text.length).toBeLessThan(300)
})

test('a fragment that is spread once stands in its place, and every document says what it said', () => {
  const queryOf = createQueryText()
  const documents = Object.values<object>({ ...operations, ...accountOperations })
    .filter(one => 'kind' in one && one.kind === 'Document')
    .map(one => one as DocumentNode)
    .filter(({ definitions: [first] }) => first?.kind === 'OperationDefinition')
  expect(documents.length).toBeGreaterThan(50)
  for (const document of documents) {
    const given = Object.fromEntries(
      document.definitions
        .flatMap(one => ('variableDefinitions' in one ? (one.variableDefinitions ?? []) : []))
        .map(({ variable }) => [variable.name.value, null]),
    )
    const said = parse(queryOf(document, given))
    expect(validate(schema, said)).toEqual([])
    expect(fieldsOf(said)).toEqual(fieldsOf(document))
  }
})

/** Every field that is asked for, by its path, types left out. */
function fieldsOf(document: DocumentNode): readonly string[] {
  const fragments = new Map(
    document.definitions.flatMap(one =>
      one.kind === 'FragmentDefinition' ? [[one.name.value, one.selectionSet] as const] : [],
    ),
  )
  const within = (path: string, set: SelectionSetNode | undefined): readonly string[] =>
    (set?.selections ?? []).flatMap(one => {
      if (one.kind === 'FragmentSpread') return within(path, fragments.get(one.name.value))
      if (one.kind === 'InlineFragment') return within(path, one.selectionSet)
      const own = `${path}.${one.alias?.value ?? ''}${one.name.value}`
      return one.name.value === '__typename' ? [] : [own, ...within(own, one.selectionSet)]
    })
  const [operation] = document.definitions
  return operation?.kind === 'OperationDefinition'
    ? within('', operation.selectionSet).toSorted()
    : []
}

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
