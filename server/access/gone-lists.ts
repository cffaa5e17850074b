/**
 * Lists that went with their owner's account, which leave no row: whoever could see one is told so, of it and of what was
 * on it, for as long as of any other. By hashes and ids alone, without a name.
 */
import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { GoneReason } from '../refusal.ts'
import { findGone, rememberGone } from '../tokens/gone-ids.ts'
import type { Viewer } from '../viewer.ts'

/**
 * Before an account goes, and its friendships with it: remembers who has or had which of its lists. Answers with the ids
 * of these lists; `now` is ISO 8601.
 */
export async function rememberPeopleOfLists(
  db: Kysely<Schema>,
  ownerId: number,
  now: string,
): Promise<ReadonlySet<string>> {
  const people = await db
    .selectFrom('shopping_list')
    .innerJoin('membership', 'membership.list_id', 'shopping_list.id')
    .where('shopping_list.user_id', '=', ownerId)
    .where('membership.user_id', '<>', ownerId)
    .select(['membership.list_id', 'membership.user_id', 'membership.ended_at'])
    .execute()
  const gone = people.map(({ list_id, user_id, ended_at }) => ({
    id: asSeenBy(list_id, user_id),
    payload: { reason: ended_at === null ? 'LIST_DELETED' : 'REVOKED' },
  }))
  await rememberGone(db, 'list', { gone, now })
  return new Set(people.map(({ list_id }) => list_id))
}

/** What was on them. */
export function rememberItemsOfLists(
  db: Kysely<Schema>,
  items: readonly { readonly id: string; readonly listId: string }[],
  now: string,
): Promise<void> {
  const gone = items.map(({ id, listId }) => ({ id, payload: { listId } }))
  return rememberGone(db, 'item', { gone, now })
}

/** By the id of each of these lists that the viewer had until its owner's account went: why it is not there. */
export async function whyListsWent(
  db: Kysely<Schema>,
  ids: readonly string[],
  { id: viewerId }: Viewer,
): Promise<ReadonlyMap<string, GoneReason>> {
  const gone = await findGone(
    db,
    'list',
    ids.map(id => asSeenBy(id, viewerId)),
  )
  return new Map(
    ids.flatMap(id => {
      const payload = gone.get(asSeenBy(id, viewerId))
      return payload ? [[id, payload.reason === 'REVOKED' ? 'REVOKED' : 'LIST_DELETED']] : []
    }),
  )
}

/** The same of one item. */
export async function whyItemWent(
  db: Kysely<Schema>,
  id: string,
  viewer: Viewer,
): Promise<GoneReason | undefined> {
  const listId = (await findGone(db, 'item', [id])).get(id)?.listId
  if (typeof listId !== 'string') return undefined
  return (await whyListsWent(db, [listId], viewer)).get(listId)
}

function asSeenBy(listId: string, userId: number): string {
  return `${listId} ${userId}`
}
