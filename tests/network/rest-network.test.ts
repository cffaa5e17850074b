/** Data calls as REST, where what answers them is slow, broken or somebody else. */
import { expect, test, vi } from 'vitest'
import { GetAllUnitDocument, UpdateItemDocument } from '../../src/generated/operations.ts'
import type { DoorRequest } from '../../src/network/http-client.ts'
import { createRestNetwork } from '../../src/network/rest-network.ts'
import { holdTime, neverAnswer } from './stage.ts'

const options = { note: 'It failed.', requestToken: 'a-token' }

function networkOf(answer: (path: string, request: DoorRequest) => Promise<Response>) {
  return createRestNetwork({
    httpClient: { fetch: answer },
    reportSignedOut: () => {},
    now: Date.now,
  })
}

test('gives up after ten seconds', async () => {
  const network = networkOf((_path, { signal }) => neverAnswer(signal))
  holdTime()
  const ended = vi.fn()
  void network.send(GetAllUnitDocument, {}, options).then(ended)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toHaveBeenCalledWith({ kind: 'outage', cause: 'timeout' })
})

test('sends what the operation takes, with the token of the thing that was done', async () => {
  const asked: unknown[] = []
  const network = networkOf(async (path, { method, headers, body }) => {
    asked.push([method, path, headers?.['request-token'], body])
    return Response.json({ __typename: 'Item', id: 'i 1', name: 'Figs' })
  })
  const outcome = await network.send(UpdateItemDocument, { id: 'i 1', name: 'Figs' }, options)
  expect(asked).toEqual([['PUT', '/v1/item/i%201', 'a-token', '{"name":"Figs"}']])
  expect(outcome).toMatchObject({
    kind: 'answer',
    data: { updateItem: { __typename: 'Item', id: 'i 1', name: 'Figs', notes: null } },
  })
})

test.each([
  ['a page of somebody else', () => new Response('<html>', { status: 200 }), 'not-ours'],
  ['an error without a code', () => Response.json({ message: 'Oh' }, { status: 500 }), 'server'],
] as const)('%s keeps the edit for later', async (_what, answer, cause) => {
  const outcome = await networkOf(async () => answer()).send(GetAllUnitDocument, {}, options)
  expect(outcome).toMatchObject({ kind: 'outage', cause })
})

test('hears of nobody else', async () => {
  const network = networkOf(async () => Response.json([]))
  const heard = await new Promise(resolve => {
    network.listen({ onOpen: () => resolve('open'), onHint: resolve, onEnd: resolve })
  })
  expect(heard).toBe('open')
})

test.each([
  [
    'the words of the answer',
    { code: 'NOT_FOUND', message: 'This was not found.' },
    'This was not found.',
  ],
  ['the note of the call', { code: 'NOT_FOUND' }, 'It failed.'],
] as const)('a refusal is told in %s', async (_what, body, message) => {
  const network = networkOf(async () => Response.json(body, { status: 404 }))
  const outcome = await network.send(GetAllUnitDocument, {}, options)
  expect(outcome).toEqual({ kind: 'refused', refusal: { code: 'NOT_FOUND', message } })
})

test('what failed without a no is told, too, and tried again', async () => {
  const network = networkOf(async () => Response.json({ message: 'Oh.' }, { status: 500 }))
  const outcome = await network.send(GetAllUnitDocument, {}, options)
  expect(outcome).toEqual({ kind: 'outage', cause: 'server', message: 'Oh.' })
})
