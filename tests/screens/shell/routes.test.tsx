import { readFileSync } from 'node:fs'
import { createMemoryHistory } from '@tanstack/react-router'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { isScreen } from '../../../rules/screens.ts'
import { createAppRouter } from '../../../src/routes.tsx'
import { CrashBoundary } from '../../../src/shell/crash-screen.tsx'
import { createLayers } from '../../../src/ui/dialog/layers.tsx'
import { createMemoryKeyValue } from '../../support/memory-key-value.ts'
import { done } from '../../support/server/api.ts'
import { holdLater } from '../meddle.ts'
import { openApp } from '../stage.tsx'
import { idOf, openServer } from '../stage-server.ts'
import { createMemorySteps } from './memory-steps.ts'

const oneItem = {
  path: '/product',
  signedIn: true,
  lists: ['Weekly shop'],
  itemNames: ['Milk'],
}
const landing = { name: 'The shopping list that works where the signal does not' }

/** The only one of the first level. */
const firstHeading = () => screen.getByRole('heading', { level: 1 }).textContent

describe('where a URL leads', () => {
  test.each(['/', '/nowhere', '/nowhere/deep', '/admin', '/admin/nowhere'])(
    '%s shows the landing page',
    async path => {
      await openApp({ path })
      expect(await screen.findByRole('heading', landing)).toBeTruthy()
      expect(screen.getByRole('link', { name: 'Create an account' })).toBeTruthy()
    },
  )

  test.each(['/', '/about', '/blog', '/contact', '/privacy', '/inspect'])(
    '%s asks nobody to sign in who is signed in',
    async path => {
      await openApp({ path, signedIn: true })
      const header = within(await screen.findByRole('banner'))
      expect(await header.findByRole('link', { name: 'Your lists' })).toBeTruthy()
      expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull()
    },
  )

  test.each([
    ['/reset-password', 'ask for a new one'],
    ['/unlock-account', 'set a new password, which unlocks your account, too'],
  ])('%s without a token says so before anything is typed', async (path, orElse) => {
    await openApp({ path })
    await screen.findByRole('heading', { name: 'This link does not work' })
    expect(screen.getByRole('alert').textContent).toBe(
      `The address is not complete. Open the link from the mail again, or ${orElse}.`,
    )
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test.each([
    '/product',
    '/product/shoppinglist',
    '/product/dashboard',
    '/product/nowhere',
    '/app',
  ])('%s asks who it is where nobody is known', async path => {
    await openApp({ path })
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
  })

  test.each([
    ['/product', 'Weekly shop'],
    ['/product/shoppinglist', 'Weekly shop'],
    [`/product/shoppinglist?list=${idOf('Pantry')}`, 'Pantry'],
    ['/product/dashboard', 'Overview'],
    ['/product/account', 'Account settings'],
    ['/product/account/delete', 'Delete account'],
    ['/product/nowhere', 'Overview'],
    ['/app', 'Weekly shop'],
    ['/app/anything', 'Weekly shop'],
    ['/login', 'Weekly shop'],
    ['/logout', 'You are signed out'],
    ['/errorlogout', 'Weekly shop'],
    ['/logout#left', 'Sign out?'],
  ])('%s shows %s to somebody who is signed in', async (path, heading) => {
    await openApp({ path, signedIn: true, lists: ['Weekly shop', 'Pantry'] })
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
  })

  test.each([
    ['nobody is known', false],
    ['somebody is signed in', true],
  ])('every screen has one heading of the first level where %s', async (_, signedIn) => {
    const layers = createLayers(createMemorySteps(), window)
    const { routesByPath } = createAppRouter(layers, createMemoryHistory())
    const app = await openApp({ path: '/', signedIn, lists: ['Weekly shop'] })
    // Last, what ends the session.
    const paths = Object.keys(routesByPath).filter(path => path !== '/logout')
    for (const path of [...paths, '/logout']) {
      await app.go({ href: path.replace(/\$\w*/, 'nowhere') })
      await act(() => vi.dynamicImportSettled())
      await waitFor(() => {
        expect(screen.getAllByRole('heading', { level: 1 }), path).toHaveLength(1)
        expect(screen.queryByText('Loading...'), path).toBeNull()
      })
    }
  })

  test.each([
    ['/product', 'Aisle'],
    ['/app', 'Aisle'],
    ['/logout', 'Sign out'],
  ])('%s has a heading while the server is asked who this is', async (path, heading) => {
    await openApp({ path, checks: false })
    await screen.findByText('Loading...')
    expect(firstHeading()).toBe(heading)
  })

  test('/product has a heading where the storage of the device does not open', async () => {
    await openApp({ path: '/product', signedIn: true, device: { locked: true } })
    await screen.findByRole('heading', { name: 'Your lists could not be opened' })
    expect(firstHeading()).toBe('Your lists')
  })

  test('the server knows every screen, so that it finds none of them missing', () => {
    const layers = createLayers(createMemorySteps(), window)
    const { routesByPath } = createAppRouter(layers, createMemoryHistory())
    const others = ['/', '/$', '/blog/$post']
    const paths = Object.keys(routesByPath).filter(path => !others.includes(path))
    expect(paths.length).toBeGreaterThan(20)
    expect(paths.filter(path => !isScreen(path))).toEqual([])
  })

  test('/app opens the list that was looked at last', async () => {
    const first = await openApp({
      path: `/product/shoppinglist?list=${idOf('Pantry')}`,
      signedIn: true,
      lists: ['Weekly shop', 'Pantry'],
    })
    await screen.findByRole('heading', { name: 'Pantry' })
    await first.go({ to: '/app' })
    await waitFor(() => expect(first.href()).toBe(`/product/shoppinglist?list=${idOf('Pantry')}`))
  })

  test('what may just have been shared is waited for, before it is called deleted', async () => {
    const server = await openServer()
    const { begin, end } = holdLater(server, 'changes')
    const app = await openApp({
      path: `/product/shoppinglist?list=${idOf('Pantry')}`,
      signedIn: true,
      server,
      lists: ['Pantry'],
    })
    await screen.findByRole('heading', { name: 'Pantry' })
    // Its code is there from then on.
    await app.go({ to: '/product/shoppinglist', search: { list: idOf('Cellar') } })
    await screen.findByRole('heading', { name: 'This list is not there' })
    begin()
    await app.go({ to: '/product/shoppinglist', search: { list: idOf('Party') } })
    expect(await screen.findByText('Loading...')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'This list is not there' })).toBeNull()
    await end()
    await screen.findByRole('heading', { name: 'This list is not there' })
  })

  test('each item is waited for, and under trouble of the server none is called deleted', async () => {
    const server = await openServer()
    const { begin, end } = holdLater(server, 'changes')
    const app = await openApp({
      path: `/product/shoppinglist?list=${idOf('Pantry')}`,
      signedIn: true,
      server,
      lists: ['Pantry'],
    })
    await screen.findByRole('heading', { name: 'Pantry' })
    const toItem = (name: string) => app.go({ to: '/product/item', search: { item: idOf(name) } })
    await toItem('Milk')
    await screen.findByRole('heading', { name: 'This item is not there' })
    begin()
    await toItem('Bread')
    expect(await screen.findByText('Loading...')).toBeTruthy()
    server.trouble = 'Out of order.'
    await end()
    await screen.findByRole('heading', { name: 'This item is not on this device' })
    await toItem('Rice')
    await screen.findByRole('heading', { name: 'This item is not on this device' })
    expect(screen.queryByText(/could not be fetched/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Show my lists' })).toBeTruthy()
  })

  test('/app opens the first list where the last one is gone', async () => {
    const first = await openApp({
      path: `/product/shoppinglist?list=${idOf('Pantry')}`,
      signedIn: true,
      lists: ['Weekly shop', 'Pantry'],
    })
    await screen.findByRole('heading', { name: 'Pantry' })
    const { server, local } = first
    await server.deleteList('Pantry')
    await first.user.type(screen.getByRole('textbox', { name: 'Add an item' }), 'Rice{Enter}')
    await screen.findByRole('heading', { name: 'This list is not there' })
    await first.go({ to: '/app' })
    await screen.findByRole('heading', { name: 'Weekly shop' })
    await first.close()
    local.set(`aisle.last-list.${server.person.id}`, idOf('Pantry'))
    await openApp({ path: '/app', signedIn: true, server, local })
    await screen.findByRole('heading', { name: 'Weekly shop' })
  })

  test.each([
    ['Pantry', 'Pantry'],
    [null, 'Party'],
  ])('where %j is preferred, /app and /product begin with %s', async (preferred, first) => {
    const device = { signedIn: true, server: await openServer(), local: createMemoryKeyValue() }
    for (const name of ['Weekly shop', 'Pantry', 'Party']) await device.server.addList(name)
    const { phone } = device.server
    const [{ id }] = await done(phone, 'getByFilterUserConfig', { filters: {} })
    await done(phone, 'updateUserConfig', { id, shoppingListId: preferred && idOf(preferred) })
    const party = `/product/shoppinglist?list=${idOf('Party')}`
    for (const path of ['/app', '/product', '/product/shoppinglist']) {
      const before = await openApp({ ...device, path: party })
      await screen.findByRole('heading', { name: 'Party' })
      await before.close()
      const page = await openApp({ ...device, path })
      await screen.findByRole('heading', { name: first })
      // Whoever comes back from another screen of the same page finds what they had there.
      await page.go({ href: party })
      await screen.findByRole('heading', { name: 'Party' })
      await page.go({ to: '/product/friends' })
      await page.go({ to: '/product', search: {} })
      await screen.findByRole('heading', { name: 'Party' })
      await page.go({ to: '/product/friends' })
      await screen.findByRole('heading', { name: 'Friends' })
      await page.go({ to: '/app' })
      await waitFor(() => expect(page.href()).toBe(party))
      // The last one is closed by the end of the test, which empties the device for the next.
      if (path !== '/product/shoppinglist') await page.close()
    }
  })

  test('an item leads to its list with the details open; closing them leaves the list, where it stands', async () => {
    const stage = await openApp({
      path: '/product/dashboard',
      signedIn: true,
      lists: ['Weekly shop'],
      itemNames: ['Milk', 'Bread'],
    })
    const { user, go } = stage
    await screen.findByRole('heading', { name: 'Overview' })
    await go({ to: '/product/item', search: { item: idOf('Milk') } })
    const opened = await screen.findByRole('dialog', { name: 'Edit item' })
    await waitFor(() =>
      expect(opened.contains(document.activeElement), 'takes the focus').toBe(true),
    )
    const box = screen.getByRole('textbox', { name: 'Add an item', hidden: true })
    await user.type(box, 'Sa')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() =>
      expect(stage.href()).toBe(`/product/shoppinglist?list=${idOf('Weekly shop')}`),
    )
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('textbox', { name: 'Add an item' }), 'the same screen').toBe(box)
    expect(box).toHaveProperty('value', 'Sa')

    await go({ to: '/product/item', search: { item: idOf('Bread') } })
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit item' }))
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Bread')
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() =>
      expect(stage.href()).toBe(`/product/shoppinglist?list=${idOf('Weekly shop')}`),
    )
    expect(screen.getByRole('checkbox', { name: 'Milk' })).toBeTruthy()

    await stage.back()
    await waitFor(() =>
      expect(stage.href()).toBe(`/product/shoppinglist?list=${idOf('Weekly shop')}`),
    )
    await stage.back()
    await screen.findByRole('heading', { name: 'Overview' })
  })

  test('every navigation scrolls to the top', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
    const { go } = await openApp({ path: '/' })
    await screen.findByRole('heading', landing)
    scrollTo.mockClear()
    await go({ to: '/privacy' })
    await screen.findByRole('heading', { name: 'Privacy' })
    expect(scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }))
    scrollTo.mockRestore()
  })
})

