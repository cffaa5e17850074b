import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { tickItem } from '../../../src/cache/edits/item-edits.ts'
import { createLive } from '../../../src/offline/sync/live.ts'
import type { HintListener, Network } from '../../../src/offline/sync/network.ts'
import { openDevice } from '../../cache/undo-device.ts'
import { createSimClock } from '../../support/simulation/sim-clock.ts'

/** A stream each of whose lives goes as `live` has it. */
function openStream(live: (listener: HintListener, after: After) => void) {
  const sim = createSimClock()
  const clock = sim.page()
  let opened = 0
  const network: Network = {
    send: () => Promise.reject(new Error('Nothing is sent here.')),
    listen(listener) {
      opened++
      live(listener, (ms, task) => void clock.after(ms, task))
      return { close() {} }
    },
  }
  const stream = createLive({
    network,
    clock,
    random: () => 0.5,
    onOpen() {},
    onHint() {},
    onSignedOut() {},
  })
  stream.open()
  return {
    /** Answers how often it was opened until then. */
    pass(ms: number) {
      sim.advance(ms)
      return opened
    },
    wake: stream.wake,
    setBack: (ms: number) => sim.set(sim.now() - ms),
  }
}

type After = (ms: number, task: () => void) => void

test('a stream that opens and ends at once is opened ever more rarely', () => {
  const run = openStream((listener, after) => {
    after(20, listener.onOpen)
    after(40, () => listener.onEnd('outage'))
  })
  expect(run.pass(60_000)).toBeLessThan(15)
})

test.each<readonly [string, (listener: HintListener, after: After) => void]>([
  ['lived for a while', (listener, after) => after(15_000, () => listener.onEnd('outage'))],
  [
    'brought something',
    (listener, after) => {
      after(10, () => listener.onHint({ id: 'list', revision: 1 }))
      after(1_000, () => listener.onEnd('outage'))
    },
  ],
])('one that %s is opened again at once', (_name, live) => {
  const run = openStream((listener, after) => {
    after(0, listener.onOpen)
    live(listener, after)
  })
  expect(run.pass(150_000)).toBeGreaterThan(9)
})

test('a server that asks to be left alone is, whatever the browser hints at', () => {
  const run = openStream((listener, after) => after(10, () => listener.onEnd('outage', 600_000)))
  for (let second = 0; second < 590; second++) {
    run.pass(1_000)
    run.wake()
  }
  expect(run.pass(0)).toBe(1)
  expect(run.pass(11_000)).toBe(2)
})

test('and is listened to again where the clock was set back a little meanwhile', () => {
  const run = openStream((listener, after) => after(10, () => listener.onEnd('outage', 300_000)))
  run.pass(250_000)
  run.setBack(200_000)
  expect(run.pass(240_000)).toBe(1)
  expect(run.pass(11_000)).toBe(2)
})

test('and one that asks for a day, for a quarter of an hour', () => {
  const run = openStream((listener, after) => after(10, () => listener.onEnd('outage', 86_400_000)))
  expect(run.pass(14 * 60_000)).toBe(1)
  expect(run.pass(2 * 60_000)).toBe(2)
})

/** Whatever is sent is refused while the server is there. */
const refusedWhere =
  (isThere: () => boolean): Network['send'] =>
  async () =>
    isThere()
      ? { kind: 'refused', refusal: { code: 'BAD_INPUT', message: 'No.' } }
      : { kind: 'outage', cause: 'unreachable' }

test('it is opened soon after the first answer behind an outage, whatever its pause', async () => {
  const sim = createSimClock()
  let isThere = false
  let opened = 0
  const network: Network = {
    send: refusedWhere(() => isThere),
    listen(listener) {
      opened++
      if (!isThere) queueMicrotask(() => listener.onEnd('outage'))
      return { close() {} }
    },
  }
  const { plain } = await openDevice({ Shop: ['Milk'] }, { network, clock: sim.page() })
  await plain.perform(tickItem, { id: 'milk', purchased: true }).durable
  // Its pauses have grown, and one has just begun.
  while (opened < 12) {
    sim.advance(1_000)
    await setTimeout(0)
  }
  isThere = true
  await plain.sendNow()
  sim.advance(2_000)
  expect(opened).toBe(13)
  await plain.close()
})

test.each([15, 20, 30, 45, 60])(
  'a device that waits for nothing listens again within 5 s of an outage of %i s of which nobody told',
  async seconds => {
    const sim = createSimClock()
    let isThere = true
    let end = () => {}
    let opened = 0
    const network: Network = {
      send: refusedWhere(() => isThere),
      listen(listener) {
        opened++
        end = () => listener.onEnd('outage')
        if (isThere) listener.onOpen()
        else queueMicrotask(end)
        return { close() {} }
      },
    }
    const { plain } = await openDevice({ Shop: ['Milk'] }, { network, clock: sim.page() })
    async function pass(ms: number) {
      for (let passed = 0; passed < ms; passed += 250) {
        sim.advance(250)
        await setTimeout(0)
      }
    }
    await pass(12_000)
    isThere = false
    end()
    await pass(seconds * 1_000)
    expect(plain.sync.get()).toMatchObject({ reachable: false })
    const before = opened
    isThere = true
    await pass(5_000)
    expect(opened).toBeGreaterThan(before)
    expect(plain.sync.get()).toMatchObject({ reachable: true })
    await plain.close()
  },
)
