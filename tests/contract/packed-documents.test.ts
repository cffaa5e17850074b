/** The built app has its documents packed: what comes out is to the letter what codegen made. */
import { readFileSync } from 'node:fs'
import { type DocumentNode, parse, print } from 'graphql'
import { expect, test } from 'vitest'
import { packDocument, packedModule, packFragments } from '../../build/pack-documents.ts'
import { createUnpacking } from '../../build/unpack-documents.ts'
import * as accountOperations from '../../src/generated/account-operations.ts'
import * as deskOperations from '../../src/generated/desk-operations.ts'
import * as operations from '../../src/generated/operations.ts'

const modules = {
  operations,
  'account-operations': accountOperations,
  'desk-operations': deskOperations,
}

const documentsOf = (module: object): [string, DocumentNode][] =>
  Object.entries(module).filter(([, value]) => Object(value).kind === 'Document')

function unpackerOf(documents: readonly DocumentNode[]) {
  const fragments = Object.assign({}, ...documents.map(packFragments))
  const unpack = createUnpacking(JSON.stringify(fragments))
  return (document: DocumentNode) => unpack(JSON.stringify(packDocument(document)))
}

test.each(Object.entries(modules))('each document of %s comes out as it went in', (_, module) => {
  const documents = documentsOf(module)
  const unpacked = unpackerOf(documents.map(([, document]) => document))
  expect(documents.length).toBeGreaterThan(5)
  for (const [name, document] of documents) {
    expect({ name, ...unpacked(document) }).toEqual({ name, ...document })
  }
})

test.each(Object.keys(modules))('none is left spelled out in %s', name => {
  const code = readFileSync(`src/generated/${name}.ts`, 'utf8')
  expect(packedModule(code)).not.toContain('"kind":"Document"')
})

test('values, directives and parts of every kind have a place', () => {
  const { definitions } = parse(
    'query q($a: [Int!] = [1, -2], $b: Boolean = false) @live(if: true) { x: y(c: {d: null, e: E, i: "words", j: 1.5}, f: $a) @skip(if: $b) { ... on Z @a { g ...F @b } } } fragment F on Z { h }',
    { noLocation: true },
  )
  // Codegen leaves out what is empty, as this text does not.
  const document = JSON.parse(JSON.stringify({ kind: 'Document', definitions }))
  expect(print(unpackerOf([document])(document))).toBe(print(document))
})

test('what there is no place for is refused, not left out', () => {
  const document = parse('type Item { id: ID }', { noLocation: true })
  expect(() => packDocument(document)).toThrow('A document has a ObjectTypeDefinition with name')
})

test('whoever copies a document and changes the copy leaves the document as it was', () => {
  const { UpdateItemDocument } = operations
  const unpacked = unpackerOf([UpdateItemDocument])(UpdateItemDocument)
  const before = unpacked.definitions
  const copy = Object.defineProperties(
    { definitions: unpacked.definitions },
    Object.getOwnPropertyDescriptors(unpacked),
  )
  copy.definitions = []
  expect([copy.definitions, unpacked.definitions]).toEqual([[], before])
  expect(unpacked.definitions).toBe(before)
})
