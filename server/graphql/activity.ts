/**
 * The history of a list: who did what and when, kept by the server in the transaction of each effect. It is
 * written in one place (`executable-schema.ts`, around every mutation), from what the mutation moved.
 */
import { sql } from 'kysely'
import { cleanName } from '../../rules/text.ts'
import { openList } from '../access.ts'
import { type Place, prepare } from '../db/prepared.ts'
import type { ActivityTable } from '../db/schema.ts'
import type { Activity, ActivityKind, QueryResolvers } from '../generated/schema.ts'
import { queueNotices } from '../notices/notices.ts'
import { badInput } from '../refusal.ts'
import { type Purge, purgedAtOnce } from '../sweeper.ts'
import { type Before, valuesForUndo } from './activity-undo.ts'
import type { Context } from './context.ts'
import { parseContent } from './deleted-item.ts'

export const activityQueries: Pick<Required<QueryResolvers>, 'history'> = {
  async history(_, { shoppingListId, before, limit }, context) {
    const list = await openList(context, shoppingListId, 'VIEW')
    return readHistory(context, list.id, { before: before ?? null, limit: readLimit(limit) })
  },
}

const namesAtOnce = 10

/**
 * Notes what `field` did to each list that it moved. `args` are the mutation's, `before` what it found; call it
 * after the effect and before its commit.
 */
export async function noteActivity(
  context: Context,
  field: string,
  args: Readonly<Record<string, unknown>>,
  before: Before | undefined,
): Promise<void> {
  for (const [listId, revision] of context.moved.lists) {
    const effects = await effectsOn(context, field, args, { listId, revision })
    if (effects.length === 0) continue
    const list = await readList.first(context.db, { listId, viewerId: context.viewer.id })
    if (!list) throw new Error('A list that moved is not there.')
    const { name, is_awaited } = list
    const undo = before ? await valuesForUndo(context, before, { listId, revision }) : null
    for (const { kind, names = [], fields = [] } of effects) {
      await insertActivity.run(context.db, {
        id: context.newId(),
        list_id: listId,
        revision,
        user_id: context.viewer.id,
        token: context.token,
        kind,
        list_name: name,
        item_names: JSON.stringify(names.slice(0, namesAtOnce)),
        item_count: names.length,
        fields: JSON.stringify(fields),
        at: context.now,
        undo,
      })
    }
    if (is_awaited === 1) await queueNotices(context, context.jobs, listId, new Date(context.now))
  }
}

const readList = prepare((db, place: Place<{ listId: string; viewerId: number }>) => {
  /** 1 where anybody else on the list wants notices, asked along: mostly nobody does. */
  const isAwaited = sql<number>`case when exists (
    select 1 from membership
    join push_subscription on push_subscription.user_id = membership.user_id
    where membership.list_id = ${place('listId')} and membership.user_id <> ${place('viewerId')}
  ) then 1 else 0 end`
  return db
    .selectFrom('shopping_list')
    .select(['name', isAwaited.as('is_awaited')])
    .where('id', '=', place('listId'))
})

const insertActivity = prepare((db, place: Place<ActivityTable>) =>
  db.insertInto('activity').values({
    id: place('id'),
    list_id: place('list_id'),
    revision: place('revision'),
    user_id: place('user_id'),
    token: place('token'),
    kind: place('kind'),
    list_name: place('list_name'),
    item_names: place('item_names'),
    item_count: place('item_count'),
    fields: place('fields'),
    at: place('at'),
    undo: place('undo'),
  }),
)

interface Effect {
  readonly kind: ActivityKind
  readonly names?: readonly string[]
  /** What of it changed, as the contract names it. */
  readonly fields?: readonly string[]
}

interface Stamp {
  readonly listId: string
  readonly revision: number
}

