/** Feedback as it is read: by its author without the note, by staff with all of it, page by page. */
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { mayReplyToFeedback } from '../../../rules/people/roles.ts'
import { type Asker, isPossibleId } from '../../access/access.ts'
import { checkSearched, containsText } from '../../db/contains-text.ts'
import type { FeedbackTable, Schema } from '../../db/schema.ts'
import type {
  Feedback,
  FeedbackFilters,
  FeedbackSort,
  FeedbackUser,
} from '../../generated/schema.ts'
import { badInput, refuse } from '../../refusal.ts'

/** How a page is asked for. */
export interface Page {
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
  readonly sort?: FeedbackSort | null | undefined
}

/** So many come at once: a screen draws them, an answer carries them. */
const mostAtOnce = 500

/** What is to be read, as it is asked for. */
export interface FeedbackPage {
  readonly filters: FeedbackFilters
  readonly page: Page
  /** Whether the logs of devices are told, which are all but all of it: else they are not read. */
  readonly logs: boolean
}

/** Of those that the caller may see: their own, to staff everybody's. One statement, on an index. */
export async function readFeedback(
  asker: Asker,
  { filters, page, logs }: FeedbackPage,
): Promise<Feedback[]> {
  const query = matching(asker, filters, logs)
  const rows = await paged(query, page, orderOf(filters, page)).execute()
  return rows.map(row => presentFeedback(asker, row))
}

/** How many records such a page has at most. */
export function mostOf({ page: { first } }: FeedbackPage): number {
  return Math.min(mostAtOnce, Math.max(0, first ?? mostAtOnce))
}

/**
 * How many records lie behind a page, and what they hold: those of the page, without regard to the text that is
 * searched for; where one person's are searched, all that they sent, which is little.
 */
export async function sizeOfFeedback(
  asker: Asker,
  { filters, page, logs }: FeedbackPage,
): Promise<{ readonly records: number; readonly bytes: number }> {
  const ofOne = isOfOne(asker, filters) && searchedFor(filters) !== ''
  const all = matching(
    asker,
    ofOne ? { userId: filters.userId ?? null } : { ...filters, text: null },
  )
  const behind = ofOne ? all : pagedOrNone(all, page, orderOf(filters, page))
  return asker.db
    .selectFrom(
      behind
        .clearSelect()
        .select(
          sql<number>`octet_length(feedback.feedback) + coalesce(octet_length(feedback.reply), 0)
            + coalesce(octet_length(feedback.note), 0) + ${logs ? logBytes : sql`0`}`.as('bytes'),
        )
        .as('behind'),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('records'),
      fn.coalesce(fn.sum<number>('behind.bytes'), sql<number>`0`).as('bytes'),
    ])
    .executeTakeFirstOrThrow()
}

const logBytes = sql<number>`coalesce(octet_length(feedback.device_log), 0)`

/** What a search looks through: all that one person sent, and what they were answered, or everybody's, which is not counted. */
export type Searched = { readonly records: number; readonly bytes: number } | 'everybody'

/** What is looked through for the text of these filters, however little of it is shown; undefined without a text. */
export async function sizeOfSearch(
  asker: Asker,
  filters: FeedbackFilters,
): Promise<Searched | undefined> {
  if (searchedFor(filters) === '') return undefined
  if (!isOfOne(asker, filters)) return 'everybody'
  return asker.db
    .selectFrom(
      matching(asker, { userId: filters.userId ?? null })
        .clearSelect()
        .select(
          sql<number>`octet_length(feedback.feedback) + coalesce(octet_length(feedback.reply), 0)
            + coalesce(octet_length(feedback.note), 0)`.as('bytes'),
        )
        .as('searched'),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('records'),
      fn.coalesce(fn.sum<number>('searched.bytes'), sql<number>`0`).as('bytes'),
    ])
    .executeTakeFirstOrThrow()
}

function searchedFor({ text }: FeedbackFilters): string {
  return text?.trim() ?? ''
}

function isOfOne({ viewer }: Asker, { userId }: FeedbackFilters): boolean {
  return userId != null || !mayReplyToFeedback(viewer.role)
}

/** What is wrong with a page is said by whoever reads it. */
function pagedOrNone(query: Query, page: Page, order: Order): Query {
  try {
    return paged(query, page, order)
  } catch {
    return query.limit(0)
  }
}

/** One record that the caller may see, or undefined; `logs` as of a `FeedbackPage`. */
export async function findFeedback(
  asker: Asker,
  id: string,
  { logs }: Pick<FeedbackPage, 'logs'>,
): Promise<Feedback | undefined> {
  if (!isPossibleId(id)) return undefined
  const row = await visible(asker, logs).where('feedback.id', '=', id).executeTakeFirst()
  return row && presentFeedback(asker, row)
}

function visible({ db, viewer }: Asker, logs: boolean) {
  return db
    .selectFrom('feedback')
    .leftJoin('user', 'user.id', 'feedback.user_id')
    .select(['feedback.id', 'feedback.user_id', 'feedback.sender_name', 'feedback.sender_email'])
    .select(['feedback.feedback', 'feedback.rating', 'feedback.status', 'feedback.reply'])
    .select(['feedback.note', 'feedback.fixed_in', 'feedback.created_at', 'feedback.updated_at'])
    .select((logs ? sql.ref<string | null>('feedback.device_log') : noLog).as('device_log'))
    .select([
      'user.first_name as firstName',
      'user.last_name as lastName',
      'user.email as email',
      'user.phone as phone',
    ])
    .$if(!mayReplyToFeedback(viewer.role), query => query.where('feedback.user_id', '=', viewer.id))
}

