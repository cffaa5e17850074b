/** Passkeys: added and removed in the account settings, and signed in with. */
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { loseAnswer } from '../meddle.ts'
import { addPasskey, createKey } from '../passkey-stage.ts'
import { openApp } from '../stage.tsx'
import { openServer } from '../stage-server.ts'

const cancelled = async () => ({ kind: 'failed', message: 'No passkey was chosen.' }) as const

/** A server, and what makes and keeps a passkey for it. */
const start = async () => ({ server: await openServer(), authenticator: createKey() })

/** There is one of Ana's already. */
async function startWithPasskey() {
  const server = await openServer()
  return { server, authenticator: await addPasskey(server.phone) }
}

const path = '/product/account'
const section = async () =>
  within(await screen.findByRole('region', { name: 'Password and passkeys' }))

/** To the question whether it shall go. */
const answer = async (user: UserEvent, name: 'Keep' | 'Remove') =>
  user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

test('a passkey is named and added, and what the server refuses to remove stays', async () => {
  const { server, authenticator } = await start()
  const { user } = await openApp({ path, signedIn: true, server, authenticator })
  const part = await section()
  await user.click(part.getByRole('button', { name: 'Add a passkey' }))
  const name = part.getByRole('textbox', { name: 'Name of the passkey' })
  expect(name.getAttribute('aria-invalid')).toBe('true')
  await user.type(name, 'My phone')
  await user.click(part.getByRole('button', { name: 'Add a passkey' }))
  const list = within(await part.findByRole('list', { name: 'Passkeys' }))
  expect(list.getByText('My phone')).toBeTruthy()
  expect(name).toHaveProperty('value', '')
  // Who came by another provider has no password.
  const { query } = server.server.db
  await query
    .updateTable('user')
    .set('password_hash', '')
    .where('id', '=', server.person.id)
    .execute()
  await user.click(list.getByRole('button', { name: 'Remove' }))
  await answer(user, 'Remove')
  await waitFor(() =>
    expect(part.getByRole('status', { name: 'Your passkeys' }).textContent).toContain('only way'),
  )
})

test('a passkey whose answer was lost is listed all the same', async () => {
  const { server, authenticator } = await start()
  loseAnswer(server, 'My phone')
  const { user } = await openApp({ path, signedIn: true, server, authenticator })
  const part = await section()
  await user.type(part.getByRole('textbox', { name: 'Name of the passkey' }), 'My phone')
  await user.click(part.getByRole('button', { name: 'Add a passkey' }))
  const list = within(await part.findByRole('list', { name: 'Passkeys' }))
  expect(list.getByText('My phone')).toBeTruthy()
})

test('to be always asked for a passkey is offered while there is one', async () => {
  const { server, authenticator } = await startWithPasskey()
  const { user } = await openApp({ path, signedIn: true, server, authenticator })
  const part = await section()
  await part.findByRole('button', { name: 'Always ask for a passkey' })
  await user.click(part.getByRole('button', { name: 'Remove' }))
  await answer(user, 'Remove')
  await waitFor(() =>
    expect(part.queryByRole('button', { name: 'Always ask for a passkey' })).toBeNull(),
  )
  await user.type(part.getByRole('textbox', { name: 'Name of the passkey' }), 'My phone')
  await user.click(part.getByRole('button', { name: 'Add a passkey' }))
  expect(await part.findByRole('button', { name: 'Always ask for a passkey' })).toBeTruthy()
})

test('a passkey is removed after the question alone, which says what that does', async () => {
  const { server, authenticator } = await startWithPasskey()
  const { user } = await openApp({ path, signedIn: true, server, authenticator })
  const part = await section()
  const remove = await part.findByRole('button', { name: 'Remove' })
  await user.click(remove)
  const question = await screen.findByRole('dialog', { name: 'Remove “My key”?' })
  expect(question.textContent).toContain('You no longer sign in with “My key”.')
  await answer(user, 'Keep')
  await waitFor(() => expect(document.activeElement).toBe(remove))
  expect(server.calls.filter(({ call }) => call === '/auth/passkey/remove')).toEqual([])
  await user.click(remove)
  await answer(user, 'Remove')
  expect(await part.findByText('“My key” is removed.')).toBeTruthy()
})

test('what was typed stays where nothing was chosen', async () => {
  const { server, authenticator } = await start()
  const given = { ...authenticator, make: cancelled }
  const { user } = await openApp({ path, signedIn: true, server, authenticator: given })
  const part = await section()
  const name = part.getByRole('textbox', { name: 'Name of the passkey' })
  await user.type(name, 'My phone')
  await user.click(part.getByRole('button', { name: 'Add a passkey' }))
  expect((await part.findByRole('alert')).textContent).toBe('No passkey was chosen.')
  expect(name).toHaveProperty('value', 'My phone')
})

test('why none was added is said of nothing that is done before or after', async () => {
  const { server, authenticator } = await start()
  let makes = authenticator.make
  const given = { ...authenticator, make: (options: unknown) => makes(options) }
  const { user } = await openApp({ path, signedIn: true, server, authenticator: given })
  const part = await section()
  const add = (name: string) =>
    user.type(part.getByRole('textbox', { name: 'Name of the passkey' }), `${name}{Enter}`)
  await add('My phone')
  expect(await part.findByText('“My phone” is added.')).toBeTruthy()
  makes = cancelled
  await add('My desk')
  expect((await part.findByRole('alert')).textContent).toBe('No passkey was chosen.')
  expect(part.queryByText('“My phone” is added.')).toBeNull()
  const list = within(part.getByRole('list', { name: 'Passkeys' }))
  await user.click(list.getByRole('button', { name: 'Remove', description: /^My phone/ }))
  await answer(user, 'Remove')
  expect(await part.findByText('“My phone” is removed.')).toBeTruthy()
  expect(part.queryByRole('alert')).toBeNull()
  expect(part.getByRole('textbox', { name: 'Name of the passkey' })).toHaveProperty(
    'value',
    'My desk',
  )
})

test('a browser that has no passkeys says so, and offers none', async () => {
  await openApp({ path, signedIn: true })
  expect((await section()).getByText(/cannot make a passkey/)).toBeTruthy()
})

test('a passkey signs in, and leads on', async () => {
  const { server, authenticator } = await startWithPasskey()
  const opened = await openApp({ path: '/login?next=%2Fproduct%2Fready', server, authenticator })
  await opened.user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
  await waitFor(() => expect(opened.path()).toBe('/product/ready'))
})

test('where none was chosen the sign-in says so', async () => {
  const { server, authenticator } = await startWithPasskey()
  const given = { ...authenticator, sign: cancelled }
  const { user } = await openApp({ path: '/login', server, authenticator: given })
  await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
  expect((await screen.findByRole('alert')).textContent).toBe('No passkey was chosen.')
})
