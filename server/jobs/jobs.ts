/**
 * Work after the commit: a row written in the transaction of its effect, so that neither is without the other.
 * One process of a database at a time does it, and does it again, later and later, if it failed.
 */

import { type Kysely, type Selectable, sql } from 'kysely'
import { daysBefore } from '../../rules/days.ts'
import type { Database } from '../db/open.ts'
import { type Payload, readPayload } from '../db/payload.ts'
import type { JobTable, Schema } from '../db/schema.ts'
import { type Now, newId, type Random } from '../environment.ts'
import { describeError, type Log } from '../log.ts'
import { createLease } from './lease.ts'
import { type Purge, purgeAfter } from './sweeper.ts'

export interface NewJob {
  /** Which handler does it. */
  readonly kind: string
  /** JSON without secrets, since the database is backed up. */
  readonly payload: Payload
  /** Whose it is: it goes with the account. */
  readonly userId?: number
  /** While a job with this key waits, another one is not added. */
  readonly key?: string
  /**
   * Whether the one that waits is due when this one would have been, and begins anew: somebody asks for it once more,
   * which must not use up its tries.
   */
  readonly hastens?: boolean
  readonly notBefore?: Date
}

export interface JobRun {
  readonly id: string
  readonly userId: number | undefined
  /** Read as anything from outside: an older version may have written it. */
  readonly payload: Payload
  /** 1 at the first try. */
  readonly tries: number
  /** Whether it was taken back meanwhile; if not, it cannot be before the transaction ends. */
  isTakenBack(tx: Kysely<Schema>): Promise<boolean>
  /**
   * Takes the job away in the transaction of the effect: then it happens exactly once. False if somebody took it
   * back before.
   */
  finish(tx: Kysely<Schema>): Promise<boolean>
}

/**
 * Does one kind of job. It may run twice where a process died, unless it calls `finish`. Throws what cannot be
 * done now; answers a moment if it wants to be asked again then, which costs no try.
 */
export interface JobHandler {
  readonly kind: string
  /** Whether all other kinds go before: what strangers may make slow. */
  readonly isLast?: boolean
  run(job: JobRun): Promise<Date | undefined>
}

/** Thrown by a handler where no later try can help. */
export class JobRefused extends Error {
  override readonly name = 'JobRefused'
}

export interface JobState {
  readonly waiting: number
  readonly failed: number
  /** The moment since which the oldest job waits, ISO 8601. */
  readonly oldest: string | null
}

export interface Jobs {
  /** Each noun hands in its own, before `start`. */
  handle(handler: JobHandler): void
  /** Adds a job in a transaction; it runs soon after the commit. */
  add(tx: Kysely<Schema>, job: NewJob): Promise<void>
  /** Adds many by one statement, of which none hastens another. */
  addAll(tx: Kysely<Schema>, jobs: readonly Omit<NewJob, 'hastens'>[]): Promise<void>
  /**
   * Say it after the commit: a job that was added here need not wait for the next look. Does nothing before
   * `start`.
   */
  wake(): void
  /** Looks for work every two seconds from now on. */
  start(): void
  /** Does all that is due now; resolves at once where another process does it. */
  drain(): Promise<void>
  state(): Promise<JobState>
  /** Waits for the job that is under way. */
  close(): Promise<void>
}

interface JobParts {
  readonly db: Database
  readonly now: Now
  readonly random: Random
  readonly log: Log
}

/** Held by the process that does them. */
export const jobsLease = 'jobs'
const lookEveryMs = 2_000
/** Longer than any handler may take. */
const leaseSeconds = 120
/** The twenty-third try comes about three days after the first. */
const mostTries = 23

