/** Passkeys in a real browser, whose authenticator is Chromium's virtual one. */
import type { Page } from '@playwright/test'
import { test } from 'vitest'
import { giveAuthenticator } from '../../support/virtual-authenticator.ts'
import { anna, expect, setStage, signUp } from '../stage.ts'

/** Anna on her account settings, with a passkey. */
async function withPasskey() {
  const stage = await setStage()
  // No passkey belongs to a bare number.
  const url = stage.url.replace('127.0.0.1', 'localhost')
  const page = await stage.device().open()
  const takeAway = await giveAuthenticator(page)
  await signUp(page, url, anna)
  await page.goto(`${url}/product/account`)
  await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('My phone')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('My phone')
  return { stage, url, page, takeAway }
}

async function signOut(page: Page, url: string) {
  await page.goto(`${url}/logout`)
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  await page.goto(`${url}/login`)
}

async function signIn(page: Page) {
  await page.getByRole('textbox', { name: 'Email' }).fill(anna.email)
  await page.getByLabel('Password', { exact: true }).fill(anna.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const newList = (page: Page) => page.getByRole('button', { name: 'New list' }).first()

test('a passkey is added on the account screen, and signs in without a word typed', async () => {
  const { url, page } = await withPasskey()
  await signOut(page, url)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/product/)
  await expect(newList(page)).toBeVisible()
})

test('where it is required the password goes on with it, and the recovery code without it', async () => {
  const { url, page, takeAway } = await withPasskey()
  await page.getByRole('button', { name: 'Always ask for a passkey' }).click()
  const code = await page.getByRole('textbox', { name: 'Recovery code' }).inputValue()
  expect(code).toMatch(/^[A-Z0-9]{5}(-[A-Z0-9]{5}){4}$/)

  await signOut(page, url)
  await signIn(page)
  await expect(newList(page)).toBeVisible()

  await takeAway()
  await giveAuthenticator(page)
  await signOut(page, url)
  await signIn(page)
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(newList(page)).toBeVisible()
  await page.goto(`${url}/product/account`)
  await expect(page.getByRole('button', { name: 'Always ask for a passkey' })).toBeVisible()
})
