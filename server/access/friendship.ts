/**
 * Who becomes whose friend (spec section 3, Friend). Each of two people has a record of the other, with the answers
 * of both. Both accounts are locked, by ascending id, before anything is read that is decided upon.
 */
import {
  areFriends,
  checkFriendCount,
  endsShares,
  type FriendStatus,
  isRefusal,
  shownAnswer,
  staysAfterRemoval,
} from '../../rules/people/friends.ts'
import type { ValidationIssue } from '../../rules/validation-issue.ts'
import { lockAccounts, type Writer } from '../changes/changes.ts'
import { WriteConflict } from '../changes/write-conflict.ts'
import { badInput, refuse } from '../refusal.ts'
import {
  countAccepted,
  dropRow,
  type FriendRow,
  findFriend,
  findRequest,
  invite,
  newRow,
  nobody,
  noRow,
  putRow,
  refusePastCount,
  type Side,
  setShown,
  sideOf,
  touchFriends,
} from './friend-rows.ts'
import { endSharesBetween } from './memberships.ts'

/**
 * Asks a person for friendship, or accepts where they asked. Whoever turned the caller down is not reached, and
 * the answer does not tell; nor does it tell whether there is such a person.
 */
export async function askPerson(writer: Writer, otherId: number): Promise<FriendRow> {
  const { viewer } = writer
  if (otherId === viewer.id) throw badInput({ field: 'id', message: 'This is you.' })
  await lockAccounts(writer, [viewer.id, otherId])
  const mine = await sideOf(writer.db, viewer.id, otherId)
  const theirs = await sideOf(writer.db, otherId, viewer.id)
  if (theirs.answer === 'ACCEPTED') return befriend(writer, viewer.id, otherId)
  const asked = mine.known?.my_status === 'ACCEPTED' ? mine.known : undefined
  if (!asked) refuse(checkFriendCount((await countAccepted(writer.db, viewer.id)) + 1))
  const row = await putRow(writer, {
    ...(mine.known ?? { ...newRow(writer, viewer.id, otherId), is_told: 0 }),
    my_status: 'ACCEPTED',
    friend_status: shownAnswer(theirs.answer),
    updated_at: writer.now,
  })
  await invite(writer, isRefusal(theirs.answer) ? nobody : otherId, viewer.id)
  return row
}

/**
 * Asks whoever has an address. The same statements run whether anybody has: neither the answer nor its time
 * tells. Where mail proves addresses, one that nobody proved is nobody's: `reachesUnproven`. Openings are locked.
 */
export async function askAddress(
  writer: Writer,
  {
    email,
    key,
    reachesUnproven,
  }: { readonly email: string; readonly key: string; readonly reachesUnproven: boolean },
): Promise<FriendRow> {
  const { db, viewer, now } = writer
  const person = await db
    .selectFrom('user')
    .select(['id', 'verified_at'])
    .where('email_key', '=', key)
    .executeTakeFirst()
  const otherId = person && (reachesUnproven || person.verified_at !== null) ? person.id : nobody
  if (otherId === viewer.id) {
    throw badInput({ field: 'email', message: 'This is your own address.' })
  }
  const reached = whoWasReached((await findRequest(db, viewer.id, key)).before)
  // The address may be somebody else's by now, or nobody's.
  const ownerBefore = reached === otherId ? nobody : reached
  // Three in any case: a statement each.
  await lockAccounts(writer, [
    viewer.id,
    otherId,
    ownerBefore === nobody ? nobodyElse : ownerBefore,
  ])
  const theirs = await sideOf(db, otherId, viewer.id)
  const mine = await sideOf(db, viewer.id, otherId)
  const { id, before } = await findRequest(db, viewer.id, key)
  if (whoWasReached(before) !== reached) throw new WriteConflict()
  if (haveBothAsked(mine, theirs)) {
    if (before && reached !== otherId) await dropRow(writer, before)
    await withdraw(writer, ownerBefore)
    return befriend(writer, viewer.id, otherId)
  }
  if (before?.my_status !== 'ACCEPTED') {
    refuse(checkFriendCount((await countAccepted(db, viewer.id)) + 1))
  }
  const row = await putRow(writer, {
    id,
    user_id: viewer.id,
    friend_user_id: otherId === nobody ? null : otherId,
    is_known: 0,
    is_told: 0,
    email,
    email_key: key,
    my_status: 'ACCEPTED',
    friend_status: 'INVITED',
    created_at: now,
    updated_at: now,
  })
  await withdraw(writer, ownerBefore)
  const isTurnedDown = isRefusal(theirs.answer) || isRefusal(mine.answer)
  await invite(writer, isTurnedDown ? nobody : otherId, viewer.id)
  return row
}

