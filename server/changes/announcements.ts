/** What mutations moved is told to every process, which tells those concerned (server/graphql/live.ts). */
import { jsonKeys, keysIn } from '../db/json-rows.ts'
import type { Database } from '../db/open.ts'
import { type Place, prepare } from '../db/prepared.ts'
import { accountUnit, type Moved } from './changes.ts'

/** Never the id of a list, nor of an account: says that sessions ended. */
export const signOutUnit = 'sign-out'

/** What was announced: `revision` null if these people may no longer see the list. */
export interface Announcement {
  readonly unit: string
  readonly revision: number | null
  readonly userIds: readonly number[]
  /** Where it is there, nothing moved: these people are in a store with the list by now, or left it. */
  readonly isShopping?: boolean
}

/** Tells every process that a session of these people ended, so that its event streams do, too. */
export async function announceSignOut(
  database: Database,
  userIds: readonly number[],
): Promise<void> {
  const announcement: Announcement = { unit: signOutUnit, revision: null, userIds }
  await database.notify(JSON.stringify(announcement))
}

/**
 * Tells every process which units moved, in order; after the commits, in one go, and without any content.
 */
export async function announce(database: Database, ...all: readonly Moved[]): Promise<void> {
  const listIds = all.flatMap(moved => [...moved.lists.keys()].filter(id => !moved.members.has(id)))
  const members =
    listIds.length === 0 ? [] : await findMembers.all(database.query, { lists: jsonKeys(listIds) })
  const usersByList = Map.groupBy(members, member => member.list_id)
  const usersOf = (moved: Moved, listId: string) =>
    moved.members.get(listId) ?? (usersByList.get(listId) ?? []).map(member => member.user_id)
  // Of who comes and goes the last alone: PostgreSQL tells once what one transaction says twice, where it said it first.
  const shopping = new Map(
    all.flatMap(moved => moved.shopping).map(one => [`${one.userId} ${one.listId}`, one]),
  )
  const announcements = all.flatMap((moved): Announcement[] => [
    ...[...moved.lists].map(([unit, revision]) => ({
      unit,
      revision,
      userIds: usersOf(moved, unit),
    })),
    ...[...moved.accounts].map(([userId, revision]) => ({
      unit: accountUnit,
      revision,
      userIds: [userId],
    })),
    ...moved.lost.map(({ listId, userId }) => ({
      unit: listId,
      revision: null,
      userIds: [userId],
    })),
    { unit: signOutUnit, revision: null, userIds: [...moved.signedOut] },
  ])
  const comings = [...shopping.values()].map(
    ({ listId, revision, userId, isShopping }): Announcement => ({
      unit: listId,
      revision,
      userIds: [userId],
      isShopping,
    }),
  )
  const payloads = [...announcements, ...comings]
    .filter(({ userIds }) => userIds.length > 0)
    .map(announcement => JSON.stringify(announcement))
  if (payloads.length > 0) await database.notify(...payloads)
}

const findMembers = prepare((db, place: Place<{ lists: string }>) =>
  db
    .selectFrom('membership')
    .select(['list_id', 'user_id'])
    .where('list_id', 'in', keysIn(place('lists')))
    .where('ended_at', 'is', null),
)
