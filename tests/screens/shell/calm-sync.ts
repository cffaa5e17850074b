import type { SyncState } from '../../../src/offline/offline.ts'

/** All is saved, and the server is there. */
export const calm: SyncState = {
  waiting: 0,
  saving: 0,
  reachable: true,
  signedOut: false,
  lastContactAt: undefined,
  caughtUpAt: undefined,
  initialised: true,
  storage: 'durable',
}