const noLog = sql<string | null>`null`

type Query = ReturnType<typeof visible>
type Row = Selectable<FeedbackTable> & {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  readonly phone: string | null
}

function matching(asker: Asker, filters: FeedbackFilters, logs = false): Query {
  const { userId, status, rating } = filters
  // One person's records are few: computed, the other columns lead no engine away from the index of theirs.
  const ofOne = isOfOne(asker, filters)
  const statusColumn = ofOne ? sql<string>`feedback.status || ''` : sql<string>`feedback.status`
  const ratingColumn = ofOne
    ? sql<number>`coalesce(feedback.rating + 0, 0)`
    : ranks.HIGHEST_RATING.column
  const wanted = searchedFor(filters)
  return visible(asker, logs)
    .$if(userId != null, some => some.where('feedback.user_id', '=', userId ?? 0))
    .$if(status != null, some => some.where(statusColumn, '=', status ?? ''))
    .$if(rating != null, some => some.where(ratingColumn, '=', rating ?? 0))
    .$if(wanted !== '', some => some.where(contains(asker, wanted)))
}

const searched = [
  sql.ref('feedback.feedback'),
  sql.ref('feedback.reply'),
  sql.ref('feedback.sender_name'),
  sql.ref('feedback.sender_email'),
  // As one name: people are searched for by both.
  sql`${sql.ref('user.first_name')} || ' ' || ${sql.ref('user.last_name')}`,
  sql.ref('user.email'),
]

/** Whoever may not read the note must not find out by searching what stands in it. */
function searchedBy({ viewer }: Asker) {
  return mayReplyToFeedback(viewer.role) ? [...searched, sql.ref('feedback.note')] : searched
}

function contains(asker: Asker, wanted: string) {
  refuse(checkSearched(wanted))
  return ({ or }: ExpressionBuilder<Schema, 'feedback' | 'user'>) =>
    or(searchedBy(asker).map(text => containsText(asker.db, text, wanted)))
}

/** What has no stars comes last, whichever way. Migration 027 has an index for each, in these very words. */
const ranks = {
  HIGHEST_RATING: {
    column: sql<number>`coalesce(feedback.rating, 0)`,
    of: (rating: number) => rating,
  },
  LOWEST_RATING: {
    column: sql<number>`-coalesce(feedback.rating, 9)`,
    of: (rating: number) => -(rating || 9),
  },
}

type Rank = (typeof ranks)[keyof typeof ranks]

interface Order {
  /** What comes before the time; the greatest first. */
  readonly rank: Rank | undefined
  readonly direction: 'asc' | 'desc'
}

function orderOf({ rating }: FeedbackFilters, { sort }: Page): Order {
  if (sort === 'OLDEST') return { rank: undefined, direction: 'asc' }
  // Of one rating all rank alike.
  const isRanked = sort != null && sort !== 'NEWEST' && rating == null
  return { rank: isRanked ? ranks[sort] : undefined, direction: 'desc' }
}

/** Goes on behind a cursor by comparing rows of an index, so that the last page costs what the first does. */
function paged(query: Query, { first, after }: Page, { rank, direction }: Order) {
  const most = first ?? mostAtOnce
  if (!Number.isInteger(most) || most < 1 || most > mostAtOnce) {
    const message = `First must be a whole number from 1 to ${mostAtOnce}.`
    throw badInput({ field: 'first', limit: mostAtOnce, message })
  }
  const columns = [
    ...(rank ? [rank.column] : []),
    sql.ref<string>('feedback.created_at'),
    sql.ref<string>('feedback.id'),
  ]
  const sorted = columns.reduce(
    (some, column) => some.orderBy(column, direction),
    query.limit(most),
  )
  if (after == null) return sorted
  const { rating, at, id } = readCursor(after)
  const last = [...(rank ? [rank.of(rating)] : []), at, id]
  const behind = direction === 'asc' ? sql`>` : sql`<`
  return (
    sorted
      .where(sql<boolean>`(${sql.join(columns)}) ${behind} (${sql.join(last)})`)
      // SQLite cannot seek by a row with an expression in it: this bound on the rank lets it use the index, and within
      // that rank it skips.
      .$if(rank !== undefined, some => some.where(sql<boolean>`${columns[0]} <= ${last[0]}`))
  )
}

interface Cursor {
  readonly rating: number
  readonly at: string
  readonly id: string
}

function toCursor({ rating, created_at, id }: Selectable<FeedbackTable>): string {
  return Buffer.from(JSON.stringify([rating ?? 0, created_at, id])).toString('base64url')
}

function readCursor(text: string): Cursor {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    const [rating, at, id] = Array.isArray(value) ? value : []
    const isRating = Number.isInteger(rating) && rating >= 0 && rating <= 5
    if (isRating && [at, id].every(text => typeof text === 'string' && isPossibleId(text))) {
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
    status: row.status,
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
