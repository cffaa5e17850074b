/**
 * The catch-up (docs/decisions/004-revision-per-list.md): what a reader has missed since the revisions that they
 * know, of their lists and of their account.
 */

import { type Kysely, sql } from 'kysely'
import { daysBefore } from '../../rules/days.ts'
import { limits } from '../../rules/limits.ts'
import { type Asker, type ItemRow, type OpenedList, seeLists } from '../access/access.ts'
import { jsonRows } from '../db/json-rows.ts'
import type { Schema } from '../db/schema.ts'
import { type Purge, purgedAtOnce } from '../jobs/sweeper.ts'
import { type AccountPart, accountUnit } from './changes.ts'
import { fittingLists } from './fitting-lists.ts'

/** Of a list that moved, so many changed items travel with the hint. */
const fewItems = 20

/** What is told of each list; what is not is not read either. */
interface Told {
  /** Its own fields and tags. */
  readonly list: boolean
  readonly items: boolean
  readonly gone: boolean
  /** How many items travel in one answer; about 5,000 where it is undefined. */
  readonly itemsPerAnswer: number | undefined
}

export interface KnownRevision {
  readonly id: string
  readonly revision: number
}

/** What a reader has missed of one list. */
export interface ListChanges {
  readonly list: OpenedList
  readonly snapshot: boolean
  /** Whether the list's own fields or tags changed. */
  readonly selfChanged: boolean
  readonly items: readonly ItemRow[]
  readonly gone: readonly string[]
}

/** What changed of an account since the known revision. */
export interface AccountChanges {
  readonly revision: number
  readonly inviteId: string
  /** Those of `seen` that got another place, or became a favourite or none. */
  readonly places: readonly OpenedList[]
  readonly parts: ReadonlySet<AccountPart>
}

export interface CaughtUp {
  /** Undefined where nothing did. */
  readonly own: AccountChanges | undefined
  /** All lists that the person may see. */
  readonly seen: readonly OpenedList[]
  readonly lists: readonly ListChanges[]
  readonly gone: readonly string[]
  readonly more: boolean
}

/**
 * What changed since the revisions that the reader knows. A list of which no usable revision is known comes
 * whole. Costs what changed and is told, not what exists; cut between two lists once about 5,000 items are in it, or
 * 8 MB of names and notes.
 */
export async function catchUp(
  asker: Asker,
  known: readonly KnownRevision[],
  told: Told,
): Promise<CaughtUp> {
  const knownById = new Map<string, number>()
  for (const { id, revision } of known) {
    // Named twice: the older one, so that nothing is missed.
    knownById.set(id, Math.min(revision, knownById.get(id) ?? revision))
  }
  const seen = await seeLists(asker)
  const seenIds = new Set(seen.map(list => list.id))
  const moved = seen.filter(list => knownById.get(list.id) !== list.revision)

  const lists = await changesOfEach(asker, moved, knownById, told)
  return {
    own: await changesOfAccount(asker, seen, knownById.get(accountUnit)),
    seen,
    lists,
    gone: [...knownById.keys()].filter(id => id !== accountUnit && !seenIds.has(id)),
    more: lists.length < moved.length,
  }
}

async function changesOfAccount(
  { db, viewer }: Asker,
  seen: readonly OpenedList[],
  known: number | undefined,
): Promise<AccountChanges | undefined> {
  const account = await db
    .selectFrom('user')
    .select(['revision', 'invite_id'])
    .select(['preferences_revision', 'filters_revision', 'friends_revision', 'feedback_revision'])
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  const { revision } = account
  if (known === revision) return undefined
  // Not one from the future: the server's data was restored from a backup.
  const since = known === undefined || known > revision ? -1 : known
  const parts = (['preferences', 'filters', 'friends', 'feedback'] as const).filter(
    // Of feedback, which may be long, nothing is told that was never asked for.
    part => account[`${part}_revision`] > since && (part !== 'feedback' || since >= 0),
  )
  return {
    revision,
    inviteId: account.invite_id,
    places: seen.filter(list => list.placeRevision > since),
    parts: new Set(parts),
  }
}

/**
 * What changed of a list after the revision `known` and up to that of `list`, where that is little enough to be told
 * unasked; undefined where it is more. Whoever reads it knows at least `list.revision` then.
 */
export async function fewChanges(
  asker: Asker,
  list: OpenedList,
  known: number,
  share: ReadOnce,
): Promise<ListChanges | undefined> {
  if (!isUsable(list, known)) return undefined
  const changes = await share(`changes ${known} ${list.revision}`, () =>
    changesOf(asker, list, known, fewItems + 1),
  )
  return changes.items.length > fewItems ? undefined : { ...changes, list }
}

/** What all who are told of the same change read alike is read once: the second asker gets what the first got. */
export type ReadOnce = <T>(name: string, read: () => Promise<T>) => Promise<T>

