/** Feedback: anybody sends it, staff answers, notes and classifies it (spec sections 3, 6 and 7). */

import type { GraphQLResolveInfo } from 'graphql'
import { limits } from '../../../rules/limits.ts'
import { checkFeedback, checkRating } from '../../../rules/people/feedback.ts'
import { isAdmin, mayReplyToFeedback, newRole } from '../../../rules/people/roles.ts'
import { checkText } from '../../../rules/text.ts'
import { countTitle } from '../../../rules/validation-issue.ts'
import { isPossibleId } from '../../access/access.ts'
import { noteDeed } from '../../access/audit.ts'
import { lockAccounts, touchAccount, touchAccounts } from '../../changes/changes.ts'
import { jsonKeys, keysIn } from '../../db/json-rows.ts'
import type {
  Feedback,
  FeedbackResult,
  MutationUpdateFeedbackArgs,
} from '../../generated/schema.ts'
import { letterNames } from '../../mail/letter-names.ts'
import { badInput, conflict, forbidden, idIsUsed, notFound, refuse } from '../../refusal.ts'
import { isGone, rememberGone } from '../../tokens/gone-ids.ts'
import { hashToken } from '../../tokens/hash-token.ts'
import type { Viewer } from '../../viewer.ts'
import { checkDeletion, checkLengths, deleteEach, oneId } from '../delete-results.ts'
import { isSelected } from '../documents/selection.ts'
import type { Context, Mutations, Queries } from '../engine/context.ts'
import { cannotBeCleared, readName, readNewId } from '../engine/input.ts'
import { findFeedback, readFeedback } from './feedback-record.ts'
import { standingRole } from './standing-role.ts'

export const feedbackQueries = {
  getAllFeedback: (_, page, context, info) =>
    readFeedback(context, { filters: {}, page, ...told(info) }),
  getByIdFeedback: async (_, { id }, context, info) =>
    (await findFeedback(context, id, told(info))) ?? null,
  getByFilterFeedback: (_, { filters, ...page }, context, info) =>
    readFeedback(context, { filters, page, ...told(info) }),
} satisfies Queries

export const feedbackMutations = {
  async createFeedback(_, args, context, info) {
    const { db, viewer, now } = context
    const id = readNewId(context, 'id', args.id)
    if (args.userId != null && args.userId !== viewer.id) {
      throw badInput({ field: 'userId', message: 'Feedback is sent in one’s own name alone.' })
    }
    refuse(checkFeedback('feedback', args.feedback))
    refuse(checkRating('rating', args.rating))
    const deviceLog = args.deviceLog ?? null
    if (deviceLog !== null) refuse(checkText('deviceLog', deviceLog, limits.deviceLog))
    const first = await db
      .selectFrom('feedback')
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (first && first.user_id !== viewer.id) {
      throw idIsUsed()
    }
    if (!first) {
      await touchAccount(context, viewer.id, 'feedback')
      if (args.id && (await isGone(db, 'feedback', id))) throw idIsUsed()
      await checkCount(context)
      await db
        .insertInto('feedback')
        .values({
          id,
          user_id: viewer.id,
          sender_name: null,
          sender_email: null,
          feedback: args.feedback,
          rating: args.rating,
          status: 'RECEIVED',
          reply: null,
          note: null,
          fixed_in: null,
          device_log: deviceLog,
          created_at: now,
          updated_at: now,
        })
        .execute()
    }
    return openFeedback(context, id, told(info))
  },

  async updateFeedback(_, args, context, info) {
    const opened = await openForStaff(context, args.id)
    const changes = readChanges(args)
    if (Object.keys(changes).length === 0) return openFeedback(context, args.id, told(info))
    const before = await openForStaff(await lockSenders(context, [opened.user?.userId]), args.id)
    const { knownUpdatedAt } = args
    const { numUpdatedRows } = await context.db
      .updateTable('feedback')
      .set({ ...changes, updated_at: context.now })
      .where('id', '=', args.id)
      .$if(knownUpdatedAt != null, some => some.where('updated_at', '=', knownUpdatedAt ?? ''))
      .executeTakeFirstOrThrow()
    const after = await openFeedback(context, args.id, told(info))
    if (numUpdatedRows === 0n) throw conflict(overtaken)
    await noteDeed(context, {
      action: 'updateFeedback',
      subject: `feedback ${args.id}`,
      detail: describe(changes),
    })
    if (after.reply !== before.reply) await mailReply(context, after)
    return after
  },

  async updateFeedbackStatus(_, { ids, status }, context) {
    checkStaff(context)
    if (ids.length > mostAtOnce) {
      const message = `At most ${mostAtOnce} records can be changed at once.`
      throw badInput({ field: 'ids', limit: mostAtOnce, message })
    }
    checkLengths(ids)
    const wanted = jsonKeys(ids.filter(isPossibleId))
    const senders = await context.db
      .selectFrom('feedback')
      .select('user_id')
      .where('id', 'in', keysIn(wanted))
      .execute()
    checkStaff(
      await lockSenders(
        context,
        senders.map(row => row.user_id),
      ),
    )
    const changed = await context.db
      .updateTable('feedback')
      .set({ status, updated_at: context.now })
      .where('id', 'in', keysIn(wanted))
      .returning('id')
      .execute()
    const there = new Set(changed.map(row => row.id))
    await noteDeed(
      context,
      ...[...there].map(id => ({
        action: 'updateFeedbackStatus',
        subject: `feedback ${id}`,
        detail: `status ${status}`,
      })),
    )
    return ids.map(
      (id): FeedbackResult =>
        there.has(id)
          ? { id, status: 'PASS', message: null }
          : { id, status: 'FAIL', message: 'It is not there any more.' },
    )
  },

  deleteByIdFeedback: (_, { id }, context) => removeFeedback(context, oneId(id)),
  deleteByIdsFeedback: (_, { ids }, context) => removeFeedback(context, ids),
} satisfies Mutations

