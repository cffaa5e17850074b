/** A passkey in a real browser, whose authenticator is Chromium's virtual one. */
import { test } from 'vitest'
import { anna, expect, setStage, signUp } from './stage.ts'

test('a passkey is added on the account screen, and signs in without a word typed', async () => {
  const stage = await setStage()
  // No passkey belongs to a bare number.
  const url = stage.url.replace('127.0.0.1', 'localhost')
  const device = stage.device()
  const page = await device.open()
  const devtools = await device.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await signUp(page, url, anna)
  await page.goto(`${url}/product/account`)
  await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('My phone')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('My phone')

  await page.goto(`${url}/logout`)
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  await page.goto(`${url}/login`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/product/)
  await expect(page.getByRole('button', { name: 'New list' }).first()).toBeVisible()
})
