/**
 * How much an account may keep: items and bytes on its own lists, whoever put them there, those in the bin
 * included. Measured now and then, counted in between, and measured again before anything is refused.
 */
import { type Kysely, sql } from 'kysely'
import { countTitle } from '../../../rules/validation-issue.ts'
import type { Moved } from '../../changes/changes.ts'
import { longestTagName, toldTagsOf } from '../../changes/told-bytes.ts'
import type { Schema } from '../../db/schema.ts'
import type { Now } from '../../environment.ts'
import type { MutationResolvers } from '../../generated/schema.ts'
import { badInput } from '../../refusal.ts'
import { createBreathing } from '../engine/breathing.ts'

export interface Sums {
  /** Lists, items, and tags. */
  readonly items: number
  readonly bytes: number
}

export interface AccountSums {
  /**
   * Counts what a mutation added to these lists, under its transaction and after the effect. Refuses with
   * BAD_INPUT where an owner keeps more than the sum.
   */
  add(writer: SumsWriter, listIds: Iterable<string>, added: Sums): Promise<void>
  /** Something of these accounts went: the next one that is too much is measured again. */
  removed(owners: Iterable<number>): void
  /** For lists that become somebody's without their asking. */
  measureHeirs(db: Kysely<Schema>): Heirs
}

export interface Heirs {
  /** Whether somebody may keep this list besides all that they have and have taken here; then it is taken. */
  take(userId: number, listId: string): Promise<boolean>
}

export interface SumsWriter {
  readonly db: Kysely<Schema>
  /** Who owns the lists that were locked, which nobody changes until the commit; and what went from one to another. */
  readonly moved: Pick<Moved, 'raised' | 'carried'>
  /** Measuring costs the account that makes it necessary. */
  readonly charge: (rows: number) => void
}

interface Measured extends Sums {
  readonly bytesByList: ReadonlyMap<string, number>
}

interface Known extends Measured {
  /** Written in place: an account may keep tens of thousands of lists in its bin, and each edit counts. */
  readonly bytesByList: Map<string, number>
  readonly at: number
  /** Something was refused at that moment, and nothing went since. */
  readonly isFull: boolean
}

const measuredForMs = 10 * 60 * 1000
/** So long a full account is believed to be full. */
const fullForMs = 10_000
/** Accounts whose sums are remembered. */
const kept = 10_000
/** What a measurement costs at the least, in rows; and how many that it looks at cost as much as one. */
const measuringRows = 1_000
const measuredPerRow = 20
/** Kept answers that it looks at: how many there may be is no matter of room, but of what is written in a day. */
const mostAnswers = 50_000

/** What a phone can load in one go, and a process answer without growing by hundreds of MB. */
const mostListMegabytes = 20

export interface SumLimits {
  readonly items: number
  readonly megabytes: number
}

