/** What lies behind a document, in rows of usual length: asked of the database before it runs. */
import { sql } from 'kysely'
import { limits } from '../../../rules/limits.ts'
import { type Asker, isPossibleId } from '../../access/access.ts'
import { mostToldTags, toldTagsOf } from '../../changes/told-bytes.ts'
import { jsonKeys, keysIn } from '../../db/json-rows.ts'
import { type HistoryPage, mostOfHistory, sizeOfHistory } from '../lists/activity.ts'
import { countOfItems, shownInBin } from '../lists/shown-in-bin.ts'
import {
  type FeedbackPage,
  mostOf,
  sizeOfFeedback,
  sizeOfSearch,
} from '../people/feedback-record.ts'

/** Of one list. */
export interface Weight {
  /** Whether it is in the bin, where nothing but bringing it back asks for what is on it. */
  readonly isInBin: boolean
  readonly items: number
  /** As many items of usual length. */
  readonly weight: number
  readonly tags: number
  /** What its items tell of their tags by name, in rows. */
  readonly told: number
  /** Who has it. */
  readonly people: number
  /** Its own notes, in rows. */
  readonly notes: number
}

/** A name, a unit and a tag; a page of notes counts as twenty. */
const usualBytes = 250

/** Some of the lists that the person has a part in. */
export interface SomeLists {
  /** These, wherever they lie. */
  readonly ids: readonly string[]
  /** And all that are not in the bin, of which others may have left any number there. */
  readonly isAll: boolean
}

/** Of which lists what is asked: nothing else is looked at, since nobody pays for that. */
export interface ListsToWeigh {
  readonly lists: SomeLists
  readonly people: SomeLists
  readonly tags: SomeLists
  readonly items: SomeLists
}

/** What is not asked of a list is 0. */
export async function weighLists(
  asker: Asker,
  asked: ListsToWeigh,
): Promise<ReadonlyMap<string, Weight>> {
  const lists = await selectLists(asker, asked.lists)
    ?.select(sql<number | null>`octet_length(shopping_list.notes)`.as('notes'))
    .select('shopping_list.deleted_at as deletedAt')
    .execute()
  if (!lists || lists.length === 0) return new Map()
  const peopleById = byId(
    await selectLists(asker, asked.people)
      ?.select(
        sql<number>`(select count(*) from membership as one
          where one.list_id = membership.list_id and one.ended_at is null)`.as('people'),
      )
      .execute(),
  )
  const tagsById = byId(
    await selectLists(asker, asked.tags)
      ?.innerJoin('item_tag', 'item_tag.list_id', 'membership.list_id')
      .where('item_tag.left_revision', 'is', null)
      .groupBy('membership.list_id')
      .select(({ fn }) => fn.countAll<number>().as('tags'))
      .select(sql<number>`max(octet_length(item_tag.name))`.as('longest'))
      .execute(),
  )
  const itemsById = byId(
    await selectLists(asker, asked.items)
      ?.innerJoin('item', 'item.list_id', 'membership.list_id')
      .groupBy('membership.list_id')
      .select(({ fn }) => fn.countAll<number>().as('items'))
      .select(
        sql<number>`sum(octet_length(item.name) + coalesce(octet_length(item.notes), 0)
          + octet_length(item.tags))`.as('bytes'),
      )
      .select(sql<number>`sum(octet_length(item.tags))`.as('kept'))
      .execute(),
  )
  return new Map(
    lists.map(({ id, notes, deletedAt }) => {
      const { tags = 0, longest = 0 } = tagsById.get(id) ?? {}
      const { items = 0, bytes = 0, kept = 0 } = itemsById.get(id) ?? {}
      const weight: Weight = {
        isInBin: deletedAt !== null,
        items,
        weight: Math.max(items, bytes / usualBytes),
        tags,
        told: toldTagsOf(kept, longest) / usualBytes,
        people: peopleById.get(id)?.people ?? 0,
        notes: (notes ?? 0) / textBytes,
      }
      return [id, weight]
    }),
  )
}

/** Of the lists that the person has a part in, one row each; undefined where none is asked for. */
function selectLists({ db, viewer }: Asker, { ids, isAll }: SomeLists) {
  if (ids.length === 0 && !isAll) return undefined
  const named = keysIn(jsonKeys(ids.filter(isPossibleId)))
  const memberships = db.selectFrom('membership').select('id')
  const ofAll = memberships
    .where('user_id', '=', viewer.id)
    .where('ended_at', 'is', null)
    .where('in_bin', '=', 0)
  // Written so that no index fits but that of the list: of the person's, there may be thousands in the bin.
  const ofNamed = memberships
    .where('list_id', 'in', named)
    .where(sql<boolean>`(user_id = ${viewer.id} and ended_at is null) is true`)
  // Two questions rather than one with an "or", which would go through all of those, too.
  const withAll = ids.length > 0 ? ofAll.union(ofNamed) : ofAll
  return db
    .selectFrom('membership')
    .innerJoin('shopping_list', 'shopping_list.id', 'membership.list_id')
    .where('membership.id', 'in', isAll ? withAll : ofNamed)
    .select('membership.list_id as id')
}

