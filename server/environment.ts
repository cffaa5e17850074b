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
export const systemRandom: Random = count => randomBytes(count)
