/** The pages for everybody: what is on this device, a message to whoever runs the server, the blog. */
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { allowances } from '../../../server/gates/attempts.ts'
import { createItem } from '../../../src/cache/edits/item-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { CrashBoundary } from '../../../src/shell/crash-screen.tsx'
import { createMemoryKeyValue } from '../../support/memory-key-value.ts'
import { openApp } from '../stage.tsx'
import { idOf, openServer } from '../stage-server.ts'

test('the first page goes without its picture where that cannot be had', async () => {
  await openApp({ path: '/' })
  const picture = await screen.findByRole('img', { name: /^A shopping list on a phone/ })
  fireEvent.error(picture)
  await waitFor(() => expect(screen.queryByRole('img', { name: /^A shopping/ })).toBeNull())
})

describe('/contact', () => {
  test('sends what was written, once it is all there', async () => {
    const { user, server } = await openApp({ path: '/contact' })
    await user.click(await screen.findByRole('button', { name: 'Send message' }))
    expect(screen.getByText('Name is empty. Write at least one character.')).toBeTruthy()
    expect(screen.getByText('Message is empty. Write at least one character.')).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ana')
    const email = screen.getByRole('textbox', { name: 'Email' })
    // A stranger signs in with nothing here.
    expect(email.getAttribute('autocomplete')).toBe('email')
    await user.type(email, 'ana@example.org')
    await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Hello')
    await user.click(screen.getByRole('button', { name: 'Send message' }))
    const thanks = await screen.findByText('Thank you. Your message has arrived.')
    expect(document.activeElement).toBe(thanks)
    const body = { name: 'Ana', email: 'ana@example.org', feedback: 'Hello', recaptcha: '' }
    expect(server.calls).toEqual([{ call: '/auth/contact', body }])
  })

  test('keeps what was written where it is refused', async () => {
    const server = await openServer()
    const before = { name: 'Ana', email: 'ana@example.org', feedback: 'Hello?' }
    for (let tries = 0; tries < allowances.contactPerAddress.tries; tries += 1) {
      await server.browser.post('/auth/contact', before)
    }
    const { user } = await openApp({ path: '/contact', server })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Ana')
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@example.org')
    await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Hello')
    await user.click(screen.getByRole('button', { name: 'Send message' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Too many tries\./)
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveProperty('value', 'Hello')
  })
})

describe('/blog', () => {
  test('leads to each post, and shows itself where a post is not there', async () => {
    const { user, go } = await openApp({ path: '/blog' })
    await user.click(await screen.findByRole('link', { name: 'Aisle 0.2.0' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Aisle 0.2.0' })).toBeTruthy()
    await go({ to: '/blog/$post', params: { post: 'none' } })
    expect(await screen.findByRole('heading', { level: 1, name: 'Blog' })).toBeTruthy()
  })

  test('is read from the title where a step of the history leads from post to post', async () => {
    const { go } = await openApp({ path: '/blog/0-2-0' })
    const all = await screen.findByRole('link', { name: 'All posts' })
    act(() => all.focus())
    await go({ to: '/blog/$post', params: { post: '0-1-0' } })
    const title = await screen.findByRole('heading', { level: 1, name: 'Aisle 0.1.0' })
    await waitFor(() => expect(document.activeElement).toBe(title))
  })
})

describe('/inspect', () => {
  test('says what is on the device, to nobody signed in too', async () => {
    await openApp({ path: '/inspect', log: ['2026-11-21T10:00:00.000Z core TypeError'] })
    expect(await screen.findByRole('heading', { name: 'This device' })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Log' }).textContent).toContain('core TypeError')
    // Which sources it was built of tells two builds of one number apart.
    const version = screen.getByText('Version').nextSibling?.textContent
    expect(version).toMatch(/^\d+\.\d+\.\d+\+[\da-f]{8}$/)
    expect(screen.queryByRole('button', { name: 'Save my data as a file' })).toBeNull()
  })

  test('mends: what waits is sent and everything asked for anew', async () => {
    const { user } = await openApp({ path: '/inspect', signedIn: true, lists: ['Weekly shop'] })
    expect(await screen.findByText('Last contact')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Mend my device' }))
    expect(
      await screen.findByText('The app could not be loaded anew. Everything was asked for anew.'),
    ).toBeTruthy()
  })

  test('follows what becomes of what waits', async () => {
    const stage = { path: '/inspect', signedIn: true, lists: ['Weekly shop'] }
    const { account, server } = await openApp(stage)
    const waiting = async () =>
      (await screen.findByText('Changes waiting')).nextSibling?.textContent
    await waitFor(async () => expect(await waiting()).toBe('0'))
    server.reachable = false
    const { offline } = account.state.get()
    const added = { id: newId(), shoppingListId: idOf('Weekly shop'), name: 'Milk' }
    act(() => void offline?.perform(createItem, added))
    await waitFor(async () => expect(await waiting()).toBe('1'))
  })

  test.each([
    ['is not reached', 'The server cannot be reached.'],
    ['has trouble', 'Closed for repairs.'],
    ['wants a sign-in', 'Your session has ended. Sign in again.'],
  ])('says why nothing was asked for anew where the server %s', async (what, why) => {
    const stage = { path: '/inspect', signedIn: true, lists: ['Weekly shop'] }
    const { user, server } = await openApp(stage)
    expect(await screen.findByText('Last contact')).toBeTruthy()
    if (what === 'is not reached') server.reachable = false
    else if (what === 'has trouble') server.trouble = why
    else await server.endSession()
    await user.click(screen.getByRole('button', { name: 'Mend my device' }))
    expect(
      await screen.findByText(
        `The app could not be loaded anew. The lists are as they were. ${why}`,
      ),
    ).toBeTruthy()
  })

  test('saves all that lies on the device as a file', async () => {
    const saved: Blob[] = []
    URL.createObjectURL = blob => {
      saved.push(blob as Blob)
      return 'blob:x'
    }
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const { user } = await openApp({ path: '/inspect', signedIn: true, lists: ['Weekly shop'] })
    const save = await screen.findByRole('button', { name: 'Save my data as a file' })
    // The lists are asked for once the page is drawn.
    await waitFor(async () => {
      await user.click(save)
      expect(await saved.at(-1)?.text()).toContain('Weekly shop')
    })
    expect(screen.getByText('Saved to your downloads.')).toBeTruthy()
    click.mockRestore()
  })
})

describe('while the server is down on purpose', () => {
  function down() {
    const local = createMemoryKeyValue()
    local.set('aisle.settings', '{"apiEnv":"","downtime":true}')
    return local
  }

  test.each(['/login', '/signup', '/product'])(
    '%s says so to who has no lists here',
    async path => {
      await openApp({ path, local: down() })
      expect(
        await screen.findByRole('heading', { name: 'Aisle is down for maintenance' }),
      ).toBeTruthy()
      expect(screen.queryByLabelText('Password')).toBeNull()
    },
  )

  test('lists stay usable', async () => {
    const { user } = await openApp({
      path: '/product',
      local: down(),
      signedIn: true,
      lists: ['Weekly shop'],
      itemNames: ['Milk'],
    })
    const milk = await screen.findByRole('checkbox', { name: 'Milk' })
    await user.click(milk)
    expect(milk).toHaveProperty('checked', true)
  })
})

test('a fault while drawing leaves what waits where it is, and hands it out as a file', async () => {
  const saved: Blob[] = []
  URL.createObjectURL = blob => {
    saved.push(blob as Blob)
    return 'blob:x'
  }
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { user, server, account } = await openApp({
    path: '/product',
    signedIn: true,
    lists: ['Weekly shop'],
    itemNames: ['Milk'],
  })
  const milk = await screen.findByRole('checkbox', { name: 'Milk' })
  server.reachable = false
  await user.click(milk)
  const { offline } = account.state.get()
  await waitFor(() => expect(offline?.waiting.get()).toHaveLength(1))
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  function Broken(): never {
    throw new TypeError('broken')
  }
  const crash = render(
    <CrashBoundary rescue={() => ({ offline, log: [] })}>
      <Broken />
    </CrashBoundary>,
  )
  expect(
    await screen.findByText(
      'What was saved on this device is still there, also the one change that was not sent yet.',
    ),
  ).toBeTruthy()
  await user.click(within(crash.container).getByRole('button', { name: 'Save my data as a file' }))
  const rescued = JSON.parse((await saved[0]?.text()) ?? '{}')
  expect(rescued).toMatchObject({
    app: 'Aisle',
    waiting: [{ name: 'tickItem', variables: { purchased: true } }],
    couldNotBeSaved: [],
  })
  expect(offline?.waiting.get(), 'nothing of it was touched').toHaveLength(1)
  crash.unmount()
  error.mockRestore()
  click.mockRestore()
})

test('a fault while drawing offers the details and all that waits', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const copied = vi.fn(async () => {})
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(copied)
  function Broken(): never {
    throw new TypeError('broken')
  }
  render(
    <CrashBoundary rescue={() => ({ offline: undefined, log: ['an older line'] })}>
      <Broken />
    </CrashBoundary>,
  )
  await user.click(screen.getByRole('button', { name: 'Copy details' }))
  expect(await screen.findByText('Copied.')).toBeTruthy()
  expect(copied).toHaveBeenCalledWith(
    expect.stringMatching(/^screen TypeError: broken[\s\S]*an older line$/),
  )
  error.mockRestore()
})