/** As many statuses are set at once as one page shows. */
const mostAtOnce = 500
const staffOnly = 'Only the support team answers and classifies feedback.'
const overtaken = 'A colleague saved this at the same moment. Save again.'

function told(info: GraphQLResolveInfo) {
  return { logs: isSelected(info, 'deviceLog') }
}

/** Refuses with NOT_FOUND what the caller may not see. */
async function openFeedback(
  context: Context,
  id: string,
  { logs } = { logs: false },
): Promise<Feedback> {
  const found = await findFeedback(context, id, { logs })
  if (!found) throw notFound()
  return found
}

async function openForStaff(context: Context, id: string): Promise<Feedback> {
  const found = await openFeedback(context, id)
  checkStaff(context)
  return found
}

function checkStaff({ viewer }: Context): void {
  if (!mayReplyToFeedback(viewer.role)) throw forbidden(staffOnly)
}

async function checkCount({ db, viewer }: Context): Promise<void> {
  const { count } = await db
    .selectFrom('feedback')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  const limit = limits.feedbackPerUser
  if (count < limit) return
  const message = `You have sent ${countTitle(count)} times, which is all that fits. Delete what is done with.`
  throw badInput({ field: 'feedback', limit, message })
}

type Changes = Readonly<Record<string, string | null>>

/** What is to be stored, by column; null clears a text. */
function readChanges({ reply, note, status, fixedIn }: MutationUpdateFeedbackArgs): Changes {
  if (reply != null) refuse(checkText('reply', reply, limits.feedback))
  if (note != null) refuse(checkText('note', note, limits.feedback))
  if (status === null) throw cannotBeCleared('status')
  return {
    ...(reply !== undefined && { reply: blankToNull(reply) }),
    ...(note !== undefined && { note: blankToNull(note) }),
    ...(status !== undefined && { status }),
    ...(fixedIn !== undefined && {
      fixed_in: blankToNull(fixedIn) === null ? null : readName('fixedIn', fixedIn),
    }),
  }
}

function blankToNull(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text
}

/** What changed, without what was written. */
function describe(changes: Changes): string {
  return Object.entries(changes)
    .map(([column, value]) => (column === 'status' ? `status ${value}` : column))
    .join(', ')
}

async function mailReply({ db, mails }: Context, { id, user, reply }: Feedback): Promise<void> {
  if (!user?.email || !reply) return
  const hash = hashToken(reply)
  await mails.queue(db, {
    letter: letterNames.feedbackReply,
    to: user.email,
    data: { feedbackId: id, hash },
    // One for each text: the letter of another one may be under way.
    key: `reply:${id}:${hash}`,
    ...(user.userId != null && { userId: user.userId }),
  })
}

/**
 * Tells the devices of those who sent it; whoever wrote from outside has none. Answers for the caller as they are by
 * then: whoever waited may be no staff any more, and locked with the others, stays what they are.
 */
async function lockSenders(
  context: Context,
  userIds: readonly (number | null | undefined)[],
): Promise<Context> {
  const { viewer } = context
  const senders = userIds.flatMap(id => id ?? [])
  await lockAccounts(context, [viewer.id, ...senders])
  await touchAccounts(context, senders, 'feedback')
  return { ...context, viewer: { ...viewer, role: (await standingRole(context)) ?? newRole } }
}

async function removeFeedback(context: Context, ids: readonly string[]) {
  checkDeletion(ids)
  const rows = await context.db
    .selectFrom('feedback')
    .select(['id', 'user_id'])
    .where('id', 'in', keysIn(jsonKeys(ids.filter(isPossibleId))))
    .execute()
  const { viewer } = context
  const found = rows.filter(row => mayReplyToFeedback(viewer.role) || row.user_id === viewer.id)
  const allowed = found.filter(row => mayDelete(viewer, row))
  const standing =
    allowed.length === 0
      ? context
      : await lockSenders(
          context,
          allowed.map(row => row.user_id),
        )
  const byId = new Map(found.map(row => [row.id, row]))
  return deleteEach(
    ids,
    async id => {
      const row = byId.get(id)
      if (!row) throw notFound()
      if (mayDelete(standing.viewer, row)) return id
      throw forbidden('Only an administrator deletes what others sent.')
    },
    async ids => {
      const gone = await context.db
        .deleteFrom('feedback')
        .where('id', 'in', keysIn(jsonKeys(ids)))
        .returning(['id', 'user_id'])
        .execute()
      const { now } = context
      await rememberGone(context.db, 'feedback', { gone: gone.map(({ id }) => ({ id })), now })
      await noteDeed(
        context,
        ...gone.flatMap(({ id, user_id }) =>
          user_id === viewer.id ? [] : { action: 'deleteFeedback', subject: `feedback ${id}` },
        ),
      )
    },
  )
}

function mayDelete({ id, role }: Viewer, { user_id }: { readonly user_id: number | null }) {
  return user_id === id || isAdmin(role)
}
