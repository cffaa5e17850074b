/** A whole account: by the mailed link to a list, a second device that is away in between, and the end of it all. */
import type { Page } from '@playwright/test'
import { onTestFinished, test } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../../support/server/smtp.ts'
import {
  addItems,
  anna,
  checkbox,
  expect,
  expectAllSaved,
  makeList,
  setStage,
  settleIn,
  signIn,
  syncLine,
} from '../stage.ts'

test('from the mailed link to the end of the account, on two devices, one of them away', async () => {
  const sink = await startSmtpSink()
  onTestFinished(() => sink[Symbol.asyncDispose]())
  const stage = await setStage({ SMTP_URL: sink.url, PUBLIC_URL: 'http://aisle.test' })
  const desktop = await stage.device().open({ width: 1280, height: 800 })
  const home = stage.server.url
  await desktop.goto(`${home}/signup`)
  await desktop.getByRole('textbox', { name: 'First name' }).fill('Anna')
  await desktop.getByRole('textbox', { name: 'Last name' }).fill('Berg')
  await desktop.getByRole('textbox', { name: 'Email' }).fill(anna.email)
  await desktop.getByLabel('Password', { exact: true }).fill(anna.password)
  await desktop.getByRole('button', { name: 'Create account' }).click()
  await desktop.goto(home + (await linkIn(sink, anna.email, 'Verify your email')))
  await desktop.getByRole('link', { name: 'Go to your lists' }).click()
  await makeList(desktop, 'Weekly shop')
  await addItems(desktop, 'Milk')
  await expectAllSaved(desktop)

  const device = stage.device()
  const first = await device.open()
  await signIn(first, stage.url, anna)
  await expect(checkbox(first, 'Milk')).toBeVisible()
  const phone = await settleIn(first, device)

  // The address changes while the phone is away, which keeps what it did.
  await stage.proxy.unplug()
  await addItems(phone, 'Candles')
  await expect(syncLine(phone)).toHaveText('Offline – 1 change waiting')
  const moved = `moved-${anna.email}`
  await desktop.goto(`${home}/product/account`)
  await desktop.getByRole('textbox', { name: 'Email' }).fill(moved)
  await desktop.getByRole('button', { name: 'Change email' }).click()
  await expect(desktop.getByText(/^Look into the mail of/)).toBeVisible()
  await desktop.goto(home + (await linkIn(sink, moved, 'Is this your new email?')))
  await expect(desktop.getByRole('heading', { name: 'Email changed' })).toBeVisible()
  expect(desktop.url()).not.toContain('token')
  await desktop.getByRole('link', { name: 'Account settings' }).click()
  await expect(desktop.getByText(`Signed in as ${moved}`)).toBeVisible()
  await stage.proxy.plug()
  await expectAllSaved(phone)
  for (const page of [desktop, phone]) expect(await keptWords(page)).not.toContain(anna.password)

  // Away again while the account ends; at the first contact nothing of it stays.
  await stage.proxy.unplug()
  await addItems(phone, 'Salt')
  await desktop.getByRole('link', { name: 'Delete account' }).click()
  await desktop.getByLabel('Password', { exact: true }).fill(anna.password)
  await desktop.getByRole('button', { name: 'Delete my account' }).click()
  await stage.proxy.plug()
  for (const page of [desktop, phone]) {
    await expect(page.getByText('Nothing of your lists is left on this device.')).toBeVisible()
    await expect.poll(() => keptWords(page)).not.toMatch(/Milk|Candles|Salt|Weekly|example\.org/)
  }
})

/** Path and query of the link in the mail with this subject. */
async function linkIn(sink: SmtpSink, to: string, subject: string): Promise<string> {
  const found = () => sink.mails.find(mail => mail.to.includes(to) && mail.subject === subject)
  await expect.poll(() => found()?.subject).toBe(subject)
  return /http:\/\/aisle\.test(\/\S+)/.exec(found()?.text ?? '')?.[1] ?? ''
}

/** All that this page's origin keeps in the browser, as text. */
function keptWords(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const words = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]
    const answer = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const rows = await answer(database.transaction(store).objectStore(store).getAll())
        words.push(JSON.stringify(rows))
      }
      database.close()
    }
    return words.join('\n')
  })
}
