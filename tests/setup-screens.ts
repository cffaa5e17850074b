/** What jsdom lacks of a browser, and what Testing Library needs to know of the runner. */
import 'fake-indexeddb/auto'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, afterEach } from 'vitest'

// The server answers when it answers, not only while a test waits within `act`, which says so for itself.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })

// Code that loads when asked for, and everything else, takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

afterEach(cleanup)

/** So long after it was closed Sonner takes a message off the page, whether that is still there or not. */
const farewellMs = 200

// The window goes with the file, and a message that is taken off after that fails the run, outside of any test.
afterAll(async () => {
  if (toast.getHistory().length > 0) await sleep(farewellMs + 50)
})

// A page that goes takes along what it had asked for; here the window goes with the file, and whatever an answer on its
// way still asks of it fails the run, outside of any test. What is beneath the window's own draws nothing.
Object.assign(Object.getPrototypeOf(globalThis), {
  requestAnimationFrame: () => 0,
  cancelAnimationFrame: () => {},
})

if (typeof window.matchMedia !== 'function') {
  window.matchMedia = query => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  })
}

class NothingObserved {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return []
  }
}

globalThis.ResizeObserver ??= NothingObserved
Object.assign(window, { scrollTo: () => {} })
