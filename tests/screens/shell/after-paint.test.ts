import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBrowserEnvironment } from '../../../src/offline/browser-environment.ts'

let frames: (() => void)[]
let posted: (() => void)[]

/** Delivers when the test says so. */
class PlayedChannel {
  readonly port1: { onmessage?: () => void; close(): void } = { close() {} }
  readonly port2 = { postMessage: () => posted.push(() => this.port1.onmessage?.()) }
}

beforeEach(() => {
  frames = []
  posted = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => frames.push(task))
  vi.stubGlobal('cancelAnimationFrame', () => {})
  vi.stubGlobal('MessageChannel', PlayedChannel)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function runAll(tasks: (() => void)[]) {
  for (const task of tasks.splice(0)) task()
}

test('what a person did is stored and sent behind the frame, and waits for nothing else', () => {
  const store = vi.fn()
  createBrowserEnvironment().afterPaint(store)
  runAll(frames)
  expect(store).not.toHaveBeenCalled()
  runAll(posted)
  expect(store).toHaveBeenCalledOnce()
})

test('where no frame comes it is stored all the same, once', () => {
  const store = vi.fn()
  createBrowserEnvironment().afterPaint(store)
  vi.advanceTimersByTime(100)
  expect(store).toHaveBeenCalledOnce()
  runAll(frames)
  runAll(posted)
  vi.advanceTimersByTime(1)
  expect(store).toHaveBeenCalledOnce()
})

test('what was left listens to the page no more', () => {
  const environment = createBrowserEnvironment()
  expect(environment.visible.get()).toBe(true)
  window.dispatchEvent(new Event('pagehide'))
  expect(environment.visible.get()).toBe(false)
  window.dispatchEvent(new Event('pageshow'))
  environment.close()
  window.dispatchEvent(new Event('pagehide'))
  expect(environment.visible.get()).toBe(true)
})
