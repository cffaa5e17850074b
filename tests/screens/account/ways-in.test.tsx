/** By what one gets into the account: address, first password, provider, second step, and the question who it is. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw/http'
import { describe, expect, test } from 'vitest'
import { createPlayedServer, origin, type PlayedServer } from '../played-server.ts'
import { openApp } from '../played-stage.tsx'

const path = '/product/account'
const section = async (name: string) => within(await screen.findByRole('region', { name }))

/** The calls that change something, each refused until its person confirmed. */
function serverThatAsks(): PlayedServer & { confirmed: boolean } {
  const server = Object.assign(createPlayedServer(), { confirmed: false })
  const refusal = { success: false, reason: 'CONFIRM', message: 'Confirm that it is you.' }
  const guarded = (call: string, work: (body: object) => object) =>
    http.post(`${origin}/auth/${call}`, async ({ request }) => {
      const body = Object(await request.json())
      server.accountCalls.push({ call, body })
      return HttpResponse.json(server.confirmed ? { success: true, ...work(body) } : refusal)
    })
  server.handlers.unshift(
    http.post(`${origin}/auth/confirm`, async ({ request }) => {
      const { password } = Object(await request.json())
      server.confirmed = password === 'correct horse'
      return HttpResponse.json(
        server.confirmed
          ? { success: true, message: 'It is you.' }
          : { success: false, field: 'password', message: 'Password is wrong.' },
      )
    }),
    guarded('change-email', ({ email }: { email?: string }) => ({
      message: `Look into the mail of ${email}.`,
    })),
    guarded('second-step', ({ required }: { required?: boolean }) => {
      server.waysIn = { ...server.waysIn, secondStep: required === true }
      return required
        ? { recoveryCode: 'K7QDM-AAAAA-BBBBB-CCCCC-DDDDD' }
        : { message: 'As before.' }
    }),
    guarded('provider/unlink', () => {
      server.waysIn = { ...server.waysIn, provider: { name: 'Home', since: null } }
      return { message: 'Home no longer signs you in.' }
    }),
  )
  return server
}

