/** Friends as the contract shows them: nobody's address or name before it is theirs to know. */
import type { Kysely } from 'kysely'
import { maySeeAddress } from '../../../rules/people/friends.ts'
import type { Asker } from '../../access/access.ts'
import type { FriendRow } from '../../access/friend-rows.ts'
import type { Schema } from '../../db/schema.ts'
import type { Friend } from '../../generated/schema.ts'

/** All records of the person who asks, the oldest first. */
export async function readFriends({ db, viewer }: Asker): Promise<Friend[]> {
  const rows = await db
    .selectFrom('friend')
    .selectAll()
    .where('user_id', '=', viewer.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return presentFriends(db, rows)
}

async function presentFriends(db: Kysely<Schema>, rows: readonly FriendRow[]): Promise<Friend[]> {
  const ids = rows.flatMap(row => (row.is_known === 1 ? (row.friend_user_id ?? []) : []))
  const people =
    ids.length === 0
      ? []
      : await db
          .selectFrom('user')
          .select(['id', 'first_name', 'last_name', 'email'])
          .where('id', 'in', ids)
          .execute()
  const peopleById = new Map(people.map(person => [person.id, person]))
  return rows.map(row => {
    const standing = { mine: row.my_status, theirs: row.friend_status }
    const friendId = row.is_known === 1 ? row.friend_user_id : null
    const person = peopleById.get(friendId ?? 0)
    // Whoever was asked by a number alone is not known by name before they answer.
    const isTold = row.is_told === 1
    return {
      id: row.id,
      friendId,
      myStatus: row.my_status,
      firendStatus: row.friend_status,
      friendUser: {
        userId: friendId,
        firstName: (isTold && person?.first_name) || null,
        lastName: (isTold && person?.last_name) || null,
        email: maySeeAddress(standing) ? (person?.email ?? row.email) : row.email,
      },
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }
  })
}

/** One of them. */
export async function presentFriend(db: Kysely<Schema>, row: FriendRow): Promise<Friend> {
  const [friend] = await presentFriends(db, [row])
  if (!friend) throw new Error('A friend was presented without themselves.')
  return friend
}
