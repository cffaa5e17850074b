/**
 * What the history of a list is told, by whoever did it: kind, names and values. Words are made where it is shown.
 * It is written once, behind the mutation or the sign-up, at the revision that the list has then (`graphql/lists/activity.ts`).
 */
import type { ItemRow } from '../access/access.ts'
import type { ShoppingListTable } from '../db/schema.ts'
import type { ActivityKind } from '../generated/schema.ts'

export interface NotedActivity {
  readonly listId: string
  readonly kind: ActivityKind
  /** Of the items that it was done to. */
  readonly names?: readonly string[]
  /** What of it changed, as the contract names it. */
  readonly fields?: readonly string[]
  /** What can be undone of it on any device: what was there before is absent of an item that was added. */
  readonly items?: readonly ChangedItem[]
  readonly list?: { readonly before: ListValues; readonly after: ListValues }
}

export interface ChangedItem {
  readonly before?: ItemRow
  readonly after: ItemRow
}

export type ListValues = Pick<ShoppingListTable, 'name' | 'list_type' | 'notes'>

interface Noting {
  readonly moved: {
    readonly lists: ReadonlyMap<string, number>
    readonly activities: NotedActivity[]
  }
}

/** Several of one list are told in this order. */
export function noteActivity({ moved }: Noting, activity: NotedActivity): void {
  moved.activities.push(activity)
}

/** The same of every list that was moved so far. */
export function noteOfEachList(
  { moved }: Noting,
  activity: Omit<NotedActivity, 'listId' | 'names' | 'items' | 'list'>,
): void {
  for (const listId of moved.lists.keys()) moved.activities.push({ ...activity, listId })
}
