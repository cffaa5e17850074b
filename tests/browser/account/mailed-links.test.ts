/** From the sign-up by the mailed link to a new password, on two devices, through a real mail server. */
import type { Page } from '@playwright/test'
import { onTestFinished, test } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../../support/server/smtp.ts'
import { anna, expect, setStage } from '../stage.ts'

test('a mailed link opens the account on the phone, and a new password on the desktop', async () => {
  const sink = await startSmtpSink()
  onTestFinished(() => sink[Symbol.asyncDispose]())
  const stage = await setStage({ SMTP_URL: sink.url, PUBLIC_URL: 'http://aisle.test' })
  const desktop = await stage.device().open()
  const issues = watchConsole(desktop)
  await desktop.goto(`${stage.url}/signup`)
  await desktop.getByRole('textbox', { name: 'First name' }).fill('Anna')
  await desktop.getByRole('textbox', { name: 'Last name' }).fill('Berg')
  await desktop.getByRole('textbox', { name: 'Email' }).fill(anna.email)
  await desktop.getByLabel('Password', { exact: true }).fill(anna.password)
  // The dictionary comes by the policy, too.
  await expect(desktop.getByText('Very good.').first()).toBeVisible()
  await desktop.getByRole('button', { name: 'Create account' }).click()
  await expect(desktop.getByRole('heading', { name: 'Look into your mail' })).toBeVisible()

  const phone = await stage.device().open()
  await phone.goto(stage.url + (await linkIn(sink, 'Verify your email')))
  await expect(phone.getByRole('heading', { name: 'Email verified' })).toBeVisible()
  expect(phone.url()).not.toContain('token')
  await phone.getByRole('link', { name: 'Go to your lists' }).click()
  await expect(phone.getByRole('button', { name: 'New list' }).first()).toBeVisible()

  await desktop.goto(`${stage.url}/login`)
  await desktop.getByRole('link', { name: 'Forgot password?' }).click()
  await desktop.getByRole('textbox', { name: 'Email' }).fill(anna.email)
  await desktop.getByRole('button', { name: 'Send link' }).click()
  await expect(desktop.getByText(/a mail with a link is on its way/)).toBeVisible()
  const reset = await linkIn(sink, 'Set a new password')
  await desktop.goto(stage.url + reset)
  await desktop.getByLabel('New password').fill('six green paper boats')
  await desktop.getByRole('button', { name: 'Set password' }).click()
  await expect(desktop.getByRole('heading', { name: 'Password set' })).toBeVisible()
  await desktop.getByRole('link', { name: 'Sign in' }).click()
  await desktop.getByRole('textbox', { name: 'Email' }).fill(anna.email)
  await desktop.getByLabel('Password', { exact: true }).fill('six green paper boats')
  await desktop.getByRole('button', { name: 'Sign in' }).click()
  await expect(desktop.getByRole('button', { name: 'New list' }).first()).toBeVisible()
  // A link works once, whoever is signed in here.
  await desktop.goto(stage.url + reset)
  await desktop.getByLabel('New password').fill('six green paper boats')
  await desktop.getByRole('button', { name: 'Set password' }).click()
  await expect(desktop.getByRole('alert')).toHaveText(/^This link was used already/)
  expect(issues).toEqual([])

  // The new password signed the phone out.
  await phone.reload()
  await expect(phone.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
})

/** Path and query of the link in the mail with this subject. */
async function linkIn(sink: SmtpSink, subject: string): Promise<string> {
  await expect.poll(() => sink.mails.map(mail => mail.subject)).toContain(subject)
  const mail = sink.mails.find(one => one.subject === subject)
  return /http:\/\/aisle\.test(\/\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** What the policy refused. */
function watchConsole(page: Page): string[] {
  const issues: string[] = []
  page.on('console', message => {
    if (/Content Security Policy|Refused to/i.test(message.text())) issues.push(message.text())
  })
  return issues
}