async function effectsOn(
  context: Context,
  field: string,
  args: Readonly<Record<string, unknown>>,
  stamp: Stamp,
): Promise<readonly Effect[]> {
  switch (field) {
    case 'createItem':
      return [{ kind: 'ITEM_ADDED', names: await changedNames(context, stamp) }]
    case 'updateItem':
      return context.moved.lists.size > 1
        ? movedBetween(context, stamp, [args.id])
        : [{ ...updateOf(args), names: await namesOf(context, [args.id]) }]
    case 'deleteByIdItem':
    case 'deleteByIdsItem':
      return [{ kind: 'ITEM_DELETED', names: await deletedNames(context, stamp) }]
    case 'moveItem':
      return [{ kind: 'ITEMS_ORDERED', names: await namesOf(context, [args.id]) }]
    case 'swapShoppingListItems':
      return movedBetween(context, stamp, [
        ...inputsOf(args.firstItemIds),
        ...inputsOf(args.secondItemIds),
      ])
    case 'createItems':
      return [{ kind: 'ITEM_ADDED', names: inputsOf(args.items).map(nameIn) }]
    case 'updateItems': {
      const names = await changedNames(context, stamp)
      return names.length === 0 ? [] : [{ ...updateOfMany(inputsOf(args.items)), names }]
    }
    case 'updateUserBasics':
    case 'deleteUser':
      // A person changed, or went, and no list did.
      return []
    case 'createFriend':
    case 'sendFriendRequestByEmail':
    case 'updateFriend':
    case 'deleteByIdFriend':
    case 'deleteByIdsFriend':
      // Friendships that ended took shares with them.
      return [{ kind: 'LIST_SHARED', fields: ['shoppingListFriends'] }]
    case 'updateShoppingList': {
      const fields = fieldsOf(args)
      const isSharing = fields.length === 1 && fields[0] === 'shoppingListFriends'
      return [{ kind: isSharing ? 'LIST_SHARED' : 'LIST_CHANGED', fields }]
    }
    default:
      return [{ kind: listKinds[field] ?? 'LIST_CHANGED', fields: fieldsOf(args) }]
  }
}

/** Mutations that are not named here changed the list in some way that has no word of its own. */
const listKinds: Readonly<Record<string, ActivityKind>> = {
  createShoppingList: 'LIST_CREATED',
  sampleShoppingList: 'LIST_CREATED',
  copyShoppingList: 'LIST_CREATED',
  deleteByIdShoppingList: 'LIST_DELETED',
  deleteByIdsShoppingList: 'LIST_DELETED',
  restoreShoppingList: 'LIST_RESTORED',
  resetShoppingList: 'LIST_RESET',
  leaveShoppingList: 'LIST_LEFT',
  handOverShoppingList: 'LIST_HANDED_OVER',
  acceptInvite: 'LIST_JOINED',
  updateItemsOrder: 'ITEMS_ORDERED',
}

function updateOf(args: Readonly<Record<string, unknown>>): Effect {
  const fields = fieldsOf(args)
  if (fields.length !== 1 || fields[0] !== 'purchased') return { kind: 'ITEM_CHANGED', fields }
  return { kind: args.purchased ? 'ITEM_TICKED' : 'ITEM_UNTICKED' }
}

/** All of them as one thing that was done. */
function updateOfMany(changes: readonly unknown[]): Effect {
  const given = changes.map(change => updateOf({ ...Object(change) }))
  const kinds = new Set(given.map(({ kind }) => kind))
  const [only] = kinds
  if (only !== undefined && only !== 'ITEM_CHANGED' && kinds.size === 1) return { kind: only }
  const fields = new Set(changes.flatMap(change => fieldsOf({ ...Object(change) })))
  return { kind: 'ITEM_CHANGED', fields: [...fields] }
}

function inputsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function nameIn(input: unknown): string {
  return cleanName(String(Object(input).name))
}

/** The fields that a person wrote: ids say where, not what. */
function fieldsOf(args: Readonly<Record<string, unknown>>): string[] {
  return changeable.filter(field => args[field] !== undefined)
}

const changeable = [
  'name',
  'listType',
  'purchased',
  'notes',
  'itemTags',
  'unitId',
  'quantityInStock',
  'quantityToPurchase',
  'shoppingListFriends',
]

/** `movedIds`: others may have been stamped because they made room. */
async function movedBetween(
  context: Context,
  stamp: Stamp,
  movedIds: readonly unknown[],
): Promise<Effect[]> {
  const { db } = context
  const gone = await db
    .selectFrom('item_gone')
    .innerJoin('item', 'item.id', 'item_gone.item_id')
    .select('item.name')
    .where('item_gone.list_id', '=', stamp.listId)
    .where('item_gone.revision', '=', stamp.revision)
    .orderBy('item.ord')
    .execute()
  const moved = new Set(movedIds)
  const come = (await changedRows(context, stamp)).filter(({ id }) => moved.has(id))
  return [
    ...(gone.length > 0
      ? [{ kind: 'ITEM_MOVED_OUT', names: gone.map(row => row.name) } as const]
      : []),
    ...(come.length > 0
      ? [{ kind: 'ITEM_MOVED_IN', names: come.map(row => row.name) } as const]
      : []),
  ]
}