/**
 * A request to an address that was nobody's reaches whoever has it by now, where neither of the two turned the other
 * down: who asked is told nothing of it. Where the other had said yes before, they are friends with one record each.
 * Both accounts are locked.
 */
export async function deliverRequest(
  writer: Writer,
  { id, user_id: askerId }: Pick<FriendRow, 'id' | 'user_id'>,
  otherId: number,
): Promise<void> {
  const { db } = writer
  const theirs = await sideOf(db, otherId, askerId)
  const mine = await sideOf(db, askerId, otherId)
  await db.updateTable('friend').set({ friend_user_id: otherId }).where('id', '=', id).execute()
  if (isRefusal(theirs.answer) || isRefusal(mine.answer)) return
  if (haveBothAsked(mine, theirs)) await befriend(writer, askerId, otherId)
  else await invite(writer, otherId, askerId)
}

/** The caller's own answer to a record of theirs; refuses what would be one too many of those that they gave. */
export async function answerFriend(
  writer: Writer,
  row: FriendRow,
  answer: FriendStatus,
): Promise<FriendRow> {
  const { db, viewer, now } = writer
  const otherId = whoWasReached(row)
  if (answer === 'ACCEPTED' && row.is_known === 1) return askPerson(writer, otherId)
  await lockAccounts(writer, [viewer.id, otherId])
  const before = await findFriend(db, viewer.id, row.id)
  if (!before) return row
  if (whoWasReached(before) !== otherId) throw new WriteConflict()
  await refusePastCount(db, before, answer)
  if (answer === 'ACCEPTED') return askAgain(writer, before)
  const changed = { ...before, my_status: answer, updated_at: now }
  await db
    .updateTable('friend')
    .set({ my_status: answer, updated_at: now })
    .where('id', '=', row.id)
    .execute()
  await touchFriends(writer, viewer.id)
  await tellOther(writer, otherId, answer)
  const standing = { mine: before.my_status, theirs: before.friend_status }
  if (endsShares(standing, answer)) await endSharesBetween(writer, viewer.id, otherId)
  return changed
}

/** A yes to a request of the caller's own to an address: it asks anew whoever was found by it. */
async function askAgain(writer: Writer, before: FriendRow): Promise<FriendRow> {
  const { db, viewer, now } = writer
  const otherId = whoWasReached(before)
  const theirs = await sideOf(db, otherId, viewer.id)
  const row = await putRow(writer, { ...before, my_status: 'ACCEPTED', updated_at: now })
  const mine = await sideOf(db, viewer.id, otherId)
  if (haveBothAsked(mine, theirs)) return befriend(writer, viewer.id, otherId)
  const isTurnedDown = isRefusal(theirs.answer) || isRefusal(mine.answer)
  await invite(writer, isTurnedDown ? nobody : otherId, viewer.id)
  return row
}

/** Forgets a record of the caller's: a friendship ends for both, a request is withdrawn, a refusal lifted. */
export async function removeFriend(writer: Writer, row: FriendRow): Promise<void> {
  const { db, viewer } = writer
  const otherId = whoWasReached(row)
  await lockAccounts(writer, [viewer.id, otherId])
  const before = await findFriend(db, viewer.id, row.id)
  if (!before) return
  // It has reached somebody meanwhile, who is not locked: from the beginning.
  if (whoWasReached(before) !== otherId) throw new WriteConflict()
  await dropRow(writer, before)
  await withdraw(writer, otherId, before.is_known === 1)
  if (areFriends({ mine: before.my_status, theirs: before.friend_status })) {
    await endSharesBetween(writer, viewer.id, otherId)
  }
}

