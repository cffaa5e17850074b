/** Lists anew from the server: offered on the overview as on a list, and what is said where it fails. */
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setFields } from '../../../src/cache/records/records.ts'
import { openApp } from '../stage.tsx'
import { idOf, openServer } from '../stage-server.ts'

async function openOverview() {
  const app = await openApp({
    path: '/product/dashboard',
    signedIn: true,
    lists: ['Weekly shop'],
    itemNames: ['Milk'],
  })
  await screen.findByRole('heading', { name: 'Overview' })
  await waitFor(() => expect(app.account.state.get().offline?.sync.get().initialised).toBe(true))
  return {
    ...app,
    async refresh() {
      await app.user.click(screen.getByRole('button', { name: 'More' }))
      await app.user.click(await screen.findByRole('menuitem', { name: 'Refresh' }))
    },
  }
}

test('the overview offers it in its menu; what is wrong on the device is mended', async () => {
  const { account, refresh } = await openOverview()
  const { offline } = account.state.get()
  act(
    () =>
      offline && setFields(offline.cache, `ShoppingList:${idOf('Weekly shop')}`, { name: 'Wrong' }),
  )
  await screen.findByRole('link', { name: /^Wrong/ })
  await refresh()
  await screen.findByText('Your lists are up to date.')
  expect(screen.getByRole('link', { name: /^Weekly shop/ })).toBeTruthy()
})

test.each([
  ['the server’s sentence', 'Closed for repairs.', 'Closed for repairs.'],
  ['the default note', '', 'Error while fetching ShoppingList record(s)'],
])('says %s where the server fails', async (_what, trouble, said) => {
  const { server, refresh } = await openOverview()
  server.trouble = trouble
  await refresh()
  await screen.findByText(said)
  server.trouble = undefined
  await refresh()
  await screen.findByText('Your lists are up to date.')
})

test('calls an ended session no fault of the lists', async () => {
  const { server, refresh } = await openOverview()
  await server.endSession()
  await refresh()
  await screen.findByRole('heading', { name: 'Your session has ended' })
  expect(screen.queryByText(/^Error while fetching/)).toBeNull()
})

test('says where the server cannot be reached', async () => {
  const { server, refresh } = await openOverview()
  server.reachable = false
  await refresh()
  await screen.findByText('The server cannot be reached. What you see is what this device knows.')
})

test.each(['/product/dashboard', '/product', `/product/shoppinglist?list=${idOf('Weekly shop')}`])(
  '%s says why there are no lists yet where the server fails, and fetches them on request',
  async path => {
    const server = await openServer()
    server.trouble = ''
    const { user } = await openApp({ path, signedIn: true, server, lists: ['Weekly shop'] })
    await screen.findByRole('heading', { name: 'Your lists could not be fetched' })
    expect(screen.getByText('Error while fetching ShoppingList record(s)')).toBeTruthy()
    server.trouble = undefined
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect((await screen.findAllByText('Weekly shop')).length).toBeGreaterThan(0)
    expect(screen.queryByRole('heading', { name: 'Your lists could not be fetched' })).toBeNull()
  },
)

test.each(['/product/dashboard', '/product'])(
  '%s does not say that there are no lists where the server was not reached yet',
  async path => {
    const server = await openServer()
    server.reachable = false
    const { user } = await openApp({ path, signedIn: true, server, lists: ['Weekly shop'] })
    await screen.findByRole('heading', { name: 'No list is on this device' })
    expect(screen.getByText(/^Lists that the server has come as soon as it can be/)).toBeTruthy()
    expect(screen.queryByText('No lists yet')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Sample list' }))
    expect((await screen.findAllByText('Sample list')).length).toBeGreaterThan(0)
  },
)
