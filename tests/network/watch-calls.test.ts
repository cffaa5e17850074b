import { gql } from '@apollo/client'
import { expect, test } from 'vitest'
import { watchCalls } from '../../src/network/data/watch-calls.ts'
import type { Network, Outcome } from '../../src/offline/sync/network.ts'

const document = gql`mutation tickItem { tickItem { id } }`

test('each call is told with its token and its end, alone and in a batch', async () => {
  const outcomes: Outcome<never>[] = [{ kind: 'outage', cause: 'timeout' }, { kind: 'signed-out' }]
  let time = 0
  const network: Network = {
    send: async () => outcomes.shift() ?? { kind: 'signed-out' },
    listen: () => ({ close() {} }),
    batches: { fitting: requests => requests.length, send: async () => outcomes },
  }
  const told: object[] = []
  const watched = watchCalls(
    network,
    call => told.push(call),
    () => {
      time += 5
      return time
    },
  )
  const one = { note: '', requestToken: 'a' }
  await watched.send(document, {}, one)
  await watched.batches?.send(
    [{ ...one, requestToken: 'b', document, variables: {}, dependsOn: [] }],
    {},
  )
  expect(told).toEqual([
    { name: 'tickItem', requestToken: 'a', outcome: 'timeout', ms: 5 },
    { name: 'tickItem', requestToken: 'b', outcome: 'signed-out', ms: 5 },
  ])
})