export function createAccountSums(now: Now, limits: SumLimits): AccountSums {
  const sums = new Map<number, Known>()
  const mostBytes = limits.megabytes * 1_000_000

  /** Of the account, or of one of these lists: another that is full is no reason. */
  function isTooMuch({ items, bytes, bytesByList }: Measured, listIds: readonly string[]): boolean {
    const isFull = (id: string) => (bytesByList.get(id) ?? 0) > mostListMegabytes * 1_000_000
    return items > limits.items || bytes > mostBytes || listIds.some(isFull)
  }

  async function addTo(
    writer: SumsWriter,
    owner: number,
    listIds: readonly string[],
    added: Sums,
  ): Promise<void> {
    const at = now().getTime()
    const known = sums.get(owner)
    const isBelieved = known?.isFull && Math.abs(at - known.at) < fullForMs
    if (isBelieved && isTooMuch(known, listIds)) throw full(known)
    const isAskedFor = known !== undefined && Math.abs(at - known.at) < measuredForMs
    if (isAskedFor) {
      const more = moreOfLists(known, { listIds, added, owner, moved: writer.moved })
      const { bytesByList } = more
      const items = known.items + added.items
      const bytes = known.bytes + added.bytes + more.carriedBytes
      if (!isTooMuch({ items, bytes, bytesByList }, listIds)) {
        for (const [id, listBytes] of bytesByList) known.bytesByList.set(id, listBytes)
        sums.set(owner, { ...known, items, bytes })
        return
      }
    }
    const { looked, ...measured } = await measure(writer.db, { owner })
    // Now and then it is everybody's; asked for by what was done, it costs whoever did it.
    if (isAskedFor) writer.charge(Math.max(measuringRows, looked / measuredPerRow))
    const isFull = isTooMuch(measured, listIds)
    if (sums.size > kept) sums.clear()
    sums.set(owner, { ...measured, at, isFull })
    if (isFull) throw full(measured)
  }

  function full(sum: Measured) {
    const { items, bytes } = sum
    if (items > limits.items) {
      const message = `The lists of one account can hold at most ${countTitle(limits.items)} items, lists and tags together, the bin included. Delete some first; what is deleted counts for 30 days.`
      return badInput({ field: 'items', limit: limits.items, message })
    }
    const [what, limit] =
      bytes > mostBytes
        ? (['The lists of one account', limits.megabytes] as const)
        : (['A list', mostListMegabytes] as const)
    const message = `${what} can hold at most ${countTitle(limit)} MB, the bin and the history included. Delete some first; what is deleted counts for 30 days.`
    return badInput({ field: 'items', limit, message })
  }

  return {
    async add(writer, listIds, added) {
      const { carried } = writer.moved
      const givesOnly = (id: string) =>
        carried.some(({ from }) => from === id) && !carried.some(({ to }) => to === id)
      const ids = [...listIds].filter(id => !givesOnly(id))
      for (const owner of await ownersOf(writer, ids)) await addTo(writer, owner, ids, added)
    },
    removed(owners) {
      for (const owner of owners) {
        const known = sums.get(owner)
        if (known) sums.set(owner, { ...known, isFull: false })
      }
    },
    measureHeirs(db) {
      const breathe = createBreathing()
      const measured = new Map<number | string, Sums>()
      async function sumsOf(key: number | string): Promise<Sums> {
        const known = measured.get(key)
        if (known) return known
        await breathe()
        const now = await measure(db, typeof key === 'number' ? { owner: key } : { listId: key })
        measured.set(key, now)
        return now
      }
      return {
        async take(userId, listId) {
          const before = await sumsOf(userId)
          const list = await sumsOf(listId)
          const items = before.items + list.items
          const bytes = before.bytes + list.bytes
          if (items > limits.items || bytes > mostBytes) return false
          measured.set(userId, { items, bytes })
          sums.delete(userId)
          return true
        },
      }
    },
  }
}

/** Asked for only where a list is new: what was there is locked, which tells whose it is. */
async function ownersOf(
  { db, moved }: SumsWriter,
  listIds: readonly string[],
): Promise<ReadonlySet<number>> {
  const unlocked = listIds.filter(id => !moved.raised.has(id))
  const owners = listIds.flatMap(id => moved.raised.get(id)?.ownerId ?? [])
  if (unlocked.length === 0) return new Set(owners)
  const rows = await db
    .selectFrom('shopping_list')
    .select('user_id')
    .where('id', 'in', unlocked)
    .execute()
  return new Set([...owners, ...rows.map(row => row.user_id)])
}

/**
 * What lists have after a change, those alone that it concerns. Of what moves between two lists of one owner the list
 * alone has more. What it came from goes on counting it until it is measured: it may have been counted there with less,
 * and less than there is must not be believed.
 */
function moreOfLists(
  known: Measured,
  change: {
    readonly listIds: readonly string[]
    readonly added: Sums
    readonly owner: number
    readonly moved: SumsWriter['moved']
  },
): { readonly bytesByList: ReadonlyMap<string, number>; readonly carriedBytes: number } {
  const { raised, carried } = change.moved
  const isOwn = (id: string) => raised.get(id)?.ownerId === change.owner
  const bytesByList = new Map<string, number>()
  function addTo(id: string, bytes: number): void {
    bytesByList.set(id, (bytesByList.get(id) ?? known.bytesByList.get(id) ?? 0) + bytes)
  }
  for (const id of change.listIds) addTo(id, change.added.bytes)
  let carriedBytes = 0
  for (const { from, to, bytes } of carried) {
    if (!isOwn(to)) continue
    addTo(to, bytes)
    if (!isOwn(from)) carriedBytes += bytes
  }
  return { bytesByList, carriedBytes }
}

