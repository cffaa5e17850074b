/** An edit that this device could not keep is never passed over in silence, whichever screen it was done on. */
import { screen, waitFor } from '@testing-library/react'
import { type ReactNode, useMemo, useRef } from 'react'
import { expect, it } from 'vitest'
import { OfflineProvider, useOffline } from '../../../src/cache/hooks/sync/use-offline.tsx'
import type { Offline } from '../../../src/offline/offline.ts'
import { unpersistedSentence } from '../../../src/parts/perform/use-tell-unpersisted.ts'
import { NewListForm } from '../../../src/shell/frame/new-list-form.tsx'
import { useListMoves } from '../../../src/shell/frame/use-list-moves.ts'
import { listId } from '../../cache/undo-device.ts'
import { showPart } from '../features/undo-stage.tsx'
import { openApp, type PlayedDevice } from '../stage.tsx'

it('a new list', async () => {
  const { user, said } = await showPart(
    { Shop: [] },
    <FullDevice>
      <NewListForm onDone={() => {}} />
    </FullDevice>,
  )
  await user.type(screen.getByRole('textbox', { name: 'List name' }), 'Pantry{Enter}')
  await waitFor(() => expect(said()).toEqual([unpersistedSentence('your last change')]))
})

it('a list that was moved', async () => {
  const { user, said } = await showPart(
    { Shop: [], Pantry: [] },
    <FullDevice>
      <Moves />
    </FullDevice>,
  )
  await user.click(screen.getByRole('button', { name: 'Down' }))
  await waitFor(() => expect(said()).toEqual([unpersistedSentence('your last change')]))
})

it('a device that is full says it once of all, however many are done', async () => {
  const device: PlayedDevice = {}
  const { user, account } = await openApp({
    path: '/product',
    signedIn: true,
    lists: ['Shop'],
    itemNames: ['Milk'],
    device,
  })
  await screen.findByRole('checkbox', { name: /Milk/ })
  device.full = true
  await user.type(screen.getByRole('textbox', { name: 'Add an item' }), 'Bread{Enter}')
  const notice = screen.getByRole('status', { name: 'Storage' })
  await waitFor(() => expect(notice.textContent).toContain('Changes made now last only while'))
  await user.click(screen.getByRole('checkbox', { name: /Milk/ }))
  const { offline } = account.state.get()
  await waitFor(() => expect(offline?.unpersisted()).toBe(0))
  expect(screen.queryByText(/could not keep/)).toBeNull()
})

/** Whose storage takes nothing. */
function FullDevice({ children }: { readonly children: ReactNode }) {
  const offline = useOffline()
  const full = useMemo<Offline>(
    () => ({
      ...offline,
      perform(edit, variables) {
        const durable = Promise.reject(new DOMException('full', 'QuotaExceededError'))
        return { ...offline.perform(edit, variables), durable }
      },
    }),
    [offline],
  )
  return <OfflineProvider offline={full}>{children}</OfflineProvider>
}

function Moves() {
  const nav = useRef<HTMLDivElement>(null)
  const { step } = useListMoves(nav)
  return (
    <div ref={nav}>
      <button type="button" onClick={() => step(listId('Shop'), 'down')}>
        Down
      </button>
    </div>
  )
}