function byId<Row extends { readonly id: string }>(rows: readonly Row[] = []) {
  return new Map(rows.map(row => [row.id, row]))
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

/** One long text is neither taken apart nor put together: as the answer is counted. */
const textBytes = 1_000
/** As much as `rules/limits.ts` lets a record have: limits count characters, of which the longest have four bytes. */
const heaviestFeedback = (limits.feedback * 3 * 4) / textBytes
export const heaviestLog = (limits.deviceLog * 4) / textBytes

interface Pages<Page> {
  readonly pages: readonly { readonly page: Page; readonly times: number }[]
  /** Records of one page at most. */
  readonly most: (page: Page) => number
  /** What a record weighs at most. */
  readonly heaviest: (page: Page) => number
  readonly sizeOf: (page: Page) => Promise<{ readonly records: number; readonly bytes: number }>
}

/** Each as often as it is answered. Only where the longest records there may be would be more than `enough` are they asked for. */
async function weighPages<Page>(parts: Pages<Page>, enough: number): Promise<number> {
  const { pages, most, heaviest, sizeOf } = parts
  const sumOf = (weigh: (page: Page) => number) =>
    pages.reduce((sum, { page, times }) => sum + most(page) * weigh(page) * times, 0)
  if (sumOf(heaviest) <= enough) return sumOf(() => 1)
  let weight = 0
  for (const { page, times } of pages) {
    const { records, bytes } = await sizeOf(page)
    weight += Math.max(records, bytes / textBytes) * times
  }
  return weight
}

/** What goes over all feedback there is costs about so many rows, each time. */
export const allFeedbackRows = 1_000

/** Of pages of feedback, as `weighPages`; what is searched for is looked for in all of it, however little a page shows. */
export async function weighFeedback(
  asker: Asker,
  pages: Pages<FeedbackPage>['pages'],
  enough: number,
): Promise<number> {
  const sizeOf = (page: FeedbackPage) => sizeOfFeedback(asker, page)
  const heaviest = ({ logs }: FeedbackPage) => heaviestFeedback + (logs ? heaviestLog : 0)
  let rows = await weighPages({ pages, most: mostOf, heaviest, sizeOf }, enough)
  for (const { page } of pages) {
    const size = await sizeOfSearch(asker, page.filters)
    if (size === 'everybody') rows += allFeedbackRows
    else if (size) rows += Math.max(size.records, size.bytes / textBytes)
    if (rows > enough) break
  }
  return rows
}

/** As much as notes may be, and as the tags of an item may. */
const heaviestNotes = (limits.notes * 4) / textBytes
const heaviestTags = mostToldTags / usualBytes

interface NamedItems {
  readonly named: readonly string[]
  readonly notesTimes: number
  readonly toldTags: number
}

/**
 * The notes and tags of items that are named, each as often as they are answered. Only where the longest there may be
 * would be more than `enough` are they asked for; those on lists of others weigh nothing.
 */
export async function weighNamed(
  { db, viewer }: Asker,
  wishes: readonly NamedItems[],
  enough: number,
): Promise<number> {
  const most = wishes.reduce((sum, { named, notesTimes, toldTags }) => {
    const heaviest = notesTimes * heaviestNotes + toldTags * heaviestTags
    return sum + named.length * heaviest
  }, 0)
  if (most <= enough) return 0
  let rows = 0
  for (const { named, notesTimes, toldTags } of wishes) {
    if (named.length === 0 || notesTimes + toldTags === 0) continue
    const wanted = jsonKeys(named.filter(isPossibleId))
    const lists = await db
      .selectFrom('item')
      .innerJoin('membership', 'membership.list_id', 'item.list_id')
      .where('membership.user_id', '=', viewer.id)
      .where('membership.ended_at', 'is', null)
      .where('item.id', 'in', keysIn(wanted))
      .groupBy('item.list_id')
      .select([
        sql<number>`coalesce(sum(octet_length(item.notes)), 0)`.as('notes'),
        sql<number>`sum(octet_length(item.tags))`.as('kept'),
        sql<number>`(select coalesce(max(octet_length(name)), 0) from item_tag
          where item_tag.list_id = item.list_id and left_revision is null)`.as('longest'),
      ])
      .execute()
    for (const { notes, kept, longest } of lists) {
      rows += (notes * notesTimes) / textBytes
      rows += (toldTagsOf(kept, longest) * toldTags) / usualBytes
    }
  }
  return rows
}

/** Records of all with whom the person has to do. */
export async function countFriends({ db, viewer }: Asker): Promise<number> {
  const { count } = await db
    .selectFrom('friend')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** An item that is only counted costs about so little of one that is answered. */
const countedPerRow = 100

/** Of the person's own lists in the bin: how many there are, and what it costs to count the items of each, in rows. */
export async function weighDeletedLists({ db, viewer }: Asker) {
  const { lists, items } = await db
    .selectFrom('shopping_list')
    .select(({ fn }) => [
      fn.countAll<number>().as('lists'),
      fn.coalesce(fn.sum<number>(countOfItems), sql<number>`0`).as('items'),
    ])
    .where('user_id', '=', viewer.id)
    .where('deleted_at', 'is not', null)
    .where('restored_as', 'is', null)
    // Those that were emptied for good have no name any more.
    .where('name', '<>', '')
    .executeTakeFirstOrThrow()
  return { lists, counting: items / countedPerRow }
}

/** As much as an activity has for undoing it: 30,000 UTF-16 units of three bytes. */
const heaviestActivity = 90

/** Of pages of histories, as `weighPages`. */
export function weighHistories(
  asker: Asker,
  pages: Pages<HistoryPage>['pages'],
  enough: number,
): Promise<number> {
  const sizeOf = async (page: HistoryPage) => ({
    records: mostOfHistory(page),
    bytes: isPossibleId(page.listId) ? await sizeOfHistory(asker, page) : 0,
  })
  return weighPages(
    { pages, most: mostOfHistory, heaviest: () => heaviestActivity, sizeOf },
    enough,
  )
}
