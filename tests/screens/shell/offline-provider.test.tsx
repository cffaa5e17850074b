/** An account outlives the screens that show it: what they listen with goes with them. */
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OfflineProvider } from '../../../src/cache/hooks/sync/use-offline.tsx'
import { useListCounts } from '../../../src/cache/hooks/use-list-views.ts'
import type { Offline } from '../../../src/offline/offline.ts'
import { listId, openDevice } from '../../cache/undo-device.ts'

const shop = listId('Shop')

function Count() {
  return <p>{useListCounts(shop).open} open</p>
}

test('left and entered again, nobody listens who is gone', async () => {
  const { offline } = await openDevice({ Shop: ['Milk'] })
  let listening = 0
  const counted: Offline = {
    ...offline,
    onChanged(listener) {
      listening++
      const end = offline.onChanged(listener)
      return () => {
        listening--
        end()
      }
    },
  }
  const visit = () =>
    render(
      <OfflineProvider offline={counted}>
        <Count />
      </OfflineProvider>,
    )
  const before = listening
  visit().unmount()
  visit().unmount()
  expect(listening).toBe(before)
  visit()
  await screen.findByText('1 open')
  expect(listening).toBe(before + 1)
})
