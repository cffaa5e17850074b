/** Notices in the preferences: off until asked for, and never without a word where they cannot be. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { PushBrowser } from '../../../src/offline/worker/push-browser.ts'
import {
  createPushBrowser,
  guardWith,
  type PushService,
  startPushService,
} from '../../support/browser/push-service.ts'
import { done } from '../../support/server/api.ts'
import { hold, holdFirstAnswer, holdLater, loseAnswer } from '../meddle.ts'
import { openApp } from '../stage.tsx'
import { idOf, openServer, type StageServer } from '../stage-server.ts'

/** A server that may send to the push service of this machine, where the browser has its address. */
async function start() {
  const service = await startPushService()
  onTestFinished(() => service[Symbol.asyncDispose]())
  return { service, server: await openServer({ pushGuard: guardWith(service) }) }
}

/** As the server tells the page's own browser. */
const settingsOf = ({ browser }: StageServer) => done(browser, 'noticeSettings')

function createPlayedPush(
  service: PushService,
  ability: ReturnType<PushBrowser['ability']> = 'able',
) {
  const { subscription, read } = createPushBrowser(service, 'here')
  const push = {
    state: ability,
    keysMadeFor: [] as string[],
    badges: [] as number[],
    /** What the browser dropped by itself. */
    isDropped: false,
    /** What the person says when the browser asks. */
    allows: true,
    left: 0,
    read,
  }
  const browser: PushBrowser = {
    ability: () => push.state,
    async subscribe(publicKey) {
      if (!push.allows) {
        push.state = 'blocked'
        return undefined
      }
      push.state = 'able'
      push.keysMadeFor.push(publicKey)
      push.isDropped = false
      return subscription
    },
    async unsubscribe() {
      push.left += 1
    },
    isSubscribed: async () => !push.isDropped,
    leave: async () => {},
    onOpen: () => () => {},
    badge: count => void push.badges.push(count),
  }
  return Object.assign(push, { browser })
}

