/** What came of a sign-in by another provider, as the browser comes back with it. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OidcPerson } from '../../support/server/oidc.ts'
import { comeBack, openServerWithProvider } from '../provider-stage.ts'
import { openApp } from '../stage.tsx'
import { keptSettings, type StageServer } from '../stage-server.ts'

const eva: OidcPerson = {
  sub: 'person-7',
  email: 'eva@example.org',
  email_verified: true,
  given_name: 'Eva',
  family_name: 'Sol',
}

/** The tokens that the page brings from now on. */
function watchTokens(server: StageServer): readonly (string | null)[] {
  const asked: (string | null)[] = []
  const { fetch } = server
  Object.assign(server, {
    fetch(input: string, init: RequestInit) {
      if (input.endsWith('/auth/oauthUser')) {
        asked.push(new Headers(init.headers).get('oauth-token'))
      }
      return fetch(input, init)
    },
  })
  return asked
}

test('the token signs in, leads on, and leaves the address', async () => {
  const { server, provider } = await openServerWithProvider()
  const back = await comeBack(server, provider, eva, '/auth/oauth?next=%2Fproduct%2Fready')
  const token = /#oauth-token=(.+)$/.exec(back)?.[1]
  expect(back).toBe(`/login?next=%2Fproduct%2Fready#oauth-token=${token}`)
  const asked = watchTokens(server)
  const { path, href } = await openApp({ path: back, server })
  await waitFor(() => expect(path()).toBe('/product/ready'))
  expect(href()).not.toContain(token)
  expect(asked).toEqual([token])
  const { body } = await server.browser.get('/auth/status')
  expect(body).toMatchObject({ success: true, user: { firstName: 'Eva', email: eva.email } })
})

test('a token that does not work says why, once', async () => {
  const { server } = await openServerWithProvider()
  const asked = watchTokens(server)
  const { href } = await openApp({ path: '/login#oauth-token=old', server })
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This took too long, or was begun in another browser. Try again.',
  )
  expect(href()).not.toContain('old')
  expect(asked).toEqual(['old'])
})

test('each failure has a sentence of our own, whatever a link says', async () => {
  const { server, provider } = await openServerWithProvider()
  // Nobody has proven yet that this address is Ana's.
  const back = await comeBack(server, provider, { ...eva, email: server.person.email })
  expect(back).toBe('/login#failure=unproven')
  await openApp({ path: back, server, local: await keptSettings(server) })
  // Without mail she cannot prove it, either.
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Sign in with its password, and link Home in your account settings.',
  )
})

test('too many ways begun are told as such', async () => {
  await openApp({ path: '/login#failure=too-many' })
  const words = 'Too many tries. Wait 15 minutes, then try again.'
  expect((await screen.findByRole('alert')).textContent).toBe(words)
})

test('where a link brings words of its own, they are not said', async () => {
  await openApp({ path: '/login#failure=Call+0900+now' })
  expect((await screen.findByRole('alert')).textContent).not.toContain('0900')
})

test('the way there is a link that says by whom, and where to lead afterwards', async () => {
  const { server, provider } = await openServerWithProvider()
  const local = await keptSettings(server)
  await openApp({ path: '/login?next=%2Fproduct%2Fready', server, local })
  const link = await screen.findByRole('link', { name: 'Sign in with Home' })
  const href = link.getAttribute('href') ?? ''
  expect(href).toBe('/auth/oauth?next=%2Fproduct%2Fready')
  expect(await comeBack(server, provider, eva, href)).toMatch(/^\/login\?next=.*#oauth-token=/)
})

test('where there is no other provider, no way leads there', async () => {
  await openApp({ path: '/login' })
  await screen.findByRole('button', { name: 'Sign in' })
  expect(screen.queryByRole('link', { name: /^Sign in with/ })).toBeNull()
})
