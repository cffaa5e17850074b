/** The storage of a browser may hang for ever; what comes after it goes on all the same. */
import type { Clock } from '../clock.ts'

/** Opening or reading a database takes milliseconds; longer than this it is blocked. */
const storageMs = 4_000

/** Rejects after `ms`; the work itself may end later, or never. */
export async function inTime<T>(
  clock: Clock,
  work: () => Promise<T>,
  ms: number = storageMs,
): Promise<T> {
  const late = Promise.withResolvers<never>()
  const cancel = clock.after(ms, () =>
    late.reject(new Error('The storage of this browser does not answer.')),
  )
  try {
    return await Promise.race([work(), late.promise])
  } finally {
    cancel()
  }
}
