import { expect, test } from 'vitest'
import type { SyncState } from '../../src/offline/offline.ts'
import { syncSentence } from '../../src/shell/sync-sentence.ts'

const calm: SyncState = {
  waiting: 0,
  reachable: true,
  signedOut: false,
  lastContactAt: undefined,
  caughtUpAt: undefined,
  initialised: true,
  storage: 'durable',
}

test.each<[Partial<SyncState>, string]>([
  [{}, 'All changes saved'],
  [{ waiting: 1 }, '1 change waiting'],
  [{ waiting: 12 }, '12 changes waiting'],
  [{ reachable: false }, 'Offline'],
  [{ reachable: false, waiting: 2 }, 'Offline – 2 changes waiting'],
  [{ signedOut: true, waiting: 3 }, 'Sign in to send 3 changes'],
  [{ signedOut: true, waiting: 1 }, 'Sign in to send 1 change'],
])('%j is said as "%s"', (state, sentence) => {
  const { lead, rest } = syncSentence({ ...calm, ...state })
  expect(lead + rest).toBe(sentence)
})
