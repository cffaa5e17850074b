/**
 * Revisions and the catch-up (docs/decisions/004-revision-per-list.md): a list is the unit of order. Every write to
 * it or its items locks its row, raises its revision and stamps what it changed, so no reader can miss a late commit.
 * An account (places of lists, preferences, saved filters, friends, feedback, memberships) is another such unit.
 * Whoever needs several locks takes accounts before lists, each by ascending id.
 */
import { type Kysely, sql } from 'kysely'
import {
  type Asker,
  type ItemRow,
  type Level,
  mayDoWithAll,
  type OpenedList,
  seeLists,
} from './access.ts'
import { jsonKeys, jsonRows } from './db/json-rows.ts'
import type { Database } from './db/open.ts'
import { type Place, prepare } from './db/prepared.ts'
import type { Schema } from './db/schema.ts'
import type { NotedActivity } from './noted-activity.ts'
import { type Purge, purgedAtOnce } from './sweeper.ts'
import { WriteConflict } from './write-conflict.ts'

/** The unit id of an account where units are named, as in `changes` and `changed`. */
export const accountUnit = 'account'
/** Never the id of a list either: says that sessions ended. */
export const signOutUnit = 'sign-out'

/** About so many items travel in one answer of `changes`. */
const itemsPerAnswer = 5_000

/** Of a list that moved, so many changed items travel with the hint. */
const fewItems = 20

/** What a mutation moved: told to everybody concerned once it is committed. */
export interface Moved {
  readonly lists: Map<string, number>
  readonly accounts: Map<number, number>
  /** Who can no longer see a list. */
  readonly lost: { readonly listId: string; readonly userId: number }[]
  /** Of whom sessions ended. */
  readonly signedOut: Set<number>
  /** Who entered a store with a list, or left it. */
  readonly shopping: Shopping[]
  /** What the history is told of it. */
  readonly activities: NotedActivity[]
  /** The lists as they were when they were locked. */
  readonly raised: Map<string, RaisedList>
  /** Who has each list; of those alone whose people this did not touch. */
  readonly members: Map<string, readonly number[]>
}

export interface RaisedList {
  readonly name: string
  /** Whether anybody else on it wants notices. */
  readonly isAwaited: boolean
  /** By whom it is owned; of one that is handed over, the new owner. */
  readonly ownerId: number
  readonly userIds: readonly number[]
}

/** `revision` is the list's of that moment, which this does not move. */
export interface Shopping {
  readonly listId: string
  readonly revision: number
  readonly userId: number
  readonly isShopping: boolean
}

export interface Writer extends Asker {
  /** The moment of the operation, ISO 8601. */
  readonly now: string
  readonly moved: Moved
}

/** What stands on an item, and on a list itself, that is changed at this moment: when, and by whom. */
export function stampOf({ now, viewer }: Pick<Writer, 'now' | 'viewer'>) {
  return { updated_at: now, updated_by: viewer.id }
}

/** Nothing yet. */
export function createMoved(): Moved {
  return {
    lists: new Map(),
    accounts: new Map(),
    lost: [],
    signedOut: new Set(),
    shopping: [],
    activities: [],
    raised: new Map(),
    members: new Map(),
  }
}

/** Adds what was moved after it: of each unit the last revision. */
export function addMoved(moved: Moved, after: Moved): void {
  for (const [id, revision] of after.lists) {
    moved.lists.set(id, revision)
    moved.members.delete(id)
  }
  for (const [id, userIds] of after.members) moved.members.set(id, userIds)
  for (const [id, revision] of after.accounts) moved.accounts.set(id, revision)
  moved.lost.push(...after.lost)
  for (const id of after.signedOut) moved.signedOut.add(id)
  moved.shopping.push(...after.shopping)
}

/** Locks the list until the commit and answers its new revision, to be stamped on what changes with it. */
export async function raiseRevision(
  { db, moved, viewer }: Writer,
  listId: string,
): Promise<number> {
  const row = await raiseRevisionOf.first(db, { listId, viewerId: viewer.id })
  // Deleted since it was opened.
  if (!row) throw new WriteConflict()
  moved.lists.set(listId, row.revision)
  const userIds = row.user_ids?.split(',').map(Number) ?? []
  const { name, user_id: ownerId } = row
  moved.raised.set(listId, { name, isAwaited: row.is_awaited === 1, ownerId, userIds })
  return row.revision
}

const raiseRevisionOf = prepare((db, place: Place<{ listId: string; viewerId: number }>) =>
  db
    .updateTable('shopping_list')
    .set({ revision: sql`revision + 1` })
    .where('id', '=', place('listId'))
    // Written so that no index fits but that of the id, which PostgreSQL does not choose for sure.
    .where(sql<boolean>`coalesce(deleted_at, '') = ''`)
    .returning(['revision', 'name', 'user_id', isAwaited(place('listId'), place('viewerId'))])
    .returning(
      sql<string | null>`(select string_agg(cast(user_id as text), ',') from membership
        where list_id = ${place('listId')} and ended_at is null)`.as('user_ids'),
    ),
)

/** 1 where anybody else on the list wants notices, asked along: mostly nobody does. */
export function isAwaited(listId: string, viewerId: number) {
  return sql<number>`case when exists (
    select 1 from membership
    join push_subscription on push_subscription.user_id = membership.user_id
    where membership.list_id = ${listId} and membership.user_id <> ${viewerId}
  ) then 1 else 0 end`.as('is_awaited')
}

/** Several lists, locked by ascending id, so that two writers never wait for each other. */
export async function raiseRevisions(
  writer: Writer,
  listIds: Iterable<string>,
): Promise<Map<string, number>> {
  const revisions = new Map<string, number>()
  for (const id of [...new Set(listIds)].sort()) revisions.set(id, await raiseRevision(writer, id))
  return revisions
}

