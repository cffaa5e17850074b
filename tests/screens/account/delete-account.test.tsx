/** The end of an account, and what the person reads while it comes. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { hold } from '../meddle.ts'
import { openApp } from '../stage.tsx'
import { openServer } from '../stage-server.ts'

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
