/** What Apollo's developer tools find in the page under `npm run dev`. */
import { type ApolloClient, InMemoryCache } from '@apollo/client'
import { afterEach, expect, test } from 'vitest'
import { DeleteByIdItemDocument, GetAllUnitDocument } from '../../../src/generated/operations.ts'
import type { Offline } from '../../../src/offline/offline.ts'
import { createReadable } from '../../../src/offline/readable.ts'
import type { Network, Outcome, SendOptions } from '../../../src/offline/sync/network.ts'
import { startDevTools } from '../../../src/shell/dev-tools.ts'

afterEach(() => void Reflect.deleteProperty(window, '__APOLLO_CLIENT__'))

const found = (): ApolloClient => Reflect.get(window, '__APOLLO_CLIENT__')

function start(outcome: Outcome<unknown>) {
  const sent: SendOptions[] = []
  const network: Pick<Network, 'send'> = {
    async send(_document, _variables, options) {
      sent.push(options)
      return outcome as Outcome<never>
    },
  }
  const open = () => ({ offline: { cache: new InMemoryCache() } as unknown as Offline })
  const account = createReadable<{ readonly offline: Offline | undefined }>(open())
  startDevTools({ account, network, newId: () => 'a-token' })
  return { account, open, sent }
}

test('a client over the cache of whoever is signed in, and of nobody else', () => {
  const { account, open } = start({ kind: 'signed-out' })
  expect(found().cache).toBe(account.get().offline?.cache)
  account.set(open())
  expect(found().cache).toBe(account.get().offline?.cache)
})

test('asks through the network of the app, and leaves the cache as it is', async () => {
  const unit = { __typename: 'Unit', id: 'kg', name: 'Kilogram', abbreviation: 'kg' }
  const { sent } = start({ kind: 'answer', data: { getAllUnit: [unit] } })
  const { data } = await found().query({ query: GetAllUnitDocument })
  expect(data?.getAllUnit).toEqual([unit])
  expect(sent).toMatchObject([{ requestToken: 'a-token' }])
  expect(found().cache.extract()).toEqual({})
})

test('tells what the server refused', async () => {
  start({ kind: 'refused', refusal: { code: 'FORBIDDEN', message: 'You may not.' } })
  const asked = found().mutate({ mutation: DeleteByIdItemDocument, variables: { id: 'milk' } })
  await expect(asked).rejects.toThrow('You may not.')
})