export function createJobs({ db, now, random, log }: JobParts): Jobs {
  const byKind = new Map<string, JobHandler>()
  const holder = newId(now, random)
  const lease = createLease(db, now, { name: jobsLease, holder, seconds: leaseSeconds })
  let timer: NodeJS.Timeout | undefined
  let draining: Promise<void> | undefined
  let again = false
  let closed = false
  /** Whether a job may wait that was added here since the last look by the clock. */
  let isAdded = false

  function drain(): Promise<void> {
    again = true
    draining ??= work().finally(() => {
      draining = undefined
    })
    return draining
  }

  async function work(): Promise<void> {
    while (again && !closed) {
      again = false
      if ((await findDue()) === undefined || !(await lease.take())) continue
      try {
        for (let due = await findDue(); due && !closed; due = await findDue()) {
          if (!(await lease.take())) break
          await runOne(due)
        }
      } finally {
        await lease.release()
      }
    }
  }

  async function findDue(): Promise<DueJob | undefined> {
    const last = [...byKind.values()].filter(({ isLast }) => isLast).map(({ kind }) => kind)
    const { rows } = await nextDue(now().toISOString(), last).execute(db.query)
    return rows[0]
  }

  async function runOne(due: DueJob): Promise<void> {
    const { id, kind } = due
    const tries = due.tries + 1
    const next = later(tries)
    const own = () => db.query.updateTable('job').where('id', '=', id)
    // Counted before it runs: what ends the process is not tried for ever.
    await own().set({ tries, run_at: next }).execute()
    try {
      const handler = byKind.get(kind)
      if (!handler) throw new Error('Nobody does this kind of job.')
      const moment = await handler.run({
        id,
        userId: due.user_id ?? undefined,
        payload: readPayload(due.payload),
        tries,
        async isTakenBack(tx) {
          const own = tx.selectFrom('job').select('id').where('id', '=', id)
          return (await own.$call(db.forUpdate).executeTakeFirst()) === undefined
        },
        async finish(tx) {
          const { numDeletedRows } = await tx
            .deleteFrom('job')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
          return numDeletedRows > 0n
        },
      })
      if (moment) {
        const run_at = moment.toISOString()
        // Unless somebody hastened it meanwhile.
        const unlessHastened = sql<string>`case when run_at = ${next} then ${run_at} else run_at end`
        await own().set({ tries: due.tries, run_at: unlessHastened }).execute()
      } else await db.query.deleteFrom('job').where('id', '=', id).execute()
    } catch (error) {
      const isRefused = error instanceof JobRefused
      const failure = describeError(isRefused ? (error.cause ?? error) : error)
      const isOver = tries >= mostTries || isRefused
      log[isOver ? 'error' : 'warn']({ job: id, kind, tries, ...failure }, 'a job failed')
      await own()
        .set({
          failure: JSON.stringify({ error: failure.error, code: failure.code }),
          // Its key is free: what is asked for anew waits for nothing that nobody does any more.
          ...(isOver && { failed_at: now().toISOString(), key: null }),
        })
        .execute()
    }
  }

  /** 15 seconds after the first try, twice as long after each, at most 6 hours. */
  function later(tries: number): string {
    const seconds = Math.min(15 * 2 ** (tries - 1), 6 * 3_600)
    return new Date(now().getTime() + seconds * 1000).toISOString()
  }

  function lookNow(): void {
    drain().catch(error => log.error(describeError(error), 'jobs could not be looked for'))
  }

  return {
    handle: handler => void byKind.set(handler.kind, handler),
    add(tx, job) {
      isAdded = true
      return addJob(tx, job, { now, random })
    },
    async addAll(tx, jobs) {
      isAdded = true
      await addJobs(tx, jobs, { now, random })
    },
    wake() {
      if (timer && isAdded) lookNow()
    },
    start() {
      timer ??= setInterval(() => {
        isAdded = false
        lookNow()
      }, lookEveryMs)
      timer.unref()
      lookNow()
    },
    drain,
    state: () => stateOfJobs(db.query, 'created_at'),
    async close() {
      closed = true
      clearInterval(timer)
      timer = undefined
      await draining
    },
  }
}

