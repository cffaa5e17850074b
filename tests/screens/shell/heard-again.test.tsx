/** The same words a second time: a screen reader reads what is put there, never what stayed. */
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { OfflineProvider } from '../../../src/cache/hooks/sync/use-offline.tsx'
import type { TrayEntry } from '../../../src/offline/outbox/edit.ts'
import { createReadable } from '../../../src/offline/readable.ts'
import { InviteTools } from '../../../src/parts/account/invite-tools.tsx'
import { TrayAnnouncement } from '../../../src/shell/tray/tray-announcement.tsx'
import { openDevice } from '../../cache/undo-device.ts'
import { showPart } from '../features/undo-stage.tsx'

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

test('of a link that is copied once more', async () => {
  const { user } = await showPart(
    {},
    <InviteTools inviteId="abc" copyLabel="Copy link" codeLabel="Code" />,
  )
  const copy = () => user.click(screen.getByRole('button', { name: 'Copy link' }))
  await copy()
  const first = await screen.findByText('Link copied.')
  const { parentElement: region } = first
  await copy()
  await vi.waitFor(() => expect(screen.getByText('Link copied.')).not.toBe(first))
  expect(screen.getByText('Link copied.').parentElement).toBe(region)
})
