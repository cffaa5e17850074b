/** The app on the household of the demo, by the handlers that answer it in a browser. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryHousehold } from '../../../src/stub/household-store.ts'
import { openStub } from '../../support/stub.ts'
import { openApp } from '../stage.tsx'

async function openDemo() {
  const store = createMemoryHousehold()
  const app = await openApp({ path: '/demo/login', scope: '/demo/', stub: openStub(store) })
  await app.user.type(await screen.findByRole('textbox', { name: 'Email' }), 'sam@aisle.example')
  await app.user.type(screen.getByLabelText('Password'), 'anything')
  await app.user.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByRole('heading', { name: 'Weekly shop' })
  const script = openStub(store)
  await script.signIn()
  return { ...app, script }
}

test('what is done on a list is done in the household', async () => {
  const { user, script } = await openDemo()
  await user.type(screen.getByRole('textbox', { name: 'Add an item' }), 'Oranges{Enter}')
  await user.click(await screen.findByRole('checkbox', { name: 'Oranges' }))
  const oranges = () => script.ask('POST', '/v1/item/filter', { name: 'Oranges' })
  await waitFor(async () => expect((await oranges()).body).toMatchObject([{ purchased: true }]))
})

test('whoever asked for friendship is accepted, and the household knows', async () => {
  const { user, go, script } = await openDemo()
  await go({ to: '/product/friends' })
  const noor = (await screen.findByText('Noor Haddad')).closest('li')
  if (noor === null) throw new Error('Noor stands in no row.')
  await user.click(within(noor).getByRole('button', { name: /^Accept/ }))
  const friends = () => script.ask('GET', '/v1/friend')
  await waitFor(async () => {
    expect((await friends()).body).toMatchObject([{}, { myStatus: 'ACCEPTED' }])
  })
})

test('what is copied to be given away leads to the demo', async () => {
  const { user, go } = await openDemo()
  const demo = `${window.location.origin}/demo`
  await user.click(screen.getByRole('button', { name: 'Edit Milk' }))
  await user.click(await screen.findByRole('button', { name: 'Copy link' }))
  await screen.findByText('Link copied.')
  expect(await navigator.clipboard.readText()).toContain(`${demo}/product/item?item=`)
  await go({ to: '/product/friends' })
  await user.click(await screen.findByRole('button', { name: 'Copy invite link' }))
  await screen.findByText('Link copied.')
  expect(await navigator.clipboard.readText()).toContain(`${demo}/invite?inviteId=`)
})

test('who signs out is told that the browser keeps the lists, and finds them there', async () => {
  const { user } = await openDemo()
  await user.type(screen.getByRole('textbox', { name: 'Add an item' }), 'Oranges{Enter}')
  await screen.findByText('All changes saved')
  await user.click(screen.getByRole('button', { name: 'Account' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await screen.findByText(/your lists stay in it until you delete the account of the demo/)
  await user.click(screen.getByRole('link', { name: 'Sign in' }))
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'sam@aisle.example')
  await user.type(screen.getByLabelText('Password'), 'anything')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByRole('checkbox', { name: 'Oranges' })
})

test('the way out is in the account menu, also where the note was dismissed', async () => {
  const { user, leftTo } = await openDemo()
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('link', { name: 'Leave the demo' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Account' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Leave the demo' }))
  expect(leftTo()).toBe('/')
})

test('feedback has its answer', async () => {
  const { go } = await openDemo()
  await go({ to: '/product/feedback' })
  await screen.findByText('It can now: drag them under “Tags” in the menu of the list.')
})
