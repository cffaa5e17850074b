/** Whether the app lies on the device, asked where something else than the app's worker holds the page. */
import { expect, test } from 'vitest'
import { createShellCheck } from '../../../src/offline/worker/shell-check.ts'
import { appReadiness } from '../../../src/ready/readiness.ts'

test('a demo says that it does not open without a network, and nothing is loaded for it', async () => {
  // That of the app, where the device has it.
  const active = { scriptURL: 'http://aisle.test/service-worker.js' }
  const registered: unknown[] = []
  const container = {
    getRegistration: async () => ({ active, installing: null }),
    register: async (url: string) => registered.push(url),
    ready: new Promise(() => {}),
  }
  const check = createShellCheck(container as never, true)
  expect([await check.look(), await check.complete(), registered]).toEqual(['demo', 'demo', []])
  expect(appReadiness('demo').sentence).toBe('A demo opens with a network alone.')
})
