/** "Saved" and "safe" are said of nothing that would be lost with the page. */
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { ErrorLogoutScreen } from '../../../src/account/leaving/error-logout-screen.tsx'
import { createItem } from '../../../src/cache/edits/item-edits.ts'
import { OfflineProvider, useOffline } from '../../../src/cache/hooks/sync/use-offline.tsx'
import { FeedbackRow } from '../../../src/feedback/feedback-row.tsx'
import { AskedRow } from '../../../src/friends/friend-rows.tsx'
import type { Mark, Offline, SyncState } from '../../../src/offline/offline.ts'
import { createReadable } from '../../../src/offline/readable.ts'
import { CrashScreen } from '../../../src/shell/crash-screen.tsx'
import { WaitingPanel } from '../../../src/shell/sync/waiting-panel.tsx'
import { listId } from '../../cache/undo-device.ts'
import { showPart } from '../features/undo-stage.tsx'

/** One edit waits; `unpersisted` of it are not in the store, which is in this state. */
async function showWaiting(unpersisted: number, sync: Partial<SyncState> = {}, attempts = 0) {
  const words = <Words unpersisted={unpersisted} sync={sync} attempts={attempts} />
  await showPart({ Shop: [] }, words, ({ plain }) => {
    plain.perform(createItem, { id: 'milk', shoppingListId: listId('Shop'), name: 'Milk' })
  })
  await screen.findByRole('heading', { name: 'Your session has ended' })
  return document.body.textContent ?? ''
}

function Words({
  unpersisted,
  sync,
  attempts,
}: {
  readonly unpersisted: number
  readonly sync: Partial<SyncState>
  readonly attempts: number
}) {
  const real = useOffline()
  const waiting = real.waiting.get().map(entry => ({ ...entry, attempts }))
  const offline: Offline = {
    ...real,
    waiting: createReadable(waiting),
    unpersisted: () => unpersisted,
    sync: createReadable<SyncState>({ ...real.sync.get(), waiting: waiting.length, ...sync }),
  }
  return (
    <OfflineProvider offline={offline}>
      <WaitingPanel />
      <ErrorLogoutScreen account={createReadable({ offline })} />
      <CrashScreen rescue={() => ({ offline, log: [] })} />
    </OfflineProvider>
  )
}

test('what is in the store is saved and safe', async () => {
  const words = await showWaiting(0)
  expect(words).toContain('Saved on this device, being sent.')
  expect(words).toContain('Sign in to send 1 change. It is safe on this device')
  expect(words).toContain('still there, also the one change that was not sent yet.')
})

test('what the server did not take is not said to be on its way', async () => {
  const words = await showWaiting(0, {}, 2)
  expect(words).toContain('Saved on this device. The server has not taken it yet; it is sent')
  expect(words).toContain('Tried 2 times: ')
  expect(words).not.toContain('being sent')
})

test('what is not there yet is being saved', async () => {
  const words = await showWaiting(1, { reachable: false })
  expect(words).toContain(
    'Being saved on this device. The server cannot be reached; it is sent as soon',
  )
  expect(words).not.toMatch(/Saved on this device|safe on this device/)
})

test.each(['memory-only', 'full'] as const)(
  'a device whose storage is %s is promised nothing',
  async storage => {
    const words = await showWaiting(1, { storage })
    expect(words).not.toMatch(/Saved on this device|safe on this device/)
    expect(words).toMatch(/is lost when the page is closed|last only while this page is open/)
    expect(words).toContain('This device could not keep it: leave this page open until then.')
    expect(words).toContain('still there. 1 change is not saved yet, and lost with this page')
  },
)

test('memory that takes everything in keeps nothing', async () => {
  const words = await showWaiting(0, { storage: 'memory-only' })
  expect(words).not.toMatch(/Saved on this device|safe on this device/)
})

const at = `${new Date().getFullYear()}-11-19T10:00:00.000Z`

function Marked({
  mark,
  storage,
  children,
}: {
  readonly mark: Mark | undefined
  readonly storage: SyncState['storage']
  readonly children: ReactNode
}) {
  const real = useOffline()
  const sync = createReadable<SyncState>({ ...real.sync.get(), storage })
  return (
    <OfflineProvider offline={{ ...real, mark: () => mark, sync }}>
      <ul>{children}</ul>
    </OfflineProvider>
  )
}

async function wordsOf(row: ReactNode, mark: Mark | undefined, storage: SyncState['storage']) {
  await showPart(
    {},
    <Marked mark={mark} storage={storage}>
      {row}
    </Marked>,
  )
  return (await screen.findByRole('listitem')).textContent
}

const request = (
  <AskedRow
    friend={{
      __typename: 'Friend',
      id: 'asked',
      friendId: null,
      myStatus: 'ACCEPTED',
      theirStatus: 'INVITED',
      friendUser: {
        __typename: 'FriendUser',
        userId: null,
        firstName: null,
        lastName: null,
        email: 'mia@example.org',
      },
      createdAt: at,
      updatedAt: at,
    }}
  />
)

test.each([
  [undefined, 'durable', /Asked on November 19, not accepted yet/, /not saved|will be sent/i],
  ['saving', 'durable', /mia@example.org/, /saved|sent|Asked|waiting/i],
  ['saving', 'full', /mia@example.org/, /saved|sent|Asked|waiting/i],
  ['waiting', 'durable', /Saved on this device, will be sent/, /Asked/],
  ['waiting', 'memory-only', /Will be sent/, /saved/i],
  ['waiting', 'full', /Will be sent/, /saved/i],
  ['refused', 'durable', /not saved/, /will be sent/i],
] as const)(
  'a friend request that is %s, with storage %s, says %s',
  async (mark, storage, says, never) => {
    const words = await wordsOf(request, mark, storage)
    expect(words).toMatch(says)
    expect(words).not.toMatch(never)
  },
)

const feedback = (
  <FeedbackRow
    feedback={{
      __typename: 'Feedback',
      id: 'said',
      feedback: 'It works',
      reply: null,
      rating: null,
      status: 'RECEIVED',
      fixedIn: null,
      createdAt: at,
      updatedAt: at,
    }}
  />
)

test.each([
  [undefined, /Received/, /Waiting to be sent|not saved/],
  ['saving', /It works/, /Received|Waiting|saved/],
  ['waiting', /Waiting to be sent/, /Received/],
  ['refused', /Received · not saved/, /Waiting to be sent/],
] as const)('feedback that is %s says %s', async (mark, says, never) => {
  const words = await wordsOf(feedback, mark, 'durable')
  expect(words).toMatch(says)
  expect(words).not.toMatch(never)
})