/**
 * As `raiseRevisions`, for what the person who asks was admitted to before: whoever took the permission away in
 * between held the lock, so it is asked for again under it. What is refused by now starts from the beginning.
 */
export async function lockLists(
  writer: Writer,
  listIds: Iterable<string>,
  level: Level,
): Promise<Map<string, number>> {
  const revisions = await raiseRevisions(writer, listIds)
  if (!(await mayDoWithAll(writer, [...revisions.keys()], level))) throw new WriteConflict()
  return revisions
}

/** The same for one list; answers its new revision. */
export async function lockList(writer: Writer, listId: string, level: Level): Promise<number> {
  return (await lockLists(writer, [listId], level)).get(listId) ?? 0
}

/** What of an account is told whole where any of it changed. */
export type AccountPart = 'preferences' | 'filters' | 'friends' | 'feedback'

/**
 * Locks the account until the commit and raises its revision, which it answers and stamps on the part that
 * changes with it; 0 if nobody has this account.
 */
export async function touchAccount(
  { db, moved }: Writer,
  userId: number,
  part?: AccountPart,
): Promise<number> {
  const next = sql<number>`revision + 1`
  const row = await db
    .updateTable('user')
    .set({ revision: next, ...(part && { [`${part}_revision`]: next }) })
    .where('id', '=', userId)
    .returning('revision')
    .executeTakeFirst()
  if (row) moved.accounts.set(userId, row.revision)
  return row?.revision ?? 0
}

/** As `touchAccount`, for several, in the order of locks. */
export async function touchAccounts(
  writer: Writer,
  userIds: Iterable<number>,
  part?: AccountPart,
): Promise<void> {
  const ids = [...new Set(userIds)].sort((a, b) => a - b)
  for (const id of ids) await touchAccount(writer, id, part)
}

/**
 * Locks accounts without moving them: names of lists are unique per account. An update of nothing, since
 * SELECT FOR UPDATE would wait for every transaction that merely refers to the account.
 */
export async function lockAccounts({ db }: Asker, userIds: readonly number[]): Promise<void> {
  for (const id of [...new Set(userIds)].sort((a, b) => a - b)) {
    await db.updateTable('user').set({ revision: sql`revision` }).where('id', '=', id).execute()
  }
}

/**
 * Until the commit nobody else opens an account, or asks whoever has an address: of two at once the second finds what
 * the first did.
 */
export async function lockOpenings(db: Kysely<Schema>): Promise<void> {
  await db
    .insertInto('setting')
    .values({ key: 'sign-up-lock', value: '' })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value: '' }))
    .execute()
}

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
    ...moved.shopping.map(({ listId, revision, userId, isShopping }) => ({
      unit: listId,
      revision,
      userIds: [userId],
      isShopping,
    })),
    { unit: signOutUnit, revision: null, userIds: [...moved.signedOut] },
  ])
  const payloads = announcements
    .filter(({ userIds }) => userIds.length > 0)
    .map(announcement => JSON.stringify(announcement))
  if (payloads.length > 0) await database.notify(...payloads)
}

const findMembers = prepare((db, place: Place<{ lists: string }>) =>
  db
    .selectFrom('membership')
    .select(['list_id', 'user_id'])
    .where(
      'list_id',
      'in',
      sql<string>`(select moved.key from json_each(${place('lists')}) as moved)`,
    )
    .where('ended_at', 'is', null),
)

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

/** What is told of each list besides itself; what is not is not read either. */
interface Told {
  readonly items: boolean
  readonly gone: boolean
}

/**
 * What changed since the revisions that the reader knows. A list of which no usable revision is known comes
 * whole. Costs what changed and is told, not what exists; cut between two lists once about 5,000 items are in it.
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

/** Of as many lists, in their order, as fit into one answer; in three statements, however many those are. */
async function changesOfEach(
  { db }: Asker,
  moved: readonly OpenedList[],
  knownById: ReadonlyMap<string, number>,
  told: Told,
): Promise<ListChanges[]> {
  if (moved.length === 0) return []
  const sinceOf = (list: OpenedList): number => {
    const known = knownById.get(list.id)
    return isUsable(list, known) ? known : -1
  }
  const since = (lists: readonly OpenedList[]) =>
    jsonRows(
      lists,
      list => list.id,
      list => ({ revision: sinceOf(list) }),
    )
  const lists = told.items ? await fitting(db, moved, since(moved)) : moved
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
async function fitting(
  db: Kysely<Schema>,
  moved: readonly OpenedList[],
  since: string,
): Promise<readonly OpenedList[]> {
  const { rows } = await sql<{ list_id: string; count: number }>`
    with known as materialized (select key, value from json_each(${since}))
    select item.list_id, count(*) as count from known
    join item on item.list_id = known.key
      and item.revision > cast(known.value ->> 'revision' as integer)
    group by item.list_id
  `.execute(db)
  const counts = new Map(rows.map(({ list_id, count }) => [list_id, count]))
  const lists: OpenedList[] = []
  let itemCount = 0
  for (const list of moved) {
    if (itemCount >= itemsPerAnswer) break
    lists.push(list)
    itemCount += counts.get(list.id) ?? 0
  }
  return lists
}

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

/** So long a reader may stay away and still get only what changed. */
const goneKeptForMs = 90 * 24 * 60 * 60 * 1000

/** Forgets items that left their lists long ago; who stayed away longer gets these lists whole. */
export const purgeGone: Purge = (database, now) => {
  const oldest = new Date(now.getTime() - goneKeptForMs).toISOString()
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
