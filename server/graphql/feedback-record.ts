/** Feedback as it is read: by its author without the note, by staff with all of it, page by page. */
import { type ExpressionBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { FeedbackStatus } from '../../rules/feedback.ts'
import { mayReplyToFeedback } from '../../rules/roles.ts'
import { type Asker, isPossibleId } from '../access.ts'
import type { FeedbackTable, Schema } from '../db/schema.ts'
import type { Feedback, FeedbackFilters, FeedbackSort, FeedbackUser } from '../generated/schema.ts'
import { badInput } from '../refusal.ts'

/** How a page is asked for. */
export interface Page {
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
  readonly sort?: FeedbackSort | null | undefined
}

/** So many come at once: a screen draws them, an answer carries them. */
const mostAtOnce = 500

/** Of those that the caller may see: their own, to staff everybody's. One statement, on an index. */
export async function readFeedback(
  asker: Asker,
  filters: FeedbackFilters,
  page: Page,
): Promise<Feedback[]> {
  const rows = await paged(matching(visible(asker), filters, searchedBy(asker)), page).execute()
  return rows.map(row => presentFeedback(asker, row))
}

/** One record that the caller may see, or undefined. */
export async function findFeedback(asker: Asker, id: string): Promise<Feedback | undefined> {
  if (!isPossibleId(id)) return undefined
  const row = await visible(asker).where('feedback.id', '=', id).executeTakeFirst()
  return row && presentFeedback(asker, row)
}

function visible({ db, viewer }: Asker) {
  return db
    .selectFrom('feedback')
    .leftJoin('user', 'user.id', 'feedback.user_id')
    .selectAll('feedback')
    .select([
      'user.first_name as firstName',
      'user.last_name as lastName',
      'user.email as email',
      'user.phone as phone',
    ])
    .$if(!mayReplyToFeedback(viewer.role), query => query.where('feedback.user_id', '=', viewer.id))
}

type Query = ReturnType<typeof visible>
type Row = Selectable<FeedbackTable> & {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  readonly phone: string | null
}

function matching(
  query: Query,
  { userId, status, rating, text }: FeedbackFilters,
  columns: readonly (typeof searched)[number][],
): Query {
  const wanted = text?.trim() ?? ''
  return query
    .$if(userId != null, some => some.where('feedback.user_id', '=', userId ?? 0))
    .$if(status != null, some => some.where('feedback.status', '=', status ?? ''))
    .$if(rating != null, some => some.where('feedback.rating', '=', rating ?? 0))
    .$if(wanted !== '', some => some.where(contains(wanted, columns)))
}

const searched = [
  'feedback.feedback',
  'feedback.reply',
  'feedback.note',
  'feedback.sender_name',
  'feedback.sender_email',
  'user.first_name',
  'user.last_name',
  'user.email',
] as const

/** Whoever may not read the note must not find out by searching what stands in it. */
function searchedBy({ viewer }: Asker) {
  return searched.filter(column => column !== 'feedback.note' || mayReplyToFeedback(viewer.role))
}

function contains(wanted: string, columns: readonly (typeof searched)[number][]) {
  const pattern = `%${wanted.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return (eb: ExpressionBuilder<Schema, 'feedback' | 'user'>) =>
    eb.or(
      columns.map(column => sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`),
    )
}

function paged(query: Query, { first, after, sort }: Page) {
  const most = first ?? mostAtOnce
  if (!Number.isInteger(most) || most < 1 || most > mostAtOnce) {
    const message = `First must be a whole number from 1 to ${mostAtOnce}.`
    throw badInput({ field: 'first', limit: mostAtOnce, message })
  }
  const order = sort ?? 'NEWEST'
  const behind = after == null ? undefined : readCursor(after)
  return sorted(
    query.$if(behind !== undefined, some => some.where(isBehind(order, behind ?? start))),
    order,
  ).limit(most)
}

interface Cursor {
  readonly rating: number
  readonly at: string
  readonly id: string
}

const start: Cursor = { rating: 0, at: '', id: '' }

/** What has no stars sorts behind what has, whichever way. */
const lowest = sql<number>`coalesce(feedback.rating, 9)`
const highest = sql<number>`coalesce(feedback.rating, 0)`

function isBehind(sort: FeedbackSort, { rating, at, id }: Cursor) {
  const later = sql`(feedback.created_at, feedback.id) > (${at}, ${id})`
  const earlier = sql`(feedback.created_at, feedback.id) < (${at}, ${id})`
  switch (sort) {
    case 'NEWEST':
      return sql<boolean>`${earlier}`
    case 'OLDEST':
      return sql<boolean>`${later}`
    case 'LOWEST_RATING': {
      const stars = rating === 0 ? 9 : rating
      return sql<boolean>`(${lowest} > ${stars} or (${lowest} = ${stars} and ${earlier}))`
    }
    case 'HIGHEST_RATING':
      return sql<boolean>`(${highest} < ${rating} or (${highest} = ${rating} and ${earlier}))`
  }
}

function sorted(
  query: SelectQueryBuilder<Schema & { user: Schema['user'] | null }, 'feedback' | 'user', Row>,
  sort: FeedbackSort,
) {
  const newest = sort === 'OLDEST' ? 'asc' : 'desc'
  return query
    .$if(sort === 'LOWEST_RATING', some => some.orderBy(lowest, 'asc'))
    .$if(sort === 'HIGHEST_RATING', some => some.orderBy(highest, 'desc'))
    .orderBy('feedback.created_at', newest)
    .orderBy('feedback.id', newest)
}

function toCursor({ rating, created_at, id }: Selectable<FeedbackTable>): string {
  return Buffer.from(JSON.stringify([rating ?? 0, created_at, id])).toString('base64url')
}

function readCursor(text: string): Cursor {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    const [rating, at, id] = Array.isArray(value) ? value : []
    if (Number.isInteger(rating) && typeof at === 'string' && typeof id === 'string') {
      return { rating, at, id }
    }
  } catch {
    // Said below.
  }
  throw badInput({ field: 'after', message: 'After must be the cursor of a record.' })
}

function presentFeedback({ viewer }: Asker, row: Row): Feedback {
  return {
    id: row.id,
    user: presentSender(row),
    feedback: row.feedback,
    rating: row.rating,
    status: row.status as FeedbackStatus,
    reply: row.reply,
    note: mayReplyToFeedback(viewer.role) ? row.note : null,
    fixedIn: row.fixed_in,
    deviceLog: row.device_log,
    cursor: toCursor(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function presentSender(row: Row): FeedbackUser {
  if (row.user_id === null) {
    return {
      userId: null,
      firstName: row.sender_name ?? '',
      lastName: '',
      email: row.sender_email,
      phone: null,
    }
  }
  return {
    userId: row.user_id,
    firstName: row.firstName ?? '',
    lastName: row.lastName ?? '',
    email: row.email,
    phone: row.phone,
  }
}
