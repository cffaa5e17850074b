/**
 * Tells people by Web Push what others did to their lists: one digest for each person and list once those others
 * pause. Two jobs: `digest` waits for the pause and the end of quiet hours, `push` brings it to one browser. A job
 * carries ids alone; the words are made when it is sent, from what the person may see by then.
 */
import type { Kysely } from 'kysely'
import { type Digest, digestOf } from '../../rules/people/digest.ts'
import { quietUntil } from '../../rules/people/quiet-hours.ts'
import type { Asker } from '../access/access.ts'
import type { Database } from '../db/open.ts'
import type { Payload } from '../db/payload.ts'
import type { Schema } from '../db/schema.ts'
import type { Now } from '../environment.ts'
import type { JobRun, Jobs } from '../jobs/jobs.ts'
import { type PushSender, PushTooSlow } from './push-sender.ts'

/** Nobody did anything for so long: they have paused. */
const pauseMs = 3 * 60_000
/** Who does not pause is told of all the same. */
const longestWaitMs = 15 * 60_000
/** Older news is none. */
const staleMs = 24 * 3_600_000
/** So long nobody waits again for a service that was too slow, nor for one person's more often than this allows. */
const restMs = 15 * 60_000
/** What one person's services may take of a quarter of an hour, which is everybody's. */
const mostMs = 20_000
/** The history keeps no more of a list. */
const deedsRead = 500

interface NoticesParts {
  readonly db: Database
  readonly now: Now
  readonly jobs: Jobs
  readonly sender: PushSender
}

/** Lets `jobs` do the work of notices; call it before they start. */
export function handleNotices({ db, now, jobs, sender }: NoticesParts): void {
  jobs.handle({ kind: 'digest', run: job => db.transaction(tx => digest(tx, job)) })
  // Each browser names the service that brings it, so a mail waits for none of them.
  jobs.handle({ kind: 'push', isLast: true, run: push })

  /** What the services of people's browsers took, in ms, since a moment; the oldest first. */
  const taken = new Map<number, { readonly since: number; readonly ms: number }>()

  /** Until when nothing goes to this person's browsers, in ms, since other people's come first; 0 if it may go. */
  function restOf(userId: number): number {
    const at = now().getTime()
    for (const [id, { since }] of taken) {
      if (since <= at && at < since + restMs) break
      taken.delete(id)
    }
    const own = taken.get(userId)
    return own && own.ms > mostMs ? own.since + restMs : 0
  }

  function noteTaken(userId: number, ms: number): void {
    const own = taken.get(userId) ?? { since: now().getTime(), ms: 0 }
    taken.set(userId, { ...own, ms: own.ms + ms })
  }

  async function digest(tx: Kysely<Schema>, job: JobRun): Promise<Date | undefined> {
    const { userId = 0, payload } = job
    const listId = textOf(payload, 'listId')
    // Waits for what is being noted under this job: nobody adds another one for it.
    if (await job.isTakenBack(tx)) return undefined
    const wish = await findWish(tx, userId, listId)
    const at = now().getTime()
    const span = wish && (await findSpan(tx, userId, wish))
    if (!wish || !span) {
      await job.finish(tx)
      return undefined
    }
    const quiet = quietOf(wish, now())
    if (quiet) return quiet
    const due = Math.min(span.lastAt + pauseMs, span.firstAt + longestWaitMs)
    // What lies further ahead was done while the clock was.
    if (due > at && due <= at + longestWaitMs) return new Date(due)
    await tx
      .updateTable('membership')
      .set({ noticed_revision: wish.revision })
      .where('list_id', '=', listId)
      .where('user_id', '=', userId)
      .execute()
    const browsers = await tx
      .selectFrom('push_subscription')
      .select('id')
      .where('user_id', '=', userId)
      .execute()
    const told = { listId, since: wish.since, until: wish.revision, at }
    await jobs.addAll(
      tx,
      browsers.map(({ id }) => ({
        kind: 'push',
        payload: { ...told, subscriptionId: id },
        userId,
      })),
    )
    await job.finish(tx)
    return undefined
  }

  async function push({ userId = 0, payload }: JobRun): Promise<Date | undefined> {
    const id = textOf(payload, 'subscriptionId')
    const listId = textOf(payload, 'listId')
    const browser = await db.query
      .selectFrom('push_subscription')
      .innerJoin('session', 'session.hash', 'push_subscription.session_hash')
      .select(['endpoint', 'p256dh', 'auth'])
      .where('push_subscription.id', '=', id)
      .where('push_subscription.user_id', '=', userId)
      .where('session.expires_at', '>', now().toISOString())
      .executeTakeFirst()
    if (!browser || now().getTime() - numberOf(payload, 'at') > staleMs) return undefined
    const rest = restOf(userId)
    if (rest > 0) return new Date(rest)
    const wish = await findWish(db.query, userId, listId)
    // A service that was down may be up again only after they began.
    const quiet = wish && quietOf(wish, now())
    if (quiet) return quiet
    const since = numberOf(payload, 'since')
    const until = numberOf(payload, 'until')
    const words = wish && (await compose(db.query, userId, { listId, since, until }))
    if (!words) return undefined
    const url = `/product/shoppinglist?list=${encodeURIComponent(listId)}`
    const begun = now().getTime()
    try {
      const outcome = await sender.send(browser, { ...words, url, tag: listId })
      if (outcome === 'gone') {
        await db.query.deleteFrom('push_subscription').where('id', '=', id).execute()
      }
      return undefined
    } catch (error) {
      if (error instanceof PushTooSlow) {
        taken.delete(userId)
        noteTaken(userId, restMs)
      }
      throw error
    } finally {
      noteTaken(userId, Math.max(0, now().getTime() - begun))
    }
  }
}

