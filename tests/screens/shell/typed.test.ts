/** What was typed, across the reloads that the app does by itself. */
import { expect, test } from 'vitest'
import type { SessionState } from '../../../src/network/session/session.ts'
import { createReadable } from '../../../src/offline/readable.ts'
import { createPageReload } from '../../../src/offline/worker/page-reload.ts'
import {
  reloadAfterChunkFailure,
  reportChunkFailure,
} from '../../../src/offline/worker/update-after-chunk-failure.ts'
import { createTyped } from '../../../src/shell/typed.ts'
import { createMemoryKeyValue } from '../../support/memory-key-value.ts'

const session = {
  state: createReadable<SessionState>({
    ...{ status: 'LOGGED_OUT', user: undefined, note: undefined, endsAt: undefined },
  }),
}

test('what was typed outlives the reload after a part that did not load, and no other step away', () => {
  const tab = createMemoryKeyValue()
  const events = new EventTarget()
  const page = createPageReload({ reload: () => {}, assign: () => {} }, events)
  const open = () => createTyped({ session, tab, isReloading: page.isReloading, window: events })()
  const storage = { ...createMemoryKeyValue(), outlives: () => true }
  const end = reloadAfterChunkFailure({
    ...{
      events,
      persistent: storage,
      perTab: storage,
      mayReload: () => true,
      reload: page.reload,
      now: () => 0,
    },
  })
  open().set('name', 'half typed')
  events.dispatchEvent(new Event('pagehide'))
  expect(tab.keys()).toEqual([])
  reportChunkFailure(events)
  events.dispatchEvent(new Event('pagehide'))
  expect([...open()]).toEqual([['name', 'half typed']])
  end()
})

test('what was typed stays with a page that another site led back to as it was', () => {
  const tab = createMemoryKeyValue()
  const events = new EventTarget()
  const page = createPageReload({ reload: () => {}, assign: () => {} }, events)
  const typed = createTyped({ session, tab, isReloading: page.isReloading, window: events })()
  typed.set('name', 'half typed')
  page.leaveTo('https://elsewhere.example')
  events.dispatchEvent(new Event('pagehide'))
  expect(tab.keys()).toHaveLength(1)
  events.dispatchEvent(new Event('pageshow'))
  expect(tab.keys()).toEqual([])
  typed.set('name', 'typed on')
  events.dispatchEvent(new Event('pagehide'))
  expect(tab.keys()).toEqual([])
})
