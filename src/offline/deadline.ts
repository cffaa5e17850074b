/** A call that hangs never holds up what comes after it. */
import type { Clock } from './clock.ts'
import type { Outcome } from './network.ts'

/** Longer than any answer that is still worth waiting for on a phone with one bar. */
const deadlineMs = 20_000

/** Ends the call after the deadline, or when `signal` says so, whatever the network does with the signal. */
export async function withDeadline<Answer>(
  clock: Clock,
  call: (signal: AbortSignal) => Promise<Outcome<Answer>>,
  ms: number = deadlineMs,
): Promise<Outcome<Answer>> {
  const controller = new AbortController()
  const { promise, resolve } = Promise.withResolvers<Outcome<Answer>>()
  const callOff = clock.after(ms, () => {
    resolve({ kind: 'outage', cause: 'timeout' })
    controller.abort()
  })
  call(controller.signal).then(resolve, () => resolve({ kind: 'outage', cause: 'unreachable' }))
  const outcome = await promise
  callOff()
  return outcome
}
