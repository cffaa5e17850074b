/** Passkeys: added and removed in the account settings, and signed in with. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw/http'
import { expect, test } from 'vitest'
import type { Authenticator } from '../../../src/network/session/authenticator.ts'
import { createPlayedServer, origin } from '../played-server.ts'
import { openApp } from '../played-stage.tsx'

const signed = async () => ({ kind: 'response', response: { id: 'key' } }) as const
const authenticator: Authenticator = { works: true, make: signed, sign: signed }
const cancelled = async () => ({ kind: 'failed', message: 'No passkey was chosen.' }) as const

function serverWithPasskeys() {
  const server = createPlayedServer()
  const options = () => HttpResponse.json({ success: true, options: {} })
  server.handlers.unshift(
    http.post(`${origin}/auth/passkey/options`, options),
    http.post(`${origin}/auth/passkey/register-options`, options),
    http.post(`${origin}/auth/passkey/register`, async ({ request }) => {
      const { name } = Object(await request.json())
      server.passkeys = [{ id: 'one', name: String(name), usedAt: null }]
      return HttpResponse.json({ success: true, message: 'The passkey is added.' })
    }),
    http.post(`${origin}/auth/passkey/remove`, () =>
      HttpResponse.json({ success: false, message: 'This passkey is the only way in.' }),
    ),
    http.post(`${origin}/auth/passkey/sign-in`, () => {
      server.signedIn = true
      return HttpResponse.json({ success: true, user: server.person })
    }),
  )
  return server
}

const path = '/product/account'
const section = async () =>
  within(await screen.findByRole('region', { name: 'Password and passkeys' }))

test('a passkey is named and added, and what the server refuses to remove stays', async () => {
  const server = serverWithPasskeys()
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
  await user.click(list.getByRole('button', { name: 'Remove' }))
  await waitFor(() =>
    expect(part.getByRole('status', { name: 'Your passkeys' }).textContent).toContain('only way'),
  )
})

test('what was typed stays where nothing was chosen', async () => {
  const given = { ...authenticator, make: cancelled }
  const server = serverWithPasskeys()
  const { user } = await openApp({ path, signedIn: true, server, authenticator: given })
  const part = await section()
  const name = part.getByRole('textbox', { name: 'Name of the passkey' })
  await user.type(name, 'My phone')
  await user.click(part.getByRole('button', { name: 'Add a passkey' }))
  expect((await part.findByRole('alert')).textContent).toBe('No passkey was chosen.')
  expect(name).toHaveProperty('value', 'My phone')
})

test('a browser that has no passkeys says so, and offers none', async () => {
  await openApp({ path, signedIn: true })
  expect((await section()).getByText(/cannot make a passkey/)).toBeTruthy()
})

test('a passkey signs in, and leads on', async () => {
  const server = serverWithPasskeys()
  const opened = await openApp({ path: '/login?next=%2Fproduct%2Fready', server, authenticator })
  await opened.user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
  await waitFor(() => expect(opened.path()).toBe('/product/ready'))
})

test('where none was chosen the sign-in says so', async () => {
  const given = { ...authenticator, sign: cancelled }
  const server = serverWithPasskeys()
  const { user } = await openApp({ path: '/login', server, authenticator: given })
  await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
  expect((await screen.findByRole('alert')).textContent).toBe('No passkey was chosen.')
})
