/**
 * What the server says has changed, written into the base: lists, items, what went, order, preferences, all
 * in one batch, and how far each unit is known with it, so that data and cursor persist together.
 */
import type { ApolloCache } from '@apollo/client'
import {
  type ChangesQuery,
  GetByFilterUserConfigDocument,
  type ItemFieldsFragment,
  ItemFieldsFragmentDoc,
  type UserConfigFieldsFragment,
} from '../../generated/operations.ts'
import type { DerivedCache } from '../../offline/derived-cache.ts'
import { idOf, itemCacheId, listCacheId, refOf, refsOf, tagCacheId } from '../records/cache-ids.ts'
import { writeFriends, writeInviteId } from '../records/friends.ts'
import { removeLists, writeList } from '../records/list-records.ts'
import {
  accountUnit,
  type Cursor,
  cursorCacheId,
  cursorFields,
  epochCacheId,
  epochFields,
  historyCacheId,
} from '../records/local-records.ts'
import { writeOwnFeedback } from '../records/own-feedback.ts'
import { type People, readPeople, toPeople, writePeople } from '../records/people.ts'
import { writeRecord } from '../records/plain-records.ts'
import {
  changeItemIds,
  readOwnerId,
  removeRecord,
  setFields,
  setTagIds,
  sortLists,
} from '../records/records.ts'
import { knownEpoch, listIds } from './known-revisions.ts'

type Answer = ChangesQuery['changes']
export type ListChanges = Answer['lists'][number]
type OwnChanges = NonNullable<Answer['own']>
/** Without an epoch where a tab of before asked; a hint brings nothing of the account. */
export type AnyAnswer = Omit<Answer, 'epoch' | 'own'> & {
  readonly epoch?: string
  readonly own?: OwnChanges | null
}

/** All of the account, as a tab of before asks for it. */
interface WholeAccount extends Omit<OwnChanges, 'userConfig' | 'savedFilters' | 'feedback'> {
  readonly userConfig: UserConfigFieldsFragment
}

/**
 * Here the data rules of spec section 4 do not run once more. What they change the server has changed, stamped
 * and sent with the rest: a list with the tags that joined it, the items that lost a tag, each row whose order
 * moved, each that was reset. Only what the answer cannot carry is made here: where ids stand among the others.
 */
export function applyChanges(cache: DerivedCache, answer: AnyAnswer): void {
  if (answer.epoch !== undefined && answer.epoch !== knownEpoch(cache)) {
    beginEpoch(cache, answer.epoch)
  }
  for (const changes of answer.lists) applyList(cache, changes)
  // Only now is it known which items moved to another list, and which are nowhere any more.
  for (const changes of answer.lists) dropGoneItems(cache, changes)
  removeLists(cache, answer.gone)
  if (answer.own) applyOwn(cache, answer.own)
  const listsChanged = answer.own || answer.gone.length > 0 || answer.lists.some(({ list }) => list)
  if (listsChanged) sortLists(cache)
}

/**
 * The server's data may have gone back, as when a backup was restored: no revision says anything any more. What
 * this answer does not bring is asked for as if it had never been told; edits that wait stay, and are sent.
 */
function beginEpoch(cache: DerivedCache, epoch: string): void {
  for (const id of [accountUnit, ...listIds(cache)]) removeRecord(cache, cursorCacheId(id))
  cache.writeFragment({
    id: epochCacheId,
    fragment: epochFields,
    data: { __typename: 'Epoch', id: 'server', name: epoch },
  })
}

function applyList(cache: DerivedCache, changes: ListChanges): void {
  if (changes.list) {
    writeList(cache, changes.list)
    applyPeople(cache, changes.id, toPeople(changes.list))
  }
  if (changes.snapshot) {
    const kept = new Set(changes.items.map(item => item.id))
    const before: string[] = []
    writeEach(cache, changes.items)
    changeItemIds(cache, changes.id, ids => {
      before.push(...ids)
      return [...kept]
    })
    for (const id of before) if (!kept.has(id)) dropItem(cache, changes.id, id)
  } else if (changes.items.length > 0) {
    mergeItems(cache, changes.id, changes.items)
  }
  if (changes.list) fitItems(cache, changes.list)
  setCursor(cache, changes.id, changes.revision)
}

/** The history that is kept for a time without a network names people: whoever has left may be named no more. */
function applyPeople(cache: DerivedCache, listId: string, people: People): void {
  const before = readPeople(cache, listId)
  const stay = new Set(people.people.map(({ friendId }) => friendId))
  const hasLost = before.people.some(({ friendId }) => !stay.has(friendId))
  if (hasLost || before.ownerName !== people.ownerName) removeRecord(cache, historyCacheId(listId))
  writePeople(cache, listId, people)
}

/**
 * What a person may do with a list is what they may do with its items, those included that did not change; and none
 * carries a tag that the list has not, as where the server left one out of what was wanted.
 */
