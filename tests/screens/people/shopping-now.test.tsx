/** "Anna is shopping": seen by whoever has the list open, told by whoever is in the store. */
import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { writePeople } from '../../../src/cache/records/people.ts'
import type { HintListener, Network } from '../../../src/offline/sync/network.ts'
import { operationName } from '../../../src/offline/sync/track-calls.ts'
import { shop, showList } from '../list/list-stage.tsx'

const anna = {
  __typename: 'ShoppingListFriend',
  friendId: 21,
  name: 'Anna Novak',
  permission: 'EDIT',
  byLink: false,
} as const

/** A server that can be heard, and what it was told of who shops. */
function createServer() {
  const listeners: HintListener[] = []
  const told: unknown[] = []
  const network: Network = {
    async send(document, variables) {
      if (operationName(document) === 'setShopping') told.push(variables)
      return { kind: 'outage', cause: 'unreachable' }
    },
    listen(listener) {
      listeners.push(listener)
      return { close() {} }
    },
  }
  return { network, told, listener: () => listeners.at(-1) }
}

async function showShared(people: readonly (typeof anna)[] = [anna]) {
  const server = createServer()
  const stage = await showList({
    items: ['Milk'],
    network: server.network,
    prepare: ({ plain }) => writePeople(plain.cache, shop, { ownerName: 'Me', people }),
  })
  return { ...stage, ...server }
}

it('says quietly who is in the store, until they leave or nobody can tell any more', async () => {
  const { happens, listener } = await showShared()
  const says = (beside: unknown) =>
    happens(() => listener()?.onHint({ id: shop, revision: 1, beside }))
  const status = screen.getByRole('status', { name: 'In the store now' })
  expect(status.textContent).toBe('')
  says([{ userId: 21, firstName: 'Anna' }])
  expect(status.textContent).toBe('Anna is shopping')
  says([
    { userId: 21, firstName: 'Anna' },
    { userId: 22, firstName: 'Jonas' },
  ])
  expect(status.textContent).toBe('Anna and Jonas are shopping')
  says([])
  expect(status.textContent).toBe('')
  says([{ userId: 21, firstName: 'Anna' }])
  happens(() => listener()?.onEnd('outage'))
  expect(status.textContent).toBe('')
})

it('tells the people of a list that one entered a store and left it', async () => {
  const { user, told } = await showShared()
  await user.click(screen.getByRole('button', { name: 'Shop in the store' }))
  await waitFor(() => expect(told).toEqual([{ shoppingListId: shop, isShopping: true }]))
  await user.click(screen.getByRole('button', { name: 'Leave store' }))
  await waitFor(() => expect(told.at(1)).toEqual({ shoppingListId: shop, isShopping: false }))
})

it('goes on while one selects there', async () => {
  const { user, told, choose } = await showShared()
  await user.click(screen.getByRole('button', { name: 'Shop in the store' }))
  await waitFor(() => expect(told).toHaveLength(1))
  await choose('Select items')
  await user.click(await screen.findByRole('button', { name: 'Done' }))
  expect(await screen.findByRole('button', { name: 'Leave store' })).toBeTruthy()
  expect(told).toEqual([{ shoppingListId: shop, isShopping: true }])
})

it('tells nobody where nobody else has the list', async () => {
  const { user, told } = await showShared([])
  await user.click(screen.getByRole('button', { name: 'Shop in the store' }))
  await user.click(await screen.findByRole('button', { name: 'Leave store' }))
  expect(told).toEqual([])
})

it('says so again as soon as the page wakes or the network is back', async () => {
  const { user, told } = await showShared()
  await user.click(screen.getByRole('button', { name: 'Shop in the store' }))
  await waitFor(() => expect(told).toHaveLength(1))
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(told).toHaveLength(3))
})

it('says so again every minute, and leaves with the page', async () => {
  const beats: (() => void)[] = []
  const { setInterval } = globalThis
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((work: () => void, ms?: number) => {
    if (ms === 60_000) beats.push(work)
    return setInterval(work, ms)
  }) as typeof setInterval)
  const { user, told } = await showShared()
  await user.click(screen.getByRole('button', { name: 'Shop in the store' }))
  await waitFor(() => expect(told).toHaveLength(1))
  for (const beat of beats) beat()
  window.dispatchEvent(new Event('pagehide'))
  // And is there again when the browser takes the page out of its memory.
  window.dispatchEvent(new Event('pageshow'))
  await waitFor(() => expect(told).toHaveLength(4))
  expect(told.map(one => Object(one).isShopping)).toEqual([true, true, false, true])
  expect(beats).toHaveLength(1)
})
