/** How long to wait before the next try. */

/** Longest pause between tries where nothing tells when to try again. */
const capMs = 30_000
/** Where the server was reached and failed: others may wait behind this edit. */
const serverCapMs = 4_000
/** Nobody is made to wait longer, whatever a Retry-After says: a person can always press "Send now". */
const longestRetryAfterMs = 15 * 60_000

/**
 * Milliseconds until the next try: full jitter over a span that doubles with every failure, and after the
 * third never less than a second. `failures` counts from 1; `random` is in [0, 1).
 */
export function backoffMs(
  failures: number,
  random: number,
  { retryAfterMs, server }: { readonly retryAfterMs?: number; readonly server: boolean },
): number {
  const floor = failures >= 3 ? 1000 : 0
  // A server may ask for no pause at all, by a date that has passed: it is not asked a hundred times a second.
  if (retryAfterMs !== undefined) {
    return Math.min(Math.max(retryAfterMs, floor), longestRetryAfterMs)
  }
  const span = Math.min(server ? serverCapMs : capMs, 250 * 2 ** Math.min(failures, 20))
  return floor + random * Math.max(0, span - floor)
}
