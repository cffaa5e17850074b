/** "Last updated" on a list, and what the words around it promise. */
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OfflineProvider } from '../../../src/cache/hooks/sync/use-offline.tsx'
import { LastUpdated } from '../../../src/list/last-updated.tsx'
import type { Offline, SyncState } from '../../../src/offline/offline.ts'
import { createReadable } from '../../../src/offline/readable.ts'
import { openDevice } from '../../cache/undo-device.ts'
import { openApp } from '../stage.tsx'

const noon = new Date(2026, 10, 21, 12, 0, 0).getTime()
const minuteMs = 60_000

async function showLastUpdated({
  told = true,
  caughtUpAt,
}: {
  told?: boolean
  caughtUpAt?: number
}) {
  const device = await openDevice({ Shop: [] })
  vi.setSystemTime(noon)
  const sync = createReadable<SyncState>({ ...device.offline.sync.get(), caughtUpAt })
  const offline: Offline = {
    ...device.offline,
    sync,
    peek: id => (told && id === 'Cursor:shop' ? { __typename: 'Cursor', revision: 1 } : undefined),
  }
  render(
    <OfflineProvider offline={offline}>
      <LastUpdated listId="shop" />
    </OfflineProvider>,
  )
  return {
    text: () => screen.queryByText(/^Last updated/)?.textContent,
    pass: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
    tell: (at: number) => act(() => sync.set({ ...sync.get(), caughtUpAt: at })),
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('comes when the server has told nothing for a while, and goes when it does', async () => {
  const shown = await showLastUpdated({ caughtUpAt: noon })
  expect(shown.text()).toBeUndefined()
  await shown.pass(minuteMs)
  expect(shown.text()).toBeUndefined()
  await shown.pass(minuteMs)
  expect(shown.text()).toBe(`Last updated ${clock(noon)}`)
  shown.tell(Date.now())
  expect(shown.text()).toBeUndefined()
})

test('names the day where it was another one', async () => {
  const at = noon - 26 * 60 * minuteMs
  const shown = await showLastUpdated({ caughtUpAt: at })
  const day = new Date(at).toLocaleDateString([], { day: 'numeric', month: 'short' })
  expect(shown.text()).toBe(`Last updated ${day}, ${clock(at)}`)
})

test('names the day once midnight has passed, and when the page comes into sight after it', async () => {
  const named = (at: number) =>
    `Last updated ${new Date(at).toLocaleDateString([], { day: 'numeric', month: 'short' })}, ${clock(at)}`
  const shown = await showLastUpdated({ caughtUpAt: noon - 10 * minuteMs })
  expect(shown.text()).toBe(`Last updated ${clock(noon - 10 * minuteMs)}`)
  await shown.pass(12 * 60 * minuteMs)
  expect(shown.text()).toBe(named(noon - 10 * minuteMs))
  shown.tell(Date.now() - 5 * minuteMs)
  const told = Date.now() - 5 * minuteMs
  vi.setSystemTime(Date.now() + 24 * 60 * minuteMs)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(shown.text()).toBe(named(told))
})

test('names the year where it was another one', async () => {
  const at = new Date(2025, 10, 22, 9, 5).getTime()
  const shown = await showLastUpdated({ caughtUpAt: at })
  const named = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const day = new Date(at).toLocaleDateString([], named)
  expect(day).toContain('2025')
  expect(shown.text()).toBe(`Last updated ${day}, ${clock(at)}`)
})

test('stands where the clock was set back since, by weeks, and winds up no timer but the one for midnight', async () => {
  // Asked of the clock for longer than 24 days, a timer ends at once: it was wound up anew each millisecond.
  const shown = await showLastUpdated({ caughtUpAt: noon + 30 * 24 * 60 * minuteMs })
  expect(shown.text()).toMatch(/^Last updated /)
  expect(vi.getTimerCount()).toBe(1)
  shown.tell(Date.now())
  expect(shown.text()).toBeUndefined()
})

test('says nothing of a list that is this device’s own, or of a first visit', async () => {
  const own = await showLastUpdated({ told: false, caughtUpAt: noon - 10 * minuteMs })
  expect(own.text()).toBeUndefined()
  const first = await showLastUpdated({})
  expect(first.text()).toBeUndefined()
})

test('stands in the list’s header after a start in the cellar', async () => {
  vi.useRealTimers()
  const first = await openApp({ path: '/product', signedIn: true, lists: ['Weekly shop'] })
  await screen.findByRole('heading', { name: 'Weekly shop' })
  await waitFor(() => expect(first.account.state.get().offline?.sync.get().initialised).toBe(true))
  expect(screen.queryByText(/^Last updated/)).toBeNull()
  await first.close()

  const later = Date.now() + 10 * minuteMs
  vi.spyOn(Date, 'now').mockImplementation(() => later)
  first.server.reachable = false
  await openApp({ path: '/product', signedIn: true, server: first.server, local: first.local })
  expect((await screen.findByText(/^Last updated ./)).closest('header')).not.toBeNull()
  vi.restoreAllMocks()
})

test('the last contact is told to screen readers while edits wait, and stands behind the line', async () => {
  vi.useRealTimers()
  const { user, server } = await openApp({
    path: '/product',
    signedIn: true,
    lists: ['Weekly shop'],
  })
  const box = await screen.findByRole('textbox', { name: 'Add an item' })
  server.reachable = false
  await user.type(box, 'Milk{Enter}')
  await waitFor(() =>
    expect(screen.getByRole('status', { name: 'Sync' }).textContent).toBe(
      'Offline – 1 change waiting',
    ),
  )
  const contact = screen.getByTitle('Last contact')
  expect(contact.textContent).toMatch(/last contact \d/)
  expect(contact.className.split(' ')).not.toContain('max-sm:hidden')
  await user.click(screen.getByRole('button', { name: 'Show what waits' }))
  expect(await screen.findByText(/^Last contact: \d/)).toBeTruthy()
})

function clock(at: number): string {
  return new Date(at).toLocaleTimeString([], { timeStyle: 'short' })
}
