/** Friends: what may be asked and done (spec sections 3 and 7). What it means stands in `server/access/friendship.ts`. */

import { checkEmail } from '../../../rules/people/account.ts'
import { cleanEmail, emailKey } from '../../../rules/people/email.ts'
import { checkAnswer } from '../../../rules/people/friends.ts'
import { isPossibleId } from '../../access/access.ts'
import { type FriendRow, findFriend, findFriends, readUserId } from '../../access/friend-rows.ts'
import { answerFriend, askAddress, askPerson, removeFriend } from '../../access/friendship.ts'
import { lockAccounts, lockOpenings } from '../../changes/changes.ts'
import { noteOfEachList } from '../../changes/noted-activity.ts'
import { type Allowance, allowances, waitInWords } from '../../gates/attempts.ts'
import { letterNames } from '../../mail/letter-names.ts'
import { badInput, notFound, refuse } from '../../refusal.ts'
import { checkDeletion, deleteEach, oneId } from '../delete-results.ts'
import type { Context, Mutations, Queries } from '../engine/context.ts'
import { presentFriend, readFriends } from './friend-record.ts'

export const friendQueries = {
  getAllFriend: (_, _args, context) => readFriends(context),

  async getByIdFriend(_, { id }, context) {
    const row = isPossibleId(id) && (await findFriend(context.db, context.viewer.id, id))
    return row ? presentFriend(context.db, row) : null
  },

  async getByFilterFriend(_, { filters }, context) {
    const userId = filters.userId ?? context.viewer.id
    const friends = await readFriends(context)
    return friends.filter(({ friendId }) => userId === context.viewer.id || friendId === userId)
  },
} satisfies Queries

export const friendMutations = {
  async createFriend(_, { id }, context) {
    const otherId = readUserId(id)
    if (otherId === undefined) {
      throw badInput({ field: 'id', message: 'The id is the other person’s userId, a number.' })
    }
    await countChange(context, 'id')
    return presentFriend(context.db, await askPerson(context, otherId))
  },

  async updateFriend(_, { id, firendStatus }, context) {
    refuse(checkAnswer('firendStatus', firendStatus))
    await countChange(context, 'firendStatus')
    const row = await answerFriend(context, await openFriend(context, id), firendStatus)
    noteEndedShares(context)
    return presentFriend(context.db, row)
  },

  deleteByIdFriend: (_, { id }, context) => removeFriends(context, oneId(id)),
  deleteByIdsFriend: (_, { ids }, context) => removeFriends(context, ids),

  async sendFriendRequestByEmail(_, { email }, context) {
    refuse(checkEmail('email', email))
    // For `askAddress`, and before the count of requests is locked, as in a batch.
    await lockOpenings(context.db)
    await countRequest(context)
    const row = await askAddress(context, {
      email: cleanEmail(email),
      key: emailKey(email),
      reachesUnproven: !context.provesAddresses,
    })
    await context.mails.queue(context.db, {
      letter: letterNames.friendRequest,
      to: cleanEmail(email),
      data: { askerId: context.viewer.id, requestId: row.id },
      key: `${letterNames.friendRequest}:${row.id}`,
    })
    return {
      message: 'Your request was sent. They see it in Aisle once they are here.',
      friend: await presentFriend(context.db, row),
    }
  },
} satisfies Mutations

async function openFriend({ db, viewer }: Context, id: string): Promise<FriendRow> {
  const row = isPossibleId(id) ? await findFriend(db, viewer.id, id) : undefined
  if (!row) throw notFound()
  return row
}

/**
 * Refuses the request by mail that is one too many; withdrawing those before gives none back. A no for good, since who
 * is told to wait keeps all edits behind it waiting.
 */
async function countRequest(context: Context): Promise<void> {
  for (const [allowance, time] of [
    [allowances.askFriendsPerHour, 'an hour'],
    [allowances.askFriendsPerDay, 'a day'],
  ] as const) {
    await count(
      context,
      { allowance, field: 'email' },
      ({ limit, wait }) =>
        `You asked ${limit} people by mail within ${time}, which is all that may be asked. Try again in ${wait}, or give them your invite link.`,
    )
  }
}

/** Refuses what is one too many of all that the other person may hear of; `field` is the argument that says who it is. */
export function countChange(context: Context, field: string): Promise<void> {
  return count(
    context,
    { allowance: allowances.friendChanges, field },
    ({ limit, wait }) =>
      `You asked, answered or removed friends ${limit} times within an hour, which is all that may be done. Try again in ${wait}.`,
  )
}

async function count(
  { attempts, viewer, db }: Context,
  { allowance, field }: { readonly allowance: Allowance; readonly field: string },
  sentence: (said: { readonly limit: number; readonly wait: string }) => string,
): Promise<void> {
  const seconds = await attempts.take(allowance, String(viewer.id), db)
  if (seconds === undefined) return
  const limit = allowance.tries
  throw badInput({ field, limit, message: sentence({ limit, wait: waitInWords(seconds) }) })
}

async function removeFriends(context: Context, ids: readonly string[]) {
  checkDeletion(ids)
  const friends = await findFriends(context.db, context.viewer.id, ids.filter(isPossibleId))
  return deleteEach(
    ids,
    async id => {
      const row = friends.get(id)
      if (!row) throw notFound()
      return row
    },
    async rows => {
      await countChange(context, 'id')
      // All at once, by ascending id: two who remove each other and others must not wait for each other.
      const others = rows.flatMap(row => row.friend_user_id ?? [])
      await lockAccounts(context, [context.viewer.id, ...others])
      for (const row of rows) await removeFriend(context, row)
      noteEndedShares(context)
    },
  )
}

/** Friendships that ended took shares with them. */
function noteEndedShares(context: Context): void {
  noteOfEachList(context, { kind: 'LIST_SHARED', fields: ['shoppingListFriends'] })
}
