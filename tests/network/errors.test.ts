/** Which of several messages a person sees (spec section 8). */
import { describe, expect, test } from 'vitest'
import { messageOf, ownMessage } from '../../src/network/errors.ts'

const note = 'Error while creating Item record(s)'
const body = {
  message: 'The server’s.',
  errors: [{ message: 'The first of GraphQL.' }, { message: 'x' }],
}
const failure = new Error('The failure’s own.')

describe('of several messages the person sees', () => {
  test.each([
    ['the server’s first', body, failure, 'The server’s.'],
    ['then the first of GraphQL', { errors: body.errors }, failure, 'The first of GraphQL.'],
    ['then the failure’s own', undefined, failure, 'The failure’s own.'],
    ['then the default note', undefined, undefined, note],
    ['nothing that is no text', { message: 7, errors: 'x' }, { message: null }, note],
  ])('%s', (_which, answer, thrown, message) => {
    expect(messageOf(answer, thrown, note)).toBe(message)
  })
})

test.each([
  [new TypeError('Failed to fetch'), undefined],
  [new DOMException('signal timed out', 'TimeoutError'), undefined],
  [new DOMException('aborted', 'AbortError'), undefined],
  [
    new Error('Loading the chunk failed: no answer in 120 s.'),
    'Loading the chunk failed: no answer in 120 s.',
  ],
  ['a text', undefined],
])('%s has a message for people: %s', (thrown, message) => {
  expect(ownMessage(thrown)).toBe(message)
})
