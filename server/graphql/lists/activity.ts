/**
 * The history of a list: who did what and when, kept by the server in the transaction of each effect. It is
 * written in one place (`executable-schema.ts`, around every mutation), as the resolvers noted it; where an account is
 * opened by a link to a list, `auth/friend-hooks.ts` does.
 */

import { sql } from 'kysely'
import { limits } from '../../../rules/limits.ts'
import { fullName } from '../../../rules/people/full-name.ts'
import { type Asker, openList } from '../../access/access.ts'
import { isAwaited, type RaisedList } from '../../changes/changes.ts'
import type { NotedActivity } from '../../changes/noted-activity.ts'
import { type Place, prepare } from '../../db/prepared.ts'
import type { ActivityTable } from '../../db/schema.ts'
import type { Activity } from '../../generated/schema.ts'
import { purgeAfter } from '../../jobs/sweeper.ts'
import { queueNotices } from '../../notices/notices.ts'
import { badInput } from '../../refusal.ts'
import type { Context, Queries } from '../engine/context.ts'
import { valuesForUndo } from './activity-undo.ts'

export const activityQueries = {
  async history(_, { shoppingListId, before, limit }, context) {
    const list = await openList(context, shoppingListId, 'VIEW')
    return readHistory(context, list.id, { before: before ?? null, limit: readLimit(limit) })
  },
} satisfies Queries

const namesAtOnce = 10

/** Who did it, and what the history takes of that moment. */
export type Telling = Pick<Context, 'db' | 'viewer' | 'now' | 'moved' | 'newId' | 'token' | 'jobs'>

/** Writes what was noted of each list that moved; call it after the effect and before its commit. */
export async function writeActivities(context: Telling): Promise<void> {
  const { moved } = context
  for (const [listId, noted] of Map.groupBy(moved.activities, one => one.listId)) {
    const revision = moved.lists.get(listId)
    if (revision === undefined) continue
    const { name, isAwaited } = await listOf(context, listId, noted)
    for (const activity of noted) {
      const { kind, names = [], fields = [] } = activity
      await insertActivity.send(context.db, {
        id: context.newId(),
        list_id: listId,
        revision,
        user_id: context.viewer.id,
        token: context.token,
        kind,
        list_name: name,
        item_names: JSON.stringify(names.slice(0, namesAtOnce)),
        item_count: names.length,
        fields: JSON.stringify(fields),
        at: context.now,
        undo: await valuesForUndo(context, activity),
      })
    }
    const before = moved.raised.get(listId)?.before ?? revision - 1
    if (isTrimDue(before, revision)) await trimActivities.send(context.db, { listId })
    if (isAwaited) await queueNotices(context, context.jobs, listId, new Date(context.now))
  }
}

/** What was done to items alone changed neither its name nor who is on it. */
async function listOf(
  { db, moved, viewer }: Telling,
  listId: string,
  noted: readonly NotedActivity[],
): Promise<Pick<RaisedList, 'name' | 'isAwaited'>> {
  const raised = moved.raised.get(listId)
  if (raised?.userIds && noted.every(({ kind }) => kind.startsWith('ITEM'))) {
    moved.members.set(listId, raised.userIds)
    return raised
  }
  const list = await readList.first(db, { listId, viewerId: viewer.id })
  if (!list) throw new Error('A list that moved is not there.')
  return { name: list.name, isAwaited: list.is_awaited === 1 }
}

const readList = prepare((db, place: Place<{ listId: string; viewerId: number }>) =>
  db
    .selectFrom('shopping_list')
    .select(['name', isAwaited(place('listId'), place('viewerId'))])
    .where('id', '=', place('listId')),
)

const insertActivity = prepare((db, place: Place<ActivityTable>) =>
  db.insertInto('activity').values({
    id: place('id'),
    list_id: place('list_id'),
    revision: place('revision'),
    user_id: place('user_id'),
    token: place('token'),
    kind: place('kind'),
    list_name: place('list_name'),
    item_names: place('item_names'),
    item_count: place('item_count'),
    fields: place('fields'),
    at: place('at'),
    undo: place('undo'),
  }),
)

