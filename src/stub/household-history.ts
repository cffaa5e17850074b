/** What a request changed, told from the records before and after it: revisions, the bin, the lists' history. */
import { fullName } from '../../rules/people/full-name.ts'
import { accountUnit } from '../cache/records/local-records.ts'
import type { ActivityFieldsFragment, ActivityKind } from '../generated/operations.ts'
import type { Fields, Home } from './home.ts'
import { ownOf } from './household-reads.ts'
import { itemsOf, listFieldsOf, listsOf } from './household-records.ts'

type List = NonNullable<ReturnType<typeof listFieldsOf>>
type Item = ReturnType<typeof itemsOf>[number]

/** All of the household at one moment. */
export interface Look {
  readonly lists: ReadonlyMap<string, { readonly list: List; readonly items: readonly Item[] }>
  readonly itemIds: ReadonlySet<string>
  readonly own: string
}

/** What the records before and after it do not say. */
interface Request {
  readonly operation: string
  readonly fields: Fields
}

/** One request, from both sides. */
interface Step extends Request {
  readonly before: Look
  readonly after: Look
}

const mostActivities = 500
const namesTold = 10

export function lookAt(home: Home): Look {
  const lists = listsOf(home).flatMap(({ id }) => {
    const list = listFieldsOf(home, id)
    return list ? [[id, { list, items: itemsOf(home, id) }] as const] : []
  })
  // Without the revision, which follows from it.
  return {
    lists: new Map(lists),
    itemIds: new Set(lists.flatMap(([, { items }]) => items.map(({ id }) => id))),
    own: JSON.stringify({ ...ownOf(home), revision: 0 }),
  }
}

/** Notes what became of `before`. */
export function noteChanges(home: Home, before: Look, { operation, fields }: Request): void {
  const after = lookAt(home)
  const ids = new Set([...before.lists.keys(), ...after.lists.keys()])
  for (const id of ids) noteList(home, id, { before, after, operation, fields })
  if (before.own !== after.own) raise(home, accountUnit)
}

function noteList(home: Home, id: string, step: Step): void {
  const { before, after, operation } = step
  const [old, now] = [before.lists.get(id), after.lists.get(id)]
  if (JSON.stringify(old) === JSON.stringify(now)) return
  raise(home, id)
  if (now === undefined) {
    if (old !== undefined && /^deleteByIds?ShoppingList$/.test(operation)) {
      const deleted = { list: old.list, items: old.items, deletedAt: home.at }
      home.keep({ deletedLists: [deleted, ...home.state.deletedLists] })
      note(home, old.list, { kind: 'LIST_DELETED', items: [], fields: [] })
    }
    return
  }
  const tell: Tell = (kind, items = [], fields = []) =>
    note(home, now.list, { kind, items, fields })
  if (old === undefined) {
    tell(operation === 'restoreShoppingList' ? 'LIST_RESTORED' : 'LIST_CREATED')
    return
  }
  const whole = wholeKinds[operation]
  if (whole !== undefined) {
    tell(
      whole,
      now.items.filter(({ id }) => id === step.fields.id),
    )
    return
  }
  const fields = changedFields(old.list, now.list).filter(field => !untold.has(field))
  if (fields.includes('shoppingListFriends')) tell('LIST_SHARED', [], fields)
  else if (fields.length > 0 && !/Items?$/.test(operation)) tell('LIST_CHANGED', [], fields)
  noteItems(home, { ...step, old: old.items, now: now.items }, tell)
}

type Tell = (kind: ActivityKind, items?: readonly Item[], fields?: readonly string[]) => void

interface ItemsStep extends Pick<Step, 'before' | 'after'> {
  readonly old: readonly Item[]
  readonly now: readonly Item[]
}

function noteItems(home: Home, { before, after, old, now }: ItemsStep, tell: Tell): void {
  const oldById = new Map(old.map(item => [item.id, item]))
  const nowIds = new Set(now.map(item => item.id))
  const left = old.filter(item => !nowIds.has(item.id))
  const deleted = left.filter(item => !after.itemIds.has(item.id))
  const movedOut = left.filter(item => after.itemIds.has(item.id))
  const came = now.filter(item => !oldById.has(item.id))
  const changed = now.flatMap(item => {
    const was = oldById.get(item.id)
    const fields = was ? changedFields(was, item).filter(field => !untold.has(field)) : []
    return fields.length > 0 ? [{ item, fields }] : []
  })
  const ticks = changed.filter(({ fields }) => fields.length === 1 && fields[0] === 'purchased')
  const others = changed.filter(one => !ticks.includes(one))
  function say(kind: ActivityKind, items: readonly Item[], fields: readonly string[] = []) {
    if (items.length > 0) tell(kind, items, fields)
  }
  const ticked = ticks.map(({ item }) => item)
  say(
    'ITEM_ADDED',
    came.filter(item => !before.itemIds.has(item.id)),
  )
  say(
    'ITEM_MOVED_IN',
    came.filter(item => before.itemIds.has(item.id)),
  )
  say(
    'ITEM_TICKED',
    ticked.filter(item => item.purchased),
  )
  say(
    'ITEM_UNTICKED',
    ticked.filter(item => !item.purchased),
  )
  say(
    'ITEM_CHANGED',
    others.map(({ item }) => item),
    [...new Set(others.flatMap(({ fields }) => fields))],
  )
  say('ITEM_MOVED_OUT', movedOut)
  say('ITEM_DELETED', deleted)
  if (deleted.length === 0) return
  const bin = deleted.map(({ unit: _, ...item }) => ({ item, deletedAt: home.at }))
  home.keep({ deletedItems: [...bin, ...home.state.deletedItems].slice(0, mostActivities) })
}

interface Noted {
  readonly kind: ActivityKind
  readonly items: readonly Item[]
  readonly fields: readonly string[]
}

function note(home: Home, list: List, { kind, items, fields }: Noted): void {
  const { user, activities } = home.state
  const activity: ActivityFieldsFragment = {
    __typename: 'Activity',
    id: home.newId(),
    shoppingListId: list.id,
    kind,
    userId: user.id,
    userName: fullName(user.firstName, user.lastName),
    requestToken: home.requestToken,
    listName: list.name,
    itemNames: items.slice(0, namesTold).map(item => item.name),
    itemCount: items.length,
    fields,
    at: home.at,
    undo: null,
  }
  home.keep({ activities: [activity, ...activities].slice(0, mostActivities) })
}

function raise(home: Home, unit: string): void {
  const revision = home.state.revision + 1
  home.keep({ revision, revisions: { ...home.state.revisions, [unit]: revision } })
}

/** Told as one thing, whatever it changed. */
const wholeKinds: Readonly<Record<string, ActivityKind>> = {
  resetShoppingList: 'LIST_RESET',
  handOverShoppingList: 'LIST_HANDED_OVER',
  updateItemsOrder: 'ITEMS_ORDERED',
  moveItem: 'ITEMS_ORDERED',
}

/** What belongs to one person, or follows from the rest. */
const untold: ReadonlySet<string> = new Set([
  'favourite',
  'order',
  'updatedAt',
  'updatedBy',
  'unit',
  'permission',
])

function changedFields<T extends object>(old: T, now: T): readonly string[] {
  return Object.entries(now).flatMap(([field, value]) =>
    JSON.stringify(Reflect.get(old, field)) === JSON.stringify(value) ? [] : [field],
  )
}
