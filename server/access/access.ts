/**
 * The only door to a list (spec section 12): whoever wants to read or change one, or one of its
 * items, opens it here and says what for.
 */
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { ListType } from '../../rules/items/stock.ts'
import { permissionSentences } from '../../rules/people/permission-sentences.ts'
import {
  type MaybePermission,
  mayAdminister,
  mayDelete,
  mayEdit,
  maySee,
  type Permission,
  permissions,
} from '../../rules/people/permissions.ts'
import { jsonKeys, keysIn } from '../db/json-rows.ts'
import { type Place, prepare } from '../db/prepared.ts'
import type { ItemTable, Schema } from '../db/schema.ts'
import { forbidden, type GoneReason, movedAway, notFound, type Refusal } from '../refusal.ts'
import type { Viewer } from '../viewer.ts'
import { whyItemWent, whyListsWent } from './gone-lists.ts'

export interface Asker {
  readonly viewer: Viewer
  /** In a mutation its transaction, in a question its snapshot. */
  readonly db: Kysely<Schema>
}

export type Level = 'VIEW' | 'EDIT' | 'ADMIN' | 'OWNER'

/** A list as one person has it: the row with that person's permission, order and favourite. */
export interface OpenedList {
  readonly id: string
  readonly userId: number
  readonly name: string
  readonly listType: ListType
  readonly notes: string | null
  readonly revision: number
  readonly selfRevision: number
  readonly purgedRevision: number
  readonly deletedAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly updatedBy: number | null
  readonly permission: Permission
  readonly ord: number
  readonly favourite: number
  /** The account's revision at which order or favourite last changed. */
  readonly placeRevision: number
  readonly endedAt: string | null
  readonly sharedBy: number | null
  /** Null where `sharedBy` is no ADMIN of the list any more. */
  readonly sharedByFirstName: string | null
  readonly sharedByLastName: string | null
  readonly ownerFirstName: string
  readonly ownerLastName: string
}

export type ItemRow = Selectable<ItemTable>

/** Of a list as much as tells what the person may do with its items. */
export type ItemsList = Pick<OpenedList, 'id' | 'userId' | 'permission' | 'endedAt' | 'deletedAt'>

/**
 * The list, where the person who asks may do so much with it.
 * Refuses with NOT_FOUND (with a reason only for who could see it before) or FORBIDDEN.
 */
export async function openList(asker: Asker, id: string, level: Level): Promise<OpenedList> {
  if (!isPossibleId(id)) throw notFound()
  const list = await findList(asker, id)
  const gone = list ? undefined : (await whyListsWent(asker.db, [id], asker.viewer)).get(id)
  return admit(asker, list, level, gone)
}

/** As `openList`, for many that are read at once: what is answered opens one of them. */
export async function openEach(
  asker: Asker,
  ids: readonly string[],
  level: Level,
): Promise<(id: string) => OpenedList> {
  const wanted = ids.filter(isPossibleId)
  const lists = await findLists(asker, wanted)
  const listsById = new Map(lists.map(list => [list.id, list]))
  const missing = wanted.filter(id => !listsById.has(id))
  const gone = missing.length > 0 ? await whyListsWent(asker.db, missing, asker.viewer) : undefined
  return id => admit(asker, listsById.get(id), level, gone?.get(id))
}

function admit<List extends ItemsList>(
  { viewer }: Asker,
  list: List | undefined,
  level: Level,
  gone?: GoneReason,
): List {
  if (!list) throw notFound(gone)
  if (list.endedAt !== null) throw notFound('REVOKED')
  if (list.deletedAt !== null) throw notFound('LIST_DELETED')
  if (!mayDo[level](list, viewer)) throw forbidden(permissionSentences[level])
  return list
}

/** Whether the person may do so much with each of these lists, as it stands at this moment. */
export async function mayDoWithAll(
  asker: Asker,
  ids: readonly string[],
  level: Level,
): Promise<boolean> {
  const [only] = ids
  const found = only !== undefined && ids.length === 1 ? await findList(asker, only) : undefined
  const lists = found ? [found] : await findLists(asker, ids)
  const allowed = lists.filter(
    list => list.endedAt === null && list.deletedAt === null && mayDo[level](list, asker.viewer),
  )
  return allowed.length === ids.length
}

