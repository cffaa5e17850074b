/** What lies behind a document, in rows of usual length: asked of the database before it runs. */
import { sql } from 'kysely'
import type { Asker } from '../../access.ts'
import { shownInBin } from '../lists/bin.ts'
import { type FeedbackPage, mostOf, sizeOfFeedback } from '../people/feedback-record.ts'

/** Of one list. */
export interface Weight {
  readonly items: number
  /** As many items of usual length. */
  readonly weight: number
  readonly tags: number
}

/** A name, a unit and a tag; a page of notes counts as twenty. */
const usualBytes = 250

/**
 * Of the lists that the person has a part in; undefined asks for all of them. Of more than `mostItems` together the
 * texts are not weighed.
 */
export async function weighLists(
  { db, viewer }: Asker,
  ids: readonly string[] | undefined,
  mostItems: number,
): Promise<ReadonlyMap<string, Weight>> {
  if (ids?.length === 0) return new Map()
  const lists = () =>
    db
      .selectFrom('membership')
      .leftJoin('item', 'item.list_id', 'membership.list_id')
      .where('membership.user_id', '=', viewer.id)
      .where('membership.ended_at', 'is', null)
      .$if(ids !== undefined, query => query.where('membership.list_id', 'in', ids ?? []))
      .groupBy('membership.list_id')
      .select('membership.list_id as id')
  const counted = await lists()
    .select(({ fn }) => fn.count<number>('item.id').as('items'))
    .execute()
  if (counted.length === 0) return new Map()
  const tagged = await db
    .selectFrom('item_tag')
    .where(
      'list_id',
      'in',
      counted.map(({ id }) => id),
    )
    .where('left_revision', 'is', null)
    .groupBy('list_id')
    .select(['list_id', ({ fn }) => fn.countAll<number>().as('tags')])
    .execute()
  const tagsById = new Map(tagged.map(({ list_id, tags }) => [list_id, tags]))
  const plain = new Map(
    counted.map(({ id, items }) => [
      id,
      { items, weight: items, tags: tagsById.get(id) ?? 0 } satisfies Weight,
    ]),
  )
  // What is too much by its number need not be weighed.
  if (counted.reduce((sum, { items }) => sum + items, 0) > mostItems) return plain
  const weighed = await lists()
    .select(
      sql<number>`coalesce(sum(octet_length(item.name) + coalesce(octet_length(item.notes), 0)
        + octet_length(item.tags)), 0)`.as('bytes'),
    )
    .execute()
  const bytesById = new Map(weighed.map(({ id, bytes }) => [id, bytes]))
  return new Map(
    [...plain].map(([id, { items, tags }]) => [
      id,
      { items, tags, weight: Math.max(items, (bytesById.get(id) ?? 0) / usualBytes) },
    ]),
  )
}

/** Of what the bin shows of a list that the person has a part in. */
export async function weighBin({ db, viewer }: Asker, listId: string): Promise<number> {
  const { items, bytes } = await db
    .selectFrom(
      shownInBin(db, listId)
        .innerJoin('membership', 'membership.list_id', 'item_gone.list_id')
        .where('membership.user_id', '=', viewer.id)
        .where('membership.ended_at', 'is', null)
        .select(sql<number>`octet_length(item_gone.content)`.as('bytes'))
        .as('shown'),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('items'),
      fn.coalesce(fn.sum<number>('shown.bytes'), sql<number>`0`).as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  return Math.max(items, bytes / usualBytes)
}

/** A log is one text, neither taken apart nor put together: as the answer is counted. */
const usualFeedbackBytes = 1_000
/** As much as `rules/limits.ts` lets a record have. */
const heaviestFeedback = 130

/**
 * Of pages of feedback, each as often as it is answered. Only where the longest records there may be would be more
 * than `enough` are they asked for.
 */
export async function weighFeedback(
  asker: Asker,
  pages: readonly { readonly page: FeedbackPage; readonly times: number }[],
  enough: number,
): Promise<number> {
  const counted = pages.reduce((sum, { page, times }) => sum + mostOf(page) * times, 0)
  if (counted * heaviestFeedback <= enough) return counted
  let weight = 0
  for (const { page, times } of pages) {
    const { records, bytes } = await sizeOfFeedback(asker, page)
    weight += Math.max(records, bytes / usualFeedbackBytes) * times
  }
  return weight
}
