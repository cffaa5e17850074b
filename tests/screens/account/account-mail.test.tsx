/** The screens that mails lead to, and those that ask for a mail. */
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createPlayedServer } from '../played-server.ts'
import { openApp } from '../played-stage.tsx'

const used = {
  success: false,
  reason: 'USED',
  message: 'This link was used already.',
}

describe('where a mail proves the address', () => {
  test('signing up says to look into the mail, and sends a new link', async () => {
    const { user, server } = await openApp({ path: '/signup?inviteId=abc&addFriend=true' })
    server.accountAnswers.set('signup', {
      success: true,
      message: 'Look into your mail: it is there.',
    })
    server.accountAnswers.set('resend-verification-email', { success: true, message: 'Sent.' })
    await user.type(await screen.findByRole('textbox', { name: 'First name' }), 'Ana')
    await user.type(screen.getByRole('textbox', { name: 'Last name' }), 'Kovač')
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@example.org')
    await user.type(screen.getByLabelText('Password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByRole('heading', { name: 'Look into your mail' })).toBeTruthy()
    expect(screen.getByText('Look into your mail: it is there.')).toBeTruthy()
    expect(server.accountCalls[0]?.body).toMatchObject({ inviteId: 'abc', addFriend: true })
    await user.click(screen.getByRole('button', { name: 'Send a new link' }))
    expect(await screen.findByText('Sent.')).toBeTruthy()
  })

  test('a sign-in before that offers a new link', async () => {
    const { user, server, local } = await openApp({ path: '/login' })
    server.accountAnswers.set('login', {
      success: false,
      reason: 'UNVERIFIED',
      message: 'Your email is not verified yet.',
    })
    server.accountAnswers.set('resend-verification-email', { success: true, message: 'Sent.' })
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ana@example.org')
    await user.type(screen.getByLabelText('Password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Your email is not verified yet.')
    await user.click(screen.getByRole('button', { name: 'Send a new link' }))
    expect(await screen.findByText('Sent.')).toBeTruthy()
    expect(server.accountCalls.at(-1)?.body).toEqual({ email: 'ana@example.org' })
    expect(local.get('aisle.app-details')).toBe('{"email":"ana@example.org"}')
  })

  test('the link verifies by being opened, signs in, and leaves the address', async () => {
    const server = createPlayedServer()
    server.accountAnswers.set('verify-user', { success: true, user: server.person })
    const { user, href } = await openApp({ path: '/verify-email?token=abc', server })
    expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeTruthy()
    expect(server.accountCalls).toEqual([
      {
        call: 'verify-user',
        body: { token: 'abc', recaptcha: '', verifyEmailToken: 'abc', verifyPhoneToken: '' },
      },
    ])
    expect(href()).not.toContain('abc')
    server.signedIn = true
    await user.click(screen.getByRole('link', { name: 'Go to your lists' }))
    expect(await screen.findByRole('heading', { name: 'Make your first list' })).toBeTruthy()
  })

  test('where somebody else is signed in the link verifies and changes nobody', async () => {
    const server = createPlayedServer()
    server.accountAnswers.set('verify-user', { success: true, message: 'Email verified.' })
    await openApp({ path: '/verify-email?token=abc', server, signedIn: true })
    expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeTruthy()
    expect(screen.getByText(/You are signed in as ana@example\.org/)).toBeTruthy()
  })

  test('a link that no longer works says why and brings a new one', async () => {
    const server = createPlayedServer()
    server.accountAnswers.set('verify-user', used)
    server.accountAnswers.set('resend-verification-email', { success: true, message: 'Sent.' })
    const { user } = await openApp({ path: '/verify-email?token=abc', server })
    expect((await screen.findByRole('alert')).textContent).toBe('This link was used already.')
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@example.org')
    await user.click(screen.getByRole('button', { name: 'Send a new link' }))
    expect(await screen.findByText('Sent.')).toBeTruthy()
  })

  test('without a network the link can be tried again', async () => {
    const server = createPlayedServer()
    server.accountAnswers.set('verify-user', { success: true, message: 'Email verified.' })
    server.reachable = false
    const { user } = await openApp({ path: '/verify-email?token=abc', server })
    const again = await screen.findByRole('button', { name: 'Try again' })
    server.reachable = true
    await user.click(again)
    expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeTruthy()
  })

  test('a new link can be asked for by itself', async () => {
    const { user, server } = await openApp({ path: '/resend-verification-email' })
    server.accountAnswers.set('resend-verification-email', { success: true, message: 'Sent.' })
    await user.click(await screen.findByRole('button', { name: 'Send a new link' }))
    expect(screen.getByText(/^Email is empty/)).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@example.org')
    await user.click(screen.getByRole('button', { name: 'Send a new link' }))
    expect(await screen.findByText('Sent.')).toBeTruthy()
  })
})

describe('a forgotten password', () => {
  test('is asked for from the sign-in', async () => {
    const { user, server, path } = await openApp({ path: '/login' })
    server.accountAnswers.set('forgot-password', { success: true, message: 'On its way.' })
    await user.click(await screen.findByRole('link', { name: 'Forgot password?' }))
    const email = await screen.findByRole('textbox', { name: 'Email' })
    expect(path()).toBe('/forgotpassword')
    await user.type(email, 'ana@example.org')
    await user.click(screen.getByRole('button', { name: 'Send link' }))
    expect(await screen.findByText('On its way.')).toBeTruthy()
  })

  test('without a word of the server says the default note', async () => {
    const { user, server } = await openApp({ path: '/forgotpassword' })
    server.accountAnswers.set('forgot-password', { success: false })
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ana@example.org')
    await user.click(screen.getByRole('button', { name: 'Send link' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Error in recovering password')
  })

  test('is set anew by the link; what is wrong stands beside the field', async () => {
    const { user, server, href } = await openApp({ path: '/reset-password?token=abc' })
    const field = await screen.findByLabelText('New password')
    await user.type(field, 'short')
    await user.click(screen.getByRole('button', { name: 'Set password' }))
    expect(screen.getByText(/at least 8 characters/)).toBeTruthy()
    await user.clear(field)
    await user.type(field, 'a green scooter')
    server.accountAnswers.set('reset-password', { success: true, message: 'It is set.' })
    await user.click(screen.getByRole('button', { name: 'Set password' }))
    expect(await screen.findByText('It is set.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
    expect(server.accountCalls.at(-1)?.body).toMatchObject({
      token: 'abc',
      newPassword: 'a green scooter',
    })
    expect(href()).not.toContain('abc')
  })

  test('a link that no longer works leads to a new one', async () => {
    const { user, server } = await openApp({ path: '/reset-password?token=abc' })
    server.accountAnswers.set('reset-password', used)
    await user.type(await screen.findByLabelText('New password'), 'a green scooter')
    await user.click(screen.getByRole('button', { name: 'Set password' }))
    expect((await screen.findByRole('alert')).textContent).toBe('This link was used already.')
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toBeTruthy()
    expect(screen.getByLabelText('New password')).toHaveProperty('value', 'a green scooter')
  })
})

describe('a password', () => {
  test('can be shown, and its strength is said in words', async () => {
    const { user } = await openApp({ path: '/signup' })
    const field = await screen.findByLabelText('Password')
    expect(field.getAttribute('autocomplete')).toBe('new-password')
    expect(field.getAttribute('type')).toBe('password')
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(field.getAttribute('type')).toBe('text')
    await user.type(field, 'password1')
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^Guessed at once/))
    await user.type(field, ' tram cobalt walnut oxygen')
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Very good.'))
  })
})

describe('an account that is locked', () => {
  test('is unlocked by the code of the mail', async () => {
    const { user, server } = await openApp({ path: '/unlock-account?token=abc' })
    const code = await screen.findByRole('textbox', { name: 'Code' })
    expect(code.getAttribute('autocomplete')).toBe('one-time-code')
    await user.type(code, '12')
    await user.click(screen.getByRole('button', { name: 'Unlock' }))
    expect(screen.getByText(/^Code is not complete/)).toBeTruthy()
    server.accountAnswers.set('unlock-account', {
      success: false,
      field: 'otp',
      message: 'Code is wrong.',
    })
    await user.type(code, '3456')
    await user.click(screen.getByRole('button', { name: 'Unlock' }))
    expect(await screen.findByText('Code is wrong.')).toBeTruthy()
    server.accountAnswers.set('unlock-account', { success: true, message: 'Unlocked.' })
    await user.click(screen.getByRole('button', { name: 'Unlock' }))
    expect(await screen.findByRole('status')).toHaveProperty('textContent', 'Unlocked.')
    expect(server.accountCalls.at(-1)?.body).toEqual({ token: 'abc', otp: '123456' })
  })
})
