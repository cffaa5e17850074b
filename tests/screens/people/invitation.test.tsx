/** An invitation is still there after every way through the sign-in, until it is answered. */
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { befriend } from '../../support/friends.ts'
import { done } from '../../support/server/api.ts'
import { openServerWithMail } from '../mail-stage.ts'
import { holdLater } from '../meddle.ts'
import { openApp } from '../stage.tsx'
import { openServer } from '../stage-server.ts'

type App = Pick<Awaited<ReturnType<typeof openApp>>, 'user' | 'server' | 'path'>

async function openInvitation(signedIn: boolean) {
  const server = await openServer()
  const { inviteId } = Object((await server.owner.get('/auth/status')).body.user)
  const path = `/invite?inviteId=${inviteId}`
  const app = await openApp({ path, signedIn, server })
  await screen.findByRole('heading', { name: 'Olga invites you' })
  expect(screen.getByText(/see each other’s name, email and phone number/)).toBeDefined()
  return { ...app, inviteId }
}

async function signIn({ user }: App) {
  const email = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' })
  if (email.value === '') await user.type(email, 'ana@example.org')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

async function accept({ user, server, path }: App) {
  await user.click(await screen.findByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(path()).toBe('/product/friends'))
  expect(server.calls.some(({ call }) => call === 'acceptInvite')).toBe(true)
}

test('that cannot be read is asked for once more, with a word', async () => {
  const server = await openServer()
  const { inviteId } = Object((await server.owner.get('/auth/status')).body.user)
  server.reachable = false
  const held = holdLater(server, '/auth/invite')
  const { user } = await openApp({ path: `/invite?inviteId=${inviteId}`, server })
  const again = await screen.findByRole('button', { name: 'Try again' })
  held.begin()
  server.reachable = true
  await user.click(again)
  expect(screen.getByText('Asking the server…')).toBeDefined()
  expect(again.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(again)
  await held.end()
  await screen.findByRole('heading', { name: 'Olga invites you' })
})

test.each([
  ['that was read stays as it is', undefined, 'button', 'Accept'],
  ['that works no more is not asked for once more', 'gone', 'link', 'To the start'],
])('%s when the network is back', async (_, deadId, role, name) => {
  const server = await openServer()
  const { inviteId } = Object((await server.owner.get('/auth/status')).body.user)
  const held = holdLater(server, '/auth/invite')
  await openApp({ path: `/invite?inviteId=${deadId ?? inviteId}`, signedIn: true, server })
  const shown = await screen.findByRole(role, { name })
  held.begin()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(shown.isConnected).toBe(true)
  expect(screen.queryByText('Asking the server…')).toBeNull()
  await held.end()
})

test('is still there for whoever signs in where the session of somebody else had ended', async () => {
  const app = await openInvitation(true)
  await app.server.endSession()
  await act(() => app.account.check())
  await app.user.click(await screen.findByRole('button', { name: 'Sign in' }))
  const email = await screen.findByRole('textbox', { name: 'Email' })
  await app.user.clear(email)
  await app.user.type(email, app.server.owner.email)
  await app.user.type(screen.getByLabelText('Password'), app.server.owner.password)
  await app.user.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByRole('heading', { name: 'Your own invitation' })
})

test('offers no way in to whoever may be signed in, until the server said so', async () => {
  const server = await openServer()
  const { inviteId } = Object((await server.owner.get('/auth/status')).body.user)
  const path = `/invite?inviteId=${inviteId}`
  const { account } = await openApp({ path, server, signedIn: true, checks: false })
  await screen.findByRole('heading', { name: 'Olga invites you' })
  expect(screen.getByRole('status').textContent).toBe('Loading...')
  expect(screen.queryByRole('button')).toBeNull()
  await act(() => account.check())
  expect(screen.getByRole('button', { name: 'Accept' })).toBeDefined()
})

test('offers the ways in where the server does not say who is signed in', async () => {
  const server = await openServer()
  const { inviteId } = Object((await server.owner.get('/auth/status')).body.user)
  const path = `/invite?inviteId=${inviteId}`
  const { account } = await openApp({ path, server, signedIn: true, checks: false })
  await screen.findByRole('heading', { name: 'Olga invites you' })
  server.reachable = false
  await act(() => account.check())
  expect(screen.getByRole('button', { name: 'Create account' })).toBeDefined()
})

test.each([
  ['is accepted by whoever is signed in and', 'owner', 'Olga invites you', 'Accept'],
  ['is known for their own by whoever', 'phone', 'Your own invitation', undefined],
] as const)(
  '%s opened it without a network, once that is back',
  async (_, who, heading, button) => {
    const server = await openServer()
    const { inviteId } = Object((await server[who].get('/auth/status')).body.user)
    server.reachable = false
    await openApp({ path: `/invite?inviteId=${inviteId}`, signedIn: true, server })
    await screen.findByRole('button', { name: 'Try again' })
    server.reachable = true
    act(() => void window.dispatchEvent(new Event('online')))
    await screen.findByRole('heading', { name: heading })
    expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(
      button === undefined ? [] : [button],
    )
  },
)

test('is accepted once the server says who is signed in, though it did not when it was read', async () => {
  const server = await openServer()
  const { inviteId } = Object((await server.owner.get('/auth/status')).body.user)
  const path = `/invite?inviteId=${inviteId}`
  const { account } = await openApp({ path, server, signedIn: true, checks: false })
  await screen.findByRole('heading', { name: 'Olga invites you' })
  server.reachable = false
  await act(() => account.check())
  server.reachable = true
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByRole('button', { name: 'Accept' })).toBeDefined()
})

test('is not offered to whoever sent it', async () => {
  const server = await openServer()
  const { inviteId } = Object((await server.phone.get('/auth/status')).body.user)
  await openApp({ path: `/invite?inviteId=${inviteId}`, signedIn: true, server })
  await screen.findByRole('heading', { name: 'Your own invitation' })
  expect(screen.getByText('Whoever else opens it becomes your friend.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  expect(screen.getByRole('link', { name: 'To your friends' })).toBeDefined()
})

test('whose session had ended when they accepted', async () => {
  const app = await openInvitation(true)
  await app.server.endSession()
  await app.user.click(await screen.findByRole('button', { name: 'Accept' }))
  await screen.findByRole('heading', { name: 'Your session has ended' })
  await app.user.click(screen.getByRole('link', { name: 'Sign in' }))
  await signIn(app)
  await accept(app)
})

test('who finds at “Create account” that they have one', async () => {
  const app = await openInvitation(false)
  await app.user.click(screen.getByRole('button', { name: 'Create account' }))
  await screen.findByRole('textbox', { name: 'First name' })
  await app.user.click(screen.getByRole('link', { name: 'Sign in' }))
  await signIn(app)
  await accept(app)
})

test('who finds at “Sign in” that they have no account', async () => {
  const { user, server, inviteId } = await openInvitation(false)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await user.click(await screen.findByRole('link', { name: 'Create an account' }))
  await user.type(await screen.findByRole('textbox', { name: 'First name' }), 'Mia')
  await user.type(screen.getByRole('textbox', { name: 'Last name' }), 'Sato')
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'mia@example.org')
  await user.type(screen.getByLabelText('Password'), 'quiet river stone')
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() =>
    expect(server.calls.find(({ call }) => call === '/auth/signup')?.body).toMatchObject({
      ...{ inviteId, addFriend: true },
    }),
  )
})

test('who forgot their password, and sets a new one by the mail', async () => {
  const { server, mailTo } = await openServerWithMail()
  const { inviteId } = Object((await server.owner.get('/auth/status')).body.user)
  const first = await openApp({ path: `/invite?inviteId=${inviteId}`, server })
  await first.user.click(await screen.findByRole('button', { name: 'Sign in' }))
  await first.user.click(await screen.findByRole('link', { name: 'Forgot password?' }))
  await first.user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ana@example.org')
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toContain(inviteId)
  await first.user.click(screen.getByRole('button', { name: 'Send link' }))
  await screen.findByText(/a mail with a link is on its way/)
  const { text } = await mailTo('ana@example.org')
  await first.close()

  // The mail opens a page of its own.
  const path = /http:\/\/aisle\.test(\/reset-password\S+)/.exec(text)?.[1] ?? ''
  const app = await openApp({ path, server, local: first.local })
  await app.user.type(await screen.findByLabelText('New password'), 'correct horse')
  await app.user.click(screen.getByRole('button', { name: 'Set password' }))
  await screen.findByRole('heading', { name: 'Password set' })
  await app.user.click(screen.getByRole('link', { name: 'Sign in' }))
  await signIn(app)
  await accept(app)
})

test('/errorlogout leads nowhere but into this app', async () => {
  await openApp({ path: '/errorlogout?next=//evil.example/invite' })
  const link = await screen.findByRole('link', { name: 'Sign in' })
  expect(link.getAttribute('href')).toBe('/login?next=%2Fapp')
})

test('does not tell friends that they become friends', async () => {
  const server = await openServer()
  await befriend(server.owner, server.phone)
  const { inviteId } = Object((await server.owner.get('/auth/status')).body.user)
  await openApp({ path: `/invite?inviteId=${inviteId}`, signedIn: true, server })
  await screen.findByRole('button', { name: 'Accept' })
  expect(screen.getByText(/^You become friends, if you are not yet: you see/)).toBeTruthy()
})

test('that is refused for good leads to the lists, and is not offered once more', async () => {
  const { user, server, path } = await openInvitation(true)
  await done(server.owner, 'renewInviteId')
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/does not work any more/)
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'To your lists' }))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(path()).toMatch(/^\/product/))
})

test('that could not be accepted for now is offered once more', async () => {
  const app = await openInvitation(true)
  app.server.reachable = false
  await app.user.click(screen.getByRole('button', { name: 'Accept' }))
  await screen.findByRole('alert')
  app.server.reachable = true
  await accept(app)
})
