/** How a person leaves a list that is somebody else's, wherever it is by then. */

import { limits } from '../../../rules/limits.ts'
import { permissionSentences } from '../../../rules/people/permission-sentences.ts'
import { isPossibleId, type OpenedList, openList } from '../../access/access.ts'
import { endMembership, stampPeople } from '../../access/memberships.ts'
import { lockList, touchAccount } from '../../changes/changes.ts'
import { noteActivity } from '../../changes/noted-activity.ts'
import type { DeleteResult } from '../../generated/schema.ts'
import { purgeAfter } from '../../jobs/sweeper.ts'
import { forbidden } from '../../refusal.ts'
import { deleteEach, oneId } from '../delete-results.ts'
import type { Context } from '../engine/context.ts'

/** One result: PASS also where the person has left already, FAIL where the list is their own. */
export async function leaveList(context: Context, id: string): Promise<DeleteResult[]> {
  const listId = await leaveInBin(context, id)
  return deleteEach(
    oneId(id),
    async () => openAsGuest(context, listId),
    async () => leave(context, listId),
  )
}

async function openAsGuest(context: Context, id: string): Promise<OpenedList> {
  const list = await openList(context, id, 'VIEW')
  if (list.userId !== context.viewer.id) return list
  throw forbidden(permissionSentences.LEAVE)
}

/** The row stays: it explains to the person later why the list is not there. */
async function leave(context: Context, listId: string): Promise<void> {
  const { viewer } = context
  await touchAccount(context, viewer.id)
  const revision = await lockList(context, listId, 'VIEW')
  await openAsGuest(context, listId)
  await endMembership(context, listId, viewer.id, revision, { bySelf: true })
  await stampPeople(context, listId, revision)
  noteActivity(context, { listId, kind: 'LIST_LEFT' })
}

/**
 * Nobody is told of what lies in the bin, but it comes back without whoever left it there. Answers what is to be left
 * besides: what came back before they were heard has another id.
 */
async function leaveInBin(context: Context, listId: string): Promise<string> {
  if (!isPossibleId(listId)) return listId
  const { db, viewer } = context
  const binned = await db
    .selectFrom('membership')
    .innerJoin('shopping_list', 'shopping_list.id', 'membership.list_id')
    .select('membership.id')
    .where('membership.list_id', '=', listId)
    .where('membership.user_id', '=', viewer.id)
    .where('membership.ended_at', 'is', null)
    .where('shopping_list.user_id', '<>', viewer.id)
    .where('shopping_list.deleted_at', 'is not', null)
    .executeTakeFirst()
  if (!binned) return listId
  await touchAccount(context, viewer.id)
  await endMembership(context, listId, viewer.id, null, { bySelf: true })
  // Under the lock of the account, which whoever brings the list back takes, too.
  const list = await db
    .selectFrom('shopping_list')
    .select('restored_as')
    .where('id', '=', listId)
    .executeTakeFirst()
  return list?.restored_as ? leaveInBin(context, list.restored_as) : listId
}

/** Forgets who left a list more than 90 days ago: it need not be explained to them any more. */
export const purgeMemberships = purgeAfter(limits.traceDays, 'membership', {
  key: 'id',
  moment: 'ended_at',
})
