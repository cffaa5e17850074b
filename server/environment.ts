/** What the server takes from the world; handed in, so that a test can decide it. */
import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

export type Now = () => Date

/** Unguessable bytes. */
export type Random = (count: number) => Uint8Array

/** A UUID v7: opaque to everybody, but rows made one after the other lie side by side. */
export function newId(now: Now, random: Random): string {
  return v7({ msecs: now().getTime(), random: random(16) })
}

export const systemNow: Now = () => new Date()

/** To ask the system for 4 kB takes little longer than for 16 bytes, and each tick needs some. */
const drawnAtOnce = 4_096

/** The system's own. Each byte is handed out once, and not left where it was drawn. */
export function createSystemRandom(): Random {
  let drawn = new Uint8Array()
  return count => {
    if (count > drawn.length) drawn = randomFillSync(new Uint8Array(Math.max(count, drawnAtOnce)))
    const bytes = drawn.slice(0, count)
    drawn.fill(0, 0, count)
    drawn = drawn.subarray(count)
    return bytes
  }
}