describe('the address', () => {
  test('is changed after the question who it is, and what was typed stays', async () => {
    const server = serverThatAsks()
    const { user } = await openApp({ path, signedIn: true, server })
    const part = await section('Email')
    const email = part.getByRole('textbox', { name: 'Email' })
    await user.click(part.getByRole('button', { name: 'Change email' }))
    expect(part.getByText(/This is your email already/)).toBeTruthy()
    await user.clear(email)
    await user.type(email, 'new@example.org')
    await user.click(part.getByRole('button', { name: 'Change email' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
    await user.type(dialog.getByLabelText('Your password'), 'wrong')
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    expect(await dialog.findByText('Password is wrong.')).toBeTruthy()
    await user.clear(dialog.getByLabelText('Your password'))
    await user.type(dialog.getByLabelText('Your password'), 'correct horse')
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    expect(await part.findByText('Look into the mail of new@example.org.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.accountCalls.map(({ call }) => call)).toEqual(['change-email', 'change-email'])
  })

  test('stays as it is where nobody confirms', async () => {
    const { user } = await openApp({ path, signedIn: true, server: serverThatAsks() })
    const part = await section('Email')
    const email = part.getByRole('textbox', { name: 'Email' })
    await user.clear(email)
    await user.type(email, 'new@example.org')
    await user.click(part.getByRole('button', { name: 'Change email' }))
    await screen.findByRole('dialog', { name: 'Is it you?' })
    await user.keyboard('{Escape}')
    expect((await part.findByRole('alert')).textContent).toMatch(/Nothing was changed/)
    expect(email).toHaveProperty('value', 'new@example.org')
  })

  test('that nobody proved is asked about, with a link to send', async () => {
    const server = createPlayedServer()
    server.asksToVerify = true
    server.accountAnswers.set('resend-verification-email', { success: true, message: 'Sent.' })
    const { user } = await openApp({ path, signedIn: true, server })
    const part = await section('Email')
    await user.click(await part.findByRole('button', { name: 'Send a link' }))
    expect(await part.findByText('Sent.')).toBeTruthy()
    expect(server.accountCalls[0]?.body).toMatchObject({ email: server.person.email })
  })

  test('is changed by the link, each end with its next step', async () => {
    const server = createPlayedServer()
    const answer = { success: true, message: 'Your email is changed.' }
    server.accountAnswers.set('verify-new-email', answer)
    const { href } = await openApp({ path: '/change-email?token=abc', server })
    expect(await screen.findByRole('heading', { name: 'Email changed' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
    expect(server.accountCalls[0]?.body).toEqual({ token: 'abc' })
    expect(href()).toBe('/change-email')
  })

  test('stays where the link is too old, and leads to the settings', async () => {
    const server = createPlayedServer()
    const message = 'This link is too old. Ask for a new one in your account settings.'
    server.accountAnswers.set('verify-new-email', { success: false, reason: 'EXPIRED', message })
    await openApp({ path: '/change-email?token=abc', server })
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(screen.getByRole('link', { name: 'Account settings' })).toBeTruthy()
  })
})

test('who has no password sets the first one', async () => {
  const server = createPlayedServer()
  server.waysIn = {
    password: false,
    provider: { name: 'Home', since: server.now },
    secondStep: false,
  }
  const { user } = await openApp({ path, signedIn: true, server })
  const part = await section('Password and passkeys')
  expect(await part.findByText(/You have no password yet/)).toBeTruthy()
  expect(part.queryByLabelText('Current password')).toBeNull()
  await user.type(part.getByLabelText('New password'), 'six green paper boats')
  await user.click(part.getByRole('button', { name: 'Set password' }))
  await waitFor(() => expect(server.accountCalls).toHaveLength(1))
  expect(server.accountCalls[0]?.body).toMatchObject({
    currentPassword: '',
    newPassword: 'six green paper boats',
  })
})

test('another provider is taken away, and says why it could not be linked', async () => {
  const server = serverThatAsks()
  server.confirmed = true
  server.waysIn = {
    password: true,
    provider: { name: 'Home', since: server.now },
    secondStep: false,
  }
  const { user, href } = await openApp({ path: `${path}#failure=taken`, signedIn: true, server })
  const part = await section('Sign-in with Home')
  expect(part.getByText(/has another account here/)).toBeTruthy()
  expect(href()).toBe(path)
  await user.click(part.getByRole('button', { name: 'Stop signing in with Home' }))
  expect(await part.findByText('Home no longer signs you in.')).toBeTruthy()
  expect(await part.findByRole('button', { name: 'Sign in with Home, too' })).toBeTruthy()
})

test('the second step is required, shows its code once, and ends again', async () => {
  const server = serverThatAsks()
  server.confirmed = true
  const { user } = await openApp({ path, signedIn: true, server })
  const part = await section('Password and passkeys')
  await user.click(await part.findByRole('button', { name: 'Always ask for a passkey' }))
  const code = await part.findByRole('textbox', { name: 'Recovery code' })
  expect(code).toHaveProperty('value', 'K7QDM-AAAAA-BBBBB-CCCCC-DDDDD')
  await user.click(part.getByRole('button', { name: 'Stop asking for a passkey' }))
  expect(await part.findByRole('button', { name: 'Always ask for a passkey' })).toBeTruthy()
  expect(part.queryByRole('textbox', { name: 'Recovery code' })).toBeNull()
  const asked = server.accountCalls.map(({ body }) => Object(body).required)
  expect(asked).toEqual([true, false])
})

describe('a sign-in that asks for a passkey', () => {
  const needed = {
    success: false,
    reason: 'SECOND_STEP',
    message: 'One more step: your account asks for a passkey.',
  }

  async function signInAs(works: boolean) {
    const server = createPlayedServer()
    server.handlers.unshift(
      http.post(`${origin}/auth/login`, async ({ request }) => {
        const body = Object(await request.json())
        server.accountCalls.push({ call: 'login', body })
        server.signedIn = body.recoveryCode === 'K7QDM'
        return HttpResponse.json(server.signedIn ? { success: true, user: server.person } : needed)
      }),
      http.post(`${origin}/auth/passkey/options`, () =>
        HttpResponse.json({ success: true, options: {} }),
      ),
      http.post(`${origin}/auth/passkey/sign-in`, () => {
        server.signedIn = true
        return HttpResponse.json({ success: true, user: server.person })
      }),
    )
    const sign = async () => ({ kind: 'response', response: { id: 'key' } }) as const
    const opened = await openApp({
      path: '/login',
      server,
      authenticator: { works, make: sign, sign },
    })
    const { user } = opened
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ana@example.org')
    await user.type(screen.getByLabelText('Password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    return opened
  }

  test('goes on with it at once', async () => {
    const { path: at } = await signInAs(true)
    await waitFor(() => expect(at()).toMatch(/^\/product/))
  })

  test('takes the recovery code where there is none', async () => {
    const { user, path: at, server } = await signInAs(false)
    expect((await screen.findByRole('alert')).textContent).toMatch(/this browser has none/)
    await user.type(screen.getByRole('textbox', { name: 'Recovery code' }), 'K7QDM')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(at()).toMatch(/^\/product/))
    expect(server.accountCalls.at(-1)?.body).toMatchObject({ recoveryCode: 'K7QDM' })
  })
})
