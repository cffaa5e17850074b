/** Two people with a phone each: they meet by an invitation, share a list and shop together. */
import AxeBuilder from '@axe-core/playwright'
import { encode } from 'uqr'
import { onTestFinished, test } from 'vitest'
import { signUpByApi } from '../../support/browser/browser-api.ts'
import { startProxy } from '../../support/browser/proxy.ts'
import {
  addItems,
  anna,
  checkbox,
  expect,
  expectAllSaved,
  makeList,
  setStage,
  signUp,
  tick,
} from '../stage.ts'

const ben = { email: 'ben-people@example.org', password: 'seven quiet otters swim' }

test('they meet by a link, share, shop together, and part', async () => {
  const { url, device } = await setStage()
  const hers = await device().open()
  await signUp(hers, url, anna)
  await makeList(hers, 'Weekly shop')
  await addItems(hers, 'Milk')
  await expectAllSaved(hers)

  // One link makes a friend and shares the list.
  await hers.getByRole('button', { name: 'Share', exact: true }).click()
  await hers.getByRole('button', { name: 'Share by link' }).click()
  await hers.getByRole('button', { name: 'Show code' }).click()
  await expect(hers.getByRole('img', { name: 'Code that shares Weekly shop' })).toBeVisible()
  await hers.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await hers.getByRole('button', { name: 'Copy link' }).click()
  await expect(hers.getByText('Link copied.')).toBeVisible()
  const link = await hers.evaluate(() => navigator.clipboard.readText())
  await hers.keyboard.press('Escape')
  await expectAllSaved(hers)

  // He reads who invites before he has an account, and makes one.
  const his = await device().open()
  await his.goto(link)
  await expect(his.getByRole('heading', { name: 'Anna invites you' })).toBeVisible()
  await expect(his.getByText('Weekly shop')).toBeVisible()
  expect((await new AxeBuilder({ page: his }).analyze()).violations).toEqual([])
  await signUp(his, url, ben)
  await his.goto(link)
  await his.getByRole('button', { name: 'Accept' }).click()
  await expect(checkbox(his, 'Milk')).toBeVisible()

  // What one does, the other sees.
  await tick(his, 'Milk')
  await addItems(his, 'Bread')
  await expect(checkbox(hers, 'Bread')).toBeVisible()
  await expect(hers.getByRole('button', { name: /^Share, now with/ })).toBeVisible()

  // She lets him look only, then parts from him.
  await hers.getByRole('button', { name: /^Share, now with/ }).click()
  const permission = hers.getByRole('combobox', { name: /^Permission for/ })
  await permission.press('ArrowUp')
  await expect(hers.getByText('Not set yet: View. Press Enter to set it.')).toBeVisible()
  await permission.press('Enter')
  await expect(his.getByText(/You can look at this list/)).toBeVisible()
  expect((await new AxeBuilder({ page: hers }).analyze()).violations).toEqual([])
  await hers.keyboard.press('Escape')
  // A dialog that closes steps back in the history, which would call off what is opened meanwhile.
  await expect(hers.getByRole('dialog')).toBeHidden()
  await hers.goto(`${url}/product/friends`)
  await expect(hers.getByRole('region', { name: 'Friends' })).toBeVisible()
  expect((await new AxeBuilder({ page: hers }).analyze()).violations).toEqual([])
  await hers
    .getByRole('region', { name: 'Friends' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await hers.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(his.getByText('Milk')).toBeHidden()
  await expect(his.getByText('Weekly shop')).toBeHidden()
})

test('they meet across a table by the code, and shop together, one of them behind a bad network', async () => {
  const { url, server, device } = await setStage()
  const hers = await device().open({ width: 360, height: 780 })
  await signUp(hers, url, anna)
  await makeList(hers, 'Weekly shop')
  await addItems(hers, 'Milk', 'Bread', 'Eggs')
  await expectAllSaved(hers)
  await hers.getByRole('button', { name: 'Share', exact: true }).click()
  await hers.getByRole('button', { name: 'Share by link' }).click()
  await hers.getByRole('button', { name: 'Show code' }).click()
  const code = hers.getByRole('img', { name: 'Code that shares Weekly shop' })
  await expect(code).toBeVisible()
  await hers.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await hers.getByRole('button', { name: 'Copy link' }).click()
  const link = await hers.evaluate(() => navigator.clipboard.readText())
  // What a camera sees is the link, dot by dot.
  const dots = await code.locator('path').getAttribute('d')
  expect([...(dots ?? '').matchAll(/M(\d+) (\d+)h/g)].map(([, x, y]) => `${x} ${y}`)).toEqual(
    encode(link, { border: 2 }).data.flatMap((row, y) =>
      row.flatMap((dark, x) => (dark ? [`${x} ${y}`] : [])),
    ),
  )
  await hers.keyboard.press('Escape')
  await expectAllSaved(hers)

  const badNetwork = await startProxy(server.url)
  onTestFinished(() => badNetwork.close())
  const his = await device().open({ width: 360, height: 780 })
  await signUp(his, badNetwork.url, { ...ben, email: 'ben-code@example.org' })
  await his.goto(link.replace(url, badNetwork.url))
  await his.getByRole('button', { name: 'Accept' }).click()
  await expect(checkbox(his, 'Milk')).toBeVisible()
  await expectAllSaved(his)

  // In the cellar: answers come late or not at all, then nothing goes.
  badNetwork.fault({ kind: 'delay', ms: 400 }, { path: /^\/graphql/ })
  badNetwork.fault({ kind: 'lose-answer' }, { path: /^\/graphql/, times: 1 })
  await tick(his, 'Milk')
  await tick(hers, 'Bread')
  await badNetwork.unplug()
  await addItems(his, 'Butter')
  await tick(his, 'Eggs')
  await addItems(hers, 'Tea')
  badNetwork.clear()
  await badNetwork.plug()
  await expectAllSaved(his)
  for (const page of [hers, his]) {
    await expect(checkbox(page, 'Butter')).toBeVisible()
    await expect(checkbox(page, 'Tea')).toBeVisible()
    await expect(page.getByText('In the trolley (3)')).toBeVisible()
  }
})

test('a double click on “Accept” takes in nobody who moves beneath the pointer, and asks nobody for an empty address', async () => {
  const { url, server, device } = await setStage()
  const page = await device().open()
  await signUp(page, url, anna)
  const ask = 'mutation ($email: String!) { sendFriendRequestByEmail(email: $email) { message } }'
  for (const name of ['cleo', 'dan']) {
    const asker = await signUpByApi(server.url, { ...ben, email: `${name}-twice@example.org` })
    await asker.ask(ask, { email: anna.email })
  }
  await page.goto(`${url}/product/friends`)
  const people = (title: string) =>
    page.getByRole('region', { name: title, exact: true }).getByRole('listitem')
  await expect(people('Requests')).toHaveCount(2)
  await people('Requests').getByRole('button', { name: 'Accept' }).first().dblclick()
  await expect(people('Friends')).toHaveCount(1)
  await expectAllSaved(page)
  await expect(people('Requests')).toHaveCount(1)

  await page.getByRole('textbox', { name: "Friend's email" }).fill('mia@example.org')
  await page.getByRole('button', { name: 'Send request' }).dblclick()
  await expect(page.getByText(/^Your request to mia@example.org is listed below/)).toBeVisible()
})
