/**
 * Forgets what nobody needs any more: soon after the start, then hourly, in slices between which requests have the
 * database to themselves for most of the time. Each noun hands in its own purge.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { daysBefore } from '../../rules/days.ts'
import type { Database } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import type { Now } from '../environment.ts'
import { describeError, type Log } from '../log.ts'

/**
 * Forgets one slice of what is too old at `now`, at most a few hundred rows; answers how many rows went. It is
 * called again, after a rest, until that is 0.
 */
export type Purge = (database: Database, now: Date) => Promise<number>

/** As many as go in one statement without anybody noticing: SQLite takes about 1 ms for them. */
export const purgedAtOnce = 100
/** So many times as long as a slice took is rested after it: without, whoever asks meanwhile waits for them all. */
const restPerSlice = 9

/** Of rows that end at a moment (ISO 8601, none if it is null): forgets them so many days later. */
export function purgeAfter(
  days: number,
  table: keyof Schema,
  { key, moment }: { readonly key: string; readonly moment: string },
): Purge {
  // What ends at a moment is over in it; what is kept for days is kept for the last of them, too.
  const isOver = days === 0 ? sql`<=` : sql`<`
  return purgeWhere(table, [key], now => sql`${sql.ref(moment)} ${isOver} ${daysBefore(now, days)}`)
}

/**
 * Of rows that end at a moment, at most so many days after they were made: forgets those that end later. A clock that
 * was ahead made them, and they would stand until that moment comes.
 */
export function purgeAhead(
  days: number,
  table: keyof Schema,
  { key, moment }: { readonly key: string; readonly moment: string },
): Purge {
  return purgeWhere(table, [key], now => sql`${sql.ref(moment)} > ${daysBefore(now, -days)}`)
}

/**
 * Forgets the rows of which this holds, `keys` being the columns of the table's key. Asked of the row itself, too:
 * PostgreSQL would take one along that is changed meanwhile.
 */
export function purgeWhere(
  table: keyof Schema,
  keys: readonly string[],
  isOld: (now: Date) => RawBuilder<unknown>,
): Purge {
  const key = sql.join(keys.map(name => sql.ref(name)))
  return async (database, now) => {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ${isOld(now)} and (${key}) in
        (select ${key} from ${sql.table(table)} where ${isOld(now)} limit ${purgedAtOnce})
    `.execute(database.query)
    return Number(numAffectedRows)
  }
}

/** Long enough that a start is not slowed by it, and that a clock that is set at the start is right by then. */
const firstMs = 60_000
const hourMs = 60 * 60 * 1000
/** Between two sweeps lies an hour: a clock that says a day, or that it is earlier, was set meanwhile. */
const jumpMs = 24 * hourMs
/** So long a clock that jumped must go on steadily until it is believed, in all. */
const steadyMs = 6 * hourMs
/** So long a server may have been off, or asleep, without losing what it has run before. */
const longestPauseMs = 30 * 24 * hourMs

export interface SweeperParts {
  readonly database: Database
  readonly now: Now
  readonly log: Log
  readonly purges: readonly Purge[]
}

export interface Sweeper {
  /** Does what is due; a sweep that is under way is waited for instead. */
  sweep(): Promise<void>
  /** Ends the timer and waits for the slice that is under way. */
  close(): Promise<void>
}

export function startSweeper({ database, now, log, purges }: SweeperParts): Sweeper {
  let sweeping: Promise<void> | undefined
  const closed = new AbortController()
  let timer = setTimeout(run, firstMs)
  timer.unref()

  function run(): void {
    void sweep().then(() => {
      if (closed.signal.aborted) return
      timer = setTimeout(run, hourMs)
      timer.unref()
    })
  }

  function sweep(): Promise<void> {
    sweeping ??= sweepAll()
      .catch(report)
      .finally(() => {
        sweeping = undefined
      })
    return sweeping
  }

  async function sweepAll(): Promise<void> {
    const moment = now()
    if (!(await isClockSteady(database, moment))) {
      log.warn(
        {},
        'the clock jumped: nothing is purged until it has gone on steadily for 6 hours in all',
      )
      return
    }
    // What fails stops no other.
    for (const purge of purges) await repeat(purge, moment).catch(report)
  }

  async function repeat(purge: Purge, moment: Date): Promise<void> {
    while (!closed.signal.aborted) {
      const began = performance.now()
      if ((await purge(database, moment)) === 0) return
      await rest((performance.now() - began) * restPerSlice)
    }
  }

  /** Ended by a stop. */
  async function rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: closed.signal, ref: false }).catch(() => {})
  }

  function report(error: unknown): void {
    log.error(describeError(error), 'sweeping failed')
  }

  return {
    sweep,
    async close() {
      closed.abort()
      clearTimeout(timer)
      await sweeping
    },
  }
}

const clockKey = 'sweeper-clock'

interface SweeperClock {
  /** The last sweep. */
  readonly at: string
  /** How long it has gone on steadily while a server ran, in ms, since a jump; null if none was ever seen. */
  readonly steadyFor: number | null
}

/**
 * Whether the clock went on since the last sweep, that of another process or before a restart included. A server
 * that was off for a day, or asleep, looks like one whose clock was set: it is believed once it has run for six
 * hours, be it in several parts with such pauses between, and never by the first sweep after one. What begins again
 * at nothing is a clock that went back, or further ahead than anybody leaves a server off that is in use.
 */
async function isClockSteady(database: Database, moment: Date): Promise<boolean> {
  const row = await database.query
    .selectFrom('setting')
    .select('value')
    .where('key', '=', clockKey)
    .executeTakeFirst()
  const last = row && readClock(row.value)
  const passed = last ? moment.getTime() - Date.parse(last.at) : 0
  const isJump = Math.abs(passed) >= jumpMs
  const before = last?.steadyFor ?? null
  const steadyFor = isJump ? afterJump(before, passed) : afterRun(before, passed)
  const value = JSON.stringify({ at: moment.toISOString(), steadyFor } satisfies SweeperClock)
  await database.query
    .insertInto('setting')
    .values({ key: clockKey, value })
    .onConflict(clash => clash.column('key').doUpdateSet({ value }))
    .execute()
  return !isJump && isBelieved(steadyFor)
}

function isBelieved(steadyFor: number | null): boolean {
  return steadyFor === null || steadyFor >= steadyMs
}

function afterRun(before: number | null, passed: number): number | null {
  return before === null ? null : Math.max(0, before + passed)
}

function afterJump(before: number | null, passed: number): number {
  const isPause = passed > 0 && passed <= longestPauseMs
  return isPause && before !== null && !isBelieved(before) ? before : 0
}

/** Versions before noted the moment since which the clock was steady. */
function readClock(value: string): SweeperClock {
  const stored = JSON.parse(value) as Partial<SweeperClock> & {
    readonly at: string
    readonly steadySince?: string | null
  }
  const { at, steadySince } = stored
  if (stored.steadyFor !== undefined) return { at, steadyFor: stored.steadyFor }
  return { at, steadyFor: steadySince ? Date.parse(at) - Date.parse(steadySince) : null }
}