/** Of each list that a change moved: everybody else on it who wants notices gets one, after a pause. */
export async function queueNotices(
  { db, viewer }: Asker,
  jobs: Pick<Jobs, 'addAll'>,
  listId: string,
  now: Date,
): Promise<void> {
  const people = await db
    .selectFrom('membership')
    .select('user_id')
    .where('list_id', '=', listId)
    .where('user_id', '<>', viewer.id)
    .where('ended_at', 'is', null)
    .where('notices', '=', 1)
    .where('user_id', 'in', query => query.selectFrom('push_subscription').select('user_id'))
    .execute()
  await jobs.addAll(
    db,
    people.map(({ user_id: userId }) => ({
      kind: 'digest',
      payload: { listId },
      userId,
      key: `digest ${userId} ${listId}`,
      notBefore: new Date(now.getTime() + pauseMs),
    })),
  )
}

/**
 * Asks the person's waiting notices at once whether they are due: what they waited for may be over, as with quiet
 * hours that are changed.
 */
export async function askNoticesAgain({ db, viewer }: Asker, now: string): Promise<void> {
  await db
    .updateTable('job')
    .set({ run_at: now })
    .where('user_id', '=', viewer.id)
    .where('kind', 'in', ['digest', 'push'])
    .where('failed_at', 'is', null)
    .where('run_at', '>', now)
    .execute()
}

/** What is known of a person's wish to hear of a list; undefined if they may not see it, or want none. */
async function findWish(db: Kysely<Schema>, userId: number, listId: string) {
  const row = await db
    .selectFrom('membership')
    .innerJoin('shopping_list', 'shopping_list.id', 'membership.list_id')
    .innerJoin('user_config', 'user_config.user_id', 'membership.user_id')
    .select(['shopping_list.id', 'shopping_list.revision'])
    .select(['membership.noticed_revision', 'membership.joined_revision'])
    .select(['quiet_from', 'quiet_to', 'quiet_zone'])
    .where('membership.list_id', '=', listId)
    .where('membership.user_id', '=', userId)
    .where('membership.ended_at', 'is', null)
    .where('membership.notices', '=', 1)
    .where('shopping_list.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, since: Math.max(row.noticed_revision, row.joined_revision) }
}

type Wish = NonNullable<Awaited<ReturnType<typeof findWish>>>

/** When the person's quiet hours end, where it is in them. */
function quietOf(
  { quiet_from: from, quiet_to: to, quiet_zone: timeZone }: Wish,
  now: Date,
): Date | undefined {
  return from && to && timeZone ? quietUntil(now, { from, to, timeZone }) : undefined
}

interface Span {
  readonly listId: string
  readonly since: number
  readonly until: number
}

/** From the first to the last thing that others did since the last notice, in ms; undefined if it is nothing. */
async function findSpan(db: Kysely<Schema>, userId: number, { id, since, revision }: Wish) {
  const { first, last } = await deedsOf(db, userId, { listId: id, since, until: revision })
    .select(({ fn }) => [fn.min('activity.at').as('first'), fn.max('activity.at').as('last')])
    .executeTakeFirstOrThrow()
  return first && last ? { firstAt: Date.parse(first), lastAt: Date.parse(last) } : undefined
}

async function compose(
  db: Kysely<Schema>,
  userId: number,
  span: Span,
): Promise<Digest | undefined> {
  const rows = await deedsOf(db, userId, span)
    .leftJoin('user', 'user.id', 'activity.user_id')
    .select(['activity.kind', 'activity.item_count', 'activity.item_names', 'user.first_name'])
    .select('activity.list_name')
    .orderBy('activity.revision', 'desc')
    .limit(deedsRead)
    .execute()
  const deeds = rows.reverse().map(row => ({
    who: row.first_name ?? undefined,
    kind: row.kind,
    count: row.item_count,
    names: JSON.parse(row.item_names) as string[],
  }))
  return digestOf(rows.at(-1)?.list_name ?? '', deeds)
}

/** What others than this person did. */
function deedsOf(db: Kysely<Schema>, userId: number, { listId, since, until }: Span) {
  return db
    .selectFrom('activity')
    .where('activity.list_id', '=', listId)
    .where('activity.revision', '>', since)
    .where('activity.revision', '<=', until)
    .where(({ or, eb }) =>
      or([eb('activity.user_id', '<>', userId), eb('activity.user_id', 'is', null)]),
    )
}

function textOf(payload: Payload, name: string): string {
  const value = payload[name]
  return typeof value === 'string' ? value : ''
}

function numberOf(payload: Payload, name: string): number {
  const value = payload[name]
  return typeof value === 'number' ? value : 0
}
