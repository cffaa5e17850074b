/** A call that hangs never holds up what comes after it. */
import type { Clock } from '../clock.ts'
import type { Outage } from './network.ts'

/** Longer than any answer that is still worth waiting for on a phone with one bar. */
const deadlineMs = 20_000

const bytesPerSecond = 5_000
const longestUploadMs = 180_000

/** How long a body of this many bytes may be on its way over a weak signal, in whole ms on top of any deadline. */
export function uploadMs(bytes: number): number {
  return Math.min(Math.ceil((bytes / bytesPerSecond) * 1000), longestUploadMs)
}

/** How long a call that carries these may take, in ms. */
export function deadlineOf(variables: object): number {
  return deadlineMs + uploadMs(new TextEncoder().encode(JSON.stringify(variables)).length)
}

/** How the call ends: an outage where its promise rejects, or after `ms`, whatever the network does with the signal. */
export async function withDeadline<Ending>(
  clock: Clock,
  call: (signal: AbortSignal) => Promise<Ending>,
  ms: number,
): Promise<Ending | Outage> {
  const controller = new AbortController()
  const { promise, resolve } = Promise.withResolvers<Ending | Outage>()
  const cancel = clock.after(ms, () => {
    resolve({ kind: 'outage', cause: 'timeout' })
    controller.abort()
  })
  call(controller.signal).then(resolve, () => resolve({ kind: 'outage', cause: 'unreachable' }))
  const ending = await promise
  cancel()
  return ending
}
