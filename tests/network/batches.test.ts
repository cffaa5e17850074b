/** Several data calls in one request: what of its answer is believed. */
import { HttpResponse, http } from 'msw/http'
import { expect, test } from 'vitest'
import { CreateItemDocument, UpdateItemDocument } from '../../src/generated/operations.ts'
import { note, openTab, origin, startServer } from './stage.ts'

const server = startServer()

const ticked = { data: { updateItem: { __typename: 'Item', id: 'milk' } } }
const csrfRefusal = { message: 'ForbiddenError: invalid csrf token' }

const ticks = ['1', '2'].map(requestToken => ({
  document: UpdateItemDocument,
  variables: { id: 'milk', purchased: true },
  note,
  requestToken,
  dependsOn: [],
}))

function send(answer: () => Response) {
  server.use(http.post(`${origin}/graphql`, answer))
  return openTab().network.batches?.send(ticks, { signal: new AbortController().signal })
}

test('each has its answer; fewer than were asked for are none at all', async () => {
  expect(await send(() => HttpResponse.json([ticked, ticked]))).toMatchObject([
    { kind: 'answer' },
    { kind: 'answer' },
  ])
  expect(await send(() => HttpResponse.json([ticked]))).toEqual({
    kind: 'outage',
    cause: 'not-ours',
  })
})

test('a token refused again and again is an outage, not a server that takes no batches', async () => {
  expect(await send(() => HttpResponse.json(csrfRefusal, { status: 403 }))).toEqual({
    kind: 'outage',
    cause: 'unreachable',
  })
})

test('what is too large for any batch goes alone', () => {
  const variables = { shoppingListId: 'list', name: 'Milk', notes: 'x'.repeat(70_000) }
  const large = { document: CreateItemDocument, variables, note, requestToken: '3', dependsOn: [] }
  const { batches } = openTab().network
  expect(batches?.fitting([large, ...ticks])).toBe(1)
  expect(batches?.fitting([...ticks, large])).toBe(2)
})
