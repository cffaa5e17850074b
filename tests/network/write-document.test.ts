import { parse, print } from 'graphql'
import { expect, test } from 'vitest'
import * as deskOperations from '../../src/generated/desk-operations.ts'
import * as operations from '../../src/generated/operations.ts'
import { writeDocument } from '../../src/network/write-document.ts'

test('every document of the app means the same in one line', () => {
  for (const document of Object.values({ ...operations, ...deskOperations }))
    expect(print(parse(writeDocument(document)))).toBe(print(document))
})

test('so does whatever else a request may hold', () => {
  const request = `
    subscription every($a: [ID!]! = ["a", "b\\"{ c }"], $b: Float = -1.5, $c: In = { d: RED, e: null }) @live {
      here: field(ids: $a, at: 3, deep: [{ on: true }, { on: false }]) @skip(if: $b) @other {
        ... on Item @include(if: true) { id }
        ... { name }
        ...Rest @include(if: false)
      }
    }
    query { id }
    fragment Rest on Item @all { id name }`
  const document = parse(request)
  expect(print(parse(writeDocument(document)))).toBe(print(document))
})

test('what only a schema holds is refused', () => {
  expect(() => writeDocument(parse('scalar Time'))).toThrow('No request holds')
})
