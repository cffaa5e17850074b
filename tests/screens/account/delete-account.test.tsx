/** The end of an account, and what the person reads while it comes. */
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { handOverShoppingList, shareShoppingList } from '../../../src/cache/edits/sharing-edits.ts'
import { befriend, shareWith } from '../../support/friends.ts'
import { hold } from '../meddle.ts'
import { openApp } from '../stage.tsx'
import { idOf, openServer } from '../stage-server.ts'

const path = '/product/account/delete'
const keep = () => screen.queryByRole('link', { name: 'Keep my account' })

async function begin() {
  const server = await openServer()
  const release = hold(server, 'deleteUser')
  const app = await openApp({ path, signedIn: true, server })
  await app.user.type(await screen.findByLabelText('Password'), 'correct horse')
  expect(keep()).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: 'Delete my account' }))
  await screen.findByRole('button', { name: 'Deleting…' })
  return { ...app, release }
}

test('while it is under way, nobody is offered to keep the account', async () => {
  const { release } = await begin()
  expect(keep()).toBeNull()
  await release()
  expect(await screen.findByText('Nothing of your lists is left on this device.')).toBeTruthy()
})

test('where the server says no, it can be kept', async () => {
  const { server, release } = await begin()
  server.reachable = false
  await release()
  await waitFor(() => expect(keep()).toBeTruthy())
})

test('who gets a list is said as the server knows it: what waits goes with the account', async () => {
  const server = await openServer()
  const anna = await server.server.buildUser({ firstName: 'Anna', lastName: 'Novak' })
  await befriend(server.phone, anna)
  await server.addList('Groceries')
  await shareWith(server.phone, idOf('Groceries'), [[anna, 'VIEW']])
  const app = await openApp({ path, signedIn: true, server })
  const says = async (text: string) =>
    expect((await screen.findByText('Groceries')).parentElement?.textContent).toBe(text)
  await says('Groceries: disappears for Anna Novak, too')
  server.reachable = false
  const offline = app.account.state.get().offline
  await act(async () => {
    const shoppingListFriends = [{ friendId: anna.id, permission: 'ADMIN' as const }]
    await offline?.perform(shareShoppingList, { id: idOf('Groceries'), shoppingListFriends })
      .durable
  })
  expect(await screen.findByText(/1 change on this device, not sent yet/)).toBeTruthy()
  await says('Groceries: disappears for Anna Novak, too')
  server.reachable = true
  await act(() => offline?.sendNow())
  await says('Groceries: Anna Novak gets it, if they have room for it')
})

test('a list whose hand-over waits is still one’s own there, for whoever has it already', async () => {
  const server = await openServer()
  const anna = await server.server.buildUser({ firstName: 'Anna', lastName: 'Novak' })
  await befriend(server.phone, anna)
  await server.addList('Groceries')
  await shareWith(server.phone, idOf('Groceries'), [[anna, 'VIEW']])
  const app = await openApp({ path, signedIn: true, server })
  await screen.findByText('Groceries')
  server.reachable = false
  const offline = app.account.state.get().offline
  await act(async () => {
    await offline?.perform(handOverShoppingList, { id: idOf('Groceries'), userId: anna.id }).durable
  })
  expect(await screen.findByText(/1 change on this device, not sent yet/)).toBeTruthy()
  const says = screen.getByText('Groceries').parentElement?.textContent
  expect(says).toBe('Groceries: disappears for Anna Novak, too')
  server.reachable = true
  await act(() => offline?.sendNow())
  await waitFor(() => expect(screen.queryByText('Groceries')).toBeNull())
})