/** The item and its list; refuses as `openList` does. */
export async function openItem(
  asker: Asker,
  id: string,
  level: Level,
): Promise<{ readonly item: ItemRow; readonly list: ItemsList }> {
  if (!isPossibleId(id)) throw notFound()
  const row = await findItem.first(asker.db, { id, userId: asker.viewer.id })
  if (!row) throw await whyGone(asker, id)
  const { userId, permission, endedAt, deletedAt, ...item } = row
  const list = { id: item.list_id, userId, permission, endedAt, deletedAt }
  return { item, list: admitToItem(asker, item, list, level) }
}

/** As `openItem`, for many that were read: what is answered admits to one of them, or refuses. */
export async function openEachItem(
  asker: Asker,
  items: readonly ItemRow[],
  level: Level,
): Promise<(item: ItemRow) => void> {
  const lists = await findLists(asker, new Set(items.map(item => item.list_id)))
  const listsById = new Map(lists.map(list => [list.id, list]))
  const elsewhere = items.filter(item => !listsById.has(item.list_id)).map(({ id }) => id)
  const traces = Map.groupBy(await findTraces(asker, elsewhere), trace => trace.item_id)
  return item => {
    const list = listsById.get(item.list_id)
    const [trace] = traces.get(item.id) ?? []
    if (!list && trace) throw goneAsTraced(trace)
    admitToItem(asker, item, list, level)
  }
}

function admitToItem<List extends ItemsList>(
  asker: Asker,
  item: Pick<ItemRow, 'created_at'>,
  list: List | undefined,
  level: Level,
): List {
  // Whoever lost the list before the item was made never saw it.
  const isUnseen = list && list.endedAt !== null && item.created_at > list.endedAt
  return admit(asker, isUnseen ? undefined : list, level)
}

/**
 * For a statement that writes under the list's lock: whether the person may edit the list whose id stands in this
 * column of the table that is written.
 */
export function mayEditListOf(
  column: 'shopping_list.id' | 'item.list_id',
  userId: number,
): RawBuilder<boolean> {
  const editing = sql.join(permissions.filter(mayEdit))
  return sql<boolean>`exists (select 1 from membership where list_id = ${sql.ref(column)}
    and user_id = ${userId} and ended_at is null and permission in (${editing}))`
}

/** Every list that the person may see, in the person's order. */
export function seeLists(asker: Asker): Promise<OpenedList[]> {
  return (
    selectLists(asker)
      .where('membership.ended_at', 'is', null)
      // Of lists in the bin there may be thousands: they are not even looked at.
      .where('membership.in_bin', '=', 0)
      .where('shopping_list.deleted_at', 'is', null)
      .orderBy('membership.ord')
      .orderBy('shopping_list.id')
      .execute()
  )
}

/** The list as each of its people has it, by their ids; nothing of those who may not see it. */
export async function seeListAsEach(
  db: Kysely<Schema>,
  id: string,
): Promise<ReadonlyMap<number, OpenedList>> {
  const lists = isPossibleId(id) ? await findAsEach.all(db, { id }) : []
  const seen = lists.filter(({ permission }) => maySee(permission))
  return new Map(seen.map(({ viewerId, ...list }) => [viewerId, list]))
}

const findAsEach = prepare((db, place: Place<{ id: string }>) =>
  selectMemberships(db)
    .where('membership.list_id', '=', place('id'))
    .where('membership.ended_at', 'is', null)
    .where('shopping_list.deleted_at', 'is', null)
    .select('membership.user_id as viewerId'),
)

/** PostgreSQL takes no text with a NUL, so it cannot even be looked for. */
export function isPossibleId(id: string): boolean {
  return !id.includes('\0') && id.isWellFormed()
}

const findItem = prepare((db, place: Place<{ id: string; userId: number }>) =>
  db
    .selectFrom('item')
    .innerJoin('membership', 'membership.list_id', 'item.list_id')
    .innerJoin('shopping_list', 'shopping_list.id', 'item.list_id')
    .where('item.id', '=', place('id'))
    .where('membership.user_id', '=', place('userId'))
    .selectAll('item')
    .select([
      'shopping_list.user_id as userId',
      'shopping_list.deleted_at as deletedAt',
      'membership.permission',
      'membership.ended_at as endedAt',
    ]),
)

function findList({ db, viewer }: Asker, id: string): Promise<OpenedList | undefined> {
  return findListOf.first(db, { id, userId: viewer.id })
}

