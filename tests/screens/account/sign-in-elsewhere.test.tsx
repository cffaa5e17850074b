/** What came of a sign-in by another provider, as the browser comes back with it. */
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw/http'
import { expect, test } from 'vitest'
import { createMemoryKeyValue } from '../../support/memory-key-value.ts'
import { createPlayedServer, origin } from '../played-server.ts'
import { openApp } from '../played-stage.tsx'

/** A server whose provider's token is "right". */
function serverElsewhere() {
  const server = createPlayedServer()
  const asked: (string | null)[] = []
  server.handlers.unshift(
    http.get(`${origin}/auth/oauthUser`, ({ request }) => {
      const token = request.headers.get('oauth-token')
      asked.push(token)
      if (token !== 'right') {
        return HttpResponse.json({ success: false, message: 'This took too long. Try again.' })
      }
      server.signedIn = true
      return HttpResponse.json({ success: true, user: server.person })
    }),
  )
  return { server, asked }
}

test('the token signs in, leads on, and leaves the address', async () => {
  const { server, asked } = serverElsewhere()
  const { path } = await openApp({
    path: '/login?next=%2Fproduct%2Fready#oauth-token=right',
    server,
  })
  await waitFor(() => expect(path()).toBe('/product/ready'))
  expect(asked).toEqual(['right'])
})

test('a token that does not work says why, once', async () => {
  const { server, asked } = serverElsewhere()
  const { href } = await openApp({ path: '/login#oauth-token=old', server })
  expect((await screen.findByRole('alert')).textContent).toBe('This took too long. Try again.')
  expect(href()).not.toContain('old')
  expect(asked).toEqual(['old'])
})

test('each failure has a sentence of our own, whatever a link says', async () => {
  await openApp({ path: '/login#failure=unproven' })
  expect((await screen.findByRole('alert')).textContent).toContain('Sign in with its password')
})

test('where a link brings words of its own, they are not said', async () => {
  await openApp({ path: '/login#failure=Call+0900+now' })
  expect((await screen.findByRole('alert')).textContent).not.toContain('0900')
})

test('the way there is a link that says by whom, and where to lead afterwards', async () => {
  const local = createMemoryKeyValue()
  local.set('aisle.settings', JSON.stringify({ apiEnv: '', signInElsewhere: 'Home' }))
  await openApp({ path: '/login?next=%2Fproduct%2Fready', local })
  const link = await screen.findByRole('link', { name: 'Sign in with Home' })
  expect(link.getAttribute('href')).toBe('/auth/oauth?next=%2Fproduct%2Fready')
})

test('where there is no other provider, no way leads there', async () => {
  await openApp({ path: '/login' })
  await screen.findByRole('button', { name: 'Sign in' })
  expect(screen.queryByRole('link', { name: /^Sign in with/ })).toBeNull()
})
