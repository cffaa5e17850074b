/** Invitations: a person's own link, and links to one list. Whoever accepts one is a friend at once. */
import type { Kysely } from 'kysely'
import { mayAdminister, type Permission } from '../../rules/people/permissions.ts'
import { checkPeopleCount, lessPermission, morePermission } from '../../rules/people/sharing.ts'
import { lockAccounts, raiseRevision, type Writer } from '../changes/changes.ts'
import { noteActivity } from '../changes/noted-activity.ts'
import type { Schema } from '../db/schema.ts'
import { isPlainId } from '../plain-id.ts'
import { refuse } from '../refusal.ts'
import type { FriendRow } from './friend-rows.ts'
import { hasBlockedAmong } from './friends-of-account.ts'
import { befriendByInvite } from './friendship.ts'
import { joinList, stampPeople } from './memberships.ts'
import { findShareLink, isAsFound, type ShareLink } from './share-links.ts'

export interface Invite {
  readonly userId: number
  readonly firstName: string
  readonly lastName: string
  /** The list that comes with it. */
  readonly link: ShareLink | undefined
}

export const deadInvite =
  'This invitation does not work any more. Ask whoever sent it for a new one.'

/** To whoever follows what they made, which works for everybody else. */
export const ownInvite = 'This invitation is your own. Send it to whoever is to accept it.'

/** Who invites by a link; undefined if it is worth nothing. */
export async function findInvite(
  db: Kysely<Schema>,
  inviteId: string,
  now: string,
): Promise<Invite | undefined> {
  if (!isPlainId(inviteId)) return undefined
  const people = db.selectFrom('user').select(['id', 'first_name', 'last_name'])
  // A person's own comes first: whoever was sent it could name a link of theirs alike.
  const own = await people.where('invite_id', '=', inviteId).executeTakeFirst()
  const link = own ? undefined : await findShareLink(db, inviteId, now)
  const person = link ? await people.where('id', '=', link.userId).executeTakeFirst() : own
  return (
    person && {
      userId: person.id,
      firstName: person.first_name,
      lastName: person.last_name,
      link,
    }
  )
}

export interface AcceptedInvite {
  readonly friend: FriendRow
  readonly listId: string | undefined
}

/**
 * Accepts for the writer's viewer, in the writer's transaction. Returns undefined if the invitation is worth
 * nothing, is one's own, its maker has turned the viewer down, its list was taken from them since, or its owner and they
 * blocked each other: they cannot be told apart.
 */
export async function acceptInviteInTransaction(
  writer: Writer & { readonly newId: () => string },
  inviteId: string,
): Promise<AcceptedInvite | undefined> {
  const { db, viewer, now } = writer
  const found = await findInvite(db, inviteId, now)
  if (!found || found.userId === viewer.id) return undefined
  await lockAccounts(writer, [found.userId, viewer.id])
  // Again, now that the accounts are locked: it may have been renewed, or ended, meanwhile.
  const invite = await findInvite(db, inviteId, now)
  if (invite?.userId !== found.userId) return undefined
  if (invite.link && (await isKeptOut(db, invite.link, viewer.id))) return undefined
  const friend = await befriendByInvite(writer, invite.userId, viewer.id)
  if (!friend) return undefined
  if (invite.link) await joinByLink(writer, invite.link)
  return { friend, listId: invite.link?.listId }
}

/**
 * Nobody loses by a link what they may do already: who has enough is told nothing, and nor is the history. What somebody
 * else made of a person's permission since it was made stands.
 */
async function joinByLink(
  writer: Writer & { readonly newId: () => string },
  link: ShareLink,
): Promise<void> {
  const { db, viewer } = writer
  const { listId } = link
  // Their account is locked, so this stays as it is.
  const known = await findMembership(db, listId, viewer.id)
  const own = known?.ended_at === null ? known : undefined
  // Who came by one link, and is as they came, may use another of that day.
  const isAsCome = own?.by_link === 1 && own.before === null
  const isOld = known !== undefined && !isAsCome && known.permission_revision > link.listRevision
  if (own && isOld) return
  const permission = own
    ? morePermission(link.permission, own.permission)
    : lessPermission(link.permission, (isOld && known?.permission) || link.permission)
  if (permission === own?.permission) return
  const revision = await raiseRevision(writer, listId)
  // Whoever held the list may have ended its links, at a moment that is later than this one's.
  if (!(await isAsFound(db, link))) return
  const members = await db
    .selectFrom('membership')
    .select(['user_id', 'permission'])
    .where('list_id', '=', listId)
    .where('ended_at', 'is', null)
    .execute()
  const maker = members.find(member => member.user_id === link.userId)
  if (!maker || !mayAdminister(maker.permission as Permission)) return
  if (own) {
    await db
      .updateTable('membership')
      .set({ permission, permission_revision: revision, previous_permission: own.permission })
      .where('list_id', '=', listId)
      .where('user_id', '=', viewer.id)
      .execute()
    noteActivity(writer, { listId, kind: 'LIST_SHARED', fields: ['shoppingListFriends'] })
  } else {
    refuse(checkPeopleCount(members.length))
    const joining = {
      id: writer.newId(),
      listId,
      userId: viewer.id,
      permission,
      before: known?.permission,
      sharedBy: link.userId,
      byLink: true,
    }
    await joinList(writer, joining, revision)
    noteActivity(writer, { listId, kind: 'LIST_JOINED' })
  }
  await stampPeople(writer, listId, revision)
}

/** Of who has the list, or had it. */
function findMembership(db: Kysely<Schema>, listId: string, userId: number) {
  return db
    .selectFrom('membership')
    .select(['ended_at', 'left_revision', 'left_by_self', 'permission_revision', 'by_link'])
    .select('previous_permission as before')
    .select(({ ref }) => ref('permission').$castTo<Permission>().as('permission'))
    .where('list_id', '=', listId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

async function isKeptOut(db: Kysely<Schema>, link: ShareLink, userId: number): Promise<boolean> {
  return (await hasBlockedAmong(db, link.ownerId, [userId])) || wasPutOut(db, link, userId)
}

/** Whether somebody else took the list from the person since the link was made: who left by themselves may come back. */
async function wasPutOut(db: Kysely<Schema>, link: ShareLink, userId: number): Promise<boolean> {
  const known = await findMembership(db, link.listId, userId)
  const left = known?.left_revision ?? null
  if (!known || left === null) return false
  // In the bin nothing has a revision.
  if (left === 0) return (known.ended_at ?? '') > link.createdAt
  return left > link.listRevision && known.left_by_self !== left
}