const findListOf = prepare((db, place: Place<{ id: string; userId: number }>) =>
  selectListsOf(db, place('userId')).where('membership.list_id', '=', place('id')),
)

function findLists({ db, viewer }: Asker, ids: Iterable<string>): Promise<OpenedList[]> {
  return findListsOf.all(db, { wanted: jsonKeys(ids), userId: viewer.id })
}

const findListsOf = prepare((db, place: Place<{ wanted: string; userId: number }>) =>
  selectListsOf(db, place('userId')).where('membership.list_id', 'in', keysIn(place('wanted'))),
)

function selectLists({ db, viewer }: Asker) {
  return selectListsOf(db, viewer.id)
}

function selectListsOf(db: Kysely<Schema>, userId: number) {
  return selectMemberships(db).where('membership.user_id', '=', userId)
}

/** Whoever may not share a list any more is named as its sharer no more: they can let nobody do more with it. */
function selectMemberships(db: Kysely<Schema>) {
  return db
    .selectFrom('membership')
    .innerJoin('shopping_list', 'shopping_list.id', 'membership.list_id')
    .innerJoin('user as owner', 'owner.id', 'shopping_list.user_id')
    .leftJoin('membership as sharing', join =>
      join
        .onRef('sharing.list_id', '=', 'membership.list_id')
        .onRef('sharing.user_id', '=', 'membership.shared_by_user_id')
        .on('sharing.permission', '=', 'ADMIN'),
    )
    .leftJoin('user as sharer', 'sharer.id', 'sharing.user_id')
    .select([
      'shopping_list.id',
      'shopping_list.user_id as userId',
      'shopping_list.name',
      'shopping_list.notes',
      'shopping_list.revision',
      'shopping_list.self_revision as selfRevision',
      'shopping_list.purged_revision as purgedRevision',
      'shopping_list.deleted_at as deletedAt',
      'shopping_list.created_at as createdAt',
      'shopping_list.updated_at as updatedAt',
      'shopping_list.updated_by as updatedBy',
      'membership.ord',
      'membership.favourite',
      'membership.place_revision as placeRevision',
      'membership.ended_at as endedAt',
      'membership.shared_by_user_id as sharedBy',
      'sharer.first_name as sharedByFirstName',
      'sharer.last_name as sharedByLastName',
      'owner.first_name as ownerFirstName',
      'owner.last_name as ownerLastName',
      'shopping_list.list_type as listType',
      'membership.permission',
    ])
}

/** What to say of an item that is not where the person could see it. */
async function whyGone(asker: Asker, itemId: string): Promise<Refusal> {
  const [trace] = await findTraces(asker, [itemId])
  return trace ? goneAsTraced(trace) : notFound(await whyItemWent(asker.db, itemId, asker.viewer))
}

/** Of each of the items, the one that tells why it went is the first. */
async function findTraces({ db, viewer }: Asker, itemIds: readonly string[]) {
  if (itemIds.length === 0) return []
  return (
    db
      .selectFrom('item_gone')
      .innerJoin('membership', 'membership.list_id', 'item_gone.list_id')
      .innerJoin('shopping_list', 'shopping_list.id', 'item_gone.list_id')
      .where('item_gone.item_id', 'in', keysIn(jsonKeys(itemIds)))
      .where('membership.user_id', '=', viewer.id)
      .select([
        'item_gone.item_id',
        'item_gone.reason',
        'membership.ended_at',
        'shopping_list.deleted_at',
      ])
      // It may have moved before, perhaps several times; deleted it is once and for all.
      .orderBy('item_gone.reason')
      .orderBy('item_gone.gone_at', 'desc')
      .execute()
  )
}

function goneAsTraced(trace: Awaited<ReturnType<typeof findTraces>>[number]): Refusal {
  if (trace.ended_at !== null) return notFound('REVOKED')
  if (trace.reason === 'MOVED') return movedAway()
  return notFound(trace.deleted_at === null ? 'DELETED' : 'LIST_DELETED')
}

type Rights = Pick<OpenedList, 'userId'> & { readonly permission: MaybePermission }

const mayDo: Readonly<Record<Level, (list: Rights, viewer: Viewer) => boolean>> = {
  VIEW: list => maySee(list.permission),
  EDIT: list => mayEdit(list.permission),
  ADMIN: list => mayAdminister(list.permission),
  OWNER: (list, viewer) => mayDelete(viewer.id, list),
}
