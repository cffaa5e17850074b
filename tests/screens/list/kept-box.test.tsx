/** What is half typed in the add box stays there, whatever is looked at meanwhile, and over an update. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryKeyValue } from '../../support/memory-key-value.ts'
import { openApp } from '../stage.tsx'
import { idOf } from '../stage-server.ts'

const shop = { to: '/product/shoppinglist', search: { list: idOf('Weekly shop') } } as const
const party = { to: '/product/shoppinglist', search: { list: idOf('Party') } } as const

async function openLists(options: Partial<Parameters<typeof openApp>[0]> = {}) {
  const stage = await openApp({
    path: `/product?list=${idOf('Weekly shop')}`,
    signedIn: true,
    ...(options.server ? {} : { lists: ['Weekly shop', 'Party'], itemNames: ['Bread'] }),
    ...options,
  })
  await screen.findByRole('checkbox', { name: 'Bread' })
  const press = async (name: string) =>
    stage.user.click(await screen.findByRole('button', { name }))
  async function choose(entry: string) {
    await press('List options')
    await stage.user.click(await screen.findByRole('menuitem', { name: entry }))
  }
  return { ...stage, press, choose }
}

const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Add an item' })
const noBox = () =>
  waitFor(() => expect(screen.queryByRole('textbox', { name: 'Add an item' })).toBeNull())

test('while another list and the overview are looked at, each list its own, until it is added', async () => {
  const { user, go } = await openLists()
  await user.type(box(), '2 oat mil')
  await go(party)
  await screen.findByRole('heading', { name: 'Party' })
  expect(box().value).toBe('')
  await user.type(box(), 'cand')
  await go({ to: '/product/dashboard' })
  await noBox()
  await go(shop)
  await screen.findByRole('heading', { name: 'Weekly shop' })
  expect(box().value).toBe('2 oat mil')
  expect(await screen.findByRole('button', { name: 'Take it as typed' })).toBeTruthy()
  await user.type(box(), 'k{Enter}')
  expect(await screen.findByRole('checkbox', { name: 'oat milk' })).toBeTruthy()
  await go(party)
  await screen.findByRole('heading', { name: 'Party' })
  expect(box().value).toBe('cand')
  await go(shop)
  await screen.findByRole('heading', { name: 'Weekly shop' })
  expect(box().value).toBe('')
})

test('while one shops in the store, moves items or selects some', async () => {
  const { user, press, choose } = await openLists()
  await user.type(box(), 'oat mil')
  await press('Shop in the store')
  await noBox()
  await press('Leave store')
  expect(box().value).toBe('oat mil')
  for (const mode of ['Move items', 'Select items']) {
    await choose(mode)
    await press('Done')
    expect(box().value).toBe('oat mil')
  }
})

test('so are pasted lines that were not added yet, whatever took the box away', async () => {
  const { user, go, press } = await openLists()
  await user.click(box())
  await user.paste('Oats\nRice')
  await screen.findByRole('dialog', { name: 'Add pasted lines' })
  await user.keyboard('{Escape}')
  await screen.findByText('2 pasted lines not added yet.')
  await press('Shop in the store')
  await noBox()
  await press('Leave store')
  await screen.findByText('2 pasted lines not added yet.')
  await go(party)
  await screen.findByRole('heading', { name: 'Party' })
  expect(screen.queryByText(/not added yet/)).toBeNull()
  await go(shop)
  await press('Go on')
  await press('Add all (2)')
  expect(await screen.findByRole('checkbox', { name: 'Rice' })).toBeTruthy()
  await go(party)
  await screen.findByRole('heading', { name: 'Party' })
  await go(shop)
  await screen.findByRole('heading', { name: 'Weekly shop' })
  expect(screen.queryByText(/not added yet/)).toBeNull()
})

type Stage = Awaited<ReturnType<typeof openLists>>

async function signInAgain({ user, server, go }: Stage) {
  await server.endSession()
  await user.click(screen.getByRole('checkbox', { name: 'Bread' }))
  await waitFor(() =>
    expect(screen.getByRole('status', { name: 'Sync' }).textContent).toContain('Sign in to send'),
  )
  await go({ to: '/errorlogout' })
  await user.click(await screen.findByRole('link', { name: 'Sign in' }))
  await user.type(await screen.findByLabelText('Password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

test.each<[string, (stage: Stage) => Promise<unknown>]>([
  ['a look at a page without lists', ({ go }) => go({ to: '/about' })],
  ['the end of the session', signInAgain],
  [
    '“Sign out” and “Stay”',
    async ({ user, server, go }) => {
      server.reachable = false
      await user.click(screen.getByRole('checkbox', { name: 'Bread' }))
      await go({ to: '/logout' })
      await user.click(await screen.findByRole('link', { name: 'Stay' }))
    },
  ],
])('over %s', async (_, leave) => {
  const stage = await openLists()
  const before = box()
  await stage.user.type(before, 'oat mil')
  await leave(stage)
  await waitFor(() => expect(before.isConnected).toBe(false))
  await stage.go(shop)
  await screen.findByRole('heading', { name: 'Weekly shop' })
  expect(box().value).toBe('oat mil')
})

test('and is gone once its person has signed out', async () => {
  const stage = await openLists()
  const { user, server, go } = stage
  await user.type(box(), 'oat mil')
  await go({ to: '/logout' })
  await user.click(await screen.findByRole('link', { name: 'Sign in' }))
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), server.person.email)
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByRole('heading', { name: 'Weekly shop' })
  expect(box().value).toBe('')
})

test('over an update, once and for the same person', async () => {
  const first = await openLists()
  const { user, press, updates, go, server, local, perTab } = first
  await user.type(box(), 'oat mil')
  await go(party)
  await screen.findByRole('heading', { name: 'Party' })
  await user.type(box(), 'cand')
  // Nobody has agreed to anything: the tab keeps nothing of it.
  fireEvent(window, new Event('pagehide'))
  fireEvent(document, new Event('visibilitychange', { bubbles: true }))
  expect(perTab.get(`aisle.typed.${server.person.id}`)).toBeUndefined()
  updates.ready()
  await press('1 update')
  await press('Update')
  fireEvent(window, new Event('pagehide'))
  fireEvent(document, new Event('visibilitychange', { bubbles: true }))
  const left = perTab.get(`aisle.typed.${server.person.id}`) ?? ''
  await first.close()

  const next = await openLists({ server, local, perTab })
  expect(box().value).toBe('oat mil')
  expect(perTab.get(`aisle.typed.${server.person.id}`)).toBeUndefined()
  await next.go(party)
  await screen.findByRole('heading', { name: 'Party' })
  expect(box().value).toBe('cand')
  await next.close()

  const ofAnother = createMemoryKeyValue()
  ofAnother.set(`aisle.typed.${server.person.id + 1}`, left)
  await openLists({ server, local, perTab: ofAnother })
  expect(box().value).toBe('')
})