/** As `Jobs.state`; with `run_at`, `oldest` is the moment since which the first job is due, or from which on. */
export function stateOfJobs(
  query: Kysely<Schema>,
  since: 'created_at' | 'run_at',
): Promise<JobState> {
  return query
    .selectFrom('job')
    .select(({ fn, eb }) => [
      fn.countAll<number>().filterWhere('failed_at', 'is', null).as('waiting'),
      fn.countAll<number>().filterWhere('failed_at', 'is not', null).as('failed'),
      fn.min(eb.case().when('failed_at', 'is', null).then(eb.ref(since)).end()).as('oldest'),
    ])
    .executeTakeFirstOrThrow()
}

type DueJob = Selectable<JobTable>

/**
 * The job that comes next at a moment (ISO 8601): `last` kinds after all others, what failed after what is new, what is
 * due for longest before the others. The index `job_due` leads from the first job of a kind and a number of tries to the
 * first of the next, so that it costs the same however many wait.
 */
function nextDue(at: string, last: readonly string[]) {
  const isLast = last.length > 0 ? sql`kind in (${sql.join(last)})` : sql`1 = 0`
  return sql<DueJob>`
    with recursive firsts (kind, tries, run_at, id) as (
      select kind, tries, run_at, id from (
        select kind, tries, run_at, id from job
        where failed_at is null
        order by kind, tries, run_at, id limit 1
      ) as first
      union all
      select job.kind, job.tries, job.run_at, job.id
      from firsts join job on job.id = coalesce((
        select id from job as other
        where other.failed_at is null and other.kind = firsts.kind and other.tries > firsts.tries
        order by other.tries, other.run_at, other.id limit 1
      ), (
        select id from job as other
        where other.failed_at is null and other.kind > firsts.kind
        order by other.kind, other.tries, other.run_at, other.id limit 1
      ))
    )
    select * from job where id = (
      select id from firsts where run_at <= ${at}
      order by case when ${isLast} then 1 else 0 end, tries, run_at, id limit 1
    )`
}

/** As `Jobs.add`, for whoever does none: the process that does them finds it. */
export function addJob(
  tx: Kysely<Schema>,
  job: NewJob,
  parts: Pick<JobParts, 'now' | 'random'>,
): Promise<void> {
  return addJobs(tx, [job], parts, job.hastens)
}

/** As `Jobs.addAll`. */
export async function addJobs(
  tx: Kysely<Schema>,
  jobs: readonly NewJob[],
  { now, random }: Pick<JobParts, 'now' | 'random'>,
  hastens = false,
): Promise<void> {
  if (jobs.length === 0) return
  const at = now()
  await tx
    .insertInto('job')
    .values(
      jobs.map(({ kind, payload, userId, key, notBefore }) => ({
        id: newId(now, random),
        kind,
        payload: JSON.stringify(payload),
        key: key ?? null,
        user_id: userId ?? null,
        created_at: at.toISOString(),
        run_at: (notBefore ?? at).toISOString(),
        failed_at: null,
        failure: null,
      })),
    )
    .onConflict(clash =>
      // Also where nothing changes it stays locked until the commit: whoever does it meanwhile sees all of this.
      clash
        .column('key')
        .doUpdateSet(({ ref }) => ({ run_at: ref('excluded.run_at'), tries: 0 }))
        .where(hastens ? sql<boolean>`job.run_at > excluded.run_at` : sql<boolean>`1 = 0`),
    )
    .execute()
}

/** Forgets jobs that failed for good 30 days ago. */
export const purgeJobs = purgeAfter(30, 'job', { key: 'id', moment: 'failed_at' })

/** No job waits for longer in one go: quiet hours end within a day, and the next try comes within hours. */
const longestWaitDays = 2

/**
 * What a clock that was ahead put off is due: with its key it would keep all that is asked for anew waiting until that
 * moment comes. Answers 0, since it is all done at once.
 */
export const hastenJobsAhead: Purge = async ({ query }, now) => {
  await query
    .updateTable('job')
    .set({ run_at: now.toISOString() })
    .where('failed_at', 'is', null)
    .where('run_at', '>', daysBefore(now, -longestWaitDays))
    .execute()
  return 0
}
