/** Who is signed in, and comes back from another provider to show once more who they are. */
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OidcPerson } from '../../support/server/oidc.ts'
import { comeBack, openServerWithProvider, walkBack } from '../provider-stage.ts'
import { openApp } from '../stage.tsx'

// The code of the sign-in comes after the word of who is signed in: here nothing has loaded it before.
test('what the provider brought is taken before the page leads on', async () => {
  const { server, provider } = await openServerWithProvider()
  const ana: OidcPerson = {
    ...{ sub: 'person-1', email: server.person.email, email_verified: true },
    ...{ given_name: 'Ana', family_name: 'Kovač' },
  }
  server.signIn()
  const linking = await server.browser.post('/auth/provider/link', {})
  await walkBack(server, provider, ana, String(Object(linking.body).url))
  server.server.clock.advance({ minutes: 11 })
  async function isFresh() {
    const { body } = await server.browser.post('/auth/second-step', {})
    return Object(body).reason !== 'CONFIRM'
  }
  expect(await isFresh()).toBe(false)
  const back = await comeBack(server, provider, ana, '/auth/oauth?next=%2Fproduct%2Faccount')
  const { path } = await openApp({ path: back, signedIn: true, server })
  await waitFor(() => expect(path()).toBe('/product/account'))
  await waitFor(async () => expect(await isFresh()).toBe(true))
})