/** Every so many edits of a list: each would cost a walk over all that is kept. */
const trimmedEvery = 64
const keptPerList = 500

/** Revisions may be left out, where items move between lists. */
function isTrimDue(before: number, revision: number): boolean {
  return Math.floor(before / trimmedEvery) < Math.floor(revision / trimmedEvery)
}

/**
 * Of each list the last 500 are kept, and those since the last trim. To find the lists that hold more would be a walk
 * over everybody's history.
 */
const trimActivities = prepare((db, place: Place<{ listId: string }>) =>
  db
    .deleteFrom('activity')
    .where('list_id', '=', place('listId'))
    .where('revision', '<', kept =>
      kept
        .selectFrom('activity as kept')
        .select('kept.revision')
        .where('kept.list_id', '=', place('listId'))
        .orderBy('kept.revision', 'desc')
        .limit(1)
        .offset(keptPerList - 1),
    ),
)

/** Newest first; `before` is the id of the last one known. */
async function readHistory(
  { db, viewer }: Context,
  listId: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<Activity[]> {
  const last =
    before === null
      ? undefined
      : await db
          .selectFrom('activity')
          .select(['revision', 'id'])
          .where('id', '=', before)
          .where('list_id', '=', listId)
          .executeTakeFirst()
  // What it follows was forgotten meanwhile, and everything older with it.
  if (before !== null && !last) return []
  const rows = await db
    .selectFrom('activity')
    .leftJoin('user', 'user.id', 'activity.user_id')
    .selectAll('activity')
    .select(['user.first_name', 'user.last_name'])
    .where('activity.list_id', '=', listId)
    .$if(last !== undefined, query =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('activity.revision', 'activity.id'),
          '<',
          tuple(last?.revision ?? 0, last?.id ?? ''),
        ),
      ),
    )
    .orderBy('activity.revision', 'desc')
    .orderBy('activity.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(row => ({
    id: row.id,
    shoppingListId: row.list_id,
    kind: row.kind,
    userId: row.user_id,
    userName: row.first_name === null ? null : fullName(row.first_name, row.last_name),
    requestToken: row.user_id === viewer.id ? row.token : null,
    listName: row.list_name,
    itemNames: readTexts(row.item_names),
    itemCount: row.item_count,
    fields: readTexts(row.fields),
    at: row.at,
    undo: row.user_id === viewer.id ? row.undo : null,
  }))
}

/** A page of a history, as it is asked for. */
export interface HistoryPage {
  readonly listId: string
  readonly limit: number | null | undefined
}

/** How many activities such a page has at most. */
export function mostOfHistory({ limit }: HistoryPage): number {
  return Math.min(mostAtOnce, Math.max(0, limit ?? usualLimit))
}

/** No more than the values for undoing have that `limit` activities of the person carry on this list, in bytes. */
export async function sizeOfHistory({ db, viewer }: Asker, page: HistoryPage): Promise<number> {
  const { bytes } = await db
    .selectFrom(
      db
        .selectFrom('activity')
        .select(sql<number>`coalesce(octet_length(undo), 0)`.as('bytes'))
        .where('list_id', '=', page.listId)
        .where('user_id', '=', viewer.id)
        .orderBy('bytes', 'desc')
        .limit(mostOfHistory(page))
        .as('longest'),
    )
    .select(({ fn }) => fn.coalesce(fn.sum<number>('longest.bytes'), sql<number>`0`).as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

function readTexts(stored: string): string[] {
  return JSON.parse(stored) as string[]
}

function readLimit(limit: number | null | undefined): number {
  const wanted = limit ?? usualLimit
  if (wanted >= 1 && wanted <= mostAtOnce) return wanted
  throw badInput({
    field: 'limit',
    message: `Limit must be a whole number from 1 to ${mostAtOnce}.`,
    limit: mostAtOnce,
  })
}

const usualLimit = 50
const mostAtOnce = 100

/** Forgets what is older than 90 days. */
export const purgeActivity = purgeAfter(limits.traceDays, 'activity', { key: 'id', moment: 'at' })