/** Takes back what a record of the caller's, which is gone, put before the other; both accounts are locked. */
async function withdraw(writer: Writer, otherId: number, wasKnown = false): Promise<void> {
  const { db, viewer } = writer
  const mine = await sideOf(db, viewer.id, otherId)
  const theirs = await sideOf(db, otherId, viewer.id)
  const known = mine.answer === 'ACCEPTED' ? undefined : theirs.known
  const stays = known !== undefined && staysAfterRemoval(known.my_status)
  const isToGo = known && !stays && (wasKnown || known.my_status === 'INVITED')
  await dropRow(writer, isToGo ? known : noRow)
  if (stays) await setShown(writer, [known], 'INVITED')
  // Who asked by an address goes on as if nothing had happened.
  await setShown(writer, theirs.requests, 'INVITED')
}

/**
 * Makes two people friends at once, as an invitation does; both accounts get locked. Returns undefined if the
 * one who invites has turned the other down: then the invitation is worth nothing.
 */
export async function befriendByInvite(
  writer: Writer,
  inviterId: number,
  guestId: number,
): Promise<FriendRow | undefined> {
  await lockAccounts(writer, [inviterId, guestId])
  const inviter = await sideOf(writer.db, inviterId, guestId)
  if (isRefusal(inviter.answer)) return undefined
  return befriend(writer, guestId, inviterId)
}

/**
 * Whether who asks now was asked as well, and may be told whose address it is: they were shown the request, or are
 * friends; or it had no room to be seen, and they never answered it.
 */
function haveBothAsked(mine: Side, theirs: Side): boolean {
  if (theirs.answer !== 'ACCEPTED') return false
  const { known } = mine
  if (!known) return !isRefusal(mine.answer)
  return theirs.known !== undefined || known.friend_status === 'ACCEPTED'
}

/** Nobody has this id either: so three are locked in any case. */
const nobodyElse = -1

function whoWasReached(row: FriendRow | undefined): number {
  return row?.friend_user_id ?? nobody
}

/** Both say yes: each has one record, and what was asked of an address becomes it. */
async function befriend(writer: Writer, userId: number, otherId: number): Promise<FriendRow> {
  let own: FriendRow | undefined
  for (const [one, other] of [
    [userId, otherId],
    [otherId, userId],
  ] as const) {
    const side = await sideOf(writer.db, one, other)
    const before = side.known ?? side.requests[0]
    // A request of theirs counts already, whichever record it is that stays.
    if (![before, ...side.requests].some(row => row?.my_status === 'ACCEPTED')) {
      const issue = checkFriendCount((await countAccepted(writer.db, one)) + 1)
      refuse(one === writer.viewer.id ? issue : issue && issueOfOther(issue))
    }
    for (const request of side.requests) {
      if (request.id !== before?.id) await dropRow(writer, request)
    }
    const isSame = before?.is_known === 1 && before.my_status === 'ACCEPTED'
    const row =
      isSame && before.friend_status === 'ACCEPTED'
        ? before
        : await putRow(writer, {
            ...(before ?? newRow(writer, one, other)),
            is_known: 1,
            is_told: 1,
            my_status: 'ACCEPTED',
            friend_status: 'ACCEPTED',
            updated_at: writer.now,
          })
    own ??= row
  }
  if (!own) throw new Error('A friendship has two sides.')
  return own
}

/** Who accepts an invitation cannot remove friends of whoever invites. */
function issueOfOther(issue: ValidationIssue): ValidationIssue {
  const message = `They have ${issue.limit} friends already, which is the most that one person can have, requests that they sent included.`
  return { ...issue, message }
}

/** What the other's records show of the caller's answer; a request that was withdrawn goes. */
async function tellOther(writer: Writer, otherId: number, answer: FriendStatus): Promise<void> {
  const { known, requests } = await sideOf(writer.db, otherId, writer.viewer.id)
  const isToGo = known?.my_status === 'INVITED'
  await dropRow(writer, isToGo ? known : noRow)
  if (known && !isToGo) await setShown(writer, [known], answer)
  await setShown(writer, requests, answer)
}
