import { expect, test } from 'vitest'
import type { SyncState } from '../../../src/offline/offline.ts'
import { keptOf } from '../../../src/shell/sync/shown-kept.ts'
import { syncSentence } from '../../../src/shell/sync/sync-sentence.ts'
import { calm } from './calm-sync.ts'

test.each<[Partial<SyncState>, string, refused?: number]>([
  [{}, 'All changes saved'],
  [{ waiting: 1 }, '1 change waiting'],
  [{ waiting: 12 }, '12 changes waiting'],
  [{ waiting: 1_061 }, '1,061 changes waiting'],
  [{ reachable: false }, 'Offline'],
  [{ reachable: false, waiting: 2 }, 'Offline – 2 changes waiting'],
  // Painted alone, and not on the disk yet: nothing is said of it that a dying device could make untrue.
  [{ waiting: 1, saving: 1 }, 'Saving…'],
  [{ waiting: 3, saving: 1 }, '2 changes waiting'],
  [{ reachable: false, waiting: 1, saving: 1 }, 'Offline'],
  [{ reachable: false, waiting: 3, saving: 2 }, 'Offline – 1 change waiting'],
  [{ signedOut: true, waiting: 2, saving: 1 }, 'Sign in to send 1 change'],
  [{ waiting: 1, saving: 1 }, 'Saving…', 2],
  [{ signedOut: true, waiting: 3 }, 'Sign in to send 3 changes'],
  [{ signedOut: true, waiting: 1 }, 'Sign in to send 1 change'],
  // What the server would not take was not saved, whatever else was.
  [{}, '2 changes could not be saved', 2],
  [{}, '1 change could not be saved', 1],
  [{ waiting: 1 }, '1 change waiting', 2],
  [{ reachable: false }, 'Offline', 2],
])('%j is said as "%s", with %j refused', (state, sentence, refused = 0) => {
  const sync = { ...calm, ...state }
  const { lead, rest } = syncSentence({ ...sync, kept: keptOf(sync) }, refused)
  expect(lead + rest).toBe(sentence)
})
