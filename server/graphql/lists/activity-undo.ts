/**
 * The values before and after what somebody did, kept beside its activity, so that they can undo it on any of
 * their devices. Only what a person wrote: deletions have the bin, and where a row stood is not kept.
 */
import { sql } from 'kysely'
import { derivedId } from '../../../rules/derived-id.ts'
import type { ChangedItem, ListValues, NotedActivity } from '../../changes/noted-activity.ts'
import { jsonRows } from '../../db/json-rows.ts'
import type { Context } from '../engine/context.ts'
import { itemContent } from '../items/item-record.ts'
import { readTags } from '../items/item-tag.ts'

type Shown = Readonly<Record<string, unknown>>

/** As `activity.undo` tells it; `before` is null of an item that was added. */
interface Values {
  readonly items?: readonly {
    readonly id: string
    readonly before: Shown | null
    readonly after: Shown
  }[]
  readonly list?: { readonly before: Shown; readonly after: Shown }
}

/** More would make the history heavier than the lists. */
const itemsAtOnce = 200
const mostChars = 30_000

/** What of it can be undone, as JSON; null if nothing can. Call it after the effect. */
export async function valuesForUndo(
  { db }: Pick<Context, 'db'>,
  { listId, items = [], list }: NotedActivity,
): Promise<string | null> {
  const changed = items.length > itemsAtOnce ? [] : await itemValues(db, listId, items)
  const differing = list && differenceOf(listContent(list.before), listContent(list.after))
  const told: Values = {
    ...(changed.length > 0 && { items: changed }),
    ...(differing && { list: differing }),
  }
  if (!told.items && !told.list) return null
  const text = JSON.stringify(told)
  return text.length <= mostChars ? text : null
}

/** No more than 3 million characters. */
const renamedAtOnce = 100

/** Once a list came back as `listId`: what can be undone of its history is said of the items as they are called there. */
export async function renameItemsInHistory(db: Context['db'], listId: string): Promise<void> {
  // What had moved to another list is called there as it was.
  const { rows: renamedItems } = await sql<{ id: string }>`
    select id from item where list_id = ${listId}
    union all select item_id from item_gone where list_id = ${listId}
  `.execute(db)
  const there = new Set(renamedItems.map(({ id }) => id))
  for (let offset = 0; ; offset += renamedAtOnce) {
    const rows = await db
      .selectFrom('activity')
      .select(['id', 'undo'])
      .where('list_id', '=', listId)
      .where('undo', 'is not', null)
      .orderBy('revision')
      .orderBy('id')
      .limit(renamedAtOnce)
      .offset(offset)
      .execute()
    const renamed = jsonRows(
      rows,
      row => row.id,
      ({ undo }) => ({ undo: undo && withItemsOf(listId, JSON.parse(undo), there) }),
    )
    await sql`
      with renamed as materialized (select key, value from json_each(${renamed}))
      update activity set undo = renamed.value ->> 'undo' from renamed where activity.id = renamed.key
    `.execute(db)
    if (rows.length < renamedAtOnce) return
  }
}

function withItemsOf(
  listId: string,
  { items, ...told }: Values,
  there: ReadonlySet<string>,
): string {
  const renamed = items?.map(item => {
    const id = derivedId(listId, item.id)
    return there.has(id) ? { ...item, id } : item
  })
  return JSON.stringify({ ...(renamed && { items: renamed }), ...told })
}

/** A list keeps the tags that its items lose, so they all have their names still. */
async function itemValues(
  db: Context['db'],
  listId: string,
  items: readonly ChangedItem[],
): Promise<NonNullable<Values['items']>> {
  const tagged = items.some(({ before, after }) => after.tags !== (before?.tags ?? '[]'))
  const tags = tagged ? ((await readTags(db, [listId])).get(listId) ?? []) : []
  return items.flatMap(({ before, after }) => {
    const { id } = after
    if (!before) return { id, before: null, after: itemContent(after, tags) }
    const changed = differenceOf(itemContent(before, tags), itemContent(after, tags))
    return changed ? { id, ...changed } : []
  })
}

function listContent({ name, list_type: listType, notes }: ListValues): Shown {
  return { name, listType, notes }
}

/** The fields that differ, with both values. */
function differenceOf(before: Shown, after: Shown) {
  const fields = Object.keys(after).filter(
    field => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  if (fields.length === 0) return undefined
  const pick = (values: Shown) => Object.fromEntries(fields.map(field => [field, values[field]]))
  return { before: pick(before), after: pick(after) }
}
