/** What one account may ask of this process at once, seen at the gate itself: over HTTP it depends on how fast others are. */
import { expect, test } from 'vitest'
import { createAccountGate, type GateLimits } from '../../../server/gates/account-gate.ts'

const generous: GateLimits = { perSecond: 1, burst: 1_000, rowsPerDay: 10 }

function openGate(limits: Partial<GateLimits> = {}) {
  let at = Date.parse('2026-03-01T09:00:00Z')
  const gate = createAccountGate(() => new Date(at), { ...generous, ...limits })
  return {
    ...gate,
    enter: (userId: number, signal = new AbortController().signal) =>
      gate.enter(userId, { signal }),
    /** Back where it is negative. */
    pass(seconds: number) {
      at += seconds * 1_000
    },
  }
}

type Gate = ReturnType<typeof openGate>

/** One who is let in, at once or in turn. */
async function come(gate: Gate) {
  const turn = await gate.enter(1)
  if ('retryAfterSeconds' in turn) throw new Error('Was refused.')
  return turn
}

test('four run at once, two hundred wait, and the next is told to come back', async () => {
  const gate = openGate()
  const inside = await Promise.all([come(gate), come(gate), come(gate), come(gate)])
  expect(inside.map(turn => turn.hasWaited)).toEqual([false, false, false, false])
  const waiting = Array.from({ length: 200 }, () => come(gate))
  expect(await gate.enter(1)).toEqual({ retryAfterSeconds: 1 })
  expect(await gate.enter(2)).toMatchObject({ hasWaited: false })
  for (const turn of inside) turn.leave()
  let waited = 0
  for (const next of waiting) {
    const turn = await next
    if (turn.hasWaited) waited += 1
    turn.leave()
  }
  expect(waited).toBe(200)
  expect(await come(gate)).toMatchObject({ hasWaited: false })
})

test('whoever waits is told to come back where those before have spent all there was', async () => {
  const gate = openGate()
  const inside = await Promise.all([come(gate), come(gate), come(gate), come(gate)])
  const waiting = [gate.enter(1), gate.enter(1)]
  gate.charge(1, { rows: 100_000, written: 0 })
  inside[0]?.leave()
  expect(await Promise.all(waiting)).toEqual(Array(2).fill({ retryAfterSeconds: 1_007 }))
  for (const turn of inside) turn.leave()
  gate.pass(1_007)
  expect(await come(gate)).toMatchObject({ hasWaited: false })
})

test('who leaves twice makes room for one', async () => {
  const gate = openGate()
  const [first, second] = [await come(gate), await come(gate)]
  await Promise.all([come(gate), come(gate)])
  first.leave()
  first.leave()
  expect(await come(gate)).toMatchObject({ hasWaited: false })
  const next = come(gate)
  second.leave()
  expect(await next).toMatchObject({ hasWaited: true })
})

test('who has left before there was a turn to wait for takes none', async () => {
  const gate = openGate()
  const [first] = await Promise.all([come(gate), come(gate), come(gate), come(gate)])
  await expect(gate.enter(1, AbortSignal.abort())).rejects.toThrow('Left before its turn.')
  first.leave()
  expect(await come(gate)).toMatchObject({ hasWaited: false })
})

test('a clock that was set back gives nothing, and takes nothing', async () => {
  const gate = openGate({ burst: 1 })
  await come(gate)
  gate.pass(-3_600)
  expect(await gate.enter(1)).toEqual({ retryAfterSeconds: 1 })
  gate.pass(1)
  expect(await come(gate)).toMatchObject({ hasWaited: false })
})

test('what was written on a day is remembered of an account at rest, however many others come', () => {
  const gate = openGate()
  expect(gate.charge(1, { rows: 0, written: 10 })).toBeUndefined()
  for (let userId = 2; userId < 10_010; userId += 1) {
    expect(gate.charge(userId, { rows: 0, written: 0 })).toBeUndefined()
  }
  expect(gate.charge(1, { rows: 0, written: 1 })).toMatchObject({ retryAfterSeconds: 15 * 3_600 })
  gate.pass(15 * 3_600)
  expect(gate.charge(1, { rows: 0, written: 10 })).toBeUndefined()
})