/** Remembers what was read for as long as it is held: make one for each change that is told. */
export function createReadOnce(): ReadOnce {
  const known = new Map<string, Promise<unknown>>()
  return <T>(name: string, read: () => Promise<T>) => {
    const reading = known.get(name) ?? read()
    known.set(name, reading)
    // One name is always of one type: whoever reads it names it.
    return reading as Promise<T>
  }
}

/** Of as many lists, in their order, as fit into one answer; in three statements or four, however many those are. */
async function changesOfEach(
  { db }: Asker,
  moved: readonly OpenedList[],
  knownById: ReadonlyMap<string, number>,
  told: Told,
): Promise<ListChanges[]> {
  if (moved.length === 0) return []
  function sinceOf(list: OpenedList): number {
    const known = knownById.get(list.id)
    return isUsable(list, known) ? known : -1
  }
  const since = (lists: readonly OpenedList[]) =>
    jsonRows(
      lists,
      list => list.id,
      list => ({ revision: sinceOf(list) }),
    )
  const lists = await fittingLists(db, moved, since(moved), {
    items: told.items,
    itemsPerAnswer: told.itemsPerAnswer,
    list: list => told.list && list.selfRevision > sinceOf(list),
  })
  const items = told.items ? await readChangedItems(db, since(lists)) : []
  const gone = told.gone ? await readGone(db, since(lists)) : []
  const itemsByList = Map.groupBy(items, row => row.list_id)
  const goneByList = Map.groupBy(gone, row => row.list_id)
  return lists.map(list => {
    const known = sinceOf(list)
    return {
      list,
      snapshot: known < 0,
      selfChanged: known < 0 || list.selfRevision > known,
      items: itemsByList.get(list.id) ?? [],
      gone: (goneByList.get(list.id) ?? []).map(row => row.item_id),
    }
  })
}

/** `since` is JSON of list ids and revisions, here and in what follows. */
async function readChangedItems(db: Kysely<Schema>, since: string): Promise<readonly ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    with known as materialized (select key, value from json_each(${since}))
    select item.* from known
    join item on item.list_id = known.key
      and item.revision > cast(known.value ->> 'revision' as integer)
    order by item.list_id, item.ord, item.id
  `.execute(db)
  return rows
}

async function readGone(db: Kysely<Schema>, since: string) {
  const { rows } = await sql<{ list_id: string; item_id: string }>`
    with known as materialized (select key, value from json_each(${since}))
    select item_gone.list_id, item_gone.item_id from known
    join item_gone on item_gone.list_id = known.key
      and item_gone.revision > cast(known.value ->> 'revision' as integer)
    where cast(known.value ->> 'revision' as integer) >= 0
  `.execute(db)
  return rows
}

async function changesOf(
  { db }: Asker,
  list: OpenedList,
  known: number | undefined,
  atMost?: number,
): Promise<ListChanges> {
  const items = db
    .selectFrom('item')
    .selectAll()
    .where('list_id', '=', list.id)
    .orderBy('ord')
    .orderBy('id')
  if (!isUsable(list, known)) {
    return { list, snapshot: true, selfChanged: true, items: await items.execute(), gone: [] }
  }
  const gone = await db
    .selectFrom('item_gone')
    .select('item_id')
    .where('list_id', '=', list.id)
    .where('revision', '>', known)
    .where('revision', '<=', list.revision)
    .execute()
  return {
    list,
    snapshot: false,
    selfChanged: list.selfRevision > known,
    items: await items
      .where('revision', '>', known)
      .where('revision', '<=', list.revision)
      .$if(atMost !== undefined, query => query.limit(atMost ?? 0))
      .execute(),
    gone: gone.map(row => row.item_id),
  }
}

/** Not one from the future: the server's data was restored from a backup. */
function isUsable(list: OpenedList, known: number | undefined): known is number {
  return known !== undefined && known >= list.purgedRevision && known < list.revision
}

/** Forgets items that left their lists long ago; who stayed away longer gets these lists whole. */
export const purgeGone: Purge = (database, now) => {
  const oldest = daysBefore(now, limits.traceDays)
  return database.transaction(async tx => {
    const purged = await sql<{ list_id: string; revision: number }>`
      delete from item_gone where (list_id, item_id) in
        (select list_id, item_id from item_gone where gone_at < ${oldest} limit ${purgedAtOnce})
      returning list_id, revision
    `.execute(tx)
    if (purged.rows.length === 0) return 0
    const latest = new Map<string, number>()
    for (const { list_id, revision } of purged.rows) {
      latest.set(list_id, Math.max(revision, latest.get(list_id) ?? 0))
    }
    const rows = [...latest].map(
      ([id, revision]) => sql`(cast(${id} as text), cast(${revision} as integer))`,
    )
    // Older traces may go after newer ones: what was told to be lost stays lost.
    await sql`
      with latest (id, revision) as (values ${sql.join(rows)})
      update shopping_list set purged_revision = latest.revision
      from latest where shopping_list.id = latest.id and purged_revision < latest.revision
    `.execute(tx)
    return purged.rows.length
  })
}