async function openNotices(
  ability?: ReturnType<PushBrowser['ability']>,
  changes: Partial<ReturnType<typeof createPlayedPush>> = {},
) {
  const { service, server } = await start()
  const push = Object.assign(createPlayedPush(service, ability), changes)
  const app = await openApp({
    path: '/product/account',
    signedIn: true,
    server,
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
  const { publicKey, subscribed } = await settingsOf(server)
  expect(publicKey).toBeTruthy()
  expect(push.keysMadeFor).toEqual([publicKey])
  expect(subscribed).toBe(true)
  expect(section.getByRole('status', { name: 'Notices' }).textContent).toContain('gets notices')
  await user.click(turnOff)
  await section.findByRole('button', { name: 'Turn on notices' })
  expect([(await settingsOf(server)).subscribed, push.left]).toEqual([false, 1])
})

test('come to the browser that asked for them', async () => {
  const { server, user, push, section } = await openNotices()
  const { friend } = await server.addSharedList('Flat')
  await user.click(await section.findByRole('button', { name: 'Turn on notices' }))
  await section.findByRole('button', { name: 'Turn off notices' })
  await done(friend, 'createItem', { shoppingListId: idOf('Flat'), name: 'Coffee' })
  server.server.clock.advance({ minutes: 4 })
  await server.server.app.jobs.drain()
  expect(push.read()).toMatchObject([{ title: 'Ben added 1 thing to Flat', tag: idOf('Flat') }])
})

test('that the browser blocks, or cannot show, leave the overview to tell', async () => {
  const { user, section, server } = await openNotices('able', { allows: false })
  await user.click(await section.findByRole('button', { name: 'Turn on notices' }))
  await section.findByText(/This browser blocks notices/)
  expect((await settingsOf(server)).subscribed).toBe(false)
})

test('that are allowed in the browser’s settings can be turned on as one comes back', async () => {
  const { push, section } = await openNotices('blocked')
  await section.findByText(/This browser blocks notices/)
  push.state = 'unasked'
  fireEvent.focus(window)
  await section.findByRole('button', { name: 'Turn on notices' })
})

test.each([
  ['took back', 'unasked', false],
  ['dropped by itself', 'able', true],
] as const)(
  'that the browser %s are off, and can be turned on again',
  async (_, ability, isDropped) => {
    const { service, server } = await start()
    server.signIn()
    await done(
      server.browser,
      'subscribeToNotices',
      createPushBrowser(service, 'here').subscription,
    )
    const push = Object.assign(createPlayedPush(service, ability), { isDropped })
    const { user } = await openApp({
      path: '/product/account',
      signedIn: true,
      server,
      push: push.browser,
    })
    const section = within(await screen.findByRole('region', { name: 'Notices' }))
    const turnOn = await section.findByRole('button', { name: 'Turn on notices' })
    expect((await settingsOf(server)).subscribed).toBe(true)
    await user.click(turnOn)
    await section.findByRole('button', { name: 'Turn off notices' })
  },
)

test.each([
  ['unsupported', 'This browser cannot show notices here.'],
  ['uninstalled', 'Add Aisle to the home screen, and turn them on there.'],
  ['insecure', 'Ask whoever runs this server for an address with https.'],
] as const)('a browser without them says so, and what helps: %s', async (ability, words) => {
  const { section } = await openNotices(ability)
  const said = await section.findByText(/The overview tells what others did/)
  expect(said.textContent).toContain(words)
  expect(section.queryByRole('button', { name: 'Turn on notices' })).toBeNull()
})

test.each([
  ['Pacific/Auckland', ', on the clock of Pacific/Auckland'],
  // Browsers call one zone by two names.
  ['Asia/Kolkata', ''],
])('whoever travels is told on whose clock quiet hours are: %s', async (timeZone, clock) => {
  const { timeZone: here } = new Intl.DateTimeFormat().resolvedOptions()
  const real = Intl.DateTimeFormat.prototype.resolvedOptions
  const away = vi
    .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    .mockImplementation(function (this: Intl.DateTimeFormat) {
      const options = real.call(this)
      return options.timeZone === here ? { ...options, timeZone: 'Asia/Calcutta' } : options
    })
  onTestFinished(() => away.mockRestore())
  const { server, go } = await openNotices()
  await go({ to: '/product/dashboard' })
  await done(server.browser, 'setQuietHours', { from: '22:00', to: '07:00', timeZone })
  await go({ to: '/product/account' })
  await screen.findByText(`Quiet hours on all your devices: 22:00 to 07:00${clock}.`)
})

test('a list can be silent, and hours quiet', async () => {
  const { server, user, section } = await openNotices()
  const party = await section.findByRole<HTMLInputElement>('checkbox', { name: 'Party' })
  expect(party.checked).toBe(true)
  await user.click(party)
  await waitFor(() => expect(party.checked).toBe(false))
  expect((await settingsOf(server)).silentListIds).toEqual([idOf('Party')])
  await user.click(section.getByRole('button', { name: 'Set quiet hours' }))
  await section.findByText('Quiet hours on all your devices: 22:00 to 07:00.')
  const kept = await settingsOf(server)
  expect(kept).toMatchObject({ quietFrom: '22:00', quietTo: '07:00' })
  expect(kept.timeZone).toBeTruthy()
  await user.click(section.getByRole('button', { name: 'No quiet hours' }))
  await section.findByText('Quiet hours on all your devices: none.')
  expect(await settingsOf(server)).toMatchObject({ quietFrom: null, quietTo: null, timeZone: null })
})

test('quiet hours that are corrected while others are set stay typed', async () => {
  const server = await openServer()
  const release = hold(server, 'setQuietHours')
  const { user } = await openApp({ path: '/product/account', signedIn: true, server })
  const until = await screen.findByLabelText('Quiet until')
  const set = screen.getByRole('button', { name: 'Set quiet hours' })
  fireEvent.change(screen.getByLabelText('Quiet from'), { target: { value: '21:00' } })
  await user.click(set)
  expect(set.getAttribute('aria-disabled')).toBe('true')
  fireEvent.change(until, { target: { value: '08:30' } })
  await release()
  await screen.findByText('No notices from 21:00 to 07:00. They come afterwards.')
  expect(until).toHaveProperty('value', '08:30')
  await user.click(set)
  await screen.findByText('No notices from 21:00 to 08:30. They come afterwards.')
})

test('two lists that are made silent quickly both stay so, however late the first answer is', async () => {
  const server = await openServer()
  const release = holdFirstAnswer(server, 'setListNotices')
  const lists = ['A', 'B']
  const { user } = await openApp({ path: '/product/account', signedIn: true, server, lists })
  const section = within(await screen.findByRole('region', { name: 'Notices' }))
  const boxOf = (name: string) => section.getByRole<HTMLInputElement>('checkbox', { name })
  await section.findByRole('checkbox', { name: 'B' })
  await user.click(boxOf('A'))
  await user.click(boxOf('B'))
  // Whoever sends both at once has the second answer by now.
  await act(() => new Promise<void>(resolve => setTimeout(resolve, 100)))
  await release()
  await waitFor(async () => expect((await settingsOf(server)).silentListIds).toHaveLength(2))
  await waitFor(() => expect(boxOf('A').checked || boxOf('B').checked).toBe(false))
})

test('of a change whose answer was lost is not said that it was not made', async () => {
  const server = await openServer()
  loseAnswer(server, 'setListNotices')
  const { user } = await openApp({ path: '/product/account', signedIn: true, server, lists: ['A'] })
  const section = within(await screen.findByRole('region', { name: 'Notices' }))
  await user.click(await section.findByRole('checkbox', { name: 'A' }))
  await section.findByText(/^The server did not answer\. It may have been done all the same/)
  expect(section.queryByText(/Nothing was changed/)).toBeNull()
  expect((await settingsOf(server)).silentListIds).toEqual([idOf('A')])
})

test('without a network nothing is changed, and it can be tried again', async () => {
  const { server, user, push, section } = await openNotices()
  const turnOn = await section.findByRole('button', { name: 'Turn on notices' })
  act(() => {
    server.reachable = false
  })
  await user.click(turnOn)
  await section.findByText(/^The server did not answer/)
  expect(push.left).toBe(1)
  server.reachable = true
  expect((await settingsOf(server)).subscribed).toBe(false)
  await user.click(turnOn)
  await section.findByRole('button', { name: 'Turn off notices' })
  expect((await settingsOf(server)).subscribed).toBe(true)
})

test('that could not be read are asked for once more, with a word', async () => {
  const { service, server } = await start()
  const held = holdLater(server, 'noticeSettings')
  server.trouble = 'Closed for repairs.'
  const push = createPlayedPush(service).browser
  const { user } = await openApp({ path: '/product/account', signedIn: true, server, push })
  const section = within(await screen.findByRole('region', { name: 'Notices' }))
  const note = await section.findByText('Closed for repairs.')
  const again = section.getByRole('button', { name: 'Try again' })
  server.trouble = undefined
  held.begin()
  await user.click(again)
  expect(note.textContent).toBe('Asking the server…')
  expect(again.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(again)
  await held.end()
  await section.findByRole('button', { name: 'Turn on notices' })
})

test('the icon counts what is open on the list that opens first', async () => {
  const { service, server } = await start()
  await server.addList('Weekly', ['Milk', 'Bread'])
  const shoppingListId = idOf('Weekly')
  const [config] = await done(server.phone, 'getByFilterUserConfig', { filters: {} })
  await done(server.phone, 'updateUserConfig', { id: config.id, shoppingListId })
  const push = createPlayedPush(service)
  const { user } = await openApp({
    ...{ path: `/product/shoppinglist?list=${shoppingListId}`, signedIn: true, server },
    push: push.browser,
  })
  await waitFor(() => expect(push.badges.at(-1)).toBe(2))
  await user.click(await screen.findByRole('checkbox', { name: 'Milk' }))
  await waitFor(() => expect(push.badges.at(-1)).toBe(1))
})
