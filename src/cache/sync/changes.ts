/** What the core asks of the catch-up (`Pull`): what is known, what an answer adds to it, and what a hint tells. */
import { defaultNotes } from '../../../rules/default-notes.ts'
import { sameJson } from '../../../rules/same-json.ts'
import {
  ChangesDocument,
  type ItemFieldsFragment,
  ItemFieldsFragmentDoc,
} from '../../generated/operations.ts'
import type { DerivedCache } from '../../offline/derived-cache.ts'
import type { Pull } from '../../offline/sync/catch-up.ts'
import { itemCacheId } from '../records/cache-ids.ts'
import { accountUnit } from '../records/local-records.ts'
import { readRecord } from '../records/plain-records.ts'
import { baseRecords } from '../records/reader.ts'
import { type AnyAnswer, applyChanges, type ListChanges, toAnswer } from './apply-changes.ts'
import {
  epochOf,
  epochUnit,
  knownEpoch,
  knownIn,
  knownRevisions,
  listIds,
  toKnown,
  unitsOf,
  unknownRevision,
} from './known-revisions.ts'

export const changesPull: Pull = {
  document: ChangesDocument,
  note: defaultNotes.fetching('ShoppingList'),
  known: cache => knownRevisions(cache),
  everythingUnknown: cache => [
    epochUnit(knownEpoch(cache)),
    ...[accountUnit, ...listIds(cache)].map(id => ({ id, revision: unknownRevision })),
  ],
  learned(known, answer) {
    const { own, lists, gone, epoch } = toAnswer(answer)
    const asked = epochOf(toKnown(known))
    const isSame = epoch === undefined || epoch === asked
    const revisions = new Map(
      unitsOf(toKnown(known)).map(({ id, revision }) => [id, isSame ? revision : unknownRevision]),
    )
    if (own) revisions.set(accountUnit, own.revision)
    for (const { id, revision } of lists) revisions.set(id, revision)
    for (const id of gone) revisions.delete(id)
    const now = epoch ?? asked
    return [
      ...(now === undefined ? [] : [epochUnit(now)]),
      ...[...revisions].map(([id, revision]) => ({ id, revision })),
    ]
  },
  variables: known => ({ known: unitsOf(toKnown(known)), epoch: epochOf(toKnown(known)) ?? '' }),
  apply: (cache, answer) => applyChanges(cache, toAnswer(answer)),
  fits(cache, known) {
    const epoch = epochOf(toKnown(known))
    const theirs = unitsOf(toKnown(known))
    // Of another epoch nothing compares, unless the asker knew nothing.
    if (epoch !== undefined && epoch !== knownEpoch(cache)) {
      return theirs.every(({ revision }) => revision === unknownRevision)
    }
    // What the asker did not know comes whole; what it did must not be ahead of what is known here.
    const own = knownIn(cache)
    return theirs.every(({ id, revision }) => (own(id) ?? unknownRevision) >= revision)
  },
  agrees(cache, asked, { known, answer }) {
    const only = itemsAlone(toAnswer(answer))
    if (!only) return false
    // What comes from another list may be told by the answer to be there still.
    const stays = ({ id }: ItemFieldsFragment) =>
      cache.peekBase(itemCacheId(id))?.shoppingListId === only.id
    const revisions = new Map(unitsOf(toKnown(asked)).map(({ id, revision }) => [id, revision]))
    const epoch = epochOf(toKnown(known))
    return (
      only.items.every(stays) &&
      (epoch === undefined || epoch === epochOf(toKnown(asked))) &&
      unitsOf(toKnown(known)).every(
        ({ id, revision }) => (revisions.get(id) ?? unknownRevision) >= revision,
      )
    )
  },
  older(a, b) {
    const theirs = new Map(unitsOf(toKnown(b)).map(({ id, revision }) => [id, revision]))
    const [epoch, other] = [epochOf(toKnown(a)), epochOf(toKnown(b))]
    const isSame = epoch === undefined || other === undefined || epoch === other
    const units = unitsOf(toKnown(a)).flatMap(({ id, revision }) => {
      const theirRevision = theirs.get(id)
      theirs.delete(id)
      if (theirRevision === undefined) return []
      return [{ id, revision: isSame ? Math.min(revision, theirRevision) : unknownRevision }]
    })
    // What they alone have may be gone, of which only who names it is told.
    const rest = [...theirs.keys()].map(id => ({ id, revision: unknownRevision }))
    return [epochUnit(isSame ? (epoch ?? other) : ''), ...units, ...rest]
  },
  more: answer => toAnswer(answer).more,
  knows(cache, { id, revision }) {
    const known = baseRecords(cache).revision(id)
    return revision === null ? known === undefined : known !== undefined && known >= revision
  },
  brought({ id, revision, changes }) {
    if (revision === null || changes === undefined) return undefined
    const { epoch } = changes as Partial<AnyAnswer>
    const known = [
      ...(epoch === undefined ? [] : [epochUnit(epoch)]),
      { id, revision: revision - 1 },
    ]
    return { known, answer: { changes } }
  },
  confirms(cache, { changes }, cacheIds) {
    // To compare a list's own fields, or what went, would cost more than to ask.
    const only = itemsAlone((changes ?? {}) as Partial<AnyAnswer>)
    if (!only) return false
    const told = new Set(only.items.map(({ id }) => itemCacheId(id)))
    return [...cacheIds].every(id => told.has(id)) && only.items.every(item => isKnown(cache, item))
  },
}

/** The changes of one list where they are of its items alone, and none of them went. */
function itemsAlone({ lists = [], gone = [], own }: Partial<AnyAnswer>): ListChanges | undefined {
  const [only] = lists
  if (!only || lists.length > 1 || gone.length > 0 || own) return undefined
  return only.list || only.snapshot || only.gone.length > 0 ? undefined : only
}

/** Whether it tells what the server has just told; of what an answer leaves out, nothing. */
function isKnown(cache: DerivedCache, item: ItemFieldsFragment): boolean {
  const known = readRecord(id => cache.peekBase(id), itemCacheId(item.id), ItemFieldsFragmentDoc)
  return sameJson(known, item)
}
