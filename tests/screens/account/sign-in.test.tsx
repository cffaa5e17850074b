import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryKeyValue } from '../../support/memory-key-value.ts'
import { openApp } from '../stage.tsx'
import { idOf, keptSettings, openServer, type StageServer } from '../stage-server.ts'

describe('signing up', () => {
  test('leads to the lists, and offers to make the first one', async () => {
    const { user, path } = await openApp({ path: '/signup' })
    await user.type(await screen.findByRole('textbox', { name: 'First name' }), 'Ana')
    await user.type(screen.getByRole('textbox', { name: 'Last name' }), 'Kovač')
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'eva@example.org')
    await user.type(screen.getByRole('textbox', { name: 'Phone (optional)' }), '+385 91 123')
    await user.type(screen.getByLabelText('Password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByRole('heading', { name: 'Make your first list' })).toBeTruthy()
    expect(path()).toBe('/product')
  })

  test('says beside each field what is wrong, and keeps what was typed', async () => {
    const { user } = await openApp({ path: '/signup' })
    const email = await screen.findByRole('textbox', { name: 'Email' })
    await user.type(email, 'ana at example')
    await user.type(screen.getByLabelText('Password'), 'short')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    const firstName = screen.getByRole('textbox', { name: 'First name' })
    expect(document.activeElement).toBe(firstName)
    expect(descriptionOf(firstName)).toMatch(/First name is empty/)
    expect(descriptionOf(email)).toMatch(/Email is not an address/)
    expect(descriptionOf(screen.getByLabelText('Password'))).toMatch(/at least 8 characters/)
    expect(email).toHaveProperty('value', 'ana at example')
  })

  test('without a network says so and keeps what was typed', async () => {
    const { user, server } = await openApp({ path: '/signup' })
    server.reachable = false
    await user.type(await screen.findByRole('textbox', { name: 'First name' }), 'Ana')
    await user.type(screen.getByRole('textbox', { name: 'Last name' }), 'Kovač')
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@example.org')
    await user.type(screen.getByLabelText('Password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/reach|network|server/)
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveProperty(
      'value',
      'ana@example.org',
    )
  })
})

test('another page is read from its title, also with the keyboard', async () => {
  const { user } = await openApp({ path: '/' })
  const titles = { 'Sign in': 'Sign in', 'Forgot password?': 'Forgot your password?' }
  for (const [link, title] of Object.entries(titles)) {
    const [first] = await screen.findAllByRole('link', { name: link })
    first?.focus()
    await user.keyboard('{Enter}')
    const heading = await screen.findByRole('heading', { level: 1, name: title })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  }
})

test('where sign-up is closed, nobody fills in a form that would be refused', async () => {
  const server = await openServer({ settings: { signUp: 'closed' } })
  const { go } = await openApp({ path: '/signup', server, local: await keptSettings(server) })
  expect(await screen.findByRole('heading', { name: 'By invitation' })).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
  await go({ to: '/signup', search: { inviteId: 'from-a-friend' } })
  expect(await screen.findByRole('button', { name: 'Create account' })).toBeTruthy()
})

test('an invitation is one, too, if its id is of digits alone', async () => {
  const server = await openServer({ settings: { signUp: 'closed' } })
  await openApp({ path: '/signup?inviteId=7', server, local: await keptSettings(server) })
  expect(await screen.findByRole('button', { name: 'Create account' })).toBeTruthy()
})

describe('signing in', () => {
  test('opens what was asked for', async () => {
    const { user, server, path } = await openApp({ path: '/product/dashboard' })
    await server.addList('Weekly shop')
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ana@example.org')
    await user.type(screen.getByLabelText('Password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    const all = await screen.findByRole('list', { name: 'All lists' })
    expect(await within(all).findByRole('link', { name: /^Weekly shop/ })).toBeTruthy()
    expect(path()).toBe('/product/dashboard')
  })

  test('with a wrong password says so and keeps the address', async () => {
    const { user, server } = await openApp({ path: '/login' })
    const email = await screen.findByRole('textbox', { name: 'Email' })
    await user.type(email, 'ana@example.org')
    await user.type(screen.getByLabelText('Password'), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Email or password is wrong. Check both and try again.',
    )
    expect(email).toHaveProperty('value', 'ana@example.org')
    expect(await server.isSignedIn()).toBe(false)
  })

  test('leads nowhere but into this app', async () => {
    const { user, path } = await openApp({ path: '/login?next=https://evil.example/product' })
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ana@example.org')
    await user.type(screen.getByLabelText('Password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(path()).toBe('/product'))
  })
})

describe('signing out', () => {
  test('happens at once where nothing waits, and leaves nothing of the lists', async () => {
    const { user, server, local } = await openApp({
      path: '/product',
      signedIn: true,
      lists: ['Weekly shop'],
    })
    await screen.findByRole('heading', { name: 'Weekly shop' })
    await signOut(user)
    expect(await screen.findByRole('heading', { name: 'You are signed out' })).toBeTruthy()
    expect(await server.isSignedIn()).toBe(false)
    expect(local.get('aisle.user')).toBeUndefined()
    expect(local.get(`aisle.last-list.${server.person.id}`)).toBeUndefined()
  })

  test('with unsent changes asks, and goes on where the person stays, also by the way back', async () => {
    const { user, server, back } = await addMilkWhile('reachable')
    await signOut(user)
    expect(await screen.findByRole('heading', { name: '1 change not sent yet' })).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Stay' }))
    expect(await screen.findByRole('checkbox', { name: 'Milk' })).toBeTruthy()
    server.reachable = true
    await waitFor(async () => expect(await server.items()).toHaveLength(1))
    await back()
    expect(await screen.findByRole('checkbox', { name: 'Milk' })).toBeTruthy()
    expect(await server.isSignedIn()).toBe(true)
  })

  test('is asked about on the page that somebody left by, whoever is there by now', async () => {
    const first = await openApp({ path: '/logout', signedIn: true, lists: ['Weekly shop'] })
    await screen.findByRole('heading', { name: 'You are signed out' })
    await waitFor(() => expect(first.href()).toBe('/logout#left'))
    await first.user.click(screen.getByRole('link', { name: 'Sign in' }))
    await first.user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ana@example.org')
    await first.user.type(screen.getByLabelText('Password'), 'correct horse')
    await first.user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByRole('heading', { name: 'Weekly shop' })
    await first.back()
    await screen.findByRole('heading', { name: 'Sign out?' })
    expect(await first.server.isSignedIn()).toBe(true)
    await first.user.click(screen.getByRole('button', { name: 'Sign out' }))
    expect(await screen.findByRole('heading', { name: 'You are signed out' })).toBeTruthy()
    expect(await first.server.isSignedIn()).toBe(false)
  })

  test('asks about what was ticked a moment before, and is not painted yet', async () => {
    const { user, server, go } = await openApp({
      path: '/product',
      signedIn: true,
      lists: ['Weekly shop'],
      itemNames: ['Milk'],
    })
    const milk = await screen.findByRole('checkbox', { name: 'Milk' })
    server.reachable = false
    const frames = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
    onTestFinished(() => frames.mockRestore())
    await user.click(milk)
    await go({ to: '/logout' })
    expect(await screen.findByRole('heading', { name: '1 change not sent yet' })).toBeTruthy()
  })

  test('can send first', async () => {
    const { user, server } = await addMilkWhile('reachable')
    await signOut(user)
    await screen.findByText(/^The server cannot be reached at the moment\./)
    const send = await screen.findByRole('button', { name: 'Try to send and sign out' })
    await user.click(send)
    expect((await screen.findByRole('alert')).textContent).toBe(
      '1 change could not be sent: the server could not be reached. Try again later, or stay.',
    )
    server.reachable = true
    await user.click(send)
    expect(await screen.findByRole('heading', { name: 'You are signed out' })).toBeTruthy()
    expect((await server.items()).map(item => item.name)).toEqual(['Milk'])
  })

  test.each([
    [500, 'the server had trouble'],
    [429, 'the server asked to slow down'],
    [503, 'the server is down for maintenance'],
  ])('says of a server that answers %i what it said', async (status, why) => {
    const { user, server } = await addMilkWhile('reachable', await openServerThat(status))
    await signOut(user)
    const send = await screen.findByRole('button', { name: /send.* and sign out$/i })
    server.reachable = true
    await user.click(send)
    expect((await screen.findByRole('alert')).textContent).toBe(
      `1 change could not be sent: ${why}. Try again later, or stay.`,
    )
  })

  test('stays where “Stay” is pressed while it sends', async () => {
    const server = await openServer()
    const { fetch } = server
    const slow = Promise.withResolvers<void>()
    Object.assign(server, {
      async fetch(...asked: Parameters<typeof fetch>) {
        if (`${asked[1]?.body}`.includes('createItem')) await slow.promise
        return fetch(...asked)
      },
    })
    const { user, path } = await addMilkWhile('reachable', server)
    await signOut(user)
    const send = await screen.findByRole('button', { name: 'Try to send and sign out' })
    server.reachable = true
    await user.click(send)
    await screen.findByRole('button', { name: 'Sending…' })
    await user.click(screen.getByRole('link', { name: 'Stay' }))
    await screen.findByRole('checkbox', { name: 'Milk' })
    slow.resolve()
    await waitFor(async () => expect(await server.items()).toHaveLength(1))
    await screen.findByText('All changes saved')
    expect(path()).toBe('/product')
    expect(await server.isSignedIn()).toBe(true)
  })

  test('stays where the server refuses what was sent, and says so', async () => {
    const { user, server } = await addMilkWhile('reachable')
    await signOut(user)
    const send = await screen.findByRole('button', { name: 'Try to send and sign out' })
    await server.deleteList('Weekly shop')
    server.reachable = true
    await user.click(send)
    await screen.findByRole('heading', { name: '1 change could not be saved' })
    expect(await server.isSignedIn()).toBe(true)
    expect(screen.queryByRole('button', { name: /send/i })).toBeNull()
    expect(screen.getByRole('link', { name: 'Stay' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Discard and sign out' }))
    expect(await screen.findByRole('heading', { name: 'You are signed out' })).toBeTruthy()
  })

  test('whose session has ended is not offered to send what nobody would take', async () => {
    const { user } = await addMilkWhile('signedIn')
    await screen.findByText('Sign in to send 1 change')
    await signOut(user)
    const signIn = await screen.findByRole('link', { name: 'Sign in to send 1 change' })
    expect(signIn.getAttribute('href')).toBe('/login?next=%2Flogout')
    expect(screen.queryByRole('button', { name: /send/i })).toBeNull()
  })

  test('can discard', async () => {
    const { user, server } = await addMilkWhile('reachable')
    await signOut(user)
    await user.click(await screen.findByRole('button', { name: 'Discard and sign out' }))
    expect(await screen.findByRole('heading', { name: 'You are signed out' })).toBeTruthy()
    expect(await server.items()).toEqual([])
  })
})

describe('a device that does not let go', () => {
  const notLeft = 'Nothing of your lists is left on this device.'

  test('is not said to be empty, now and at the next start, until it is', async () => {
    const device = { holdsOn: true }
    const first = await openApp({ path: '/logout', signedIn: true, lists: ['Weekly shop'], device })
    expect(await screen.findByText(/^This browser did not let go of your lists/)).toBeTruthy()
    expect(screen.queryByText(notLeft)).toBeNull()
    expect(await first.server.isSignedIn(), 'signed out all the same').toBe(false)
    await first.user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('button', { name: 'Try again' })
    await first.close()

    const { user, local } = await openApp({ path: '/logout', local: first.local, device })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByText(/^This browser did not let go of your lists/)
    device.holdsOn = false
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(notLeft)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(local.get('aisle.left-user')).toBeUndefined()
  })

  test('is emptied at the next start where it lets go by then', async () => {
    const device = { holdsOn: true }
    const first = await openApp({ path: '/logout', signedIn: true, lists: ['Weekly shop'], device })
    await screen.findByRole('button', { name: 'Try again' })
    await first.close()
    device.holdsOn = false
    await openApp({ path: '/logout', local: first.local, device })
    expect(await screen.findByText(notLeft)).toBeTruthy()
  })

  test('keeps what is there where the same person signs in again', async () => {
    const device = { holdsOn: true }
    const { user, server, local } = await openApp({
      path: '/logout',
      signedIn: true,
      lists: ['Weekly shop'],
      device,
    })
    await user.click(await screen.findByRole('link', { name: 'Sign in' }))
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), server.person.email)
    await user.type(screen.getByLabelText('Password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByRole('heading', { name: 'Weekly shop' })
    expect(local.get('aisle.left-user')).toBeUndefined()
  })

  test.each([{ locked: true }, { unread: true }])(
    'and one that does not open says that it cannot count what waits: %o',
    async device => {
      const { user, server } = await openApp({
        path: '/logout',
        signedIn: true,
        lists: ['Weekly shop'],
        device,
      })
      await screen.findByRole('heading', { name: 'Your lists could not be opened' })
      expect(await server.isSignedIn()).toBe(true)
      await user.click(screen.getByRole('button', { name: 'Discard and sign out' }))
      expect(await screen.findByText(notLeft)).toBeTruthy()
      expect(await server.isSignedIn()).toBe(false)
    },
  )

  test('and what cannot be counted is asked about, though all that can was sent', async () => {
    const first = await addMilkWhile('reachable')
    await first.close()
    const { server, local } = first
    const { user } = await openApp({ path: '/product', server, local, device: { unread: true } })
    await user.type(await screen.findByRole('textbox', { name: 'Add an item' }), 'Bread{Enter}')
    await signOut(user)
    await screen.findByText(/cannot be counted or sent\. Signing out removes your lists/)
    server.reachable = true
    await user.click(await screen.findByRole('button', { name: /send.* and sign out$/i }))
    await screen.findByRole('heading', { name: 'Your lists could not be opened' })
    expect((await server.items()).map(({ name }) => name)).toEqual(['Bread'])
    expect(await server.isSignedIn()).toBe(true)
  })

  test.each([
    ['asks about what waits there', true, '1 change not sent yet'],
    ['asks nothing where nothing waits', false, 'You are signed out'],
  ])('and one that opens late %s', async (_, waits, heading) => {
    const first = waits
      ? await addMilkWhile('reachable')
      : await openApp({ path: '/product', signedIn: true, lists: ['Weekly shop'] })
    await first.close()
    const { server, local } = first
    const opened = Promise.withResolvers<void>()
    await openApp({ path: '/logout', server, local, device: { opens: opened.promise } })
    await screen.findByRole('heading', { name: 'Your lists could not be opened' })
    opened.resolve()
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
    expect(await server.isSignedIn()).toBe(waits)
  })
})

describe('a session that has ended', () => {
  test('keeps the lists and says how many changes want a sign-in', async () => {
    const { user } = await addMilkWhile('signedIn')
    await waitFor(() =>
      expect(screen.getByRole('status', { name: 'Sync' }).textContent).toBe(
        'Sign in to send 1 change',
      ),
    )
    await user.type(screen.getByRole('textbox', { name: 'Add an item' }), 'Salt{Enter}')
    expect(await screen.findByRole('checkbox', { name: 'Salt' })).toBeTruthy()
  })

  test('an answer of the account that nobody is signed in leads to /errorlogout, and the sign-in back', async () => {
    const { user, server, path } = await openApp({ path: '/product/account', signedIn: true })
    const everywhere = await screen.findByRole('button', { name: 'Sign out everywhere else' })
    await waitFor(() => expect(everywhere.getAttribute('aria-disabled')).toBeNull())
    await server.endSession()
    await user.click(everywhere)
    await waitFor(() => expect(path()).toBe('/errorlogout'))
    expect(await screen.findByRole('heading', { name: 'Your session has ended' })).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Sign in' }))
    await user.type(await screen.findByLabelText('Password'), 'correct horse{Enter}')
    await waitFor(() => expect(path()).toBe('/product/account'))
  })

  test('/errorlogout says what waits and wipes nothing', async () => {
    const { user, server, go } = await addMilkWhile('signedIn')
    await go({ to: '/errorlogout' })
    expect(await screen.findByText(/Sign in to send 1 change\./)).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Sign in' }))
    await user.type(await screen.findByLabelText('Password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(async () =>
      expect((await server.items()).map(item => item.name)).toEqual(['Milk']),
    )
  })
})

describe('somebody else signs in', () => {
  const path = `/product/shoppinglist?list=${idOf('Weekly shop')}`

  test('where another tab signed out: at their own lists, not at one that they do not have', async () => {
    const local = createMemoryKeyValue()
    const app = await openApp({ path, signedIn: true, lists: ['Weekly shop'], local })
    await screen.findByRole('heading', { name: 'Weekly shop' })
    local.remove('aisle.user')
    act(() => local.changeElsewhere('aisle.user'))
    await signInAsOlga(app)
    expect(await screen.findByRole('heading', { name: 'Make your first list' })).toBeTruthy()
  })

  test('where a session has ended: at their own lists, not at one that they do not have', async () => {
    const app = await openApp({ path, signedIn: true, lists: ['Weekly shop'] })
    await screen.findByRole('heading', { name: 'Weekly shop' })
    await app.server.endSession()
    await act(() => app.account.check())
    await app.go({ to: '/login', search: { next: path } })
    await signInAsOlga(app)
    expect(await screen.findByRole('heading', { name: 'Make your first list' })).toBeTruthy()
  })
})

async function signInAsOlga({ user, server }: Awaited<ReturnType<typeof openApp>>) {
  const email = await screen.findByRole('textbox', { name: 'Email' })
  await user.clear(email)
  await user.type(email, server.owner.email)
  await user.type(screen.getByLabelText('Password'), server.owner.password)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

/** It takes no new item, with that status. */
async function openServerThat(status: number): Promise<StageServer> {
  const server = await openServer()
  const { fetch } = server
  Object.assign(server, {
    fetch: async (...asked: Parameters<typeof fetch>) => {
      const answer = await fetch(...asked)
      const isOfItem = `${asked[1].body}`.includes('createItem')
      return isOfItem ? Response.json({ errors: [{ message: 'Later.' }] }, { status }) : answer
    },
  })
  return server
}

/** An item is added while the server cannot be reached, or knows nobody. */
async function addMilkWhile(missing: 'reachable' | 'signedIn', server?: StageServer) {
  const app = await openApp({
    path: '/product',
    signedIn: true,
    lists: ['Weekly shop'],
    ...(server && { server }),
  })
  const box = await screen.findByRole('textbox', { name: 'Add an item' })
  if (missing === 'reachable') app.server.reachable = false
  else await app.server.endSession()
  await app.user.type(box, 'Milk{Enter}')
  return app
}

async function signOut(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Account' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
}

function descriptionOf(element: HTMLElement): string | null | undefined {
  return document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent
}
