/** What stands on screens that every device keeps, and needs code that none does: without a network, or of a version before. */
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createAuthenticator } from '../../../src/network/session/authenticator.ts'
import { createMemoryKeyValue } from '../../support/memory-key-value.ts'
import { openServerWithMail } from '../mail-stage.ts'
import { openApp } from '../stage.tsx'

vi.mock('../../../src/network/session/mailed-calls.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
const own = vi.hoisted(() => ({ isThere: true }))
vi.mock('../../../src/account/own-account.tsx', async importOriginal => {
  const { OwnAccount } =
    await importOriginal<typeof import('../../../src/account/own-account.tsx')>()
  return {
    get OwnAccount() {
      if (!own.isThere) throw new TypeError('Failed to fetch dynamically imported module')
      return OwnAccount
    },
  }
})
vi.mock('@simplewebauthn/browser', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

// First: what was loaded once stays.
test('what was typed outlives “Load the app again”', async () => {
  own.isThere = false
  const perTab = createMemoryKeyValue()
  const first = await openApp({ path: '/product/feedback', signedIn: true, perTab })
  await first.user.type(await screen.findByRole('textbox', { name: 'Feedback' }), 'half typed')
  await first.go({ to: '/product/account' })
  await first.user.click(await screen.findByRole('button', { name: 'Try again' }))
  await first.user.click(await screen.findByRole('button', { name: 'Load the app again' }))
  fireEvent(window, new Event('pagehide'))
  await first.close()
  own.isThere = true
  const { server, local } = first
  await openApp({ path: '/product/feedback', signedIn: true, server, local, perTab })
  expect(await screen.findByRole('textbox', { name: 'Feedback' })).toHaveProperty(
    'value',
    'half typed',
  )
})

test('“Load the app again” brings the newer version that waits, which has what is missing', async () => {
  own.isThere = false
  const { user, updates } = await openApp({ path: '/product/account', signedIn: true })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  const loadAgain = await screen.findByRole('button', { name: 'Load the app again' })
  updates.ready()
  await user.click(loadAgain)
  expect(updates.accepted()).toBe(true)
})

test('the account says what needs the network once, and has the rest', async () => {
  own.isThere = false
  const { user } = await openApp({ path: '/product/account', signedIn: true })
  expect((await screen.findByRole('alert')).textContent).toMatch(/needs the network once/)
  for (const name of ['Preferences', 'Data', 'Delete']) {
    expect(screen.getByRole('region', { name })).toBeTruthy()
  }
  own.isThere = true
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('region', { name: 'Name and contact' })).toBeTruthy()
})

test('a link that proves the address is sent all the same', async () => {
  const { server, linkTo } = await openServerWithMail()
  const { user } = await openApp({ path: '/product/account', signedIn: true, server })
  const part = within(await screen.findByRole('region', { name: 'Email' }))
  await user.click(await part.findByRole('button', { name: 'Send a link' }))
  expect(await part.findByText(/a mail with a link is on its way/)).toBeTruthy()
  expect((await linkTo(server.person.email)).path).toMatch(/^\/verify-email/)
})

test('a passkey that cannot be asked for says what helps', async () => {
  const authenticator = { ...createAuthenticator('aisle.test'), works: true }
  const { user } = await openApp({ path: '/login', authenticator })
  await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'What asks for a passkey could not be loaded. Load the page again, and try again.',
  )
})
