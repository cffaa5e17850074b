/** The screens that mails lead to, and those that ask for a mail. */
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openServerWithMail } from '../mail-stage.ts'
import { openApp } from '../stage.tsx'
import type { StageServer } from '../stage-server.ts'

const eva = {
  firstName: 'Eva',
  lastName: 'Sol',
  email: 'eva@example.org',
  phone: '',
  password: 'correct horse',
}
const lookIntoMail =
  'Look into your mail: we sent you a link. Open it on this device, and you are signed in.'
const onItsWay =
  'If there is an account with this email, a mail with a link is on its way. Look into your mail, also where unwanted mail goes.'

/** The first question of what changed. */
const asked = expect.objectContaining({ call: 'changes' })

const bodiesOf = (server: StageServer, path: string) =>
  server.calls.filter(({ call }) => call === path).map(({ body }) => Object(body))

/** Eva has signed up on another device, and not followed the link yet. */
async function startWithSignUp() {
  const stage = await openServerWithMail()
  await stage.server.server.client().post('/auth/signup', eva)
  return { ...stage, link: await stage.linkTo(eva.email) }
}

/** Ana has asked for a new password. */
async function startWithForgotten() {
  const stage = await openServerWithMail()
  const { server, person } = stage.server
  const { email } = person
  await server.client().post('/auth/forgot-password', { email })
  return { ...stage, link: await stage.linkTo(email) }
}

describe('where a mail proves the address', () => {
  test('signing up says to look into the mail, and sends a new link', async () => {
    const { server, subjectsTo } = await openServerWithMail()
    const { inviteId } = Object((await server.phone.get('/auth/status')).body.user)
    const { user } = await openApp({ path: `/signup?inviteId=${inviteId}&addFriend=true`, server })
    await user.type(await screen.findByRole('textbox', { name: 'First name' }), 'Eva')
    await user.type(screen.getByRole('textbox', { name: 'Last name' }), 'Sol')
    await user.type(screen.getByRole('textbox', { name: 'Email' }), eva.email)
    await user.type(screen.getByLabelText('Password'), eva.password)
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByRole('heading', { name: 'Look into your mail' })).toBeTruthy()
    expect(screen.getByText(lookIntoMail)).toBeTruthy()
    expect(bodiesOf(server, '/auth/signup')).toMatchObject([{ inviteId, addFriend: true }])
    expect(await subjectsTo(eva.email)).toEqual(['Verify your email'])
    await user.click(screen.getByRole('button', { name: 'Send a new link' }))
    expect(await screen.findByText(onItsWay)).toBeTruthy()
    expect(await subjectsTo(eva.email)).toEqual(['Verify your email', 'Verify your email'])
  })

  test('signing up says so also where somebody is known here whose session has ended', async () => {
    const { server } = await openServerWithMail()
    const { user, go, account } = await openApp({ path: '/product', signedIn: true, server })
    await waitFor(() => expect(server.calls).toContainEqual(asked))
    await server.endSession()
    await act(async () => account.state.get().offline?.refresh())
    await go({ to: '/signup' })
    await user.type(await screen.findByRole('textbox', { name: 'First name' }), 'Eva')
    await user.type(screen.getByRole('textbox', { name: 'Last name' }), 'Sol')
    await user.type(screen.getByRole('textbox', { name: 'Email' }), eva.email)
    await user.type(screen.getByLabelText('Password'), eva.password)
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByRole('heading', { name: 'Look into your mail' })).toBeTruthy()
  })

  test('a sign-in before that offers a new link', async () => {
    const { server, subjectsTo } = await startWithSignUp()
    const { user, local } = await openApp({ path: '/login', server })
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), eva.email)
    await user.type(screen.getByLabelText('Password'), eva.password)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Your email is not verified yet. Open the link that we sent you, or let us send a new one.',
    )
    await user.click(screen.getByRole('button', { name: 'Send a new link' }))
    expect(await screen.findByText(onItsWay)).toBeTruthy()
    expect(server.calls.at(-1)?.body).toEqual({ email: eva.email })
    expect(local.get('aisle.app-details')).toBe(`{"email":"${eva.email}"}`)
    expect(await subjectsTo(eva.email)).toEqual(['Verify your email', 'Verify your email'])
  })

  test('the link verifies by being opened, signs in, and leaves the address', async () => {
    const { server, link } = await startWithSignUp()
    const { token } = link
    const { user, href } = await openApp({ path: link.path, server })
    const verified = await screen.findByRole('heading', { name: 'Email verified' })
    // So it is read out.
    await waitFor(() => expect(document.activeElement).toBe(verified))
    expect(server.calls.filter(({ call }) => call.startsWith('/auth/'))).toEqual([
      {
        call: '/auth/verify-user',
        body: { token, recaptcha: '', verifyEmailToken: token, verifyPhoneToken: '' },
      },
    ])
    expect(href()).not.toContain(token)
    await user.click(screen.getByRole('link', { name: 'Go to your lists' }))
    expect(await screen.findByRole('heading', { name: 'Make your first list' })).toBeTruthy()
    expect((await server.browser.get('/auth/status')).body.user).toMatchObject({ email: eva.email })
  })

  test('what the heading says is not said again, in whatever words', async () => {
    const { server, link } = await startWithSignUp()
    const { fetch } = server
    Object.assign(server, {
      fetch: async (input: string, init: RequestInit) => {
        const answer = await fetch(input, init)
        if (!input.endsWith('/auth/verify-user')) return answer
        return Response.json({ ...Object(await answer.json()), message: 'The address is yours.' })
      },
    })
    await openApp({ path: link.path, server })
    expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeTruthy()
    expect(screen.queryByText('The address is yours.')).toBeNull()
  })

  test('where somebody else is signed in the link verifies and changes nobody', async () => {
    const { server, link } = await startWithSignUp()
    await openApp({ path: link.path, server, signedIn: true })
    expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeTruthy()
    expect(screen.getByText(/You are signed in as ana@example\.org/)).toBeTruthy()
    const { email } = server.person
    expect((await server.browser.get('/auth/status')).body.user).toMatchObject({ email })
    const { body } = await server.server.client().post('/auth/login', {
      username: eva.email,
      password: eva.password,
    })
    expect(body.success).toBe(true)
  })

  test('a link that no longer works says why and brings a new one', async () => {
    const { server, link, subjectsTo } = await startWithSignUp()
    await server.server.client().post('/auth/verify-user', { verifyEmailToken: link.token })
    const { user } = await openApp({ path: link.path, server })
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This link was used already. If you cannot sign in, let us send a new link.',
    )
    expect(screen.getByRole('heading').textContent).toBe('This link does not work')
    await user.type(screen.getByRole('textbox', { name: 'Email' }), server.person.email)
    await user.click(screen.getByRole('button', { name: 'Send a new link' }))
    expect(await screen.findByText(onItsWay)).toBeTruthy()
    expect((await subjectsTo(server.person.email)).at(-1)).toBe('Verify your email')
  })

  test('without a network the link can be tried again', async () => {
    const { server, link } = await startWithSignUp()
    server.reachable = false
    const { user } = await openApp({ path: link.path, server })
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByRole('heading').textContent).toBe('No answer yet')
    server.reachable = true
    await user.click(again)
    expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeTruthy()
  })

  test('a new link can be asked for by itself', async () => {
    const { server, linkTo } = await openServerWithMail()
    const { user } = await openApp({ path: '/resend-verification-email', server })
    await user.click(await screen.findByRole('button', { name: 'Send a new link' }))
    expect(screen.getByText(/^Email is empty/)).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@example.org')
    await user.click(screen.getByRole('button', { name: 'Send a new link' }))
    expect(await screen.findByText(onItsWay)).toBeTruthy()
    expect((await linkTo('ana@example.org')).path).toMatch(/^\/verify-email/)
  })
})

