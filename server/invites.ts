/** Invitations: a person's own link, and links to one list. Whoever accepts one is a friend at once. */
import type { Kysely } from 'kysely'
import { mayAdminister, type Permission } from '../rules/permissions.ts'
import { checkPeopleCount, morePermission } from '../rules/sharing.ts'
import { raiseRevision, type Writer } from './changes.ts'
import type { Schema } from './db/schema.ts'
import { befriendByInvite, type FriendRow } from './friendship.ts'
import { joinList, stampPeople } from './memberships.ts'
import { noteActivity } from './noted-activity.ts'
import { refuse } from './refusal.ts'
import { findShareLink, type ShareLink } from './share-links.ts'

export interface Invite {
  readonly userId: number
  readonly firstName: string
  readonly lastName: string
  /** The list that comes with it. */
  readonly link: ShareLink | undefined
}

export const deadInvite =
  'This invitation does not work any more. Ask whoever sent it for a new one.'

/** Who invites by a link; undefined if it is worth nothing. */
export async function findInvite(
  db: Kysely<Schema>,
  inviteId: string,
  now: string,
): Promise<Invite | undefined> {
  if (inviteId.length > 100 || !/^[\x21-\x7e]+$/.test(inviteId)) return undefined
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
 * nothing, is one's own, or its maker has turned the viewer down: they cannot be told apart.
 */
export async function acceptInviteInTransaction(
  writer: Writer & { readonly newId: () => string },
  inviteId: string,
): Promise<AcceptedInvite | undefined> {
  const { db, viewer, now } = writer
  const invite = await findInvite(db, inviteId, now)
  if (!invite || invite.userId === viewer.id) return undefined
  const friend = await befriendByInvite(writer, invite.userId, viewer.id)
  if (!friend) return undefined
  // Again, now that the accounts are locked: the link may have ended meanwhile.
  const link = invite.link && (await findShareLink(db, inviteId, now))
  if (link) await joinByLink(writer, link)
  return { friend, listId: link?.listId }
}

/** Nobody loses by a link what they may do already: who has enough is told nothing, and nor is the history. */
async function joinByLink(
  writer: Writer & { readonly newId: () => string },
  link: ShareLink,
): Promise<void> {
  const { db, viewer } = writer
  const { listId } = link
  // Their account is locked, so this stays as it is.
  const own = await db
    .selectFrom('membership')
    .select('permission')
    .where('list_id', '=', listId)
    .where('user_id', '=', viewer.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  const permission = own
    ? morePermission(link.permission, own.permission as Permission)
    : link.permission
  if (permission === own?.permission) return
  const revision = await raiseRevision(writer, listId)
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
      sharedBy: link.userId,
      byLink: true,
    }
    await joinList(writer, joining, revision)
    noteActivity(writer, { listId, kind: 'LIST_JOINED' })
  }
  await stampPeople(writer, listId, revision)
}
