/** The same words a second time: a screen reader reads what is put there, never what stayed. */
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { createItem, deleteItem, tickItem } from '../../../src/cache/edits/item-edits.ts'
import { moveShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { OfflineProvider } from '../../../src/cache/hooks/sync/use-offline.tsx'
import { BinPanel } from '../../../src/features/history/bin-panel.tsx'
import { HistoryPanel } from '../../../src/features/history/history-panel.tsx'
import type { TrayEntry } from '../../../src/offline/outbox/edit.ts'
import { createReadable } from '../../../src/offline/readable.ts'
import { InviteTools } from '../../../src/parts/account/invite-tools.tsx'
import type { Asker } from '../../../src/parts/perform/ask-server.ts'
import { CrashScreen } from '../../../src/shell/crash-screen.tsx'
import { TrayAnnouncement } from '../../../src/shell/tray/tray-announcement.tsx'
import { TrayRow } from '../../../src/shell/tray/tray-row.tsx'
import { listId, openDevice } from '../../cache/undo-device.ts'
import { showPart } from '../features/undo-stage.tsx'
import { openApp } from '../stage.tsx'
import { idOf } from '../stage-server.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('of as many changes as before that could not be saved, once one of them was let go', async () => {
  const { offline } = await openDevice({ Shop: ['Milk'] })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const tray = createReadable<readonly TrayEntry[]>([])
  const { container } = render(
    <OfflineProvider offline={{ ...offline, tray }}>
      <TrayAnnouncement />
    </OfflineProvider>,
  )
  async function heardOf(count: number) {
    const refusal = { code: 'NOT_FOUND', message: 'It was deleted.' }
    const entries = Array.from({ length: count }, (_, n) => ({
      id: `${n}`,
      refusedAt: '2026-11-19T10:00:00.000Z',
      refusal,
      entries: [],
    }))
    act(() => tray.set(entries))
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    return container.textContent
  }
  expect(await heardOf(2)).toBe('2 changes could not be saved')
  expect(await heardOf(1)).toBe('')
  expect(await heardOf(2)).toBe('2 changes could not be saved')
})

/** What it does twice says the same both times, in the same region. */
async function expectHeardAgain(words: string, press: () => Promise<void>) {
  await press()
  const first = await screen.findByText(words)
  const { parentElement: region } = first
  await press()
  await vi.waitFor(() => expect(screen.getByText(words)).not.toBe(first))
  expect(screen.getByText(words).parentElement).toBe(region)
}

const shop = { Shop: ['Milk', 'Bread'] }

test('of a link that is copied once more', async () => {
  const { user } = await showPart(
    {},
    <InviteTools inviteId="abc" copyLabel="Copy link" codeLabel="Code" />,
  )
  await expectHeardAgain('Link copied.', () =>
    user.click(screen.getByRole('button', { name: 'Copy link' })),
  )
})

test('of a change that could not be saved, copied once more', async () => {
  const { offline, plain } = await openDevice(shop)
  plain.perform(tickItem, { id: 'milk', purchased: true })
  const refusal = { code: 'NOT_FOUND', message: 'It was deleted.' }
  const [change] = offline.waiting.get()
  const entry = { id: '1', refusedAt: '', refusal, entries: change === undefined ? [] : [change] }
  const user = userEvent.setup()
  render(
    <OfflineProvider offline={offline}>
      <TrayRow row={[entry]} entry={entry} onRescued={() => {}} />
    </OfflineProvider>,
  )
  await expectHeardAgain('Copied.', () => user.click(screen.getByRole('button', { name: 'Copy' })))
})

test('of what is done and undone once more', async () => {
  const network: Asker = { send: async () => ({ kind: 'outage', cause: 'unreachable' }) }
  const { user, happens, offline } = await showPart(
    shop,
    <HistoryPanel listId={listId('Shop')} network={network} />,
  )
  await expectHeardAgain('Undone: Tick Bread.', async () => {
    happens(() => offline.perform(tickItem, { id: 'bread', purchased: true }))
    await user.click(await screen.findByRole('button', { name: 'Undo: ticked Bread' }))
  })
})

test('of two items of one name that come back from the bin', async () => {
  const network: Asker = { send: async () => ({ kind: 'outage', cause: 'unreachable' }) }
  const { user, happens, offline } = await showPart(
    shop,
    <BinPanel listId={listId('Shop')} network={network} onListBack={() => {}} />,
    device =>
      device.plain.perform(createItem, {
        id: 'another',
        shoppingListId: listId('Shop'),
        name: 'Bread',
      }),
    { now: Date.now },
  )
  const ids = ['bread', 'another']
  await expectHeardAgain('Undone: Delete Bread.', async () => {
    for (const id of ids.splice(0, 1)) happens(() => offline.perform(deleteItem, { id }))
    await user.click(await screen.findByRole('button', { name: 'Bring back Bread' }))
  })
})

test('of this device, whose details are copied once more', async () => {
  const { user } = await openApp({ path: '/inspect' })
  const copy = await screen.findByRole('button', { name: 'Copy details' })
  await expectHeardAgain('Copied.', () => user.click(copy))
})

test('of a fault, whose details are copied once more', async () => {
  const user = userEvent.setup()
  render(<CrashScreen />)
  const copy = screen.getByRole('button', { name: 'Copy details' })
  await expectHeardAgain('Copied.', () => user.click(copy))
})

test('of a token that is made once more', async () => {
  const { user } = await openApp({ path: '/product/account', signedIn: true })
  const name = await screen.findByRole('textbox', { name: 'Name of the token' })
  await expectHeardAgain('The token is made. Copy it now: it is not shown again.', () =>
    user.type(name, 'Lamp{Enter}'),
  )
})

test('of somebody who is asked once more', async () => {
  const { user } = await openApp({ path: '/product/friends', signedIn: true })
  const email = await screen.findByRole('textbox', { name: "Friend's email" })
  await expectHeardAgain(
    'Your request to ben@example.org is listed below. They see it once it is sent and they are here.',
    () => user.type(email, 'ben@example.org{Enter}'),
  )
})

test('of a list that goes where it went before', async () => {
  const { user, account } = await openApp({
    path: '/product/shoppinglist',
    signedIn: true,
    lists: ['Shop', 'Market'],
  })
  await user.click(await screen.findByRole('button', { name: 'Shop' }))
  await screen.findByRole('dialog', { name: 'Lists' })
  await expectHeardAgain('Market, 1 of 2', async () => {
    // On another device it went back.
    act(() => {
      const { offline } = account.state.get()
      offline?.perform(moveShoppingList, { id: idOf('Market'), afterShoppingListId: idOf('Shop') })
    })
    screen.getByRole('button', { name: /^Move Market/ }).focus()
    await user.keyboard('{ArrowUp}')
  })
})
