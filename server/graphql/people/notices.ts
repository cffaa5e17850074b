/** Notices as the contract has them: this browser's consent, one's quiet hours, and which lists stay silent. */
import { createECDH } from 'node:crypto'
import { sql } from 'kysely'
import { limits } from '../../../rules/limits.ts'
import { checkQuietHours } from '../../../rules/people/quiet-hours.ts'
import { fieldTitle } from '../../../rules/validation-issue.ts'
import { openList } from '../../access/access.ts'
import type { NoticeSettings } from '../../generated/schema.ts'
import { askNoticesAgain } from '../../notices/notices.ts'
import { badInput, forbidden, refuse } from '../../refusal.ts'
import type { Context, Mutations, Queries } from '../engine/context.ts'
import { isSignedIn } from './signed-in.ts'

export const noticeQueries = {
  noticeSettings: (_, _args, context) => readNoticeSettings(context),
} satisfies Queries

export const noticeMutations = {
  async subscribeToNotices(_, { endpoint, p256dh, auth }, context) {
    const { db, viewer, sessionHash, push, now } = context
    if (!push.allows(endpoint)) {
      throw badInput({
        field: 'endpoint',
        message: 'Endpoint must be the https address of a push service in the internet.',
      })
    }
    if (!isPublicKey(p256dh)) throw badKey('p256dh', 65)
    if (bytesOf(auth)?.length !== 16) throw badKey('auth', 16)
    if (!(await isSignedIn(context)))
      throw forbidden('Notices go to browsers where somebody is signed in.')
    const others = await db
      .selectFrom('push_subscription')
      .select('id')
      .where('user_id', '=', viewer.id)
      .executeTakeFirst()
    // What was done while nobody wanted to hear of it is no news.
    if (!others) await forgetNews(context)
    // Whoever was signed in here before has left this browser.
    await db
      .deleteFrom('push_subscription')
      .where(({ or, eb }) =>
        or([eb('endpoint', '=', endpoint), eb('session_hash', '=', sessionHash)]),
      )
      .execute()
    await db
      .insertInto('push_subscription')
      .values({
        id: context.newId(),
        user_id: viewer.id,
        session_hash: sessionHash,
        endpoint,
        p256dh,
        auth,
        created_at: now,
      })
      .execute()
    await forgetOldest(context)
    return readNoticeSettings(context)
  },

  async unsubscribeFromNotices(_, _args, context) {
    await context.db
      .deleteFrom('push_subscription')
      .where('session_hash', '=', context.sessionHash)
      .execute()
    return readNoticeSettings(context)
  },

  async setQuietHours(_, { from = null, to = null, timeZone = null }, context) {
    const isNone = from === null && to === null
    if (!isNone) {
      refuse(checkQuietHours({ from: from ?? '', to: to ?? '', timeZone: timeZone ?? '' }))
    }
    await context.db
      .updateTable('user_config')
      .set({ quiet_from: from, quiet_to: to, quiet_zone: isNone ? null : timeZone })
      .where('user_id', '=', context.viewer.id)
      .execute()
    await askNoticesAgain(context, context.now)
    return readNoticeSettings(context)
  },

  async setListNotices(_, { shoppingListId, on }, context) {
    const list = await openList(context, shoppingListId, 'VIEW')
    if (on) await forgetNews(context, list.id)
    await context.db
      .updateTable('membership')
      .set({ notices: on ? 1 : 0 })
      .where('list_id', '=', list.id)
      .where('user_id', '=', context.viewer.id)
      .execute()
    return readNoticeSettings(context)
  },
} satisfies Mutations

/** Those of the person who asks, from the browser that asks. */
export async function readNoticeSettings({
  db,
  viewer,
  sessionHash,
  push,
}: Context): Promise<NoticeSettings> {
  const own = await db
    .selectFrom('push_subscription')
    .select('id')
    .where('session_hash', '=', sessionHash)
    .executeTakeFirst()
  const config = await db
    .selectFrom('user_config')
    .select(['quiet_from', 'quiet_to', 'quiet_zone'])
    .where('user_id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  const silent = await db
    .selectFrom('membership')
    .innerJoin('shopping_list', 'shopping_list.id', 'membership.list_id')
    .select('list_id')
    .where('membership.user_id', '=', viewer.id)
    .where('ended_at', 'is', null)
    .where('in_bin', '=', 0)
    .where('deleted_at', 'is', null)
    .where('notices', '=', 0)
    .orderBy('list_id')
    .execute()
  return {
    publicKey: push.publicKey,
    subscribed: own !== undefined,
    quietFrom: config.quiet_from,
    quietTo: config.quiet_to,
    timeZone: config.quiet_zone,
    silentListIds: silent.map(row => row.list_id),
  }
}

/** Where somebody asks on more browsers than a person may have, the one that asked first hears no more. */
async function forgetOldest({ db, viewer }: Context): Promise<void> {
  const own = db.selectFrom('push_subscription').select('id').where('user_id', '=', viewer.id)
  const extra = await own
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1_000)
    .offset(limits.noticeBrowsers)
    .execute()
  const ids = extra.map(({ id }) => id)
  if (ids.length > 0) await db.deleteFrom('push_subscription').where('id', 'in', ids).execute()
}

/** Nothing that others did until now is told; of one list, or of all that the person has and that are not in the bin. */
async function forgetNews({ db, viewer }: Context, listId?: string): Promise<void> {
  const newest = sql<number>`(select revision from shopping_list where id = membership.list_id)`
  await db
    .updateTable('membership')
    .set({ noticed_revision: newest })
    .where('user_id', '=', viewer.id)
    .where('ended_at', 'is', null)
    .where('in_bin', '=', 0)
    .where('noticed_revision', '<', newest)
    .$if(listId !== undefined, query => query.where('list_id', '=', listId ?? ''))
    .execute()
}

function bytesOf(text: string): Buffer | undefined {
  return /^[\w-]{1,200}={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : undefined
}

/** A point of the curve that messages are enciphered for. */
function isPublicKey(text: string): boolean {
  const bytes = bytesOf(text)
  if (bytes?.length !== 65) return false
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(bytes)
    return true
  } catch {
    return false
  }
}

function badKey(field: string, bytes: number) {
  const message = `${fieldTitle(field)} must be the browser's own key: ${bytes} bytes in base64url.`
  return badInput({ field, message })
}