/** What is there of an account, or of one list alone, inside the transaction that may have added to it. */
async function measure(
  db: Kysely<Schema>,
  of: { readonly owner: number } | { readonly listId: string },
): Promise<Sums & { readonly bytesByList: Map<string, number>; readonly looked: number }> {
  const whose = 'owner' in of ? sql`user_id = ${of.owner}` : sql`id = ${of.listId}`
  const own = sql`select id from shopping_list where ${whose}`
  const answers = 'owner' in of ? sql`user_id = ${of.owner}` : sql`false`
  const { rows } = await sql<MeasuredRow>`
    select list_id, count(*) as items, sum(octet_length(name) + coalesce(octet_length(notes), 0)
        + octet_length(tags) + 100) as bytes, sum(octet_length(tags)) as tags, 0 as longest, count(*) as looked
      from item where list_id in (${own}) group by list_id
    union all
    select list_id, count(*), sum(octet_length(name) + 100), 0, max(octet_length(name)), count(*)
      from item_tag where list_id in (${own}) group by list_id
    union all
    select '', count(*), sum(octet_length(name) + coalesce(octet_length(notes), 0) + 200), 0, 0, count(*)
      from shopping_list where ${whose} and name <> ''
    union all
    select '', 0, sum(coalesce(octet_length(content), 0) + 200), 0, 0, count(*)
      from item_gone where list_id in (${own})
    union all
    select '', 0, sum(coalesce(octet_length(undo), 0) + octet_length(item_names) + 100), 0, 0, count(*)
      from activity where list_id in (${own})
    union all
    select '', 0, sum(bytes), 0, 0, count(*)
      from (select octet_length(answer) + coalesce(octet_length(trace), 0) as bytes
        from request where ${answers} limit ${mostAnswers}) as kept
  `.execute(db)
  let sum: Sums = { items: 0, bytes: 0 }
  for (const { items, bytes } of rows) {
    sum = { items: sum.items + items, bytes: sum.bytes + (bytes ?? 0) }
  }
  const byList = Map.groupBy(rows, ({ list_id }) => list_id)
  byList.delete('')
  return {
    ...sum,
    bytesByList: new Map([...byList].map(([id, parts]) => [id, toldBytes(parts)])),
    looked: rows.reduce((all, { looked }) => all + looked, 0),
  }
}

interface MeasuredRow {
  /** Empty where it is on none. */
  readonly list_id: string
  readonly items: number
  readonly bytes: number | null
  /** Bytes of what items have of their tags, and of the longest name of a tag. */
  readonly tags: number
  readonly longest: number
  /** How many rows it is the sum of. */
  readonly looked: number
}

/** What a list is told in: the names of its tags count as often as items have them. */
function toldBytes(parts: readonly MeasuredRow[]): number {
  const kept = parts.reduce((sum, { bytes, tags }) => sum + (bytes ?? 0) - tags, 0)
  const tags = parts.reduce((sum, part) => sum + part.tags, 0)
  return kept + toldTagsOf(tags, Math.max(...parts.map(({ longest }) => longest)))
}

/** What one mutation may have added, as its arguments say. */
export function addedBy(field: string, args: Readonly<Record<string, unknown>>): Sums {
  // Tags may be named in short, and are told in full.
  const bytes = Buffer.byteLength(JSON.stringify(args)) + countTags(args) * longestTagName
  if (onlyMeasured.has(field) || renamesTags(field, args)) {
    return { items: Number.POSITIVE_INFINITY, bytes }
  }
  return { items: adding.has(field) ? 1 + countOf(args.items) : movedItems(args), bytes }
}

/** They add what only a measurement can tell. */
const onlyMeasured: ReadonlySet<string> = new Set([
  'copyShoppingList',
  'restoreShoppingList',
  'sampleShoppingList',
  'handOverShoppingList',
] satisfies readonly (keyof MutationResolvers)[])

/** Whether all items of a list may be told in much more: a tag got a long name. */
function renamesTags(field: string, { itemTags }: Readonly<Record<string, unknown>>): boolean {
  const tags: readonly unknown[] =
    field === 'updateShoppingList' && Array.isArray(itemTags) ? itemTags : []
  return tags.some(tag => Buffer.byteLength(String(Object(tag).name)) > shortName)
}

/** More than aisles are called, in bytes. */
const shortName = 100

function countTags({ itemTags, items }: Readonly<Record<string, unknown>>): number {
  const ofItems: readonly unknown[] = Array.isArray(items) ? items : []
  return ofItems.reduce<number>(
    (sum, item) => sum + countOf(Object(item).itemTags),
    countOf(itemTags),
  )
}

const adding: ReadonlySet<string> = new Set([
  'createItem',
  'createItems',
  'createShoppingList',
] satisfies readonly (keyof MutationResolvers)[])

function movedItems(args: Readonly<Record<string, unknown>>): number {
  const moved = args.shoppingListId === undefined ? 0 : 1
  return moved + countOf(args.firstItemIds) + countOf(args.secondItemIds)
}

function countOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0
}
