/** Notices in the preferences: off until asked for, and never without a word where they cannot be. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PushBrowser } from '../../../src/offline/worker/push-browser.ts'
import { createPlayedServer } from '../played-server.ts'
import { openApp } from '../played-stage.tsx'

function createPlayedPush(ability: ReturnType<PushBrowser['ability']> = 'able') {
  const push = {
    state: ability,
    keysMadeFor: [] as string[],
    badges: [] as number[],
    /** What the person says when the browser asks. */
    allows: true,
    left: 0,
  }
  const browser: PushBrowser = {
    ability: () => push.state,
    async subscribe(publicKey) {
      if (!push.allows) {
        push.state = 'blocked'
        return undefined
      }
      push.keysMadeFor.push(publicKey)
      return { endpoint: 'https://push.example.org/1', p256dh: 'key', auth: 'auth' }
    },
    async unsubscribe() {
      push.left += 1
    },
    onOpen: () => () => {},
    badge: count => void push.badges.push(count),
  }
  return Object.assign(push, { browser })
}

async function openNotices(push = createPlayedPush()) {
  const app = await openApp({
    path: '/product/account',
    signedIn: true,
    lists: ['Weekly', 'Party'],
    push: push.browser,
  })
  const section = within(await screen.findByRole('region', { name: 'Notices' }))
  return { ...app, push, section }
}

test('are off until asked for, and end with a word', async () => {
  const { server, user, push, section } = await openNotices()
  const turnOn = await section.findByRole('button', { name: 'Turn on notices' })
  expect(push.keysMadeFor).toEqual([])
  await user.click(turnOn)
  const turnOff = await section.findByRole('button', { name: 'Turn off notices' })
  expect(push.keysMadeFor).toEqual(['the-key'])
  expect(server.notices.subscribed).toBe(true)
  expect(section.getByRole('status', { name: 'Notices' }).textContent).toContain('gets notices')
  await user.click(turnOff)
  await section.findByRole('button', { name: 'Turn on notices' })
  expect([server.notices.subscribed, push.left]).toEqual([false, 1])
})

test('that the browser blocks, or cannot show, leave the overview to tell', async () => {
  const push = Object.assign(createPlayedPush(), { allows: false })
  const { user, section, server } = await openNotices(push)
  await user.click(await section.findByRole('button', { name: 'Turn on notices' }))
  await section.findByText(/This browser blocks notices/)
  expect(server.notices.subscribed).toBe(false)
})

test('a browser without them says so', async () => {
  const { section } = await openNotices(createPlayedPush('unsupported'))
  await section.findByText(/The overview tells what others did/)
  expect(section.queryByRole('button', { name: 'Turn on notices' })).toBeNull()
})

test('a list can be silent, and hours quiet', async () => {
  const { server, user, section } = await openNotices()
  const party = await section.findByRole<HTMLInputElement>('checkbox', { name: 'Party' })
  expect(party.checked).toBe(true)
  await user.click(party)
  await waitFor(() => expect(party.checked).toBe(false))
  expect(server.notices.silentListIds).toEqual(['list-2'])
  await user.click(section.getByRole('button', { name: 'Set quiet hours' }))
  await section.findByText('Quiet hours on all your devices: 22:00 to 07:00.')
  expect(server.notices).toMatchObject({ quietFrom: '22:00', quietTo: '07:00' })
  expect(server.notices.timeZone).toBeTruthy()
  await user.click(section.getByRole('button', { name: 'No quiet hours' }))
  await section.findByText('Quiet hours on all your devices: none.')
})

test('without a network nothing is changed, and it can be tried again', async () => {
  const server = createPlayedServer()
  const push = createPlayedPush()
  const app = await openApp({
    path: '/product/account',
    signedIn: true,
    server,
    push: push.browser,
  })
  const section = within(await screen.findByRole('region', { name: 'Notices' }))
  await section.findByRole('button', { name: 'Turn on notices' })
  act(() => {
    server.reachable = false
  })
  await app.user.click(section.getByRole('button', { name: 'Turn on notices' }))
  await section.findByText(/Nothing was changed/)
  expect(push.left).toBe(1)
})

test('the icon counts what is open on the list that opens first', async () => {
  const server = createPlayedServer()
  const listId = server.addList('Weekly', ['Milk', 'Bread'])
  server.firstListId = listId
  const push = createPlayedPush()
  const { user } = await openApp({
    ...{ path: `/product/shoppinglist?list=${listId}`, signedIn: true, server },
    push: push.browser,
  })
  await waitFor(() => expect(push.badges.at(-1)).toBe(2))
  await user.click(await screen.findByRole('checkbox', { name: 'Milk' }))
  await waitFor(() => expect(push.badges.at(-1)).toBe(1))
})