describe('what the frame says', () => {
  test('a fault while drawing shows the sentence instead of a blank page', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    function Broken(): never {
      throw new Error('broken')
    }
    render(
      <CrashBoundary>
        <Broken />
      </CrashBoundary>,
    )
    expect(screen.getByRole('alert').textContent).toBe(
      'Oops! Something went wrong. Please refresh the page or restart the app.',
    )
    expect(firstHeading()).toMatch(/^Oops! Something went wrong/)
    error.mockRestore()
  })

  test('a new version waits for a yes', async () => {
    const { user, updates } = await openApp({
      path: '/product',
      signedIn: true,
      lists: ['Weekly shop'],
    })
    await screen.findByRole('heading', { name: 'Weekly shop' })
    updates.ready()
    await waitFor(() => {
      const said = screen.getAllByRole('status').map(one => one.textContent)
      expect(said).toContain('A new version is ready')
    })
    await user.click(screen.getByRole('button', { name: '1 update' }))
    await user.click(await screen.findByRole('button', { name: 'Update' }))
    expect(updates.accepted()).toBe(true)
    // What would be lost with the page may hold it up: what for is said as long as it does.
    expect(
      screen.getByText(/^The new version comes once nothing in this tab would be/),
    ).toBeTruthy()
    const button = screen.getByRole('button', { name: 'Update' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(document.activeElement).toBe(button)
  })

  test('a message appears with its type in capitals', async () => {
    const { say } = await openApp({ path: '/' })
    await screen.findByRole('heading', landing)
    say({ text: 'Loading a part of the app failed.' })
    expect(await screen.findByText('ERROR')).toBeTruthy()
    expect(screen.getByText('Loading a part of the app failed.')).toBeTruthy()
  })

  test('light or dark is chosen in the account menu, for the browser’s bars, too', async () => {
    const page = new DOMParser().parseFromString(readFileSync('index.html', 'utf8'), 'text/html')
    const bars = [...page.querySelectorAll<HTMLMetaElement>('[name=theme-color]')]
    document.head.append(...bars)
    onTestFinished(() => {
      for (const bar of bars) bar.remove()
    })
    const [light = '', dark = ''] = bars.map(bar => bar.content)
    const local = createMemoryKeyValue()
    const { user } = await openApp({
      local,
      path: '/product',
      signedIn: true,
      lists: ['Weekly shop'],
    })
    await screen.findByRole('heading', { name: 'Weekly shop' })
    await user.click(screen.getByRole('button', { name: 'Account' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(local.get('aisle.theme')).toBe('dark')
    expect(bars.map(bar => bar.content)).toEqual([dark, dark])
    await user.click(screen.getByRole('menuitemradio', { name: 'Light' }))
    expect(bars.map(bar => bar.content)).toEqual([light, light])
    await user.click(screen.getByRole('menuitemradio', { name: 'As the system' }))
    expect(bars.map(bar => bar.content)).toEqual([light, dark])
    // In another window of the same device.
    local.set('aisle.theme', 'dark')
    act(() => local.changeElsewhere('aisle.theme'))
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(bars.map(bar => bar.content)).toEqual([dark, dark])
    expect(screen.getByRole('menuitemradio', { name: 'Dark', checked: true })).toBeTruthy()
  })

  test('preferences are where one looks for them: in the account menu', async () => {
    const { user, path } = await openApp({
      path: '/product',
      signedIn: true,
      lists: ['Weekly shop'],
    })
    await screen.findByRole('heading', { name: 'Weekly shop' })
    await user.click(screen.getByRole('button', { name: 'Account' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Account settings' }))
    const preferences = within(await screen.findByRole('region', { name: 'Preferences' }))
    expect(await preferences.findByRole('button', { name: 'Save' })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Name and contact' }).textContent).toContain(
      'ana@example.org',
    )
    expect(path()).toBe('/product/account')
  })

  test('the overview leads to the preferences, which are read first', async () => {
    const { user, server, href } = await openApp({
      path: '/product/dashboard',
      signedIn: true,
      lists: ['Weekly shop'],
    })
    await screen.findByRole('heading', { name: 'Overview' })
    server.reachable = false
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Preferences' }))
    const heading = await screen.findByRole('heading', { name: 'Preferences' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(href()).toBe('/product/account#preferences')
  })

  test('single keys act until they are turned off for the device', async () => {
    const { user, go, local } = await openApp(oneItem)
    const milk = await screen.findByRole('checkbox', { name: 'Milk' })
    await user.keyboard('jx')
    expect(milk).toHaveProperty('checked', true)
    await go({ to: '/product/account' })
    await user.click(await screen.findByRole('checkbox', { name: /^Single keys/ }))
    expect(local.get('aisle.keys')).toBe('off')
    await go({ to: '/product' })
    await screen.findByRole('heading', { name: 'Weekly shop' })
    await user.keyboard('?/jx')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('textbox', { name: 'Add an item' })).not.toBe(document.activeElement)
  })

  test('single keys stay off where they were turned off before', async () => {
    const local = createMemoryKeyValue()
    local.set('aisle.keys', 'off')
    const { user } = await openApp({ ...oneItem, local })
    const milk = await screen.findByRole('checkbox', { name: 'Milk' })
    await user.keyboard('jx')
    expect(milk).toHaveProperty('checked', false)
  })

  test('another person on this device never sees the lists of the first', async () => {
    const { user, server, go } = await openApp({
      path: '/product',
      signedIn: true,
      lists: ['Weekly shop'],
    })
    await screen.findByRole('heading', { name: 'Weekly shop' })
    await server.server.buildUser({ email: 'ben@example.org', password: 'correct horse' })
    await server.endSession()
    await user.type(screen.getByRole('textbox', { name: 'Add an item' }), 'Secret{Enter}')
    await waitFor(() =>
      expect(screen.getByRole('status', { name: 'Sync' }).textContent).toBe(
        'Sign in to send 1 change',
      ),
    )
    await go({ to: '/login' })
    const email = await screen.findByRole('textbox', { name: 'Email' })
    await user.clear(email)
    await user.type(email, 'ben@example.org')
    await user.type(screen.getByLabelText('Password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByRole('heading', { name: 'Make your first list' })).toBeTruthy()
    expect(screen.getByRole('status', { name: 'Sync' }).textContent).toBe('All changes saved')
    expect(await server.items()).toEqual([])
  })
})