/** The items that carry this revision. */
function changedRows({ db }: Context, { listId, revision }: Stamp) {
  return db
    .selectFrom('item')
    .select(['id', 'name'])
    .where('list_id', '=', listId)
    .where('revision', '=', revision)
    .orderBy('ord')
    .execute()
}

async function changedNames(context: Context, stamp: Stamp): Promise<string[]> {
  const noted = [...context.items.after.values()].filter(row => row.list_id === stamp.listId)
  if (noted.length > 0) return noted.map(row => row.name)
  return (await changedRows(context, stamp)).map(row => row.name)
}

async function deletedNames({ db }: Context, { listId, revision }: Stamp): Promise<string[]> {
  const rows = await db
    .selectFrom('item_gone')
    .select('content')
    .where('list_id', '=', listId)
    .where('revision', '=', revision)
    .execute()
  return rows.flatMap(row => parseContent(row.content)?.name ?? [])
}

async function namesOf({ db, items }: Context, ids: readonly unknown[]): Promise<string[]> {
  const texts = ids.filter(id => typeof id === 'string')
  const noted = texts.flatMap(id => items.after.get(id)?.name ?? [])
  if (noted.length === texts.length) return noted
  const rows = await db.selectFrom('item').select('name').where('id', 'in', texts).execute()
  return rows.map(row => row.name)
}

/** Newest first; `before` is the id of the last one known. */
async function readHistory(
  { db, viewer }: Context,
  listId: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<Activity[]> {
  const last =
    before === null
      ? undefined
      : await db
          .selectFrom('activity')
          .select(['revision', 'id'])
          .where('id', '=', before)
          .where('list_id', '=', listId)
          .executeTakeFirst()
  // What it follows was forgotten meanwhile, and everything older with it.
  if (before !== null && !last) return []
  const rows = await db
    .selectFrom('activity')
    .leftJoin('user', 'user.id', 'activity.user_id')
    .selectAll('activity')
    .select(['user.first_name', 'user.last_name'])
    .where('activity.list_id', '=', listId)
    .$if(last !== undefined, query =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('activity.revision', 'activity.id'),
          '<',
          tuple(last?.revision ?? 0, last?.id ?? ''),
        ),
      ),
    )
    .orderBy('activity.revision', 'desc')
    .orderBy('activity.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(row => ({
    id: row.id,
    shoppingListId: row.list_id,
    kind: readKind(row.kind),
    userId: row.user_id,
    userName: row.first_name === null ? null : `${row.first_name} ${row.last_name ?? ''}`.trim(),
    requestToken: row.user_id === viewer.id ? row.token : null,
    listName: row.list_name,
    itemNames: readTexts(row.item_names),
    itemCount: row.item_count,
    fields: readTexts(row.fields),
    at: row.at,
    undo: row.user_id === viewer.id ? row.undo : null,
  }))
}

function readKind(kind: ActivityTable['kind']): ActivityKind {
  return kind as ActivityKind
}

function readTexts(stored: string): string[] {
  return JSON.parse(stored) as string[]
}

function readLimit(limit: number | null | undefined): number {
  const wanted = limit ?? usualLimit
  if (wanted >= 1 && wanted <= mostAtOnce) return wanted
  throw badInput({
    field: 'limit',
    message: `Limit must be a whole number from 1 to ${mostAtOnce}.`,
    limit: mostAtOnce,
  })
}

const usualLimit = 50
const mostAtOnce = 100
const keptForMs = 90 * 24 * 60 * 60 * 1000
const keptPerList = 500
const listsAtOnce = 20

/** Forgets what is older than 90 days, and of each list what is not among the last 500. */
export const purgeActivity: Purge = async (database, now) => {
  const oldest = new Date(now.getTime() - keptForMs).toISOString()
  let purged = 0
  for (const surplus of [
    sql`select id from activity where at < ${oldest} limit ${purgedAtOnce}`,
    sql`select id from (
          select id, row_number() over (partition by list_id order by revision desc, id desc) as place
          from activity where list_id in
            (select list_id from activity group by list_id having count(*) > ${keptPerList}
             limit ${listsAtOnce})
        ) as placed where place > ${keptPerList} limit ${purgedAtOnce}`,
  ]) {
    const { numAffectedRows = 0n } = await sql`
      delete from activity where id in (${surplus})
    `.execute(database.query)
    purged += Number(numAffectedRows)
  }
  return purged
}