describe('a forgotten password', () => {
  test('is asked for from the sign-in', async () => {
    const { server, linkTo } = await openServerWithMail()
    const { user, path } = await openApp({ path: '/login', server })
    await user.click(await screen.findByRole('link', { name: 'Forgot password?' }))
    const email = await screen.findByRole('textbox', { name: 'Email' })
    expect(path()).toBe('/forgotpassword')
    await user.type(email, 'ana@example.org')
    await user.click(screen.getByRole('button', { name: 'Send link' }))
    expect(await screen.findByText(onItsWay)).toBeTruthy()
    expect((await linkTo('ana@example.org')).path).toMatch(/^\/reset-password/)
  })

  test('says of a second mail that does not go out nothing of the first', async () => {
    const { server } = await openServerWithMail()
    const { user } = await openApp({ path: '/forgotpassword', server })
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ana@example.org')
    await user.click(screen.getByRole('button', { name: 'Send link' }))
    expect(await screen.findByText(onItsWay)).toBeTruthy()
    server.reachable = false
    await user.click(screen.getByRole('button', { name: 'Send link' }))
    await screen.findByRole('alert')
    expect(screen.queryByText(onItsWay)).toBeNull()
  })

  test('without a word of the server says the default note', async () => {
    const { server } = await openServerWithMail()
    const { fetch } = server
    // Aisle's own server never refuses without one.
    Object.assign(server, {
      fetch: async (input: string, init: RequestInit) =>
        input.endsWith('/auth/forgot-password')
          ? Response.json({ success: false })
          : fetch(input, init),
    })
    const { user } = await openApp({ path: '/forgotpassword', server })
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ana@example.org')
    await user.click(screen.getByRole('button', { name: 'Send link' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Error in recovering password')
  })

  test('is set anew by the link; what is wrong stands beside the field', async () => {
    const { server, link } = await startWithForgotten()
    const { user, href } = await openApp({ path: link.path, server })
    const field = await screen.findByLabelText('New password')
    await user.type(field, 'short')
    await user.click(screen.getByRole('button', { name: 'Set password' }))
    expect(screen.getByText(/at least 8 characters/)).toBeTruthy()
    await user.clear(field)
    await user.type(field, 'a green scooter')
    await user.click(screen.getByRole('button', { name: 'Set password' }))
    expect(await screen.findByText('Your new password is set. Sign in with it.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
    const { token } = link
    expect(bodiesOf(server, '/auth/reset-password')).toMatchObject([
      { token, newPassword: 'a green scooter' },
    ])
    expect(href()).not.toContain(token)
    const { email: username } = server.person
    const fresh = { username, password: 'a green scooter' }
    expect((await server.server.client().post('/auth/login', fresh)).body.success).toBe(true)
  })

  test('is set anew where the session of this device has ended, too', async () => {
    const { server, link } = await startWithForgotten()
    const before = await openApp({ path: '/product', server, signedIn: true, lists: ['Party'] })
    await screen.findByRole('heading', { name: 'Party' })
    await before.close()
    await server.endSession()
    const heard = server.calls.length
    const { path, user, local } = await openApp({ path: link.path, server, local: before.local })
    await waitFor(() => expect(server.calls.slice(heard)).toContainEqual(asked))
    await user.type(await screen.findByLabelText('New password'), 'a green scooter')
    await user.click(screen.getByRole('button', { name: 'Set password' }))
    const done = await screen.findByRole('heading', { name: 'Password set' })
    expect(document.activeElement).toBe(done)
    expect(path()).toBe('/reset-password')
    expect(local.get('aisle.user')).toContain(server.person.email)
  })

  test('a link that no longer works leads to a new one', async () => {
    const { server, link } = await startWithForgotten()
    const { token } = link
    const used = { token, newPassword: 'a purple bicycle' }
    await server.server.client().post('/auth/reset-password', used)
    const { user } = await openApp({ path: link.path, server })
    await user.type(await screen.findByLabelText('New password'), 'a green scooter')
    await user.click(screen.getByRole('button', { name: 'Set password' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This link was used already. Sign in with your new password, or ask for a new link with "Forgot password?".',
    )
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
    expect(screen.getByLabelText('New password')).toHaveProperty('value', 'a green scooter')
  })
})

describe('a password', () => {
  test('can be shown, and its strength is said in words', async () => {
    const { user } = await openApp({ path: '/signup' })
    const field = await screen.findByLabelText('Password')
    expect(field.getAttribute('autocomplete')).toBe('new-password')
    expect(field.getAttribute('type')).toBe('password')
    const show = screen.getByRole('button', { name: 'Show' })
    expect(show.getAttribute('aria-description')).toBe('Password')
    await user.click(show)
    expect(field.getAttribute('type')).toBe('text')
    // "Hide, pressed" would say that it is hidden.
    expect(screen.getByRole('button', { name: 'Hide' }).getAttribute('aria-pressed')).toBeNull()
    await user.type(field, 'password1')
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^Guessed at once/))
    await user.type(field, ' tram cobalt walnut oxygen')
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Very good.'))
  })
})

describe('an account that is locked', () => {
  test('is unlocked by the code of the mail', async () => {
    const { server, mailTo, linkTo } = await openServerWithMail()
    const { email: username } = server.person
    const stranger = server.server.client({ address: '198.51.100.7' })
    for (let tries = 0; tries < 10; tries += 1) {
      await stranger.post('/auth/login', { username, password: 'not the password' })
    }
    const otp = /Code: (\d{6})/.exec((await mailTo(username)).text)?.[1] ?? ''
    const { path, token } = await linkTo(username)
    const other = otp === '123456' ? '654321' : '123456'
    const { user } = await openApp({ path, server })
    const code = await screen.findByRole('textbox', { name: 'Code' })
    expect(code.getAttribute('autocomplete')).toBe('one-time-code')
    await user.type(code, other.slice(0, 2))
    await user.click(screen.getByRole('button', { name: 'Unlock' }))
    expect(screen.getByText(/^Code is not complete/)).toBeTruthy()
    await user.type(code, other.slice(2))
    await user.click(screen.getByRole('button', { name: 'Unlock' }))
    const wrong = 'Code is wrong. Type the 6 digits from the newest mail.'
    expect(await screen.findByText(wrong)).toBeTruthy()
    expect(code).toHaveProperty('value', other)
    const mine = { username, password: 'correct horse' }
    expect((await stranger.post('/auth/login', mine)).status).toBe(429)
    await user.clear(code)
    await user.type(code, otp)
    await user.click(screen.getByRole('button', { name: 'Unlock' }))
    const done = 'Unlocked. Sign in with your password.'
    expect(await screen.findByRole('status')).toHaveProperty('textContent', done)
    expect(bodiesOf(server, '/auth/unlock-account').at(-1)).toEqual({ token, otp })
    expect((await stranger.post('/auth/login', mine)).body.success).toBe(true)
  })
})
