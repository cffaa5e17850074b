/** The screens of accounts in each of their states: axe finds nothing, nor does what axe does not look at. */
import type { Page } from '@playwright/test'
import { test } from 'vitest'
import { giveAuthenticator } from '../../support/virtual-authenticator.ts'
import { manyLooks, visit } from '../looks/looks.ts'
import { anna, expect, signUp } from '../stage.ts'

test('what mails lead to, and the sign-in that asks for more', { timeout: manyLooks }, async () => {
  const { stage, page, lookAt, found } = await visit()
  for (const [path, words] of [
    ['/forgotpassword', 'Send link'],
    ['/reset-password?token=x', 'Set password'],
    ['/unlock-account?token=x', 'Unlock'],
    ['/resend-verification-email', 'Send a new link'],
    ['/verify-email?token=x', 'Send a new link'],
    ['/change-email?token=x', 'Account settings'],
  ] as const) {
    await page.goto(`${stage.url}${path}`)
    const next = page
      .getByRole('button', { name: words })
      .or(page.getByRole('link', { name: words }))
    await expect(next).toBeVisible()
    await lookAt(path)
  }
  expect(found()).toEqual([])
})

test('account settings, with passkeys, the second step and notices', {
  timeout: manyLooks,
}, async () => {
  const { stage, page, lookAt, found } = await visit()
  // No passkey belongs to a bare number.
  const url = stage.url.replace('127.0.0.1', 'localhost')
  await page.context().grantPermissions(['notifications'], { origin: url })
  await giveAuthenticator(page)
  await signUp(page, url, anna)
  await page.goto(`${url}/product/account`)
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByText(/This is your email already/)).toBeVisible()
  await addPasskey(page)
  await page.getByRole('textbox', { name: 'Name of the token' }).fill('Kitchen display')
  await page.getByRole('button', { name: 'Make a token' }).click()
  await expect(page.getByRole('textbox', { name: 'Your new token' })).toBeVisible()
  await page.getByRole('button', { name: 'Always ask for a passkey' }).click()
  await expect(page.getByRole('textbox', { name: 'Recovery code' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notices' })).toBeVisible()
  await lookAt('/product/account with all that it can show')

  await askAgain(page)
  await page.getByRole('button', { name: 'Stop asking for a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(dialog.getByText(/Password is empty/)).toBeVisible()
  await lookAt('the question who it is')
  await page.keyboard.press('Escape')
  await expect(page.getByText(/Nothing was changed/)).toBeVisible()

  await page.goto(`${url}/product/account/delete`)
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible()
  await lookAt('/product/account/delete')
  expect(found()).toEqual([])
})

async function addPasskey(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('My phone')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('My phone')
}

/** As ten minutes later. */
async function askAgain(page: Page): Promise<void> {
  const json = { success: false, reason: 'CONFIRM', message: 'Confirm that it is you.' }
  await page.route('**/auth/second-step', route => route.fulfill({ json }))
}
