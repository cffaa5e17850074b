/** Signing in elsewhere in a real browser, by a provider on this machine: linked to an account, and taken away. */
import type { Page } from '@playwright/test'
import { onTestFinished, test } from 'vitest'
import { startOidcProvider } from '../../support/server/oidc.ts'
import {
  addItems,
  anna,
  checkbox,
  expect,
  expectAllSaved,
  makeList,
  setStage,
  signUp,
} from '../stage.ts'

const settings = '/product/account'

async function signOut(page: Page, home: string): Promise<void> {
  await page.goto(`${home}/logout`)
  await expect(page.getByText('Nothing of your lists is left on this device.')).toBeVisible()
  await page.goto(`${home}/login`)
}

test('a provider is linked, opens the account by one press, and opens it no more once it is taken away', async () => {
  // Where it is started again it knows the provider, which has to know its address.
  const stage = await setStage({ PUBLIC_URL: 'http://aisle.test' })
  const home = stage.server.url
  const provider = await startOidcProvider(`${home}/auth/oauth/callback`)
  onTestFinished(() => provider[Symbol.asyncDispose]())
  const { issuer, clientId, clientSecret, name } = provider.settings
  await stage.server.restart({
    ...{ PUBLIC_URL: home, OIDC_ISSUER: issuer, OIDC_NAME: name },
    ...{ OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret },
  })
  const page = await stage.device().open()
  await signUp(page, home, anna)
  await makeList(page, 'Weekly shop')
  await addItems(page, 'Milk')
  await expectAllSaved(page)

  // Another address there than here: it is the person who is linked.
  provider.present({ sub: 'anna', email: 'anna@home.example', email_verified: true })
  await page.goto(home + settings)
  const link = page.getByRole('button', { name: 'Sign in with Home, too' })
  await link.click()
  await expect(page.getByText('Home signs you in from now on.')).toBeInViewport()
  await expect(page.locator(':focus')).toHaveText('Home signs you in from now on.')
  await expect(page).toHaveURL(home + settings)

  await signOut(page, home)
  await page.getByRole('link', { name: 'Sign in with Home' }).click()
  await expect(checkbox(page, 'Milk')).toBeVisible()
  expect(page.url()).not.toContain('token')

  await page.goto(home + settings)
  await page.getByRole('button', { name: 'Stop signing in with Home' }).click()
  await expect(page.getByText('Home no longer signs you in.')).toBeVisible()
  await expect(link).toBeVisible()
  await signOut(page, home)
  await page.getByRole('link', { name: 'Sign in with Home' }).click()
  await expect(page.getByRole('alert')).toContainText('You took Home away from your account.')
  await expect(page).toHaveURL(`${home}/login`)
})
