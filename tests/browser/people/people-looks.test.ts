/** Every screen and dialog about other people, looked at as `accessibility.test.ts` does with the rest. */
import { test } from 'vitest'
import { signUpByApi } from '../../support/browser/browser-api.ts'
import { manyLooks, visit } from '../looks/looks.ts'
import {
  addItems,
  anna,
  expect,
  expectAllSaved,
  makeList,
  setStage,
  signUp,
  tick,
} from '../stage.ts'

const ben = { email: 'ben-looks@example.org', password: 'seven quiet otters swim' }

test('friends, invitations, who has a list, what others did, notices and tokens', {
  timeout: 2 * manyLooks,
}, async () => {
  const { stage, device, page, lookAt, found } = await visit()
  await signUp(page, stage.url, anna)
  await page.goto(`${stage.url}/product/friends`)
  await expect(page.getByRole('img', { name: 'Code with your invitation' })).toBeVisible()
  await lookAt('nobody yet')
  const email = page.getByRole('textbox', { name: "Friend's email" })
  const send = page.getByRole('button', { name: 'Send request' })
  await page.setViewportSize({ width: 1280, height: 800 })
  expect((await send.boundingBox())?.y, 'level').toBe((await email.boundingBox())?.y)
  await email.fill('cleo@example.org')
  await send.click()
  await expect(page.getByText('cleo@example.org').first()).toBeVisible()
  await lookAt('somebody was asked')

  await page.goto(`${stage.url}/product`)
  await makeList(page, 'Weekly shop')
  await addItems(page, 'Milk')
  await expectAllSaved(page)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Share by link' })).toBeVisible()
  await lookAt('shared with nobody')
  await page.getByRole('button', { name: 'Share by link' }).click()
  await page.getByRole('button', { name: 'Show code' }).click()
  await expect(page.getByRole('img', { name: 'Code that shares Weekly shop' })).toBeVisible()
  await lookAt('a link to the list')
  await device.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy link' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.keyboard.press('Escape')
  await expectAllSaved(page)

  const his = await stage.device().open()
  await signUp(his, stage.url, ben)
  await his.goto(link)
  await his.getByRole('button', { name: 'Accept' }).click()
  await tick(his, 'Milk')
  await addItems(his, 'Bread', 'Butter')
  await expectAllSaved(his)

  await expect(page.getByRole('button', { name: /^Share, now with/ })).toBeVisible()
  await lookAt('a list with people')
  await page.getByRole('button', { name: /^Share, now with/ }).click()
  await expect(page.getByRole('combobox', { name: /^Permission for/ })).toBeVisible()
  await lookAt('shared with somebody')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'List options' }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await expect(page.getByRole('dialog').getByText(/Bread/)).toBeVisible()
  await lookAt('what others did')
  await page.keyboard.press('Escape')
  await page.goto(`${stage.url}/product/dashboard`)
  await expect(page.getByText('Weekly shop').first()).toBeVisible()
  await lookAt('the overview with people')
  await page.goto(`${stage.url}/product/friends`)
  await expect(page.getByRole('region', { name: 'Friends' })).toBeVisible()
  await lookAt('a friend')
  await page.getByRole('button', { name: 'Block' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await lookAt('blocking somebody')
  await page.keyboard.press('Escape')

  await page.goto(`${stage.url}/product/account`)
  const notices = page.getByRole('region', { name: 'Notices' })
  await notices.scrollIntoViewIfNeeded()
  await expect(notices.getByRole('button').first()).toBeVisible()
  await lookAt('notices and tokens')
  await page.getByRole('textbox', { name: 'Name of the token' }).fill('Kitchen')
  await page.getByRole('button', { name: 'Make a token' }).click()
  await expect(page.getByRole('textbox', { name: 'Your new token' })).toHaveValue(/^aisle_/)
  await lookAt('a token that was made')
  await page.goto(`${stage.url}/invite?inviteId=nothing-that-anybody-made`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await lookAt('an invitation that is dead')
  expect(found()).toEqual([])
})

test('a list that many have: its whole name on the overview, and a sheet over its own', async () => {
  const stage = await setStage()
  const page = await stage.device().open({ width: 360, height: 740 })
  await signUp(page, stage.url, anna)
  await makeList(page, 'Everything for the birthday party')
  await makeList(page, 'Weekly shop')
  await expectAllSaved(page)
  const client = await stage.truth(anna)
  const { getAllShoppingList: lists } = await client.ask<{
    readonly getAllShoppingList: readonly { readonly id: string; readonly name: string }[]
  }>('query { getAllShoppingList { id name } }')
  const { createShareLink: link } = await client.ask<{
    readonly createShareLink: { readonly inviteId: string }
  }>(
    'mutation ($id: ID!) { createShareLink(shoppingListId: $id, permission: EDIT) { inviteId } }',
    { id: lists.find(({ name }) => name === 'Weekly shop')?.id },
  )
  for (const name of ['cleo', 'dora', 'eva', 'finn']) {
    const other = await signUpByApi(stage.server.url, {
      email: `${name}-looks@example.org`,
      password: ben.password,
    })
    await other.ask('mutation ($id: ID!) { acceptInvite(inviteId: $id) { __typename } }', {
      id: link.inviteId,
    })
  }
  await page.goto(`${stage.url}/product/dashboard`)
  const card = page
    .getByRole('list', { name: 'All lists' })
    .getByRole('link', { name: 'Weekly shop' })
  await expect(card).toContainText('With Anna Berg, Anna Berg, Anna Berg')
  const heightOf = async (name: string) =>
    (await page.getByText(name, { exact: true }).boundingBox())?.height ?? 0
  const line = await heightOf('Weekly shop')
  expect(line).toBeLessThan(30)
  expect(await heightOf('Everything for the birthday party')).toBe(2 * line)

  await card.click()
  await page.getByRole('button', { name: /^Share, now with/ }).click()
  const title = await page.getByRole('heading', { name: 'Share Weekly shop' }).boundingBox()
  await page.getByRole('button', { name: 'Hand it over' }).click()
  await expect(page.getByRole('heading', { name: 'Hand over Weekly shop?' })).toBeVisible()
  const ground = await page.evaluate(
    ([x = 0, y = 0]) => {
      const top = document.elementFromPoint(x, y)
      return top && getComputedStyle(top).backgroundColor
    },
    [title?.x ?? 0, (title?.y ?? 0) + 4],
  )
  expect(ground).toMatch(/0\.45\)$/)
})
