import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SyncState } from '../../../src/offline/offline.ts'
import { createReadable } from '../../../src/offline/readable.ts'
import { createShownKept } from '../../../src/shell/sync/shown-kept.ts'
import { calm } from './calm-sync.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function followed(state: Partial<SyncState> = {}) {
  const sync = createReadable({ ...calm, ...state })
  const kept = createShownKept(sync)
  kept.subscribe(() => {})
  return { kept, become: (next: Partial<SyncState>) => sync.set({ ...calm, ...next }) }
}

test('what a server that is there answers at once is never said to wait', () => {
  const { kept, become } = followed()
  become({ waiting: 1, saving: 1 })
  become({ waiting: 1 })
  vi.advanceTimersByTime(249)
  expect(kept.get()).toBe(0)
  become({})
  become({ waiting: 1 })
  vi.advanceTimersByTime(249)
  expect(kept.get()).toBe(0)
  vi.advanceTimersByTime(1)
  expect(kept.get()).toBe(1)
})

test('once something waits, all that is on the disk is counted until nothing waits', () => {
  const { kept, become } = followed()
  become({ waiting: 1 })
  vi.advanceTimersByTime(250)
  become({ waiting: 3, saving: 1 })
  expect(kept.get()).toBe(2)
  become({})
  become({ waiting: 1 })
  expect(kept.get()).toBe(0)
})

test.each([{ reachable: false }, { signedOut: true }])(
  'where nothing is answered what the disk has waits at once: %j',
  trouble => {
    const { kept, become } = followed(trouble)
    become({ ...trouble, waiting: 2, saving: 1 })
    expect(kept.get()).toBe(1)
  },
)

test('what waited when the line appeared is counted from its first word', () => {
  expect(followed({ waiting: 2 }).kept.get()).toBe(2)
})
