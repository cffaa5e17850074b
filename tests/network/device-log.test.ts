/** What the device remembers of its troubles, and what it must never remember. */
import { expect, test } from 'vitest'
import { createDeviceLog, logUncaught } from '../../src/parts/device-log.ts'
import { createMemoryKeyValue } from '../support/memory-key-value.ts'

function openLog(memory = createMemoryKeyValue()) {
  const printed: unknown[] = []
  const log = createDeviceLog({
    memory,
    now: () => Date.UTC(2026, 10, 21, 10),
    print: (where, thrown) => printed.push([where, thrown]),
  })
  return { log, printed, memory }
}

test('what goes wrong is printed, and kept for the next page', () => {
  const { log, printed, memory } = openLog()
  const thrown = new TypeError("Cannot read properties of undefined (reading 'name')")
  log.note('core', thrown)
  expect(printed).toEqual([['core', thrown]])
  const [line = ''] = openLog(memory).log.read()
  expect(line).toMatch(
    /^2026-11-21T10:00:00\.000Z core TypeError: Cannot read properties of undefined \(reading … \(device-log\.test\.ts:\d+:\d+/,
  )
})

test('the last 500 lines are kept, and what repeats is counted', () => {
  const { log } = openLog()
  const letters = (n: number) => String.fromCharCode(97 + (n % 26), 97 + (Math.floor(n / 26) % 26))
  for (let n = 0; n < 600; n++) log.note(`place${letters(n)}`, undefined)
  expect(log.read()).toHaveLength(500)
  expect(log.read()[0]).toContain(`place${letters(100)} `)
  for (let n = 0; n < 1_000; n++) log.note('core', undefined)
  const repeated = log.read().filter(line => line.includes(' core '))
  expect(repeated).toHaveLength(10)
  expect(repeated.at(-1)).toContain('(512 times)')
})

const personal: readonly (readonly [string, unknown])[] = [
  ['a text that is thrown', 'Milk for Ana'],
  ['a record that is thrown', { name: 'Milk', message: 'Milk', code: 'Milk' }],
  ['a sentence of the program', new Error('Milk cannot be written for ana@example.org')],
  ['text that is no JSON', catching(() => JSON.parse('{"name": Milk for Ana}'))],
  ['a field of a text', new TypeError('"Milk" is not a function')],
  ['an address', new TypeError('Failed to fetch https://ana.example.org/Milk?to=ana@example.org')],
  ['a name that somebody gave', Object.assign(new Error('x'), { name: 'Milk\nfor 2' })],
  ['lines of a text', new TypeError('“Milk”\n    at Milk (/lists/Milk/ana.js:1:1)')],
]

test.each(personal)('no names, texts or addresses: %s', (_, thrown) => {
  const { log } = openLog()
  log.note('core', thrown)
  expect(log.read()).toHaveLength(1)
  expect(log.read().join()).not.toMatch(/Milk|ana|example\.org/i)
})

test('what nobody caught is noted', () => {
  const { log } = openLog()
  const events = new EventTarget()
  const end = logUncaught(log, events)
  events.dispatchEvent(Object.assign(new Event('error'), { error: new RangeError('Too deep') }))
  events.dispatchEvent(
    Object.assign(new Event('unhandledrejection'), { reason: new DOMException('', 'AbortError') }),
  )
  end()
  events.dispatchEvent(Object.assign(new Event('error'), { error: new RangeError('Too deep') }))
  expect(log.read().map(line => line.replace(/\(.*/, '').split(' ').slice(1).join(' '))).toEqual([
    'page RangeError: Too deep ',
    'promise AbortError ',
  ])
})

test('a row that is measured while one scrolls is no trouble', () => {
  const { log, printed } = openLog()
  const events = new EventTarget()
  logUncaught(log, events)
  for (const rest of ['completed with undelivered notifications.', 'limit exceeded']) {
    const message = `ResizeObserver loop ${rest}`
    events.dispatchEvent(Object.assign(new Event('error'), { message, error: null }))
  }
  expect(printed).toEqual([])
})

test('a browser that keeps nothing costs the log, nothing else', () => {
  const memory = {
    ...createMemoryKeyValue(),
    set() {
      throw new Error('No room.')
    },
  }
  expect(() => openLog(memory).log.note('core', new Error('x'))).not.toThrow()
})

test('it goes with the account', () => {
  const { log, memory } = openLog()
  log.note('core', new Error('x'))
  log.clear()
  expect(log.read()).toEqual([])
  expect(memory.keys()).toEqual([])
})

function catching(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
