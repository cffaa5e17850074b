/** What the server takes from the world; handed in, so that a test can decide it. */
import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'

export type Now = () => Date

/** Unguessable bytes. */
export type Random = (count: number) => Uint8Array

/** A UUID v7: opaque to everybody, but rows made one after the other lie side by side. */
export function newId(now: Now, random: Random): string {
  return v7({ msecs: now().getTime(), random: random(16) })
}

/** ISO 8601. */
export function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString()
}

export const systemNow: Now = () => new Date()
export const systemRandom: Random = createRandom(4_096)

/** The system is asked for so many bytes at once: it takes as long for a few, and each edit needs some. */
function createRandom(atOnce: number): Random {
  let pool: Uint8Array = new Uint8Array()
  return count => {
    if (count > atOnce) return randomBytes(count)
    if (pool.length < count) pool = randomBytes(atOnce)
    const taken = new Uint8Array(pool.subarray(0, count))
    // Nobody finds in memory what was handed out.
    pool.fill(0, 0, count)
    pool = pool.subarray(count)
    return taken
  }
}
