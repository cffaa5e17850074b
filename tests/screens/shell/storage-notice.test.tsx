/** What the page says of the device: what was cleared, until it was read, and that it is there after all. */
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { OfflineProvider } from '../../../src/cache/hooks/sync/use-offline.tsx'
import type { Lost } from '../../../src/offline/offline.ts'
import { createReadable } from '../../../src/offline/readable.ts'
import { StorageNotice } from '../../../src/shell/sync/storage-notice.tsx'
import { openDevice } from '../../cache/undo-device.ts'

test('who was told that changes are gone, and dismissed it, hears that they are here again', async () => {
  const { offline } = await openDevice({ Shop: ['Milk'] })
  const told = (lost: Lost) => ({ ...offline.sync.get(), lost })
  const sync = createReadable(told('all'))
  render(
    <OfflineProvider offline={{ ...offline, sync }}>
      <StorageNotice />
    </OfflineProvider>,
  )
  const notice = screen.getByRole('status', { name: 'Storage' })
  expect(notice.textContent).toContain('changes that still waited here are gone')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(notice.textContent).toBe('')
  act(() => sync.set(told('fetched')))
  expect(notice.textContent).toContain('changes that waited here are still here')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(notice.textContent).toBe('')
})