function fitItems(
  cache: DerivedCache,
  { id, permission, itemTags }: NonNullable<ListChanges['list']>,
): void {
  const tags = new Set(itemTags.map(tag => tagCacheId(tag.id)))
  for (const cacheId of refsOf(cache.peekBase(listCacheId(id))?.items)) {
    const item = cache.peekBase(cacheId)
    // It may be on another list by now, which the same answer told.
    if (item?.shoppingListId !== id) continue
    if (item.permission !== permission) setFields(cache, cacheId, { permission })
    const carried = refsOf(item.itemTags)
    const kept = carried.filter(tag => tags.has(tag))
    if (kept.length < carried.length) setTagIds(cache, cacheId, kept.map(idOf))
  }
}

/** Changed items into their places among those that did not change. */
function mergeItems(
  cache: DerivedCache,
  listId: string,
  items: readonly ItemFieldsFragment[],
): void {
  writeEach(cache, items)
  if (standInOrder(cache, listId, items)) return
  changeItemIds(cache, listId, ids => {
    const known = new Set(ids)
    const added = items.flatMap(({ id }) => (known.has(id) ? [] : [id]))
    return inOrder(cache, [...ids, ...added])
  })
}

function writeEach(cache: DerivedCache, items: readonly ItemFieldsFragment[]): void {
  for (const item of items) {
    writeRecord(cache, itemCacheId(item.id), ItemFieldsFragmentDoc, item)
  }
}

/**
 * Whether all of `items` are on the list, none before or behind a neighbour that it does not belong before
 * or behind. The others have not changed since the list was last in order, so that all of it is in order
 * then; a tick, told by the server, costs no sorting of thousands.
 */
function standInOrder(
  cache: DerivedCache,
  listId: string,
  items: readonly ItemFieldsFragment[],
): boolean {
  const refs = cache.peekBase(listCacheId(listId))?.items
  if (!Array.isArray(refs)) return false
  const missing = new Set(items.map(item => itemCacheId(item.id)))
  const orderAt = (at: number) => orderOf(cache, refOf(refs[at]) ?? '')
  for (let at = 0; at < refs.length && missing.size > 0; at++) {
    if (!missing.delete(refOf(refs[at]) ?? '')) continue
    const order = orderAt(at)
    if (at > 0 && !(orderAt(at - 1) <= order)) return false
    if (at < refs.length - 1 && !(order <= orderAt(at + 1))) return false
  }
  return missing.size === 0
}

function inOrder(cache: DerivedCache, ids: readonly string[]): readonly string[] {
  const orders = new Map(ids.map(id => [id, orderOf(cache, itemCacheId(id)) || 0]))
  const order = (id: string) => orders.get(id) ?? 0
  return ids.toSorted((a, b) => order(a) - order(b))
}

function dropGoneItems(cache: DerivedCache, { id: listId, gone }: ListChanges): void {
  if (gone.length === 0) return
  for (const id of gone) dropItem(cache, listId, id)
  // What was put behind one of them stands where it stood: its order is the server's.
  changeItemIds(cache, listId, ids =>
    inOrder(
      cache,
      ids.filter(id => !gone.includes(id)),
    ),
  )
}

/** Unless it is on another list by now. */
function dropItem(cache: DerivedCache, listId: string, id: string): void {
  if (cache.peekBase(itemCacheId(id))?.shoppingListId === listId)
    removeRecord(cache, itemCacheId(id))
}

function applyOwn(cache: DerivedCache, own: OwnChanges): void {
  for (const { id, order, favourite } of own.lists) {
    setFields(cache, listCacheId(id), { order, favourite })
  }
  applyPreferences(cache, own)
  if (own.friends) writeFriends(cache, own.friends)
  if (own.feedback) writeOwnFeedback(cache, readOwnerId(cache), own.feedback)
  writeInviteId(cache, own.inviteId)
  setCursor(cache, accountUnit, own.revision)
}

function applyPreferences(cache: ApolloCache, { userConfig, savedFilters }: OwnChanges): void {
  const query = GetByFilterUserConfigDocument
  const [known] = cache.readQuery({ query })?.getByFilterUserConfig ?? []
  const config = userConfig ?? known
  if (!config || (!userConfig && !savedFilters)) return
  const changed = { ...config, savedFilters: savedFilters ?? known?.savedFilters ?? [] }
  cache.writeQuery({ query, data: { __typename: 'Query', getByFilterUserConfig: [changed] } })
}

function setCursor(cache: DerivedCache, id: string, revision: number): void {
  const cursor: Cursor = { __typename: 'Cursor', id, revision }
  writeRecord(cache, cursorCacheId(id), cursorFields, cursor)
}

/** NaN if the item is not there. */
function orderOf(cache: DerivedCache, cacheId: string): number {
  return Number(cache.peekBase(cacheId)?.order)
}

/** What crossed from another tab, or came from the network by `ChangesDocument`. */
export function toAnswer(answer: unknown): AnyAnswer {
  const { changes } = answer as {
    readonly changes: AnyAnswer & { readonly account?: WholeAccount | null }
  }
  const { account } = changes
  if (!account) return changes
  const { savedFilters = null } = account.userConfig
  return { ...changes, own: { ...account, __typename: 'OwnChanges', savedFilters, feedback: null } }
}
